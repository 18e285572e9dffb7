"""Two people, each with a browser, play a whole campaign by clicks."""

from __future__ import annotations

from tests.web.conftest import Welcome
from tests.web.playing import Robot, all_ended, play


def test_two_browsers_play_a_historical_game_to_its_end(welcome: Welcome) -> None:
    french, allied = welcome("french"), welcome("allied")
    french.begin({"french": "Me", "allied": "Open seat"})
    french.wait_until("the invitation is there", lambda seen: bool(seen["card"]))
    (link,) = french.invitations().values()
    allied.join(link)
    robots = [Robot(french, 1815), Robot(allied, 1769)]
    play(robots, all_ended, seconds=170)
    for robot in robots:
        print(robot.counts, robot.covered[:10], len(robot.covered))
