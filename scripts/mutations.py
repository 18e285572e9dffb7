"""Small faults that could be made in a module: a mutant is the module with one of them.

An operator, a number or a boolean changed, a condition turned round, a statement left out, another
answer returned, a copy not made, a loop left or gone on with. Texts, annotations, imports,
`__slots__` and assertions are left alone: an assertion is itself there to notice.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

MODULE = "(module)"  # where a fault outside all classes and functions is said to be
WIDEST = 88  # characters of source in a description, if less will do

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
# What a function returns instead, by what it says that it returns.
ANSWERS = {"bool": "not ({})", "int": "({}) + 1", "str": "''", "list": "[]", "tuple": "()"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
UNTOUCHED = (ast.Assert, ast.Import, ast.ImportFrom)
SKIPPED = {"annotation", "returns", "decorator_list", "bases", "keywords", "args", "format_spec"}


class Spot(NamedTuple):
    """A place in a tree: a field of a node, or an item of a field that is a list."""

    parent: ast.AST
    field: str
    at: int = -1

    def get(self) -> ast.AST:
        value = getattr(self.parent, self.field)
        node = value if self.at < 0 else value[self.at]
        assert isinstance(node, ast.AST)
        return node

    def put(self, node: ast.AST) -> None:
        if self.at < 0:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


class Mutant(NamedTuple):
    """One fault: where, what stands there, and what stands there instead."""

    file: str  # in the package of the rules, as in "phases/fire.py"
    function: str
    begins: int  # the first line of the function, with its decorators; 0 outside functions
    names: tuple[str, ...]  # outside functions: what the statement gives a value to
    lines: range  # of what is changed
    statement_lines: range  # of the statement around it
    old: str
    new: str
    nth: int  # among the same changes of the same function
    spot: Spot
    node: ast.AST

    @property
    def key(self) -> str:
        """A name that outlives changes elsewhere in the file."""
        nth = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.file} `{self.function}`: `{self.old}` becomes `{self.new}`{nth}"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.lines.start}"


class Module:
    """The source of a module, and its mutants."""

    def __init__(self, path: Path, file: str) -> None:
        self.path = path
        self.file = file
        self.tree = ast.parse(path.read_text("utf-8"))
        self.mutants = list(_Finder(file).find(self.tree))

    def compile(self, mutant: Mutant) -> CodeType:
        """The module with this fault in it."""
        whole = mutant.spot.get()
        mutant.spot.put(mutant.node)
        try:
            tree = ast.fix_missing_locations(self.tree)
            code = compile(tree, str(self.path), "exec", dont_inherit=True)
        finally:
            mutant.spot.put(whole)
        return code


class _Finder:
    """Finds the mutants of a module from top to bottom."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.seen: Counter[tuple[str, str, str]] = Counter()
        self.scope: list[str] = []
        self.begins = 0
        self.returns = ""
        self.path: list[Spot] = []  # from the statement down to the expression

    def find(self, tree: ast.Module) -> Iterator[Mutant]:
        for spot in _children(tree):
            yield from self._visit(spot)

    def _visit(self, spot: Spot) -> Iterator[Mutant]:
        node = spot.get()
        if isinstance(node, ast.ClassDef):
            self.scope.append(node.name)
            for child in _children(node):
                yield from self._visit(child)
            self.scope.pop()
        elif isinstance(node, Function) and not self.begins:
            yield from self._function(spot, node)
        elif isinstance(node, ast.stmt):
            if not (isinstance(node, UNTOUCHED) or _is_plain(node)):
                outer, self.path = self.path, [spot]
                yield from self._inside(spot, node)
                self.path = outer
        else:
            self.path.append(spot)
            yield from self._inside(spot, node)
            self.path.pop()

    def _function(self, spot: Spot, node: Function) -> Iterator[Mutant]:
        """Defaults are made where the function is; the rest belongs to the function."""
        outer, self.path = self.path, [spot]
        self.scope.append(node.name)
        for field in ("defaults", "kw_defaults"):
            for index, default in enumerate(getattr(node.args, field)):
                if default is not None:
                    yield from self._visit(Spot(node.args, field, index))
        self.begins = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        self.returns = ast.unparse(node.returns) if node.returns else ""
        for index in range(len(node.body)):
            yield from self._visit(Spot(node, "body", index))
        self.begins, self.returns = 0, ""
        self.scope.pop()
        self.path = outer

    def _inside(self, spot: Spot, node: ast.AST) -> Iterator[Mutant]:
        for at, other in _faults(spot, node, self.returns):
            yield self._mutant(at, other)
        if _number(node) is None:
            for child in _children(node):
                yield from self._visit(child)

    def _mutant(self, spot: Spot, other: ast.AST) -> Mutant:
        node = spot.get()
        for new in ast.walk(other):
            # New nodes stand on the line of the old one, so that tracebacks stay true.
            if not hasattr(new, "lineno"):
                ast.copy_location(new, node)
        old_text, new_text = self._describe(spot, other)
        function = ".".join(self.scope) or MODULE
        same = (function, old_text, new_text)
        self.seen[same] += 1
        statement = self.path[0].get()
        names = () if self.begins else (*self.scope, *_names(statement))
        return Mutant(
            self.file,
            function,
            self.begins,
            names,
            _lines(node),
            _lines(statement),
            old_text,
            new_text,
            self.seen[same],
            spot,
            other,
        )

    def _describe(self, spot: Spot, other: ast.AST) -> tuple[str, str]:
        """The source before and after: as much of the statement as is easily read."""
        best = ("", "")
        node = spot.get()
        for around in [spot, *reversed(self.path)]:
            if isinstance(around.get(), ast.keyword | ast.comprehension | ast.Slice):
                continue
            before = _header(around.get())
            spot.put(other)
            after = _header(around.get())
            spot.put(node)
            if best[0] and max(len(before), len(after)) > WIDEST:
                break
            best = (before, after)
        return best


