import asyncio
import gc
import json
import math

import pytest

pytest.importorskip("trl", reason="trl is not installed; `npm run test:adapters` installs it")

from datasets import Dataset
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer

import kubedrill
from kubedrill.trl import component, dataset, env_factory

from .tiny_model import call, make_scripted_model, make_tokenizer

ANSWER = {"resource": "service/frontend", "fault_type": "service-selector-mismatch"}


def _rows(target, task):
    (row,) = dataset(target, 1, seed=1).to_list()
    return [{**row, "seed": "7", "group_id": f"g{at}", "spoilers": {"task_uri": task}} for at in range(2)]


def _train(tmp_path, environments, rows, script):
    probe = environments()
    tools = [get_json_schema(getattr(probe, name)) for name in dir(probe) if _is_tool(probe, name)]
    corpus = [json.dumps(tools, indent=1), rows[0]["prompt"][0]["content"], probe.reset(**rows[0])]
    tokenizer = make_tokenizer(corpus)
    config = GRPOConfig(
        output_dir=str(tmp_path),
        use_cpu=True,
        bf16=False,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=4096,
        max_steps=2,
        learning_rate=1e-2,
        logging_steps=1,
        report_to=[],
        save_strategy="no",
    )
    trainer = GRPOTrainer(
        model=make_scripted_model(tokenizer, script),
        processing_class=tokenizer,
        args=config,
        train_dataset=Dataset.from_list(rows),
        environment_factory=environments,
    )
    trainer.train()
    return trainer


def _is_tool(environment, name):
    return callable(getattr(environment, name)) and not name.startswith("_") and name not in ("reset", "get_reward")


def test_a_group_starts_equal_and_its_rewards_reach_the_gradient(target, task, tmp_path):
    """Half of the group looks and names the fault, the other half says that nothing is wrong."""

    def script(text, row):
        if "Your diagnosis is submitted" in text:
            return "Done."
        if row % 2 == 0 and "get services" not in text:
            return call("kubectl", command="get services")
        return call("submit_diagnosis", root_causes=[ANSWER] if "get services" in text else [])

    environments = env_factory(target, reward_profile="diagnosis-only", tool_profile="kubectl")
    trainer = _train(tmp_path, environments, _rows(target, task), script)
    digests = {one._rollout.chat.episode.start.state_digest for one in trainer.environments}
    assert len(trainer.environments) == 4
    assert len(digests) == 1
    steps = [entry for entry in trainer.state.log_history if "reward" in entry]
    assert len(steps) == 2
    assert all(0 < entry["reward"] < 1 for entry in steps)
    assert all(entry["reward_std"] > 0 and entry["grad_norm"] > 0 for entry in steps)
    assert steps[0]["rewards/Incident/mean"] == pytest.approx(steps[0]["reward"])
    assert steps[0]["tools/call_frequency"] > 0


def test_calls_of_one_turn_are_one_step_in_their_order(target, task):
    (row, *_) = _rows(target, task)
    one = env_factory(target)()
    one.reset(**row)

    async def turn():
        return await asyncio.gather(one.kubectl(command="get pods"), one.get_alerts(), one.kubectl(command="get nodes"))

    pods, alerts, nodes = asyncio.run(turn())
    assert "frontend" in pods
    assert "Step 1 done" not in pods + alerts
    assert "Step 1 done" in nodes
    assert one._rollout.chat.episode.next_step_index == 1


def test_deferred_resets_do_not_wait_for_slots_and_tell_the_report_later(serve, task):
    server = serve("--slots", "1")
    waiting, first, second = (env_factory(server.address, admission=mode)() for mode in ("wait", "defer", "defer"))
    (row, *_) = _rows(server.address, task)
    told = waiting.reset(**row)
    brief = [one.reset(**row) for one in (first, second)]
    assert brief[0] == brief[1]
    assert len(brief[0]) < len(told)
    assert {one._rollout.chat.episode.start.state for one in (first, second)} == {"QUEUED"}
    for one, other in ((waiting, first), (first, second)):
        one._rollout.close()
        answer = asyncio.run(other.kubectl(command="get pods"))
        assert answer.startswith(told[:200])
    assert second.get_reward() == 0.0


def test_a_lost_world_masks_its_sample(target, task):
    environments = env_factory(target)
    (row, *_) = _rows(target, task)
    good, lost = environments(), environments()
    assert good.reset(**row) == lost.reset(**row)
    with kubedrill.connect(target) as client:
        client.close_episode(lost._rollout.chat.episode.id)
    assert "over" in asyncio.run(lost.kubectl(command="get pods"))
    assert lost.get_reward() is None
    assert good.get_reward() == 0.0


def test_components_are_reward_functions_of_their_own(target, task):
    environments = env_factory(target, owns_reward=False)
    assert not hasattr(environments, "get_reward")
    (row, *_) = _rows(target, task)
    one = environments()
    one.reset(**row)
    asyncio.run(one.submit_diagnosis(root_causes=[ANSWER]))
    asyncio.run(one.submit_mitigation())
    diagnosis, slo, nothing = (component(name)([one])[0] for name in ("diagnosis", "slo", "nothing"))
    assert diagnosis > 0
    assert not math.isnan(slo)
    assert nothing == 0.0
    assert component("diagnosis").__name__ == "diagnosis"


def test_tools_have_the_schemas_of_the_server(target, client):
    probe = env_factory(target)()
    specs = {tool["function"]["name"]: tool["function"] for tool in client.list_tools()}
    names = {name for name in dir(type(probe)) if _is_tool(probe, name)}
    assert names == set(specs)
    for name, spec in specs.items():
        told = get_json_schema(getattr(probe, name))["function"]
        assert told["description"] == " ".join(spec["description"].split())
        assert set(told["parameters"]["properties"]) == set(spec["parameters"]["properties"])
        assert set(told["parameters"].get("required", ())) == set(spec["parameters"].get("required", ()))
    nested = get_json_schema(probe.submit_diagnosis)["function"]["parameters"]["properties"]["root_causes"]
    assert nested["type"] == "array"
    assert "fault_type" in nested["description"]


def test_the_data_set_shows_no_spoiler_to_a_model(target):
    rows = dataset(target, 3, seed=5)
    assert rows.column_names == ["prompt", "seed", "group_id", "spoilers"]
    assert len(set(rows["seed"])) == 3
    for row in rows:
        told = json.dumps(row["prompt"]) + env_factory(target)().reset(**row)
        assert row["spoilers"]["task_uri"] not in told
        assert "kubedrill://" not in told


def test_a_reset_that_fails_leaks_nothing(target, client):
    one = env_factory(target)()
    gc.collect()  # clients of other tests close their episodes
    free = client.server_info().backends[0].slots_free
    with pytest.raises(kubedrill.KubedrillError, match="TASK_UNKNOWN"):
        one.reset(spoilers={"task_uri": "kubedrill://x/y"})
    assert client.server_info().backends[0].slots_free == free
