"""A server, browsers that fail on any fault of a page, and robots that play by what they see."""

from __future__ import annotations

import itertools
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol, Self
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebSocket,
)
from tests.server.playing import GENEROUS, lay_out, wait_until_served
from tests.server.turned import TurnedWatch
from tests.server.warm import ServerProcess, start_server
from tests.web.positions import Scene
from tests.web.windows import Kind, Windows

from napoleon.languages import choose, language

LOOK = Path(__file__).with_name("look.js").read_text("utf-8")
# Limits, not pauses: whoever waits looks again and again, and goes on at once when it is so.
WAIT = 60.0  # seconds for anything that a player waits for
LONGEST = 900.0  # seconds for a whole game
QUIET = 0.1  # seconds between two looks at a screen on which nothing can be done
LOOKS = (
    100  # at least so many looks before it is said that one waits in vain, however slow they are
)
DESK = (1280, 800)
PHONE = (390, 844)
SIDEWAYS = (844, 390)
# Where the phone is the harder of two windows, the desk is looked at in the long rounds.
DESK_TOO = pytest.param(DESK, marks=pytest.mark.long)


def later(*cases: Any) -> list[Any]:
    """Cases that are left to the long rounds; those of several values as tuples."""
    values = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*each, marks=pytest.mark.long) for each in values]


Look = dict[str, Any]
Thing = dict[str, Any]


# What passes between the page and its worker, told as what passes over a socket is.
OVERHEAR = """
  const Plain = Worker;
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({data}) => {
        if (data.t === "line" && data.text !== null) console.debug("received " + data.text);
      });
    }
    postMessage(message, ...more) {
      if (message && message.t === "open") console.debug("opened");
      if (message && message.t === "say") console.debug("sent " + message.text);
      super.postMessage(message, ...more);
    }
  };
"""


class Home(Protocol):
    """Where the games of a test are kept: a server, or the browser with a host of static files."""

    scenes: dict[str, list[Scene]]
    has_service_worker: bool
    overhear: str  # a script for every page

    @property
    def url(self) -> str:
        """Of the front page."""

    @property
    def port(self) -> int:
        """At this machine."""

    @property
    def end(self) -> str:
        """How it has ended, in words, if it has."""

    def address(self, path: str) -> str:
        """Of a page of the application, from the front page."""

    def sit(self, token: str, move: Literal["", "end"] = "") -> None:
        """Somebody who is never seen again takes a seat."""

    def bring(self, person: Person, scene: Scene) -> None:
        """A person comes to a scene, on the seat that is to act."""


class LiveServer:
    """``python -m napoleon.server``; after a kill it comes back at the same port."""

    has_service_worker = False
    overhear = ""

    def __init__(
        self,
        database: str,
        pace: float = 0.0,
        options: Sequence[str] = (),
        package: Path | None = None,
        watch: TurnedWatch | None = None,
    ) -> None:
        """`package`: a folder to import the game from, other than that of the tests; `watch`: the
        time of its clocks (None: the machine's)."""
        self.watch = watch
        self.options = options
        self.database = database
        self.pace = pace
        self.package = package
        self.port = 0
        self.scenes: dict[str, list[Scene]] = {}
        self.process: ServerProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def end(self) -> str:
        code = self.process.poll() if self.process is not None else None
        return "" if code is None else f"the server has ended with {code}"

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        lay_out(self.database)
        words = [
            *("--port", str(self.port), "--database", self.database, "--pace", str(self.pace)),
            *("--limits", json.dumps(GENEROUS)),
            *self.options,
        ]
        self.process = start_server(words, self.package, self.watch)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found is not None, f"the server said {line!r}"
        self.port = int(found[1])
        wait_until_served(self.url)
        return self

    def address(self, path: str) -> str:
        return path

    def bring(self, person: Person, scene: Scene) -> None:
        """Sit down at a prepared table; nobody plays the other seat."""
        for seat, token in scene.invites.items():
            if seat != scene.seat:
                self.sit(token)
        person.join(f"/join/{scene.invites[scene.seat]}")

    def kill(self) -> None:
        """As a power cut would: kill -9."""
        assert self.process is not None
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        assert self.process is not None
        self.process.wait(WAIT)
        self.process.stdout.close()

    def sit(self, token: str, move: Literal["", "end"] = "") -> None:
        """Somebody who is never seen again takes a seat, and would perhaps end the game."""
        with httpx.Client(base_url=self.url, timeout=WAIT) as http:
            http.get("/api/me").raise_for_status()
            seat = http.post(f"/api/join/{token}", json={}).raise_for_status().json()
            if move:
                http.post(f"/api/games/{seat['id']}/{move}", json={}).raise_for_status()


