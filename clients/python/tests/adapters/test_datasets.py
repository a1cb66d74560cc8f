"""The files of ``kubedrill dataset`` in the packages that they are written for."""

import json
import subprocess

import pytest

from ..conftest import COMMAND, NODE, ROOT

FORMATS = "sft,prompt-completion,preference,rlds,atif,inspect,otlp"
PLAN = ("--policy", "expert,random", "--episodes", "4", "--seed", "3", "--format", FORMATS)


def make(out, *arguments):
    if not NODE.exists():
        pytest.skip("there is no node_modules; run `npm start` or `npm test` once")
    command = [*COMMAND, "dataset", "--out", str(out), *PLAN, *arguments]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    return out


def read(folder):
    return [json.loads(line) for line in (folder / "trajectories-00000.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make(tmp_path_factory.mktemp("dataset") / "data")


def test_minari_loads_what_the_converter_wrote_and_recovers_the_environment(folder, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari", reason="minari is not installed; `npm run test:adapters` installs it")
    pytest.importorskip("h5py", reason="h5py is not installed; `npm run test:adapters` installs it")
    from kubedrill.minari import write

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    episodes = read(folder)
    write(folder, "kubedrill/incident/test-v0")
    loaded = minari.load_dataset("kubedrill/incident/test-v0")
    assert (loaded.total_episodes, loaded.total_steps) == (4, sum(len(one["steps"]) for one in episodes))
    for episode, native in zip(loaded.iterate_episodes(), episodes, strict=True):
        count = len(native["steps"])
        texts, budgets = episode.observations["text"], episode.observations["budget"]
        assert (len(texts), len(budgets), len(episode.actions)) == (count + 1, count + 1, count)
        assert texts[0] == native["initial"]["observation"]["views"][0]["text"]
        assert episode.rewards.sum() == pytest.approx(native["return"])
        assert (episode.terminations[-1], episode.truncations[-1]) == (True, False)
        assert not episode.terminations[:-1].any()
        assert episode.infos["state_digest"][-1].decode() == native["digests"]["final_state"]
    environment = loaded.recover_environment()
    assert environment.spec.id == "kubedrill/Incident-v0"
    first = next(iter(loaded.iterate_episodes()))
    assert environment.observation_space.contains({name: value[0] for name, value in first.observations.items()})
    assert environment.action_space.contains(first.actions[0])


def test_every_document_is_valid_atif(folder):
    atif = pytest.importorskip("atif", reason="atif is not installed; `npm run test:adapters` installs it")
    lines = [line for path in (folder / "data/atif").glob("*.jsonl") for line in path.read_text().splitlines()]
    documents = [atif.Trajectory.model_validate_json(line) for line in lines]
    assert sorted(one.trajectory_id for one in documents) == [one["trajectory_id"] for one in read(folder)]
    assert all(len(one.steps) == one.final_metrics.total_steps for one in documents)


def test_inspect_opens_the_log_with_each_episode_as_a_sample(folder):
    log_package = pytest.importorskip(
        "inspect_ai.log", reason="inspect_ai is not installed; `npm run test:adapters` installs it"
    )
    path = str(folder / "data/inspect/all.json")
    head, log = log_package.read_eval_log(path, header_only=True), log_package.read_eval_log(path)
    assert (head.status, head.samples, head.results) == ("success", None, log.results)
    natives = {one["trajectory_id"]: one for one in read(folder)}
    assert sorted(sample.id for sample in log.samples) == sorted(natives)
    for sample in log.samples:
        native = natives[sample.id]
        assert sample.scores["return"].value == pytest.approx(native["return"])
        assert sample.scores["success"].value == native["ending"]["success"]
        calls = [call for step in native["steps"] for call in step["actions"]]
        assert [event.function for event in sample.events if event.event == "tool"] == [call["name"] for call in calls]
        asked = [call.id for message in sample.messages for call in getattr(message, "tool_calls", None) or []]
        answered = [message.tool_call_id for message in sample.messages if message.role == "tool"]
        assert asked == answered
        times = [event.timestamp for event in sample.events]
        assert times == sorted(times)
    (mean,) = [score.metrics["mean"].value for score in log.results.scores if score.name == "return"]
    assert mean == pytest.approx(sum(one["return"] for one in natives.values()) / len(natives))
    assert log.results.total_samples == len(natives)


def test_collectors_take_the_traces_and_their_spans_form_trees(folder):
    proto = pytest.importorskip(
        "opentelemetry.proto.collector.trace.v1.trace_service_pb2",
        reason="opentelemetry-proto is not installed; `npm run test:adapters` installs it",
    )
    from google.protobuf import json_format

    lines = [line for path in (folder / "data/otlp").glob("*.jsonl") for line in path.read_text().splitlines()]
    natives = {one["trajectory_id"]: one for one in read(folder)}
    for line in lines:
        # Fields that the protocol does not have are an error.
        json_format.Parse(line, proto.ExportTraceServiceRequest())
        spans = json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"]
        root, *tools = spans
        values = {one["key"]: next(iter(one["value"].values())) for one in root["attributes"]}
        native = natives.pop(values["gen_ai.conversation.id"])
        assert len(tools) == sum(len(step["actions"]) for step in native["steps"])
        assert {span["parentSpanId"] for span in tools} == {root["spanId"]}
        assert len({span["spanId"] for span in spans}) == len(spans)
        assert {(len(span["traceId"]), len(span["spanId"])) for span in spans} == {(32, 16)}
        assert all(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) for span in spans)
        assert int(root["endTimeUnixNano"]) == max(int(span["endTimeUnixNano"]) for span in spans)
    assert natives == {}


@pytest.mark.parametrize("file_type", ["jsonl", "parquet"])
def test_datasets_loads_rlds_episodes_with_their_steps(folder, tmp_path, file_type):
    datasets = pytest.importorskip("datasets", reason="datasets is not installed; `npm run test:adapters` installs it")
    if file_type == "parquet":
        folder = make(tmp_path / "data", "--file-type", file_type)
    rows = datasets.load_dataset(str(folder), "rlds", split="train", cache_dir=str(tmp_path / "cache"))
    by_id = {one["trajectory_id"]: one for one in read(folder)}
    for row in rows:
        native, steps = by_id[row["episode_id"]], row["steps"]
        assert len(steps) == len(native["steps"]) + 1
        assert [step["is_last"] for step in steps] == [False] * len(native["steps"]) + [True]
        assert sum(step["reward"] for step in steps) == pytest.approx(native["return"])
        assert (steps[-1]["is_terminal"], row["invalid"]) == (True, False)
