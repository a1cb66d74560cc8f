"""The samples of the README for trainers, with a tiny random model where one is asked for."""

import importlib
import json
import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"
SAMPLES = re.findall(r"```python\n(# pip install \S*\[([\w-]+)\](.*)\n[\s\S]*?)```", README.read_text())
LINES_MAX = 6
PACKAGES = {"gym": "stable_baselines3", "inspect": "inspect_ai", "skyrl": "skyrl_gym", "nemo-gym": "nemo_gym"}
ADAPTERS = {"trl", "verifiers", "inspect", "gym", "openenv", "ray", "skyrl", "nemo-gym", "verl"}


def _model(name, client, tmp_path):
    if name == "inspect":
        from .scripted_model import submitting_model

        return {"model": submitting_model()}
    if name == "trl":
        from trl import GRPOConfig

        from .tiny_model import save_random_model

        args = GRPOConfig(
            output_dir=str(tmp_path),
            use_cpu=True,
            bf16=False,
            per_device_train_batch_size=2,
            num_generations=2,
            max_completion_length=8,
            max_steps=1,
            report_to=[],
            save_strategy="no",
        )
        return {
            "model": save_random_model(tmp_path / "model", [json.dumps(client.list_tools("kubectl"), indent=1)]),
            "args": args,
        }
    return {}


@pytest.mark.parametrize(("code", "extra", "more"), SAMPLES, ids=[extra for _, extra, _ in SAMPLES])
def test_a_sample_of_the_readme_runs_and_is_short(code, extra, more, target, client, tmp_path, monkeypatch):
    package = PACKAGES.get(extra, extra)
    pytest.importorskip(package, reason=f"{package} is not installed; `npm run test:adapters` installs it")
    monkeypatch.chdir(tmp_path)
    lines = [line for line in code.splitlines() if line and not line.startswith(("#", "from ", "import "))]
    assert len(lines) <= LINES_MAX
    names = {"__name__": "sample", **_model(extra, client, tmp_path)}
    exec(compile(code.replace("localhost:50051", target), extra, "exec"), names)
    if extra == "ray":
        importlib.import_module("ray").shutdown()


def test_every_extra_of_the_adapters_has_a_sample():
    assert {extra for _, extra, _ in SAMPLES} == ADAPTERS
