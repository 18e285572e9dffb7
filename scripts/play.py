"""Play: ``python3 scripts/play.py``. Makes the environment on first use.

Whatever follows goes to the ``napoleon`` command; alone, it is ``napoleon play``. Compiled rules
are used where there are some of these very sources. ``play.py compile`` makes them;
``play.py --compile`` plays at once and makes them meanwhile, for the next start.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from compiled import LOCK, CompiledRules, NoCompiler
from environment import ROOT, Environment, hand_over, say, stop, variables

WHEELS = ROOT / "dist"
LOG = ROOT / "build" / "compiling.log"
COMPILERS = ("cc", "gcc", "clang", "cl")


def compile_rules(compiled: CompiledRules) -> None:
    """With the mypy that the tests use; it takes minutes."""
    try:
        compiled.find_compiler()
        compiled.environment.add(LOCK)
        is_done = compiled.prepare()
    except NoCompiler as reason:
        stop(f"The rules cannot be compiled: {reason}. The game runs without.")
    if not is_done:
        stop("The rules could not be compiled, for the reason above. The game runs without.")
    say("The next start uses the compiled rules.")


def compile_meanwhile() -> None:
    """The same in a process of its own that gives way to all others, and outlives this one."""
    LOG.parent.mkdir(exist_ok=True)
    command = [sys.executable, str(Path(__file__).resolve()), "compile"]
    with LOG.open("ab") as log:
        if sys.platform == "win32":
            kind = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
            subprocess.Popen(command, stdout=log, stderr=log, env=variables(), creationflags=kind)
        else:
            begun = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=variables(),
                start_new_session=True,
            )
            os.setpriority(os.PRIO_PROCESS, begun.pid, 19)


def tell(line: str) -> None:
    """Beside what the command itself writes, which somebody may want to keep."""
    print(line, file=sys.stderr, flush=True)


def find_rules(compiled: CompiledRules, *, has_to_compile: bool) -> dict[str, str]:
    """Say which rules are used; for compiled ones, the variable that leads Python to them."""
    origin = compiled.origin()
    if origin is None:
        compiled.adopt(WHEELS)
        origin = compiled.origin()
    if origin is not None:
        compiled.refresh()
        tell(f"Compiled rules, {origin}")
        return {"PYTHONPATH": str(compiled.library)}
    if has_to_compile:
        compile_meanwhile()
        tell(f"Plain Python rules; compiling them for the next start, see {LOG.relative_to(ROOT)}")
    elif any(shutil.which(name) for name in COMPILERS):
        tell("Plain Python rules; --compile makes faster ones meanwhile, for the next start")
    else:
        tell("Plain Python rules")
    return {}


def main(words: Sequence[str]) -> None:
    environment = Environment()
    compiled = CompiledRules(environment)
    environment.prepare("site" if words[:1] == ["site"] else "play")
    if words[:1] == ["compile"]:
        compile_rules(compiled)
        return
    has_to_compile = words[:1] == ["--compile"]
    command = words[has_to_compile:] or ["play"]
    more = find_rules(compiled, has_to_compile=has_to_compile)
    hand_over([environment.napoleon, *command], **more)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        stop("", "Stopped; the next run goes on where it has to.")
