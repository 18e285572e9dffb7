"""Exercises in the browser. Nothing is kept here: the client sends all that it has played so far,
and the same dice fall again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any, cast

import msgspec

from napoleon.ai.advice.exercises import EXERCISES, Exercise, judge, read_ease
from napoleon.ai.worker.letters import Correspondence
from napoleon.rules import Action, Game, RuleError
from napoleon.rules.board.tables import SHIPPED, lay
from napoleon.rules.board.towns import TOWN_IDS
from napoleon.rules.words.language import N_, Language
from napoleon.rules.words.prompts import tell_action
from napoleon.server import texts
from napoleon.server.computers.asking import NoAnswer
from napoleon.server.http.messages import (
    MOST_TRIED,
    ExerciseInfo,
    ExerciseState,
    ExerciseWhy,
    MarshalAnswer,
    Question,
    Try,
    Verdict,
)
from napoleon.server.live.host import Host
from napoleon.server.reasons import why
from napoleon.server.refusals import Refused
from napoleon.server.table.state_messages import StateMessages
from napoleon.server.table.view_json import view_message
from napoleon.server.table.view_message import Seat

MASTER = "marshal"
MARCH_TOGETHER = N_("March to {town}: {parts}")
FROM_TOWN = N_("{count} from {town}")
_BY_ID = {exercise.id: exercise for exercise in EXERCISES}
_masters: dict[str, asyncio.Future[tuple[list[str], bool]]] = {}


class _NotYet(Exception):
    """The answer is not complete: the game stands where the seat has to decide."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


def find(name: str) -> Exercise:
    """An exercise by its id."""
    exercise = _BY_ID.get(name)
    if exercise is None:
        raise Refused("not-found", N_("there is no such exercise"))
    return exercise


def attempt(exercise: Exercise, actions: list[str]) -> tuple[Game, bool | None]:
    """The game after these actions, and whether the answer is right; None if it goes on."""
    try:
        left = [Action.parse(text) for text in actions]
    except RuleError as error:
        raise Refused("bad-request", error.message) from error
    seen: list[Game] = []

    def choose(game: Game, seat: str) -> int:
        if not left:
            raise _NotYet(game)
        action = left.pop(0)
        if action not in game.legal(seat):
            raise Refused("illegal", N_("this is not allowed now"))
        seen[:] = [game]
        return action.code

    try:
        is_right = judge(exercise, choose)
    except _NotYet as more:
        return more.game, None
    game = seen[0]
    if exercise.judge["kind"] == "action":
        # The judge looks at the choice alone; the client shows what comes of it.
        game.play(exercise.seat, actions[0])
    return game, is_right


def show(exercise: Exercise, data: Try) -> ExerciseState:
    """The `state` of docs/protocol.md, and the verdict once there is one."""
    lang = texts.choose_language(data.lang)
    game, is_right = attempt(exercise, data.actions)
    parts = state_parts(
        game, exercise.seat, len(data.actions), data.since, lang, is_closed=is_right is not None
    )
    return ExerciseState(**parts, verdict=_verdict(exercise, is_right, lang))


def state_parts(
    game: Game, seat: str, played: int, since: int, lang: str, *, is_closed: bool
) -> dict[str, Any]:
    """Not a table of its own, but the same message as there; all actions can be taken back."""
    messages = StateMessages(game, played, [])
    if is_closed:
        messages.close()
    first = messages.first_new(seat, since, played)
    view = game.view(seat)
    view.can_undo = played > 0 and not is_closed
    parts = msgspec.structs.asdict(messages.message(seat, lang, first, []))
    parts["view"] = view_message(view)
    return parts


def _verdict(exercise: Exercise, is_right: bool | None, lang: str) -> Verdict | None:
    if is_right is None:
        return None
    language = texts.language(lang)
    answer = tell_steps(exercise, exercise.right, language)
    return Verdict(is_right, language.say(exercise.explanation), answer)


