"""Short games by chance from positions in which much can happen, and the digests of all they show.

Golden games tell in words how a whole game goes; these go where whole games seldom come: squares
and shelter, holders and swaps, streams, routs, withdrawals, allies in one fight, armies about to
break. Each position is played with two and three players, in the open and with hidden units.
A digest of each kind of thing tells where to look when one of them changes.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import TypeVar

from napoleon.rules import Action, Game, Seat, SeededDice
from napoleon.rules.board.towns import NEIGHBOURS, TOWN_IDS
from napoleon.rules.board.units import UNIT_IDS
from napoleon.rules.engine.actions import AREA_NAMES, TERRAIN_NAMES, VERBS
from napoleon.rules.notation.writing import format_position
from napoleon.rules.words.prompts import prompt
from napoleon.rules.words.prose import tell
from perft import POSITIONS as FEW_POSITIONS

Thing = TypeVar("Thing")
# All but that of even games, which none of these is: what was kept before there were any stays.
TRIED = [verb for verb in VERBS if verb.name != "weaken"]
DECISIONS = 32  # of a playout
REFUSALS = 6  # actions by chance that are tried at every decision
WEIGHTS = {"end": 0.3, "retreat": 0.3}  # against 1 for every other verb
SETTINGS = (
    "players 2; visibility open",
    "players 2; visibility hidden",
    "players 3; visibility open",
    "players 3; visibility hidden",
)
KINDS = ("offers", "positions", "events", "views", "sketches", "refusals")

POSITIONS: dict[str, str] = {
    **{name: position.removeprefix("players 3; ") for name, (_, position) in FEW_POSITIONS.items()},
    "a square with a guest": (
        "turn 5; battle charleroi; origins laneffe; round 3; terrain french left farm FR-1-I2; "
        "french left: FR-1-I1(square) FR-N(in:FR-1-I1) FR-1-I2; french right: FR-2-I2/2 FR-H1; "
        "french centre: FR-2-I1(square) FR-2-A(in:FR-2-I1); "
        "allied enemy-left: PR-1-C(shock) PR-2-C; allied right: PR-1-I1; "
        "allied centre: PR-2-I1(square) PR-2-A(in:PR-2-I1) PR-2-I2; allied left: PR-3-I1 PR-3-A; "
        "allied reserve: PR-B"
    ),
    "a square under fire": (
        "turn 4; battle ligny; origins gembloux; side french; terrain french right hill FR-2-A; "
        "french left: FR-1-I1/1(square) FR-1-A/1(in:FR-1-I1) FR-1-I2; "
        "french centre: FR-2-I1(square) FR-N(in:FR-2-I1); french right: FR-2-A FR-H1; "
        "allied enemy-left: PR-1-I1/3 PR-1-C(shock) PR-1-HA; allied enemy-centre: AD-C-H(shock); "
        "allied left: PR-3-I1; allied centre: AD-1-I1 AD-W; allied right: PR-1-I2 PR-1-A PR-B"
    ),
    "holders": (
        "turn 5; battle charleroi; origins laneffe thuin; terrain french left farm FR-1-I1; "
        "terrain french right hill FR-H1; terrain allied right hill PR-1-A; "
        "terrain allied centre farm AD-1-I1; french left: FR-1-I1 FR-1-I2 FR-2-I1; "
        "french centre: FR-3-I1 FR-3-I2; french right: FR-H1 FR-2-A FR-H2; "
        "french enemy-centre: FR-C3 FR-6-I; allied left: PR-3-I1 PR-3-I2; "
        "allied centre: AD-1-I1 AD-1-I2 PR-2-I1; allied right: PR-1-A PR-2-A PR-1-HA; "
        "allied reserve: AD-W PR-1-C"
    ),
    "holders for the defender": (
        "turn 4; battle ligny; side french; origins gembloux namur; "
        "terrain french left hill FR-1-A; terrain french centre farm FR-1-I1; "
        "terrain allied left farm; terrain allied right woods; french left: FR-1-A FR-2-A FR-H1; "
        "french centre: FR-1-I1 FR-1-I2 FR-G-C; french right: FR-2-I1; "
        "allied enemy-centre: PR-1-I1 PR-1-C(shock); allied left: PR-2-I1 PR-2-A; "
        "french enemy-left: FR-3-I1; allied centre: PR-3-I1; allied right: AD-1-I1 AD-C-L1; "
        "allied reserve: PR-B AD-W"
    ),
    "woods": (
        "turn 5; battle charleroi; origins laneffe; terrain french left woods; "
        "terrain allied left woods; terrain allied centre woods; french left: FR-1-I1 FR-C1; "
        "french centre: FR-2-I1 FR-2-A FR-C2; french right: FR-H1 FR-C3 FR-2-I2; "
        "french reserve: FR-N FR-C4 FR-3-A; french enemy-centre: FR-G-C(shock) FR-3-I1; "
        "allied right: PR-1-A PR-1-I1; allied centre: PR-2-I1 PR-2-C; "
        "allied left: AD-1-I1 AD-C-L1; allied reserve: PR-B PR-3-C"
    ),
    "streams": (
        "turn 5; battle charleroi; origins laneffe; terrain french left stream; "
        "terrain allied left stream; french left: FR-1-I1 FR-1-I2 FR-C1 FR-H1; "
        "french centre: FR-2-I1 FR-2-A; french right: FR-2-I2 FR-C2; "
        "french enemy-left: FR-3-I1/1 FR-3-I2/1 FR-6-I/1; french reserve: FR-N; "
        "allied right: PR-1-I1 PR-1-I2 PR-1-C PR-1-A; allied centre: PR-2-I1; "
        "allied left: PR-3-I1"
    ),
    "morale": (
        "turn 5; battle charleroi; step morale; origins laneffe; terrain allied right stream; "
        "french left: FR-1-I1/1(square) FR-1-I2/1 FR-N FR-1-A/1; "
        "french centre: FR-2-I1/1 FR-C1/1; french right: FR-2-I2; "
        "french enemy-right: FR-3-I1/1 FR-C2/1; allied right: PR-1-I1; allied enemy-left: PR-1-C; "
        "allied enemy-centre: PR-2-C; allied centre: PR-2-I1; allied left: PR-3-I1"
    ),
    "morale of allies": (
        "turn 4; battle charleroi; step morale; origins ligny quatre-bras; "
        "terrain french right stream; allied enemy-right: PR-1-I1/1 PR-1-C/1 AD-1-I1/1 AD-C-L1/1; "
        "french right: FR-2-I1; allied enemy-centre: AD-W PR-B; french centre: FR-3-I1; "
        "french left: FR-1-I1; allied left: PR-2-I1; allied centre: AD-2-I1 PR-3-I1; "
        "allied right: PR-3-I2; allied reserve: AD-1-A"
    ),
    "a rout of many": (
        "turn 5; battle charleroi; origins laneffe; side french; namur: PR-4-I1; "
        "french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; french right: FR-2-I2; "
        "french enemy-right: FR-C1(shock) FR-3-I1; french enemy-centre: FR-C2; "
        "allied right: PR-1-I1/1; allied centre: PR-2-I1/1 PR-2-A PR-2-C; "
        "allied left: AD-1-I1 AD-C-H; allied reserve: AD-W PR-B PR-3-I1/1 AD-C-HA PR-1-A/2"
    ),
    "a rout of the attacker": (
        "turn 4; battle quatre-bras; origins ligny waterloo; side french; french left: FR-1-I1; "
        "french centre: FR-2-I1 FR-C1; french right: FR-2-I2; french enemy-left: FR-3-I1 FR-C2; "
        "allied left: PR-1-I1/1; allied centre: AD-1-I1 PR-2-A; allied right: PR-2-I1 PR-2-C; "
        "allied reserve: AD-W PR-B AD-C-HA PR-1-A/2 AD-2-I1; retreated waterloo--quatre-bras*1"
    ),
    "retreats": (
        "turn 5; thuin: FR-6-I; battle charleroi; origins laneffe thuin; round 2; "
        "french left: FR-1-I1/1 FR-C1; french centre: FR-2-I1 FR-2-A/2; "
        "french right: FR-2-I2 FR-H1; french enemy-left: FR-C2; allied right: PR-1-I1; "
        "allied centre: PR-2-I1; allied left: PR-3-I1 PR-1-C; allied enemy-left: PR-2-C; "
        "allied reserve: PR-B; namur: PR-4-I1 PR-4-C; laneffe: FR-3-I1 FR-3-I2"
    ),
    "a long stalemate": (
        "turn 5; battle charleroi; origins laneffe thuin; step reinforce; idle 1; bloodless 38; "
        "round 40; french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; "
        "french right: FR-2-I2 FR-N; french enemy-left: FR-C2; allied right: PR-1-I1; "
        "allied centre: PR-2-I1; allied left: PR-3-I1; laneffe: FR-3-I1; ligny: PR-2-I2"
    ),
    "a withdrawal under the enemy's eyes": (
        "turn 4; battle ligny; origins gembloux namur; withdrawing; step morale; "
        "gembloux: PR-4-I1; allied left: PR-1-I1 PR-1-A; "
        "allied centre: AD-1-I1(square) AD-1-A(in:AD-1-I1); allied right: PR-2-I1 PR-2-C; "
        "allied reserve: PR-B AD-W; french enemy-left: FR-C1; french left: FR-1-I1; "
        "french centre: FR-2-I1; french right: FR-2-I2"
    ),
    "a victory and its towns": (
        "turn 5; laneffe: FR-3-I1 FR-C1 FR-6-I; thuin: FR-3-I2 FR-3-A(disordered); "
        "battle charleroi; origins laneffe; french left: FR-1-I1; french centre: FR-2-I1 FR-2-A; "
        "french right: FR-2-I2 FR-N; french enemy-centre: FR-1-I2 FR-C2(shock); "
        "allied centre: PR-2-I1/1; allied left: PR-3-I1/1; allied right: PR-1-I1/1; "
        "namur: PR-2-I2"
    ),
    "a victory of allies": (
        "turn 4; waterloo: AD-1-I2 AD-W; ligny: PR-2-I2 PR-1-C; battle quatre-bras; "
        "origins ligny waterloo; allied left: PR-1-I1; allied centre: AD-1-I1 PR-2-A; "
        "allied right: PR-2-I1; allied enemy-centre: AD-C-H(shock) PR-3-I1; "
        "french centre: FR-2-I1/1; charleroi: FR-1-I1"
    ),
    "skirmishes": (
        "turn 5; laneffe: FR-N FR-H1; battle charleroi pending; battle ligny pending; "
        "battle namur pending; charleroi: FR-2-I1 FR-2-I2 FR-C2 FR-1-I1 FR-1-A PR-1-I1 PR-1-C; "
        "namur: FR-G-C PR-4-I1 PR-4-C PR-4-A; ligny: FR-C3 FR-C4 PR-2-I1/1 AD-C-L1"
    ),
    "skirmishes of allies": (
        "turn 4; battle quatre-bras pending; battle nivelles pending; ligny: PR-3-I1; "
        "quatre-bras: AD-1-I1 AD-C-L1 PR-1-I1 PR-1-C PR-B FR-2-I1 FR-C1; "
        "nivelles: AD-2-I1 PR-2-C FR-1-I1/1"
    ),
    "battles and a skirmish": (
        "turn 4; battle quatre-bras pending; battle charleroi pending; battle nivelles pending; "
        "charleroi: PR-2-I1 PR-2-I2 PR-2-A PR-2-C FR-2-I1 FR-2-I2 FR-2-A; "
        "quatre-bras: AD-1-I1 AD-C-L1 AD-1-A PR-1-I1 PR-1-A PR-B FR-1-I1 FR-1-I2 FR-1-A FR-G-C; "
        "nivelles: AD-2-I1 AD-2-A FR-C1"
    ),
    "a battle to set up": (
        "turn 5; battle quatre-bras pending; laneffe: FR-6-I; "
        "quatre-bras: FR-2-I1 FR-2-I2 FR-2-A FR-3-I1 FR-N FR-H1 FR-C1 PR-1-I1 PR-1-I2 PR-1-A "
        "PR-1-C PR-2-I1 PR-B AD-1-I1 AD-1-A AD-C-HA AD-W"
    ),
    "guns and little else": (
        "turn 5; battle charleroi pending; "
        "charleroi: FR-2-I1 FR-2-A FR-H1 FR-3-A PR-1-I1 PR-1-A PR-2-A PR-1-HA"
    ),
    "marches of both armies": (
        "turn 1; beaumont: FR-2-I1 FR-N FR-C1 FR-2-A; philippeville: FR-C2 FR-H2 FR-4-A FR-4-I; "
        "thuin: FR-1-I1 FR-G-C; charleroi: PR-1-I1 PR-1-C PR-B; binche: AD-1-I1; "
        "ligny: PR-2-I1 PR-2-A"
    ),
    "marches against a river": (
        "turn 4; charleroi: PR-1-I1 PR-1-I2 PR-1-C PR-1-A PR-B; nivelles: AD-1-I1 AD-W AD-C-L1; "
        "quatre-bras: PR-2-I1 PR-2-C; thuin: FR-1-I1 FR-1-I2; laneffe: FR-2-I1; binche: FR-C1"
    ),
    "forced marches with leaders": (
        "turn 4; ligny: PR-1-I1 PR-B PR-1-C/1 PR-1-A/1; quatre-bras: AD-1-I1/1 AD-W AD-C-H; "
        "gembloux: PR-2-I1; charleroi: FR-C1 FR-2-I1; wavre: PR-4-I1"
    ),
    # The first town, road and unit of the tables
    "Conde": (
        "turn 5; battle conde; origins valenciennes; valenciennes: FR-3-I1 FR-C1; "
        "leuze: AD-2-I1; terrain french left farm FR-G-I; "
        "french left: FR-G-I FR-N FR-1-I1; french centre: FR-2-I1; "
        "french right: FR-2-I2 FR-G-A1; french enemy-left: FR-G-C(shock); "
        "allied left: AD-1-I1/1; allied centre: AD-1-I2 AD-1-A; allied right: AD-C-L1 AD-W"
    ),
    "marches to Conde": (
        "turn 5; valenciennes: FR-N FR-G-I FR-1-I1 FR-C1; maubeuge: FR-G-C FR-2-I1; "
        "leuze: AD-1-I1 AD-C-L1; conde: AD-2-I1; tournai: AD-W"
    ),
    "a victory at Conde": (
        "turn 5; battle conde; origins valenciennes; valenciennes: FR-3-I1 FR-C1; "
        "leuze: FR-6-I; french left: FR-1-I1; french centre: FR-2-I1 FR-N; "
        "french right: FR-2-I2; french enemy-left: FR-G-C(shock); allied left: AD-C-L1/1"
    ),
    "a skirmish at Conde": (
        "turn 5; battle conde pending; valenciennes: FR-3-I1; "
        "conde: FR-N FR-G-I FR-G-C/1 AD-1-I1 AD-C-L1; leuze: AD-2-I1"
    ),
    "near the end": (
        "turn 23; lost: french 10 anglo-dutch 7 prussian 7; brussels: FR-2-I1; liege: FR-C1; "
        "beaumont: FR-N FR-C2; waterloo: AD-1-I1 AD-W AD-1-A; namur: PR-1-I1 PR-1-C PR-B"
    ),
    "armies about to break": (
        "turn 5; lost: french 11 anglo-dutch 7 prussian 8; battle ligny pending; ghent: FR-C3; "
        "ligny: FR-2-I1/1 FR-C1 PR-1-I1/1 PR-1-C AD-1-I1/1; laneffe: FR-N FR-1-I1; "
        "namur: PR-B PR-2-I1; waterloo: AD-W AD-2-I1"
    ),
    "a defeated ally": (
        "turn 4; defeated: prussian; lost: prussian 18; nivelles: AD-1-I1 AD-W AD-C-L1; "
        "waterloo: AD-2-I1; quatre-bras: FR-2-I1 FR-C1; liege: FR-C2; brussels: FR-C3"
    ),
}


class Playout:
    """One short game by chance, and the digests of what it shows."""

    def __init__(self, name: str, setting: int) -> None:
        self.rng = random.Random(f"{name} {setting}")
        dice = SeededDice(sum(map(ord, name)) + setting)
        self.game = Game.from_position(f"{SETTINGS[setting]}; {POSITIONS[name]}", dice=dice)
        self.digests = {kind: hashlib.sha256() for kind in KINDS}
        self.told = 0

    def run(self) -> dict[str, str]:
        """Play on for some decisions; the digests by kind."""
        self._look()
        for _ in range(DECISIONS):
            if not self.game.to_act:
                break
            seat = self._pick(self.game.to_act)
            self.game.play(seat, self._choose(seat))
            self._look()
        return {kind: digest.hexdigest()[:8] for kind, digest in self.digests.items()}

    def _pick(self, things: Sequence[Thing]) -> Thing:
        return things[int(self.rng.random() * len(things))]

    def _choose(self, seat: Seat) -> Action:
        """Any verb, and then any action of it."""
        by_verb: dict[str, list[Action]] = {}
        for action in self.game.legal(seat):
            by_verb.setdefault(str(action).split()[0], []).append(action)
        verbs = list(by_verb)
        weights = [WEIGHTS.get(verb, 1.0) for verb in verbs]
        return self._pick(by_verb[self.rng.choices(verbs, weights)[0]])

    def _note(self, kind: str, data: object) -> None:
        text = json.dumps(data, sort_keys=True, ensure_ascii=True)
        self.digests[kind].update(text.encode())

    def _look(self) -> None:
        """Take in everything that the position shows to anybody."""
        game = self.game
        self._note("positions", game.position())
        self._note("offers", [game.stage, game.town, [str(seat) for seat in game.to_act]])
        for seat in (*game.seats, None):
            view = game.view(seat)
            self._note("views", [view.as_dict(), prompt(view)])
            events = game.events_for(seat, self.told)
            self._note("events", [[event.as_dict(), tell(event)] for event in events])
            if seat is not None:
                self._note("offers", [str(action) for action in game.legal(seat)])
                sketch = game.sketch(seat)
                self._note("sketches", [format_position(sketch.state), sketch.dealt])
        self.told = game.event_count
        for seat in game.to_act:
            for _ in range(REFUSALS):
                text = self._any_action()
                self._note("refusals", [text, str(game.why_not(seat, text))])

    def _any_action(self) -> str:
        """Something that can be written down, mostly about units and towns of the position."""
        there = [unit for unit in UNIT_IDS if self.game.where(unit) in TOWN_IDS] or UNIT_IDS
        town = TOWN_IDS.index(self.game.where(self._pick(there)) or TOWN_IDS[0])
        near = [TOWN_IDS[other] for other in (town, *NEIGHBOURS[town])]
        operands = {
            "unit": there,
            "optional unit": ["", *there],
            "town": near,
            "area": list(AREA_NAMES),
            "terrain": list(TERRAIN_NAMES),
            "number": ["0", "1", "2", "3"],
        }
        stage_verbs = {
            str(a).split()[0] for seat in self.game.to_act for a in self.game.legal(seat)
        }
        likely = [verb for verb in TRIED if verb.name in stage_verbs]
        verb = self._pick(likely if self.rng.random() < 0.8 else TRIED)
        words = [self._pick(operands[kind]) for kind in verb.operands]
        return " ".join([verb.name, *words]).strip()


def playouts_from(name: str) -> list[str]:
    """The digests of the playouts from a position, a line for each setting."""
    lines = []
    for setting, words in enumerate(SETTINGS):
        digests = Playout(name, setting).run()
        told = ", ".join(f"{kind} {digest}" for kind, digest in digests.items())
        lines.append(f"{name} ({words}): {told}")
    return lines
