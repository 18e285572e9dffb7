"""Taking back by consent at a table: asked, agreed upon, stored, and done again from the store."""

from __future__ import annotations

from tests.server.playing import Player, Server, begin_with_friends

from napoleon.server.store import admin


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
