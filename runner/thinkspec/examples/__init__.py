"""Readers to try the tool on: ``thinkspec certify py:thinkspec.examples.one_line_regex``."""
