"""axe-core, which knows the rules for those who cannot see or point; from npm, for tests alone."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from client_checks import ClientChecks
from environment import ROOT, Environment

RUN = """async (without) => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const where = without ? { exclude: [without] } : document;
  const found = await axe.run(where, { resultTypes: ["violations"], rules });
  const why = ({ any, all, none }) => [...any, ...all, ...none].map((one) => one.message);
  return found.violations.flatMap(({ id, help, nodes }) => nodes.map((node) =>
    `${id} (${help}): ${node.html.slice(0, 140)}: ${why(node).join("; ").slice(0, 200)}`));
}"""


@cache
def source() -> str:
    """The program as it is put into a page; installed if it is not there."""
    file = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        assert ClientChecks(Environment()).install(), "npm could not install axe-core"
    return file.read_text("utf-8")


def violations(page: Page, without: str = "") -> list[str]:
    """Where the page breaks a rule; a part of it may be left out that was looked at before."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(source())
    found: list[str] = page.evaluate(RUN, without)
    return found
