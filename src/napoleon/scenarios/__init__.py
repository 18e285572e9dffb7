"""Scenarios: single battles and short campaigns as text files (docs/scenarios.md)."""

from typing import Final

# What `napoleon.rules.scenarios()` has, for those who only list names: the rules take longer to
# import than the command line has. A test compares them.
CAMPAIGNS: Final = ("historical", "free")
SHIPPED: Final = ("quatre-bras", "ligny", "wavre", "waterloo", "four-days")
