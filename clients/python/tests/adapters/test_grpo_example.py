"""The example of GRPO in a short form: nothing is scripted, and rewards change the weights."""

import math

import pytest

pytest.importorskip("trl", reason="trl is not installed; `npm run test:adapters` installs it")

import torch

from .tiny_model import make_model


def test_a_random_transformer_is_rewarded_for_its_own_calls_and_changed_by_them(target, tmp_path):
    import train

    trainer = train.train(target, str(tmp_path), train.Settings(updates=2, group=4))
    updates = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(updates) == 2
    assert all(math.isfinite(entry["loss"]) and entry["tools/call_frequency"] > 0 for entry in updates)
    assert any(entry["reward"] != 0 and entry["reward_std"] > 0 and entry["grad_norm"] > 0 for entry in updates)
    untrained = make_model(trainer.processing_class).state_dict()
    assert not all(torch.equal(untrained[name], trained) for name, trained in trainer.model.state_dict().items())
