"""``napoleon docs``, ``completion`` and ``man``: help beyond ``--help``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from napoleon import __version__
from napoleon.cli.commands import EXIT_CODES, GROUPS, Commands
from napoleon.cli.failures import Failure

SHELLS: Final = ("bash", "zsh", "fish")
# Each script asks the program itself, so that it never falls behind what the program knows.
SCRIPTS: Final = {
    "bash": """_napoleon() {
    local IFS=$'\\n'
    COMPREPLY=($(napoleon complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _napoleon napoleon
""",
    "zsh": """#compdef napoleon
_napoleon() {
    local -a found
    found=("${(@f)$(napoleon complete -- "${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
    if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _napoleon napoleon
""",
    "fish": """function __napoleon
    set -l words (commandline -opc) (commandline -ct)
    napoleon complete -- $words[2..-1] 2>/dev/null
end
complete -c napoleon -a '(__napoleon)'
""",
}
INSTALL: Final = """to switch it on:
  bash  add to ~/.bashrc:  eval "$(napoleon completion bash)"
  zsh   add to ~/.zshrc:   eval "$(napoleon completion zsh)"
  fish  run once:          napoleon completion fish > ~/.config/fish/completions/napoleon.fish"""


def add_guidance(commands: Commands) -> None:
    """Add the commands; `complete`, which the shells call, stays out of the list."""
    docs = commands.add(
        "help",
        "docs",
        "read the documents that came with the program",
        ["napoleon docs", "napoleon docs operating"],
    )
    docs.add_argument("page", nargs="?", metavar="PAGE", help="its name; without one, all names")
    docs.set_defaults(run=_docs)

    completion = commands.add(
        "help",
        "completion",
        "print a script that completes commands and options with the Tab key",
        ["napoleon completion bash"],
        INSTALL,
    )
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(run=_completion)

    man = commands.add(
        "help", "man", "print the manual page, for packagers", ["napoleon man > napoleon.1"]
    )
    man.set_defaults(run=lambda _: _man(commands))

    complete = commands.hidden("complete")
    complete.add_argument("words", nargs="*")
    complete.set_defaults(run=lambda arguments: _complete(commands, arguments.words))


def documents() -> dict[str, str]:
    """Return the text of each document by its name: of the installed package, or of the
    checkout that it is run from."""
    package = Path(__file__).parents[1]
    for folder in (package / "docs", package.parents[1] / "docs"):
        if folder.is_dir():
            return {page.stem: page.read_text("utf-8") for page in sorted(folder.glob("*.md"))}
    return {}


def _docs(arguments: argparse.Namespace) -> int:
    pages = documents()
    page: str | None = arguments.page
    if page is None:
        width = max((len(name) for name in pages), default=0)
        for name, text in pages.items():
            print(f"{name:{width}}  {text.splitlines()[0].lstrip('# ')}")
        return 0
    if not pages:
        raise Failure("the documents are not installed with this program")
    if page not in pages:
        arguments.parser.error(f"there is no page {page!r}; there are: {', '.join(pages)}")
    if sys.stdout.isatty():
        import pydoc

        pydoc.pager(pages[page])
    else:
        sys.stdout.write(pages[page])
    return 0


def _completion(arguments: argparse.Namespace) -> int:
    sys.stdout.write(SCRIPTS[arguments.shell])
    return 0


def candidates(commands: Commands, words: list[str]) -> list[str]:
    """Return what the last of these words can become: commands, options, or the values of the
    option before it. Empty where a file name is due, or nothing fits."""
    *before, last = words or [""]
    if not before:
        return [name for name in commands.parsers if name.startswith(last)]
    parser = commands.parsers.get(before[0])
    if parser is None:
        return []
    found: dict[str, argparse.Action] = {}
    values: list[str] = []
    for word in before[1:]:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction) and word in action.choices:
                parser = action.choices[word]
                break
    for action in parser._actions:
        found |= dict.fromkeys(action.option_strings, action)
        if not action.option_strings and action.choices:
            values += map(str, action.choices)
    previous = found.get(before[-1])
    if previous is not None and previous.nargs != 0:
        return [value for value in map(str, previous.choices or ()) if value.startswith(last)]
    return [word for word in [*values, *found] if word.startswith(last)]


def _complete(commands: Commands, words: list[str]) -> int:
    for word in candidates(commands, words):
        print(word)
    return 0


def _escape(text: str) -> str:
    """Return text as troff reads it: backslashes, hyphens and leading dots stay themselves."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in safe.split("\n"))


def manual_page(commands: Commands) -> str:
    """Return the manual page of the program, in troff's man macros, made from its parsers."""
    lines = [
        f'.TH NAPOLEON 1 "" "napoleon {__version__}" "Games"',
        ".SH NAME",
        "napoleon \\- the Waterloo campaign of 1815, an unofficial computer version",
        ".SH SYNOPSIS",
        ".B napoleon",
        ".I COMMAND",
        "[\\fIOPTIONS\\fR]",
    ]
    for group, title in GROUPS.items():
        lines += [f".SH {title.upper()}"]
        for name, _ in commands.groups[group]:
            help_text = commands.parsers[name].format_help().removesuffix(f"\n{EXIT_CODES}\n")
            lines += [f".SS napoleon {_escape(name)}", ".nf", _escape(help_text.rstrip()), ".fi"]
    lines += [".SH EXIT STATUS", _escape(EXIT_CODES.removeprefix("exit codes: ") + ".")]
    return "\n".join(lines) + "\n"


def _man(commands: Commands) -> int:
    sys.stdout.write(manual_page(commands))
    return 0
