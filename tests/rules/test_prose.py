"""Events, actions and prompts in words: whole games in plain sentences, and nobody given away."""

import random
from collections.abc import Iterator

import pytest

from napoleon.rules import Action, Event, Game, Options, ScriptedDice, SeededDice, View
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.board.units import EVERYONE, UNIT_IDS, UNITS
from napoleon.rules.engine import events
from napoleon.rules.engine.actions import VERBS
from napoleon.rules.words.explanations import STAGE_TITLES
from napoleon.rules.words.language import UNIT_NAMES, Language
from napoleon.rules.words.prompts import prompt, tell_action
from napoleon.rules.words.prose import tell, turn_title

FIELD = """
    turn 5; laneffe: FR-3-I1 FR-3-A; namur: PR-2-I1 PR-2-I2 AD-1-I1
    battle charleroi
      french left: FR-2-I1 FR-N; french centre: FR-1-I1 FR-1-A FR-1-I2; french right: FR-C4/1 FR-H1
      french reserve: FR-G-C FR-2-I2 FR-2-A; french enemy-right: FR-G-I/1
      allied left: PR-1-I1 PR-1-A PR-4-A; allied centre: PR-1-I2/1 PR-B; allied right: PR-1-C
      allied reserve: PR-3-I2 PR-3-I1 PR-1-HA
      terrain french left woods; terrain allied right stream; terrain french centre farm FR-1-I1
      terrain allied left hill PR-1-A; terrain allied centre farm; origins laneffe
"""
EVE = """
    turn 5; laneffe: FR-3-A; namur: PR-2-I1
    charleroi: FR-2-I1 FR-2-I2 FR-N FR-2-A FR-C1 PR-1-I1 PR-1-I2 PR-1-A PR-B PR-1-C AD-1-I1
    battle charleroi pending; origins laneffe
"""
MARCH = """
    turn 21; brussels: FR-2-I1; liege: FR-3-I1; laneffe: FR-1-I1 FR-1-A FR-C1 FR-N/1 FR-H1
    wavre: AD-W AD-1-I1 AD-1-I2 AD-C-H AD-1-A; charleroi: PR-1-I1 PR-B PR-2-I1 PR-1-A PR-1-C
    lost: french 9; lost: prussian 7; lost: anglo-dutch 6
"""


