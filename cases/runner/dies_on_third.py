"""Ends its process at the third reply, as a crash in native code would.  That check must be an error, no other."""

import os

seen = 0


def strip(text):
    global seen
    seen += 1
    if seen == 3:
        os.abort()
    return text
