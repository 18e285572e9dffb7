"""The command line: what each command does, and what it says to mistakes."""

import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from napoleon import __version__
from napoleon.ai.advice.exercises import EASE, EXERCISES
from napoleon.cli import build_parser, main
from napoleon.cli.guidance import SCRIPTS, documents
from napoleon.rules import IS_COMPILED, Game, SeededDice
from napoleon.scenarios.reading import Scenario
from napoleon.server.alerts.settings import Settings
from napoleon.server.app import prepare_database, show_page
from rules_build import builds

DOCS = Path(__file__).parents[1] / "docs"
LINE = "march FR-2-I1 binche"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game.new("historical", None, SeededDice(1))
    game.play("french", [LINE, "march FR-2-I2 binche", "end"])
    path = tmp_path / "game.txt"
    path.write_text(game.record(), encoding="utf-8")
    return path


BAD = "napoleon-scenario 1\n[position]\nturn 99\n[en]\ntitle: Late\nsummary: Too late.\n"


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("is_compiled", "rules"), [(True, "compiled rules"), (False, "plain Python rules")]
)
def test_version(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    is_compiled: bool,
    rules: str,
) -> None:
    monkeypatch.setattr("napoleon.rules.IS_COMPILED", is_compiled)
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"napoleon {__version__} ({rules})\n"


def test_the_rules_know_how_they_were_built() -> None:
    assert set(builds().values()) == {"compiled" if IS_COMPILED else "pure"}


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "simulate",
        "fuzz",
        "arena",
        "lab",
        "lab-report",
        "replay",
        "show",
        "bench",
        "exercises",
    ],
)
def test_each_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"usage: napoleon {command}" in capsys.readouterr().out


def test_a_mail_server_that_cannot_be_used_is_refused_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--port", "0", "--smtp", "smtp://mail.example"]) == 1
    assert "--mail-from" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "march",
        "play --players 4",
        "play --scenario agincourt",
        "play --visibility dark",
        "play --seed -1",
        "play --port 99999",
        "play --port -1",
        "play --database rubbish",
        "serve --database /var/games.db",
        "exercises --out ease.json",
        "docs nowhere",
        "completion tcsh",
        "play --seed many",
        "simulate --games 0",
        "simulate --policy clever",
        "fuzz --minutes 0",
        "fuzz --minutes nan",
        "fuzz --level clever",
        "fuzz --positions 0",
        "arena random",
        "arena random clever",
        "arena random random --games 0",
        "arena random random --time-limit 0",
        "arena random random --players 3 --scenario wavre",
        "lab --players both --scenario wavre --out lab",
        "lab --french random --allied random",
        "lab --french random,clever --out lab",
        "lab --out lab --players 4",
        "lab-report",
        "replay",
        "replay game.txt --to -1",
        "show game.txt --seat emperor",
    ],
)
def test_wrong_options_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words.split())
    assert stop.value.code == 2
    assert "napoleon" in capsys.readouterr().err


def test_alone_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    """The commands stand in groups; nothing starts."""
    assert main([]) == 0
    out = capsys.readouterr().out
    assert "To play now:            napoleon play" in out
    for name in build_parser().commands.parsers:
        assert f"\n  {name} " in out


