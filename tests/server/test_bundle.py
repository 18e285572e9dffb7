"""The client's modules put together for browsers."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.playing import Server

from napoleon.server.http.bundle import (
    Bundle,
    Modules,
    bundle_client,
    bundle_modules,
    bundle_styles,
    trim,
)

DRESS = Bundle("more-1.css", "")


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """A small client."""
    files = {
        "app.js": 'import { say } from "./lib/words.js";\n'
        'const home = await import("./pages/home.js");\n'
        'const table = () => import("./table/table.js");\n'
        'const help = () => import("./pages/help.js");\n'
        "say(home, table, help);\n",
        "lib/words.js": "export const say = (...all) => all;\n",
        "pages/home.js": 'import { say as tell } from "../lib/words.js";\n'
        "export function show() { return tell(1); }\n",
        "table/table.js": 'import {\n  say,\n} from "../lib/words.js";\n'
        'import { rule } from "./rules.js";\n'
        "/** Sits down. @param {string} who */\n"
        "export async function sit(/** @type {string} */ who) {\n"
        "  // why\n  return say(rule, who);\n}\n"
        'export const end = () => import("./end.js");\n',
        "table/end.js": 'export const win = "won";\n',
        "pages/help.js": 'import { rule } from "../table/rules.js";\n'
        'export const help = () => import("../table/table.js").then(() => rule);\n',
        "table/rules.js": 'export const rule = "5.4";\n',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_each_module_comes_after_what_it_imports(web: Path) -> None:
    modules = Modules(web)
    assert modules.first == ["lib/words.js", "app.js", "pages/home.js"]
    assert modules.table == ["table/rules.js", "table/table.js"]
    assert modules.more == ["pages/help.js", "table/end.js"]


def test_the_first_file_asks_for_the_others_by_their_names(web: Path) -> None:
    first, table, more = bundle_modules(web, DRESS)
    assert f'import("./{table.name}")' in first.body
    assert f'import("./{more.name}"), $table(), $dress("./more-1.css")' in first.body
    assert "const home = await Promise.resolve($pages_home);" in first.body
    assert "const {say: tell} = $lib_words;" in first.body
    assert first.body.index("const $pages_home") < first.body.index("const home = await")
    assert table.body.startswith("export default ({ $lib_words }, $more) => {")
    assert table.body.index("const $table_rules") < table.body.index("const $table_table")
    assert "return { sit, end };" in table.body
    assert "return { $table_rules, $table_table };" in table.body
    assert "const end = () => $more().then((more) => more.$table_end);" in table.body
    assert more.body.startswith("export default ({  }, { $table_rules, $table_table }) => {")
    assert "import(" not in more.body and "return { $pages_help, $table_end };" in more.body


def test_names_change_with_what_is_inside(web: Path) -> None:
    before = bundle_modules(web, DRESS)
    assert before == bundle_modules(web, DRESS)
    (web / "table/rules.js").write_text("export const rule = 1;\n", "utf-8")
    after = bundle_modules(web, DRESS)
    assert before[1].name != after[1].name
    assert before[0].name != after[0].name  # for it names the table's
    assert before[2] == after[2]


def test_comments_types_and_indentation_go() -> None:
    source = '/**\n * Says.\n * @param {string} a\n */\n  say("a // b", /** @type {X} */ (c));\n'
    assert trim(source).strip() == 'say("a // b", (c));'


def test_style_sheets_stay_in_their_order(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.css").write_text(f".{name} {{}}", "utf-8")
    assert bundle_styles(tmp_path, ["b.css", "a.css"]).body == ".b {}\n.a {}"


def test_style_sheets_of_later_pages_come_with_them(web: Path) -> None:
    link = '<link rel="stylesheet" href="/static/{}.css">\n'
    for name in "abc":
        (web / f"{name}.css").write_text(f".{name} {{}}", "utf-8")
    mark = "<!-- styles of pages that are fetched later -->\n"
    script = '<script type="module" src="/static/app.js"></script>\n'
    page = f"<head>\n{link.format('a')}{link.format('b')}{mark}{link.format('c')}{script}"
    (web / "index.html").write_text(page, "utf-8")
    client = bundle_client(web, "files")
    assert (client.styles.body, client.more_styles.body) == (".a {}\n.b {}", ".c {}")
    assert f'$dress("./{client.more_styles.name}")' in client.first.body
    assert client.page == (
        f'<head>\n<link rel="stylesheet" href="files/{client.styles.name}">\n'
        f'<script type="module" src="files/{client.first.name}"></script>\n'
    )


def test_the_page_names_its_files_which_are_kept_for_ever(server: Server) -> None:
    page = httpx.get(server.url).text
    table = httpx.get(f"{server.url}/game/any").text
    assert "/static/app.js" not in page and page.count('rel="stylesheet"') == 1
    assert "modulepreload" in table and "modulepreload" not in page
    names = [part.split('"')[0] for part in table.split('"/static/')[1:]]
    assert sorted(name.split("-")[0] for name in names) == ["first", "style", "table"]
    for name in names:
        response = httpx.get(f"{server.url}/static/{name}")
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]
    assert httpx.get(f"{server.url}/static/lib/dom.js").headers["cache-control"] == "no-cache"
    assert httpx.get(f"{server.url}/static/first-000000000000.js").status_code == 404
