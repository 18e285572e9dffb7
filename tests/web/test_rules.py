"""The rules in the browser: pages, the panel beside the board, diagrams, and positions to try."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import Welcome
from tests.web.playing import DESK_TOO, PHONE, WAIT, Person, Robot, all_ended, play
from tests.web.windows import Windows

from napoleon.manual import available, manual

TEXT = ".reader-text"
# How many blocks of a diagram lie within its frame.
SEEN = """(figure) => {
  const frame = figure.querySelector(".diagram-place").getBoundingClientRect();
  return [...figure.querySelectorAll(".diagram-place .nb")].map((block) => block.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom)
    .length;
}"""
expect.set_options(timeout=1000 * WAIT)  # a limit, as elsewhere


def title(page: Page, within: str = TEXT) -> Any:
    return page.locator(f"{within} .rule-title").first


def open_prompt_rule(person: Person) -> str:
    """Tap the § of the prompt; the number that it names."""
    mark = person.page.locator("#prompt a.rule")
    number = mark.inner_text()
    if person.has_touch:
        mark.tap()
    else:
        mark.click()
    return number


def test_a_section_of_the_prompt_opens_beside_the_board(welcome: Welcome) -> None:
    person = welcome()
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    number = open_prompt_rule(person)
    assert number == "5.1"
    expect(title(page)).to_have_text("5.1 Groups")
    expect(title(page)).to_be_focused()
    expect(page.locator("#prompt")).to_contain_text(
        "Move up to two groups"
    )  # the game is still there
    # Its links go on, and back.
    page.locator(f"{TEXT} .turn.is-after").click()
    expect(title(page)).to_have_text("5.2 Command control")
    page.locator(f"{TEXT} a.ref", has_text="6.3.4").first.click()
    expect(title(page)).to_have_text("6.3.4 Reinforcement")
    page.locator(".reader-bar").get_by_label("Back").click()
    expect(title(page)).to_have_text("5.2 Command control")
    # Escape gives the log back, and the keys to the § they came from.
    page.keyboard.press("Escape")
    expect(page.locator("aside.side h2")).to_have_text("Log")
    expect(page.locator("#prompt a.rule")).to_be_focused()
    assert "/game/" in page.url


def test_the_panel_searches_and_has_the_aid_one_tap_away(welcome: Welcome) -> None:
    person = welcome()
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    page.locator("[data-panel=rules]").click()
    expect(page.locator(f"{TEXT} .player-aid")).to_contain_text("attack over a river")
    search = page.locator(".reader-search input")
    search.press_sequentially("forced mar")
    first = page.locator(f"{TEXT} .rule-hits a").first
    expect(first).to_have_text("5.6 Forced marches")
    expect(search).to_be_focused()
    search.press("Enter")
    expect(first).to_be_focused()
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text("5.6 Forced marches")
    search.fill("xyzzy")
    expect(page.locator(f"{TEXT} .no-hits")).to_be_visible()
    page.keyboard.press("Escape")  # out of the field
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(title(page)).to_have_text("5.1 Groups")


def test_a_reason_why_not_and_the_log_lead_to_their_sections(welcome: Welcome) -> None:
    person = welcome()
    person.go("/try/5.7")  # by night
    person.wait_for_table()
    page = person.page
    page.locator(".map-host .map-spot[data-town=laneffe]").press("Enter")
    page.locator(".stack .unit.is-able").first.click()
    page.locator(".map-host .map-spot[data-town=charleroi]").press("Enter")
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    notice.locator("a.rule").click()
    expect(title(page)).to_have_text("5.7 Night")
    page.locator(".map-host .map-spot[data-town=philippeville]").press("Enter")
    page.locator(".stack .unit.is-able").first.click()
    page.locator(".map-host .map-spot[data-town=laneffe]").press("Enter")
    person.settle()
    page.keyboard.press("l")
    mark = page.locator(".log a.rule").first
    expect(mark).to_be_visible()
    number = mark.inner_text()
    mark.click()
    expect(title(page)).to_contain_text(number)


def test_on_a_phone_it_is_a_sheet_that_back_closes(welcome: Welcome) -> None:
    person = welcome(size=PHONE, has_touch=True)
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    game = page.url
    open_prompt_rule(person)
    expect(title(page)).to_be_in_viewport()
    page.go_back()
    expect(page.locator("aside.side")).to_be_hidden()
    assert page.url == game
    expect(page.locator("#prompt")).to_contain_text("Move up to two groups")
    # Closed by its button, the way back leads where it did before.
    open_prompt_rule(person)
    expect(title(page)).to_be_in_viewport()
    page.locator("aside.side").get_by_label("Close").tap()
    expect(page.locator("aside.side")).to_be_hidden()
    page.go_back()
    page.wait_for_url(re.compile(r"/$"))


@pytest.mark.friends
def test_pages_without_the_client(welcome: Welcome, windows: Windows, live: Any) -> None:
    """Whole, with links and a search, and no line longer than the page."""
    for size in ((1280, 800), PHONE):
        context = windows.browser.new_context(
            base_url=live.url,
            java_script_enabled=False,
            locale="nl-BE",
            viewport={"width": size[0], "height": size[1]},
        )
        page = context.new_page()
        page.goto("/rules")
        expect(page.locator("html")).to_have_attribute("lang", "nl")
        page.locator(".rule-body .entry-of-rules", has_text="5.5").first.click()
        expect(page.locator("h1")).to_have_text("5.5 Rivieren")
        expect(page.locator(".diagram-words")).to_be_visible()
        page.locator("[rel=next]").click()
        expect(page.locator("h1")).to_have_text("5.6 Geforceerde marsen")
        page.locator(".rule-search input").fill("vierkant")
        page.locator(".rule-search button").click()
        expect(page.locator(".rule-hits a").first).to_be_visible()
        context.close()


def test_pages_with_it(welcome: Welcome) -> None:
    person = welcome()
    person.go("/")
    page = person.page
    person.press("The rules")
    page.wait_for_url("**/rules")
    expect(page.locator("h1")).to_have_text("The rules")
    page.locator(".rule-body .entry-of-rules", has_text="6.2.1").click()
    expect(page.locator("h1")).to_have_text("6.2.1 Terrain")
    assert page.url.endswith("/rules/6.2.1")
    expect(page).to_have_title("6.2.1 Terrain · Napoléon 1815")
    expect(page.locator(".rulings").first).to_contain_text("How we read it")
    page.locator(".rule-search input").fill("Rout")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules?q=Rout")
    page.locator(".rule-hits a", has_text="7.4").first.click()
    expect(page.locator("h1")).to_have_text("7.4 Rout")
    page.go_back()
    expect(page.locator(".rule-hits")).to_be_visible()
    # Another language, from the page's own foot and from the settings.
    page.locator(".rule-languages a", has_text="Deutsch").click()
    expect(page.locator("main.rules")).to_have_attribute("data-lang", "de")
    person.go("/rules/7.4")
    page.locator(".settings select").first.select_option("nl")
    expect(page.locator("main.rules")).to_have_attribute("data-lang", "nl")


@pytest.mark.parametrize("size", [DESK_TOO, PHONE], ids=["desk", "phone"])
def test_every_diagram_is_drawn(welcome: Welcome, size: tuple[int, int]) -> None:
    """All on one page, with their blocks in sight; nothing is wider than the page."""
    person = welcome(size=size)
    person.go("/rules/print")
    page = person.page
    diagrams = manual("en").diagrams
    expect(page.locator("figure.diagram.is-drawn")).to_have_count(len(diagrams))
    for name in diagrams:
        figure = page.locator(f'figure[data-diagram="{name}"]')
        blocks = figure.locator(".diagram-place .nb").filter(visible=True)
        expect(blocks).not_to_have_count(0)
        assert figure.evaluate(SEEN) >= 2, name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # No two drawings share the name of a pattern or of a clip.
    ids: list[str] = page.evaluate(
        "[...document.querySelectorAll('.b-ground [id]')].map((e) => e.id)"
    )
    assert ids and len(ids) == len(set(ids))


@pytest.mark.parametrize("lang", available())
def test_the_aid_fits_one_sheet_of_paper(welcome: Welcome, lang: str) -> None:
    person = welcome()
    person.go(f"/aid?lang={lang}")
    expect(person.page.locator("h1")).to_have_text(manual(lang).aid.title)
    paper = person.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b(?!s)", paper)) == 1


def test_the_rules_on_paper(welcome: Welcome) -> None:
    person = welcome()
    person.go("/rules/print")
    expect(person.page.locator("figure.diagram.is-drawn")).to_have_count(len(manual("en").diagrams))
    paper = person.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b(?!s)", paper)) >= 11  # a chapter begins a page


@pytest.mark.friends
def test_enter_waits_for_what_was_typed_last(welcome: Welcome) -> None:
    """What an earlier, shorter search found is not taken for the answer."""
    person = welcome(is_fresh=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/rules?q=forced*mar*", hold)
    person.play_now("The French")
    person.wait_for_turn()
    page = person.page
    page.locator("[data-panel=rules]").click()
    search = page.locator(".reader-search input")
    first = page.locator(f"{TEXT} .rule-hits a").first
    search.fill("forced")
    expect(first).to_have_text("5.6 Forced marches")
    with page.expect_request("**/rules?q=forced*mar*"):
        search.fill("forced mar")
    search.press("Enter")
    expect(search).to_be_focused()
    (asked,) = held
    asked.continue_()
    expect(page.locator(f"{TEXT} .rule-title")).to_contain_text("forced mar")
    expect(first).to_be_focused()


def test_a_position_is_tried(welcome: Welcome) -> None:
    person = welcome()
    person.go("/rules/6.3.3")
    page = person.page
    page.locator("a.try").click()
    page.wait_for_url("**/try/6.3.3")
    person.wait_for_table()
    expect(page.locator("#prompt")).to_contain_text("The gun first, then the infantry")
    expect(title(page)).to_have_text("6.3.3 Fire")  # beside the board
    gun = page.locator('.b-block[data-key="FR-2-A"]')
    gun.click()
    page.locator(".b-act", has_text=re.compile("Bombard|long range", re.I)).first.click()
    page.keyboard.press("l")
    expect(page.locator(".log")).to_contain_text("bombards")
    page.locator("header.top a.round").click()
    page.wait_for_url("**/rules/6.3.3")
    person.go("/")
    page.locator(".games h2").wait_for(state="attached")
    assert page.locator(".game-row").count() == 0, "no game has come of it"


def test_a_tried_position_ends_with_its_turn(welcome: Welcome) -> None:
    person = welcome()
    person.go("/try/5.7")
    person.wait_for_table()
    page = person.page
    page.locator("[data-act=end]").click()
    page.locator("[data-act=end]", has_text="Sure").click()
    card = page.locator(".card")
    expect(card).to_contain_text("The turn is over")
    card.get_by_text("Back to the rules").click()
    expect(page.locator("h1")).to_have_text("5.7 Night")


def test_away_from_the_table_a_section_opens_over_the_page(welcome: Welcome) -> None:
    person = welcome()
    person.go("/new")
    page = person.page
    mark = page.locator("form a.rule", has_text="6.2.4")
    mark.click()
    dialog = page.locator("dialog.rules-dialog")
    expect(dialog.locator(".rule-title").first).to_have_text("6.2.4 What is seen")
    dialog.locator(".rule-links a", has_text="3.2").click()
    expect(dialog.locator(".rule-title").first).to_contain_text("3.2")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mark).to_be_focused()
    mark.click()
    dialog.wait_for()
    mark.evaluate("(one) => one.replaceWith(one.cloneNode(true))")  # the form is drawn anew
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    assert page.url.endswith("/new")


def test_the_end_of_a_game_has_its_section(welcome: Welcome) -> None:
    """A card lies over the table: the rules lie over the card."""
    person = welcome()
    person.enter("last")
    play([Robot(person, 1, marches=0)], all_ended)
    page = person.page
    page.locator(".end .reason a.rule").click()
    expect(page.locator("dialog .rule-title").first).to_contain_text("10")
    page.keyboard.press("Escape")
    expect(page.locator(".end")).to_be_visible()
