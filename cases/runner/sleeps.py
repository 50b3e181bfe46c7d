"""Falls asleep over every reply.  Each check must end at its deadline."""

import time


def strip(text):
    time.sleep(3600)
