"""Play: ``python3 scripts/play.py``. Makes the environment on first use.

Whatever follows goes to the ``napoleon`` command; alone, it is ``napoleon play``.
"""

import sys

from environment import Environment, hand_over, stop

if __name__ == "__main__":
    environment = Environment()
    try:
        environment.prepare("site" if sys.argv[1:2] == ["site"] else "play")
    except KeyboardInterrupt:
        stop("", "Stopped; the next run begins the installation again.")
    hand_over([environment.napoleon, *(sys.argv[1:] or ["play"])])
