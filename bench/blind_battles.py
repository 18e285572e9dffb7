"""Forty-eight positions in battle for `bench/blind.py`, by a fourth examiner."""


# ruff: noqa: E501

from __future__ import annotations

import re

from bench.blind import Answer, Position

from napoleon.rules.board.units import (
    FOOT_GUNS,
    GUNS,
    INFANTRIES,
    LEADERS,
    MOUNTED,
    UNIT_BY_ID,
    UNIT_IDS,
)


def fr(a: Answer, area: str) -> list[str]:
    """The French in an area."""
    return [
        u
        for u in UNIT_IDS
        if u.startswith("FR") and a.where(u) not in (None, "lost") and a.area(u) == area
    ]


def al(a: Answer, area: str) -> list[str]:
    """The Allies in an area."""
    return [
        u
        for u in UNIT_IDS
        if not u.startswith("FR") and a.where(u) not in (None, "lost") and a.area(u) == area
    ]


def went(a: Answer, area: str) -> bool:
    """Someone of the seat's own moved into the area this turn."""
    return any(re.fullmatch(rf"move \S+ {area}", p) for p in a.played)


def retreats(a: Answer) -> list[str]:
    """Its retreats."""
    return [p for p in a.played if p.startswith("retreat")]


def gone(a: Answer, units: str, town: str) -> bool:
    """All the enemies have left the town or are dead: the battle is won."""
    return all(a.where(u) != town for u in units.split())


def shown(a: Answer) -> list[str]:
    """The units that it shows."""
    return [p.split()[1] for p in a.played if p.startswith("reveal")]


def hits(a: Answer, strengths: dict[str, int]) -> float:
    """Those to be expected of the units that it shows in a skirmish (6.6)."""
    return sum(strengths[u] * (1 + (MOUNTED >> UNIT_BY_ID[u] & 1)) / 6 for u in shown(a))


def sane(a: Answer) -> bool:
    """Whether every area has two points of the Allies' that are neither foot guns nor leaders."""
    for area in ("left", "centre", "right"):
        points = 0
        for unit in al(a, area):
            if not 1 << UNIT_BY_ID[unit] & (FOOT_GUNS | LEADERS):
                points += a.strength(unit)
        if points < 2:
            return False
    return True


def occupied(a: Answer, kind: str, arms: int) -> bool:
    """Whether a unit of these arms is named to hold the Allied ground of a kind."""
    found = re.search(rf"terrain (?:allied|prussian) \w+ {kind} ([\w-]+)", a.position())
    return found is not None and 1 << UNIT_BY_ID[found[1]] & arms != 0


def sent(a: Answer) -> int:
    """How many units it brings up."""
    return sum(p.startswith("reinforce") for p in a.played)


