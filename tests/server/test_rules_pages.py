"""The rules over HTTP: pages, search, diagrams, and positions that are tried."""

from __future__ import annotations

import random
import re
from html import escape

import httpx
import msgspec
import pytest
from tests.server.playing import Server

from napoleon.manual import available, manual
from napoleon.server.http.messages import AskDiagram, DiagramMessage, ExerciseState, TryDiagram
from napoleon.server.http.rules_practice import attempt, explain, show
from napoleon.server.refusals import Refused

DIAGRAMS = manual("en").diagrams


def read(server: Server, path: str, **headers: str) -> str:
    response = httpx.get(server.url + path, headers=headers)
    assert response.status_code == 200, path
    assert response.headers["content-type"].startswith("text/html")
    return response.text


@pytest.mark.parametrize("lang", available())
def test_every_section_in_every_language_answers(server: Server, lang: str) -> None:
    book = manual(lang)
    with httpx.Client(base_url=server.url) as http:
        for anchor, section in book.sections.items():
            page = http.get(f"/rules/{anchor}", params={"lang": lang}).raise_for_status().text
            assert f'<html lang="{lang}">' in page and '<main class="page rules' in page
            assert f'id="{anchor}"' in page
            assert f"<title>{anchor} {escape(section.title)} · " in page
        for path in ("/rules", "/rules/print", "/aid"):
            assert http.get(path, params={"lang": lang}).raise_for_status().text.count("<h1") == 1


def test_links_of_pages_lead_to_pages(server: Server) -> None:
    """From the contents to wherever one can get without the client."""
    seen: set[str] = set()
    left = ["/rules", "/aid"]
    with httpx.Client(base_url=server.url) as http:
        while left:
            path = left.pop()
            if path in seen:
                continue
            seen.add(path)
            page = http.get(path).raise_for_status().text
            if path.startswith(("/rules", "/aid")) and "?" not in path:
                main = page[page.index("<main") : page.index("</main>")]
                left += re.findall('href="(/[^"]*)"', main)
    assert {f"/rules/{anchor}" for anchor in manual("en").sections} <= seen
    assert {f"/try/{name}" for name in DIAGRAMS} <= seen


def test_a_page_is_whole_without_the_client(server: Server) -> None:
    page = read(server, "/rules/5.5")
    assert "Eight French units stand at Laneffe" in page
    assert "<noscript>" not in page and '<div id="app"><main' in page
    assert 'rel=prev href="/rules/5.4"' in page and 'rel=next href="/rules/5.6"' in page
    assert "Charleroi: " in page  # the diagram in words


def test_a_chapter_is_read_as_a_whole(server: Server) -> None:
    page = read(server, "/rules/7")
    assert page.count("<article") == len(manual("en").chapters[6].sections)
    assert 'rel=prev href="/rules/6"' in page and 'rel=next href="/rules/8"' in page


def test_the_language_is_the_readers(server: Server) -> None:
    assert '<html lang="en">' in read(server, "/rules")
    assert '<html lang="nl">' in read(server, "/rules", **{"accept-language": "nl-BE,en;q=0.5"})
    assert '<html lang="de">' in read(server, "/rules?lang=de", **{"accept-language": "nl"})
    assert '<html lang="en">' in read(server, "/rules?lang=xx")
    person = server.visitor()
    person.post("/api/me", {"lang": "nl"})
    page = person.http.get(f"{server.url}/rules/5.4", headers={"accept-language": "en"}).text
    assert '<html lang="nl">' in page and "?lang=nl" in page  # the choice of languages
    assert 'href="/rules/5.5"' in page


def test_what_is_not_there(server: Server) -> None:
    for path in ("/rules/12", "/rules/x", "/rules/diagram/12.json", "/rules/5.4/6"):
        assert httpx.get(server.url + path).status_code == 404, path
    assert 'id="11"' in read(server, "/rules/11.7")


def test_a_search(server: Server) -> None:
    page = read(server, "/rules?q=river")
    hits = re.findall(r'<li><a class=entry-of-rules href="/rules/([\d.]+)"', page)
    assert hits[0] == "5.5" and len(hits) > 2
    assert 'value="river"' in page
    assert "Nothing was found for “zzz”" in read(server, "/rules?q=zzz")
    assert "rule-contents" in read(server, "/rules?q=%20%20")


