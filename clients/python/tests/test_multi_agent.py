"""The example of two agents, with models that say what a script tells them to."""

import json
import sys
from pathlib import Path

import pytest

import kubedrill

from .scripted_endpoint import calls, serve_script

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "multi-agent"
CAUSE = "The selector of service/frontend selects no pod."
DIAGNOSIS = {"resource": "service/frontend", "fault_type": "service-selector-mismatch"}


@pytest.fixture(scope="module")
def example():
    sys.path.insert(0, str(EXAMPLE))
    import play

    yield play
    sys.path.remove(str(EXAMPLE))


def _kubectl(command):
    return "kubectl", {"command": command}


def _select(labels):
    patch = [{"op": "replace", "path": "/spec/selector", "value": labels}]
    return _kubectl(f"patch service frontend --type=json -p '{json.dumps(patch)}'")


def test_a_repair_that_does_not_help_is_undone_and_tried_again(client, task, example):
    wrong, right = _select({"app": "nothing"}), _select({"io.kompose.service": "frontend"})

    def script(messages):
        prompt, brief, *rest = messages
        if prompt["content"] == example.LOCALISE:
            plan = [calls(_kubectl("delete service frontend"), _kubectl("get services | head -3"))]
            plan += [calls(("submit_diagnosis", {"root_causes": [DIAGNOSIS]})), {"content": CAUSE}]
        else:
            again = "did not help" in brief["content"]
            plan = [calls(right if again else wrong), {"content": "I set the selector."}]
        return plan[sum(message["role"] == "assistant" for message in rest)]

    with serve_script(script) as (url, requests):
        outcome = example.play(
            client, example.Endpoint(url, "scripted"), kubedrill.ResetOptions(task=f"{task}&twins=none", seed=7)
        )
    assert outcome.success
    assert (outcome.attempts, outcome.undone) == (2, ("service/frontend",))
    refused, looked = (message["content"] for message in requests[1]["messages"][-2:])
    assert refused == "You may look, and change nothing."
    assert "frontend" in looked
    briefs = [request["messages"][1]["content"] for request in requests]
    assert briefs[-1].startswith(briefs[0])
    assert CAUSE in briefs[-1]
    assert "Still wrong after it:" in briefs[-1]
    names = {tool["function"]["name"] for tool in requests[0]["tools"]}
    assert names == (example.LOOKS | {"kubectl", "submit_diagnosis"}) & {
        tool["function"]["name"] for tool in client.list_tools()
    }


def test_what_was_changed_created_and_deleted_is_as_it_was(client, task, example):
    incident = example.Incident(client, kubedrill.ResetOptions(task=f"{task}&twins=none", seed=7))
    kinds = "svc,cm,deploy"
    fields = ".items[] | {kind, name: .metadata.name, labels: .metadata.labels, spec, data}"

    def state():
        return incident.tool(
            "kubectl", {"command": f"get {kinds} -o json | jq -cS '{fields}' | grep -E 'search|notes'"}
        )

    before = state()
    assert "Service" in before
    manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: notes\ndata:\n  a: b\n"
    changes = [
        {"command": "scale deployment/search --replicas=3"},
        {"command": "delete service search"},
        {"command": "apply -f -", "stdin": manifest},
    ]
    for change in changes:
        assert incident.log.record(change["command"], change.get("stdin", "")) is None
        incident.tool("kubectl", change)
    assert state() != before
    assert incident.log.undo() == ["configmap/notes", "service/search", "deployment/search"]
    assert state() == before
    incident.chat.close()


@pytest.mark.parametrize(
    "command",
    [
        "delete pods --all",
        "delete deployment frontend search",
        "get pods; delete service frontend",
        "delete service frontend; delete service search",
        "patch -n kube-system deployment coredns -p '{}'",
        "exec deploy/frontend -- kill 1",
        "get pods -o name | xargs kubectl delete",
        "apply -f -",
    ],
)
def test_a_change_that_cannot_be_undone_is_not_run(command, example):
    from undo import UndoLog, is_read

    assert not is_read(command)
    assert UndoLog(lambda *_, **__: pytest.fail("it looked")).record(command) is not None


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("kubectl scale --replicas=2 deployment/search", "deployment/search"),
        ("set image deployment/search search=registry/search:2", "deployment/search"),
        ("rollout undo deployment search", "deployment/search"),
        ("label service search track-", "service/search"),
        (
            'patch service search --type=json -p \'[{"op": "remove", "path": "/spec/selector/a | b"}]\'',
            "service/search",
        ),
    ],
)
def test_the_object_of_a_change_is_looked_up_first(command, target, example):
    from undo import UndoLog

    looked = []
    assert UndoLog(lambda line, **_: looked.append(line) or "").record(command) is None
    assert looked == [f"get {target} -o json --ignore-not-found"]
