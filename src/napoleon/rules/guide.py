"""What `help(Game)` says: the compiled build keeps the signatures of methods, but not their words.

`tests/rules/test_guide.py` holds every line against the docstring that it repeats.
"""

from __future__ import annotations

from typing import Final

GUIDE: Final = """\
A game of Napoléon 1815: who may act, what is offered, what happened, who may know it.

    game = Game.new(dice=SeededDice(1815))
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])

An action is an `Action` or its text ("march FR-2-I1 binche"), a seat a `Seat` or its name. What is
not allowed raises an `IllegalAction` with its rule. docs/notation.md has all actions and positions.

Beginning
  new           Begin a new game of a scenario: one of those that `scenarios()` lists.
  from_position Begin a game from a position (docs/notation.md).
  replay        Play a record again, and return its game.
  copy          Return an independent copy: cheap, however long the game.
  suppose       Return the game as a seat may suppose it, from a guess that agrees with its sketch.
  still         Return the game as it is now, for reading only.

The decision
  turn          The turn, 1 to 23; 0 during set-up.
  stage         What is being decided, in one word (docs/notation.md).
  town          The town whose fight is being decided.
  to_act        The seats that may act now.
  legal         Return the actions offered to a seat, in a fixed order; empty if it is not to act.
  why_not       Return None if the action is legal, else the reason and the rule section.
  why_idle      Return None if a unit can do something, else the reason and the rule section.
  play          Check an action, carry it out, and return what happened.
  undo          Take back the last action, if it was this seat's and no die or reveal came since.
  can_undo      Whether the last action can be taken back with `undo`.
  may_undo      Return whether `undo` would take back an action of this seat.
  take_back     Go back by so many actions of this turn, dice or not, where players agree upon it.
  seal          Keep all that was played so far from being undone.
  sealed_moves  How many moves only a `seal` keeps from being undone; 0: none.
  since_last_of Return how many actions of this turn go back if a seat's last ones do.
  use_dice      Roll these dice from now on.
  die_asked     Return the sides of the next die if an action is played, 0 if no more is rolled.
  resign        End the game: the side of this seat gives up, and the other has won.
  resigned      A seat of the side that has given up, or None.
  expire        End the game: the time of this seat's side is over, and the other side has won.
  expired       A seat of the side whose time was over, or None.
  firepowers    Return what a die must not pass in each of the shots offered to a seat (3.5, 6.3.3).
  result        Who won and why, or None while the game is not over.

What a seat may know
  view          Return what a seat may know; for None what everybody may know.
  shared_view   Return what `view` does, for reading only: its parts are shared with other views.
  sketch        Return what a seat may know, as a state with unseen blocks dealt in a fixed order.
  sightings     Return the enemy units that a seat has seen, each as it was last seen.
  observe       Return what a seat may know, as a row of small numbers (docs/research.md).
  svg           Return a picture as an SVG document, `width` pixels wide.
  events_for    Return what a seat (None: a spectator) may know of the events from an index on.

The game as it was agreed, and as text
  scenario      The set-up of the campaign: "historical" or "free".
  board         The board that it is played on.
  options       What was agreed before the game.
  seats         The seats of this game.
  position      Return the whole position as text; `from_position` reads it back to the same.
  record        Return the whole game as text: a record (docs/notation.md).
  start         The position from which the game began, "" for a new game.
  start_dice    Dice rolled before the first decision.
  seed          The seed of the dice that the game got because it was given none, else None.
  moves         What was played, for records.
  last_move     What was played last, with its dice; None before the first move.
  notice        What replay had to leave out, or None.

For referees and tests: the whole truth
  truth         The whole truth as it stands now; never for players.
  where         Return the truth about where a unit is: a town, "lost", or None.
  strength      Return the truth about the strength of a unit.
  area          Return the truth about the area of a battlefield in which a unit stands.
  marks         Return the truth about the marks of a unit.
  losses        Return how many units an army has lost, which everybody may know.
  events        Everything that happened, for the referee.
  event_count   How many events there are.
  state         The state itself, for the engine's own tools; never for players.
"""