class Person:
    """A browser of one's own at one page, and everything that it was sent.

    Errors of the page, failed requests and requests to other origins are faults; `check` raises
    them, and the fixture that made the person calls it at the end of the test.
    """

    def __init__(
        self,
        windows: Windows,
        server: Home,
        *,
        name: str = "somebody",
        size: tuple[int, int] = DESK,
        locale: str = "en-GB",
        has_touch: bool = False,
        motion: Literal["reduce", "no-preference"] = "reduce",
        scheme: Literal["light", "dark"] = "light",
        is_fresh: bool = False,
    ) -> None:
        self.windows = windows
        self.server = server
        self.name = name
        self.language = language(choose(locale))
        self.has_touch = has_touch
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.asked = 0  # questions to the server that it has to answer
        self.unanswered: set[int] = set()
        self.responses: list[Response] = []
        self.is_outage = False  # the server is known to be gone
        self.arrival: Literal["load", "domcontentloaded"] = "load"  # when a page is there
        self.allowed: tuple[int, ...] = ()  # answers with these statuses are no fault
        self.is_fresh = is_fresh  # nobody had the window before, nobody gets it after
        self.kind: Kind = {
            "base_url": server.url,
            "service_workers": "allow" if server.has_service_worker else "block",
            "viewport": {"width": size[0], "height": size[1]},
            "locale": locale,
            "timezone_id": "Europe/Brussels",
            "has_touch": has_touch,
            "is_mobile": has_touch,
            "reduced_motion": motion,
            "color_scheme": scheme,
        }
        self.page: Page = windows.open(self.kind, is_fresh=is_fresh, script=server.overhear)
        self.context: BrowserContext = self.page.context
        self.context.set_default_timeout(WAIT * 1000)
        self._listeners: dict[str, Callable[[Any], None]] = {
            "pageerror": lambda error: self.faults.append(f"error in the page: {error}"),
            "console": self._on_console,
            "request": self._on_request,
            "requestfailed": self._on_failure,
            "response": self._on_response,
            "websocket": self._on_socket,
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)  # type: ignore[call-overload]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "debug" and self.server.overhear:
            what, _, text = message.text.partition(" ")
            if what == "opened":
                self.unanswered.clear()
            elif what in ("sent", "received"):
                (self._on_sent if what == "sent" else self._on_received)(text)
            return
        if message.type not in ("error", "warning") or self.is_outage:
            return
        if "registration blocked by Playwright" in message.text:  # as we asked for, in windows.py
            return
        if any(f"status of {status}" in message.text for status in self.allowed):
            return
        self.faults.append(f"{message.type} on the console: {message.text}")

    def _on_request(self, request: Request) -> None:
        if not self._is_own(request.url):
            self.faults.append(f"a request to another origin: {request.url}")

    def _is_own(self, url: str) -> bool:
        parts = urlsplit(url)
        return parts.scheme in ("data", "blob") or parts.netloc == urlsplit(self.server.url).netloc

    def _on_failure(self, request: Request) -> None:
        # What the page itself no longer wants, because it goes elsewhere, has not failed.
        if not self.is_outage and request.failure != "net::ERR_ABORTED":
            self.faults.append(f"a request failed: {request.url}: {request.failure}")

    def _on_response(self, response: Response) -> None:
        self.responses.append(response)
        if response.status >= 400 and response.status not in self.allowed and not self.is_outage:
            self.faults.append(f"a request was refused: {response.url}: {response.status}")

    def _on_socket(self, socket: WebSocket) -> None:
        if not self._is_own(socket.url):
            self.faults.append(f"a socket to another origin: {socket.url}")
        self.unanswered.clear()  # a new line does not answer what was asked on another
        socket.on("framesent", lambda data: self._on_sent(str(data)))
        socket.on("framereceived", lambda data: self._on_received(str(data)))

    def _on_sent(self, text: str) -> None:
        message = json.loads(text)
        if "id" in message:
            self.asked += 1
            self.unanswered.add(message["id"])

    def _on_received(self, text: str) -> None:
        self.frames.append(text)
        self.unanswered.discard(json.loads(text).get("id"))

    @contextmanager
    def outage(self) -> Iterator[None]:
        """While the server is gone, what fails is not the page's fault."""
        self.is_outage = True
        yield
        self.wait_for_frame()  # what the page has said of it before is heard by then
        self.is_outage = False

    def check(self) -> None:
        """Raise the faults there were."""
        assert not self.faults, f"{self.name}: " + "\n".join([*self.faults, self.server.end])

    def close(self) -> None:
        """Leave; the window is for somebody else."""
        if self.is_fresh:
            self.context.close()
            return
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)
        self.windows.give_back(self.kind, self.page)

    # --- Looking

    def look(self) -> Look:
        """What is on the screen, and what can be done there."""
        seen: Look = self.page.evaluate(LOOK)
        return seen

    def _circumstances(self) -> str:
        """What may be why nothing comes: the page, what has gone wrong, what was said last."""
        words: str = self.page.evaluate("document.body.innerText.slice(0, 300)")
        said = [frame[:120] for frame in self.frames[-2:]]
        return (
            f"at {self.page.url} it says {words!r}; faults: {self.faults}; last answers: "
            f"{[(one.status, one.url) for one in self.responses[-3:]]}; {len(self.frames)} "
            f"messages, the last {said}; not answered: {self.unanswered}; {self.server.end}"
        )

    def pause(self) -> None:
        """Between two looks."""
        self.page.wait_for_timeout(QUIET * 1000)

    def wait_until(self, what: str, is_so: Callable[[Look], bool]) -> Look:
        """Look until something is so; the last look."""
        deadline = time.monotonic() + WAIT
        for count in itertools.count():
            seen = self.look()
            if is_so(seen):
                return seen
            if time.monotonic() > deadline and count > LOOKS:
                break
            self.pause()
        raise AssertionError(
            f"{self.name} waits in vain until {what}: {summary(seen)}; {self._circumstances()}"
        )

    def wait_for(self, what: str) -> None:
        """Until something is so in the page, in the words of a script; Python takes its time in a
        browser, and a service worker too."""
        deadline = time.monotonic() + LONGEST
        while not self.page.evaluate(what):
            assert time.monotonic() < deadline, f"{self.name} waits in vain: {what}"
            self.pause()

    @property
    def game(self) -> str:
        """The id of the game on the screen."""
        found = re.search(r"/game/(\w+)", self.page.url)
        assert found is not None, self.page.url
        return found[1]

    def html(self) -> str:
        """The document as it is now."""
        return str(self.page.evaluate("document.documentElement.outerHTML"))

    # --- Doing

    def go(self, path: str) -> None:
        """Come to a page of the application. In a site that is another part of the same page: then
        we wait until what was shown has gone."""
        address = self.server.address(path)
        url = self.page.url
        is_part = address.startswith("#") and url.startswith(self.server.url)
        if is_part and not url.endswith(address):
            self.page.evaluate("document.querySelector('#app > *')?.setAttribute('data-old', '')")
        self.page.goto(address, wait_until=self.arrival)
        if is_part:
            self.wait_for("!document.querySelector('#app > [data-old]')")

    def point(self, thing: Thing) -> None:
        """Click or tap where something is seen."""
        if self.has_touch:
            self.page.touchscreen.tap(thing["x"], thing["y"])
        else:
            self.page.mouse.click(thing["x"], thing["y"])

    def settle(self) -> None:
        """Until all that the page has asked is answered, and what came of it is on the screen."""
        self.wait_for_frame()
        deadline = time.monotonic() + WAIT
        while self.unanswered:
            assert time.monotonic() < deadline, f"{self.name}: the server does not answer"
            self.pause()
        self.wait_for_frame()

    def point_and_wait(self, thing: Thing) -> bool:
        """Click or tap on something; whether that asked the server, which has answered by now."""
        before = self.asked
        self.point(thing)
        self.settle()
        return self.asked > before

    def press(self, button: str, within: str = "") -> None:
        """Click or tap a button or link by its English name, as this person's language has it."""
        found = self.page.locator(f"{within} :is(button, a, summary, label)").filter(
            has_text=re.compile(re.escape(self.language.say(button)))
        )
        found = found.filter(visible=True).first
        if self.has_touch:
            found.tap()
        else:
            found.click()

    # --- Coming to a table

    def play_now(self, side: Literal["The French", "The Allies"]) -> None:
        """From the front page to a game against the computer."""
        self.go("/")
        self.press(side)
        self.wait_for_table()

    def begin(
        self, seats: dict[str, Literal["Me", "Open seat", "Computer"]], scenario: str = "Historical"
    ) -> None:
        """From the front page through the form for a new game to its table."""
        self.go("/")
        self.press("New game")
        self.press(scenario, within="form")
        self.press("Two" if len(seats) == 2 else "Three", within="form")
        for seat, who in seats.items():
            self.press(who, within=f".seat-row.seat-{seat}")
        self.press("Begin")
        self.page.wait_for_url("**/game/*")

    def invitations(self) -> dict[str, str]:
        """The links of the open seats, from the page."""
        links: list[dict[str, str]] = self.page.evaluate(
            """async () => {
              const found = [];
              navigator.clipboard.writeText = async (text) => { found.push(text); };
              const seats = [];
              for (const row of document.querySelectorAll(".invites .invite")) {
                row.querySelector("button").click();
                seats.push(row.querySelector("strong").textContent);
              }
              return seats.map((seat, n) => ({seat, link: found[n]}));
            }"""
        )
        return {one["seat"]: urlsplit(one["link"]).path for one in links}

    def join(self, link: str) -> None:
        """Open an invitation and sit down."""
        self.go(link)
        self.press("Sit down")
        self.wait_for_table()

    def enter(self, name: str) -> Scene:
        """Sit down at a prepared table, on the seat that is to act; nobody plays the other."""
        scene = self.server.scenes[name].pop()
        self.server.bring(self, scene)
        return scene

    def wait_for_table(self) -> Look:
        return self.wait_until("the table is there", lambda seen: seen["isTable"] and seen["mode"])

    def wait_for_turn(self) -> Look:
        """Until we may act, and nothing on the screen moves any more."""
        before: list[Thing] = []

        def is_still(seen: Look) -> bool:
            nonlocal before
            self.wait_for_frame()
            field = seen["battle"] or {}
            now = [*seen["towns"], *field.get("blocks", ()), *field.get("buttons", ())]
            is_same, before = now == before, now
            is_busy = seen["isMoving"] or field.get("isBusy")  # a tap would only skip what is shown
            return bool(seen["isMine"] and now and is_same and not is_busy)

        return self.wait_until("it is our turn", is_still)

    def open_town(self, town: str = "") -> Look:
        """Tap a lit town, the first that can be reached if none is named, and see its units."""
        lit = [one for one in self.wait_for_turn()["towns"] if one["isReached"]]
        self.point(next(one for one in lit if town in ("", one["town"])))
        return self.wait_until("the stack is open", lambda seen: bool(seen["able"]))

    def march(self) -> None:
        """Send a whole stack to the first town that it may march to."""
        self.open_town()
        self.page.keyboard.press("a")
        seen = self.wait_until(
            "a town is lit", lambda seen: any(one["kind"] == "march" for one in seen["towns"])
        )
        goal = next(one for one in seen["towns"] if one["kind"] == "march" and one["isReached"])
        if not self.point_and_wait(goal):
            self.point_and_wait(goal)  # a road that carries fewer is shown first
        self.wait_until(
            "it went", lambda seen: any(one["act"] == "undo" for one in seen["actions"])
        )

    def wait_for_frame(self) -> None:
        """Until what the page has done is on the screen: sizes are measured anew only then."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def summary(seen: Look) -> str:
    """What was seen, in short."""
    battle = seen["battle"] or {}
    return json.dumps(
        {
            **{
                key: seen[key]
                for key in ("isMine", "mode", "prompt", "notice", "banner", "isCurtain")
            },
            "actions": [thing["words"] for thing in seen["actions"]],
            "lit": [f"{town['kind']} {town['town']}" for town in seen["towns"]],
            "battle": battle and [battle["title"], battle["hint"], battle["isBusy"]],
            "buttons": [thing["words"] for thing in battle.get("buttons", ())],
            "blocks": [thing["unit"] for thing in battle.get("blocks", ())],
        },
        ensure_ascii=False,
    )


class Robot:
    """Plays one browser by what is lit on its screen; some of it by chance.

    `marches`: how many groups it moves in a turn at most, `zeal`: how many units act in a battle
    turn at most.
    """

    def __init__(
        self, person: Person, seed: int, *, marches: int = 2, zeal: int = 4, boldness: float = 0.7
    ) -> None:
        self.person = person
        self.rng = random.Random(seed)
        self.marches = marches
        self.zeal = zeal
        self.boldness = boldness
        self.counts: dict[str, int] = {}
        self.covered: list[str] = []  # what could not be pointed at
        self.turn = 0  # the turn of which the groups are counted
        self.moved = 0
        self.fought = 0
        self.stuck = 0

    def calm_down(self) -> None:
        """Play on with few marches and fewer fights: the rest of a campaign is more of the same."""
        self.marches, self.zeal, self.boldness = 1, 1, 0.1

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    # Each step is one or two taps.

    def step(self, seen: Look | None = None) -> bool:
        """Do something if anything can be done; whether it was."""
        seen = seen or self.person.look()
        if seen["isEnd"] or not seen["isTable"]:
            return False
        if seen["card"]:
            self.person.point((self.reach(seen["card"]) or seen["card"])[-1])
            return True
        acts = {thing["act"]: thing for thing in seen["actions"] if thing["act"]}
        if "skip" in acts:
            self.person.point(acts["skip"])
            return True
        if seen["battle"] and seen["battle"]["isBusy"]:
            self.person.point(seen["battle"]["buttons"][0])
            return True
        if not seen["isMine"]:
            return False
        if seen["battle"] and (seen["battle"]["buttons"] or seen["battle"]["blocks"]):
            self.fight(seen["battle"])
            return True
        fields = [one for one in seen["tabs"] if "is-current" in one["classes"]]
        if fields and not fields[0]["isOn"] and self.reach(fields):
            self.count("back to the battlefield")
            self.person.point(fields[0])
            return True
        return self.lead(seen, acts)

    def reach(self, things: list[Thing]) -> list[Thing]:
        """Those that can be pointed at; the others are remembered as covered."""
        self.covered += [str(one.get("words", one)) for one in things if not one["isReached"]]
        return [one for one in things if one["isReached"]]

    def send(self, what: str, thing: Thing) -> None:
        self.count(what if self.person.point_and_wait(thing) else "no answer")

    # --- On the map

    def lead(self, seen: Look, acts: dict[str, Thing]) -> bool:
        if "rest" in acts:
            self.send("place the rest", acts["rest"])
            return True
        choices = [thing for thing in seen["actions"] if not thing["act"]]
        fights = [thing for thing in choices if re.match("Skirmish|Battle", thing["words"])]
        if fights:
            self.send("choose a fight", self.rng.choice(fights))
            return True
        if seen["turn"] != self.turn:
            self.turn, self.moved = seen["turn"], 0
        goals = [one for one in seen["towns"] if one["kind"] in ("march", "attack", "force")]
        sources = [one for one in seen["towns"] if one["kind"] == "source"]
        if any(one["isChosen"] for one in seen["able"]):
            if seen["stackButtons"]:
                self.send("move", seen["stackButtons"][0])  # hungry units are given up, say
                return True
            return self.send_units(goals)
        if "end" in acts and (self.moved >= self.marches or not sources):
            self.person.point(acts["end"])
            after = self.person.look()
            again = [one for one in after["actions"] if one["act"] == "end"]
            if again and "Sure" in again[0]["words"]:
                self.person.point(again[0])
            self.count("end")
            self.person.settle()
            return True
        if sources:
            self.open_town(self.rng.choice(self.reach(sources) or sources))
            return True
        return self.choose_a_unit(seen)

    def open_town(self, town: Thing) -> None:
        """Tap a town, and tap it again for all of its units; the robot sends some or all."""
        self.person.point(town)
        self.person.wait_for_frame()
        seen = self.person.look()
        if not seen["able"]:
            self.moved += 1  # nothing opened; leave it
            self.count("nothing opened")
            return
        if self.rng.random() < 0.6:
            spot = self.person.page.evaluate(
                "(id) => { const b = document.querySelector(`.map-spot[data-town='${id}']`)"
                ".getBoundingClientRect(); return {x: b.x + b.width / 2, y: b.y + b.height / 2}; }",
                town["town"],
            )
            self.person.point(spot)  # the second tap, wherever the map is now
            seen = self.person.look()
            if any(one["isChosen"] for one in seen["able"]):
                return
        for thing in self.rng.sample(seen["able"], min(len(seen["able"]), 3)):
            self.person.page.locator(f".stack .unit[data-unit='{thing['unit']}']").click()

    def send_units(self, goals: list[Thing]) -> bool:
        bold = [one for one in goals if one["kind"] == "attack"]
        plain = [one for one in goals if one["kind"] == "march"]
        liked = bold if bold and self.rng.random() < self.boldness else plain or bold
        reached = self.reach(liked)
        self.moved += 1
        if not reached:
            self.person.page.keyboard.press("Escape")
            return True
        goal = self.rng.choice(reached)
        what = f"{goal['kind']} by tap"
        if self.person.point_and_wait(goal):
            self.count(what)
        else:  # not all of them can go: those who do are shown, and sent by the next tap
            self.count("who goes")
            again = [one for one in self.person.look()["towns"] if one["town"] == goal["town"]]
            self.send(what, (again or [goal])[0])
        self.person.page.keyboard.press("Escape")
        return True

    def choose_a_unit(self, seen: Look) -> bool:
        """Units can do something where they stand."""
        if seen["able"]:
            self.person.page.locator(".stack .unit.is-able").first.click()
            return True
        if seen["pieces"]:
            self.person.point(self.rng.choice(self.reach(seen["pieces"]) or seen["pieces"]))
            return True
        return False

    # --- On the battlefield

    def fight(self, battle: dict[str, Any]) -> None:
        buttons: list[Thing] = battle["buttons"]
        ends = [one for one in buttons if "is-end" in one["classes"]]
        tiles = [one for one in buttons if "b-act-tile" in one["classes"]]
        rest = [one for one in buttons if one["words"].startswith("Deploy the rest")]
        if rest:
            self.send("deploy the rest", rest[0])
            return
        if any(one["words"] == "Stop" for one in buttons):
            self.person.settle()
            return
        if battle["isPicked"]:
            self.use_unit(battle)
            return
        if battle["zones"]:
            self.send(
                "lay terrain", self.rng.choice(self.reach(battle["zones"]) or battle["zones"])
            )
            return
        if tiles:
            self.send("draw terrain", self.rng.choice(tiles))
            return
        asking = [one for one in ends if "is-asking" in one["classes"]]
        if asking:
            self.fought = 0
            self.send("end combat", asking[0])
            return
        ready = [one for one in battle["blocks"] if one["isReady"]]
        if ready and (not ends or self.fought < self.zeal):
            self.fought += 1
            if self.person.point_and_wait(self.rng.choice(self.reach(ready) or ready)):
                self.count("reveal")
            return
        if ends:
            self.fought = 0
            if "is-main" in ends[0]["classes"]:
                self.send("end", ends[0])
            else:
                self.person.point(ends[0])
            return
        self.person.point(self.rng.choice(battle["blocks"]))

    def use_unit(self, battle: dict[str, Any]) -> None:
        """A unit is in hand: shoot, go somewhere, or put it down."""
        acts = [
            one
            for one in battle["buttons"]
            if not {"is-end", "is-quiet", "is-grave"} & set(one["classes"])
        ]
        goals = [*self.reach(battle["targets"]), *self.reach(battle["zones"]), *battle["slots"]]
        grave = [one for one in battle["buttons"] if "is-grave" in one["classes"]]
        is_combat = any("is-end" in one["classes"] for one in battle["buttons"])
        shots = [one for one in acts if re.match("Fire|Bombard|Engage", one["words"])]
        if shots:
            self.send(f"button: {shots[0]['words'].split(',')[0].lower()}", self.rng.choice(shots))
        elif acts and (not goals or self.rng.random() < 0.5):
            chosen = self.rng.choice(acts)
            self.send(f"button: {chosen['words'].split(',')[0].lower()}", chosen)
        elif goals and not (is_combat and grave and self.rng.random() < 0.5):
            is_done = self.person.point_and_wait(self.rng.choice(goals))
            self.count("target on the field" if is_done else "in vain")
        elif grave and not is_combat:
            is_done = self.person.point_and_wait(grave[0])
            self.count("retreat" if is_done else "choose a road")
        else:
            self.person.page.keyboard.press("Escape")


def play(robots: list[Robot], until: Callable[[list[Look]], bool]) -> list[Look]:
    """Let robots at one table play until something is so; fails if nothing happens any more.

    Whoever has acted goes on as long as something can be done there; then all look up. At a new
    turn they wait until every screen has come to it.
    """
    deadline = time.monotonic() + LONGEST
    quiet_since, quiet_looks = time.monotonic(), 0
    while True:
        looks = [robot.person.look() for robot in robots]
        if until(looks):
            return looks
        has_acted = False
        turn = min(seen["turn"] for seen in looks)
        for number, robot in enumerate(robots):
            while looks[number]["turn"] == turn and robot.step(looks[number]):
                has_acted = True
                looks[number] = robot.person.look()
                if until(looks):
                    return looks
                if time.monotonic() > deadline:
                    raise AssertionError("it takes too long: " + "\n".join(map(summary, looks)))
        if has_acted:
            quiet_since, quiet_looks = time.monotonic(), 0
            continue
        quiet_looks += 1
        if time.monotonic() - quiet_since > WAIT and quiet_looks > LOOKS:
            raise AssertionError("nobody can act: " + "\n".join(map(summary, looks)))
        robots[0].person.pause()


def all_ended(looks: list[Look]) -> bool:
    """Whether every screen shows the end of the game."""
    return all(seen["isEnd"] for seen in looks)
