"""Draws the learning curve of a run: ``python examples/learn/plot.py learned/run.json docs/learning.svg``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "kubedrill"  # equal runs give equal files
from matplotlib import pyplot  # noqa: E402


def draw(run: dict[str, Any], path: Path) -> None:
    """Write the curve as SVG: success on held-out tasks by training episodes, each fault and their mean."""
    points = run["measurements"]
    episodes = [point["episodes"] for point in points]
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for family in run["settings"]["families"]:
        axes.plot(episodes, [point["by_family"][family] for point in points], linewidth=1, alpha=0.6, label=family)
    axes.plot(episodes, [point["held_out"] for point in points], color="black", linewidth=2.5, label="mean")
    axes.set(xlabel="training episodes", ylabel="success on held-out tasks", ylim=(-0.02, 1.02))
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2]))
