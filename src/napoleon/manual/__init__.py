"""The rules in our own words, under the rulebook's numbers: texts, how they are read, and a search.

>>> from napoleon.manual import manual
>>> manual("en").sections["5.4"].title
'Roads'
"""

from napoleon.manual.library import Hit, Manual, available, manual, plain
from napoleon.manual.reading import (
    Block,
    Bullets,
    Chapter,
    Diagram,
    Emphasis,
    Inline,
    Line,
    Link,
    ManualError,
    Number,
    Paragraph,
    Ruling,
    Section,
    Strong,
    Table,
    Text,
    Town,
    Unit,
)

__all__ = [
    "Block",
    "Bullets",
    "Chapter",
    "Diagram",
    "Emphasis",
    "Hit",
    "Inline",
    "Line",
    "Link",
    "Manual",
    "ManualError",
    "Number",
    "Paragraph",
    "Ruling",
    "Section",
    "Strong",
    "Table",
    "Text",
    "Town",
    "Unit",
    "available",
    "manual",
    "plain",
]