@pytest.mark.parametrize(
    "words", ['"><script>alert(1)</script>', "<img src=x onerror=y>", "{words}"]
)
def test_nothing_that_was_asked_becomes_markup(server: Server, words: str) -> None:
    page = httpx.get(f"{server.url}/rules", params={"q": words, "lang": "en"}).text
    main = page[page.index("<main") : page.index("</main>")]
    assert "<script" not in main and "<img" not in main and 'q="><' not in main
    for path in ("/rules", "/rules/5.4", "/aid"):
        answer = httpx.get(server.url + path, params={"lang": words}).text
        assert "<script>alert" not in answer and "onerror" not in answer
    assert "<script>alert" not in httpx.get(f"{server.url}/rules/{words}").text


def test_pages_are_sent_once(server: Server) -> None:
    first = httpx.get(f"{server.url}/rules/5.4")
    again = httpx.get(f"{server.url}/rules/5.4", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("lang", available())
def test_titles_for_the_tips(server: Server, lang: str) -> None:
    titles = httpx.get(f"{server.url}/rules/titles.json", params={"lang": lang}).json()
    assert titles == {a: s.title for a, s in manual(lang).sections.items()}


# --- Diagrams


def test_every_diagram_is_a_view_with_all_blocks(server: Server) -> None:
    for name, diagram in DIAGRAMS.items():
        answer = httpx.get(f"{server.url}/rules/diagram/{name}.json").raise_for_status()
        message = msgspec.json.decode(answer.content, type=DiagramMessage)
        assert message.seat == message.view.seat
        assert message.focus == list(diagram.focus)
        assert message.view.truth and (message.town is None) == (not message.view.battles)


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_can_be_played_to_its_end(name: str) -> None:
    """By chance; an officer answers, and the same actions and seed give the same again."""
    chance = random.Random(name)
    actions: list[str] = []
    for _ in range(120):
        state = look(name, actions, seed=7)
        if state.verdict is not None:
            break
        assert state.seat == DIAGRAMS[name].attempt and state.seat in state.view.to_act
        assert state.view.can_undo == bool(actions)
        actions.append(chance.choice(state.offers))
    assert state.verdict is not None and state.verdict.right and not state.offers
    assert look(name, actions, seed=7) == state
    with pytest.raises(Refused):
        attempt(TryDiagram([*actions, "end"], seed=7), name)


def look(name: str, actions: list[str], seed: int) -> ExerciseState:
    """As the client reads it."""
    message = show(name, TryDiagram(list(actions), seed=seed))
    return msgspec.json.decode(msgspec.json.encode(message), type=ExerciseState)


def test_what_a_diagram_claims_is_told_to_whoever_tries_it() -> None:
    diagram = DIAGRAMS["5.5"]
    answer = explain("5.5", AskDiagram(list(diagram.after), diagram.cannot[0]))
    assert not answer.ok and answer.rule == "5.5" and answer.text
    assert explain("5.5", AskDiagram(list(diagram.after), diagram.can[0])).ok
    with pytest.raises(Refused) as refused:
        attempt(TryDiagram([*diagram.after, diagram.cannot[0]]), "5.5")
    assert refused.value.code == "illegal" and refused.value.rule == "5.5"


def test_the_dice_of_a_diagram_fall_first() -> None:
    diagram = DIAGRAMS["7.5"]
    assert diagram.dice
    tried = attempt(TryDiagram(list(diagram.after), seed=1), "7.5")
    fallen = [die for event in tried.game.events for die in event.dice]
    assert tuple(fallen[: len(diagram.dice)]) == diagram.dice


def test_seeds_give_other_dice() -> None:
    first = DIAGRAMS["5.6"].after
    forced = [*first, "force FR-3-I1 charleroi", "end"]
    games = [attempt(TryDiagram(forced, seed=seed), "5.6").game for seed in range(12)]
    dice = {tuple(die for event in game.events for die in event.dice) for game in games}
    assert len(dice) > 1


def test_trying_over_http(server: Server) -> None:
    person = server.visitor()
    info = person.get("/api/diagrams/5.5?lang=nl")
    assert info["seat"] == "french" and info["section"] == "5.5"
    assert info["title"] == manual("nl").diagrams["5.5"].title
    state = person.post("/api/diagrams/5.5", {"actions": ["march FR-2-I1 charleroi"], "seed": 4})
    assert state["t"] == "state" and state["v"] == 1 and state["verdict"] is None
    body = {"actions": [], "action": "march FR-2-I1 brussels"}
    assert not person.post("/api/diagrams/5.5/why", body)["ok"]
    assert person.refused("/api/diagrams/5.5", {"actions": ["march FR-2-I1 brussels"]})[0] == 409
    assert person.refused("/api/diagrams/5.5", {"actions": ["jump"]})[0] == 400
    assert person.refused("/api/diagrams/5.5", {"actions": [], "seed": -1})[0] == 400
    assert person.refused("/api/diagrams/99", {"actions": []})[0] == 404
    assert person.get("/api/games") == []
