"""Scenarios: single battles and short campaigns as text files (docs/scenarios.md)."""

from typing import Final

# The rules' own beginnings of the whole campaign
CAMPAIGNS: Final = ("historical", "free")
# The scenarios of ours, in the order in which they are offered
SHIPPED: Final = ("quatre-bras", "ligny", "wavre", "waterloo", "four-days")
