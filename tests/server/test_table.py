"""A table by itself: no sockets, no store, no clock."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from napoleon.lab.random_play import warlike
from napoleon.rules import Game, Options
from napoleon.rules.engine.actions import format_code
from napoleon.server.refusals import Refused
from napoleon.server.table import stories
from napoleon.server.table.keyed_dice import KeyedDice
from napoleon.server.table.messages import (
    Act,
    Chat,
    Consent,
    DeployRest,
    Hello,
    PlaceRest,
    Undo,
    Why,
)
from napoleon.server.table.outcome import Outcome, Viewer
from napoleon.server.table.sheet import Sitter, StoredMove
from napoleon.server.table.table import Table

NOW = "1815-06-15T04:00:00.000+00:00"
PEOPLE = {"french": "ney", "allied": "duke", "anglo-dutch": "duke", "prussian": "blucher"}
ALLIES = ("anglo-dutch", "prussian")


def make_table(scenario: str = "historical", players: int = 2, key: int = 1) -> Table:
    """A table with a person on each seat."""
    names = ("french", "allied") if players == 2 else ("french", "anglo-dutch", "prussian")
    seats = {seat: Sitter("human", PEOPLE[seat], PEOPLE[seat].title()) for seat in names}
    sheet, _ = stories.begin_game(scenario, players, "open", seats, "ney", NOW)
    sheet.key = bytes([key]) * 32
    game = Game.new(scenario, Options(players), KeyedDice(sheet.key))
    sheet.start_dice = " ".join(map(str, game.start_dice))
    return Table(sheet, game, 0, [], [])


def replies(outcome: Outcome) -> list[dict[str, Any]]:
    return [json.loads(data) for data in outcome.replies]


def ask(table: Table, person: str | None, viewer: Viewer, message: Any, seed: int = 1) -> Outcome:
    """What a message leads to; if it is refused, what is replied."""
    try:
        if isinstance(message, Act):
            return table.act(person, viewer, message)
        if isinstance(message, Undo):
            return table.undo(person, viewer, message)
        if isinstance(message, Why):
            return table.why(person, viewer, message)
        if isinstance(message, Chat):
            return table.say(person, viewer, message, NOW)
        assert isinstance(message, PlaceRest | DeployRest)
        return table.arrange(person, viewer, message, seed)
    except Refused as refusal:
        return Outcome(replies=table.turn_away(refusal, viewer, message))


def act(
    table: Table, seat: str, *actions: str, v: int | None = None, some: bool = False
) -> Outcome:
    message = Act(seat, table.version(seat) if v is None else v, list(actions), 1, some)
    return ask(table, PEOPLE[seat], (seat, "en"), message)


def answer(outcome: Outcome) -> dict[str, Any]:
    (found,) = [reply for reply in replies(outcome) if reply["t"] == "answer"]
    return found


def news_for(outcome: Outcome, seat: str | None) -> list[dict[str, Any]]:
    return [json.loads(data) for (who, _), data in outcome.news if who == seat]


def first_offers(table: Table, seat: str) -> list[str]:
    return [str(action) for action in table.game.legal(seat)]


# --- playing


def test_an_action_is_stored_and_told() -> None:
    table = make_table()
    for seat in ("french", "allied", None):
        table.look((seat, "en"))
    offer = first_offers(table, "french")[0]
    outcome = act(table, "french", offer)
    assert outcome.rows is not None
    assert outcome.rows.moves == [StoredMove(1, "french", offer, seen=0b10011)]
    assert answer(outcome) == {"t": "answer", "id": 1, "ok": True}
    for seat in ("french", "allied", None):
        (state,) = news_for(outcome, seat)
        assert state["v"] == 1 and state["seat"] == seat
        assert len(state["events"]) == 1 and state["events"][0]["text"]
        assert state["view"] == json.loads(json.dumps(table.game.view(seat).as_dict()))
    (mine,) = news_for(outcome, "french")
    assert mine["offers"] == first_offers(table, "french") and mine["rule"] == "5.1"
    (other,) = news_for(outcome, "allied")
    assert other["offers"] == [] and "unit" not in other["events"][0]


def test_nothing_is_kept_of_a_seat_that_nobody_looks_as() -> None:
    table = make_table()
    table.look(("allied", "en"))
    act(table, "french", first_offers(table, "french")[0])
    assert list(table.messages_of_state._sights) == ["allied"]


@pytest.mark.parametrize(
    "action", ["march FR-N paris", "", "end end", "march PR-B liege", "fire FR-N", "\0", "é" * 80]
)
def test_what_is_not_offered_changes_nothing(action: str) -> None:
    table = make_table()
    before = table.game.position()
    outcome = act(table, "french", action)
    assert outcome.rows is None and not outcome.news
    told = answer(outcome)
    assert not told["ok"] and told["text"]
    assert table.game.position() == before and table.v == 0


def test_only_the_seats_own_person_acts() -> None:
    table = make_table()
    offer = first_offers(table, "french")[0]
    for person in ("duke", "stranger", None):
        outcome = ask(table, person, ("allied", "en"), Act("french", 0, [offer], 7))
        assert outcome.rows is None
        assert [reply["t"] for reply in replies(outcome)] == ["error", "answer"]
        assert replies(outcome)[0]["code"] == "not-yours"
    outcome = act(table, "allied", offer)
    assert outcome.rows is None and not answer(outcome)["ok"]


def test_an_old_version_gets_a_fresh_state() -> None:
    table = make_table()
    table.look(("french", "en"))
    act(table, "french", first_offers(table, "french")[0])
    for v in (0, 2, -5):
        outcome = act(table, "french", first_offers(table, "french")[0], v=v)
        assert outcome.rows is None
        state, told = replies(outcome)
        assert state["t"] == "state" and state["v"] == 1 and state["events"] == []
        assert told["ok"] is False


def test_several_actions_are_all_or_nothing() -> None:
    table = make_table()
    table.look(("french", "en"))
    before = table.game.position()
    march = "march FR-1-I1 binche"
    outcome = act(table, "french", march, "march FR-1-I2 nowhere")
    assert outcome.rows is None and not answer(outcome)["ok"]
    assert table.game.position() == before and table.v == 0
    outcome = act(table, "french", march, "march FR-1-I2 binche")
    assert outcome.rows is not None
    assert [move.v for move in outcome.rows.moves] == [1, 2]
    (state,) = news_for(outcome, "french")
    assert state["v"] == 1 and len(state["events"]) == 2


def arrange(table: Table, message: PlaceRest | DeployRest, seed: int = 1) -> Outcome:
    return ask(table, PEOPLE[message.seat], (message.seat, "en"), message, seed)


@pytest.mark.parametrize("players", [2, 3])
def test_the_rest_is_placed_as_one_batch(players: int) -> None:
    table = make_table("free", players)
    seat = str(table.game.to_act[0])
    for viewer in (seat, "french"):
        table.look((viewer, "en"))
    first = first_offers(table, seat)[0]
    act(table, seat, first)
    outcome = arrange(table, PlaceRest(seat, table.version(seat), 5))
    assert outcome.rows is not None
    moves = outcome.rows.moves
    assert all(move.action.startswith("place ") for move in moves)
    assert answer(outcome) == {"t": "answer", "id": 5, "ok": True, "played": len(moves)}
    assert table.v == 1 + len(moves)
    (state,) = news_for(outcome, seat)
    own = [unit for unit in state["view"]["units"] if not unit.get("ally")]
    assert own and all(unit["town"] for unit in own)
    assert {"id": first.split()[1], "town": first.split()[2]}.items() <= own[0].items()
    assert "end" in state["offers"]
    assert news_for(outcome, "french") == []  # a set-up is seen once it is closed
    refused = arrange(table, PlaceRest(seat, table.version(seat), 6))
    assert refused.rows is None and answer(refused)["text"] == "There is nothing to place now."
    for _ in moves:
        ask(table, PEOPLE[seat], (seat, "en"), Undo(seat, table.version(seat)))
    assert first_offers(table, seat)[:1] != ["end"]


def test_the_rest_is_placed_for_the_seats_own_person_in_its_turn() -> None:
    table = make_table("free")
    for person, seat, v, code in (
        ("ney", "allied", 0, "not-yours"),
        (None, "french", 0, "not-yours"),
        ("duke", "allied", 3, None),
    ):
        outcome = ask(table, person, (seat, "en"), PlaceRest(seat, v, 1), 1)
        assert outcome.rows is None and not answer(outcome)["ok"]
        codes = [reply.get("code") for reply in replies(outcome) if reply["t"] == "error"]
        assert codes == ([code] if code else [])
    assert not answer(arrange(table, PlaceRest("french", 0, 1)))["ok"]
    assert not answer(arrange(table, DeployRest("allied", 0, 1)))["ok"]


def test_the_rest_is_deployed_as_one_batch() -> None:
    table = make_table()
    luck = random.Random(4)
    deployed = 0
    while table.game.to_act and deployed < 2:
        army = table.game.to_act[0]
        seat = str(army)
        if table.game.stage == "deploy" and any("deploy" in o for o in first_offers(table, seat)):
            outcome = arrange(table, DeployRest(seat, table.version(seat), 1))
            assert outcome.rows is not None
            verbs = {move.action.split()[0] for move in outcome.rows.moves}
            assert "deploy" in verbs and verbs <= {"deploy", "hold"}
            assert answer(outcome)["played"] == len(outcome.rows.moves)
            assert first_offers(table, seat) == ["end"]
            deployed += 1
        code = warlike(table.game, army, table.game.legal(army).codes, luck)
        act(table, seat, format_code(code))
    assert deployed == 2


def test_some_of_several_actions_where_a_road_is_full() -> None:
    """Beaumont to Thuin carries six (5.4): of twelve that would go, six do."""
    table = make_table()
    table.look(("french", "en"))
    units = [str(unit.id) for unit in table.game.view("french").units if unit.town == "beaumont"]
    marches = [f"march {unit} thuin" for unit in units]
    assert len(marches) == 12
    assert not answer(act(table, "french", *marches))["ok"] and table.v == 0
    outcome = act(table, "french", *marches, some=True)
    told = answer(outcome)
    assert told["ok"] and told["played"] == 6 and told["rule"] == "5.4" and told["text"]
    assert outcome.rows is not None and len(outcome.rows.moves) == 6 == table.v
    again = act(table, "french", *marches[6:], some=True)
    assert again.rows is None and not answer(again)["ok"] and answer(again)["rule"] == "5.4"
    nonsense = act(table, "french", "march FR-1-I1 binche", "march FR-1-I1 nowhere", some=True)
    assert nonsense.rows is None and not answer(nonsense)["ok"]


def test_dice_cannot_be_tried_out() -> None:
    """A list whose first action rolls a die or ends the turn is not taken back for its second."""
    tried = 0
    for key in range(1, 6):
        table = make_table(key=key)
        rng = random.Random(key)
        while table.game.to_act and tried < 40 * key:
            seat = str(rng.choice(table.game.to_act))
            action = rng.choice(first_offers(table, seat))
            twin = table.game.copy()
            twin.play(seat, action)
            if twin.can_undo:
                act(table, seat, action)
                continue
            outcome = act(table, seat, action, "march FR-N liege")
            tried += 1
            assert outcome.rows is not None and len(outcome.rows.moves) == 1
            assert not answer(outcome)["ok"]
            assert table.game.position() == twin.position()
    assert tried >= 100


def test_undo_cuts_the_log() -> None:
    table = make_table()
    for seat in ("french", "allied"):
        table.look((seat, "en"))
    start = table.messages_of_state.length("french"), table.messages_of_state.length("allied")
    act(table, "french", "march FR-1-I1 binche")
    outcome = ask(table, "ney", ("french", "en"), Undo("french", 1, 2))
    assert outcome.rows is not None
    assert outcome.rows.moves == [StoredMove(2, "french", "undo", seen=0b10011)]
    (mine,), (other,) = news_for(outcome, "french"), news_for(outcome, "allied")
    assert (mine["from"], other["from"]) == start and mine["events"] == other["events"] == []
    assert mine["v"] == 2
    again = ask(table, "ney", ("french", "en"), Undo("french", 2, 3))
    assert again.rows is None and not answer(again)["ok"]
    not_his = ask(table, "duke", ("allied", "en"), Undo("allied", 2, 4))
    assert not_his.rows is None and not answer(not_his)["ok"]


def test_whoever_was_away_during_an_undo_is_told_again() -> None:
    table = make_table()
    table.look(("allied", "en"))
    act(table, "french", "march FR-1-I1 binche")
    had = table.messages_of_state.length("allied")
    ask(table, "ney", ("french", "en"), Undo("french", 1, 2))
    act(table, "french", "march FR-1-I1 mons")
    act(table, "french", "march FR-1-I2 mons")

    def first(since: int, v: int) -> int:
        state = json.loads(table.hello(Hello("allied", since, "en", v))[-1])
        assert state["from"] + len(state["events"]) == table.messages_of_state.length("allied")
        return int(state["from"])

    assert first(had, 1) == had - 1  # what he has was taken back
    assert first(had, 3) == had  # he was told already
    assert first(had, -1) == had - 1  # nobody knows, so he is told again
    assert first(10_000, 4) == table.messages_of_state.length("allied")
    assert first(0, -1) == 0


def test_why_not() -> None:
    table = make_table()
    viewer = ("french", "en")
    (told,) = replies(ask(table, "ney", viewer, Why("french", "march FR-1-I1 binche", 1)))
    assert told == {"t": "why", "id": 1, "ok": True}
    (told,) = replies(ask(table, "ney", viewer, Why("french", "march FR-1-I1 liege", 2)))
    assert not told["ok"] and told["rule"] and told["text"]
    (told,) = replies(ask(table, "ney", viewer, Why("french", "rubbish", 3)))
    assert not told["ok"] and told["text"]
    told, _ = replies(ask(table, "ney", viewer, Why("allied", "end", 4)))
    assert told["code"] == "not-yours"


def test_why_a_unit_can_do_nothing() -> None:
    """By its id; and without ids in what a person reads."""
    table = make_table()
    viewer = ("french", "nl")
    (told,) = replies(ask(table, "ney", viewer, Why("french", "FR-1-I1", 1)))
    assert told == {"t": "why", "id": 1, "ok": True}
    ask(table, "ney", viewer, Act("french", table.v, ["march FR-1-I1 binche"], 2))
    (told,) = replies(ask(table, "ney", viewer, Why("french", "FR-1-I1", 3)))
    assert (told["ok"], told["rule"]) == (False, "5.3")
    assert "FR-1-I1" not in told["text"] and "volle mars" in told["text"]


def test_the_story_brings_the_same_game_back() -> None:
    """Every version, undo included, from what was to be stored."""
    for players in (2, 3):
        table = make_table("free" if players == 3 else "historical", players, key=players)
        rng = random.Random(players)
        moves: list[StoredMove] = []
        while table.game.to_act and len(moves) < 600:
            seat = str(rng.choice(table.game.to_act))
            if table.game.can_undo and rng.random() < 0.1:
                outcome = ask(table, PEOPLE[seat], (seat, "en"), Undo(seat, table.version(seat)))
            else:
                outcome = act(table, seat, rng.choice(first_offers(table, seat)))
            if outcome.rows is not None:
                moves += outcome.rows.moves
                assert moves[-1].v == table.v == len(moves)
        game, cuts = stories.replay(table.sheet, moves)
        assert game.position() == table.game.position()
        assert [event.as_dict() for event in game.events] == [
            event.as_dict() for event in table.game.events
        ]
        assert cuts == table.messages_of_state._cuts and cuts
        dice = table.game.state.dice
        assert isinstance(dice, KeyedDice)
        assert dice.count == stories.count_dice(table.sheet, moves) > 0
        rolls, problem = stories.check_dice(table.sheet, moves)
        assert problem is None and len(rolls) == dice.count


# --- talking


def say(table: Table, seat: str | None, channel: str, text: str = "En avant") -> Outcome:
    person = PEOPLE.get(seat or "")
    return ask(table, person, (seat, "en"), Chat(text, channel))


def test_everybody_hears_the_table() -> None:
    table = make_table(players=3)
    for seat in ("french", "anglo-dutch", "prussian", None):
        table.look((seat, "en"))
    outcome = say(table, "french", "all", "  Good\n morning ")
    assert outcome.rows is not None and outcome.rows.chat is not None
    assert outcome.rows.chat.text == "Good morning"
    assert len(outcome.news) == 4
    (told,) = news_for(outcome, None)
    assert told["messages"][0]["seat"] == "french" and told["messages"][0]["time"] == NOW
    assert replies(say(table, None, "all"))[0]["code"] == "not-yours"
    assert say(table, "french", "all", " \n ").rows is None


def test_11_the_allies_confer_only_during_setup_and_allied_nights() -> None:
    table = make_table("free", 3)
    for seat in ("french", "anglo-dutch", "prussian", None):
        table.look((seat, "en"))
    rng = random.Random(11)
    open_at: set[tuple[int, bool]] = set()
    told = dict.fromkeys(ALLIES, True)
    while table.game.to_act:
        is_open = table.game.view("prussian").may_talk
        outcome = say(table, "prussian", "allies")
        if is_open:
            assert {who for (who, _), _ in outcome.news} == {"anglo-dutch", "prussian"}
            open_at.add((table.game.turn, table.game.view(None).is_night))
        else:
            (refusal,) = replies(outcome)
            assert outcome.rows is None and "rule 11" in refusal["text"]
        assert replies(say(table, "french", "allies"))[0]["code"] == "not-yours"
        seat = str(rng.choice(table.game.to_act))
        outcome = act(table, seat, rng.choice(first_offers(table, seat)))
        for who in ALLIES:
            for message in news_for(outcome, who):
                if message["t"] == "people":
                    told[who] = message["may_talk"]
            if not table.is_finished:
                assert told[who] == table.game.view(who).may_talk
    assert (0, False) in open_at
    nights = {turn for turn, is_night in open_at if turn}
    assert nights and all(is_night for turn, is_night in open_at if turn)
    heard = json.loads(table.hello(Hello("french"))[1])["messages"]
    assert all(line["channel"] == "all" for line in heard)


def test_two_players_have_no_channel_for_allies() -> None:
    table = make_table()
    (refusal,) = replies(say(table, "allied", "allies"))
    assert refusal["code"] == "bad-message"


# --- ending and sitting


def test_a_game_ends_only_when_all_players_agree() -> None:
    table = make_table()
    table.look(("allied", "en"))
    act(table, "french", first_offers(table, "french")[0])
    with pytest.raises(Refused):
        table.end("stranger")
    outcome = table.end("ney")
    (asked,) = news_for(outcome, "allied")
    assert asked["ending"] == ["french"] and asked["status"] == "playing"
    table.consent("duke", Consent("end", False))
    assert table.sheet.ending == [] and table.status == "playing"
    with pytest.raises(Refused):
        table.consent("duke", Consent("end", True))  # nobody asks any more
    table.end("ney")
    table.consent("duke", Consent("end", True))
    assert table.status == "abandoned"
    refused = act(table, "french", first_offers(table, "french")[0])
    assert refused.rows is None and replies(refused)[0]["code"] == "closed"


def test_before_its_start_its_maker_ends_a_game_at_once() -> None:
    table = make_table()
    table.sheet.creator = "ney"
    table.look(("french", "en"))
    table.end("duke")  # who may be a stranger, and leave
    assert table.status == "playing" and table.sheet.ending == ["allied"]
    outcome = table.end("ney")
    assert table.status == "abandoned"
    state, people = news_for(outcome, "french")
    assert state["offers"] == [] and people["status"] == "abandoned"
    assert json.loads(table.hello(Hello("french"))[-1])["offers"] == []


def test_alone_a_game_ends_at_once() -> None:
    table = make_table()
    table.sheet.seats["allied"] = Sitter("computer", name="Computer", level="random")
    act(table, "french", first_offers(table, "french")[0])
    table.end("ney")
    assert table.status == "abandoned"


def test_who_resigns_has_lost() -> None:
    table = make_table()
    table.look(("allied", "en"))
    played = act(table, "french", first_offers(table, "french")[0])
    for person, seat in (("duke", "french"), (None, "french"), ("stranger", "allied")):
        with pytest.raises(Refused):
            table.resign(person, seat)
    outcome = table.resign("duke", "allied")  # though it is not his turn
    assert outcome.rows is not None and outcome.rows.sheet is not None
    assert [move.action for move in outcome.rows.moves] == ["resign"]
    assert outcome.rows.sheet["ended"] == "over"
    assert json.loads(str(outcome.rows.sheet["result"]))["winner"] == "french"
    state = news_for(outcome, "allied")[0]
    assert state["view"]["result"]["winner"] == "french" and state["view"]["truth"]
    assert "the Allies have resigned" in state["events"][-1]["text"]
    assert table.status == "over"
    with pytest.raises(Refused):
        table.resign("ney", "french")
    # It is stored like a move, and comes back like one.
    assert played.rows is not None
    moves = [*played.rows.moves, *outcome.rows.moves]
    game, _ = stories.replay(table.sheet, moves)
    assert game.result is not None and game.result.winner == "french"
    assert stories.check_dice(table.sheet, moves)[1] is None
    assert Game.replay(game.record()).result is not None


def test_11_an_ally_cannot_resign_for_the_other() -> None:
    table = make_table(players=3)
    with pytest.raises(Refused, match="ally plays on"):
        table.resign("blucher", "prussian")
    table.sheet.seats["anglo-dutch"] = Sitter("computer", name="Computer", level="random")
    table.resign("blucher", "prussian")
    assert table.game.result is not None and table.game.result.winner == "french"


def test_nobody_resigns_before_all_have_come() -> None:
    table = make_table()
    table.sheet.seats["allied"] = Sitter("open", invite="token")
    with pytest.raises(Refused, match="not begun"):
        table.resign("ney", "french")


def store(table: Table, outcome: Outcome) -> None:
    """Change the table as a room does once the rows are stored."""
    assert outcome.rows is not None and not outcome.is_applied
    outcome.rows.edition = table.sheet.edition
    table.apply(outcome.rows)


def test_a_seat_is_taken_only_when_that_is_stored() -> None:
    table = make_table()
    store(table, table.leave("allied", "duke", "token"))
    first, second = (table.seat_person("allied", name, name) for name in ("prince", "baron"))
    assert table.seats_of("prince") == [] and table.seats_of("baron") == []
    assert table.status == "waiting"
    for outcome in (first, second):
        assert outcome.rows is not None
        outcome.rows.edition = table.sheet.edition  # both upon the same sheet
    assert first.rows is not None and second.rows is not None
    table.apply(first.rows)
    table.apply(second.rows)
    assert table.seats_of("prince") == ["allied"] and table.seats_of("baron") == []


def test_a_seat_is_given_back_and_taken_over() -> None:
    table = make_table()
    with pytest.raises(Refused):
        table.leave("french", "duke", "token")
    outcome = table.leave("allied", "duke", "token")
    assert outcome.rows is not None and outcome.rows.seats is not None
    store(table, outcome)
    assert table.status == "waiting" and table.seats_of("duke") == []
    with pytest.raises(Refused):
        table.seat_person("allied", "ney", "Ney")  # not both sides
    store(table, table.seat_person("allied", "prince", "Prince"))
    assert table.status == "playing" and table.seats_of("prince") == ["allied"]
    with pytest.raises(Refused):
        table.seat_person("allied", "duke", "Duke")


def test_a_computer_acts_only_on_what_it_saw() -> None:
    table = make_table()
    table.sheet.seats["french"] = Sitter("computer", name="Computer", level="random")
    assert table.thinking() == ["french"]
    offer = first_offers(table, "french")[0]
    assert table.act_for_computer("french", 5, offer) is None
    outcome = table.act_for_computer("french", 0, offer)
    assert outcome is not None and outcome.rows is not None
    assert table.act_for_computer("allied", 1, "end") is None  # a person sits there


def test_a_sheet_knows_its_status() -> None:
    table = make_table()
    assert table.status == "playing"
    table.sheet.seats["allied"] = Sitter("open", invite="x")
    assert table.status == "waiting"