def tell_steps(exercise: Exercise, actions: Sequence[str], language: Language) -> list[str]:
    """What was done, in words; those who go to one town one after the other are one step."""
    game, _ = attempt(exercise, [])
    towns = {unit.id: unit.town for unit in game.view(exercise.seat).units}
    steps: list[str] = []
    parsed = [Action.parse(text) for text in actions]
    for goal, run in groupby(parsed, lambda action: action.town if _is_march(action) else None):
        together = list(run)
        if goal is None or len(together) < 2:
            steps += [tell_action(action, language) for action in together]
        else:
            starts = Counter([towns[action.unit or ""] for action in together])
            parts = [
                language.say(FROM_TOWN).format(count=count, town=_town(start, language))
                for start, count in starts.items()
            ]
            label = language.say(MARCH_TOGETHER)
            steps.append(label.format(town=_town(goal, language), parts=", ".join(parts)))
        towns.update({action.unit or "": goal for action in together if _is_march(action)})
    return steps


def _is_march(action: Action) -> bool:
    return action.verb in ("march", "force")


def _town(town: str | None, language: Language) -> str:
    return language.town(TOWN_IDS.index(town)) if town is not None else "?"


async def master(hall: Host, exercise: Exercise) -> tuple[list[str], bool]:
    """What the marshal would do, and whether that is right; thought of once."""
    known = _masters.get(exercise.id)
    if known is None or (known.done() and (known.cancelled() or known.exception())):
        known = asyncio.ensure_future(_think(hall, exercise))
        _masters[exercise.id] = known
    return await asyncio.shield(known)


async def _think(hall: Host, exercise: Exercise) -> tuple[list[str], bool]:
    letters = Correspondence(f"exercise {exercise.id}", exercise.seat, MASTER, 1)
    actions: list[str] = []
    while len(actions) < MOST_TRIED:
        game, is_right = attempt(exercise, actions)
        if is_right is not None:
            return actions, is_right
        reply = await hall.computers.pool.ask(letters.write(game))
        if reply.is_behind:
            letters.start_again()
            continue
        lay(SHIPPED)  # a game on another board may have been played meanwhile
        actions.append(str(Action(reply.code)))
    raise NoAnswer(f"exercise {exercise.id}: the marshal does not come to an end")


def list_exercises(lang: str) -> list[ExerciseInfo]:
    """All exercises, from easy to hard."""
    language = texts.language(texts.choose_language(lang))
    return [
        ExerciseInfo(
            id=exercise.id,
            theme=exercise.theme,
            seat=cast("Seat", exercise.seat),
            task=language.say(exercise.task),
            view=towns,
            ease=ease,
        )
        for exercise, towns, ease in _easy_first()
    ]


@cache
def _easy_first() -> list[tuple[Exercise, list[str], int]]:
    ease = read_ease()
    found = [(exercise, exercise.towns(), ease[exercise.id]) for exercise in EXERCISES]
    return sorted(found, key=lambda one: -one[2])


def explain(game: Game, seat: str, asked: str, lang: str) -> ExerciseWhy:
    """Why an action is not allowed, or why a unit can do nothing, if that is so."""
    language = texts.language(texts.choose_language(lang))
    refusal = why(game, seat, asked, language)
    return ExerciseWhy(True) if refusal is None else ExerciseWhy(False, refusal.rule, refusal.text)


def why_not(name: str, data: Question) -> ExerciseWhy:
    """Why an action is not allowed in an exercise."""
    exercise = find(name)
    game, _ = attempt(exercise, data.actions)
    return explain(game, exercise.seat, data.action, data.lang)


async def ask_marshal(hall: Host, name: str, lang: str) -> MarshalAnswer:
    """What the marshal would do, in words."""
    exercise = find(name)
    try:
        actions, is_right = await master(hall, exercise)
    except NoAnswer as problem:
        raise Refused("no-answer", N_("The staff has no answer to that.")) from problem
    language = texts.language(texts.choose_language(lang))
    return MarshalAnswer(tell_steps(exercise, actions, language), is_right)
