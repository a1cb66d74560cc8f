import math

import pytest

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed; `npm run test:adapters` installs it")

from inspect_ai import eval
from inspect_ai.model import ModelOutput, get_model

import kubedrill
from kubedrill.inspect import incidents

from .scripted_model import MODEL


def _call(name, **arguments):
    return ModelOutput.for_tool_call(MODEL, name, arguments)


def _run(task, *outputs, folder):
    model = get_model(MODEL, memoize=False, outputs=outputs)
    (log,) = eval(task, model=model, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def test_an_incident_is_played_with_its_tools_and_scored_by_component(target, tmp_path):
    outputs = [
        _call("kubectl", command="get pods"),
        _call("submit_diagnosis", root_causes=[{"resource": "service/x", "fault_type": "scale-to-zero"}]),
        _call("submit_mitigation"),
    ]
    log = _run(incidents(target, 1, seed=3), *outputs, folder=tmp_path)
    (sample,) = log.samples
    roles = [message.role for message in sample.messages]
    assert roles == ["system", "user", *["assistant", "tool"] * 3]
    assert "Step 1 done" in sample.messages[3].text
    assert "diagnosis is submitted" in sample.messages[5].text
    score = sample.scores["_graded"]
    assert set(score.value) == {"score", "success"}
    assert sum(score.metadata["components"].values()) == pytest.approx(score.value["score"])
    assert score.explanation == "AGENT_SUBMITTED"


def test_a_task_is_evaluated_again(target, tmp_path):
    task = incidents(target, 1, seed=3)
    scores = [
        _run(task, _call("submit_mitigation"), folder=tmp_path).samples[0].scores["_graded"].value for _ in range(2)
    ]
    assert scores[0] == scores[1]


def test_an_agent_that_only_talks_has_stopped(target, tmp_path):
    log = _run(incidents(target, 1, seed=3), ModelOutput.from_content(MODEL, "All is well."), folder=tmp_path)
    assert log.samples[0].scores["_graded"].explanation == "AGENT_STOPPED"


def test_a_lost_world_leaves_its_sample_unscored(target, tmp_path, monkeypatch):
    from kubedrill.chat import AsyncChat

    call = AsyncChat.call

    async def lose(chat, calls):
        await chat.close()
        return await call(chat, calls)

    monkeypatch.setattr(AsyncChat, "call", lose)
    log = _run(incidents(target, 1, seed=3), _call("kubectl", command="get pods"), folder=tmp_path)
    (sample,) = log.samples
    assert "over" in sample.messages[3].text
    assert math.isnan(sample.scores["_graded"].value)


def test_models_see_no_spoiler(target, tmp_path):
    log = _run(incidents(target, 1, seed=4), _call("submit_mitigation"), folder=tmp_path)
    (sample,) = log.samples
    uri = sample.metadata["spoilers"]["task_uri"]
    assert uri.startswith("kubedrill://")
    assert not any("kubedrill://" in message.text for message in sample.messages)
    assert kubedrill.__version__ not in sample.input
