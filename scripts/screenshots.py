"""Make pictures of every screen: ``python3 scripts/screenshots.py``, into build/screenshots.

Each screen is taken on a desk (1280 by 800), on a phone (390 by 844) and on a phone held sideways
(844 by 390), by day and by lamplight. ``--size 390 --light dark`` takes only those, ``--lang de``
takes them in German; a large screen (1920), a tablet (820), small phones (320, and 667 held
sideways) and a desk seen at twice its size (640) are taken only if they are asked for. Words after
the command name the screens wanted ("home", "battlefield"...), all of them if there are none.
``--readme`` makes the picture of the README instead.
"""

import argparse
import functools
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from environment import ROOT, Environment, hand_over, say

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.web.playing import Person

FOLDER = ROOT / "build" / "screenshots"
README = ROOT / "docs" / "picture.jpg"
SCENES = frozenset(
    {
        *("battle", "battles", "campaign", "deployment", "draw", "fallback", "force", "last"),
        *("losses", "regroup", "reinforcement", "retreat", "rout", "skirmish", "supply"),
        *("terrain", "withdrawal"),
    }
)
COPIES = 12  # a table is used up by its visit
# Where somebody has come to in the lessons
KEEP = "(place) => localStorage.setItem('napoleon.lessons', JSON.stringify(place))"
SETTLED = 0.5  # seconds for fonts, relief and what glides in
LARGE = (1920, 1080)
TABLET = (820, 1180)
ONLY_ASKED = (LARGE, TABLET, (320, 568), (667, 375), (640, 400))
Scheme = Literal["light", "dark"]


