"""``python -m napoleon.ai.worker``: read letters, answer them, until the input ends."""

from napoleon.ai.worker.worker import main

main()
