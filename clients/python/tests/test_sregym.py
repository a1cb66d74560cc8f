"""SREArena's conductor, and the calls that its agents write."""

import asyncio
import json
import subprocess

import pytest

from kubedrill.code_calls import CallError, CodeCall, read_code_call
from kubedrill.sregym import Conductor
from kubedrill.sregym_problems import EARLIER, READY, WAITING

from .conftest import COMMAND, ROOT
from .scripted_agent import ScriptedAgent, block

PROBLEM = "wrong_service_selector_hotel_reservation"
REPAIR = (
    "kubectl patch service frontend --type=json "
    """-p '[{"op":"replace","path":"/spec/selector","value":{"io.kompose.service":"frontend"}}]'"""
)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("I look.\n```\nexec_shell('kubectl get pods')\n```", CodeCall("exec_shell", ("kubectl get pods",))),
        (
            "```python\nget_logs(namespace='a', service=\"b\")\n```",
            CodeCall("get_logs", (), {"namespace": "a", "service": "b"}),
        ),
        ("```submit()```", CodeCall("submit")),
        (
            '```\nsubmit({"system_level": "x", "fault_type": ["y", 1]})\n```',
            CodeCall("submit", ({"system_level": "x", "fault_type": ["y", 1]},)),
        ),
        ('```\nexec_shell("echo "a"\nls")\n```', CodeCall("exec_shell", ('echo "a"\nls',))),
    ],
)
def test_the_call_of_a_code_block_is_read(text, call):
    assert read_code_call(text) == call


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kubectl get pods", "was not found"),
        ("```\nsubmit()\n```\n```\nsubmit()\n```", "one of 2"),
        ("```\n\n```", "is empty"),
        ("```\nsubmit(open('x'))\n```", "no literals"),
        ("```\nsubmit(**{'a': 1})\n```", "no literals"),
        ("```\na.b()\n```", "no call"),
        ("```\nsubmit(); submit()\n```", "something else than one call"),
    ],
)
def test_what_is_no_call_is_an_error_with_two_right_examples(text, says):
    with pytest.raises(CallError, match=says) as caught:
        read_code_call(text)
    assert "exec_shell(" in str(caught.value)
    assert "submit(" in str(caught.value)


def test_an_agent_repairs_a_problem_in_three_steps(target, tmp_path):
    conductor = Conductor(target, results_dir=tmp_path)
    agent = ScriptedAgent(
        block("exec_shell", "kubectl get ns | grep -e edit -e hotel"),
        block("exec_shell", "kubectl edit service frontend"),
        block("exec_shell", "kubectl -n hotel-reservation port-forward service/frontend 5000"),
        block("exec_shell", "kubectl logs deployment/frontend -f"),
        block("fly", 1),
        "I think.",
        block("get_logs", "frontend"),
        block("submit"),
        block("submit", "Yes"),
        block("submit", ["frontend"]),
        block("exec_shell", REPAIR),
        block("submit"),
    )
    conductor.register_agent(agent, "scripted")
    assert PROBLEM in conductor.problems.get_problem_ids()
    problem_desc, instructions, apis = conductor.init_problem(PROBLEM)
    assert "kubedrill://" not in problem_desc + instructions + str(apis)
    assert set(apis) >= {"exec_shell", "get_logs", "get_metrics", "get_traces", "read_metrics", "read_traces", "submit"}
    results = agent.run(conductor.start_problem())
    assert agent.states[0] == "Please take the next action"
    assert "hotel-reservation" in agent.states[1]
    for at, said in enumerate(
        [
            "edit is refused",
            "port-forward is refused",
            "logs -f is refused",
            "no call 'fly'",
            "was not found",
            "service",
            "no solution",
        ]
    ):
        assert said in agent.states[at + 2]
    assert all(results[stage]["success"] for stage in ("Detection", "Localization", "Mitigation"))
    assert 0 < results["TTD"] <= results["TTL"] < results["TTM"]
    assert results["steps"] == 12
    (file,) = tmp_path.glob("*.json")
    row = json.loads(file.read_text())
    assert (row["agent"], row["problem_id"], row["trace"]) == ("scripted", PROBLEM, results["history"])
    assert row["results"] == {name: value for name, value in results.items() if name != "history"}


