"""Gives the reply before this one: right answers at the wrong time.  Must fail, and differ from order to order."""

previous = ""


def strip(text):
    global previous
    result, previous = previous, text or ""
    return result
