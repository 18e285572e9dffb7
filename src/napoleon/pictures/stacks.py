"""The blocks on the map: who stands where, how the blocks of a town lie, and the ground under them.

As the client's `map/stacks.js` and `map/pads.js`, but for one thing: a picture cannot be pointed
at, so units whose faces are seen lie side by side at every size; backs lie in a pile with their
number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from napoleon.pictures.blocks import draw_back, draw_face, draw_number
from napoleon.pictures.geometry import Point, Rect, fixed, number
from napoleon.pictures.look import escape
from napoleon.pictures.places import Stand, find_room
from napoleon.pictures.room import LEVELS, Costs, is_clear
from napoleon.pictures.sheet import Place, Sheet
from napoleon.pictures.towns import kind_of
from napoleon.rules.board.units import ARMY_NAMES, UNIT_BY_ID
from napoleon.rules.knowledge.view import Blocks, OwnUnit

SHOWN: Final = 3  # blocks of a pile that are seen
EDGE: Final = 0.12  # of a block: the ground around the blocks
NUMBER: Final = 0.24  # of a block: so far the number stands out
# The size of a block at each level, of what it is in the client: more of them lie side by side.
FACE: Final = (0.9, 0.9, 0.78, 0.8, 1, 1)
_MOVED: Final = frozenset(("marched", "marched2", "forced"))


class Group(NamedTuple):
    """An army's blocks in a town: those whose faces are seen, and how many backs."""

    army: str
    units: list[OwnUnit]
    hidden: int
    disordered: int


class Laid(NamedTuple):
    """A group where it lies within its stack, with the corners of its blocks."""

    group: Group
    rect: Rect
    slots: list[tuple[float, float]]


class Stack(NamedTuple):
    """The blocks of a town where they lie."""

    town: Place
    rect: Rect
    laid: list[Laid]
    size: float

    @property
    def covers(self) -> Rect:
        """What it covers, with its ground and numbers."""
        return footprint(self.rect, self.size)

    @property
    def tie(self) -> tuple[Point, Point]:
        """The way from its town to its blocks: the town's centre, and the nearest point of them."""
        x, y, width, height = self.rect
        px = max(x, min(x + width, self.town.x))
        py = max(y, min(y + height, self.town.y))
        return self.town.point, (px, py)

    @property
    def ties(self) -> list[Rect]:
        """What the way from its town to its blocks covers."""
        (ax, ay), (bx, by) = self.tie
        near = kind_of(self.town).radius / (math.hypot(bx - ax, by - ay) or 1)
        count = math.ceil(math.hypot(bx - ax, by - ay) / 8)
        found = []
        for i in range(1, count + 1):
            k, half = i / count, self.size * 0.3 * i / count
            if k > near:
                x, y = ax + (bx - ax) * k, ay + (by - ay) * k
                found.append(Rect(x - half, y - half, 2 * half, 2 * half))
        return found

    @property
    def is_contested(self) -> bool:
        """Whether both sides stand there."""
        return is_contested([laid.group for laid in self.laid])


def is_contested(groups: Iterable[Group]) -> bool:
    """Return whether both sides are among these groups."""
    armies = {group.army for group in groups}
    return "french" in armies and len(armies) > 1


def gather(units: Iterable[OwnUnit], blocks: Iterable[Blocks]) -> dict[str, list[Group]]:
    """Return who stands where, by town: groups with faces first, units in the roster's order."""
    faces: dict[tuple[str, str], list[OwnUnit]] = {}
    backs: dict[tuple[str, str], tuple[int, int]] = {}
    for unit in units:
        if unit.town is not None:
            faces.setdefault((unit.town, unit.army), []).append(unit)
    for block in blocks:
        if block.count:
            backs[block.town, block.army] = (block.count, block.disordered)
    towns: dict[str, list[Group]] = {}
    for town, army in sorted({*faces, *backs}):
        seen = sorted(faces.get((town, army), ()), key=lambda unit: UNIT_BY_ID[unit.id])
        towns.setdefault(town, []).append(Group(army, seen, *backs.get((town, army), (0, 0))))
    for groups in towns.values():
        groups.sort(key=lambda group: (not group.units, ARMY_NAMES.index(group.army)))
    return towns


