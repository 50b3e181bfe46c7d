"""Shows the whole reply, thinking and all, as the answer.  Must fail."""


def split(text):
    return text, ""
