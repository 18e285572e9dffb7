"""Say whether the rules that Python imports are plain or compiled: ``rules_build.py compiled``.

Fails unless every module of ``napoleon.rules``, and the opponents' searches, are of the kind asked
for, so that a run of the tests never vouches for the wrong one.
"""

import importlib
import pkgutil
import sys
from importlib.machinery import EXTENSION_SUFFIXES

import napoleon.rules

# Read once for a board of one's own: setup.py leaves it plain.
PLAIN = {"napoleon.rules.board.checking"}


def builds() -> dict[str, str]:
    """How each module is built; packages are plain Python always."""
    found = {}
    for module in pkgutil.walk_packages(napoleon.rules.__path__, "napoleon.rules."):
        if not module.ispkg and module.name not in PLAIN:
            file = importlib.import_module(module.name).__file__ or ""
            found[module.name] = "compiled" if file.endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
    for name in (
        "napoleon.ai.opponents",
        "napoleon.ai.battle.search",
        "napoleon.ai.campaign.features",
    ):
        file = importlib.import_module(name).__file__ or ""
        found[name] = "compiled" if file.endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
    return found


def main(expected: str) -> int:
    found = builds()
    wrong = [name for name, build in found.items() if build != expected]
    if "napoleon.rules.game" not in found:
        print("There is no module napoleon.rules.game.")
    elif wrong:
        print(f"Expected the {expected} rules, but these modules are not: {', '.join(wrong)}.")
    else:
        folder = napoleon.rules.__path__[0]
        print(f"{len(found)} modules of rules and opponents, all {expected}, in {folder}")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