def _begin(number: int) -> Game:
    """A game to play out: new ones of all kinds, and positions where much can happen."""
    dice = SeededDice(number)
    players = 2 + number // 4 % 2
    visibility = ("open", "hidden")[number // 8 % 2]
    position = (FIELD, EVE, MARCH)[number % 4 - 1]
    if number % 4 == 0:
        scenario = ("historical", "free")[number // 16 % 2]
        return Game.new(scenario, Options(players, visibility), dice)
    return Game.from_position(f"players {players}; visibility {visibility}; {position}", dice)


def _choose(luck: random.Random, offered: list[Action]) -> Action:
    """A verb first, so that rare things happen; retreat and `end` seldom."""
    verbs = sorted({action.verb for action in offered})
    verb = luck.choice(verbs)
    if verb in ("end", "retreat"):
        verb = luck.choice(verbs)
    return luck.choice([action for action in offered if action.verb == verb])


def _play(number: int) -> Iterator[Game]:
    """Play a game at random, and give it out at every decision and at its end."""
    game = _begin(number)
    luck = random.Random(number)
    for _ in range(3000):
        yield game
        if game.result is not None:
            return
        seat = luck.choice(game.to_act)
        game.play(seat, _choose(luck, list(game.legal(seat))))


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [list(_play(number))[-1] for number in range(64)]


def _readers(game: Game) -> list[str | None]:
    return [*[str(seat) for seat in game.seats], None]


def _is_plain(text: str) -> bool:
    return bool(text) and not any(sign in text for sign in ("None", "-1", "{", "}", "  ", "_"))


# --- Whole games


def test_every_event_of_a_game_is_one_sentence(games: list[Game]) -> None:
    """For the referee and for every seat; redacted events too."""
    told: set[str] = set()
    for game in games:
        seen = [event for reader in _readers(game) for event in game.events_for(reader)]
        for event in game.events + seen:
            text = tell(event)
            assert _is_plain(text), (event, text)
            assert text.endswith(".") and not text.endswith("..")
            assert text[0].isupper() or text[0].isdigit()
            told.add(event.kind)
    # The rest is rare: samples of every kind follow.
    assert len(told) >= len(events.KINDS) - 6


def test_a_hidden_unit_is_never_named(games: list[Game]) -> None:
    """What a seat may not know is neither in its sentences by name nor by id."""
    names = {*UNIT_NAMES, *[card.name for card in UNITS], *UNIT_IDS}
    hidden = 0
    for game in games:
        for reader in _readers(game):
            for event in game.events_for(reader):
                if event.unit is None and event.other is None:
                    text = tell(event)
                    assert not [name for name in names if name in text], text
                    hidden += event.army is not None and " block " in text
    assert hidden > 1000


def test_a_hidden_unit_is_the_same_to_the_reader_whichever_it_is(games: list[Game]) -> None:
    """Put any other unit of its army in a hidden unit's place: the sentence stays the same."""
    luck = random.Random(1815)
    for game in games:
        for event in game.events:
            if event.named != EVERYONE and event.unit_no >= 0:
                twins = [unit for unit, card in enumerate(UNITS) if card.army == event.army_no]
                texts = {_retell(event, unit) for unit in (event.unit_no, luck.choice(twins))}
                assert len(texts) == 1


def _retell(event: Event, unit: int) -> str | None:
    """What a stranger is told of an event with this unit in it."""
    seen = _event(
        event.kind_no,
        side_no=event.side_no,
        army_no=event.army_no,
        unit_no=unit,
        town_no=event.town_no,
        to_no=event.to_no,
        area_no=event.area_no,
        from_area_no=event.from_area_no,
        terrain_no=event.terrain_no,
        amount=event.amount,
        strength_left=event.strength_left,
        firepower=event.firepower,
        block=event.block,
        why_no=event.why_no,
        dice=event.dice,
        seen=event.seen,
        named=event.named,
    ).as_seen(EVERYONE & ~event.named)
    return None if seen is None else tell(seen)


@pytest.mark.once
def test_every_offer_has_a_label_and_every_seat_a_prompt() -> None:
    """Labels in one menu differ; prompts are one line, for those who act and those who wait."""
    verbs: set[str] = set()
    stages: set[str] = set()
    for number in range(32):
        for game in _play(number):
            for reader in _readers(game):
                view = game.view(reader)
                line = prompt(view)
                assert _is_plain(line) and "\n" not in line and not line.endswith(".")
                is_waiting = view.result is None and reader not in view.to_act
                assert line.startswith("Waiting for ") == is_waiting
                stages.add(view.stage)
            for seat in game.to_act:
                offered = list(game.legal(seat))
                labels = [tell_action(action) for action in offered]
                assert len(set(labels)) == len(labels)
                verbs |= {action.verb for action in offered}
    assert len(verbs) >= len(VERBS) - 6
    assert len(stages) >= 15


def test_every_action_has_a_label() -> None:
    """Also those that seldom come up."""
    operands = {
        "unit": "FR-2-I1",
        "optional unit": "PR-1-I1",
        "town": "binche",
        "area": "enemy-left",
        "terrain": "hill",
        "number": "2",
    }
    for verb in VERBS:
        text = " ".join([verb.name, *[operands[kind] for kind in verb.operands]])
        label = tell_action(Action.parse(text))
        assert _is_plain(label) and not label.endswith(".")
        assert all(
            name in label
            for kind, name in (("unit", "II Corps inf (Bachelu, Jérôme)"), ("town", "Binche"))
            if kind in verb.operands
        )


# --- Single events


def _event(kind: int, turn: int = 5, **fields: object) -> Event:
    return Event(kind, turn, **fields)  # type: ignore[arg-type]


def _unit(unit_id: str) -> int:
    return UNIT_IDS.index(unit_id)


def _sample(kind: int, why: int = -1) -> Event:
    """An event of a kind with everything in it that this kind might carry."""
    area = 5 if kind != events.SHOT else 1
    return Event(
        kind,
        5,
        side_no=0,
        army_no=0,
        unit_no=_unit("FR-2-I1"),
        other_no=_unit("PR-1-I1") if kind in (events.SHOT, events.SWAPPED) else -1,
        town_no=TOWN_IDS.index("laneffe"),
        to_no=TOWN_IDS.index("charleroi"),
        area_no=area,
        from_area_no=1,
        terrain_no=2,
        amount=1,
        strength_left=2,
        firepower=2,
        block=3,
        why_no=why,
        dice=(3, 1),
        named=1,
    )


@pytest.mark.parametrize("kind", range(len(events.KINDS)))
def test_every_kind_can_be_told_to_friend_and_stranger(kind: int) -> None:
    """A sentence for each kind, each cause of a loss and each end of the game, named and not."""
    whys = [-1]
    if kind == events.STRENGTH_LOST:
        whys = [events.BY_FIRE, events.BY_MARCH, events.BY_ROUT]
    elif kind == events.ELIMINATED:
        whys = list(range(len(events.CAUSES)))
    for why in whys:
        event = _sample(kind, why)
        stranger = event.as_seen(2)
        assert stranger is not None
        for told in (event, stranger):
            text = tell(told)
            assert _is_plain(text) and text.endswith(".")
        assert "Corps" not in tell(stranger)
    if kind == events.GAME_OVER:
        assert len({tell(_event(kind, side_no=0, amount=why)) for why in range(4)}) == 4


@pytest.mark.parametrize(
    ("position", "dice", "played", "text"),
    [
        (
            "turn 5; laneffe: FR-C1; liege: PR-1-I1",
            [],
            "french march FR-C1 charleroi",
            "1st Cavalry Corps (Pajol) marches from Laneffe to Charleroi.",
        ),
        (
            FIELD,
            [3, 1, 6],
            "french bombard FR-1-A",
            "I Corps artillery (d'Erlon) bombards the Allied centre, dice 3 1 6: 1 hit at F1.",
        ),
        (
            FIELD,
            [3],
            "french fire FR-G-I",
            "Garde Impériale infantry (Friant, Morand, Duhesme) fires at close range on the Allied "
            "right, die 3: 1 hit at F3.",
        ),
        (
            FIELD,
            [],
            "french move FR-C4 enemy-left",
            "4th Cavalry Corps (Milhaud) charges from the French right and engages the enemy on "
            "the Allied left.",
        ),
        (
            FIELD,
            [],
            "french square FR-1-I2",
            "I Corps inf (Marcognet, Durutte) forms square in the French centre.",
        ),
        (
            FIELD,
            [],
            "french swap FR-1-I2",
            "I Corps inf (Marcognet, Durutte) takes over the farm in the French centre from "
            "I Corps inf (Quiot, Donzelot).",
        ),
        (
            FIELD,
            [],
            "french retreat FR-G-C laneffe",
            "Garde cavalry (Guyot, Lefebvre-Desnouettes) retreats in disorder from Charleroi to "
            "Laneffe.",
        ),
    ],
)
def test_what_is_played_is_told(position: str, dice: list[int], played: str, text: str) -> None:
    game = Game.from_position(position, dice=ScriptedDice([*dice, *[6] * 20]))
    seat, action = played.split(" ", 1)
    assert text in [tell(event) for event in game.play(seat, action)]


CHARLEROI = TOWN_IDS.index("charleroi")
LANEFFE = TOWN_IDS.index("laneffe")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            _event(events.MARCHED, army_no=0, town_no=LANEFFE, to_no=CHARLEROI, block=3),
            "French block 3 marches from Laneffe to Charleroi.",
        ),
        (
            _event(events.RETREATED, army_no=1, town_no=CHARLEROI, to_no=LANEFFE),
            "An Anglo-Dutch block retreats in disorder from Charleroi to Laneffe.",
        ),
        (_event(events.TURN_BEGAN, 6, side_no=1), "Turn 6 begins: 16 June, night, Allied."),
        (
            _event(events.MARCH_DIE, army_no=2, town_no=CHARLEROI, amount=0, block=2, dice=(3,)),
            "Prussian block 2 rolls 3 for the forced march and suffers by it.",
        ),
        (
            _event(events.MARCH_DIE, army_no=2, unit_no=_unit("PR-2-A"), amount=1, dice=(3,)),
            "II Corps artillery (Prussian) rolls 3 and adds 1 for the forced march, and comes "
            "through unharmed.",
        ),
        (
            _event(events.MORALE_DIE, unit_no=_unit("FR-N"), area_no=6, amount=1, dice=(2,)),
            "Napoléon rolls 2 and adds 1 for morale in the Allied centre, and wavers.",
        ),
        (
            _event(
                events.STRENGTH_LOST,
                unit_no=_unit("FR-C4"),
                town_no=CHARLEROI,
                amount=1,
                strength_left=1,
                why_no=events.BY_FIRE,
            ),
            "4th Cavalry Corps (Milhaud) suffers under fire at Charleroi: strength down by 1 to 1.",
        ),
        (
            _event(
                events.STRENGTH_LOST,
                army_no=0,
                town_no=CHARLEROI,
                amount=2,
                why_no=events.BY_ROUT,
            ),
            "A French block suffers in flight from Charleroi: strength down by 2.",
        ),
        (
            _event(
                events.ELIMINATED,
                unit_no=_unit("PR-B"),
                town_no=CHARLEROI,
                why_no=events.BY_MARCH,
                block=4,
            ),
            "Blücher, block 4, is lost on the forced march to Charleroi.",
        ),
        (
            _event(
                events.ELIMINATED,
                unit_no=_unit("PR-B"),
                town_no=CHARLEROI,
                why_no=events.NO_ROAD,
            ),
            "Blücher finds no road out of Charleroi and is lost.",
        ),
        (
            _event(
                events.SHOT,
                unit_no=_unit("FR-C4"),
                other_no=_unit("PR-1-I1"),
                area_no=5,
                from_area_no=5,
                amount=2,
                firepower=3,
                dice=(3, 1, 6),
            ),
            "4th Cavalry Corps (Milhaud) fires at the square of I Corps inf (Steinmetz, Pirch II), "
            "dice 3 1 6: 2 hits at F3.",
        ),
        (
            _event(
                events.SHOT,
                unit_no=_unit("AD-W"),
                town_no=CHARLEROI,
                amount=0,
                firepower=2,
                dice=(5,),
            ),
            "Wellington fires in the skirmish at Charleroi, die 5: no hit at F2.",
        ),
        (
            _event(events.TERRAIN_LAID, side_no=1, town_no=CHARLEROI, terrain_no=3, area_no=5),
            "The Allies place a stream in front of the Allied left at Charleroi.",
        ),
        (
            _event(events.BATTLE_TURN_BEGAN, side_no=0, town_no=CHARLEROI, amount=3),
            "Battle of Charleroi, round 3: the French to act.",
        ),
        (
            _event(
                events.SUPPLY_CUT,
                side_no=1,
                army_no=2,
                town_no=TOWN_IDS.index("liege"),
                amount=1,
            ),
            "Liège is in French hands: the Prussians must give up 1 unit.",
        ),
        (
            _event(
                events.SUPPLY_CUT,
                side_no=1,
                army_no=1,
                town_no=TOWN_IDS.index("brussels"),
                amount=2,
            ),
            "Brussels is in French hands: the Anglo-Dutch must give up 2 units.",
        ),
        (
            _event(events.GAME_OVER, 23, side_no=1, amount=3),
            "The Allies win the campaign: by the end of 22 June the French have not won.",
        ),
    ],
)
def test_the_words_of_an_event(event: Event, text: str) -> None:
    assert tell(event) == text


