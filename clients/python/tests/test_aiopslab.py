"""AIOpsLab's orchestrator."""

import json

import pytest

from kubedrill.aiopslab import Orchestrator
from kubedrill.aiopslab_problems import PROBLEMS
from kubedrill.sregym_problems import READY

from .scripted_agent import ScriptedAgent, block

SCALE = "kubectl scale deployment/user-service --replicas=1"


def _play(target, folder, problem_id, *answers, max_steps=10):
    orch = Orchestrator(folder, target=target)
    agent = ScriptedAgent(*answers)
    orch.register_agent(agent, name="scripted")
    problem_desc, instructions, apis = orch.init_problem(problem_id)
    assert "submit_" not in problem_desc + instructions + str(apis)
    assert "kubedrill://" not in problem_desc
    return agent.run(orch.start_problem(max_steps=max_steps))


@pytest.mark.parametrize(
    ("problem_id", "said", "success"),
    [
        ("scale_pod_zero_social_net-detection-1", "Yes", True),
        ("scale_pod_zero_social_net-detection", "no", False),
        ("noop_detection_social_network-1", "No", True),
        ("noop_detection_hotel_reservation-1", "Yes", False),
        ("k8s_target_port-misconfig-localization-2", ["text-service"], True),
        ("k8s_target_port-misconfig-localization-2", ["user-service"], False),
        ("k8s_target_port-misconfig-localization-2", [], False),
        ("user_unregistered_mongodb-localization-2", ["mongodb-rate"], True),
    ],
)
def test_detection_and_localization_are_judged_by_the_server(target, tmp_path, problem_id, said, success):
    full = _play(target, tmp_path, problem_id, block("submit", said))
    assert full["results"]["success"] is success
    assert full["results"]["steps"] == 1
    assert ("TTD" if "detection" in problem_id else "TTL") in full["results"]
    assert full["final_state"] == "Submitted."


@pytest.mark.parametrize(
    ("said", "level", "fault"),
    [
        ({"system_level": "virtualization", "fault_type": "Operation Error"}, True, True),
        ({"system_level": "Virtualization", "fault_type": "Code Defect"}, True, False),
        ("Virtualization", False, False),
    ],
)
def test_an_analysis_is_two_labels(target, tmp_path, said, level, fault):
    results = _play(target, tmp_path, "scale_pod_zero_social_net-analysis-1", block("submit", said))["results"]
    assert (results["system_level_correct"], results["fault_type_correct"]) == (level, fault)
    assert results["success"] is (level and fault)
    assert "TTA" in results


def test_a_repair_is_judged_by_the_server_and_written_to_a_file(target, tmp_path):
    answers = [block("exec_shell", SCALE), block("submit")]
    full = _play(target, tmp_path, "scale_pod_zero_social_net-mitigation-1", *answers)
    assert full["results"]["success"] is True
    assert full["results"]["TTM"] > 0
    (file,) = tmp_path.glob("*.json")
    row = json.loads(file.read_text())
    assert (row["agent"], row["problem_id"]) == ("scripted", "scale_pod_zero_social_net-mitigation-1")
    assert row["results"] == full["results"]
    assert [turn["role"] for turn in row["trace"]] == ["assistant", "env"] * 2


def test_a_repair_without_a_submission_is_judged_as_it_stands(target, tmp_path):
    full = _play(target, tmp_path, "scale_pod_zero_social_net-mitigation-1", "I wait.", max_steps=1)
    assert full["results"]["success"] is False
    assert "was not found" in full["final_state"]


def test_an_argument_that_is_missing_is_an_error_and_tokens_are_those_that_the_agent_tells(target, tmp_path):
    orch = Orchestrator(tmp_path, target=target)
    agent = ScriptedAgent(block("submit"), block("submit", "Yes"))
    agent.in_tokens, agent.out_tokens = 12, 3
    orch.register_agent(agent)
    orch.init_problem("misconfig_app_hotel_res-detection-1")
    results = agent.run(orch.start_problem(max_steps=2))["results"]
    assert "submit has 0 arguments" in agent.states[1]
    assert (results["success"], results["in_tokens"], results["out_tokens"]) == (True, 12, 3)


def test_every_problem_is_one_that_the_server_has(client):
    listed = {task.spoilers.uri.partition("?")[0] for task in client.list_tasks("all")}
    for problem in PROBLEMS.values():
        assert problem.task in READY or problem.task.partition("?")[0] in listed


def test_problems_are_listed_by_type_and_the_others_have_a_reason():
    probs = Orchestrator(target="localhost:1").probs
    assert "wrong_bin_usage-mitigation-1" in probs.get_problem_ids("mitigation")
    assert all("mitigation" in problem_id for problem_id in probs.get_problem_ids("mitigation"))
    assert not set(probs.get_problem_ids()) & set(probs.unavailable)
    assert list(probs.PROBLEM_REGISTRY) == probs.get_problem_ids()
    assert probs.get_problem_count() + len(probs.unavailable) == 90
    with pytest.raises(ValueError, match="chaos experiment"):
        probs.get("pod_kill_hotel_res-detection")
    with pytest.raises(ValueError, match="get_problem_ids"):
        probs.get("nothing")
