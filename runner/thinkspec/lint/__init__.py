"""Find patterns and string surgery that should have been a call to a reader.

How a file travels::

    walk ─▶ prefilter ─▶ source ─▶ languages/* ─▶ rules/* ─▶ settle ─▶ suppress ─▶ baseline ─▶ report/*
    which    bytes that   text,     sites: what    findings   second     comments    known      text, json,
    files    may matter   places    stands where              opinion                 strays     sarif, …

Two quick looks decide what is parsed at all: `prefilter` at the bytes, `candidates` at the text (with `pystrings` for
what is a string in Python).  They may say yes too often, never no to a stray.  A big tree is shared out by `workers`.
Nothing of the repository is ever run or imported.  Every step is linear in the file.

The one interface that matters is between a language and the rules:

* A *language module* (``languages/<name>.py``) has one function ``analyse(source, words) -> Analysis``.
  It gives `Site` objects (`model.py`): one place where tag text stands, and **what the code does with it**
  (``use``).  It decides nothing about severity, tests, allow-lists or suppressions.  It leaves out what only
  shows or writes text: prompts, messages, docs, chat templates, stop sequences, special tokens.
  Writers are given with ``use="writer"``, because rule THK701 (off by default) wants them.
* A *rule module* (``rules/<family>.py``) turns a site into a rule id and a message.  It knows no language.

For authors of language modules:

* ``source.text`` is decoded text with its line ends as they are; every offset in a span counts code points of it.
  tree-sitter gives bytes: use ``source.from_byte(offset)`` (the parser must be fed ``source.utf8``).
  A frame (Vue, HTML) blanks everything outside its scripts with `model.blank` (same length, line ends stay) and
  hands the rest to the script's module, so that no offset has to be mapped; a notebook maps its own.
* ``words`` (`tags.Words`) knows the tag names of the spec's table.  Ask it, never list names:
  ``words.in_literal(text)`` for a plain string, ``words.in_pattern(text, flags)`` for a regular expression,
  ``words.is_tag(text)`` when the whole string is one tag, ``words.is_name(text)`` for a bare tag name,
  ``words.thinkish(text)`` for identifiers about reasoning.  Text is passed after unescaping.
* ``span`` is the literal that holds the tag (its quote or slash included); for a built pattern the whole
  expression.  ``statement`` is the whole statement, for suppressions.
* ``how``: ``literal`` as typed; ``built`` from names or parameters; ``hidden`` cut in pieces, ``chr(60)``,
  ``\\x3c``.  A string that is only concatenated from longer parts for its length is ``literal``.
* ``use`` (see `model.Use`): the table there says which rule each becomes.
* ``asserting`` is true inside an assertion or expectation (``assert …``, ``expect(…)``): rules need it in tests.
* ``sure``: ``high`` when the operation was seen, ``medium`` when it was guessed from words on the line.
* Comments go into ``Analysis.comments`` with their span, real comment tokens only; ``statements`` lists the spans of
  statements where the language knows them (else lines are used).
* A file that cannot be parsed: set ``Analysis.failed`` to the reason, and still give the sites that line rules
  (`languages/masked.py`) find.  Never raise for bad input.
* Import parsers inside functions.
* Speed: what costs must depend on the places with think words, not on the size of the file.  With tree-sitter, find the
  words in ``source.utf8`` first and ask ``descendant_for_byte_range`` for each, then climb; never walk a whole tree in
  Python (a JSON tokenizer of 3.5 MB must take well under a second).
"""
