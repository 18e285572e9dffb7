"""A scenario file as it is read: the rules read it (`napoleon.rules.notation.scenarios`)."""

from napoleon.rules.notation.scenarios import (
    HEADER,
    LANGUAGES,
    Scenario,
    ScenarioError,
    Text,
    parse_scenario,
)

__all__ = ["HEADER", "LANGUAGES", "Scenario", "ScenarioError", "Text", "parse_scenario"]
