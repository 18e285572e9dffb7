"""Text from people is cleaned at the door."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.server.cleaning import clean, clean_name, is_reserved, is_token


@pytest.mark.parametrize(
    ("dirty", "pure"),
    [
        ("a\0b", "ab"),
        ("tab\tand\r\nline", "tab and line"),
        ("\u202egnirts\u202c", "gnirts"),
        ("\u2066x\u2069\u200b\ufeff", "x"),
        ("  Ney   de  la  Moskova ", "Ney de la Moskova"),
        ("bell\x07\x1b[31m", "bell[31m"),
        ("\ud800half", "half"),
        ("Blu\u0308cher", "Blücher"),
        ("q" + "\u0301" * 40, "q\u0301\u0301\u0301"),
    ],
)
def test_tricks_are_taken_out(dirty: str, pure: str) -> None:
    assert clean(dirty, 100) == pure


@given(st.text(max_size=300), st.integers(1, 60))
def test_what_is_clean_is_short_plain_and_stays_so(text: str, most: int) -> None:
    once = clean(text, most)
    assert len(once) <= most
    assert not {unicodedata.category(letter) for letter in once} & {"Cc", "Cf", "Cs"}
    assert once == once.strip()
    once.encode("utf-8")
    assert clean(once, most) == once


def test_emoji_of_several_parts_stay_whole_in_chat() -> None:
    family = "👨\u200d👩\u200d👧"
    assert clean(family, 20, keeps_joiners=True) == family
    assert "\u200d" not in clean_name(family, 20)


@pytest.mark.parametrize(
    "name",
    ["Computer", "computer", "C o m p u t e r", "Сomputer", "COMPUTER.", "c0mputer", "Cömputer"],
)
def test_nobody_can_be_called_computer(name: str) -> None:
    assert is_reserved(clean_name(name, 40))


@pytest.mark.parametrize("name", ["Ney", "Compère", "Computerkind", "Botha", "Wellington"])
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(clean_name(name, 40))


def test_ids_are_plain() -> None:
    assert is_token("Ab_9-z")
    assert not any(is_token(text) for text in ("", "a\0", "a/b", "é", "x" * 65, "a\n"))
