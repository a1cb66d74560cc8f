"""Sets of real servers that share their names, as one would run them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .conftest import Server

KEY = "00112233445566778899aabbccddeeff" * 2


def start_fleet(serve: Callable[..., Server], folder: Path, count: int, *arguments: str) -> list[Server]:
    """Start servers with one key and one file of tokens."""
    key, tokens = folder / "task-key", folder / "tokens"
    for path, text in ((key, KEY), (tokens, "trainer 0123456789abcdef0123 train")):
        path.write_text(f"{text}\n")
        path.chmod(0o600)
    shared = ("--threads", "1", "--task-key-file", str(key), "--client-tokens", str(tokens), *arguments)
    return [serve(*shared) for _ in range(count)]


def target_of(servers: list[Server]) -> str:
    """Return the target that stands for all of them."""
    return ",".join(server.address for server in servers)