class Tour:
    """One person who sees every screen, at one size and in one light."""

    def __init__(self, make: "Callable[[], Person]", name: str) -> None:
        self.make = make
        self.name = name
        self.screens: dict[str, Callable[[Person], None]] = {
            "home": lambda person: person.go("/"),
            "new": lambda person: person.go("/new"),
            "join": self.invitation,
            "about": lambda person: person.go("/about"),
            "exercises": lambda person: person.go("/exercises"),
            "exercise": self.exercise,
            "scenario": lambda person: person.go("/new?scenario=quatre-bras"),
            "scenario-begun": self.scenario,
            "learn": self.learn,
            **self.lessons(),
            "first-campaign": self.first_campaign,
            "intro": lambda person: person.go("/intro"),
            "intro-march": self.second_lesson,
            "rules": lambda person: person.go("/rules"),
            "rules-map": lambda person: person.go("/rules/5.5"),
            "rules-battle": lambda person: person.go("/rules/6.5"),
            "rules-roads": lambda person: person.go("/rules/5"),
            "rules-fights": lambda person: person.go("/rules/6"),
            "rules-retreat": lambda person: person.go("/rules/7"),
            "rules-print": lambda person: person.go("/rules/print"),
            "rules-found": lambda person: person.go("/rules?q=artillerie"),
            "aid": lambda person: person.go("/aid"),
            "rules-panel": self.rules_panel,
            "rules-try": lambda person: person.go("/try/6.3.3"),
            "table": self.table,
            "table-selection": self.selection,
            "stack": self.stack,
            **{
                panel: functools.partial(self.panel, panel=panel)
                for panel in ("log", "notebook", "calendar", "trays", "chat", "people", "settings")
            },
            "leave": self.leave,
            "ending": self.ending,
            "partial-march": self.partial_march,
            "setup": self.free_setup,
            "waiting": self.waiting,
            "campaign": lambda person: self.scene(person, "campaign"),
            "force": lambda person: self.scene(person, "force"),
            "supply": lambda person: self.scene(person, "supply"),
            "supply-unit": self.hungry_unit,
            "draw": lambda person: self.scene(person, "draw"),
            "terrain": lambda person: self.scene(person, "terrain"),
            "deployment": lambda person: self.scene(person, "deployment"),
            "battlefield": lambda person: self.scene(person, "battle"),
            "battlefield-unit": self.unit_in_battle,
            "loss": lambda person: self.scene(person, "losses"),
            **{
                name: functools.partial(self.scene, name=name)
                for name in (
                    *("battles", "skirmish", "rout", "regroup", "reinforcement", "retreat"),
                    *("withdrawal", "fallback"),
                )
            },
            "curtain": self.curtain,
            "refusal": self.refusal,
            "end": self.end,
            "replay": self.replay,
            "replay-battle": self.battle_in_replay,
            "dice": self.dice,
        }

    def take(self, wanted: set[str]) -> None:
        for screen, visit in self.screens.items():
            if wanted and screen not in wanted:
                continue
            person = self.make()
            try:
                visit(person)
                person.page.wait_for_load_state("networkidle")
                person.page.wait_for_timeout(1000 * SETTLED)
                person.page.screenshot(path=FOLDER / f"{screen}-{self.name}.png")
                for fault in person.faults:
                    say(f"{screen} {self.name}: {fault}")
            except Exception as error:
                say(f"{screen} {self.name} could not be taken: {error}")
            finally:
                person.close()

    # --- The way to each screen

    def invitation(self, person: "Person") -> None:
        scene = person.server.scenes["campaign"].pop()
        person.go(f"/join/{scene.invites[scene.seat]}")

    def exercise(self, person: "Person") -> None:
        person.go("/exercises")
        person.page.locator("main a[href^='/exercise/']").first.click()
        person.page.locator(".prompt, .b-bar").filter(visible=True).first.wait_for()

    def scenario(self, person: "Person") -> None:
        person.go("/new?scenario=quatre-bras")
        person.press("Begin", within="form")
        person.wait_for_turn()

    def lessons(self) -> "dict[str, Callable[[Person], None]]":
        """The first step of each lesson, one in its middle, and its end."""
        from napoleon.lessons import lessons

        return {
            f"lesson-{lesson.id}-{where}": functools.partial(
                self.lesson, lesson=lesson.id, step=step, is_end=where == "end"
            )
            for lesson in lessons()
            if lesson.steps
            for where, step in (
                ("first", 0),
                ("middle", len(lesson.steps) // 2),
                ("end", len(lesson.steps) - 1),
            )
        }

    def lesson(self, person: "Person", lesson: str, step: int, is_end: bool) -> None:
        person.go("/learn")
        person.page.evaluate(KEEP, {lesson: {"step": step, "actions": [], "isDone": False}})
        person.go(f"/lesson/{lesson}")
        if is_end:
            person.page.locator(".voice-ask").wait_for()
            shown = person.language.say("Show me")
            while not person.page.locator(".voice.is-over").count():
                way = person.page.locator(".voice-buttons button").filter(has_text=shown)
                way.evaluate_all("(all) => all.forEach((one) => one.click())")
                person.page.wait_for_timeout(1000 * SETTLED)
        person.wait_until("the table is there", lambda seen: seen["isTable"])

    def learn(self, person: "Person") -> None:
        """The first lesson is done, the second begun."""
        person.go("/learn")
        place = {"marches": {"step": 0, "actions": [], "isDone": True}}
        place["roads"] = {"step": 2, "actions": [], "isDone": False}
        person.page.evaluate(KEEP, place)
        person.go("/learn")

    def first_campaign(self, person: "Person") -> None:
        person.go("/learn")
        person.press("Begin", within=".is-campaign")
        person.wait_for_turn()

    def second_lesson(self, person: "Person") -> None:
        person.go("/intro")
        for _ in range(2):
            person.press("Next")

    def table(self, person: "Person") -> None:
        person.play_now("The French")
        person.wait_for_turn()

    def rules_panel(self, person: "Person") -> None:
        self.table(person)
        person.page.locator("#prompt a.rule").click()
        person.page.locator(".reader-text .rule-title").wait_for()

    def stack(self, person: "Person") -> None:
        self.table(person)
        person.open_town("beaumont")

    def selection(self, person: "Person") -> None:
        self.stack(person)
        for unit in ("FR-N", "FR-G-I"):
            person.page.locator(f".stack .unit[data-unit='{unit}']").click()

    def panel(self, person: "Person", panel: str) -> None:
        self.scene(person, "campaign")
        person.page.locator(f".dock [data-panel='{panel}']").click()
        if panel == "chat":
            for text in ("Bonjour, messieurs.", "Shall we meet at Quatre-Bras?"):
                person.page.locator(".chat input[name='chat']").fill(text)
                person.page.keyboard.press("Enter")
                person.page.wait_for_timeout(1000 * 0.2)

    def leave(self, person: "Person") -> None:
        self.panel(person, "people")
        person.press("Leave my seat")

    def ending(self, person: "Person") -> None:
        """Somebody else would end the game."""
        scene = person.server.scenes["campaign"].pop()
        person.join(f"/join/{scene.invites[scene.seat]}")
        for seat, token in scene.invites.items():
            if seat != scene.seat:
                person.server.sit(token, "end")
        person.page.locator(".people .ask").wait_for()

    def partial_march(self, person: "Person") -> None:
        self.stack(person)
        person.page.keyboard.press("a")
        person.page.locator(".map-spot[data-town='thuin']").focus()
        person.page.keyboard.press("Enter")
        person.page.locator(".stack .hint", has_text="6 of 12 can go").wait_for()

    def hungry_unit(self, person: "Person") -> None:
        self.scene(person, "supply")
        person.open_town()
        person.page.locator(".stack .unit.is-able").first.click()

    def free_setup(self, person: "Person") -> None:
        person.begin({"french": "Computer", "allied": "Me"}, scenario="Free")
        person.wait_until("the set-up begins", lambda seen: bool(seen["able"]))
        person.page.locator(".stack .unit.is-able").nth(3).click()

    def waiting(self, person: "Person") -> None:
        person.begin({"french": "Me", "allied": "Open seat"})
        person.wait_until("the invitation is there", lambda seen: bool(seen["card"]))

    def scene(self, person: "Person", name: str) -> None:
        person.enter(name)
        person.wait_until("we may act", lambda seen: seen["isMine"])

    def unit_in_battle(self, person: "Person") -> None:
        self.scene(person, "battle")
        seen = person.wait_until(
            "somebody is ready", lambda seen: bool(seen["battle"] and seen["battle"]["blocks"])
        )
        person.point([one for one in seen["battle"]["blocks"] if one["isReady"]][-1])

    def curtain(self, person: "Person") -> None:
        person.begin({"french": "Me", "allied": "Me"})
        person.wait_until("the curtain is there", lambda seen: seen["isCurtain"])

    def refusal(self, person: "Person") -> None:
        self.selection(person)
        person.page.locator(".map-spot[data-town='ghent']").focus()
        person.page.keyboard.press("Enter")
        person.wait_until("it is refused", lambda seen: bool(seen["notice"]))

    def end(self, person: "Person") -> None:
        from tests.web.playing import Robot

        self.scene(person, "last")
        robot = Robot(person, 1, marches=0)
        for _ in range(100):
            if person.look()["isEnd"]:
                return
            robot.step()
            person.page.wait_for_timeout(1000 * 0.05)
        raise AssertionError("the game does not end")

    def replay(self, person: "Person") -> None:
        self.end(person)
        person.press("Replay the campaign")
        slider = person.page.locator(".replay input[type='range']")
        person.page.locator(".replay-words p").first.wait_for()
        slider.fill(str(int(slider.get_attribute("max") or 0) // 2))
        person.page.locator(".replay").scroll_into_view_if_needed()

    def battle_in_replay(self, person: "Person") -> None:
        self.replay(person)
        slider = person.page.locator(".replay input[type='range']")
        last = int(slider.get_attribute("max") or 0)
        for step in range(last // 2, last):
            slider.fill(str(step))
            person.page.wait_for_timeout(1000 * 0.1)
            if person.page.locator(".replay .b-steps").count():
                return
        raise AssertionError("no battle in the replay")

    def dice(self, person: "Person") -> None:
        self.end(person)
        person.press("Check the dice", within=".end")
        person.page.locator(".dice-check .verdict").first.wait_for()


def take_all(
    browser: "Browser",
    wanted: set[str],
    widths: set[int],
    schemes: tuple[Scheme, ...],
    lang: str,
) -> None:
    """Every screen in a language, at all sizes, in both lights."""
    from tests.web.playing import DESK, PHONE, SIDEWAYS, LiveServer, Person
    from tests.web.positions import set_scenes
    from tests.web.windows import Windows

    FOLDER.mkdir(parents=True, exist_ok=True)
    sizes = [DESK, PHONE, SIDEWAYS, *(size for size in ONLY_ASKED if size[0] in widths)]
    for size in sizes:
        for scheme in schemes:
            if widths and size[0] not in widths:
                continue
            with tempfile.TemporaryDirectory() as folder:
                server = LiveServer(f"sqlite:///{folder}/games.sqlite", pace=0.02)

                def make(
                    server: LiveServer = server,
                    size: tuple[int, int] = size,
                    scheme: Scheme = scheme,
                ) -> Person:
                    return Person(
                        Windows(browser),
                        server,
                        is_fresh=True,
                        size=size,
                        scheme=scheme,
                        locale=lang,
                        has_touch=size[0] < DESK[0] and size != (640, 400),
                    )

                server.scenes = set_scenes(server.database, SCENES, COPIES)
                server.start()
                Tour(make, f"{size[0]}-{scheme}-{lang}").take(wanted)
                server.stop()
    say(f"The pictures are in {FOLDER.relative_to(ROOT)}")


def take_readme(browser: "Browser") -> None:
    """The opening of the campaign as the French see it."""
    from tests.web.playing import LiveServer, Person
    from tests.web.windows import Windows

    with tempfile.TemporaryDirectory() as folder:
        server = LiveServer(f"sqlite:///{folder}/games.sqlite").start()
        person = Person(Windows(browser), server, is_fresh=True)
        Tour(lambda: person, "").selection(person)
        person.page.wait_for_timeout(1000 * 1.5)
        for quality in (90, 82, 74, 66):
            person.page.screenshot(path=README, type="jpeg", quality=quality)
            if README.stat().st_size < 300_000:
                break
        server.stop()
    say(f"{README.relative_to(ROOT)}: {README.stat().st_size} bytes")


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Make pictures of every screen.")
    parser.add_argument("--readme", action="store_true", help="make the picture of the README")
    parser.add_argument("--size", type=int, action="append", help="only this width (all)")
    parser.add_argument("--light", choices=("light", "dark"), help="only this one (both)")
    parser.add_argument("--lang", default="en", help="in this language (en)")
    parser.add_argument("screens", nargs="*", help="only these (all)")
    chosen = parser.parse_args(words)
    environment = Environment()
    if Path(sys.prefix).resolve() != environment.folder.resolve():
        environment.prepare("test")
        hand_over([environment.python, Path(__file__).resolve(), *words])
    sys.path.insert(0, str(ROOT))
    from playwright.sync_api import sync_playwright

    from browser import arguments, find_or_install

    with sync_playwright() as playwright:
        path = find_or_install()
        browser = playwright.chromium.launch(executable_path=path, args=arguments())
        if chosen.readme:
            take_readme(browser)
        else:
            schemes: tuple[Scheme, ...] = (chosen.light,) if chosen.light else ("light", "dark")
            take_all(browser, set(chosen.screens), set(chosen.size or ()), schemes, chosen.lang)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
