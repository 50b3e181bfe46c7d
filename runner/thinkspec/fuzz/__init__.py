"""Differential fuzzing of readers: made-up replies, and where a reader parts from the reference or from another reader.

One table of pieces (``pieces.yaml``) has two users.  A fast seeded generator runs inside the reader's own host process
(``hosts/fuzzing.py``, ``hosts/fuzzing.mjs``), beside the reference in the same language, so that nothing but finds
crosses the wire; and Hypothesis (``strategies.py``, extra ``fuzz``) looks for replies that break a law of ``laws.py``.

Reply number n of seed s is the same text in every language, so a find can be made again anywhere.  A crash or a hang is
a find, not the end.  Finds are shrunk to a few characters and told apart by the rule that differs.
"""
