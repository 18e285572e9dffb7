"""How the package is built: setuptools, and mypy too when NAPOLEON_COMPILE=1.

A plain build needs no mypy. pyproject.toml cannot say "only then"; a backend can.
"""

import os
import tomllib
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def get_requires_for_build_wheel(
    config_settings: dict[str, str | list[str] | None] | None = None,
) -> list[str]:
    """What must be there besides build-system.requires."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    if os.environ.get("NAPOLEON_COMPILE") != "1":
        return needed
    # A front end runs this in the folder of pyproject.toml.
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    return [*needed, *project["dependency-groups"]["compile"]]
