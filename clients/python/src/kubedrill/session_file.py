"""Files of sessions, as SREArena and AIOpsLab leave one of each."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .ids import mint_episode_id

RESULTS = Path("data/results")
"""Folder of the files, where none is given."""


def write_session(
    folder: Path,
    *,
    agent: str,
    problem_id: str,
    trace: Sequence[Mapping[str, str]],
    results: Mapping[str, Any],
    started: float,
) -> None:
    """Write a session as JSON to a file of its own; what agents submit may be no JSON, and is then text or left out."""
    session_id = mint_episode_id()
    row = {
        "agent": agent,
        "session_id": session_id,
        "problem_id": problem_id,
        "start_time": started,
        "end_time": time.time(),
        "trace": trace,
        "results": results,
    }
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{session_id}_{int(started)}.json"
    file.write_text(json.dumps(row, indent=2, ensure_ascii=False, default=str, skipkeys=True), encoding="utf-8")
