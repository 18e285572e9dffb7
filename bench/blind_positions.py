"""The positions of `bench/blind.py`: what is asked, what is right, and why."""

# ruff: noqa: E501

from __future__ import annotations

from bench.blind import Position

POSITIONS = [
    Position(
        "cities-b01",
        "allied",
        is_battle=False,
        text="""
            turn 22
            liege: FR-G-I FR-2-I1 FR-4-I
            ninove: FR-C3/2 FR-C4/2
            alost: AD-1-I1 AD-2-I1 AD-R-I1 AD-C-L1
            lost: french 10 anglo-dutch 5 prussian 18
            defeated: prussian
        """,
        why="French hold Liege for good. 2+2 into Brussels and Ghent (or 2 Brussels, 1 Alost, 1 Sottegem) cannot be broken by 2 cavalry (tie: attacker retreats); anything else leaves one city to them.",
        is_right=lambda s: s.secure("brussels", 2) and s.secure("ghent", 2),
    ),
    Position(
        "cities-b02r",
        "allied",
        is_battle=False,
        text="""
            turn 22
            ghent: FR-G-I FR-G-A1 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1
            namur: FR-3-I1/1 FR-3-I2/1 FR-4-A/1
            gembloux: FR-C1/2 FR-C2/1
            jodoigne: FR-C3/2 FR-H2/2
            charleroi: FR-4-I FR-6-I/1
            louvain: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-L1 AD-1-I1
            tournai: AD-2-I2 AD-2-A AD-1-I3 AD-1-I2 AD-1-C
            waremme: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-3-I1 PR-3-I2
            tirlemont: PR-1-I1/2 PR-1-I2/1 PR-1-C PR-1-A
            lost: FR-N FR-G-C FR-G-A2 FR-2-I2 FR-2-A FR-3-A FR-6-A FR-C4 FR-H1 AD-1-A AD-2-I1 AD-C-H AD-C-L2 AD-C-HA PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-C PR-3-A PR-4-C
        """,
        why="French hold Ghent. Louvain must go to Brussels, Waremme into Liege: barring Huy leaves Jodoigne-Hannut-Waremme-(force)Liege open to two mounted units of strength 2.",
        is_right=lambda s: s.secure("brussels", 3) and s.secure("liege", 3),
    ),
    Position(
        "cities-b03",
        "french",
        is_battle=False,
        text="""
            turn 19
            maubeuge: FR-1-I1 FR-1-I2 FR-2-I1
            brussels: FR-4-I
            deinze: AD-2-I2/2 AD-1-I3/1
            lost: french 10 anglo-dutch 3 prussian 18
            defeated: prussian
        """,
        why="Second city is 5 steps away; turns 19, 21 (night), 23 give 2+1+2 = 5: march and force now; Brussels stays held.",
        is_right=lambda s: (
            s.own("brussels") >= 1
            and any(
                s.dist(s.after[u], c) <= 3
                for u in s.after
                if s.before[u] == "maubeuge"
                for c in ("ghent", "brussels")
            )
        ),
    ),
    Position(
        "cities-b04",
        "french",
        is_battle=False,
        text="""
            turn 19
            brussels: FR-G-I FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-A FR-4-I FR-4-A
            charleroi: FR-6-I FR-3-I2
            ghent: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-2-I1 AD-2-I2 AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-HA
            lost: FR-N FR-G-C FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-A AD-C-L2 PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Liege is empty and out of Allied reach; foot needs 4 steps; setting out at turn 21 gives only 3. Brussels stays strong.",
        is_right=lambda s: (
            s.own("brussels") >= 3
            and any(s.dist(s.after[u], "liege") <= 3 for u in s.after if u.startswith("FR"))
        ),
    ),
    Position(
        "cities-b06",
        "french",
        is_battle=False,
        text="""
            turn 23
            ghent: FR-4-I
            wavre: FR-N FR-G-I FR-G-C FR-G-A1 FR-2-I1 FR-2-I2 FR-2-A FR-3-I1
            louvain: FR-1-I1 FR-1-I2 FR-1-A FR-6-I
            mechelen: FR-C1 FR-C2
            brussels: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-1-I2
            tournai: AD-1-I1 AD-2-I1 AD-2-A AD-1-A AD-1-I3
            liege: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-4-I1 PR-4-I2 PR-4-A
            lost: FR-G-A2 FR-3-I2 FR-3-A FR-4-A FR-6-A FR-C3 FR-C4 FR-H1 FR-H2 AD-1-C AD-2-I2 AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-C
        """,
        why="Last turn: all 8 of Wavre (main, no river) and 4 of Louvain (joined, river 4) on Brussels, Ghent kept.",
        is_right=lambda s: s.own("brussels") >= 10 and s.own("ghent") >= 1,
    ),
    Position(
        "cities-b07",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-I2/1
            ghent: FR-2-I1/2 FR-2-I2/1 FR-2-A/1
            alost: FR-C1/1 FR-H1/1
            hal: FR-3-I1/1 FR-4-I/1 FR-6-I/1
            ninove: AD-C-L2/1
            enghien: AD-1-I3/1
            oudenaarde: AD-1-I1 AD-2-I1 AD-R-I1 AD-1-A
            mechelen: AD-W AD-R-I2 AD-R-A AD-C-H
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-A
            lost: FR-G-C FR-G-A2 FR-1-A FR-3-I2 FR-3-A FR-4-A FR-6-A FR-C2 FR-C3 FR-C4 FR-H2 AD-1-I2 AD-1-C AD-2-I2 AD-2-A AD-C-L1 AD-C-HA PR-1-HA PR-2-C PR-3-I2 PR-3-C PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="Both cities held on the last turn, 11 lost: any attack or forced march of a 1-strength unit can only lose; end at once (or move quietly).",
        is_right=lambda s: (
            not s.attacks()
            and s.own("brussels") >= 1
            and s.own("ghent") >= 1
            and not any(s.strength(u) == 1 for u in s.forced())
        ),
    ),
    Position(
        "cities-b08",
        "allied",
        is_battle=False,
        text="""
            turn 22
            ghent: FR-2-I1 FR-2-I2 FR-2-A FR-1-I1 FR-1-I2 FR-1-A FR-4-I FR-4-A
            waterloo: FR-C2/1
            hal: FR-G-I FR-G-A1 FR-3-I1 FR-6-I FR-3-A
            huy: FR-C3 FR-C4 FR-H2 FR-3-I2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-R-I1 AD-R-I2 AD-R-A AD-1-A
            oudenaarde: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3
            liege: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-3-I1 PR-3-I2 PR-3-A
            tirlemont: PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            lost: FR-N FR-G-C FR-G-A2 FR-6-A FR-C1 FR-H1 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-3-C PR-4-C
        """,
        why="French hold Ghent with 8; Brussels (7) and Liege (7) only have to stand on turn 23; sallying opens a city.",
        is_right=lambda s: s.own("brussels") >= 5 and s.own("liege") >= 4,
    ),
    Position(
        "cities-b09",
        "allied",
        is_battle=False,
        text="""
            turn 22
            brussels: FR-N FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-3-I1
            ghent: FR-6-I/2 FR-6-A/1
            hal: FR-C1 FR-2-I2 FR-2-A
            alost: AD-1-I1 AD-1-I2 AD-2-I1 AD-R-I1 AD-2-A AD-C-L1 AD-C-H
            renaix: AD-2-I2 AD-1-I3 AD-1-A
            louvain: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-4-C PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1
            lost: FR-3-I2 FR-3-A FR-4-I FR-4-A FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-W AD-1-C AD-R-I2 AD-R-A AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-3-I2 PR-3-C PR-3-A
        """,
        why="French hold Brussels and Ghent: waiting loses. Ghent (2 weak units) falls to 4 from Alost over the river.",
        is_right=lambda s: s.count("ghent", "AD") >= 3,
    ),
    Position(
        "cities-b10r",
        "allied",
        is_battle=False,
        text="""
            turn 22
            renaix: FR-C1/2 FR-H2/1
            charleroi: FR-N FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-A FR-4-I FR-4-A
            alost: AD-1-I1 AD-R-I1 AD-2-I2 AD-2-A AD-C-L2
            brussels: AD-W AD-R-I2 AD-R-A AD-1-A
            lost: FR-G-I FR-G-C FR-G-A1 FR-G-A2 FR-3-I2 FR-6-I FR-6-A FR-C2 FR-C3 FR-C4 FR-H1 AD-1-I2 AD-1-I3 AD-1-C AD-2-I1 AD-C-H AD-C-L1 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="AD lost 7, Prussians gone, Ghent empty: two cavalry enter on turn 23, supply takes the 8th unit. Two or more into Ghent (or bar Oudenaarde); Charleroi is 3 steps from Brussels (only Napoleon can come).",
        is_right=lambda s: s.secure("ghent", 2) and s.secure("brussels", 1),
    ),
    Position(
        "cities-b11",
        "allied",
        is_battle=False,
        text="""
            turn 16
            marche: FR-C1 FR-C2 FR-C3 FR-H1
            namur: FR-G-I FR-G-A1 FR-3-I1 FR-4-I FR-4-A
            charleroi: FR-N FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A
            hannut: PR-B PR-3-I1 PR-3-I2 PR-3-A PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            tirlemont: PR-2-I1 PR-2-A PR-2-C
            brussels: AD-W AD-1-I1 AD-1-I2 AD-R-I1 AD-R-I2 AD-R-A AD-1-A AD-C-L1 AD-C-H
            ghent: AD-2-I1 AD-2-I2 AD-2-A
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-3-A FR-6-I FR-6-A FR-C4 FR-H2 AD-1-I3 AD-1-C AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I2 PR-3-C
        """,
        why="Liege is open, French reach it on turn 17 from Marche (and Namur): -2 = 9 lost, army gone. Get >=3 units into Liege, by forced march.",
        is_right=lambda s: s.secure("liege", 3),
    ),
    Position(
        "cities-b12",
        "allied",
        is_battle=False,
        text="""
            turn 18
            hal: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-2-I1
            wavre: FR-C1 FR-C3
            mons: FR-3-I1 FR-3-A FR-4-I FR-4-A FR-6-I FR-6-A
            enghien: FR-2-I2 FR-2-A
            waterloo: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-1-I1
            ghent: AD-2-I1 AD-2-I2 AD-2-A AD-1-A
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            liege: PR-3-I1 PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-1-A FR-3-I2 FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-3-I2 PR-3-C PR-3-A
        """,
        why="AD has lost 7, Brussels stands empty; French enter it on turn 19 and the army is gone. Enter it tonight.",
        is_right=lambda s: s.secure("brussels", 3) and s.own("ghent") >= 3,
    ),
    Position(
        "cities-b13",
        "french",
        is_battle=False,
        text="""
            turn 21
            liege: FR-4-I FR-4-A FR-3-I1 FR-3-A
            leuze: FR-G-I FR-G-A1 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A FR-6-I
            charleroi: FR-3-I2 FR-6-A
            ghent: AD-2-I2/2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-R-I1 AD-R-I2 AD-R-A AD-1-A AD-2-I1 AD-2-A
            wavre: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-A
            lost: FR-N FR-G-C FR-G-A2 FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-2-C PR-3-C PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="Only from Renaix does foot reach Ghent on turn 23 (2 steps): march Leuze - Renaix now; Liege stays held.",
        is_right=lambda s: (
            sum(s.dist(s.after[u], "ghent") <= 2 for u in s.after if s.before[u] == "leuze") >= 5
            and s.own("liege") >= 2
        ),
    ),
    Position(
        "cities-b14",
        "french",
        is_battle=False,
        text="""
            turn 21
            brussels: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-3-I1 FR-3-A
            ghent: FR-6-I/2
            alost: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-1-A FR-2-A
            mons: FR-4-I FR-4-A
            oudenaarde: AD-1-I1 AD-1-I2 AD-2-I1 AD-2-I2 AD-2-A AD-1-A AD-C-L1
            mechelen: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-HA
            st-trond: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-A
            lost: FR-G-C FR-3-I2 FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-L2 PR-1-C PR-1-HA PR-2-C PR-3-C PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="Ghent with one unit falls in a skirmish (no reinforcements come); Alost must send at least 3 in. Brussels keeps its 6.",
        is_right=lambda s: s.own("ghent") >= 4 and s.own("brussels") >= 4,
    ),
    Position(
        "cities-b17",
        "french",
        is_battle=False,
        text="""
            turn 17
            brussels: FR-N FR-G-I FR-1-I1 FR-1-I2 FR-1-A
            enghien: FR-C1 FR-C2 FR-H1
            mons: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-4-I FR-4-A
            alost: AD-1-I1 AD-2-I1 AD-2-I2 AD-2-A AD-1-A
            mechelen: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-L1
            lost: FR-G-C FR-G-A1 FR-G-A2 FR-3-I2 FR-3-A FR-6-I FR-6-A FR-C3 FR-C4 FR-H2 AD-1-I2 AD-1-I3 AD-1-C AD-C-H AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="AD lost 6; Brussels and Ghent together take 2 = 8: win this turn. C1 goes Enghien-Grammont-Sottegem and forces to empty Ghent.",
        is_right=lambda s: (
            s.own("ghent") >= 1
            and not s.foe("ghent")
            and s.own("brussels") >= 1
            and any(
                s.after[u] == "ghent" and s.strength(u) >= 2 for u in s.after if u.startswith("FR")
            )
        ),
    ),
    Position(
        "cities-b18",
        "french",
        is_battle=False,
        text="""
            turn 13
            huy: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-I2 FR-1-A FR-C3
            namur: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-A FR-4-I FR-4-A
            liege: PR-4-C
            waremme: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-A PR-4-I1 PR-4-I2 PR-4-A
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-6-I FR-6-A FR-C1 FR-C2 FR-C4 FR-H1 FR-H2 AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-3-C
            defeated: anglo-dutch
        """,
        why="Prussians lost 7, AD gone: a French unit in Liege after the skirmish takes 2 = 9 = won. Attack Liege with >=3.",
        is_right=lambda s: s.own("liege") >= 3,
    ),
    Position(
        "cities-b19r",
        "allied",
        is_battle=False,
        text="""
            turn 22
            waterloo: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-A
            hal: FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-4-A
            brussels: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-1-I1
            ghent: AD-2-I1 AD-2-I2 AD-2-A AD-1-A
            louvain: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2
            liege: PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            lost: FR-G-C FR-G-A2 FR-2-I2 FR-6-I FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-3-C PR-3-A
        """,
        why="AD 7 and PR 8 lost. The French can only win by costing BOTH armies a unit on turn 23: Prussians must not join Brussels or attack; they stay away, AD holds Ghent.",
        is_right=lambda s: (
            not s.attacks()
            and not any(
                u.startswith("PR") and t in ("brussels", "wavre", "waterloo", "hal")
                for u, t in s.after.items()
            )
            and s.own("ghent") >= 3
        ),
    ),
    Position(
        "cities-b20",
        "french",
        is_battle=False,
        text="""
            turn 23
            ghent: FR-3-I1 FR-3-A
            durbuy: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A
            huy: FR-G-I FR-C3
            marche: FR-N FR-C1
            charleroi: FR-4-I FR-4-A FR-6-I
            liege: PR-B PR-4-I1/3 PR-4-I2/2 PR-4-A/2
            jodoigne: PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A
            lost: FR-G-C FR-G-A1 FR-G-A2 FR-3-I2 FR-6-A FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-2-C PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-C
        """,
        why="Ghent held: take Liege now: Huy's 2, 3 of Durbuy over the river, the others by Huy with a forced march; >=6 attackers.",
        is_right=lambda s: s.own("liege") >= 6 and s.own("ghent") >= 1,
    ),
    Position(
        "cities-b21",
        "french",
        is_battle=False,
        text="""
            turn 19
            brussels: FR-G-I
            ath: FR-2-I1/1 FR-2-I2/1
            maastricht: AD-1-I3/1 AD-2-A/1
            lost: french 11 anglo-dutch 3 prussian 18
            defeated: prussian
        """,
        why="11 lost, Ghent is 3 steps, 3 turns: one step a turn, no forced march (1-3 kills and loses); waiting now would need one on turn 23.",
        is_right=lambda s: (
            not s.forced()
            and s.own("brussels") >= 1
            and any(
                s.dist(s.after[u], c) <= 2
                for u in s.after
                if s.before[u] == "ath"
                for c in ("ghent", "brussels")
            )
        ),
    ),
    Position(
        "cities-b22",
        "french",
        is_battle=False,
        text="""
            turn 23
            liege: FR-4-I FR-4-A
            hal: FR-G-I FR-G-A1 FR-1-I1 FR-1-I2 FR-1-A
            waterloo: FR-N FR-2-I1 FR-2-I2 FR-2-A FR-C3
            alost: FR-3-I1 FR-6-I
            louvain: FR-C1
            brussels: AD-W AD-R-I1 AD-R-I2/2 AD-R-A/2
            ghent: AD-1-I1 AD-1-I2 AD-1-A AD-2-I1 AD-2-I2 AD-2-A
            jodoigne: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-3-A
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-3-A FR-6-A FR-C2 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-2-C PR-3-C PR-4-I1 PR-4-I2 PR-4-C PR-4-A
        """,
        why="Liege held: Hal + Waterloo (joined, no rivers) on Brussels with all; no other pair brings as many.",
        is_right=lambda s: s.own("brussels") >= 8 and s.own("liege") >= 1,
    ),
    Position(
        "cities-b24",
        "french",
        is_battle=False,
        text="""
            turn 13
            liege: FR-C1 FR-C2/1
            namur: FR-N FR-G-I FR-G-A1 FR-3-I1 FR-3-A FR-4-I FR-4-A
            charleroi: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A
            huy: PR-4-C/1
            waremme: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-3-I1 PR-3-I2 PR-3-A PR-2-I1 PR-2-I2 PR-2-A
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-L1 AD-C-H
            ghent: AD-2-I1 AD-2-I2 AD-2-A
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-6-I FR-6-A FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-L2 AD-C-HA PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-3-C
        """,
        why="Prussians have lost 7: keeping a unit in Liege takes 2 more now = the whole army.",
        is_right=lambda s: s.own("liege") >= 1,
    ),
    Position(
        "cities-b25",
        "allied",
        is_battle=False,
        text="""
            turn 22
            brussels: FR-G-I FR-1-I1 FR-2-I1 FR-4-I FR-1-A
            renaix: FR-C1/2 FR-C2/2
            ninove: AD-1-I1 AD-2-I1 AD-R-I1
            lost: french 10 anglo-dutch 4 prussian 18
            defeated: prussian
        """,
        why="Brussels is lost for good; cavalry of Renaix enters Ghent on turn 23 unless >=2 stand there (forced march) or Oudenaarde is barred.",
        is_right=lambda s: s.secure("ghent", 2),
    ),
    Position(
        "cities-b27",
        "french",
        is_battle=False,
        text="""
            turn 19
            brussels: FR-G-I FR-G-A1 FR-1-I1 FR-1-A FR-2-I1 FR-2-A FR-3-I1 FR-3-A FR-4-I FR-4-A
            beaumont: FR-6-I FR-2-I2 FR-1-I2
            ghent: AD-W AD-1-I1 AD-2-I1 AD-1-A AD-R-A AD-2-I2
            tournai: AD-R-I1 AD-R-I2 AD-1-I2 AD-2-A AD-C-L2 AD-C-HA
            lost: FR-N FR-G-C FR-G-A2 FR-3-I2 FR-6-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-C-H AD-C-L1 PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="Brussels held, Liege empty and out of Allied reach, 5 steps from Beaumont (and from Brussels): 2+1+2, so march and force now.",
        is_right=lambda s: (
            s.own("brussels") >= 5
            and any(s.dist(s.after[u], "liege") <= 3 for u in s.after if u.startswith("FR"))
        ),
    ),
    Position(
        "cities-b28",
        "allied",
        is_battle=False,
        text="""
            turn 22
            liege: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-A FR-2-I1 FR-2-A FR-3-I1
            ninove: FR-C3/2 FR-C4/2
            charleroi: FR-4-I FR-4-A FR-6-I FR-6-A
            alost: AD-1-I1 AD-2-I1 AD-R-I1 AD-R-A AD-C-L1
            tournai: AD-1-I2 AD-1-I3 AD-2-I2 AD-2-A AD-1-A
            dinant: PR-B PR-2-I1 PR-2-I2 PR-2-A PR-3-I1 PR-3-I2 PR-4-I1 PR-4-I2 PR-4-A PR-1-I1
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-2-I2 FR-3-I2 FR-3-A FR-C1 FR-C2 FR-H1 FR-H2 AD-W AD-1-C AD-R-I2 AD-C-H AD-C-L2 AD-C-HA PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-C PR-3-C PR-3-A PR-4-C
        """,
        why="French hold Liege with 8. Alost must put two into Ghent and two into Brussels (or 2 Brussels, 1 Alost, 1 Sottegem); attacking Ninove lets the cavalry retreat into an open city or next to it.",
        is_right=lambda s: s.secure("brussels", 2) and s.secure("ghent", 2),
    ),
    Position(
        "cities-n01",
        "allied",
        is_battle=False,
        text="""
            turn 22
            liege: FR-G-I FR-2-I1 FR-4-I
            mechelen: FR-C3/2 FR-C4/2
            brussels: AD-1-I1 AD-2-I1 AD-R-I1 AD-C-L1
            lost: french 10 anglo-dutch 5 prussian 18
            defeated: prussian
        """,
        why="French hold Liege for good; their cavalry at Mechelen reaches Brussels (1) and Ghent (2). Keep two in Brussels, two by forced march to Ghent (or bar Dendermonde and Alost); attacking Mechelen lets them retreat beyond.",
        is_right=lambda s: s.secure("brussels", 2) and s.secure("ghent", 2),
    ),
    Position(
        "cities-n09",
        "allied",
        is_battle=False,
        text="""
            turn 16
            liege: FR-4-I/2 FR-4-A
            namur: FR-N FR-G-I FR-G-A1 FR-3-I1 FR-3-A FR-6-I FR-6-A
            charleroi: FR-1-I1 FR-1-I2 FR-1-A FR-2-I1 FR-2-I2 FR-2-A
            waremme: PR-B PR-4-I1 PR-4-I2 PR-4-A PR-3-I1 PR-3-I2
            tirlemont: PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            lost: FR-G-C FR-G-A2 FR-3-I2 FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-W AD-1-I1 AD-1-I2 AD-1-I3 AD-1-C AD-1-A AD-2-I1 AD-2-I2 AD-2-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1 AD-C-L2 AD-C-HA PR-1-C PR-1-HA PR-3-C PR-3-A PR-4-C
            defeated: anglo-dutch
        """,
        why="PR lost 5, AD gone; supply takes 2 on turn 17 and 2 on turn 19 = 9, turn 18 is night: Liege (2 units) must be retaken now.",
        is_right=lambda s: s.own("liege") >= 3,
    ),
    Position(
        "cities-n11",
        "french",
        is_battle=False,
        text="""
            turn 21
            brussels: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-A FR-2-I1 FR-2-A FR-3-I1
            hal: FR-4-I FR-4-A FR-6-I FR-6-A FR-2-I2
            mechelen: AD-W AD-R-I1 AD-R-I2 AD-R-A AD-C-L1
            waterloo: AD-1-I1 AD-2-I1 AD-1-A AD-1-I2 AD-2-A
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-3-I2 FR-3-A FR-C1 FR-C2 FR-C3 FR-C4 FR-H1 FR-H2 AD-1-I3 AD-1-C AD-2-I2 AD-C-H AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="AD lost 6 and PR gone: Brussels held now and on turn 23 = 8. Keep Brussels full (Hal may join), do not spread.",
        is_right=lambda s: s.own("brussels") >= 7,
    ),
    Position(
        "cities-n14",
        "allied",
        is_battle=False,
        text="""
            turn 22
            liege: FR-N FR-G-I FR-G-A1 FR-1-I1 FR-1-A FR-2-I1 FR-2-A FR-3-I1
            sottegem: FR-C3/2 FR-C4/2
            charleroi: FR-4-I FR-4-A FR-6-I FR-6-A
            alost: AD-1-I1 AD-2-I1 AD-R-I1 AD-R-A AD-C-L1
            tournai: AD-1-I2 AD-1-I3 AD-2-I2 AD-2-A AD-1-A
            lost: FR-G-C FR-G-A2 FR-1-I2 FR-2-I2 FR-3-I2 FR-3-A FR-C1 FR-C2 FR-H1 FR-H2 AD-W AD-1-C AD-R-I2 AD-C-H AD-C-L2 AD-C-HA PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1 PR-2-I2 PR-2-C PR-2-A PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-4-I1 PR-4-I2 PR-4-C PR-4-A
            defeated: prussian
        """,
        why="As b28 with the cavalry at Sottegem: two into Ghent and two into Brussels (or Alost and Ninove barred).",
        is_right=lambda s: s.secure("brussels", 2) and s.secure("ghent", 2),
    ),
    Position(
        "manoeuvre-m01-net-givet",
        "allied",
        is_battle=False,
        text="""
            turn 22
            givet: FR-G-I
            brussels: FR-N FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-C1
            ghent: FR-6-I FR-6-A FR-3-I1 FR-C2 FR-3-A
            philippeville: PR-4-C
            dinant: PR-3-I1 PR-3-I2 PR-3-C PR-3-A PR-2-I1
            maastricht: PR-4-I1 PR-4-I2 PR-4-A PR-B
            lost: anglo-dutch 16 french 11 prussian 8
            defeated: anglo-dutch
        """,
        why="The French win next turn with Brussels and Ghent; they have lost 11. The Guard alone in Givet dies for certain if it has nowhere to go: PR-3-C by Ciney to Rochefort, two or more into Givet, one stays in Dinant, PR-4-C stays in Philippeville.",
        is_right=lambda s: (
            s.own("givet") >= 2
            and s.own("rochefort") >= 1
            and s.own("dinant") >= 1
            and s.own("philippeville") >= 1
        ),
    ),
    Position(
        "manoeuvre-m02-net-rochefort",
        "french",
        is_battle=False,
        text="""
            turn 23
            ciney: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-1-A
            givet: FR-6-I FR-6-A FR-3-I2
            maubeuge: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-4-I
            rochefort: PR-3-I1 PR-3-I2
            durbuy: PR-3-C PR-3-A
            huy: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A
            lost: anglo-dutch 16 prussian 8 french 10
            defeated: anglo-dutch
        """,
        why="Last turn: one more Prussian loss wins, nothing else does. The two blocks in Rochefort are eliminated with certainty if all three neighbours are French: one block Ciney - Marche, three or more into Rochefort, one stays in Ciney, one in Givet.",
        is_right=lambda s: (
            s.own("rochefort") >= 3
            and s.own("marche") >= 1
            and s.own("ciney") >= 1
            and s.own("givet") >= 1
        ),
    ),
    Position(
        "manoeuvre-m03-net-open-door",
        "french",
        is_battle=False,
        text="""
            turn 23
            ciney: FR-1-I1 FR-2-I1 FR-2-I2 FR-3-I1
            marche: FR-1-I2
            givet: FR-6-I FR-6-A
            maubeuge: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-4-I FR-3-I2 FR-1-A
            rochefort: PR-3-I1 PR-3-I2
            durbuy: PR-3-C PR-3-A
            huy: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A
            lost: anglo-dutch 16 prussian 8 french 10
            defeated: anglo-dutch
        """,
        why="As before with Marche already held: attack with three or more, and leave a block each in Ciney, Marche and Givet; whoever vacates one opens the door.",
        is_right=lambda s: (
            s.own("rochefort") >= 3
            and s.own("marche") >= 1
            and s.own("ciney") >= 1
            and s.own("givet") >= 1
        ),
    ),
    Position(
        "manoeuvre-m04-lone-emperor",
        "french",
        is_battle=False,
        text="""
            turn 7
            ligny: FR-N
            charleroi: FR-G-I FR-G-C FR-G-A1 FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-C3
            laneffe: FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-6-I
            namur: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            wavre: PR-4-I1 PR-4-I2
            quatre-bras: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            nivelles: AD-2-I1 AD-2-A
            lost: french 8 anglo-dutch 5 prussian 8
        """,
        why="Napoleon alone between 8 Prussians in Namur and 9 Anglo-Dutch in Quatre Bras is lost in a skirmish next turn: he goes back, or at least six blocks join him.",
        is_right=lambda s: s.own("ligny") == 0 or s.own("ligny") >= 6,
    ),
    Position(
        "manoeuvre-m05-strike-ligny",
        "french",
        is_battle=False,
        text="""
            turn 7
            charleroi: FR-N FR-G-I FR-G-C FR-G-A1 FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-C3 FR-C4 FR-H1
            laneffe: FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-6-I FR-6-A FR-4-A FR-C2 FR-G-A2 FR-H2 FR-1-A
            ligny: PR-B PR-1-I1 PR-1-A PR-1-C
            liege: PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            huy: PR-3-I1 PR-3-I2 PR-3-A
            ghent: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3 AD-1-C
            mechelen: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H
            lost: prussian 7 anglo-dutch 3
        """,
        why="Four Prussian blocks alone in Ligny, 24 French by, no help nearer than two turns; two more lost ones defeat the Prussians. Attack with seven or eight.",
        is_right=lambda s: s.own("ligny") >= 6,
    ),
    Position(
        "manoeuvre-m07-joint-ligny",
        "french",
        is_battle=False,
        text="""
            turn 7
            charleroi: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2 FR-1-A FR-C1
            quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-C3 FR-C4 FR-6-I
            laneffe: FR-4-I FR-4-A
            ligny: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-C
            liege: PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            ghent: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3 AD-1-C
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H
            lost: prussian 8 anglo-dutch 3 french 8
        """,
        why="Six Prussians in Ligny, French 7 + 7 in Charleroi and Quatre Bras, which a road joins: both attack; one Prussian loss ends their army. At least ten enter.",
        is_right=lambda s: s.own("ligny") >= 10,
    ),
    Position(
        "manoeuvre-m08-quatre-bras-joint",
        "allied",
        is_battle=False,
        text="""
            turn 10
            quatre-bras: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2 FR-1-A FR-C1
            maubeuge: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-6-I
            charleroi: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-C-H AD-C-L1 AD-R-A
            ligny: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-C PR-2-A
            waterloo: AD-2-I1 AD-2-A
            liege: PR-4-I1 PR-4-I2
            lost: french 9 anglo-dutch 6 prussian 8
        """,
        why="Seven French cut off in Quatre Bras; Charleroi and Ligny adjoin it and each other, so 16 attack together; three more French lost end the game. At least ten enter.",
        is_right=lambda s: s.own("quatre-bras") >= 10,
    ),
    Position(
        "manoeuvre-m11-tournai-net",
        "french",
        is_battle=False,
        text="""
            turn 11
            leuze: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-C1 FR-C3
            conde: FR-2-I2 FR-3-I1 FR-3-I2 FR-4-I FR-6-I FR-3-A FR-2-A FR-G-A1
            tournai: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A
            ghent: AD-R-I1 AD-R-I2
            huy: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-4-I1 PR-4-I2
            lost: french 8 prussian 8 anglo-dutch 6
        """,
        why="Four Anglo-Dutch in the corner at Tournai; two lost defeat them. Both groups adjoin it and a road joins them (5.2): 4 + 3 attack, at least six in all (three over the minor road alone are not enough; whether Renaix is closed too made no difference in play-outs). ",
        is_right=lambda s: s.own("tournai") >= 6,
    ),
    Position(
        "manoeuvre-m12-net-nivelles",
        "french",
        is_battle=False,
        text="""
            turn 23
            quatre-bras: FR-C1 FR-G-C FR-C3 FR-H1 FR-1-A FR-2-A FR-3-A FR-1-I2 FR-3-I2
            conde: FR-N FR-G-I FR-2-I1 FR-2-I2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-2-A
            nivelles: AD-1-I3 AD-C-L2
            lost: french 11 anglo-dutch 7 prussian 18
            defeated: prussian
        """,
        why="Last turn; one Anglo-Dutch loss wins. Two blocks in Nivelles, skirmish: certain if Quatre Bras, Waterloo, Binche (a horse by Charleroi) and Braine (a horse Waterloo - Hal, forced) are held and three or more enter.",
        is_right=lambda s: (
            s.own("nivelles") >= 3
            and s.own("quatre-bras") >= 1
            and s.own("waterloo") >= 1
            and s.own("binche") >= 1
            and s.own("braine-le-comte") >= 1
        ),
    ),
    Position(
        "manoeuvre-m19-skirmish-four-horse",
        "french",
        is_battle=False,
        text="""
            turn 23
            quatre-bras: FR-C1 FR-G-C FR-C3 FR-H1 FR-1-A FR-2-A FR-3-A FR-1-I2 FR-3-I2
            givet: FR-N FR-G-I FR-2-I1 FR-2-I2
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-2-A
            waterloo: AD-1-I3
            hal: AD-C-L2
            lost: french 11 anglo-dutch 7 prussian 18
            defeated: prussian
        """,
        why="Last turn; one Anglo-Dutch loss wins. The lone block in Waterloo: 11 dice at F2 of C1, G-C, C3, H1 average 3.7 hits (foot: 1.8). At least three mounted attack it.",
        is_right=lambda s: (
            sum(s.where(u) == "waterloo" for u in ("FR-C1", "FR-G-C", "FR-C3", "FR-H1")) >= 3
        ),
    ),
    Position(
        "manoeuvre-m13-central-strike-namur",
        "french",
        is_battle=False,
        text="""
            turn 7
            ligny: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-C3 FR-3-I1 FR-6-I FR-G-A1 FR-C4 FR-4-I
            gembloux: PR-B PR-2-I1 PR-2-C PR-2-A
            liege: PR-3-I1 PR-3-I2 PR-4-I1 PR-4-I2 PR-4-A PR-4-C
            braine-le-comte: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            lost: french 9 prussian 8 anglo-dutch 7
        """,
        why="One Prussian loss ends their army; four alone in Gembloux beside 15 French, the Anglo-Dutch two days' march off. Six attack over the minor road; forced marches round by Namur into the town next door only cost strength.",
        is_right=lambda s: (
            s.own("gembloux") >= 5 and not any(s.where(u) == "gembloux" for u in s.forced())
        ),
    ),
    Position(
        "manoeuvre-m14-force-ghent",
        "allied",
        is_battle=False,
        text="""
            turn 22
            ghent: FR-C2
            liege: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-2-A
            charleroi: FR-3-I1 FR-3-I2 FR-4-I FR-6-I
            grammont: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3
            brussels: AD-W AD-1-I1 AD-1-I2 AD-R-I1 AD-R-I2
            lost: french 11 anglo-dutch 7 prussian 18
            defeated: prussian
        """,
        why="The French hold Liege and Ghent and win next turn unless Ghent falls. All foot: Grammont - Sottegem - forced into Ghent (three over the Scheldt). Brussels foot can also go by Alost and force into Ghent (4).",
        is_right=lambda s: s.own("ghent") >= 2,
    ),
    Position(
        "manoeuvre-m16-river-no-attack",
        "allied",
        is_battle=False,
        text="""
            turn 4
            charleroi: PR-B PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-1-HA PR-2-I1
            laneffe: FR-N FR-G-I FR-G-C FR-G-A1 FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-C3 FR-C4 FR-H1
            maubeuge: FR-3-I1 FR-3-I2 FR-3-A FR-4-I FR-6-I FR-6-A FR-4-A FR-C2 FR-H2
            namur: PR-2-I2 PR-2-A PR-2-C PR-3-I1 PR-3-I2 PR-3-A PR-3-C
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            ath: AD-2-I1 AD-2-I2 AD-2-A AD-1-I3 AD-1-C AD-C-L2 AD-C-HA
            lost: prussian 4 french 2
        """,
        why="Attacking 13 French over the Sambre with four is suicide; nobody enters Laneffe.",
        is_right=lambda s: s.own("laneffe") == 0,
    ),
    Position(
        "manoeuvre-m17-hold-two",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2/1 FR-2-I1
            ghent: FR-2-I2 FR-3-I1/1 FR-C1
            hal: FR-6-I/1 FR-4-I/1 FR-C3/1 FR-C4/1
            alost: AD-2-I1 AD-2-A AD-1-I3
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2
            namur: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-4-I1 PR-4-I2
            lost: french 11 anglo-dutch 7 prussian 8
        """,
        why="Two supply cities held on the last turn: 'end' wins for certain; any attack or forced march of a strength-1 block can lose the twelfth unit.",
        is_right=lambda s: (
            s.own("brussels") >= 1
            and s.own("ghent") >= 1
            and s.own("alost") == 0
            and s.own("waterloo") == 0
            and not any(s.strength(u) == 1 for u in s.forced())
        ),
    ),
    Position(
        "manoeuvre-b01-empty-area",
        "french",
        is_battle=True,
        text="""
            turn 5
            battle ligny
            side french
            step combat
            french left: FR-2-I1
            french centre: FR-2-I2 FR-2-A
            french right: FR-1-I1
            french reserve: FR-G-I FR-C3
            allied centre: PR-1-I1 PR-1-I2 PR-1-A
            allied right: PR-2-I1 PR-2-I2
            allied reserve: PR-2-C
            origins charleroi
            round 2
        """,
        why="The Prussian left stands empty: a unit from the French right (or C3 from reserve by the right) enters it, the whole army routs.",
        is_right=lambda s: any("enemy-left" in p for p in s.played),
    ),
    Position(
        "manoeuvre-b02-last-unit",
        "french",
        is_battle=True,
        text="""
            turn 5
            battle ligny
            side french
            step combat
            french left: FR-1-I1/1
            french centre: FR-2-I1 FR-2-A
            french right: FR-2-I2 FR-C1
            french reserve: FR-6-I FR-G-I
            allied enemy-left: PR-1-I1 PR-1-C
            allied left: PR-2-I2
            allied centre: PR-1-I2 PR-1-A
            allied right: PR-2-C PR-3-I1
            allied reserve: PR-2-I1
            origins charleroi
            round 3
        """,
        why="The left is one strength-1 block against 6 dice; when it dies or falls back everything routs. Reserve infantry goes left, the block stays.",
        is_right=lambda s: s.area("FR-6-I") == "left" or s.area("FR-G-I") == "left",
    ),
    Position(
        "manoeuvre-b03-retreat-all",
        "french",
        is_battle=True,
        text="""
            turn 22
            brussels: FR-N FR-G-I FR-G-C FR-1-I2 FR-2-I1
            ghent: FR-2-I2 FR-3-I2 FR-C1 FR-C3 FR-4-A
            ath: AD-1-I3
            battle hal
            side french
            step combat
            french left: FR-1-I1/1
            french centre: FR-3-I1/1
            french right: FR-4-I/1
            allied left: AD-1-I1 AD-1-A
            allied centre: AD-R-I1 AD-C-H
            allied right: AD-2-I1 AD-C-L1
            allied reserve: AD-W AD-C-HA
            origins enghien
            round 1
            lost: french 11 anglo-dutch 7 prussian 18
            defeated: prussian
        """,
        why="One French loss is defeat, Brussels and Ghent win next turn. Three unengaged strength-1 blocks before 8 Anglo-Dutch: all three retreat now (2 by the main road to Brussels, others to Braine or Waterloo) without loss.",
        is_right=lambda s: (
            all(s.where(u) != "hal" for u in ("FR-1-I1", "FR-3-I1", "FR-4-I"))
            and s.lost("french") == 11
        ),
    ),
    Position(
        "manoeuvre-b04-guns-first",
        "french",
        is_battle=True,
        text="""
            turn 5
            battle ligny
            side french
            step combat
            french left: FR-1-A FR-1-I1 FR-1-I2
            french centre: FR-G-A1 FR-G-A2 FR-G-I
            french right: FR-2-A FR-2-I1 FR-2-I2
            french reserve: FR-C3 FR-C1
            allied left: PR-1-I1/2 PR-1-A/2
            allied centre: PR-2-I1/3 PR-2-A/2
            allied right: PR-3-I1/2 PR-3-A/1
            origins charleroi
            round 1
        """,
        why="A gun cannot fire at an area with a friend in it: each of the four guns bombards before anyone enters the area before it.",
        is_right=lambda s: sum(p.startswith("bombard") for p in s.played) == 4,
    ),
    Position(
        "manoeuvre-b05-gun-alone",
        "french",
        is_battle=True,
        text="""
            turn 8
            battle charleroi
            side french
            step combat
            french left: FR-1-I1 FR-1-A
            french centre: FR-2-I1 FR-2-A
            french right: FR-6-A
            french reserve: FR-6-I FR-3-I1
            allied left: AD-C-H AD-C-L1
            allied centre: AD-1-I1 AD-1-A
            allied right: AD-R-I1
            origins quatre-bras
            round 1
        """,
        why="FR-6-A (2) alone on the right faces seven dice of horse with shock: infantry from the reserve must stand by it.",
        is_right=lambda s: s.area("FR-6-I") == "right" or s.area("FR-3-I1") == "right",
    ),
    Position(
        "manoeuvre-b07-farm",
        "french",
        is_battle=True,
        text="""
            turn 22
            ghent: FR-2-I2 FR-C1 FR-C3 FR-4-A
            givet: FR-G-C FR-1-I2 FR-N FR-G-A1 FR-G-A2 FR-C2 FR-C4
            oudenaarde: AD-1-I1 AD-1-I2 AD-2-A AD-R-I2
            battle brussels
            side french
            step combat
            terrain french centre farm
            french left: FR-1-I1 FR-G-I
            french centre: FR-3-I2
            french right: FR-2-I1 FR-3-I1
            allied left: AD-C-H
            allied centre: AD-C-L1 AD-C-L2
            allied right: AD-1-C
            allied reserve: AD-W
            origins waterloo
            round 2
            lost: french 8 anglo-dutch 7 prussian 18
            defeated: prussian
        """,
        why="Brussels held now wins. Only horse opposes, and a farm's occupant cannot be hit by cavalry at all: FR-3-I2 (2), alone in the centre before six dice with shock, occupies the farm (square is second best).",
        is_right=lambda s: any(p == "occupy FR-3-I2" for p in s.played),
    ),
    Position(
        "manoeuvre-b08-horse-guns-kill",
        "french",
        is_battle=True,
        text="""
            turn 5
            battle quatre-bras
            side french
            step combat
            french left: FR-1-I1 FR-1-A
            french centre: FR-2-I1 FR-2-A
            french right: FR-2-I2 FR-H1 FR-H2
            french reserve: FR-6-I
            allied left: AD-C-L2/1
            allied centre: AD-1-I3 AD-1-A
            allied right: AD-1-I1 AD-R-I1 AD-R-A
            allied reserve: AD-R-I2 AD-2-I1
            origins charleroi
            round 2
        """,
        why="AD-C-L2/1 alone holds the Allied left, long-range fire cannot kill it, only horse guns move and fire in one turn: 2 x 2 dice at F2 with canister, 80% to empty the area and rout nine units at once.",
        is_right=lambda s: any(p in ("fire FR-H1", "fire FR-H2") for p in s.played),
    ),
    Position(
        "manoeuvre-b09-allied-centre",
        "allied",
        is_battle=True,
        text="""
            turn 5
            battle waterloo
            side allied
            step combat
            french enemy-centre: FR-2-I1 FR-C3
            french left: FR-1-I1 FR-1-A
            french centre: FR-2-A
            french right: FR-6-I
            french reserve: FR-G-I
            allied centre: AD-1-I3/1
            allied left: AD-1-I1 AD-1-A
            allied right: AD-2-I1 AD-2-A
            allied reserve: AD-C-H AD-R-I1
            origins quatre-bras
            round 2
        """,
        why="AD-1-I3/1 alone holds the centre against 4 + 3 dice; its death or fall-back routs eight units. AD-R-I1 and/or AD-C-H go in.",
        is_right=lambda s: s.area("AD-R-I1") == "centre" or s.area("AD-C-H") == "centre",
    ),
    Position(
        "manoeuvre-b10-not-backwards",
        "allied",
        is_battle=True,
        text="""
            turn 7
            battle waterloo
            side allied
            step combat
            french left: FR-G-C FR-C3
            french centre: FR-1-I1 FR-1-A
            french right: FR-2-I1
            allied left: AD-1-I2 AD-1-A
            allied centre: AD-R-I1 AD-R-A
            allied right: AD-2-A/1
            allied reserve: AD-2-I1 AD-C-L1 AD-W
            origins quatre-bras
            round 2
        """,
        why="The right is one strength-1 gun before the French Guard and cuirassiers: AD-2-I1 (or C-L1) must come up from reserve, the gun fires and stays.",
        is_right=lambda s: s.area("AD-2-I1") == "right" or s.area("AD-C-L1") == "right",
    ),
    Position(
        "manoeuvre-m20-net-conde",
        "allied",
        is_battle=False,
        text="""
            turn 22
            conde: FR-G-I FR-6-A
            brussels: FR-N FR-G-C FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2
            ghent: FR-6-I FR-3-I1 FR-C2 FR-3-A FR-C1
            leuze: AD-1-I1 AD-1-I2 AD-2-I1 AD-2-A AD-C-H
            tournai: AD-2-I2
            mechelen: AD-W AD-R-I1 AD-R-A
            mons: PR-1-I1 PR-1-C
            liege: PR-4-I1 PR-4-I2 PR-4-A PR-B PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            lost: french 11 anglo-dutch 7 prussian 8
        """,
        why="French win next turn with Brussels and Ghent; one French loss ends it now. Two blocks in Conde: a Prussian from Mons to Valenciennes, three or more from Leuze into Conde, one stays in Leuze, Tournai stays held: certain.",
        is_right=lambda s: (
            s.own("conde") >= 3
            and s.own("valenciennes") >= 1
            and s.own("leuze") >= 1
            and s.own("tournai") >= 1
        ),
    ),
    Position(
        "manoeuvre-m21-wavre-joint-last",
        "allied",
        is_battle=False,
        text="""
            turn 22
            wavre: FR-C2 FR-H1 FR-4-A FR-4-I
            ghent: FR-N FR-G-I FR-G-C FR-1-I1
            liege: FR-2-I1 FR-2-I2 FR-2-A FR-C1 FR-C3
            brussels: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2 AD-R-A AD-C-H AD-C-L1
            louvain: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-C PR-1-A PR-4-I1 PR-4-I2 PR-4-C
            lost: french 11 prussian 8 anglo-dutch 7
        """,
        why="The French hold Ghent and Liege and win next turn; one French loss ends it now. Four isolated in Wavre: Brussels and Louvain adjoin it and each other (5.2): 8 + 3 attack, horse by Jodoigne to Gembloux and a block to Waterloo close the doors.",
        is_right=lambda s: s.own("wavre") >= 5,
    ),
    Position(
        "manoeuvre-m22-walk-in",
        "french",
        is_battle=False,
        text="""
            turn 23
            ghent: FR-N FR-G-I FR-G-C FR-1-I1
            waterloo: FR-1-I2 FR-2-I1 FR-2-I2 FR-C1 FR-C3/1 FR-4-I/1 FR-6-I
            charleroi: FR-3-I1 FR-3-I2/1
            sottegem: AD-2-I1 AD-2-A AD-1-I3
            nivelles: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2
            namur: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-4-I1 PR-4-I2
            lost: french 11 anglo-dutch 7 prussian 8
        """,
        why="Brussels is empty and one march away, Ghent is held: walking in wins for certain (11 lost: any attack or weak forced march can lose the twelfth).",
        is_right=lambda s: (
            s.own("brussels") >= 1
            and s.own("ghent") >= 1
            and s.own("sottegem") == 0
            and s.own("nivelles") == 0
            and s.own("namur") == 0
            and not any(s.strength(u) == 1 for u in s.forced())
        ),
    ),
    Position(
        "manoeuvre-b06-squares",
        "french",
        is_battle=True,
        text="""
            turn 22
            ghent: FR-2-I2 FR-3-I2 FR-C1 FR-C3 FR-4-A
            givet: FR-G-I FR-G-C FR-1-I2 FR-N FR-G-A1 FR-G-A2 FR-C2 FR-C4
            renaix: AD-1-I1 AD-1-I2 AD-2-A AD-R-I2 AD-2-I1 AD-1-A AD-R-A
            battle brussels
            side french
            step combat
            french left: FR-1-I1
            french centre: FR-2-I1/3
            french right: FR-3-I1
            allied left: AD-C-H
            allied centre: AD-C-L1
            allied right: AD-1-C AD-C-L2
            allied reserve: AD-W
            origins waterloo
            round 1
            lost: french 8 anglo-dutch 4 prussian 18
            defeated: prussian
        """,
        why="Brussels held now wins tomorrow (with Ghent). Nothing but cavalry attacks: in square it fires at -1 without shock, the infantry as ever. All three form square; retreat gives the game away.",
        is_right=lambda s: all("square" in s.marks(u) for u in ("FR-1-I1", "FR-2-I1", "FR-3-I1")),
    ),
    Position(
        "manoeuvre-b11-allied-horse-guns",
        "allied",
        is_battle=True,
        text="""
            turn 8
            battle quatre-bras
            side allied
            step combat
            allied left: AD-1-I1 AD-C-HA
            allied centre: AD-R-I1 AD-R-A
            allied right: AD-2-I1 AD-2-A
            allied reserve: AD-R-I2
            french right: FR-C2/1
            french centre: FR-1-I1 FR-1-A FR-3-I1
            french left: FR-2-I1 FR-2-A
            french reserve: FR-G-I FR-G-A1 FR-6-I
            origins nivelles
            round 2
        """,
        why="FR-C2/1 alone holds the French right and the Guard will support it next turn; only horse artillery moves and fires at once: three dice at F2, 70% to rout nine units now.",
        is_right=lambda s: any(p == "fire AD-C-HA" for p in s.played),
    ),
    Position(
        "manoeuvre-m25-battle-net",
        "french",
        is_battle=False,
        text="""
            turn 11
            ciney: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-1-A FR-C3 FR-N
            givet: FR-6-I FR-6-A FR-3-I2
            maubeuge: FR-G-I FR-G-A1 FR-4-I
            rochefort: PR-3-I1 PR-3-I2 PR-3-A
            liege: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A PR-2-C
            lost: anglo-dutch 16 prussian 8 french 10
            defeated: anglo-dutch
        """,
        why="One Prussian loss ends the war. Three in the corner at Rochefort: six strike (closing Marche as well made no difference in play-outs).",
        is_right=lambda s: s.own("rochefort") >= 4,
    ),
    Position(
        "manoeuvre-m26-strong-legs",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-1-I1/1 FR-2-I1 FR-3-A/1 FR-6-I/1 FR-1-I2/1
            charleroi: FR-N FR-G-I FR-3-I1 FR-4-I FR-2-I2/1 FR-C1/1 FR-C3/1 FR-2-A/1
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-1-A AD-R-I1 AD-R-I2
            enghien: AD-2-I1 AD-2-A AD-1-I3
            namur: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-I1 PR-2-I2 PR-2-A PR-2-C PR-4-I1 PR-4-I2
            lost: french 11 anglo-dutch 7 prussian 8
        """,
        why="Ghent is empty, two marches off: FR-2-I1 (4) goes by Alost and forced into Ghent, at least one block stays in Brussels; a strength-1 block forced dies half the time and with it the game.",
        is_right=lambda s: (
            s.own("ghent") >= 1
            and s.own("brussels") >= 1
            and not any(s.strength(u) <= 1 for u in s.forced())
            and s.where("FR-2-I1") == "ghent"
            and all(s.where(u) != "lost" for u in s.forced())
            and s.own("waterloo") == 0
            and s.own("enghien") == 0
            and s.own("namur") == 0
        ),
    ),
    Position(
        "manoeuvre-m27-needless-attack",
        "french",
        is_battle=False,
        text="""
            turn 23
            brussels: FR-N FR-G-I FR-G-C FR-1-I1 FR-1-I2/1
            liege: FR-2-I1 FR-2-I2 FR-3-I1 FR-C1
            charleroi: FR-6-I/1 FR-4-I/1 FR-C3/1 FR-C4/1
            huy: PR-2-I1 PR-2-I2
            hal: AD-2-I1 AD-2-A AD-1-I3 AD-1-A
            waterloo: AD-W AD-1-I1 AD-1-I2 AD-R-I1 AD-R-I2
            jodoigne: PR-B PR-1-I1 PR-1-I2 PR-1-A PR-2-A PR-2-C PR-4-I1 PR-4-I2
            lost: french 11 anglo-dutch 7 prussian 8
        """,
        why="Two supply cities held on the last turn: 'end' wins for certain; any attack can lose the twelfth unit.",
        is_right=lambda s: (
            s.own("brussels") >= 1
            and s.own("liege") >= 1
            and not any(s.own(t) for t in ("huy", "hal", "waterloo", "jodoigne"))
            and not any(s.strength(u) <= 1 for u in s.forced())
        ),
    ),
    Position(
        "manoeuvre-m28-out-of-the-net",
        "allied",
        is_battle=False,
        text="""
            turn 12
            rochefort: PR-3-I1 PR-3-I2
            durbuy: PR-3-C PR-3-A
            liege: PR-B PR-1-I1 PR-1-I2 PR-2-I1 PR-2-I2 PR-2-A
            ciney: FR-1-I1 FR-1-I2 FR-2-I1 FR-2-I2 FR-3-I1 FR-1-A
            givet: FR-6-I FR-6-A FR-3-I2
            maubeuge: FR-N FR-G-I FR-G-A1 FR-G-A2 FR-4-I
            lost: anglo-dutch 16 prussian 8 french 10
            defeated: anglo-dutch
        """,
        why="One Prussian loss ends the war, and at dawn Ciney can close Marche and take Rochefort with certainty. The pair leaves for Marche, whence Durbuy stays open.",
        is_right=lambda s: s.own("rochefort") == 0,
    ),
    Position(
        "manoeuvre-b12-deploy",
        "french",
        is_battle=True,
        text="""
            position 1
            players 2
            scenario historical
            visibility open
            turn 8
            charleroi: FR-N FR-1-I1 FR-1-I2 FR-1-A FR-6-I FR-6-A AD-1-I1 AD-1-I2 AD-1-C AD-R-I1 AD-C-H AD-C-L1 AD-C-L2 AD-C-HA
            battle charleroi setting-up
            lead anglo-dutch quatre-bras
            origins quatre-bras
            order 1
            senior anglo-dutch
            flow campaign step=3
            flow engagements step=2 cursor=1 half=1
            flow deployment town=charleroi step=4 hand= ended=0 touched=0
        """,
        why="Six blocks before eight Allied ones: an area held by guns or a leader alone is lost at the first charge and routs everything; each of the three areas gets one of the three infantry units.",
        is_right=lambda s: (
            {s.area(u) for u in ("FR-1-I1", "FR-1-I2", "FR-6-I")} == {"left", "centre", "right"}
        ),
    ),
]
