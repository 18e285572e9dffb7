"""``python -m napoleon``: the command line."""

import sys

from napoleon.cli import main

if __name__ == "__main__":
    sys.exit(main())
