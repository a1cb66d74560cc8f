"""Files that hold a bearer token."""

from __future__ import annotations

from pathlib import Path


def read_token(path: str | Path | None) -> str | None:
    """Return the token in a file; None without one."""
    return None if path is None else Path(path).read_text().strip()


def token_path(path: str | Path | None) -> str | None:
    """Return the path as processes find it that work in other folders; None without one."""
    return None if path is None else str(Path(path).absolute())