@pytest.mark.parametrize("name", build_parser().commands.parsers)
def test_every_command_has_examples_that_can_be_parsed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those in the help, word for word."""
    parser = build_parser()
    assert parser.commands is not None
    shown = parser.commands.parsers[name].format_help()
    examples = re.findall(r"^  napoleon (.*?)(?: > \S+)?$", shown, re.M)
    assert examples
    for words in examples:
        if "mine:" not in words:  # a player of one's own, which is not here
            assert parser.parse_args(words.split()).command == name


def test_the_help_lists_levels_and_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "arena", "lab", "even"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        out = capsys.readouterr().out
        assert "four-days" in out and "marshal" in out


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("serve --port 0 --host 203.0.113.9", 1, "203.0.113.9 is not an address of this machine"),
        ("serve --port 0 --host no.such.host.invalid", 1, "no address 'no.such.host.invalid'"),
        ("play --no-browser --database sqlite:////no/such/games.db", 1, "Nothing can be stored"),
        ("admin list --database sqlite:///mistyped.db", 2, "there is no database mistyped.db"),
        ("admin people x --database sqlite:///mistyped.db", 2, "there is no database"),
        ("admin import game.txt --database sqlite:///mistyped.db", 2, "there is no database"),
        ("admin backup b.db --database sqlite:///mistyped.db", 2, "there is no database"),
        ("arena random random --games 2 --out file/games.jsonl", 1, "cannot write to file/games"),
        ("even random --games 2 --out file/even.json", 1, "cannot write to file/even.json"),
        ("even random --games 2 --keep file/games.jsonl", 1, "name another file with --keep"),
        ("lab --games 2 --out file", 1, "cannot write to file"),
        ("fuzz --games 1 --out file", 1, "name another folder with --out"),
        ("exercises --rank --out file/ease.json", 1, "cannot write to file/ease.json"),
        ("lab-report nowhere", 2, "nowhere"),
        ("dice 00 11 nowhere.txt", 2, "cannot read nowhere.txt"),
    ],
)
def test_an_ordinary_mistake_is_one_sentence(
    words: str,
    code: int,
    sentence: str,
    record: Path,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """No traceback, and nothing made where nothing was."""
    kept = tmp_path_factory.mktemp("kept") / "games.sqlite"  # not the database of whoever tests
    (tmp_path / "file").write_text("not a folder")
    before = sorted(tmp_path.iterdir())
    done = run_program(*words.split(), NAPOLEON_DATABASE=f"sqlite:///{kept}")
    error = done.stderr.decode()
    assert done.returncode == code, error
    assert sentence in error and "Traceback" not in error
    assert len(error.splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["play --no-browser", "serve"])
def test_a_port_in_use_is_said(command: str, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        words = [*command.split(), "--host", "127.0.0.1", "--port", port, "--database", database]
        done = run_program(*words)
    assert done.returncode == 1
    assert f"Port {port} is in use" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_wrong_variable_for_the_database_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["serve"], ["play", "--no-browser"], ["admin", "list"]):
        done = run_program(*words, NAPOLEON_DATABASE="games.db")
        assert done.returncode == 2
        assert b"NAPOLEON_DATABASE: expected sqlite:///FILE" in done.stderr


def test_a_browser_that_cannot_be_opened_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for found in (False, webbrowser.Error("none")):
        opened = Mock(side_effect=[found])
        monkeypatch.setattr(webbrowser, "open", opened)
        show_page("http://localhost:1815/")
        assert "go to http://localhost:1815/" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("admin list --database sqlite:///games.db", []),
        ("admin recheck --database sqlite:///games.db", []),
        ("admin people anna --database sqlite:///games.db", []),
        ("admin reports --database sqlite:///games.db", []),
        ("simulate --games 1 --players 2", {"games": 1}),
        ("arena random random --games 2 --jobs 1", {"games": 2}),
        ("show game.txt --seat french", {"turn": 1}),
        ("show game.txt", {"turn": 1}),
        ("exercises --level random", {"level": "random"}),
        (f"dice {'00' * 32} {'11' * 32} game.txt", {"sound": False}),
    ],
)
def test_json_is_all_that_standard_output_holds(
    words: str, holds: object, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare_database(f"sqlite:///{tmp_path / 'games.db'}")
    main([*words.split(), "--json"])
    found = json.loads(capsys.readouterr().out)
    if isinstance(holds, dict):
        assert holds.items() <= found.items()
    else:
        assert found == holds


def test_json_shows_a_seat_its_own_view_alone(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(record), "--seat", "allied", "--json"]) == 0
    out = capsys.readouterr().out
    assert "FR-" not in out and "position" not in json.loads(out)
    assert main(["show", str(record), "--json"]) == 0
    assert "FR-2-I1" in json.loads(capsys.readouterr().out)["position"]


def test_exercises_are_ranked_into_a_file_of_ones_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The package itself may lie where nothing can be written."""
    monkeypatch.setattr("napoleon.lab.examination.EXERCISES", EXERCISES[:1])
    kept = EASE.read_bytes()
    assert main(["exercises", "--rank", "--out", "ease.json"]) == 0
    assert json.loads(Path("ease.json").read_text())["right"].keys() == {EXERCISES[0].id}
    assert EASE.read_bytes() == kept


