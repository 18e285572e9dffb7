"""Put small faults into the rules, one at a time, and see whether the tests notice.

    .venv/bin/python scripts/mutants.py --only phases/fire.py   every fault in a module
    .venv/bin/python scripts/mutants.py --sample 400 --seed 1   some, by lot, out of all the rules
    .venv/bin/python scripts/mutants.py --minutes 20            as many as that time takes
    .venv/bin/python scripts/mutants.py --report                only what is known so far

What was found lies in build/mutants and is used again as long as it holds: a run may be broken off
at any time, and goes on where it was. A fault that changes nothing that anybody could see is listed
with its reason in docs/mutants.md and does not count. Needs a system with `fork`.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

SRC = Path(__file__).resolve().parent.parent / "src"
sys.path.insert(0, str(SRC))

from mutant_reach import ROOT, RULES, STORE, file_of, learn  # noqa: E402
from mutant_trials import ENDLESS, NOTICED, SURVIVED, ColdTrials, Verdict, WarmTrials  # noqa: E402
from mutations import Module, Mutant  # noqa: E402

TESTS = ["tests/rules", "tests/test_languages.py"]
EQUIVALENT = ROOT / "docs" / "mutants.md"
ENTRY = re.compile(r"- `(?P<function>[^`]+)`: (?P<change>`[^`]+` becomes `[^`]+`(?: \(\d+\))?)")
UNREACHED = "unreached"  # no test calls the function
LEARNT = 12  # tests that noticed something in the same function, tried first
TELL_EVERY = 20  # seconds between two words on how it goes


class Finding(NamedTuple):
    """What came of the trial of a mutant, and with which rules and tests."""

    key: str
    outcome: str
    test: str
    slowest: float  # the tests tried took no longer than this
    rules: str  # digests: of the rules, and of the files of tests
    tests: dict[str, str]


class Book:
    """All findings, the latest of each mutant; each is written down at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.findings: dict[str, Finding] = {}
        self.suites: dict[str, dict[str, str]] = {}  # several findings have the same test files
        if path.is_file():
            for line in path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, row: dict[str, Any]) -> None:
        if "suite" in row:
            self.suites[row["suite"]] = row["files"]
        else:
            row["tests"] = self.suites[row["tests"]]
            self.findings[row["key"]] = Finding(**row)

    def write(self, finding: Finding) -> None:
        self.findings[finding.key] = finding
        rows: list[dict[str, Any]] = []
        suite = next((name for name, files in self.suites.items() if files == finding.tests), "")
        if not suite:
            suite = str(len(self.suites) + 1)
            self.suites[suite] = finding.tests
            rows.append({"suite": suite, "files": finding.tests})
        rows.append({**finding._asdict(), "tests": suite})
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)