def test_turn_titles() -> None:
    assert turn_title(0) == "Set-up"
    assert turn_title(1) == "15 June, first turn, French"
    assert turn_title(23).startswith("22 June")


def test_no_two_units_have_the_same_name() -> None:
    assert len(set(UNIT_NAMES)) == len(UNIT_IDS)
    assert UNIT_NAMES[_unit("AD-2-A")] == "II Corps artillery (Anglo-Dutch)"


# --- Labels and prompts


@pytest.mark.parametrize(
    ("action", "label"),
    [
        ("end", "End"),
        ("march FR-C1 binche", "March 1st Cavalry Corps (Pajol) to Binche"),
        ("draw 0", "Draw no terrain"),
        ("draw 1", "Draw 1 terrain block"),
        ("draw 2", "Draw 2 terrain blocks"),
        ("terrain farm left", "Place a farm on the left"),
        ("terrain stream centre", "Place a stream in front of the centre"),
        ("deploy FR-N reserve", "Deploy Napoléon in reserve"),
        ("move FR-N enemy-right", "Move Napoléon to the enemy right"),
        ("hold FR-1-A", "Hold the hill with I Corps artillery (d'Erlon)"),
        (
            "fire FR-C4 PR-1-I1",
            "Fire with 4th Cavalry Corps (Milhaud) at the square of "
            "I Corps inf (Steinmetz, Pirch II)",
        ),
        ("shelter AD-W AD-R-I2", "Shelter Wellington in the square of Brunswick & Nassau inf"),
    ],
)
def test_the_label_of_an_action(action: str, label: str) -> None:
    assert tell_action(Action.parse(action)) == label


