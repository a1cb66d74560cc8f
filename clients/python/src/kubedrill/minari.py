"""Minari: the episodes of ``kubedrill dataset`` as a local Minari dataset.

``python -m kubedrill.minari FOLDER DATASET_ID`` converts the native files of a folder, for ``minari.load_dataset``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from minari import MinariDataset, create_dataset_from_buffers
from minari.data_collector import EpisodeBuffer

from .gym.outcome import ENV_ID
from .gym.spaces import SECONDS_MAX, STEPS_MAX

_MS_PER_S = 1000.0


def write(folder: str | Path, dataset_id: str) -> MinariDataset:
    """Write the valid episodes of a folder of ``kubedrill dataset`` as the local Minari dataset ``dataset_id``.

    An episode of T steps has T+1 observations of the spaces of ``kubedrill/Incident-v0``, T actions as the texts that
    do the same again there, and rewards that sum to its return. Infos hold digests of states, and the logarithm of the
    probability with which an action was chosen: ``log_prob``, NaN where it is not known.

    Args:
        folder: folder of ``kubedrill dataset``.
        dataset_id: ``(namespace/)(environment/)name-vN``, such as ``kubedrill/incident/expert-v0``.

    Raises:
        ValueError: no episode of the folder has a valid score.
    """
    episodes = [episode for episode in _read(Path(folder)) if "return" in episode and episode["steps"]]
    if not episodes:
        raise ValueError(f"{folder} holds no episode with a valid score")
    policies = sorted({episode["behaviour"]["name"] for episode in episodes})
    provenance = episodes[0]["provenance"]
    return create_dataset_from_buffers(
        dataset_id,
        [_buffer(episode) for episode in episodes],
        env=ENV_ID,
        algorithm_name=",".join(policies),
        author="kubedrill",
        description=f"Episodes of an SRE agent in kubedrill {provenance['server_version']}. License: Apache-2.0.",
        requirements=[f"kubedrill[gym]=={provenance['server_version']}"],
    )


def _read(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("trajectories-*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines)


def _buffer(episode: dict[str, Any]) -> EpisodeBuffer:
    steps, ending = episode["steps"], episode["ending"]
    sights = [episode["initial"], *steps]
    count = len(steps)
    rewards = [step["reward"] for step in steps]
    rewards[-1] += episode.get("final", {}).get("reward", 0.0)
    return EpisodeBuffer(
        seed=None,  # Gymnasium's seeds have fewer bits than those of episodes
        options={"task": episode["task"]["uri"], "seed": episode["seed"], "policy": episode["behaviour"]["name"]},
        observations={
            "text": [_text(sight) for sight in sights],
            "budget": np.stack([_budget(episode["limits"], i, sight) for i, sight in enumerate(sights)]),
        },
        actions=[_action(step["actions"]) for step in steps],
        rewards=rewards,
        terminations=_flag_last(count, ending["terminated"]),
        truncations=_flag_last(count, ending["truncated"]),
        infos={
            "state_digest": [sight["state_digest"] for sight in sights],
            "log_prob": np.array([np.nan, *(_log_prob(step["actions"]) for step in steps)]),
        },
    )


def _text(sight: dict[str, Any]) -> str:
    return next((str(view.get("text", "")) for view in sight["observation"]["views"] if view["name"] == "text"), "")


def _budget(limits: dict[str, float], done: int, sight: dict[str, Any]) -> Any:
    steps = limits.get("max_steps", STEPS_MAX) - done
    seconds = (limits.get("max_virtual_ms", SECONDS_MAX * _MS_PER_S) - sight["virtual_time_ms"]) / _MS_PER_S
    return np.array([min(steps, STEPS_MAX), min(max(seconds, 0.0), SECONDS_MAX)], dtype=np.float32)


def _action(actions: Iterable[dict[str, Any]]) -> str:
    texts = [action["text"] if action["kind"] == "text" else json.dumps(_call(action)) for action in actions]
    return texts[0] if len(texts) == 1 else f"[{','.join(texts)}]"


def _call(action: dict[str, Any]) -> dict[str, Any]:
    if action["kind"] == "wait":
        return {"name": "wait", "arguments": {"seconds": action["wait_ms"] / _MS_PER_S}}
    written = action.get("arguments_json", "{}")
    try:
        return {"name": action["name"], "arguments": json.loads(written)}
    except ValueError:
        return {"name": action["name"], "arguments": written}


def _log_prob(actions: Iterable[dict[str, Any]]) -> float:
    return float(sum(action.get("behavior_logprob", np.nan) for action in actions))


def _flag_last(count: int, flag: bool) -> list[bool]:
    return [flag and i == count - 1 for i in range(count)]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m kubedrill.minari", description="Converts a folder.")
    parser.add_argument("folder", help="folder of `kubedrill dataset`")
    parser.add_argument("dataset_id", help="such as kubedrill/incident/expert-v0")
    arguments = parser.parse_args()
    written = write(arguments.folder, arguments.dataset_id)
    print(f"{written.total_episodes} episodes, {written.total_steps} steps: {arguments.dataset_id}")


if __name__ == "__main__":
    main()
