"""THK401: patterns and pairs in configuration."""

from __future__ import annotations

from thinkspec.lint.rules.base import Rule

RULES = (
    Rule(
        "THK401",
        "think-pattern-in-config",
        "warning",
        "0.1.0",
        what="Flags a think pattern or a pair of tags in YAML, TOML or JSON: settings, workflow exports, regex scripts.",
        why="A pattern in configuration reads replies as one in code does, and no test of the code covers it.",
        path="settings.yaml",
        bad='cleanup:\n  pattern: "<think>.*?</think>"\n',
        good="cleanup:\n  reader: core.think\n",
        message="configuration holds a think pattern or tag pair ({names})",
        instead="a setting that names the reader, or a step that calls think.strip",
    ),
)
