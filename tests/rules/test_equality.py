"""What the door hands out compares by content: equal, and with the same hash."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from napoleon.lab.random_play import new_random_game, play_out, warlike
from napoleon.rules import (
    EVENT_KINDS,
    Action,
    Event,
    Game,
    Options,
    Played,
    Refusal,
    Result,
    Sighting,
    View,
)

GOLDEN = Path(__file__).parents[1] / "golden"
FIGHT = (
    "turn 5; battle charleroi; french left: FR-2-I1; french centre: FR-1-I1; french right: FR-3-I1;"
    "allied left: PR-1-I1; allied centre: PR-1-I2; allied right: PR-1-C; terrain allied left farm;"
    "origins laneffe; aim french ligny until 5"
)


def middles() -> Iterator[tuple[Game, Game]]:
    """Games in every kind of situation, each with one that came there on another way."""
    for seed in range(8):
        game = new_random_game(seed)
        luck = random.Random(seed)
        for _ in range(40 * seed):
            if game.to_act:
                seat = luck.choice(game.to_act)
                game.play(seat, Action(warlike(game, seat, game.legal(seat).codes, luck)))
        yield game, Game.replay(game.record())


def parts_of(view: View) -> Iterator[object]:
    yield from (view, *view.units, *view.blocks, *view.notebook, *view.truth)
    for battle in view.battles:
        yield from (battle, *battle.own, *battle.enemy, *battle.terrain)
    if view.aim is not None:
        yield view.aim


def test_views_and_all_in_them_are_equal_by_content() -> None:
    views = [
        (game.view(seat), again.view(seat))
        for game, again in middles()
        for seat in (*game.seats, None)
    ]
    fight = Game.from_position(FIGHT)
    views.append((fight.view("french"), fight.copy().view("french")))
    kinds = set()
    for here, there in views:
        for one, other in zip(parts_of(here), parts_of(there), strict=True):
            kinds.add(type(one).__name__)
            assert one == other and hash(one) == hash(other)
            assert one is not other
            assert one in {other}
        assert here == View.from_dict(json.loads(json.dumps(here.as_dict())))
    assert kinds >= {"View", "OwnUnit", "Blocks", "Sighting", "BattleView", "FieldBlock", "Aim"}
    assert "GroundView" in kinds


@pytest.mark.parametrize("seat", ["french", "allied"])
def test_views_that_differ_anywhere_are_not_equal(seat: str) -> None:
    """Each field of a view and of its parts counts."""
    data = json.dumps(Game.from_position(FIGHT).view(seat).as_dict())
    view = View.from_dict(json.loads(data))
    changed = 0
    for place, value in list(_leaves(json.loads(data))):
        other = json.loads(data)
        inside = other
        for step in place[:-1]:
            inside = inside[step]
        inside[place[-1]] = _another(value)
        try:
            assert View.from_dict(other) != view, place
        except (KeyError, AttributeError, TypeError):  # no unit has such an id, or no such type
            continue
        changed += 1
    assert changed > 60


def _leaves(data: object, place: tuple[object, ...] = ()) -> Iterator[tuple[list, object]]:  # type: ignore[type-arg]
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, (*place, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _leaves(value, (*place, number))
    else:
        yield list(place), data


def _another(value: object) -> object:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else "another"


def test_views_of_different_seats_differ() -> None:
    game = Game.new()
    assert game.view("french") != game.view("allied")
    assert game.view("french") != "french"


def test_events_are_equal_by_content() -> None:
    for game, again in middles():
        assert game.events == again.events
        assert set(game.events) == set(again.events)
        for event in game.events:
            assert event != "event"


def test_events_that_differ_anywhere_are_not_equal() -> None:
    """Each of the numbers counts, and who may see it."""
    event = Event(3, 1)
    names = ("side_no", "army_no", "unit_no", "other_no", "town_no", "to_no", "area_no")
    more = ("from_area_no", "terrain_no", "amount", "strength_left", "firepower", "block", "why_no")
    for name in (*names, *more, "seen", "named"):
        number: dict[str, Any] = {name: 0}
        assert Event(3, 1, **number) != event
        assert Event(3, 1, **number) == Event(3, 1, **number)
    assert Event(4, 1) != event and Event(3, 2) != event and Event(3, 1, dice=(1,)) != event


def test_results_and_refusals_are_equal_by_content() -> None:
    game = new_random_game(1)
    play_out(game, warlike, random.Random(1))
    result = game.result
    assert result is not None
    assert result == game.copy().result and result is not game.copy().result
    assert result in {Result(result.winner, result.rule, result.reason)}
    assert result != Result(result.winner, result.rule, "by luck") != "result"
    assert result != Result(result.winner, "1", result.reason)
    assert result != Result("nobody", result.rule, result.reason)
    refusal = Game.new().why_not("allied", "end")
    assert refusal == Game.new().why_not("allied", "end")
    assert refusal != Game.new().why_not("french", "march FR-N brussels")
    assert refusal in {refusal} and refusal != Refusal("0", "") and refusal != "no"


def test_what_was_played_is_equal_by_content() -> None:
    played = [
        Game.new().play("french", ["march FR-2-I1 maubeuge", "march FR-N brussels"], partial=True)
        for _ in range(2)
    ]
    assert played[0] == played[1] and hash(played[0]) == hash(played[1])
    assert played[0].refused
    assert played[0] != Played() and played[0] != []


def test_sightings_are_equal_by_content() -> None:
    one, other = Sighting("FR-N", "french"), Sighting("FR-N", "french")
    assert one == other and hash(one) == hash(other)
    other.lost = True
    assert one not in (other, "FR-N")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Event(0, 0), "turn"),
        (Event(0, 0), "kind"),
        (Result("french", "10", ""), "winner"),
        (Refusal("10", ""), "rule"),
        (Options(), "players"),
    ],
)
def test_values_cannot_be_changed(value: object, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(value, name, 1)


def test_data_and_attributes_have_the_same_names() -> None:
    """What `as_dict` calls something is what the attribute is called."""
    checked = set()
    views = [game.view(seat) for game, _ in middles() for seat in (*game.seats, None)]
    views.append(Game.from_position(FIGHT).view("french"))
    for view in views:
        for part in parts_of(view):
            data = part.as_dict()  # type: ignore[attr-defined]
            for name, value in data.items():
                if isinstance(value, (bool, int, str, type(None))):
                    assert getattr(part, name) == value, (part, name)
                else:
                    assert hasattr(part, name), (part, name)
                checked.add((type(part).__name__, name))
    for game, _ in middles():
        for event in game.events:
            for name, value in event.as_dict().items():
                got = getattr(event, name)
                assert (list(got) if isinstance(got, tuple) else got) == value
    assert {("View", "night"), ("BattleView", "withdrawing"), ("Sighting", "lost")} <= checked
    assert ("OwnUnit", "ally") in checked


# --- events by kind


def test_every_kind_of_event_has_the_fields_of_the_table() -> None:
    """Every event of random games has all `fields`, and besides only what comes `sometimes`."""
    assert len({kind.name for kind in EVENT_KINDS}) == len(EVENT_KINDS) == 41
    records = sorted(GOLDEN.glob("*.record"))
    games = [game for game, _ in middles()]
    games += [Game.replay(record.read_text("utf-8")) for record in records]
    always: dict[str, set[str]] = {}
    ever: dict[str, set[str]] = {}
    for game in games:
        for event in game.events:
            kind = EVENT_KINDS[event.kind_no]
            names = set(event.as_dict()) - {"kind", "turn", "rule"}
            assert event.kind == kind.name
            assert event.rule == kind.rule or event.why is not None
            assert set(kind.fields) <= names <= {*kind.fields, *kind.sometimes}, event
            always[kind.name] = always.get(kind.name, names) & names
            ever[kind.name] = ever.get(kind.name, names) | names
    assert records and len(ever) > 35
    # A field that is only there sometimes is missing sometimes: in the kinds that come often.
    for kind in EVENT_KINDS:
        if kind.name in ("strength-lost", "eliminated", "shown", "shot", "morale-die"):
            assert always[kind.name] == set(kind.fields)
            assert ever[kind.name] == {*kind.fields, *kind.sometimes}
