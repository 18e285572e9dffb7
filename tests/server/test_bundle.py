"""The client's modules put together for browsers."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.playing import Server

from napoleon.server.http.bundle import Modules, bundle_modules, bundle_styles, trim


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A small client."""
    files = {
        "app.js": 'import { say } from "./lib/words.js";\n'
        'const home = await import("./pages/home.js");\n'
        'const table = () => import("./table/table.js");\n'
        'const page = () => import("./notices/page.js");\n'
        "say(home, table, page);\n",
        "lib/words.js": "export const say = (...all) => all;\n",
        "pages/home.js": 'import { say as tell } from "../lib/words.js";\n'
        "export function show() { return tell(1); }\n",
        "table/table.js": 'import {\n  say,\n} from "../lib/words.js";\n'
        'import { rule } from "./rules.js";\n'
        "/** Sits down. @param {string} who */\n"
        "export async function sit(/** @type {string} */ who) {\n"
        "  // why\n  return say(rule, who);\n}\n",
        "table/rules.js": 'export const rule = "5.4";\n',
        "notices/page.js": 'import { say } from "../lib/words.js";\n'
        'import { rule } from "../table/rules.js";\n'
        'import { star } from "./star.js";\n'
        "export const open = () => say(rule, star);\n",
        "notices/star.js": "export const star = 1;\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_each_module_comes_after_what_it_imports(web: Path) -> None:
    modules = Modules(web)
    assert modules.first == ["lib/words.js", "app.js", "pages/home.js"]
    assert modules.rest == ["table/rules.js", "table/table.js"]
    assert modules.late == ["notices/star.js", "notices/page.js"]


def test_the_first_file_asks_for_the_rest_by_its_name(web: Path) -> None:
    first, rest, _ = bundle_modules(web)
    assert f'$ask("{rest.name}", {{ $lib_words }})' in first.body
    assert "const home = await Promise.resolve($pages_home);" in first.body
    assert "const {say: tell} = $lib_words;" in first.body
    assert first.body.index("const $pages_home") < first.body.index("const home = await")
    assert rest.body.startswith("export default ({ $lib_words }) => {")
    assert rest.body.index("const $table_rules") < rest.body.index("const $table_table")
    assert "return { sit };" in rest.body
    assert "return { $table_rules, $table_table };" in rest.body  # for what comes late


def test_pages_that_few_open_come_late(web: Path) -> None:
    first, rest, late = bundle_modules(web)
    assert "$notices" not in rest.body
    assert late.body.startswith("export default ({ $lib_words, $table_rules }) => {")
    assert "return { $notices_page };" in late.body
    asked = f'$rest().then((rest) => $ask("{late.name}", {{ $lib_words, ...rest }}))'
    assert asked in first.body
    assert "const page = () => $late().then((late) => late.$notices_page);" in first.body


def test_names_change_with_what_is_inside(web: Path) -> None:
    before = bundle_modules(web)
    assert before == bundle_modules(web)
    (web / "table/rules.js").write_text("export const rule = 1;\n", "utf-8")
    after = bundle_modules(web)
    assert before[1].name != after[1].name
    assert before[0].name != after[0].name  # for it names the rest
    assert before[2].name == after[2].name


def test_comments_types_and_indentation_go() -> None:
    source = '/**\n * Says.\n * @param {string} a\n */\n  say("a // b", /** @type {X} */ (c));\n'
    assert trim(source).strip() == 'say("a // b", (c));'


def test_style_sheets_stay_in_their_order(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.css").write_text(f".{name} {{}}", "utf-8")
    assert bundle_styles(tmp_path, ["b.css", "a.css"]).body == ".b {}\n.a {}"


def test_the_page_names_its_files_which_are_kept_for_ever(server: Server) -> None:
    page = httpx.get(server.url).text
    table = httpx.get(f"{server.url}/game/any").text
    assert "/static/app.js" not in page and page.count('rel="stylesheet"') == 1
    assert "modulepreload" in table and "modulepreload" not in page
    names = [part.split('"')[0] for part in table.split('"/static/')[1:]]
    assert sorted(name.split("-")[0] for name in names) == ["first", "rest", "style"]
    for name in names:
        response = httpx.get(f"{server.url}/static/{name}")
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]
    assert httpx.get(f"{server.url}/static/lib/dom.js").headers["cache-control"] == "no-cache"
    assert httpx.get(f"{server.url}/static/first-000000000000.js").status_code == 404
