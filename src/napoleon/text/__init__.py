"""The game in a terminal: a hot-seat table, maps and battlefields as text, replays."""

from napoleon.text.console import Console
from napoleon.text.files import FileError, load_game, read_text
from napoleon.text.hotseat import HotSeat
from napoleon.text.replaying import describe_file, replay_file, show_file
from napoleon.text.staff import TextStaff

__all__ = [
    "Console",
    "FileError",
    "HotSeat",
    "TextStaff",
    "describe_file",
    "load_game",
    "read_text",
    "replay_file",
    "show_file",
]
