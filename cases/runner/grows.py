"""Keeps 64 MiB more with every reply.  The check in which it passes the limit must be an error."""

kept = []


def strip(text):
    kept.append(b"x" * (64 << 20))
    return text
