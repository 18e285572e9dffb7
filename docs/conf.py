"""How Sphinx makes the pages of the project; scripts/docs.py gathers what they are made from."""

import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

SOURCES = Path(__file__).parents[1] / "src"
sys.path.insert(0, str(SOURCES))

project = "Napoléon 1815"
author = "The Napoléon 1815 contributors"
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
# Names of Python's own library lead to its documentation, if the pages are made with --online: the
# list of them is fetched, and pages can be made without a network.
if os.environ.get("NAPOLEON_DOCS_ONLINE"):
    extensions.append("sphinx.ext.intersphinx")
intersphinx_mapping = {"python": ("https://docs.python.org/3", None)}
# What the pages of the laboratory and of research need not have at hand to be made
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel"]

html_theme = "furo"
html_title = project
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False

# Headings of the documents are led to as on any forge.
myst_heading_anchors = 4

# A notebook is run in an empty folder; one that fails ends it all.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds, for each cell

# In our docstrings a word in backticks is code.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True


def as_written(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Our docstrings are plain text: what is laid out by hand is shown as it stands."""
    paragraphs = "\n".join(lines).strip("\n").split("\n\n")
    shown = []
    for paragraph in paragraphs:
        if not paragraph.startswith((">>>", "- ")) and re.search(r"^ ", paragraph, re.M):
            shown.append("::\n\n" + re.sub(r"^", "   ", paragraph, flags=re.M))
        else:
            shown.append(re.sub(r"(`[^`\n]+`)(\w)", r"\1\\ \2", paragraph))
    lines[:] = [*"\n\n".join(shown).split("\n"), ""]


def setup(app: Sphinx) -> None:
    """What Sphinx asks of us."""
    app.connect("autodoc-process-docstring", as_written)