def _prompts(game: Game) -> list[str]:
    return [prompt(game.view(seat)) for seat in game.seats]


def test_prompts_of_the_march() -> None:
    game = Game.new()
    assert _prompts(game) == [
        "Move up to two groups: 2 left",
        "Waiting for the French: they march",
    ]
    game.play("french", "march FR-C1 thuin")
    assert _prompts(game)[0] == "Move up to two groups: 1 left"
    game.play("french", "march FR-C2 givet")
    assert _prompts(game)[0] == "Finish the marches of your groups, or end"
    game.play("french", ["end", "end"])
    assert _prompts(game) == [
        "Waiting for the Allies: they march",
        "Move one Anglo-Dutch and one Prussian group: 2 left",
    ]
    game.play("allied", "march PR-3-C dinant")
    assert _prompts(game)[1] == "Move one Anglo-Dutch group: 1 left"


def test_prompts_of_three_players() -> None:
    game = Game.new("free", Options(players=3))
    assert _prompts(game) == [
        "Waiting for the Anglo-Dutch and the Prussians: they set up their units",
        "Place your units on the map: 16 left",
        "Place your units on the map: 18 left",
    ]
    game = Game.from_position("players 3; turn 2; wavre: AD-W; liege: PR-B; laneffe: FR-N")
    assert _prompts(game)[1:] == ["Move one group: 1 left", "Move one group: 1 left"]
    game.play("prussian", "end")
    assert _prompts(game)[::2] == [
        "Waiting for the Anglo-Dutch: they march",
        "Waiting for the Anglo-Dutch: they march",
    ]


