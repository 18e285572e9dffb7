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
  new           A new game of a scenario: one of those that `scenarios()` lists.
  from_position A game that begins from a position (docs/notation.md).
  replay        The game of a record.
  copy          An independent copy, cheap however long the game.
  suppose       This game as a seat may suppose it to be, from a guess that agrees with its sketch.
  still         The game as it is now, only to be looked at.

The decision
  turn          The turn, 1 to 23; 0 during set-up.
  stage         What is being decided, in one word (docs/notation.md).
  town          The town whose fight is being decided.
  to_act        The seats that may act now.
  legal         The actions offered to a seat, in a fixed order; empty if it is not to act.
  why_not       None if the action is legal, else the reason and the rule section.
  why_idle      None if a unit can do something, else why it cannot and the rule section.
  play          Check an action, carry it out, and return what happened.
  undo          Take back the last action, if it was this seat's and no die or reveal came since.
  can_undo      Whether the last action can be taken back.
  take_back     Go back by so many actions of this turn, dice or not, where players agree upon it.
  seal          Let nothing be undone that was played so far.
  sealed_moves  How many moves only a `seal` keeps from being undone; 0: none.
  since_last_of How many actions of this turn have to go for a seat's last ones to go.
  use_dice      From now on, roll these.
  die_asked     The sides of the next die, should an action be played and these dice fall; 0: none.
  resign        Give the campaign up for a seat's side, whoever is to act: the other side has won.
  resigned      None, or a seat of the side that has given the game up.
  expire        The same for a side whose time is over: whoever keeps a clock says so.
  expired       None, or a seat of the side that has lost because its time was over.
  firepowers    What a die must not pass in each of the shots offered to a seat (3.5, 6.3.3).
  result        None, or who won and why.

What a seat may know
  view          What a seat may know; None: what everybody may know.
  shared_view   The same for those who only read it: its parts are shared with other views.
  sketch        What a seat may know, as a state in which unseen blocks are dealt in a fixed order.
  sightings     The enemy units that a seat has seen, each as it was last seen.
  observe       What a seat may know, as a row of small numbers (docs/research.md).
  events_for    What a seat (None: a spectator) may know of the events from an index on.

The game as it was agreed, and as text
  scenario      The set-up of the campaign: "historical" or "free".
  board         The board that it is played on.
  options       What was agreed before the game.
  seats         The seats of this game.
  position      The whole position as text; `from_position` reads it back to the same.
  record        The whole game as text (docs/notation.md).
  start         The position from which the game began, "" for a new game.
  start_dice    Dice rolled before the first decision.
  seed          The seed of the dice that the game got because it was given none, else None.
  moves         What was played, for records.
  last_move     What was played last, with its dice; None before the first move.
  notice        What replay had to leave out, or None.

For referees and tests: the whole truth
  truth         The whole truth as it stands now; never for players.
  where         The truth about where a unit is: a town, "lost", or None.
  strength      The truth about the strength of a unit.
  area          The truth about the area of a battlefield in which a unit stands.
  marks         The truth about the marks of a unit.
  losses        How many units an army has lost, which everybody may know.
  events        Everything that happened, for the referee.
  event_count   How many events there are.
  state         The state itself, for the engine's own tools; never for players.
"""
