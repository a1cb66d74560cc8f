"""Scalars of training runs, and the code of docs/trainers.md that writes them."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import kubedrill
from kubedrill.reward_log import RewardLog

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "trainers.md"
URI = "kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo"


def test_scalars_are_means_by_component_and_by_fault_since_they_were_last_taken() -> None:
    log = RewardLog()
    log.add(1.0, {"mitigation": 0.75, "diagnosis": 0.25}, success=True, task_uri=URI)
    log.add(0.5, {"mitigation": 0.5}, success=False)
    log.add(None, {})
    assert log.take() == {
        "episodes/count": 3.0,
        "episodes/invalid": pytest.approx(1 / 3),
        "episodes/success": 0.5,
        "rewards/diagnosis": 0.25,
        "rewards/mitigation": 0.625,
        "rewards/scale-to-zero/diagnosis": 0.25,
        "rewards/scale-to-zero/mitigation": 0.75,
        "rewards/scale-to-zero/total": 1.0,
        "rewards/total": 0.75,
    }
    assert log.take() == {"episodes/count": 0.0}


def test_an_episode_is_graded_with_the_components_that_add_up_to_its_score(server, task) -> None:
    log = RewardLog()
    with (
        kubedrill.connect(server.address, token=server.token) as client,
        client.reset(seed=7, task=task) as episode,
    ):
        episode.step("kubectl get pods")
        log.add_episode(episode)
    scalars = log.take()
    parts = [value for name, value in scalars.items() if re.fullmatch(r"rewards/(?!total)[\w-]+", name)]
    assert sum(parts) == pytest.approx(scalars["rewards/total"])
    assert scalars["rewards/service-selector-mismatch/total"] == scalars["rewards/total"]
    assert (scalars["episodes/success"], scalars["episodes/invalid"]) == (0.0, 0.0)


# Doubles stand for the two packages: what they are told is what is looked at.
@pytest.mark.parametrize("framework", ["tensorboard", "wandb"])
def test_the_code_of_the_guide_writes_curves(monkeypatch: pytest.MonkeyPatch, target: str, framework: str) -> None:
    written: list[tuple[str, float, int]] = []
    writer = SimpleNamespace(add_scalar=lambda *scalar: written.append(scalar))
    run = SimpleNamespace(log=lambda scalars, step: written.extend((*scalar, step) for scalar in scalars.items()))
    for name in ("torch", "torch.utils"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", SimpleNamespace(SummaryWriter=lambda _: writer))
    monkeypatch.setitem(sys.modules, "wandb", SimpleNamespace(init=lambda project: run))
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.M | re.S)
    (code,) = [block for block in blocks if framework in block]
    exec(code.replace("localhost:50051", target).replace("range(100)", "range(2)"), {})
    names = {name for name, _, _ in written}
    assert {"rewards/total", "rewards/mitigation", "episodes/success", "episodes/count"} <= names
    assert {step for _, _, step in written} == {0, 1}
    assert all(value == 8.0 for name, value, _ in written if name == "episodes/count")
