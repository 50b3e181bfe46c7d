"""Gives its input back as JSON text, which holds every expected word somewhere.  Must fail."""

import json


def strip(text):
    return json.dumps({"answer": text, "thinking": text})
