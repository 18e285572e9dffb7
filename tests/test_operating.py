"""docs/operating.md names commands, options, files and metrics that exist."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from napoleon.cli import build_parser

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "operating.md").read_text("utf-8")
DEPLOY = {path.name: path.read_text("utf-8") for path in (ROOT / "deploy").iterdir()}
COMMANDS = re.findall(r"napoleon (serve|admin \w+)([^\n`|;#]*)", TEXT)


def parser_of(words: str) -> argparse.ArgumentParser:
    """The parser of a command such as "admin backup"."""
    parser = build_parser()
    for word in words.split():
        (found,) = [
            action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
        ]
        parser = found.choices[word]
    return parser


def test_there_is_something_to_look_at() -> None:
    assert {words for words, _ in COMMANDS} >= {"serve", "admin backup", "admin move", "admin ban"}


@pytest.mark.parametrize("words", sorted({words for words, _ in COMMANDS}))
def test_every_command_and_its_options_exist(words: str) -> None:
    known = set(parser_of(words)._option_string_actions)
    for named, rest in COMMANDS:
        if named == words:
            assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) <= known, rest


def test_every_option_anywhere_exists() -> None:
    known = {
        option
        for words in ("serve", "admin move", "admin ban", "admin passkeys", "admin reports")
        for option in parser_of(words)._option_string_actions
    }
    foreign = {"--limits", "--system", "--now"}  # of python -m napoleon.server, useradd, systemctl
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", TEXT)) - foreign <= known


@pytest.mark.parametrize("name", ["napoleon.service", "Containerfile"])
def test_the_files_start_what_exists(name: str) -> None:
    text = DEPLOY[name]
    known = set(parser_of("serve")._option_string_actions)
    lines = [line for line in text.splitlines() if "serve" in line]
    options = {word for line in lines for word in re.findall(r"--[a-z-]+", line)}
    assert lines and "--json-log" in options and options <= known


def test_every_file_of_deploy_is_explained() -> None:
    for name in DEPLOY:
        assert f"deploy/{name}" in TEXT


def test_every_metric_is_explained() -> None:
    source = (ROOT / "src/napoleon/server/http/health.py").read_text("utf-8")
    assert set(re.findall(r'"(napoleon_\w+)"', source)) == set(re.findall(r"napoleon_\w+", TEXT))


def test_every_test_that_is_named_exists() -> None:
    for name in re.findall(r"`(?:tests/(?:server/)?)?(test_\w+\.py)`", TEXT):
        assert list((ROOT / "tests").rglob(name)), name
