"""Binding the address that the server listens at, and what people are told if that fails."""

from __future__ import annotations

import errno
import socket
import sys
from typing import Final

BACKLOG: Final = 2048  # callers that wait until a process takes them


class CannotListen(Exception):
    """The server cannot listen at the address it was given; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port` (0: any free port), and that child
    processes inherit.

    Raises CannotListen: the port is in use or not allowed, or the host is not of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # On Windows SO_REUSEADDR would let two servers take the same port.
        is_windows = sys.platform == "win32"
        option = "SO_EXCLUSIVEADDRUSE" if is_windows else "SO_REUSEADDR"
        listener.setsockopt(socket.SOL_SOCKET, getattr(socket, option), 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise CannotListen(_explain(host, port, error)) from error
    listener.set_inheritable(True)
    return listener


def _explain(host: str, port: int, error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return f"There is no address {host!r}: name one of this machine with --host."
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use, perhaps by another Napoléon:"
            " stop that one, or choose another port with --port (0: any free one)."
        )
    if error.errno == errno.EACCES:
        return f"This user may not listen at port {port}: choose one from 1024 on with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine: name another with --host."
    return f"Cannot listen at {host}, port {port}: {error.strerror or error}."
