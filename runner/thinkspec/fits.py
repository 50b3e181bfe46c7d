"""Whether a value fits a JSON Schema, and nothing else: quick, because nearly every value does.

A schema becomes one function.  It says no in every doubt, and whatever it does not know makes it say no; then the whole
validator looks and says what is wrong.  So it can only be slower than it might be, never wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Test = Callable[[Any], bool]

# Words that only tell people something, or where a schema lies.
SILENT = frozenset(("$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples"))
TYPES: dict[str, Test] = {
    "object": lambda value: type(value) is dict,
    "array": lambda value: type(value) is list,
    "string": lambda value: type(value) is str,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
}


def compiled(schema: Any, root: dict[str, Any] | None = None) -> Test:
    """The function of a schema.

    >>> fits = compiled({"type": "object", "required": ["a"], "properties": {"a": {"minimum": 1}}})
    >>> fits({"a": 1}), fits({"a": 0}), fits({})
    (True, False, False)
    """
    return Compiler(schema if root is None else root).test(schema)


# A no of these is a no indeed, so that a condition may be made of them.
EXACT = frozenset(("required", "properties", "enum", "const", "type"))


def is_exact(schema: Any) -> bool:
    """Whether the test of a schema is right both ways."""
    if isinstance(schema, bool):
        return True
    parts = schema.get("properties", {}).values()
    return schema.keys() <= EXACT and all(map(is_exact, parts))


class Compiler:
    """Makes tests of the parts of one schema; a part that is referred to is made once."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.known: dict[str, Test] = {}

    def test(self, schema: Any) -> Test:
        """The test of a schema or of a part of one."""
        if isinstance(schema, bool):
            return lambda _value: schema
        tests = [self.keyword(word, given, schema) for word, given in schema.items() if word not in SILENT]
        if len(tests) == 1:
            return tests[0]
        return lambda value: all(test(value) for test in tests)

    def keyword(self, word: str, given: Any, schema: dict[str, Any]) -> Test:
        """The test of one keyword; a keyword without one never holds."""
        make = getattr(self, f"_{word.lstrip('$')}", None)
        if make is None:
            return lambda _value: False
        made: Test = make(given, schema)
        return made

    def _ref(self, given: str, _schema: Any) -> Test:
        if given not in self.known:
            # A part may refer to itself, so its name is filed before it is made.
            found: list[Test] = []
            self.known[given] = lambda value: found[0](value)  # noqa: PLW0108 -- it is not there yet
            part = self.root
            for step in given.removeprefix("#/").split("/") if given != "#" else ():
                part = part[step]
            found.append(self.test(part))
        return self.known[given]

    def _type(self, given: Any, _schema: Any) -> Test:
        if isinstance(given, str):
            return TYPES[given]
        tests = [TYPES[name] for name in given]
        return lambda value: any(test(value) for test in tests)

    def _const(self, given: Any, _schema: Any) -> Test:
        return lambda value: type(value) is type(given) and bool(value == given)

    def _enum(self, given: list[Any], _schema: Any) -> Test:
        kinds = [(type(one), one) for one in given]
        return lambda value: (type(value), value) in kinds

    def _properties(self, given: dict[str, Any], schema: dict[str, Any]) -> Test:
        tests = {key: self.test(part) for key, part in given.items()}
        closed = schema.get("additionalProperties", True)
        if closed is False and "patternProperties" not in schema:

            def whole(value: Any) -> bool:
                if type(value) is not dict:
                    return True
                for key, item in value.items():
                    test = tests.get(key)
                    if test is None or not test(item):
                        return False
                return True

            return whole
        return lambda value: (
            type(value) is not dict or all(key not in tests or tests[key](item) for key, item in value.items())
        )

    def _additionalProperties(self, given: Any, schema: dict[str, Any]) -> Test:  # noqa: N802 -- the keyword's name
        known = schema.get("properties", {})
        if given is True or (given is False and known and "patternProperties" not in schema):
            return lambda _value: True  # ``properties`` has looked already
        patterns = [re.compile(pattern) for pattern in schema.get("patternProperties", {})]
        test = self.test(given)
        return lambda value: (
            type(value) is not dict
            or all(
                key in known or any(pattern.search(key) for pattern in patterns) or test(item)
                for key, item in value.items()
            )
        )

    def _patternProperties(self, given: dict[str, Any], _schema: Any) -> Test:  # noqa: N802
        tests = [(re.compile(pattern), self.test(part)) for pattern, part in given.items()]
        return lambda value: (
            type(value) is not dict
            or all(test(item) for key, item in value.items() for pattern, test in tests if pattern.search(key))
        )

    def _propertyNames(self, given: Any, _schema: Any) -> Test:  # noqa: N802
        test = self.test(given)
        return lambda value: type(value) is not dict or all(test(key) for key in value)

    def _required(self, given: list[str], _schema: Any) -> Test:
        return lambda value: type(value) is not dict or all(key in value for key in given)

    def _items(self, given: Any, schema: dict[str, Any]) -> Test:
        test, start = self.test(given), len(schema.get("prefixItems", ()))
        return lambda value: type(value) is not list or all(test(item) for item in (value[start:] if start else value))

    def _prefixItems(self, given: list[Any], _schema: Any) -> Test:  # noqa: N802
        tests = [self.test(part) for part in given]
        return lambda value: (
            type(value) is not list or all(test(item) for test, item in zip(tests, value, strict=False))
        )

    def _pattern(self, given: str, _schema: Any) -> Test:
        search = re.compile(given).search
        return lambda value: type(value) is not str or search(value) is not None

    def _minLength(self, given: int, _schema: Any) -> Test:  # noqa: N802
        return lambda value: type(value) is not str or len(value) >= given

    def _minItems(self, given: int, _schema: Any) -> Test:  # noqa: N802
        return lambda value: type(value) is not list or len(value) >= given

    def _maxItems(self, given: int, _schema: Any) -> Test:  # noqa: N802
        return lambda value: type(value) is not list or len(value) <= given

    def _minProperties(self, given: int, _schema: Any) -> Test:  # noqa: N802
        return lambda value: type(value) is not dict or len(value) >= given

    def _maxProperties(self, given: int, _schema: Any) -> Test:  # noqa: N802
        return lambda value: type(value) is not dict or len(value) <= given

    def _minimum(self, given: float, _schema: Any) -> Test:
        return lambda value: type(value) not in (int, float) or value >= given

    def _maximum(self, given: float, _schema: Any) -> Test:
        return lambda value: type(value) not in (int, float) or value <= given

    def _uniqueItems(self, given: bool, _schema: Any) -> Test:  # noqa: N802
        def unique(value: Any) -> bool:
            if not given or type(value) is not list:
                return True
            seen = [repr(item) for item in value]
            return len(set(seen)) == len(seen)

        return unique

    def _if(self, given: Any, schema: dict[str, Any]) -> Test:
        if not is_exact(given):
            return lambda _value: False
        condition = self.test(given)
        then, other = self.test(schema.get("then", True)), self.test(schema.get("else", True))
        return lambda value: then(value) if condition(value) else other(value)

    def _then(self, _given: Any, _schema: Any) -> Test:
        return lambda _value: True  # ``if`` has looked already

    _else = _then

    def _allOf(self, given: list[Any], _schema: Any) -> Test:  # noqa: N802
        tests = [self.test(part) for part in given]
        return lambda value: all(test(value) for test in tests)

    def _anyOf(self, given: list[Any], _schema: Any) -> Test:  # noqa: N802
        tests = [self.test(part) for part in given]
        return lambda value: any(test(value) for test in tests)

    def _oneOf(self, given: list[Any], _schema: Any) -> Test:  # noqa: N802
        if not all(map(is_exact, given)):
            return lambda _value: False
        tests = [self.test(part) for part in given]
        return lambda value: sum(test(value) for test in tests) == 1