def test_prompts_of_a_battle() -> None:
    game = Game.from_position(EVE, dice=ScriptedDice([4, 1, 4, *[6] * 20]))
    assert _prompts(game) == [
        "Draw one terrain block for the battle of Charleroi, or none",
        "Waiting for the French: they draw terrain for the battle of Charleroi",
    ]
    game.play("french", "draw 1")
    assert _prompts(game)[0] == "Place a farm on your ground at Charleroi"
    game.play("french", "terrain farm left")
    assert _prompts(game)[1] == (
        "Draw up to two terrain blocks for the battle of Charleroi, or none"
    )
    game.play("allied", "draw 2")
    assert _prompts(game)[1] == "Place terrain on your ground at Charleroi: 2 left"
    game.play("allied", ["terrain woods left", "terrain farm right"])
    assert _prompts(game) == [
        "Waiting for the Allies: they deploy at Charleroi",
        "Deploy your units at Charleroi: 6 left",
    ]
    game.play("allied", ["deploy PR-1-C left", "deploy PR-B centre", "deploy PR-1-A centre"])
    game.play("allied", ["deploy PR-1-I1 right", "deploy PR-1-I2 right", "deploy AD-1-I1 reserve"])
    assert _prompts(game)[1] == "Say who holds your farm or hill at Charleroi, or end"
    game.play("allied", "hold PR-1-I1")
    assert _prompts(game)[1] == "End your deployment at Charleroi"
    assert _prompts(Game.from_position(FIELD, dice=ScriptedDice([6] * 9))) == [
        "Move, fire or retreat at Charleroi, then end",
        "Waiting for the French: they fight at Charleroi",
    ]


