"""A corrected board: chosen at "New game", drawn, played on, watched and looked back at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.boards.conftest import forget
from tests.boards.correcting import write_corrected
from tests.web.conftest import Welcome
from tests.web.hosting import StaticHost
from tests.web.playing import LiveServer, Person, Robot, play

from napoleon.site.making import make_site

__all__ = ["forget"]


@pytest.fixture(scope="module")
def corrected_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server with a corrected board besides ours."""
    folder = tmp_path_factory.mktemp("boards")
    board = write_corrected(folder / "corrected")
    server = LiveServer(f"sqlite:///{folder / 'games.sqlite'}", options=["--board", str(board)])
    server.start()
    yield server
    server.stop()


@pytest.fixture
def corrected_site(tmp_path_factory: pytest.TempPathFactory, forget: None) -> Iterator[StaticHost]:
    """A site with a corrected board besides ours."""
    folder = tmp_path_factory.mktemp("site")
    board = write_corrected(folder / "corrected")
    make_site(folder / "made", boards=[board])
    host = StaticHost(folder / "made")
    host.start()
    yield host
    host.stop()


def choose_and_play(person: Person) -> None:
    """Choose the corrected board for a game against a recruit, and play it for a turn."""
    page = person.page
    person.go("/new")
    boards = page.locator("input[name='board']")
    boards.first.wait_for()
    assert boards.count() == 2
    assert page.locator("input[name='board']:checked").get_attribute("value") == ""
    person.press("corrected", within="form")
    person.press("Recruit", within=".seat-row.seat-allied")
    person.press("Begin")
    person.wait_for_table()
    page.locator(".map-host [data-town='genappe']").first.wait_for(state="attached")
    assert page.locator(".map-host [data-town='yvoir']").count() == 0
    person.march()
    robot = Robot(person, 4)
    play([robot], lambda looks: looks[0]["turn"] >= 2)


def test_a_corrected_board_is_chosen_and_played(
    welcome: Welcome, corrected_server: LiveServer
) -> None:
    """Its towns are on the map and in the log, and a game on ours beside it has ours."""
    choose_and_play(welcome("french", server=corrected_server))
    ours = welcome("allied", server=corrected_server)
    ours.play_now("The Allies")
    ours.page.locator(".map-host [data-town='yvoir']").first.wait_for(state="attached")
    assert ours.page.locator(".map-host [data-town='genappe']").count() == 0


def test_what_is_even_by_our_measure_is_offered_on_our_board_alone(
    welcome: Welcome, corrected_server: LiveServer
) -> None:
    """Whoever has chosen it, and then another board, plays without a handicap."""
    person = welcome("measuring", server=corrected_server)
    page = person.page
    person.go("/new")
    person.press("Officer", within=".seat-row.seat-allied")
    measured = page.locator("input[name='handicap'][value='measured']")
    measured.check()
    person.press("corrected", within="form")
    measured.wait_for(state="detached")
    assert page.locator("input[name='handicap']:checked").get_attribute("value") == "none"
    person.press("Our board", within="form")
    measured.wait_for()


@pytest.mark.long
def test_a_corrected_board_is_played_without_a_server(
    corrected_site: StaticHost, welcome: Welcome
) -> None:
    """The site has it with it: nothing is asked of anybody once the page is there, and both boards
    are drawn."""
    person = welcome("alone", server=corrected_site, is_fresh=True)
    choose_and_play(person)
    person.go("/new")
    person.press("Recruit", within=".seat-row.seat-allied")
    person.press("Begin")
    person.wait_for_table()
    person.page.locator(".map-host [data-town='yvoir']").first.wait_for(state="attached")
    assert person.page.locator(".map-host [data-town='genappe']").count() == 0
