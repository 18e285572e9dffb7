"""Settings that every test shares."""

import pytest
from hypothesis import settings

# A busy machine is not a bug: no example is timed.
settings.register_profile("napoleon", deadline=None, print_blob=True)
settings.load_profile("napoleon")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the browser tests find their games."""
    parser.addoption(
        "--home",
        choices=("server", "site"),
        default="server",
        help="browser tests play on a server, or in a site without one",
    )
    parser.addoption(
        "--whole", action="store_true", help="browser tests in every language and window"
    )