def test_wrong_answers_and_none_are_told_from_right_ones(target, tmp_path):
    conductor = Conductor(target, results_dir=tmp_path)
    agent = ScriptedAgent(block("submit", "No"), block("submit", ["geo", "frontend"]))
    conductor.register_agent(agent)
    conductor.init_problem(PROBLEM)
    results = agent.run(conductor.start_problem(max_steps=2))
    assert (results["Detection"]["success"], results["Localization"]["success"]) == (False, False)
    assert "Mitigation" not in results


def test_telemetry_is_read_from_files_that_a_call_wrote(target, tmp_path):
    conductor = Conductor(target, results_dir=tmp_path)
    agent = ScriptedAgent(
        block("get_logs", "hotel-reservation", "geo"),
        block("get_metrics", "hotel-reservation", 5),
        block("read_metrics", "metrics_output/0/memory.txt"),
        block("get_traces", "hotel-reservation", 5),
        block("read_metrics", "/etc/passwd"),
        block("get_metrics", "hotel-reservation", "long"),
    )
    conductor.register_agent(agent)
    conductor.init_problem(PROBLEM)
    answers = [
        turn["content"] for turn in agent.run(conductor.start_problem(max_steps=6))["history"] if turn["role"] == "env"
    ]
    logs, written, memory, traces, foreign, wrong = answers
    assert "geo-" in logs
    assert "metrics_output/0/memory.txt" in written
    assert "geo-" in memory
    assert "trace_output/" in traces
    assert "no file" in foreign
    assert "duration is 'long'" in wrong


def test_problems_are_those_of_the_suite():
    line = [*COMMAND, "tasks", "--suite", "sregym", "--json"]
    listed = subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = [json.loads(row) for row in listed.splitlines()]
    assert tuple(row["name"] for row in rows if "task" in row) == READY
    assert {row["name"]: ", ".join(row["waits_for"]) for row in rows if "waits_for" in row} == WAITING


def test_the_example_of_the_readme_runs_as_it_is_written(target, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    orch = Conductor(target)
    orch.register_agent(ScriptedAgent(block("submit", "Yes"), block("submit", ["user-service"]), block("submit")))
    problem_desc, instructs, apis = orch.init_problem("k8s_target_port-misconfig-mitigation-1")
    assert "social-network" in problem_desc
    assert "submit" in instructs + str(apis)
    results = asyncio.run(orch.start_problem())
    assert [results[stage]["success"] for stage in ("Detection", "Localization", "Mitigation")] == [True, True, False]
    assert len(list((tmp_path / "data" / "results").iterdir())) == 1


def test_ids_of_srearena_and_aiopslab_stand_for_the_same_tasks(client):
    problems = Conductor("localhost:1").problems
    listed = {task.spoilers.uri.partition("?")[0] for task in client.list_tasks("all")}
    assert set(EARLIER.values()) <= {*READY, *listed}
    assert not set(EARLIER) & {*READY, *WAITING}
    assert [problems.check(name) for name in EARLIER] == list(EARLIER.values())
    assert problems.check("misconfig_app_hotel_res-analysis-1") == problems.check("misconfig_app_hotel_res")
    with pytest.raises(ValueError, match="get_problem_ids"):
        problems.check("noop_detection_social_network-1")


def test_what_cannot_be_played_is_refused_with_its_reason():
    conductor = Conductor("localhost:1")
    with pytest.raises(ValueError, match="waits for fd-limit-low"):
        conductor.init_problem("file_descriptor_exhaustion")
    with pytest.raises(ValueError, match="get_problem_ids"):
        conductor.init_problem("nothing")
    with pytest.raises(RuntimeError, match="register_agent"):
        ScriptedAgent().run(conductor.start_problem(1))
