"""Taking back by consent at a table: asked, agreed upon, stored, and done again from the store."""

from __future__ import annotations

import random

import pytest
from tests.server.playing import Player, Server, begin_with_friends

from napoleon.lab.random_play import warlike
from napoleon.rules import Action, NothingToUndo, SeededDice
from napoleon.server.store import admin
from napoleon.server.table import stories
from napoleon.server.table.replaying import carry_out
from napoleon.server.table.sheet import SEALED, TAKE_BACK, UNDO, Sheet, StoredMove


def seated(server: Server) -> tuple[str, Player, Player]:
    game, people = begin_with_friends(server, 2)
    return game, people["french"].sit(game, "french"), people["allied"].sit(game, "allied")


def wait_for_question(player: Player, asked: list[str]) -> None:
    while player.people.get("takeback") != asked:
        player.wait("people")


def consent(player: Player, is_agreed: bool) -> None:
    player.send({"t": "consent", "what": "back", "yes": is_agreed})


def test_an_action_goes_if_the_other_agrees(server: Server) -> None:
    game, french, allied = seated(server)
    before = french.view
    assert french.act(next(offer for offer in french.offers if offer.startswith("march")))["ok"]
    assert french.view != before
    french.send({"t": "ask-back", "seat": "french"})
    for player in (french, allied):
        wait_for_question(player, ["french", "french"])
    consent(allied, is_agreed=True)
    wait_for_question(french, [])
    assert french.view == before and not french.view["can_undo"]
    again = Player(server, french.path, "french", french.cookie).open()
    assert (again.view, again.log, again.v) == (french.view, french.log, french.v)
    assert french.act(french.offers[0])["ok"]
    (verdict,) = admin.recheck(game, server.database)
    assert verdict.is_sound


def test_a_single_no_ends_the_question(server: Server) -> None:
    _, french, allied = seated(server)
    assert french.act(next(offer for offer in french.offers if offer.startswith("march")))["ok"]
    moved = french.view
    for nay in (allied, french):  # whoever has asked may think better of it
        french.send({"t": "ask-back", "seat": "french"})
        for player in (french, allied):
            wait_for_question(player, ["french", "french"])
        consent(nay, is_agreed=False)
        wait_for_question(allied, [])
        wait_for_question(french, [])
    assert french.view == moved


def test_there_must_be_something_and_somebody_to_ask(server: Server) -> None:
    _, french, allied = seated(server)
    for player, seat, code in (
        (french, "french", "nothing"),
        (allied, "french", "not-yours"),
        (allied, "allied", "nothing"),
    ):
        player.send({"t": "ask-back", "seat": seat})
        player.wait("error")
        assert player.errors[-1]["code"] == code
    consent(allied, is_agreed=True)
    allied.wait("error")
    assert allied.errors[-1]["code"] == "not-now"
    host = server.visitor()
    alone = host.sit(host.begin({"french": "me", "allied": "computer:recruit"}), "french")
    assert alone.act(next(offer for offer in alone.offers if offer.startswith("march")))["ok"]
    alone.send({"t": "ask-back", "seat": "french"})
    alone.wait("error")
    assert alone.errors[-1]["code"] == "not-now"


def test_at_one_screen_nobody_else_is_asked(server: Server) -> None:
    host = server.visitor()
    french = host.sit(host.begin({"french": "me", "allied": "me"}), "french")
    before = french.view
    assert french.act(next(offer for offer in french.offers if offer.startswith("march")))["ok"]
    french.send({"t": "ask-back", "seat": "french"})
    french.wait("state")
    assert french.view == before


def changing_minds(seed: int) -> tuple[Sheet, list[StoredMove]]:
    """The stored moves of a random game with undos and take-backs."""
    luck = random.Random(seed)
    players = luck.choice((2, 3))
    sheet, game = stories.begin_game(
        luck.choice(("historical", "free")), players, "open", {}, None, ""
    )
    moves: list[StoredMove] = []
    for _ in range(150):
        if game.result is not None:
            break
        seat = luck.choice(game.to_act)
        move = StoredMove(len(moves) + 1, str(seat), UNDO)
        choice = luck.random()
        game.use_dice(SeededDice(luck.randrange(1000)))
        try:
            if choice < 0.1:
                move.action = f"{TAKE_BACK} {luck.randint(1, 4)}"
                carry_out(game, move)
            elif choice < 0.2:
                carry_out(game, move)
            else:
                move.action = str(Action(warlike(game, seat, game.legal(seat).codes, luck)))
                game.play(seat, move.action)
                last = game.last_move
                assert last is not None
                move.dice = " ".join(map(str, last.dice))
        except NothingToUndo:
            continue
        moves.append(move)
    again, _ = stories.replay(sheet, moves)
    assert (again.can_undo, again.record()) == (game.can_undo, game.record())
    return sheet, moves


@pytest.mark.parametrize("seed", range(12))
def test_what_is_stored_can_be_undone_as_far_as_the_game(seed: int) -> None:
    """Replayed from the moves, and brought in from its record and replayed again."""
    sheet, moves = changing_minds(seed)
    for count in (len(moves) // 2, len(moves)):
        game, _ = stories.replay(sheet, moves[:count])
        other, read, stored = stories.read_record(game.record())
        assert [move.v for move in stored] == list(range(1, len(stored) + 1))
        assert other.imported == len(stored)
        assert (SEALED in [move.action for move in stored]) == (game.sealed_moves > 0)
        again, _ = stories.replay(other, stored)
        for one in (read, again):
            assert (one.can_undo, one.record()) == (game.can_undo, game.record())