def test_the_documents_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs"]) == 0
    assert "operating" in capsys.readouterr().out
    assert main(["docs", "commands"]) == 0
    assert capsys.readouterr().out == (DOCS / "commands.md").read_text("utf-8")


def test_every_page_that_the_help_names_is_there() -> None:
    parsers = build_parser().commands.parsers.values()
    named = {page for one in parsers for page in re.findall(r"docs (\w+)", one.format_help())}
    assert {"operating", "site", "laboratory", "boards"} <= named <= set(documents())


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("sim", ["simulate"]),
        ("play --sc", ["--scenario"]),
        ("arena --visibility h", ["hidden"]),
        ("admin ba", ["backup", "ban"]),
        ("admin list --js", ["--json"]),
        ("completion z", ["zsh"]),
        ("no-such-command --x", []),
    ],
)
def test_bash_completes(words: str, wanted: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The script that `completion` prints, in a real bash where there is one."""
    assert main(["complete", "--", *words.split()]) == 0
    assert capsys.readouterr().out.split() == wanted
    bash = shutil.which("bash")
    if bash is None:
        return
    ours = f'napoleon() {{ "{sys.executable}" -m napoleon "$@"; }}'
    script = (
        f"{ours}; complete() {{ :; }}; {SCRIPTS['bash']}\n"
        f"COMP_WORDS=(napoleon {words}); COMP_CWORD={len(words.split())};"
        ' _napoleon; printf "%s\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == wanted


def test_the_manual_page_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man"]) == 0
    page = capsys.readouterr().out
    for name in build_parser().commands.parsers:
        assert f".SS napoleon {name}".replace("-", "\\-") in page
    assert not [
        line
        for line in page.splitlines()
        if line[:1] == "." and line[1:2].islower() and line[:3] not in (".nf", ".fi")
    ]


def test_play_until_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    type_in(monkeypatch, "", LINE)
    assert main(["play", "--text"]) == 0
    out = capsys.readouterr().out
    assert "Hand over to the French" in out
    assert "The game is saved in" in out
    assert (tmp_path / "napoleon-game-1.txt").exists()


@pytest.mark.parametrize(
    "words",
    [
        "play",
        "play --no-browser --port 0",
        "play --scenario ligny",
        "play --scenario free",
        "serve --port 0",
        "serve --port 0 --keep-days 7",
    ],
)
def test_play_and_serve_start_the_server(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As play it opens the browser; as serve it listens to the network."""
    started: list[tuple[str, int, bool]] = []

    def serve(
        host: str,
        port: int,
        *,
        open_browser: bool = False,
        database_url: str | None,
        keep_days: float = 90.0,
        proxies: Sequence[str] = (),
        is_json_log: bool = False,
        metrics_for: Sequence[str] = (),
        page: str = "/",
        scenarios: Sequence[Scenario] = (),
        boards: Sequence[Path] = (),
        alerts: Settings | None = None,
        proof: str = "public",
    ) -> None:
        assert proof == "public"
        assert database_url is None and not boards
        assert alerts is None or not alerts.has_push
        assert [*proxies, *metrics_for] == [] and not is_json_log
        assert keep_days == (7.0 if "--keep-days" in words else 90.0)
        chosen = words.partition("--scenario ")[2]
        assert page == (f"/new?scenario={chosen}" if chosen else "/")
        assert [*scenarios] == []  # ours are there already
        started.append((host, port, open_browser))

    monkeypatch.setattr("napoleon.server.app.serve", serve)
    assert main(words.split()) == 0
    is_public = words.startswith("serve")
    port = 0 if "--port" in words else 1815
    opens = not is_public and "--no-browser" not in words
    assert started == [("0.0.0.0" if is_public else "127.0.0.1", port, opens)]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--scenario nowhere.txt", "nowhere.txt: cannot be read: "),
        ("--scenario bad.txt", "bad.txt, line 3: expected a turn from 1 to 23, got 99"),
        ("--text --scenario ligny --players 3", "ligny is for two players"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused_in_words(
    words: str,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The file, the line and the reason, and no trace of Python."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text(BAD)
    try:
        code = main(["play", *words.split()])
    except SystemExit as stop:
        assert isinstance(stop.code, int)
        code = stop.code
    assert code == 2
    error = capsys.readouterr().err
    assert reason in error and "Traceback" not in error


def test_a_scenario_in_the_terminal_says_what_decides_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Above the choices, in the words of the rules."""
    type_in(monkeypatch, "")
    assert main(["play", "--text", "--scenario", "wavre"]) == 0
    out = capsys.readouterr().out
    assert "Turn 11 of 11" in out
    assert "The French win if they hold Wavre when the fighting is over, else the Allies." in out


def test_options_of_the_terminal_need_text(capsys: pytest.CaptureFixture[str]) -> None:
    """In the browser they are on the page."""
    with pytest.raises(SystemExit):
        main(["play", "--players", "3"])
    assert "--text" in capsys.readouterr().err


def test_admin_and_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """A record goes in and comes out again, is listed, checked and ended; a wrong key is found."""
    kept = ["--database", f"sqlite:///{tmp_path / 'games.db'}"]
    prepare_database(kept[1])
    assert main(["admin", "import", str(record), *kept]) == 0
    game = capsys.readouterr().out.split()[1].rstrip(",")
    assert main(["admin", "export", game, *kept]) == 0
    assert capsys.readouterr().out == record.read_text(encoding="utf-8")
    assert main(["admin", "recheck", *kept]) == 0
    assert "1 of 1 games are sound" in capsys.readouterr().out
    assert main(["admin", "end", game, *kept]) == 0
    assert main(["admin", "list", *kept]) == 0
    out = capsys.readouterr().out
    assert game in out
    assert "abandoned" in out
    assert main(["admin", "export", "nothing", *kept]) == 2
    assert "no game 'nothing'" in capsys.readouterr().err
    assert main(["dice", "00" * 32, "11" * 32, str(record)]) == 1
    assert "not the one that was committed to" in capsys.readouterr().out


def test_play_with_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "quit")
    words = "play --text --scenario free --players 3 --visibility hidden --seed 5 --no-curtain"
    assert main(words.split()) == 0
    out = capsys.readouterr().out
    assert "browser" not in out
    assert "The Anglo-Dutch (1-16, or help)>" in out


def test_play_goes_on_from_a_record(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "", "undo", "save again.txt")
    assert main(["play", "--text", "--load", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Taken back: End." in out
    before = Game.replay(record.read_text("utf-8"))
    before.undo("french")
    assert Path("again.txt").read_text("utf-8") == before.record()


def test_play_goes_on_from_a_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.txt"
    path.write_text("turn 2; charleroi: PR-1-I1; laneffe: FR-N\n", encoding="utf-8")
    type_in(monkeypatch, "", "march PR-1-I1 ligny", "save it.txt")
    assert main(["play", "--load", str(path)]) == 0
    assert "Turn 2 of 23" in capsys.readouterr().out
    assert "position: turn 2" in Path("it.txt").read_text("utf-8")


def test_a_loaded_game_has_its_own_options(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["play", "--load", str(record), "--players", "3"])
    assert stop.value.code == 2
    assert "--load brings its own" in capsys.readouterr().err


def test_the_same_seed_rolls_the_same_dice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["laneffe charleroi", "end", "end", "draw 1", "quit", "no"]
    texts = []
    for _ in range(2):
        type_in(monkeypatch, "philippeville laneffe", *lines)
        assert main(["play", "--text", "--seed", "11", "--no-curtain"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert "The French draw" in texts[0]


def test_replay_and_show(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record)]) == 0
    assert "3. The French: end" in capsys.readouterr().out
    assert main(["replay", str(record), "--to", "1", "--seat", "french"]) == 0
    assert "Binche (1): FR-2-I1/4" in capsys.readouterr().out
    assert main(["show", str(record)]) == 0
    assert "as the referee sees it" in capsys.readouterr().out
    for seat in ("french", "allied", "anglo-dutch", "spectator"):
        assert main(["show", str(record), "--seat", seat]) == 0
        out = capsys.readouterr().out
        assert ("FR-2-I1" in out) == (seat == "french")
        assert ("AD-W" in out) == (seat in ("allied", "anglo-dutch"))


@pytest.mark.parametrize("words", ["show {}", "replay {}", "play --text --load {}"])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "cannot read"),
        (b"", "empty"),
        (b"\x80\x81", "no text file"),
        (b"nonsense\n", "line 1"),
        (b"napoleon-record 2\n", "expected a record of version 1, got version 2"),
        (b"napoleon-record 1\nbegin\nfrench march FR-2-I1 paris\n", "line 3"),
        (b"napoleon-record 1\nbegin\nfrench end = 1 2 3\n", "line 3"),
    ],
)
def test_bad_files_give_a_message_and_exit_code_2(
    words: str, data: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if data is not None:
        Path("bad.txt").write_bytes(data)
    assert main(words.format("bad.txt").split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("napoleon: ")
    assert message in captured.err
    assert "Traceback" not in captured.err + captured.out


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate --games 2 --seed 4 --scenario historical --players 2 --visibility open"
    assert main(words.split()) == 0
    out = capsys.readouterr().out
    assert "2 games" in out
    assert "french units lost" in out


def test_fuzz_plays_and_checks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fuzz", "--games", "1", "--seed", "3", "--out", str(tmp_path)]) == 0
    assert "nothing broke" in capsys.readouterr().out


def test_fuzz_asks_the_staff(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["fuzz", "--staff", "--level", "random", "--games", "2", "--jobs", "1"]
    assert main([*words, "--seed", "4", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "2 games" in said
    assert "nothing raised" in said


def test_fuzz_damages_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fuzz", "--positions", "60", "--out", str(tmp_path)]) == 0
    assert "60 damaged positions" in capsys.readouterr().out


def test_fuzz_lets_a_level_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["fuzz", "--level", "random", "--games", "2", "--jobs", "1", "--out", str(tmp_path)]
    assert main(words) == 0
    assert "2 games of random" in capsys.readouterr().out


def test_arena_prints_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena random random --games 4 --jobs 1 --scenario both --visibility both --players 3"
    assert main(words.split()) == 0
    out = capsys.readouterr().out
    assert "random against random: 4 games, 2 whole pairs" in out
    assert "a turn's marches" in out


def test_bench_is_called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("napoleon.lab.bench.run_bench", lambda out, **_: out.write("fast\n") * 0)
    assert main(["bench"]) == 0
    assert capsys.readouterr().out == "fast\n"


def test_control_c_stops_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("napoleon.lab.simulate.run_simulation", interrupt)
    assert main(["simulate"]) == 130
    assert "Stopped." in capsys.readouterr().err


# --- as a program of its own


def run_program(*words: str, typed: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "napoleon", *words],
        input=typed,
        capture_output=True,
        env={**os.environ, **more},
        check=False,
        timeout=60,
    )


def test_a_terminal_without_accents_does_no_harm(record: Path) -> None:
    done = run_program("replay", str(record), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"Bachelu, J?r?me" in done.stdout
    assert done.stderr == b""


def test_bytes_that_are_no_text_do_no_harm() -> None:
    typed = b"\n\xff\xfe\x80\n" + LINE.encode() + b"\nquit\nno\n"
    done = run_program("play", "--text", typed=typed, PYTHONUTF8="1")
    assert done.returncode == 0
    assert b"marches from Solre-sur-Sambre to Binche" in done.stdout
    assert done.stderr == b""


def test_a_reader_who_leaves_early_is_no_mistake(record: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "napoleon", "show", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait(60) in (0, 1)
