"""Bearer tokens, and the files that hold them."""

from __future__ import annotations

import os
from pathlib import Path

from .target import is_local, port_of


class TokenSource:
    """The token that a client shows: a given one, or that of a file, which is read again when a server refuses it.

    Args:
        target: address of the server; it says where a server of this user on this machine has written its token.
        token: the token itself; an empty one is none. None: that of a file.
        path: the file. None: that of such a server, if there is one.

    Raises:
        OSError: a named file cannot be read, at the first call.
    """

    def __init__(self, target: str, token: str | None, path: str | Path | None) -> None:
        self._target = target
        self._path = path
        self._is_fixed = token is not None
        self._token: str | None = token or None
        self._is_read = self._is_fixed

    def token(self, target: str | None = None) -> str | None:
        """Return the token to show; None: none. ``target`` is the address where it is known better."""
        if not self._is_read:
            self._target = target or self._target
            self._token, self._is_read = self._read(), True
        return self._token

    def renew(self, refused: str | None) -> bool:
        """Read the file again after a token was refused; return True if another one may be tried.

        A token that nobody named and that no server takes is of a server that is gone, so it is left out.
        """
        if self._is_fixed:
            return False
        if self._token == refused:
            self._token = self._read()
            if self._token == refused and self._path is None:
                self._token = None
        return self._token != refused

    def _read(self) -> str | None:
        if self._path is not None:
            return read_token(self._path)
        path = _own_token_file(self._target)
        try:
            return None if path is None else read_token(path)
        except OSError:
            return None


def read_token(path: str | Path | None) -> str | None:
    """Return the token in a file; None without one."""
    return None if path is None else Path(path).read_text().strip()


def token_path(path: str | Path | None) -> str | None:
    """Return the path as processes find it that work in other folders; None without one."""
    return None if path is None else str(Path(path).absolute())


def _own_token_file(target: str) -> Path | None:
    """Return the file in which a server of this user on this machine keeps its token; None: the target is elsewhere."""
    port = port_of(target)
    if port is None or not is_local(target):
        return None
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "kubedrill" / "tokens" / port
