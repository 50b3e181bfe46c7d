"""thinkspec: rules, a corpus and a judge for code that splits a reasoning model's reply.

Importing the package loads nothing else: start-up and the host processes rely on that.
"""

__version__ = "0.1.0"
