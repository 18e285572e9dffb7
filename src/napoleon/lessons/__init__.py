"""Lessons: the game taught at the table, a file a lesson, played by the real rules.

>>> from napoleon.lessons import lessons
>>> [lesson.id for lesson in lessons()][:2]
['marches', 'roads']
"""

from napoleon.lessons.conditions import Condition, Deed
from napoleon.lessons.playing import NEXT, Course, Illegal, Remark
from napoleon.lessons.reading import (
    LANGUAGES,
    Campaign,
    Lesson,
    LessonError,
    Nudge,
    Point,
    Step,
    Texts,
    lessons,
    parse_lesson,
    voice,
)

__all__ = [
    "LANGUAGES",
    "NEXT",
    "Campaign",
    "Condition",
    "Course",
    "Deed",
    "Illegal",
    "Lesson",
    "LessonError",
    "Nudge",
    "Point",
    "Remark",
    "Step",
    "Texts",
    "lessons",
    "parse_lesson",
    "voice",
]
