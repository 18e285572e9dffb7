"""The catalogues of src/napoleon/languages: what there is to translate, and what is missing.

    .venv/bin/python scripts/catalogues.py update     bring all catalogues up to date with the code
    .venv/bin/python scripts/catalogues.py check      exit 1 if one is out of date or incomplete
    .venv/bin/python scripts/catalogues.py new fr     begin a new language

Messages are what the rules mark with N_(...), what the browser client says with t(...) or marks
with msg(...), the texts of the exercises, and the names of the units and the rivers.
"""

from __future__ import annotations

import io
import json
import re
import string
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from napoleon.languages import client_messages
from napoleon.rules.words.language import UNIT_NAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "napoleon"
LANGUAGES = PACKAGE / "languages"


def collect() -> Catalog:
    """All messages of the code, with where they stand."""
    catalogue = Catalog(project="Napoléon 1815", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        marks: dict[str, tuple[int, ...] | None] = {"N_": None}
        if PACKAGE / "server" in path.parents:
            # What the server says: Refused(code, text), refuse(code, text), texts.say(text, ...).
            marks |= {"Refused": (2,), "refuse": (2,), "say": (1,)}
        for _, message, _, _ in extract_from_file("python", str(path), marks, ()):
            if isinstance(message, str) and message:
                catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for path in sorted((PACKAGE / "web").rglob("*.js")):
        for message in client_messages(path.read_text("utf-8")):
            catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for text in exercise_texts():
        catalogue.add(text, locations=[("src/napoleon/ai/data/exercises.json", 0)])
    for name in UNIT_NAMES:
        catalogue.add(name, locations=[("src/napoleon/rules/data/units.csv", 0)])
    for name in river_names():
        catalogue.add(name, locations=[("src/napoleon/rules/data/rivers.geojson", 0)])
    return catalogue


def exercise_texts() -> list[str]:
    """What is asked in the exercises, and why the answer is right; many share a text."""
    exercises = json.loads((PACKAGE / "ai" / "data" / "exercises.json").read_text("utf-8"))
    texts = [exercise[field] for exercise in exercises for field in ("task", "explanation")]
    return list(dict.fromkeys(texts))


def river_names() -> list[str]:
    """The rivers of the map."""
    text = (PACKAGE / "rules" / "data" / "rivers.geojson").read_text("utf-8")
    return sorted({feature["properties"]["name"] for feature in json.loads(text)["features"]})


def read(path: Path) -> Catalog:
    """A catalogue as it stands."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, ordered by the file that says each message, without naming the file."""
    catalogue.header_comment = f"# The texts of Napoléon 1815, language: {path.stem}."
    catalogue.fuzzy = False
    buffer = io.BytesIO()
    write_po(
        buffer,
        catalogue,
        sort_by_file=True,
        no_location=True,
        width=96,
        omit_header=False,
        ignore_obsolete=True,
    )
    text = buffer.getvalue().decode("utf-8")
    # Dates and versions in the header would change with every run.
    text = re.sub(
        r'^"(POT-Creation|PO-Revision|Generated-By|Last-Trans|Report-Msgid|Language-Team)[^\n]*\n',
        "",
        text,
        flags=re.MULTILINE,
    )
    path.write_text(text, encoding="utf-8", newline="\n")


def fields(message: str) -> set[str]:
    """The named fields of a template."""
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def problems(source: Catalog, catalogue: Catalog) -> list[str]:
    """What a catalogue lacks, or says wrongly."""
    found: list[str] = []
    for message in source:
        if not message.id:
            continue
        there: Message | None = catalogue.get(message.id)
        if there is None or not there.string:
            found.append(f"not translated: {message.id!r}")
        elif there.fuzzy:
            found.append(f"to be checked (fuzzy): {message.id!r}")
        elif fields(str(message.id)) != fields(str(there.string)):
            found.append(f"other fields than the source: {message.id!r}")
    found += [
        f"no longer in the code: {message.id!r}"
        for message in catalogue
        if message.id and source.get(message.id) is None
    ]
    return found


def main(words: list[str]) -> int:
    """Update, check, or begin a catalogue."""
    source = collect()
    command = words[0] if words else "check"
    if command == "new" and len(words) == 2:
        write(LANGUAGES / f"{words[1]}.po", Catalog(locale=words[1], project="Napoléon 1815"))
        command = "update"
    failed = 0
    for path in sorted(LANGUAGES.glob("*.po")):
        catalogue = read(path)
        if command == "update":
            catalogue.update(source, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            write(path, catalogue)
            catalogue = read(path)
        found = problems(source, catalogue)
        print(f"{path.name}: {len(source)} messages, {len(found)} problems")
        if command == "check":
            failed += len(found)
            print("\n".join(f"  {problem}" for problem in found[:40]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