def _faults(spot: Spot, node: ast.AST, returns: str) -> Iterator[tuple[Spot, ast.AST]]:
    """The faults that can be made at a node: what is put where."""
    if isinstance(node, ast.Compare):
        for index, comparison in enumerate(node.ops):
            changed = [*node.ops]
            changed[index] = COMPARISONS[type(comparison)]()
            yield spot, ast.Compare(node.left, changed, node.comparators)
    elif isinstance(node, ast.BinOp):
        yield spot, ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        either: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield spot, ast.BoolOp(either, node.values)
    elif (number := _number(node)) is not None:
        yield spot, ast.Constant(number + 1)
        yield spot, ast.Constant(number - 1)
    elif isinstance(node, ast.UnaryOp):
        yield spot, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield spot, ast.Constant(not node.value)
    elif isinstance(node, ast.Subscript) and _is_whole_slice(node.slice):
        yield spot, node.value
    elif isinstance(node, ast.stmt):
        yield from _statement_faults(spot, node, returns)
    if isinstance(node, ast.If | ast.While | ast.IfExp) and _is_simple(node.test):
        yield Spot(node, "test"), ast.UnaryOp(ast.Not(), node.test)
    if isinstance(node, ast.comprehension):
        for index, test in enumerate(node.ifs):
            if _is_simple(test):
                yield Spot(node, "ifs", index), ast.UnaryOp(ast.Not(), test)


def _statement_faults(spot: Spot, node: ast.stmt, returns: str) -> Iterator[tuple[Spot, ast.AST]]:
    if isinstance(node, ast.AugAssign):
        yield spot, ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
    if isinstance(node, ast.Continue):
        yield spot, ast.Break()
    if isinstance(node, ast.Break):
        yield spot, ast.Continue()
    if _can_be_left_out(node):
        yield spot, ast.Pass()
    if isinstance(node, ast.Return) and node.value is not None and returns not in ("", "None"):
        kind = returns.split("[", maxsplit=1)[0]
        other = ANSWERS.get(kind, "None").format(ast.unparse(node.value))
        # A number or a boolean is changed anyway.
        if not isinstance(node.value, ast.Constant) and other != ast.unparse(node.value):
            yield Spot(node, "value"), ast.parse(other, mode="eval").body


def _can_be_left_out(node: ast.stmt) -> bool:
    """Whether a statement can be left out; a name without a value would show at once."""
    if isinstance(node, ast.Return):
        return node.value is None
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], ast.Name | ast.Tuple)
    if isinstance(node, ast.AnnAssign):
        return node.value is not None and not isinstance(node.target, ast.Name)
    return isinstance(node, ast.AugAssign | ast.Raise | ast.Delete | ast.Expr)


def _is_plain(node: ast.stmt) -> bool:
    """A docstring, an ellipsis, a list of names, or what only the type checker reads."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return ast.unparse(node.test).endswith("TYPE_CHECKING")
    return bool({"__slots__", "__all__"}.intersection(_names(node)))


def _is_simple(test: ast.expr) -> bool:
    """A condition in which no other fault turns it round."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)


def _is_whole_slice(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and not (node.lower or node.upper or node.step)


def _number(node: ast.AST) -> int | None:
    """The value of a whole number, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def _names(node: ast.AST) -> list[str]:
    """The names to which a statement gives a value."""
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return [
        name.id
        for target in targets
        if isinstance(target, ast.AST)
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]


def _children(node: ast.AST) -> Iterator[Spot]:
    for field, value in ast.iter_fields(node):
        # What calls and lambdas take is looked into; the bases and so on of a class are not.
        if field in SKIPPED and not isinstance(node, ast.Call | ast.Lambda):
            continue
        if isinstance(value, ast.AST):
            yield Spot(node, field)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield Spot(node, field, index)


def _lines(node: ast.AST) -> range:
    """The lines of a node; of a statement with others in it those before the others."""
    first = getattr(node, "lineno", 0)
    last = getattr(node, "end_lineno", None) or first
    body = getattr(node, "body", None)
    if isinstance(body, list) and body:
        last = max(first, body[0].lineno - 1)
    return range(first, last + 1)


def _header(node: ast.AST) -> str:
    """The source of a node in one line; of a statement with others in it its head."""
    if isinstance(node, ast.stmt) and isinstance(getattr(node, "body", None), list):
        node = copy.copy(node)
        for field in ("body", "orelse", "handlers", "finalbody", "decorator_list"):
            if hasattr(node, field):
                setattr(node, field, [ast.Pass()] if field == "body" else [])
        return ast.unparse(ast.fix_missing_locations(node)).split("\n")[0]
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
