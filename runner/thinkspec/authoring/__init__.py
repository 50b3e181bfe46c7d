"""Write cases: the one canonical form of a case, and edits that touch nothing else in a file."""
