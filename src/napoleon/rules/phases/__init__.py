"""The phases of the game, a chapter of the rulebook a module.

campaign (2) runs a turn; setup (4); movement (5); engagements (6.1) orders the fights; skirmish
(6.6); deployment (6.2); battle (6.3, 6.7) with morale (6.3.1), manoeuvre (6.3.2, 6.5), fire
(6.3.3), losses (6.4) and sight (6.2.4); retreat (7); supply (9); victory (10).
"""
