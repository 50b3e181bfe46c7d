"""Gives the thinking first.  Must fail, and be told about ?order=thinking,answer; with it, reads a plain block right."""


def split(text):
    thinking, closer, answer = (text or "").partition("</think>")
    return (thinking.removeprefix("<think>"), answer) if closer else ("", text)
