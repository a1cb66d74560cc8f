"""Draws the learning curve of runs: ``python examples/learn/plot.py learned-*/run.json learning.svg``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import mean
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "kubedrill"  # equal runs give equal files
from matplotlib import pyplot  # noqa: E402


def draw(runs: list[dict[str, Any]], path: Path) -> None:
    """Write the curve as SVG: success on held-out tasks by training episodes, each fault and their mean, over all runs.

    The band is from the least to the greatest mean of a run. All runs need the same settings but for the seed.
    """
    columns = list(zip(*(run["measurements"] for run in runs), strict=True))
    episodes = [points[0]["episodes"] for points in columns]
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for family in runs[0]["settings"]["families"]:
        means = [mean(point["by_family"][family] for point in points) for points in columns]
        axes.plot(episodes, means, linewidth=1, alpha=0.6, label=family)
    held_out = [[point["held_out"] for point in points] for points in columns]
    least, greatest = [min(values) for values in held_out], [max(values) for values in held_out]
    axes.fill_between(episodes, least, greatest, color="black", alpha=0.12, linewidth=0)
    axes.plot(episodes, [mean(values) for values in held_out], color="black", linewidth=2.5, label="mean")
    axes.set(xlabel="training episodes", ylabel="success on held-out tasks", ylim=(-0.02, 1.02))
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    *run_files, picture = sys.argv[1:]
    draw([json.loads(Path(file).read_text()) for file in run_files], Path(picture))