POSITIONS = [
    Position(
        "fight-plug-the-hole",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I1/3
            allied centre: PR-1-C/1
            allied right: PR-1-I2/3
            allied reserve: PR-2-I1/4 PR-2-A/3
            french enemy-centre: FR-3-I1/3
            french left: FR-2-I1/4
            french right: FR-1-I1/3
            french centre: FR-2-A/3
            french reserve: FR-C3/3
        """,
        why="7.4: one strength-1 unit holds the centre; the fresh infantry of the reserve must go there.",
        is_right=lambda a: a.area("PR-2-I1") == "centre",
    ),
    Position(
        "fight-no-square-against-foot",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I2/4
            allied centre: PR-1-I1/4
            allied right: PR-2-I2/4
            allied reserve: PR-2-I1/3
            french enemy-centre: FR-2-I1/3 FR-H1/2
            french left: FR-2-I2/3
            french right: FR-1-I1/3
            french centre: FR-2-A/3
        """,
        why="6.5.1: infantry +1 and horse guns F3 against a square; no cavalry is about.",
        is_right=lambda a: not any(p.startswith("square PR-1-I1") for p in a.played),
    ),
    Position(
        "fight-horse-avoids-square",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I2 PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-2-I1/4(square)
            allied centre: PR-1-I1/4
            allied right: PR-1-A/2
            french left: FR-2-I1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
            french reserve: FR-C3/3 FR-C4/2
        """,
        why="A foot battery of 2 stands alone on the Allied right: whoever goes there routs all soon. No shock and -1 against the square.",
        is_right=lambda a: (
            bool(fr(a, "enemy-right")) and (not {"FR-C3", "FR-C4"} & set(fr(a, "enemy-left")))
        ),
    ),
    Position(
        "fight-foot-fires-at-square",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-2-I1/4
            allied centre: PR-1-I1/2(square) PR-1-I2/4
            allied right: PR-2-I2/4
            french enemy-centre: FR-2-I1/3 FR-C3/3
            french left: FR-1-I1/3
            french right: FR-3-I1/3
            french centre: FR-4-I/4
        """,
        why="6.5.1: infantry hits the square at F3 (1.5 of its 2 steps), the rest at F2 only.",
        is_right=lambda a: a.strength("PR-1-I1") == 0 or "fire FR-2-I1 PR-1-I1" in a.played,
    ),
    Position(
        "fight-guns-before-bayonets",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-2-I1/4
            allied centre: PR-1-I1/2 PR-1-A/3
            allied right: PR-1-I2/4
            allied reserve: PR-1-C/2
            french left: FR-2-I1/4
            french centre: FR-2-A/3 FR-G-I/4
            french right: FR-1-I1/3
        """,
        why="Long-range fire costs nothing, and is shut off once a friend stands in the facing area.",
        is_right=lambda a: any(p.startswith("bombard FR-2-A") for p in a.played),
    ),
    Position(
        "fight-onto-the-lone-gun",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I2 PR-1-C PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/4
            allied centre: PR-1-A/1
            allied right: PR-2-I1/4
            allied reserve: PR-2-I2/3
            french left: FR-1-I1/3
            french centre: FR-2-I1/4 FR-2-A/3
            french right: FR-3-I1/3
            french reserve: FR-N
        """,
        why="6.3.1, 7.4: engaged, the gun of strength 1 dies on 1-3 before the reserve can come, and all rout. Long-range hits on it are lost.",
        is_right=lambda a: bool(fr(a, "enemy-centre")) or gone(a, "PR-1-I1", "charleroi"),
    ),
    Position(
        "fight-onto-the-lone-gun-defending",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I1/3 PR-1-C/2
            allied centre: PR-1-I2/4
            allied right: PR-2-I1/4
            allied reserve: PR-1-A/3
            french left: FR-2-I1/4
            french centre: FR-G-I/4
            french right: FR-1-A/1
            french reserve: FR-3-I1/3 FR-C1/3
        """,
        why="The same for the defender: the French right is a gun of strength 1.",
        is_right=lambda a: bool(al(a, "enemy-right")) or gone(a, "FR-2-I1", "charleroi"),
    ),
    Position(
        "fight-both-flanks",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/1
            allied centre: PR-2-I1/4 PR-1-A/4
            allied right: PR-1-I2/1
            allied reserve: PR-2-I2/4
            french left: FR-2-I1/4
            french centre: FR-1-I1/3 FR-2-A/3
            french right: FR-3-I1/3
            french reserve: FR-C1/3
        """,
        why="Both flanks are held by one step: each, engaged, must disengage on 1-3, which is a rout; both together 3 in 4.",
        is_right=lambda a: (
            gone(a, "PR-2-I1", "charleroi")
            or (bool(fr(a, "enemy-left")) and bool(fr(a, "enemy-right")))
        ),
    ),
    Position(
        "fight-horse-not-at-the-farm",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I2 PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            terrain allied right farm PR-1-I1
            allied left: PR-1-A/2
            allied centre: PR-2-I1/4
            allied right: PR-1-I1/3
            french left: FR-2-I1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
            french reserve: FR-C3/3 FR-G-C/3
        """,
        why="6.2.1: cavalry cannot hurt the farm's garrison; the Allied left is a foot battery of 2, alone.",
        is_right=lambda a: (
            bool(fr(a, "enemy-left")) and (not {"FR-C3", "FR-G-C"} & set(fr(a, "enemy-right")))
        ),
    ),
    Position(
        "fight-horse-not-in-the-woods",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            terrain allied centre woods
            allied left: PR-2-I1/4 PR-2-I2/4
            allied centre: PR-1-I1/3
            allied right: PR-1-I2/2
            french left: FR-2-I1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
            french reserve: FR-C3/3 FR-C4/2
        """,
        why="6.2.1: in the woods heavy cavalry fights at F1 without shock; in the open it charges two steps at F4.",
        is_right=lambda a: not {"FR-C3", "FR-C4"} & set(fr(a, "enemy-centre")),
    ),
    Position(
        "fight-infantry-for-the-guns",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-A/3
            allied centre: PR-1-I1/4
            allied right: PR-1-I2/4
            allied reserve: PR-2-I1/4
            french right: FR-C3/3 FR-2-I1/4
            french centre: FR-1-I1/3
            french left: FR-3-I1/3
        """,
        why="The left is a foot battery alone, before horse and foot: the reserve goes there before they charge.",
        is_right=lambda a: a.area("PR-2-I1") == "left",
    ),
    Position(
        "fight-save-the-last-gun",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-I2 PR-1-C PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C
            hannut: PR-B PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-2-I1/4
            allied centre: PR-1-I1/4 PR-1-A/1
            allied right: PR-2-I2/4
            french enemy-centre: FR-C3/3(shock) FR-C1/3(shock)
            french left: FR-2-I1/4
            french right: FR-1-I1/3
            french centre: FR-2-A/3
        """,
        why="The ninth Prussian loss ends the Prussian army. The engaged gun of 1 dies on 1-3 at its next morale: it goes to the reserve or shelters in a square.",
        is_right=lambda a: (
            a.strength("PR-1-A") > 0
            and (
                a.area("PR-1-A") == "reserve" or any(m.startswith("in:") for m in a.marks("PR-1-A"))
            )
        ),
    ),
    Position(
        "fight-the-ninth-prussian",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-I2 PR-1-C PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-A
            hannut: PR-B PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/4 PR-3-C/1
            allied centre: PR-2-I2/4
            allied right: PR-2-I1/4 PR-1-A/1
            french left: FR-2-I1/4
            french centre: FR-G-I/4
            french right: FR-1-I1/3
            french reserve: FR-C1/3
        """,
        why="The ninth Prussian loss ends that army: engage the right, and the gun of strength 1 dies on 1-3 at morale; the horse of 1 only falls back.",
        is_right=lambda a: a.lost("prussian") >= 9 or bool(fr(a, "enemy-right")),
    ),
    Position(
        "fight-march-off-in-time",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-A PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C
            hannut: PR-B PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I1/1
            allied centre: PR-1-I2/2
            allied right: PR-1-C/1
            allied reserve: PR-1-HA/1
            french left: FR-2-I1/4 FR-2-I2/3
            french centre: FR-G-I/4 FR-G-C/3
            french right: FR-1-I1/3 FR-C1/3
            french reserve: FR-N
        """,
        why="One loss more ends the Prussian army; nobody is engaged, and the roads let all four go unhurt this battle turn.",
        is_right=lambda a: (
            gone(a, "PR-1-I1 PR-1-I2 PR-1-C PR-1-HA", "charleroi") and a.lost("prussian") == 8
        ),
    ),
    Position(
        "fight-the-attacker-marches-off",
        "french",
        is_battle=True,
        text="""
            turn 5
            lost: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A
            beaumont: FR-N FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-HA PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe thuin
            allied left: PR-1-I1/4
            allied centre: PR-1-I2/4 PR-1-A/4
            allied right: PR-2-I1/4
            allied reserve: PR-2-C/3
            french left: FR-2-I1/1
            french centre: FR-3-I1/1
            french right: FR-C1/1
        """,
        why="One loss more and the French have lost the campaign; three steps before nineteen: the roads let all three go unhurt.",
        is_right=lambda a: gone(a, "FR-2-I1 FR-3-I1 FR-C1", "charleroi") and a.lost("french") == 11,
    ),
    Position(
        "fight-hold-for-the-column",
        "allied",
        is_battle=True,
        text="""
            turn 5
            brussels: AD-R-I1 AD-R-A AD-2-I1 AD-C-H
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-C AD-1-A AD-2-I2 AD-2-A AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle waterloo
            origins quatre-bras
            side allied
            allied left: AD-1-I2/2
            allied centre: AD-R-I2/3
            allied right: AD-1-I3/2
            french left: FR-2-I1/3
            french centre: FR-2-I2/3
            french right: FR-1-I1/3
            french reserve: FR-2-A/3
        """,
        why="An even fight, nobody engaged, and two fresh units a battle turn come from Brussels: hold, and call them.",
        is_right=lambda a: (
            not retreats(a) and sum(p.startswith("reinforce") for p in a.played) >= 2
        ),
    ),
    Position(
        "fight-guns-leave-first",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-3-I2 FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-3-I1 PR-3-I2 PR-3-C
            hannut: PR-B PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I1/2
            allied centre: PR-1-I2/2
            allied right: PR-2-I1/2
            allied reserve: PR-1-A/2 PR-2-A/2
            french enemy-left: FR-2-I1/4 FR-2-I2/3
            french enemy-centre: FR-G-I/4
            french enemy-right: FR-1-I1/3 FR-C1/3
            french reserve: FR-3-I1/3
            french left: FR-2-A/3
            french centre: FR-1-A/3
            french right: FR-3-A/3
        """,
        why="7.4.1: a rout, which is near, kills both guns (2 steps each), and with them the Prussian army. They are of no use in reserve: off with them.",
        is_right=lambda a: (
            a.strength("PR-1-A") > 0
            and a.strength("PR-2-A") > 0
            and (a.where("PR-1-A") != "charleroi" != a.where("PR-2-A"))
        ),
    ),
    Position(
        "fight-last-turn-all-in",
        "french",
        is_battle=True,
        text="""
            turn 23
            defeated: prussian
            lost: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2
            beaumont: FR-N FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            lost: AD-1-I2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-R-A
            brussels: AD-W AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: PR-B
            battle waterloo
            origins quatre-bras
            allied left: AD-1-I1/4
            allied centre: AD-R-I1/4
            allied right: AD-R-I2/3 AD-1-A/1
            french left: FR-2-I1/2
            french centre: FR-3-I1/2
            french right: FR-C1/2
        """,
        why="The last turn: without an eighth Anglo-Dutch loss the French have lost. The gun of 1 dies on 1-3 once engaged.",
        is_right=lambda a: (
            a.lost("anglo-dutch") >= 8 or (not retreats(a) and bool(fr(a, "enemy-right")))
        ),
    ),
    Position(
        "fight-whose-loss",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I1 AD-1-I2 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A PR-1-C
            battle charleroi fighting
            origins laneffe
            order 1
            senior prussian
            french left: FR-1-I1
            french centre: FR-2-A
            french right: FR-3-I1
            french enemy-centre: FR-2-I1/1(fired)
            allied left: PR-1-I1
            allied centre: AD-1-I3/1 PR-2-I1/1
            allied right: PR-1-I2
            round 1
            busy
            flow campaign step=3
            flow engagements step=3 cursor=1 half=0
            flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0
            flow losses town=charleroi pool=AD-1-I3+PR-2-I1 hits=1 is_long=0
        """,
        why="Of two equals the owner chooses: an Anglo-Dutch unit is the eighth and ends that army, the Prussian is the second.",
        is_right=lambda a: a.played[0] == "lose PR-2-I1",
    ),
    Position(
        "fight-guns-at-the-square",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-2-I1/4
            allied centre: PR-1-I1/3(square) PR-1-A/1
            allied right: PR-1-I2/4
            french left: FR-2-I1/4
            french centre: FR-2-A/3 FR-4-I/3
            french right: FR-1-I1/3
        """,
        why="6.4, 6.5.1: long-range hits on the gun of 1 are lost; on the square the guns fire at +1.",
        is_right=lambda a: "bombard FR-2-A PR-1-I1" in a.played,
    ),
    Position(
        "fight-idle-no-longer",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            idle 1
            allied left: PR-1-I1/2
            allied centre: PR-1-I2/3
            allied right: PR-2-I1/3
            french left: FR-2-I1/4 FR-1-I1/3
            french centre: FR-G-I/4
            french right: FR-3-I1/3 FR-4-I/4
        """,
        why="6.7: a second idle turn means withdrawal; the French are twice as strong: engage.",
        is_right=lambda a: (
            any(fr(a, x) for x in ("enemy-left", "enemy-centre", "enemy-right"))
            or gone(a, "PR-1-I1 PR-1-I2", "charleroi")
        ),
    ),
    Position(
        "fight-cover-the-weak-one",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            lost: AD-1-I2 AD-1-I3 AD-1-A AD-2-I2 AD-2-A AD-R-I2 AD-R-A
            brussels: AD-W AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle nivelles
            origins binche
            side allied
            allied left: AD-1-I1/4
            allied centre: AD-2-I1/4
            allied right: AD-1-C/1
            allied reserve: AD-R-I1/4
            french left: FR-2-I1/4 FR-C1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
        """,
        why="The eighth loss ends the Anglo-Dutch army; alone on the right stands horse of 1. The reserve covers it (hits fall on the strongest), or it rides off.",
        is_right=lambda a: (
            a.strength("AD-1-C") > 0
            and (a.area("AD-R-I1") == "right" or a.where("AD-1-C") != "nivelles")
        ),
    ),
    Position(
        "fight-draw-against-horse",
        "allied",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-C1 FR-C2 FR-C3 FR-C4 FR-G-C PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2/3 PR-B
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="Woods, farm and stream all hurt cavalry, and a hill harms nobody: infantry draws twice.",
        is_right=lambda a: "draw 2" in a.played,
    ),
    Position(
        "fight-horse-draws-nothing",
        "french",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-C1 FR-C2 FR-C3 FR-C4 FR-G-C PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2/3 PR-B
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="Only cavalry: of its own woods or stream it has but harm, of farm and hill no use.",
        is_right=lambda a: "draw 0" in a.played,
    ),
    Position(
        "fight-no-bare-guns",
        "allied",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-C3 FR-G-C PR-1-I1 PR-1-I2/1 PR-1-A PR-2-I1 PR-2-I2/3 PR-2-A PR-1-C PR-B
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-1-HA PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="An area held by a foot battery, a leader or a single step is a rout at the first push; there is enough to hold all three.",
        is_right=sane,
    ),
    Position(
        "fight-guns-on-the-hill",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            charleroi: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2/3 PR-2-A
            hannut: PR-1-C PR-1-HA PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi setting-up
            origins laneffe
            order 1
            senior prussian
            flow campaign step=3
            flow engagements step=2 cursor=1 half=1
            flow deployment town=charleroi step=3 hand=4 ended=0 touched=0
        """,
        why="6.2.1: on the hill a battery hits at F2 instead of F1 at long range, for nothing: deploy one there, and name it.",
        is_right=lambda a: occupied(a, "hill", GUNS),
    ),
    Position(
        "fight-foot-in-the-farm",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            charleroi: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2/3 PR-2-A
            hannut: PR-1-C PR-1-HA PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi setting-up
            origins laneffe
            order 1
            senior prussian
            flow campaign step=3
            flow engagements step=2 cursor=1 half=1
            flow deployment town=charleroi step=3 hand=2 ended=0 touched=0
        """,
        why="6.2.1: infantry in the farm fires at +1, for nothing: deploy one there, and name it.",
        is_right=lambda a: occupied(a, "farm", INFANTRIES),
    ),
    Position(
        "fight-skirmish-show-the-strong",
        "french",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-C1/1 FR-2-I1 FR-G-I PR-1-I1 PR-1-C
            lost: FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A
            beaumont: FR-N FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I2 PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="The twelfth French loss ends the campaign; six dice at most fall on the strongest shown: with both fours in front no one can die.",
        is_right=lambda a: {"FR-2-I1", "FR-G-I"} <= set(shown(a)),
    ),
    Position(
        "fight-skirmish-hide-the-weak",
        "allied",
        is_battle=True,
        text="""
            turn 5
            nivelles: AD-1-C/1 AD-R-I1 FR-C1 FR-C3 FR-2-I1 FR-1-I1
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C4 FR-H1 FR-H2
            lost: AD-1-I1 AD-1-I2 AD-1-I3 AD-1-A AD-2-I1 AD-2-I2 AD-2-A
            brussels: AD-W AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle nivelles pending
            origins binche
        """,
        why="The eighth loss ends the Anglo-Dutch army: horse of 1 shown alone dies at the first hit of a dozen dice; the four must be in front.",
        is_right=lambda a: "AD-R-I1" in shown(a),
    ),
    Position(
        "fight-skirmish-all-the-horse",
        "french",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-C1 FR-C3 FR-C4 FR-G-C FR-2-I1 FR-3-I2 PR-1-I1/2 PR-1-C/1
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I1 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            lost: PR-1-I2 PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1
            hannut: PR-B PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="One Prussian more and their army is out: show the four that hit most (mounted at F2).",
        is_right=lambda a: (
            hits(a, {"FR-C1": 3, "FR-C3": 3, "FR-C4": 2, "FR-G-C": 3, "FR-2-I1": 4, "FR-3-I2": 2})
            >= 3.2
        ),
    ),
    Position(
        "fight-skirmish-defend-with-all",
        "allied",
        is_battle=True,
        text="""
            turn 5
            charleroi: FR-C3 FR-C1/2 PR-2-C PR-1-C PR-1-HA PR-1-A PR-1-I1 PR-3-I1/1
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi pending
            origins laneffe
        """,
        why="The defender fires first and cannot lose a unit to five dice with fours in front: show four, and the mounted ones.",
        is_right=lambda a: (
            hits(
                a, {"PR-2-C": 3, "PR-1-C": 2, "PR-1-HA": 2, "PR-1-A": 4, "PR-1-I1": 4, "PR-3-I1": 1}
            )
            >= 2.5
        ),
    ),
    Position(
        "fight-wellington-goes-to-his-own",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C4 FR-H1 FR-H2
            brussels: AD-1-I2 AD-C-L1 AD-C-L2 AD-C-HA
            nivelles: FR-1-I1 FR-C1 FR-C3 AD-W
            waterloo: AD-1-I1 AD-R-I1 AD-R-A AD-C-H
            charleroi: FR-2-I1 FR-2-I2 FR-C2
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I2
            battle nivelles pending
            origins binche
            senior anglo-dutch
            flow campaign step=3
            flow engagements step=0 cursor=0 half=1
            flow skirmish town=nivelles step=5 revealed=FR-C1+AD-W ended=0 touched=0
            flow flight town=nivelles side=1 mode=0 known=FR-C1+AD-W used= turn_army=-1
        """,
        why="The eighth loss ends the Anglo-Dutch army: Wellington alone flees to the four at Waterloo, not to an empty town before the French.",
        is_right=lambda a: a.played[0] == "retreat AD-W waterloo",
    ),
    Position(
        "fight-leader-steadies-the-centre",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-2-I2 FR-3-I2 FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-2-I1/4
            allied centre: PR-1-I1/1
            allied right: PR-2-I2/4
            allied reserve: PR-B
            french enemy-left: FR-1-I1/1
            french enemy-centre: FR-3-I1/2
            french enemy-right: FR-2-I1/1
            french left: FR-2-A/2
            french centre: FR-1-A/2
            french right: FR-3-A/2
        """,
        why="The flanks are winning; if the one step in the centre falls or runs, all rout. Bluecher is a second body there, and +1 at morale.",
        is_right=lambda a: a.area("PR-B") == "centre" or gone(a, "FR-3-I1", "charleroi"),
    ),
    Position(
        "fight-charge-the-lone-battery",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-A PR-1-HA PR-2-I1 PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I2/4
            allied centre: PR-2-I2/4
            allied right: PR-1-I1/4
            allied reserve: PR-2-C/3 PR-1-C/2
            french left: FR-2-A/3
            french centre: FR-G-I/4 FR-1-I1/3
            french right: FR-2-I1/4 FR-3-I1/3
        """,
        why="The French left is a foot battery alone and they have no reserve: horse and foot fall on it, and the French rout.",
        is_right=lambda a: bool(al(a, "enemy-left")) or gone(a, "FR-G-I", "charleroi"),
    ),
    Position(
        "fight-leader-walks-in-before-the-reserve",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/3
            allied right: PR-1-I2/3
            allied reserve: PR-2-I1/4 PR-2-I2/4
            french enemy-left: FR-1-I1/3
            french enemy-right: FR-2-I1/3
            french left: FR-2-A/2
            french right: FR-1-A/2
            french reserve: FR-N FR-3-I1/2
        """,
        why="7.4: nobody stands in the Allied centre; only Napoleon can stand there alone now, and all rout. Next turn eight fresh steps fill the gap.",
        is_right=lambda a: (
            gone(a, "PR-1-I1 PR-1-I2", "charleroi")
            or any(str(m.action) == "move FR-N enemy-centre" for m in a._game.moves)
        ),
    ),
    Position(
        "fight-square-holds-the-hinge",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied left: PR-1-I2/4 PR-2-C/3
            allied centre: PR-1-I1/3
            allied right: PR-2-I1/4 PR-2-I2/4
            french enemy-centre: FR-C3/3(shock) FR-G-C/3(shock)
            french left: FR-2-I1/2
            french right: FR-1-I1/2
            french centre: FR-2-A/2
        """,
        why="The flanks are twice as strong as the French; only the centre can break, under eight... six dice at F4. In square it is F2.",
        is_right=lambda a: "square" in a.marks("PR-1-I1"),
    ),
    Position(
        "fight-call-the-column-in-the-fight",
        "allied",
        is_battle=True,
        text="""
            turn 5
            brussels: AD-R-I1 AD-R-A AD-2-I1 AD-C-H
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I3 AD-1-C AD-1-A AD-2-A AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle waterloo
            origins quatre-bras
            side allied
            allied left: AD-1-I2/3
            allied centre: AD-R-I2/3
            allied right: AD-2-I2/3
            french enemy-left: FR-2-I1/3
            french enemy-centre: FR-2-I2/3
            french enemy-right: FR-1-I1/3
            french left: FR-2-A/3
            french reserve: FR-3-I1/3
        """,
        why="All three areas are engaged, at even strength, and the French have a reserve: call two a turn from Brussels.",
        is_right=lambda a: (
            not retreats(a) and sum(p.startswith("reinforce") for p in a.played) >= 2
        ),
    ),
    Position(
        "fight-whose-loss-prussian",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I2 AD-1-C PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-2-A
            battle charleroi fighting
            origins laneffe
            order 1
            senior anglo-dutch
            french left: FR-1-I1
            french centre: FR-2-A
            french right: FR-3-I1
            french enemy-centre: FR-2-I1/2(fired)
            allied left: AD-1-I1
            allied centre: AD-1-I3/1 PR-2-I1/1
            allied right: AD-R-I1
            round 1
            busy
            bled
            flow campaign step=3
            flow engagements step=3 cursor=1 half=0
            flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0
            flow losses town=charleroi pool=AD-1-I3+PR-2-I1 hits=1 is_long=0
        """,
        why="Of two equals the owner chooses: a Prussian is the ninth and ends that army, the Anglo-Dutch unit is the third.",
        is_right=lambda a: a.played[0] == "lose AD-1-I3",
    ),
    Position(
        "fight-horse-closes-the-door",
        "french",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/3
            allied right: PR-1-I2/4
            allied reserve: PR-2-I1/4 PR-2-A/4
            french enemy-right: FR-2-I1/3
            french left: FR-2-A/2
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
            french reserve: FR-C1/2
        """,
        why="The Allied centre is empty: the French infantry of the centre, or the horse, walks in, and all rout before the reserve comes.",
        is_right=lambda a: gone(a, "PR-1-I1 PR-1-I2", "charleroi") or went(a, "enemy-centre"),
    ),
    Position(
        "fight-column-for-the-attacker",
        "french",
        is_battle=True,
        text="""
            turn 5
            laneffe: FR-G-I FR-G-C FR-G-A1 FR-4-I
            beaumont: FR-N FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied left: PR-1-I1/4
            allied centre: PR-1-I2/4
            allied right: PR-2-I1/3
            allied enemy-centre: PR-2-I2/3
            french left: FR-2-I1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
        """,
        why="Pressed in the centre by a stronger enemy, with the Guard at Laneffe: it comes, two a turn, strongest foremost.",
        is_right=lambda a: (
            not retreats(a) and sum(p.startswith("reinforce") for p in a.played) >= 2
        ),
    ),
    Position(
        "fight-the-big-column-attacking",
        "french",
        is_battle=True,
        text="""
            turn 5
            laneffe: FR-G-I FR-4-I FR-6-I FR-1-I2 FR-2-I2
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-A FR-2-A FR-3-I2 FR-3-A FR-4-A FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            step reinforce
            allied left: PR-1-I1/4
            allied centre: PR-1-I2/4
            allied right: PR-2-I1/3
            allied enemy-centre: PR-2-I2/3
            french left: FR-2-I1/3
            french centre: FR-1-I1/3
            french right: FR-3-I1/3
        """,
        why="Fourteen Prussian steps press nine; five fresh infantry stand at Laneffe: two a turn come.",
        is_right=lambda a: sent(a) >= 2,
    ),
    Position(
        "fight-two-roads-of-help",
        "allied",
        is_battle=True,
        text="""
            turn 5
            quatre-bras: AD-1-I1 AD-1-I2 AD-1-A AD-R-I1
            namur: PR-3-I1 PR-4-I1 PR-4-A
            beaumont: FR-N FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I2 PR-3-C PR-3-A PR-4-I2 PR-4-C
            battle ligny
            origins charleroi
            side allied
            step reinforce
            allied left: PR-1-I1/3
            allied centre: PR-1-I2/3
            allied right: PR-2-I1/3
            french enemy-left: FR-2-I1/3
            french enemy-centre: FR-G-I/3
            french enemy-right: FR-1-I1/3
            french reserve: FR-C1/3 FR-C3/3
        """,
        why="Even in the line, six French horse steps behind: help is at hand over two main roads; at least two come, better four.",
        is_right=lambda a: sent(a) >= 2,
    ),
    Position(
        "fight-help-for-the-winning-attack",
        "french",
        is_battle=True,
        text="""
            turn 5
            laneffe: FR-G-I FR-4-I FR-6-I FR-G-A1 FR-6-A
            beaumont: FR-N FR-G-C FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            step reinforce
            allied left: PR-1-I1/3
            allied centre: PR-1-I2/3
            allied right: PR-2-I1/3
            french enemy-left: FR-2-I1/3
            french enemy-centre: FR-1-I1/3
            french enemy-right: FR-3-I1/3
            allied reserve: PR-2-C/3
        """,
        why="Even in the line, and no French reserve behind it: the first infantry come up.",
        is_right=lambda a: sent(a) >= 1,
    ),
    Position(
        "fight-the-twelfth-loss-is-a-gun",
        "french",
        is_battle=True,
        text="""
            turn 5
            lost: FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A
            beaumont: FR-N FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-C PR-1-A PR-1-HA PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            allied enemy-centre: PR-1-I1/4 PR-2-I1/3
            allied left: PR-1-I2/3
            allied right: PR-2-I2/3
            french left: FR-2-I1/4 FR-C1/3
            french centre: FR-1-I1/3 FR-2-A/1 FR-3-I1/2
            french right: FR-4-I/4 FR-G-I/4
        """,
        why="The twelfth French loss loses the campaign: the engaged gun of 1 dies on 1-3 at the next morale. It walks into the reserve.",
        is_right=lambda a: (
            a.strength("FR-2-A") > 0
            and (a.area("FR-2-A") == "reserve" or a.where("FR-2-A") != "charleroi")
        ),
    ),
    Position(
        "fight-the-eighth-loss-is-a-gun",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-3-I2 FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            lost: AD-1-I2 AD-1-C AD-2-I2 AD-2-A AD-R-A AD-C-H AD-C-L2
            brussels: AD-W AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle waterloo
            origins quatre-bras
            side allied
            allied left: AD-1-I1/4 AD-C-L1/4
            allied centre: AD-R-I1/4 AD-1-A/1 AD-1-I3/2
            allied right: AD-2-I1/4 AD-R-I2/3
            french enemy-centre: FR-2-I1/4 FR-2-I2/3
            french left: FR-1-I1/3 FR-1-A/3
            french right: FR-3-I1/3 FR-3-A/3
            french centre: FR-2-A/3
        """,
        why="The eighth Anglo-Dutch loss ends that army: the engaged gun of 1 dies on 1-3 at the next morale. It walks into the reserve.",
        is_right=lambda a: (
            a.strength("AD-1-A") > 0
            and (a.area("AD-1-A") == "reserve" or a.where("AD-1-A") != "waterloo")
        ),
    ),
    Position(
        "fight-whose-loss-with-horse",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L2 AD-C-HA
            hannut: PR-B PR-2-I2 PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 PR-1-C PR-1-A PR-1-HA
            battle charleroi fighting
            origins laneffe
            order 1
            senior prussian
            french left: FR-1-I1
            french centre: FR-2-A
            french right: FR-3-I1
            french enemy-centre: FR-2-I1/2(fired)
            allied left: PR-1-I1
            allied centre: AD-C-L1/1 PR-2-A/1
            allied right: PR-1-I2
            allied reserve: PR-2-I1
            round 1
            busy
            flow campaign step=3
            flow engagements step=3 cursor=1 half=0
            flow battle-turn town=charleroi side=0 step=2 ended=0 touched=0
            flow losses town=charleroi pool=AD-C-L1+PR-2-A hits=1 is_long=0
        """,
        why="Of two equals the owner chooses: the horse is the eighth Anglo-Dutch loss and ends that army; a gun of 1 is the fourth Prussian one.",
        is_right=lambda a: a.played[0] == "lose PR-2-A",
    ),
    Position(
        "fight-whose-loss-on-the-march-home",
        "allied",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-R-I1 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-B PR-1-I1 PR-1-A PR-1-HA PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A
            battle ligny fighting
            origins charleroi
            order 1
            senior prussian
            french left: FR-1-I1
            french centre: FR-2-A
            french right: FR-3-I1
            french enemy-centre: FR-2-I1/2(fired)
            allied left: AD-1-I1
            allied centre: AD-R-I2/1 PR-1-C/1 PR-2-I1/1
            allied right: PR-1-I2
            round 1
            busy
            flow campaign step=3
            flow engagements step=3 cursor=1 half=0
            flow battle-turn town=ligny side=0 step=2 ended=0 touched=0
            flow losses town=ligny pool=AD-R-I2+PR-1-C+PR-2-I1 hits=1 is_long=0
        """,
        why="Of three equals the owner chooses: not the eighth Anglo-Dutch unit, but the first Prussian.",
        is_right=lambda a: a.played[0] != "lose AD-R-I2",
    ),
    Position(
        "fight-leader-rides-through",
        "allied",
        is_battle=True,
        text="""
            turn 5
            beaumont: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I2 FR-1-A FR-2-I2 FR-2-A FR-3-I2 FR-3-A FR-4-A FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hannut: PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            battle charleroi
            origins laneffe
            side allied
            allied enemy-left: PR-1-I1/3
            allied enemy-right: PR-1-I2/3
            allied left: PR-1-A/2
            allied right: PR-2-A/2
            allied reserve: PR-B PR-2-I1/3
            french left: FR-2-I1/3
            french right: FR-1-I1/3
            french reserve: FR-3-I1/3 FR-4-I/4
        """,
        why="7.4: nobody stands in the French centre; only Bluecher has the two steps, and all the French rout before their reserve fills it.",
        is_right=lambda a: (
            gone(a, "FR-2-I1 FR-1-I1", "charleroi")
            or "move PR-B enemy-centre" in [str(m.action) for m in a._game.moves]
        ),
    ),
]
