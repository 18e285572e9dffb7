"""Battlefields as text: own side at the bottom, left against right, secrets kept."""

from tests.text.playing import CHARLEROI, at

from napoleon.text.battlefield import draw_battle, draw_whole_battle


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_my_left_faces_his_right() -> None:
    lines = draw_battle(at(CHARLEROI).view("french").battles[0])
    assert lines[0] == "Battle of Charleroi, the French attack, round 1"
    assert lines[2].startswith("|ENEMY-RESERVE: 1 Prussian block")
    assert cells(lines[4]) == ["ENEMY-RIGHT (farm: PR-1-I1)", "ENEMY-CENTRE", "ENEMY-LEFT"]
    assert cells(lines[5]) == ["PR-1-I1 4F2", "PR-1-C 1F2", "PR-1-I2 4F2"]
    assert cells(lines[6]) == ["", "> FR-3-I1 2F2", ""]
    assert lines[7].count("stream") == 1
    assert lines[7].index("stream") in range(33, 64)
    assert cells(lines[8]) == ["LEFT (woods)", "CENTRE", "RIGHT"]
    assert cells(lines[9]) == ["FR-2-I1 4F2", "FR-2-A 3F1", "FR-2-I2 3F2"]
    assert lines[-2].startswith("|RESERVE: FR-C1 3F2")


def test_the_other_side_sees_it_turned_round() -> None:
    lines = draw_battle(at(CHARLEROI).view("allied").battles[0])
    assert cells(lines[4]) == ["ENEMY-RIGHT", "ENEMY-CENTRE", "ENEMY-LEFT (woods)"]
    assert cells(lines[5]) == ["FR-2-I2 3F2", "FR-2-A 3F1", "1 French block"]
    assert cells(lines[8]) == ["LEFT", "CENTRE", "RIGHT (farm: PR-1-I1)"]
    assert cells(lines[10]) == ["", "> FR-3-I1 2F2", ""]


def test_lines_are_equally_long() -> None:
    for seat in ("french", "allied", None):
        lines = draw_battle(at(CHARLEROI).view(seat).battles[0], seat is not None)
        assert {len(line) for line in lines[1:]} == {97}


def test_a_spectator_sees_two_sides_and_no_secrets() -> None:
    text = "\n".join(draw_battle(at(CHARLEROI).view(None).battles[0], False))
    assert "FRENCH LEFT (woods)" in text
    assert "ALLIED RESERVE: 1 Prussian block" in text
    assert "ENEMY" not in text
    assert "FR-2-I1" not in text
    assert "FR-C1" not in text


def test_the_referee_sees_everything() -> None:
    game = at(CHARLEROI)
    french, allied = game.view("french").battles[0], game.view("allied").battles[0]
    text = "\n".join(draw_whole_battle(french, allied))
    assert "ALLIED RESERVE: PR-1-A 4F1" in text
    assert "FRENCH RESERVE: FR-C1 3F2" in text
    assert "ALLIED RIGHT (farm: PR-1-I1)" in text


def test_marks_are_written() -> None:
    game = at(CHARLEROI)
    game.play("french", "square FR-2-I2")
    text = "\n".join(draw_battle(game.view("french").battles[0]))
    assert "FR-2-I2 3F2 acted square" in text
