"""Thirty positions on the map for `bench/blind.py`, by a third examiner."""


# ruff: noqa: E501

from __future__ import annotations

from bench.blind import Answer, Position


def near(a: Answer, town: str) -> int:
    """Roads to the nearest enemy."""
    return min(a.dist(p, town) for u, p in a.after.items() if not a.is_own(u))


def safe(a: Answer, unit: str, enough: int) -> bool:
    """The unit stands with enough friends of its side, or out of reach."""
    t = a.after.get(unit)
    return t is not None and (a.own(t) >= enough or not a.reached(t))


def mine(a: Answer, town: str, n: int = 1) -> bool:
    """Whether so many of its own hold a town, and no enemy."""
    return a.own(town) >= n and a.foe(town) == 0


def weak_forced(a: Answer) -> bool:
    """Whether it risks a unit on a forced march (5.6)."""
    return any(a.strength(u) == 1 for u in a.forced())


POSITIONS = [
    Position(
        "map-m01-two-open-cities",
        "french",
        is_battle=False,
        text="""
            turn 23
            hal: FR-2-I1 FR-2-I2 FR-2-A FR-C3 FR-N
            sottegem: FR-1-I1 FR-1-I2 FR-1-A FR-C1
            enghien: AD-2-A/1
            braine-le-comte: AD-W AD-1-I1 AD-1-A AD-R-I1/2 AD-C-H AD-C-L1
            nivelles: AD-1-I2 AD-C-HA
            quatre-bras: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C2 FR-C4 FR-H1 FR-H2
            liege: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-R-I2 AD-R-A AD-C-L2
        """,
        why="last turn: Brussels and Ghent both empty and one step away; entering both wins at once",
        is_right=lambda a: mine(a, "brussels") and mine(a, "ghent"),
    ),
    Position(
        "map-m02-last-forced-march",
        "french",
        is_battle=False,
        text="""
            turn 23
            renaix: FR-3-I2/1 FR-2-I2/2 FR-1-I1/1
            brussels: FR-N FR-G-I/2 FR-G-A1 FR-C3/1 FR-4-I FR-6-I
            quatre-bras: FR-1-A FR-2-A FR-3-A FR-6-A
            hal: AD-W AD-1-I1 AD-1-A AD-R-I1/2 AD-C-H
            nivelles: AD-1-I2 AD-C-HA AD-R-A AD-R-I2
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            namur: PR-3-I1 PR-3-C PR-4-I1 PR-4-I2 PR-4-A
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-2-I1 FR-3-I1 FR-4-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L1 AD-C-L2 PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-3-I2 PR-3-A PR-4-C
        """,
        why="last turn, 11 French lost: a unit of strength 2 or more (FR-2-I2, or one from Brussels) force-marches to Ghent without a risk; a strength-1 unit marching along dies on 1-3 and is the twelfth",
        is_right=lambda a: (
            mine(a, "ghent")
            and any((p == "ghent" and a.strength(u) >= 2 for u, p in a.after.items()))
            and mine(a, "brussels")
            and (not weak_forced(a))
            and (not a.attacks())
        ),
    ),
    Position(
        "map-m03-liege-by-cavalry",
        "french",
        is_battle=False,
        text="""
            turn 23
            hannut: FR-C1/2 FR-C2 FR-C3 FR-C4
            liege: PR-4-A/1
            brussels: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-4-I FR-6-I
            hal: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-C-H AD-R-I2 AD-C-L1 AD-C-HA AD-1-I2
            charleroi: FR-2-I1 FR-2-A FR-3-I1
            wavre: PR-B PR-1-I1 PR-1-A PR-2-I1 PR-2-A PR-3-I1 PR-3-A PR-3-C PR-1-HA
            lost: FR-G-C FR-1-A FR-2-I2 FR-3-I2 FR-3-A FR-4-A FR-6-A FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-R-A AD-C-L2 PR-1-I2 PR-1-C PR-2-I2 PR-2-C PR-3-I2 PR-4-I1 PR-4-I2 PR-4-C
        """,
        why="last turn: Brussels is French, a lone gun of strength 1 holds Liege; two or more cavalry win the skirmish for certain (the side with fewer units retreats)",
        is_right=lambda a: (
            mine(a, "brussels")
            and (
                a.own("liege") >= 2
                or any(
                    (p == "ghent" and a.strength(u) >= 2 for u, p in a.after.items() if a.is_own(u))
                )
            )
        ),
    ),
    Position(
        "map-m04-cover-both",
        "allied",
        is_battle=False,
        text="""
            turn 22
            brussels: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-1-I1 FR-1-I2
            alost: FR-C1 FR-H1
            huy: FR-C3 FR-C4
            charleroi: FR-2-I1 FR-2-I2 FR-2-A
            deinze: AD-1-I1 AD-1-I2 AD-1-A AD-C-L1 AD-R-I1
            ninove: AD-W AD-C-H AD-R-A AD-R-I2
            tongres: PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            wavre: PR-B PR-2-I1 PR-2-A PR-3-I1 PR-3-A PR-3-C PR-1-HA
            lost: FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-4-A FR-6-A FR-C2 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-I2 PR-2-C PR-3-I2
        """,
        why="the French hold Brussels and need one more city on turn 23: Ghent and Liege both stand empty with cavalry next door and an Allied group next door; each Allied army has one group, and each must walk in",
        is_right=lambda a: a.count("ghent", "AD") >= 3 and a.count("liege", "PR") >= 2,
    ),
    Position(
        "map-m05-retake-the-weak-one",
        "allied",
        is_battle=False,
        text="""
            turn 22
            brussels: FR-N FR-G-I FR-G-A1 FR-4-I FR-6-I FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2
            ghent: FR-C2/1
            charleroi: FR-1-A FR-2-A FR-3-I1 FR-3-A
            alost: AD-W AD-1-I1 AD-1-I2 AD-C-L1 AD-C-H AD-1-A AD-R-I1 AD-R-I2 AD-C-L2
            wavre: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-A PR-3-C PR-1-HA PR-4-I1
            liege: PR-4-I2
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-4-A FR-6-A FR-C1 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-R-A AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-C PR-3-I2 PR-4-C PR-4-A
        """,
        why="the French hold Brussels with nine and Ghent with one horseman of strength 1: turn him out of Ghent",
        is_right=lambda a: a.count("ghent", "AD") >= 3,
    ),
    Position(
        "map-m06-walk-in-and-win",
        "french",
        is_battle=False,
        text="""
            turn 11
            grammont: FR-C1 FR-C3
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            quatre-bras: FR-N FR-G-I FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-6-A FR-4-I FR-1-I1 FR-1-A FR-G-C FR-C4 FR-H2
            lost: FR-G-A2 FR-1-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-A FR-C2 FR-H1 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Prussians defeated, Anglo-Dutch lost 7: a unit in open Ghent or Brussels costs the eighth at the end of this very turn",
        is_right=lambda a: mine(a, "ghent") or mine(a, "brussels"),
    ),
    Position(
        "map-m07-throw-out-or-lose",
        "allied",
        is_battle=False,
        text="""
            turn 10
            ghent: FR-C4
            alost: AD-C-L1 AD-C-H AD-1-I1
            brussels: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-1-A AD-1-I2
            waterloo: FR-N FR-G-I FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-6-A FR-4-I FR-1-I1 FR-1-A FR-G-C FR-H2
            lost: FR-G-A2 FR-1-I2 FR-3-I1 FR-3-I2 FR-3-A FR-4-A FR-C1 FR-C2 FR-C3 FR-H1 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Prussians defeated, Anglo-Dutch lost 7: the horseman in Ghent costs the eighth and the game at the end of the French turn unless he is turned out now",
        is_right=lambda a: a.own("ghent") >= 2,
    ),
    Position(
        "map-m08-cover-liege",
        "allied",
        is_battle=False,
        text="""
            turn 8
            hannut: FR-C1 FR-H1
            huy: PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-1-I1
            jodoigne: PR-B PR-1-I2 PR-1-A PR-3-I1 PR-3-C PR-4-I1
            gembloux: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-3-I1 FR-3-A FR-4-I FR-4-A FR-6-I FR-C3
            quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-C2
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            hal: AD-2-I1 AD-2-I2 AD-2-A
            lost: FR-G-C FR-3-I2 FR-6-A FR-C4 FR-H2 AD-1-I3 AD-1-C PR-1-C PR-1-HA PR-3-I2 PR-3-A PR-4-I2 PR-4-C PR-4-A
        """,
        why="Prussians lost 7: a horseman who rides into empty Liege in the coming night costs two and the army; a group stands next door at Huy",
        is_right=lambda a: a.count("liege", "PR") >= 1,
    ),
    Position(
        "map-m09-hold-what-wins",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-N FR-G-I FR-4-I/1
            ghent: FR-2-I1 FR-C1
            hal: FR-1-I1/1 FR-1-I2/2 FR-3-I1/1 FR-C3
            quatre-bras: FR-1-A/1 FR-2-A/1 FR-3-A/1 FR-6-I/1
            ninove: AD-2-A/1 AD-1-I3/2 AD-1-I2/2 AD-C-L2/1
            mechelen: AD-W AD-1-I1 AD-R-I1 AD-1-A AD-C-H
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-C PR-4-I1 PR-4-I2 PR-4-A PR-1-HA
            lost: FR-G-C FR-G-A1 FR-G-A2 FR-2-I2 FR-3-I2 FR-4-A FR-6-A FR-C2 FR-C4 FR-H1 FR-H2 AD-1-C AD-2-I1 AD-2-I2 AD-R-I2 AD-R-A AD-C-L1 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-C PR-3-I2 PR-3-A PR-4-C
        """,
        why="last turn, both cities in hand, 11 French lost: any fight or risky forced march can only throw the won game away",
        is_right=lambda a: (
            mine(a, "brussels") and mine(a, "ghent") and (not a.attacks()) and (not weak_forced(a))
        ),
    ),
    Position(
        "map-m10-the-twelfth-unit",
        "allied",
        is_battle=False,
        text="""
            turn 20
            binche: FR-4-A/1
            nivelles: AD-C-L1 AD-C-H AD-1-I1 AD-C-L2
            hal: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-1-A AD-1-I2
            brussels: FR-N FR-G-I FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-1-I1 FR-1-I2 FR-C3 FR-C1 FR-H1
            wavre: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-A PR-3-C PR-1-HA PR-4-I1
            liege: PR-4-I2
            lost: FR-G-C FR-G-A2 FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-6-A FR-C2 FR-C4 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-C PR-3-I2 PR-4-C PR-4-A
        """,
        why="11 French lost and a gun of strength 1 alone beside Allied cavalry: killing it wins the game",
        is_right=lambda a: a.own("binche") >= 2,
    ),
    Position(
        "map-m11-the-eighth-unit",
        "french",
        is_battle=False,
        text="""
            turn 13
            tournai: AD-2-A/1
            leuze: FR-C3 FR-C1 FR-H2
            ghent: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-C-L1
            brussels: AD-R-I2 AD-R-A AD-C-H
            hal: FR-N FR-G-I FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-1-I1 FR-1-I2 FR-4-I FR-6-A
            lost: FR-G-C FR-G-A2 FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-4-A FR-C2 FR-C4 FR-H1 AD-1-I2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Prussians defeated, Anglo-Dutch lost 7, a gun of strength 1 alone beside French cavalry: killing it wins the game (so does taking Brussels from its three with the main army, which costs the eighth)",
        is_right=lambda a: a.own("tournai") >= 2 or a.own("brussels") >= 6,
    ),
    Position(
        "map-m15-bleed-liege",
        "french",
        is_battle=False,
        text="""
            turn 5
            waremme: FR-C1 FR-H1
            ligny: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C3 FR-H2
            quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-C2 FR-C4
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-HA PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-3-I1
            louvain: PR-4-I1 PR-4-I2 PR-4-C PR-4-A PR-3-A PR-3-I2
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H
            hal: AD-2-I1 AD-2-I2 AD-2-A AD-C-L1 AD-C-L2 AD-C-HA
            ath: AD-1-I3 AD-1-C
            lost: PR-1-A PR-3-C
        """,
        why="Liege is empty, the cavalry stands next door and every Prussian is days away: each French turn there costs Bluecher two of his units",
        is_right=lambda a: mine(a, "liege"),
    ),
    Position(
        "map-m17-do-not-sally",
        "allied",
        is_battle=False,
        text="""
            turn 22
            ghent: FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-H1 FR-3-I1
            waterloo: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-6-I FR-6-A FR-4-I FR-C3
            hal: FR-4-A FR-C4 FR-3-I2/1
            brussels: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-1-I2
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-1-HA
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: FR-3-A FR-C2 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-C PR-3-I2 PR-3-C PR-3-A
        """,
        why="the French hold Ghent and can win only by taking Brussels on the last turn from Waterloo: the garrison stays whole in Brussels",
        is_right=lambda a: a.own("brussels") >= 7 and mine(a, "liege", 2),
    ),
    Position(
        "map-m18-by-the-dry-road",
        "french",
        is_battle=False,
        text="""
            turn 23
            ghent: AD-1-I1/3 AD-2-I2/2 AD-1-A/2
            alost: FR-1-I1 FR-1-I2 FR-1-A FR-3-I1 FR-3-I2 FR-3-A FR-C1 FR-H1
            oudenaarde: FR-N FR-G-I FR-G-C FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-C3 FR-H2
            brussels: FR-6-I FR-6-A FR-4-I
            hal: AD-W AD-R-I1 AD-R-I2 AD-C-H AD-C-L1 AD-C-HA
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-1-HA
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: FR-G-A2 FR-4-A FR-C2 FR-C4 AD-1-I2 AD-1-I3 AD-1-C AD-2-I1 AD-2-A AD-R-A AD-C-L2 PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-C PR-3-I2 PR-3-C PR-3-A
        """,
        why="last turn: three units hold Ghent; from Alost only four may cross the Scheldt and they shut out Oudenaarde, whose main road carries eight",
        is_right=lambda a: a.own("ghent") >= 6 and mine(a, "brussels"),
    ),
    Position(
        "map-m19-out-of-the-net",
        "french",
        is_battle=False,
        text="""
            turn 9
            wavre: FR-3-I1/2 FR-3-I2/1 FR-3-A FR-C2
            ligny: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-6-I FR-6-A FR-C1 FR-C3 FR-H1
            quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-A
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            hal: AD-2-I1 AD-2-A AD-C-HA
            jodoigne: PR-3-I1 PR-3-I2 PR-3-A PR-3-C PR-4-I1
            louvain: PR-B PR-1-I1 PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            liege: PR-4-C
            lost: FR-1-I2 FR-4-I FR-4-A FR-C4 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-L2 PR-1-I2 PR-1-C PR-4-I2 PR-4-A
        """,
        why="four weak French at Wavre between three Allied groups, their friends two roads off: they must use the night to leave",
        is_right=lambda a: a.own("wavre") == 0 or a.own("wavre") >= 8,
    ),
    Position(
        "map-m20-napoleon-exposed",
        "french",
        is_battle=False,
        text="""
            turn 3
            quatre-bras: FR-N FR-G-A1 FR-G-A2
            charleroi: FR-G-I FR-G-C FR-3-I1 FR-3-I2 FR-3-A FR-6-I FR-6-A FR-C1 FR-C2 FR-H1 FR-2-I1 FR-2-I2 FR-2-A
            laneffe: FR-4-I FR-4-A FR-C3 FR-C4 FR-H2 FR-1-I1 FR-1-I2 FR-1-A
            nivelles: AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A
            waterloo: AD-W AD-R-I1 AD-R-I2 AD-R-A
            hal: AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            ath: AD-2-I1 AD-2-A
            oudenaarde: AD-2-I2
            ligny: PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA
            namur: PR-B PR-2-I1 PR-2-I2 PR-2-C PR-2-A
            ciney: PR-3-I1 PR-3-I2 PR-3-C PR-3-A
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="Napoleon and two guns without a single musket between three enemy groups: bring up the army or take them back",
        is_right=lambda a: all(safe(a, u, 7) for u in ("FR-N", "FR-G-A1", "FR-G-A2")),
    ),
    Position(
        "map-m22-start-for-liege",
        "french",
        is_battle=False,
        text="""
            turn 21
            brussels: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-1-I1 FR-1-I2
            tirlemont: FR-2-I1 FR-2-I2 FR-3-I1 FR-2-A
            charleroi: FR-1-A FR-6-A
            ghent: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-1-I2 AD-2-I1 AD-2-A
            lost: FR-G-C FR-3-I2 FR-3-A FR-4-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Liege is empty and three roads from Tirlemont: one road tonight and a forced march on the last day just reach it; Brussels stays held",
        is_right=lambda a: (
            mine(a, "brussels", 4)
            and any(
                (
                    a.dist(p, "liege") <= 2 and a.strength(u) >= 2
                    for u, p in a.after.items()
                    if a.is_own(u)
                )
            )
        ),
    ),
    Position(
        "map-m23-two-wounds-a-turn",
        "french",
        is_battle=False,
        text="""
            turn 19
            brussels: FR-C1
            ghent: FR-C2/1
            hal: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-1-I1 FR-1-I2 FR-2-I1 FR-2-A FR-3-I1 FR-3-A
            mechelen: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-1-I2 AD-C-L2
            lost: FR-G-C FR-1-A FR-2-I2 FR-3-I2 FR-4-A FR-6-A FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Prussians defeated, Anglo-Dutch lost 6: holding both cities to the end of this turn costs them two, and wins; nothing can hinder it",
        is_right=lambda a: mine(a, "brussels") and mine(a, "ghent"),
    ),
    Position(
        "map-m24-no-weak-march",
        "allied",
        is_battle=False,
        text="""
            turn 16
            ath: AD-1-I3/1 AD-2-A/1
            hal: AD-W AD-1-I1 AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-3-I1 PR-3-A
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            charleroi: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-1-I1 FR-1-I2 FR-2-I1 FR-2-A FR-3-I1 FR-3-A FR-C1 FR-H1
            lost: FR-1-A FR-2-I2 FR-3-I2 FR-4-A FR-6-A FR-C2 FR-C3 FR-C4 FR-H2 AD-1-I2 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-C-L2 AD-C-HA PR-1-C PR-3-I2 PR-3-C
        """,
        why="Anglo-Dutch lost 7 and no enemy near: a unit of strength 1 on a forced march dies on 1-3, and the army with it",
        is_right=lambda a: not any(a.strength(u) == 1 for u in a.forced() if u.startswith("AD")),
    ),
    Position(
        "map-m25-save-the-ninth",
        "allied",
        is_battle=False,
        text="""
            turn 16
            hannut: PR-4-A/1
            huy: PR-3-I1 PR-3-I2 PR-4-I1 PR-4-C
            liege: PR-4-I2 PR-B PR-2-I1 PR-2-A PR-1-A
            st-trond: FR-C1 FR-C3
            gembloux: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-3-I1 FR-3-A
            nivelles: FR-2-I1 FR-2-A FR-1-I1 FR-1-I2 FR-1-A
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            hal: AD-2-I1 AD-2-A AD-C-HA
            lost: FR-2-I2 FR-3-I2 FR-4-A FR-6-A FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-L2 PR-1-I1 PR-1-I2 PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-3-C PR-3-A
        """,
        why="Prussians lost 8: a gun of strength 1 alone before French cavalry is the ninth; it goes to its friends at Huy (or they come to it), and not by forced march",
        is_right=lambda a: (
            "PR-4-A" not in a.forced()
            and a.where("PR-4-A") != "lost"
            and (a.own(a.after["PR-4-A"]) >= 4 or not a.reached(a.after["PR-4-A"]))
            and (not a.foe(a.after["PR-4-A"]))
        ),
    ),
    Position(
        "map-m26-mass-on-quatre-bras",
        "french",
        is_battle=False,
        text="""
            turn 7
            quatre-bras: AD-1-I1 AD-1-I2 AD-1-A AD-1-C
            hal: AD-2-I1 AD-2-A AD-C-H AD-C-L1 AD-C-HA
            brussels: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-L2
            ninove: AD-2-I2 AD-1-I3
            wavre: PR-B PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-1-I1 PR-1-A
            louvain: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            liege: PR-3-C
            hannut: PR-3-I1 PR-3-A PR-3-I2
            ligny: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-6-I FR-6-A FR-3-I1 FR-3-I2 FR-3-A FR-C1 FR-H1
            charleroi: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-C3 FR-H2
            namur: FR-4-I FR-4-A FR-C2 FR-C4
            lost: PR-1-I2 PR-1-C PR-1-HA
        """,
        why="four Anglo-Dutch alone at Quatre Bras, their friends two roads off, two joined French groups beside them: crush them",
        is_right=lambda a: a.own("quatre-bras") >= 8,
    ),
    Position(
        "map-m28-one-army-may-attack",
        "allied",
        is_battle=False,
        text="""
            turn 22
            brussels: FR-1-I1/2 FR-1-A/2
            ghent: FR-N FR-G-I FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-6-A
            charleroi: FR-3-I1 FR-3-A FR-4-I FR-4-A
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-C
            hal: AD-1-C/1 AD-2-A/1 AD-C-L2/1
            mechelen: AD-W
            liege: PR-4-I1 PR-4-I2
            maastricht: PR-3-I1
            dendermonde: AD-R-I1 AD-R-I2 AD-1-I1 AD-1-A AD-C-H
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-3-I2 FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I2 AD-1-I3 AD-2-I1 AD-2-I2 AD-R-A AD-C-L1 AD-C-HA PR-1-C PR-1-HA PR-2-A PR-3-I2 PR-3-C PR-3-A PR-4-C PR-4-A
        """,
        why="the French hold Ghent in force and Brussels with two: retake Brussels with the Prussian mass; Hal and Wavre are not joined, so three Anglo-Dutch steps from Hal would shut the Prussians out",
        is_right=lambda a: a.count("brussels", "PR") >= 4,
    ),
    Position(
        "map-m29-wellington-alone",
        "allied",
        is_battle=False,
        text="""
            turn 12
            brussels: AD-W
            hal: AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            ath: AD-2-I1 AD-2-A
            waterloo: FR-C1 FR-C3 FR-C4 FR-H1 FR-2-I1 FR-2-I2 FR-2-A
            nivelles: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-6-I FR-6-A FR-1-I1 FR-1-I2 FR-1-A
            louvain: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-C2 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-3-I1 PR-3-I2 PR-3-C PR-3-A
        """,
        why="Wellington alone in a supply city, seven French next door: the army comes in to him (or the Prussians), or he leaves",
        is_right=lambda a: safe(a, "AD-W", 4),
    ),
    Position(
        "map-m30-not-against-the-mass",
        "french",
        is_battle=False,
        text="""
            turn 7
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-HA AD-2-I1 AD-2-A
            hal: AD-2-I2 AD-C-L2
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-3-I1 PR-3-A PR-4-I1 PR-4-A
            liege: PR-3-I2 PR-3-C PR-4-C
            louvain: PR-4-I2
            quatre-bras: FR-N FR-G-I/2 FR-G-C/2 FR-G-A1 FR-6-I/2 FR-6-A FR-2-I1/2 FR-2-I2/2 FR-2-A
            gembloux: FR-3-I1/2 FR-3-A FR-4-I/2 FR-4-A FR-C1/2 FR-H1
            lost: FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-3-I2 FR-C2 FR-C3 FR-C4 FR-H2 AD-1-I3 AD-1-C PR-1-C PR-1-HA
        """,
        why="worn French groups of nine and six before two fresh masses of twelve each, joined to one another: no attack on either",
        is_right=lambda a: not a.own("waterloo") and (not a.own("wavre")),
    ),
    Position(
        "map-m31-keep-liege",
        "allied",
        is_battle=False,
        text="""
            turn 4
            huy: FR-C1 FR-C2 FR-H1
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            namur: PR-B PR-2-I1 PR-2-I2 PR-2-C PR-2-A
            gembloux: PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA
            hannut: PR-3-I1 PR-3-I2 PR-3-C PR-3-A
            ligny: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A FR-C3 FR-H2
            quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-C4
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H
            hal: AD-2-I1 AD-2-I2 AD-2-A AD-C-L1 AD-C-L2 AD-C-HA
            ath: AD-1-I3 AD-1-C
        """,
        why="French cavalry beside Liege: it must not be left open (two a turn)",
        is_right=lambda a: a.count("liege", "PR") >= 1,
    ),
    Position(
        "map-m32-tournai-pocket",
        "french",
        is_battle=False,
        text="""
            turn 11
            tournai: AD-2-I1/3 AD-2-I2/2 AD-2-A/2 AD-1-I3/1
            leuze: FR-N FR-G-I FR-2-I1 FR-2-I2 FR-1-I1 FR-C3 FR-C4 FR-2-A
            renaix: FR-3-I1 FR-3-I2 FR-C1
            conde: FR-6-I FR-6-A
            charleroi: FR-4-I FR-4-A FR-1-I2 FR-1-A FR-G-A1
            brussels: AD-W AD-R-I1 AD-R-A AD-1-I1
            ghent: AD-R-I2 AD-C-H AD-C-L1
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-3-I1 PR-3-A
            liege: PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            lost: FR-G-C FR-G-A2 FR-3-A FR-C2 FR-H1 FR-H2 AD-1-I2 AD-1-C AD-1-A AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-3-I2 PR-3-C
        """,
        why="Anglo-Dutch lost 5, four weak units in Tournai with every road in French hands: they have nowhere to go, and their end is the army's",
        is_right=lambda a: a.own("tournai") >= 5,
    ),
    Position(
        "map-m33-a-gun-in-brussels",
        "allied",
        is_battle=False,
        text="""
            turn 18
            brussels: AD-R-A/2
            hal: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-R-I2 AD-C-H AD-C-L1 AD-1-I2
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-3-I1 PR-3-A PR-1-I1
            liege: PR-4-I1 PR-4-I2
            waterloo: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-2-I1 FR-2-I2 FR-2-A FR-6-I FR-C3
            nivelles: FR-1-I1 FR-1-I2 FR-1-A FR-4-I FR-4-A
            lost: FR-G-C FR-3-I1 FR-3-I2 FR-3-A FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-C-L2 AD-C-HA PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-3-I2 PR-3-C PR-4-C PR-4-A
        """,
        why="Anglo-Dutch lost 7: a single gun in Brussels before nine French; it must be relieved tonight by the army or the Prussians, or leave",
        is_right=lambda a: a.own("brussels") >= 5,
    ),
    Position(
        "map-m34-the-city-that-can-fall",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-N FR-G-I FR-G-A1 FR-4-I FR-6-I FR-1-A
            alost: FR-1-I1/1 FR-1-I2/1 FR-6-A FR-C4/1
            huy: FR-2-I1 FR-2-I2 FR-2-A FR-C3 FR-3-I1
            ghent: AD-W AD-1-I1 AD-1-A AD-R-I1 AD-R-I2 AD-C-L1
            liege: PR-3-I2/1 PR-3-C/1
            hal: AD-C-H AD-C-HA AD-1-I2
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-3-A FR-4-A FR-C1 FR-C2 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I1 AD-2-I2 AD-2-A AD-R-A AD-C-L2 PR-1-C PR-1-HA PR-3-I1 PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="last turn: Brussels is held; Ghent is strong behind its river, Liege has two steps before five French: take Liege, keep Brussels",
        is_right=lambda a: a.own("liege") >= 3 and mine(a, "brussels"),
    ),
    Position(
        "map-m35-before-they-walk-in",
        "allied",
        is_battle=False,
        text="""
            turn 20
            brussels: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-1-I1 FR-1-I2
            waremme: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-A FR-C1 FR-H1
            huy: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-4-C PR-3-I1 PR-3-I2
            maastricht: PR-2-I1 PR-2-I2 PR-2-A
            ghent: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-C-H AD-C-L1 AD-C-HA AD-2-I1 AD-2-A
            lost: FR-1-A FR-3-I2 FR-4-A FR-6-A FR-C2 FR-C3 FR-C4 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-R-A AD-C-L2 PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-3-C PR-3-A
        """,
        why="the French have Brussels and stand beside empty Liege: tonight they walk in with seven and win by holding both; the Prussians at Huy (or Maastricht) must be there first",
        is_right=lambda a: a.count("liege", "PR") >= 3,
    ),
    Position(
        "map-m36-two-in-liege",
        "allied",
        is_battle=False,
        text="""
            turn 16
            liege: PR-3-A/1 PR-4-C/1
            huy: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-3-I1
            jodoigne: PR-2-I1 PR-2-A PR-1-A
            waremme: FR-C1 FR-C2 FR-C3 FR-H1
            wavre: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-4-I FR-6-I FR-3-I1 FR-3-A
            nivelles: FR-2-I1 FR-2-A FR-1-I1 FR-1-I2 FR-1-A
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            hal: AD-2-I1 AD-2-A AD-C-HA
            lost: FR-2-I2 FR-3-I2 FR-4-A FR-6-A FR-C4 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-L2 PR-1-I1 PR-1-I2 PR-1-C PR-1-HA PR-2-I2 PR-2-C PR-3-I2 PR-3-C
        """,
        why="Prussians lost 8: two weak units in Liege before four French horse; one lost, or Liege entered, is the army: the five at Huy come in (or fall on the cavalry)",
        is_right=lambda a: (
            a.count("liege", "PR") >= 4
            or a.own("waremme") >= 4
            or (a.count("liege", "PR") >= 3 and a.own("waremme") >= 2)
        ),
    ),
]