class Inquiry:
    """The mutants of the rules, the tests, and what is known of them."""

    def __init__(self, tests: list[str], slowest: float) -> None:
        self.tests = tests
        self.slowest = slowest
        files = sorted(RULES.rglob("*.py"))
        modules = [Module(path, path.relative_to(RULES).as_posix()) for path in files]
        self.modules = {module.file: module for module in modules}
        self.mutants = {mutant.key: mutant for module in modules for mutant in module.mutants}
        self.equivalent = read_equivalent()
        self.reach = learn(tests)
        STORE.mkdir(parents=True, exist_ok=True)
        self.book = Book(STORE / "results.jsonl")
        self.uses = uses_of_names(modules)
        self.noticed: dict[str, Counter[str]] = defaultdict(Counter)
        for finding in self.book.findings.values():
            self._learn(finding)

    def _learn(self, finding: Finding) -> None:
        mutant = self.mutants.get(finding.key)
        if mutant and finding.test in self.reach.tests:
            self.noticed[f"{mutant.file} {mutant.function}"][finding.test] += 1
            self.noticed[mutant.file][finding.test] += 1

    def known(self, mutant: Mutant) -> Finding | None:
        """What was found with the rules and tests as they are now."""
        finding = self.book.findings.get(mutant.key)
        if finding is None or finding.rules != self.reach.rules:
            return None
        if finding.test:
            file = file_of(finding.test)
            return finding if self.reach.files.get(file) == finding.tests.get(file) else None
        is_whole = finding.tests == self.reach.files and finding.slowest >= self.slowest
        return finding if is_whole else None

    def is_tried(self, test: str, finding: Finding | None) -> bool:
        """Whether it is known that a test does not notice."""
        if finding is None or finding.test or finding.rules != self.reach.rules:
            return False
        file = file_of(test)
        is_same = self.reach.files[file] == finding.tests.get(file)
        return is_same and self.reach.tests[test].seconds <= finding.slowest

    def is_warm(self, mutant: Mutant) -> bool:
        """Whether the fault is in a function that nothing calls while modules are imported."""
        if not mutant.begins:
            return False
        at_import = self.reach.at_import.get(mutant.file, 0)
        others = self.modules[mutant.file].mutants
        same = [each for each in others if each.begins == mutant.begins]
        return not any(at_import >> line & 1 for each in same for line in each.statement_lines)

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that could notice, the likely ones first, then the quickest."""
        found = self.reach.over(mutant.file, mutant.lines)
        found = found or self.reach.over(mutant.file, mutant.statement_lines)
        if not self.is_warm(mutant):
            # What runs at import can reach everything, even where nothing names it.
            found = self.reach.by_time({*found, *self._tests_of_names(mutant)})
            found = list(dict.fromkeys([*found, *self.reach.by_time(self.reach.tests)]))
        last = self.book.findings.get(mutant.key)
        found = [name for name in found if self.reach.tests[name].seconds <= self.slowest]
        found = [name for name in found if not self.is_tried(name, last)]
        here = self.noticed[f"{mutant.file} {mutant.function}"].most_common(LEARNT)
        if not self.is_warm(mutant):
            here += self.noticed[mutant.file].most_common(LEARNT)
        likely = [last.test if last else "", *(name for name, _ in here)]
        among = set(found)
        return list(dict.fromkeys([*(name for name in likely if name in among), *found]))

    def _tests_of_names(self, mutant: Mutant) -> set[str]:
        """The tests that reach a use of a table, or of another table made from it."""
        names = set(mutant.names) or {mutant.function.split(".")[-1]}
        open_names = set(names)
        lines: dict[str, set[int]] = defaultdict(set)
        while open_names:
            for file, line, table in self.uses[open_names.pop()]:
                lines[file].add(line)
                if table and table not in names:
                    names.add(table)
                    open_names.add(table)
        return {name for file, at in lines.items() for name in self.reach.over(file, at)}

    def run(self, chosen: list[Mutant], minutes: float) -> None:
        """Try those of which nothing is known, until the time is over."""
        waiting = [mutant for mutant in chosen if self.known(mutant) is None]
        print(f"{len(chosen)} mutants, {len(chosen) - len(waiting)} known, {len(waiting)} to try")
        if not waiting:
            return
        warm = WarmTrials(self.modules, self.reach, self.tests)
        cold = ColdTrials(self.modules, self.reach)
        began = told = time.monotonic()
        survived = 0
        for number, mutant in enumerate(waiting, 1):
            tests = self.tests_for(mutant)
            judge = warm.judge if self.is_warm(mutant) else cold.judge
            verdict = judge(mutant, tests) if tests else self._without_tests(mutant)
            finding = Finding(
                mutant.key,
                verdict.outcome,
                verdict.test,
                self.slowest,
                self.reach.rules,
                self.reach.files,
            )
            self.book.write(finding)
            self._learn(finding)
            if not verdict.test:
                survived += 1
                print(f"{mutant.place}: {verdict.outcome}: {mutant.key}", flush=True)
            now = time.monotonic()
            if now - told > TELL_EVERY:
                told = now
                pace = number / (now - began) * 60
                print(
                    f"  {number} of {len(waiting)}, {survived} survived, {pace:.0f} a minute",
                    flush=True,
                )
            if now - began > minutes * 60:
                break
        warm.close()

    def _without_tests(self, mutant: Mutant) -> Verdict:
        """No test that has not been tried reaches it: as before, or not at all."""
        last = self.book.findings.get(mutant.key)
        is_known = last and last.rules == self.reach.rules and last.outcome == SURVIVED
        return Verdict(SURVIVED if is_known else UNREACHED)

    def report(self, chosen: list[Mutant]) -> bool:
        """How many were noticed, by module, and which were not. True if the list is in order."""
        table: dict[str, Counter[str]] = defaultdict(Counter)
        left: list[Mutant] = []
        wrong: list[str] = []
        for mutant in chosen:
            finding = self.known(mutant)
            outcome = finding.outcome if finding else "untried"
            if mutant.key in self.equivalent:
                if finding and finding.test:
                    wrong.append(f"listed as changing nothing, but {finding.test} notices: ")
                    wrong[-1] += mutant.key
                outcome = "equivalent"
            elif outcome in (SURVIVED, UNREACHED):
                left.append(mutant)
            table[mutant.file][outcome] += 1
            table["all"][outcome] += 1
        wrong += [
            f"listed as changing nothing, but there is no such fault: {key}"
            for key in self.equivalent
            if key not in self.mutants
        ]
        print()
        for mutant in left:
            print(f"{mutant.place}: {mutant.key}")
        print(f"\n{'':28}    tried  noticed  unreached  survived  equivalent  untried  share")
        for file, outcomes in table.items():
            noticed = outcomes[NOTICED] + outcomes[ENDLESS]
            tried = noticed + outcomes[SURVIVED] + outcomes[UNREACHED]
            share = f"{100 * noticed / tried:.1f} %" if tried else ""
            print(
                f"{file:28} {tried:8} {noticed:8} {outcomes[UNREACHED]:10} "
                f"{outcomes[SURVIVED]:9} {outcomes['equivalent']:11} "
                f"{outcomes['untried']:8}  {share}"
            )
        print("\n".join(wrong))
        return not wrong


def read_equivalent(path: Path = EQUIVALENT) -> set[str]:
    """The faults that change nothing: entries of docs/mutants.md, under a heading for each file."""
    keys: set[str] = set()
    file = ""
    for line in path.read_text("utf-8").splitlines() if path.is_file() else []:
        if line.startswith("## "):
            file = line[3:].strip()
        elif entry := ENTRY.match(line):
            keys.add(f"{file} `{entry['function']}`: {entry['change']}")
    return keys


def uses_of_names(modules: Iterable[Module]) -> dict[str, list[tuple[str, int, str]]]:
    """Where each name is used: file, line, and the table whose making it is, if any."""
    uses: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for module in modules:
        for statement in module.tree.body:
            target = getattr(statement, "targets", [getattr(statement, "target", None)])[0]
            table = target.id if isinstance(target, ast.Name) else ""
            for node in ast.walk(statement):
                name = getattr(node, "id", "") or getattr(node, "attr", "")
                if isinstance(name, str) and name and name != table:
                    uses[name].append((module.file, getattr(node, "lineno", 0), table))
    return uses


def parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--only", action="append", default=[], help="a module, or a folder/")
    parser.add_argument("--match", default="", help="only faults whose description has this in it")
    parser.add_argument("--sample", type=int, help="how many, by lot")
    parser.add_argument("--seed", type=int, default=1815, help="of the lot")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after these")
    parser.add_argument(
        "--slowest", type=float, default=1e9, help="only tests of at most so many seconds"
    )
    parser.add_argument("--equivalent", action="store_true", help="try those that are listed too")
    parser.add_argument("--report", action="store_true", help="try nothing, tell what is known")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="the tests that should notice")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    options = parse(words)
    inquiry = Inquiry(options.tests, options.slowest)
    chosen = [
        mutant
        for key, mutant in inquiry.mutants.items()
        if (not options.only or any(mutant.file.startswith(each) for each in options.only))
        and options.match in key
    ]
    lot = random.Random(options.seed)
    if options.sample is not None:
        chosen = sorted(lot.sample(chosen, min(options.sample, len(chosen))), key=chosen.index)
    if not options.report:
        to_try = [
            each for each in chosen if options.equivalent or each.key not in inquiry.equivalent
        ]
        lot.shuffle(to_try)  # so that a run that is broken off has tried a fair lot
        inquiry.run(to_try, options.minutes)
    return 0 if inquiry.report(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