@pytest.mark.parametrize("stage", STAGE_TITLES)
def test_a_spectator_is_told_for_whom_the_game_waits(stage: str) -> None:
    view = View()
    view.stage = stage
    view.town = "ligny"
    view.to_act = ["anglo-dutch", "prussian"]
    assert prompt(view).startswith("Waiting for the Anglo-Dutch and the Prussians: the")


@pytest.mark.parametrize(
    ("stage", "fields", "line"),
    [
        ("battle-order", {}, "Choose the battle to fight next"),
        ("fallback", {}, "Choose who falls back across the stream at Ligny"),
        ("lose", {"hits": 1}, "Choose who takes the hit at Ligny"),
        ("lose", {"hits": 3}, "Choose who takes the next of 3 hits at Ligny"),
        ("reveal", {"revealed": ["PR-B"]}, "Reveal one to four units at Ligny: 1 chosen"),
        (
            "supply",
            {"owed": {"anglo-dutch": 1, "prussian": 2}},
            "Give up units for want of supply: 1 Anglo-Dutch and 2 Prussian",
        ),
        ("supply", {"owed": {"prussian": 1}}, "Give up 1 unit of the Prussians for want of supply"),
        (
            "supply",
            {"owed": {"anglo-dutch": 2}},
            "Give up 2 units of the Anglo-Dutch for want of supply",
        ),
        (
            "over",
            {"result": {"winner": "french", "rule": "10.1", "reason": "so it is"}},
            "The game is over, the French have won: so it is",
        ),
    ],
)
def test_the_words_of_a_prompt(stage: str, fields: dict[str, object], line: str) -> None:
    view = View()
    view.seat = "allied"
    view.to_act = ["allied"]
    view.stage = stage
    view.town = "ligny"
    for name, value in fields.items():
        setattr(view, name, value)
    assert prompt(view) == line


@pytest.mark.parametrize(
    ("dice", "hits", "power", "words"),
    [
        ((5,), 0, -1, "die 5: no hit."),
        ((1,), 1, -1, "die 1: 1 hit."),
        ((5,), 0, 2, "die 5: no hit at F2."),
        ((1,), 1, 2, "die 1: 1 hit at F2."),
        ((5, 6), 0, -1, "dice 5 6: no hits."),
        ((1, 6), 1, -1, "dice 1 6: 1 hit."),
        ((1, 1, 6), 2, -1, "dice 1 1 6: 2 hits."),
        ((5, 6), 0, 2, "dice 5 6: no hits at F2."),
        ((1, 6), 1, 2, "dice 1 6: 1 hit at F2."),
        ((1, 1, 6), 2, 2, "dice 1 1 6: 2 hits at F2."),
    ],
)
def test_6_3_3_a_shot_tells_its_dice_and_its_hits(
    dice: tuple[int, ...], hits: int, power: int, words: str
) -> None:
    """With the firepower where it is known."""
    shot = _event(
        events.SHOT, unit_no=0, town_no=CHARLEROI, amount=hits, firepower=power, dice=dice
    )
    assert tell(shot).endswith(words)


@pytest.mark.parametrize(
    ("lang", "number", "is_one"),
    [
        *[("en", 0, False), ("en", 1, True), ("en", 2, False)],
        *[("fr", 0, True), ("fr", 1, True), ("fr", 2, False)],
    ],
)
def test_none_and_one_are_counted_as_each_language_does(
    lang: str, number: int, is_one: bool
) -> None:
    """French says nothing in the singular too."""
    words = Language(lang, {}).count(number, "{number} block", "{number} blocks")
    assert words == (f"{number} block" if is_one else f"{number} blocks")
