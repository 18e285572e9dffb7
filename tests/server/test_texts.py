"""Every text of the server that a person may see comes from the catalogues."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.server.playing import Server

from catalogues import collect
from napoleon.languages import available, messages
from napoleon.server import texts
from napoleon.server.app import HTTP_ERRORS
from napoleon.server.refusals import Refused

MODULES = sorted(Path(texts.__file__).parent.rglob("*.py"))
# Which argument is the text
SPEAKERS = {"Refused": 1, "refuse": 1, "say": 0, "N_": 0}


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_marked(text: ast.expr) -> bool:
    """A literal that the catalogues find, or something that was one elsewhere."""
    if isinstance(text, ast.Constant):
        return isinstance(text.value, str)
    if isinstance(text, ast.Call):
        return _name(text) in ("N_", "say")
    return isinstance(text, ast.Name | ast.Attribute | ast.Subscript | ast.IfExp)


def find_unmarked(source: str) -> list[str]:
    """Calls whose text is put together on the spot, or sent past the one place for that."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if _name(node) in SPEAKERS and len(node.args) > SPEAKERS[_name(node)]:
            text = node.args[SPEAKERS[_name(node)]]
            if not _is_marked(text):
                found.append(ast.unparse(node))
        if _name(node) == "ErrorMessage":  # refusals.py alone tells of refusals
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_no_text_is_put_together_on_the_spot(module: Path) -> None:
    if module.stem != "refusals":
        assert find_unmarked(module.read_text("utf-8")) == []


def test_what_is_wrong_would_be_found() -> None:
    found = find_unmarked(
        'raise Refused("x", f"expected {seat}")\n'
        'connection.post(encode(ErrorMessage("x", "Not so.")))\n'
        'texts.say("a" + word, lang)\n'
        'raise Refused("x", "expected {seat}", seat=seat)\n'
        'connection.refuse(Refused("x", N_("Not so.")))\n'
    )
    assert sorted(found) == [
        "ErrorMessage('x', 'Not so.')",
        "Refused('x', f'expected {seat}')",
        "texts.say('a' + word, lang)",
    ]


def test_the_texts_of_http_errors_can_be_translated() -> None:
    known = {str(message.id) for message in collect()}
    assert {text for _, text in HTTP_ERRORS.values()} <= known
    assert "expected a password of {least} to {most} characters" in known
    for lang in available():
        if lang != "en":
            assert {text for _, text in HTTP_ERRORS.values()} <= messages(lang).keys()


def test_a_refusal_fills_in_its_words() -> None:
    refusal = Refused("bad-request", "expected the seats {seats}", "11", seats="french, allied")
    assert str(refusal) == "expected the seats french, allied"
    dutch = refusal.say("nl")
    assert "french, allied" in dutch and dutch != str(refusal)


def test_errors_come_in_the_language_of_the_person(server: Server) -> None:
    """What they have chosen counts, then what their browser asks for."""
    visitor = server.visitor()
    body = {"seats": {"french": "me"}}
    english = visitor.http.post(f"{server.url}/api/games", json=body)
    assert english.status_code == 400
    assert english.json()["error"]["text"] == "expected the seats french, allied"
    visitor.post("/api/me", {"lang": "nl"})
    visitor.get("/api/me")
    dutch = visitor.http.post(f"{server.url}/api/games", json=body)
    assert dutch.json()["error"]["text"] == texts.say(
        "expected the seats {seats}", "nl", seats="french, allied"
    )
    headers = {"Accept-Language": "nl-BE,nl;q=0.9"}
    lost = visitor.http.get(f"{server.url}/api/nowhere", headers=headers)
    assert lost.status_code == 404
    assert lost.json()["error"]["text"] == texts.say("there is nothing here", "nl")
