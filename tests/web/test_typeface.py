"""The typeface in the browser: it comes, nothing moves when it does, and nothing breaks without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route
from tests.web.conftest import Welcome
from tests.web.faces import ITALIC, ROMAN, set_in, sheets
from tests.web.playing import DESK_TOO, PHONE, Person
from tests.web.test_phone import has_no_overflow

from napoleon.typeface import FAMILY

LOADED = f"""[...document.fonts].filter((one) => one.family.includes({FAMILY!r}) && one.status === "loaded")
  .map((one) => `${{one.family.replaceAll('"', "")}} ${{one.style}}`)"""

# Where everything stands that could be pushed aside by words of another width.
PLACES = """() => Object.fromEntries([...document.querySelectorAll(
    "h1, h2, .play-now, .choice, .side, .top, .numbers, .field, .b-field, .b-bar, .b-block, .actions, .dock, footer")]
  .filter((one) => one.getClientRects().length)
  .map((one, n) => [`${n} ${one.className.baseVal ?? one.className}`, Math.round(one.getBoundingClientRect().top)]))"""


def loaded(person: Person) -> set[str]:
    person.page.evaluate("document.fonts.ready.then(() => true)")
    return set(person.page.evaluate(LOADED))


def test_our_face_comes_and_is_kept_for_ever(welcome: Welcome) -> None:
    person = welcome("reader", is_fresh=True)
    person.play_now("The French")
    person.wait_for_turn()
    assert {f"{FAMILY} normal", f"{FAMILY} italic"} <= loaded(person)
    files = {one.url.rsplit("/")[-1]: one for one in person.responses if "/fonts/" in one.url}
    assert {*files} == {ROMAN, ITALIC}
    for file in files.values():
        assert "immutable" in file.headers["cache-control"]
        assert file.headers["content-type"] == "font/woff2"


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
@pytest.mark.parametrize("name", ["home", "battle"])
def test_nothing_moves_when_it_comes(welcome: Welcome, name: str, size: tuple[int, int]) -> None:
    person = welcome("reader", is_fresh=True, size=size, has_touch=size == PHONE)
    person.arrival = "domcontentloaded"  # the rest is held back
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.context.route("**/fonts/*", hold)
    if name == "home":
        person.go("/")
        person.page.locator(".games h2").wait_for(state="attached")
    else:
        person.enter(name)
        person.wait_for_turn()
    person.wait_for_frame()
    assert held and f"{FAMILY} normal" not in set(person.page.evaluate(LOADED))
    before = person.page.evaluate(PLACES)
    for route in held:
        route.continue_()
    person.context.unroute("**/fonts/*")
    person.page.evaluate("(face) => document.fonts.load(`16px '${face}'`)", FAMILY)
    person.wait_for_frame()
    after = person.page.evaluate(PLACES)
    moved = {what: (y, after.get(what)) for what, y in before.items() if y != after.get(what)}
    assert len(before) > 5 and not moved, moved


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_a_page_without_it(welcome: Welcome, size: tuple[int, int]) -> None:
    """Fonts may be forbidden: the page uses what the system has."""
    person = welcome("reader", is_fresh=True, size=size, has_touch=size == PHONE)
    person.allowed = (404,)
    person.context.route("**/fonts/*", lambda route: route.fulfill(status=404))
    person.enter("reinforcement")
    seen = person.wait_for_turn()
    assert f"{FAMILY} normal" not in loaded(person)
    blocks = seen["battle"]["blocks"]
    assert blocks and all(one["isReached"] for one in blocks)
    widths = person.page.evaluate(
        "[...document.querySelectorAll('.b-block.can-act')].map((one) => one.offsetWidth)"
    )
    assert min(widths) >= 40


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
@pytest.mark.parametrize(
    "path", ["/", "/new", "/about", "/intro", "/rules", "/rules/6.3.3", "/aid"]
)
def test_pages_hold_in_any_font(welcome: Welcome, path: str, size: tuple[int, int]) -> None:
    person = welcome("reader", size=size)
    person.go(path)
    person.page.locator("footer.foot").wait_for()
    person.page.wait_for_load_state("networkidle")
    for font, sheet in sheets(person.page).items():
        set_in(person.page, sheet)
        assert has_no_overflow(person), font
        out: list[str] = person.page.evaluate(
            """[...document.querySelectorAll("button, .button, .segments span, .choice")]
            .filter((one) => one.offsetParent && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
        )
        assert not out, font


@pytest.mark.parametrize("size", [DESK_TOO, PHONE])
def test_the_map_holds_in_any_font(welcome: Welcome, size: tuple[int, int]) -> None:
    """Every lit town can be touched, every name is written, none runs over another."""
    person = welcome("reader", size=size, has_touch=size == PHONE)
    person.play_now("The French")
    person.wait_for_turn()
    before = [one["town"] for one in person.look()["towns"] if one["isReached"]]
    for font, sheet in sheets(person.page).items():
        set_in(person.page, sheet)
        seen = person.look()
        assert [one["town"] for one in seen["towns"] if one["isReached"]] == before, font
        assert all(one["isReached"] for one in seen["actions"]), font
        assert has_no_overflow(person), font
        clashes: list[list[str]] = person.page.evaluate(
            """(() => {
              const names = [...document.querySelectorAll(".map-name")].map((one) => ({ town: one.dataset.name, box: one.getBBox() }));
              const inner = ({ x, y, width, height }) => ({ x: x + width * 0.04, y: y + height * 0.28, width: width * 0.92, height: height * 0.44 });
              const meet = (p, q) => p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height;
              return names.flatMap((p, n) => names.slice(n + 1)
                .filter((q) => q.town !== p.town && meet(inner(p.box), inner(q.box))).map((q) => [p.town, q.town]));
            })()"""
        )
        assert not clashes, (font, clashes)