def _columns(count: int) -> int:
    if count <= 3:
        return count
    if count == 4:
        return 2
    if count <= 6 or count == 9:
        return 3
    return 4 if count <= 16 else 5


def arrange(groups: Iterable[Group], size: float) -> tuple[list[Laid], float, float]:
    """Return how the blocks of a town lie, from 0,0, with their width and height."""
    laid = []
    for group in groups:
        slots: list[tuple[float, float]] = []
        width = height = 0.0
        if group.units:
            cell, columns = size * 1.14, _columns(len(group.units))
            for i in range(len(group.units)):
                slots.append(((i % columns) * cell, (i // columns) * cell))
            width = columns * cell - size * 0.14
            height = math.ceil(len(group.units) / columns) * cell - size * 0.14
        if group.hidden:
            left = width + size * 0.2 if width else 0.0
            steps = min(group.hidden, SHOWN) - 1
            for i in range(steps + 1):
                slots.append((left + i * size * 0.13, (steps - i) * size * 0.09))
            width = left + size * (1 + 0.13 * steps)
            height = max(height, size * (1 + 0.09 * steps))
        laid.append(Laid(group, Rect(0, 0, width, height), slots))
    gap = size * 0.3
    if len(laid) == 3:
        return _in_two_columns(laid, gap)
    high = max(one.rect.height for one in laid)
    placed, x = [], 0.0
    for one in laid:
        width, height = one.rect.width, one.rect.height
        placed.append(one._replace(rect=Rect(x, (high - height) / 2, width, height)))
        x += width + gap
    return placed, x - gap, high


def _in_two_columns(laid: list[Laid], gap: float) -> tuple[list[Laid], float, float]:
    """Three groups, the first beside the two others: they stay close to their town."""
    first, upper, lower = laid
    column = upper.rect.height + gap + lower.rect.height
    high = max(first.rect.height, column)
    left, top = first.rect.width + gap, (high - column) / 2
    places = (
        (0.0, (high - first.rect.height) / 2),
        (left, top),
        (left, top + upper.rect.height + gap),
    )
    placed = [
        one._replace(rect=Rect(x, y, one.rect.width, one.rect.height))
        for one, (x, y) in zip(laid, places, strict=True)
    ]
    return placed, left + max(upper.rect.width, lower.rect.width), high


def footprint(rect: Rect, size: float) -> Rect:
    """Return what blocks in a rectangle cover, with their ground and number."""
    edge, out = size * EDGE, size * NUMBER
    return Rect(
        rect.x - edge, rect.y - out, rect.width + edge + out, rect.height + out + edge * 1.4
    )


def settle_stacks(
    sheet: Sheet,
    towns: Mapping[str, list[Group]],
    stands: Mapping[str, Stand],
    costs: Costs,
    taken: Iterable[Rect],
    level: int,
) -> list[Stack]:
    """Return where every stack lies: in its reserved place if it fits there, else where it covers
    least and no other stack, nor what is taken."""
    size = LEVELS[level].block * FACE[level]
    stacks = []
    for name, groups in towns.items():
        laid, width, height = arrange(groups, size)
        corner = stands[name].corner(width, height)
        stacks.append(Stack(sheet.by_id[name], Rect(*corner, width, height), laid, size))

    def is_large(stack: Stack) -> bool:
        stand = stands[stack.town.id].rect
        return stack.rect.width > stand.width * 1.02 or stack.rect.height > stand.height * 1.02

    # The small ones take their places; then the largest choose first.
    stacks.sort(
        key=lambda stack: (
            is_large(stack),
            -stack.rect.width * stack.rect.height if is_large(stack) else 0,
            stack.town.id,
        )
    )
    covered = list(taken)
    placed = []
    for stack in stacks:
        rect = stack.rect
        if is_large(stack) or not is_clear(footprint(rect, size), covered):
            rect = find_room(
                stack.town,
                lambda other: footprint(other, size),
                rect.width,
                rect.height,
                LEVELS[level].block,
                costs,
                covered,
                stands[stack.town.id],
                [town for town in sheet.towns if town is not stack.town],
            )
        covered.append(footprint(rect, size))
        placed.append(stack._replace(rect=rect))
    return placed


def draw_pad(stack: Stack) -> str:
    """Return the ground of a stack: a plate under its blocks that runs out into its town."""
    x, y, width, height = stack.rect
    town, size = stack.town, stack.size
    m, r = size * EDGE, size * 0.14
    _, (px, py) = stack.tie
    gap = math.hypot(px - town.x, py - town.y) or 1
    ux, uy = (px - town.x) / gap, (py - town.y) / gap
    near = min(kind_of(town).radius * 0.3, gap * 0.3)
    bx, by, half = px + ux * size * 0.4, py + uy * size * 0.4, size * 0.36
    w, h = number(width + 2 * m - 2 * r), number(height + 2.4 * m - 2 * r)

    def corner(dx: int, dy: int) -> str:
        return f"a{number(r)} {number(r)} 0 0 1 {number(dx * r)} {number(dy * r)}"

    d = (
        f"M{number(x - m + r)} {number(y - m)}h{w}{corner(1, 1)}v{h}{corner(-1, 1)}h-{w}"
        f"{corner(-1, -1)}v-{h}{corner(1, -1)}Z"
        f"M{number(town.x + ux * near)} {number(town.y + uy * near)}"
        f"L{number(bx - uy * half)} {number(by + ux * half)}"
        f"L{number(bx + uy * half)} {number(by - ux * half)}Z"
    )
    army = f" is-{stack.laid[0].group.army}" if len(stack.laid) == 1 else ""
    contested = " is-contested" if stack.is_contested else ""
    return (
        f'<g class="map-pad{army}{contested}" data-pad="{escape(town.id)}">'
        f'<path class="map-pad-edge" d="{d}" '
        f'stroke-width="{number(max(0.7, size * 0.05))}"/><path d="{d}"/></g>'
    )


def draw_stack(stack: Stack) -> str:
    """Return the blocks of a stack: a group for each army, which says whose, where and how many.

    `data-army`, `data-town`, `data-hidden`, and `data-unit` with `data-strength` for each face.
    """
    drawn = ""
    for laid in stack.laid:
        group = laid.group
        x, y = stack.rect.x + laid.rect.x, stack.rect.y + laid.rect.y
        faces = [
            draw_face(
                unit.id,
                unit.strength,
                stack.size,
                unit.marks,
                is_spent=not _MOVED.isdisjoint(unit.marks),
            )
            for unit in group.units
        ]
        backs = [
            draw_back(group.army, stack.size, is_disordered=i < group.disordered)
            for i in range(min(group.hidden, SHOWN))
        ]
        pieces = [
            f'<g transform="translate({fixed(x + dx)} {fixed(y + dy)})">{piece}</g>'
            for piece, (dx, dy) in zip((*faces, *backs), laid.slots, strict=True)
        ]
        # The first back lies on top.
        shown = "".join([*pieces[: len(faces)], *pieces[len(faces) :][::-1]])
        if group.hidden > 1 or (group.hidden and group.units):
            right = x + laid.rect.width - stack.size * 0.06
            shown += draw_number(group.hidden, right, y + stack.size * 0.06, stack.size * 0.32)
        hidden = f' data-hidden="{group.hidden}"' if group.hidden else ""
        drawn += (
            f'<g data-army="{group.army}" data-town="{escape(stack.town.id)}"{hidden}>{shown}</g>'
        )
    return drawn


def _clash_radius(level: int) -> float:
    return max(9, LEVELS[level].block * 0.3)


def clash_rect(town: Place, level: int) -> Rect:
    """Return what the disc covers where both sides stand."""
    r = _clash_radius(level)
    return Rect(town.x - r, town.y - r, 2 * r, 2 * r)


def draw_clash(town: Place, level: int) -> str:
    """Return crossed sabres on a disc, where both sides stand."""
    r = _clash_radius(level)
    spots = []
    for i in range(24):
        a, k = (i * math.pi) / 12 - math.pi / 2, r if i % 2 else r * 1.24
        spots.append(f"{number(town.x + math.cos(a) * k)} {number(town.y + math.sin(a) * k)}")
    box = f'x="{number(town.x - r)}" y="{number(town.y - r * 0.86)}"'
    return (
        f'<g class="map-clash" data-clash="{escape(town.id)}">'
        f'<path d="M{"L".join(spots)}Z" stroke-width="{number(r * 0.11)}"/>'
        f'<use href="#nb-light-cavalry" {box} width="{number(2 * r)}" '
        f'height="{number(2 * r)}"/></g>'
    )
