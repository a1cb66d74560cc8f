"""What a step takes for an action."""

import asyncio
from types import SimpleNamespace

import gymnasium
import pytest

import kubedrill
import kubedrill.gym as kg
from kubedrill.actions import parse_action, to_actions
from kubedrill.chat import ToolCall

PODS = {"command": "get pods"}
TEXT = '{"command": "get pods"}'
FORMS = {
    "plain": {"name": "kubectl", "arguments": PODS},
    "arguments as text": {"name": "kubectl", "arguments": TEXT},
    "chat of OpenAI": {"id": "", "type": "function", "function": {"name": "kubectl", "arguments": TEXT}},
    "function call of OpenAI": {"function_call": {"name": "kubectl", "arguments": TEXT}},
    "response of OpenAI": {"type": "function_call", "name": "kubectl", "arguments": TEXT},
    "Anthropic": {"type": "tool_use", "name": "kubectl", "input": PODS},
    "LangChain": {"type": "tool_call", "name": "kubectl", "args": PODS},
    "Gemini": {"functionCall": {"name": "kubectl", "args": PODS}},
    "message": {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"function": {"name": "kubectl", "arguments": TEXT}}],
    },
    "object of pydantic's": SimpleNamespace(model_dump=lambda: {"name": "kubectl", "arguments": TEXT}),
    "read before": ToolCall("", "kubectl", TEXT),
    "text": f'{{"name": "kubectl", "arguments": {TEXT}}}',
    "text in OpenAI's form": f'{{"type": "function", "function": {{"name": "kubectl", "arguments": {TEXT}}}}}',
    "made": kubedrill.kubectl("get pods"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_a_tool_call_is_one_in_every_form_alone_and_in_lists(form):
    wanted = kubedrill.kubectl("get pods")
    for given in (form, [form], (form,), iter([form])):
        assert to_actions(given) == [wanted]
    assert to_actions([form, "kubectl get svc"]) == [wanted, kubedrill.kubectl("kubectl get svc")]


def test_ids_go_with_their_calls_and_missing_arguments_are_none():
    calls = [
        {"id": "call_1", "function": {"name": "get_alerts", "arguments": ""}},
        {"call_id": "c2", "name": "get_alerts"},
    ]
    assert [(action.call_id, action.tool_call.arguments_json) for action in to_actions(calls)] == [
        ("call_1", "{}"),
        ("c2", "{}"),
    ]


def test_what_a_model_wrote_stays_the_models_own():
    broken = {"name": "kubectl", "arguments": "{not json"}
    assert to_actions(broken)[0].tool_call.arguments_json == "{not json"
    for wrong in ('{"name": 5}', '{"id": "x"}', "{", "what now?"):
        assert parse_action(wrong).text == wrong
    assert parse_action('{"name": "x", "id": "of the model"}').call_id == ""


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\ud83d\ude00", "\0", "\U0010ffff"])
def test_any_text_can_be_sent(text):
    for action in (
        kubedrill.text(text),
        kubedrill.tool_json(text, text, call_id=text),
        *to_actions([text, {"name": text}]),
    ):
        action.SerializeToString()
    assert kubedrill.text("\ud83d\ude00").text == "\U0001f600"


WRONG = {
    "bytes": b"kubectl get pods",
    "nothing": None,
    "a number": 5,
    "a set": {"kubectl get pods"},
    "nothing in a list": ["kubectl get pods", None],
    "bytes in a list": [b"kubectl get pods"],
    "a dict without a name": {"arguments": {}},
    "a name that is none": {"name": None, "arguments": {}},
    "arguments that are no JSON": {"name": "kubectl", "arguments": {"command": b"get pods"}},
    "a message that only talks": {"role": "assistant", "content": "Hm.", "tool_calls": []},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_action_is_a_type_error_that_says_what_is_and_nobody_is_billed(client, target, task, wrong):
    refused = pytest.raises(TypeError, match=r"^(actions|steps\[1\]\[1\]).* is .*an action is text, such as a kubectl")
    with client.reset(task, seed=1) as episode, client.reset(task, seed=1) as other:
        with refused:
            episode.step(wrong)
        with refused:
            client.step_batch([(other, "kubectl get pods"), (episode, wrong)])
        assert [one.observe().step_index for one in (episode, other)] == [0, 0]

    async def refuse():
        async with kubedrill.connect_aio(target) as aio, await aio.reset(task, seed=1) as episode:
            with refused:
                await episode.step(wrong)
            with refused:
                await aio.step_batch([(episode, "kubectl get pods"), (episode, wrong)])
            return (await episode.observe()).step_index

    assert asyncio.run(refuse()) == 0


@pytest.mark.parametrize("make", [kg.IncidentEnv, lambda target, task: kg.IncidentVectorEnv(2, target, task=task)])
def test_an_environment_refuses_the_same_and_plays_dicts(target, task, make):
    env = make(target, task=task)
    is_vector = isinstance(env, gymnasium.vector.VectorEnv)
    env.reset(seed=1)
    for wrong in WRONG.values():
        with pytest.raises(TypeError, match="an action is text, such as a kubectl"):
            env.step([FORMS["plain"], wrong] if is_vector else wrong)
    observation, *_, info = env.step([FORMS["plain"]] * 2 if is_vector else FORMS["plain"])
    assert set(info["action_status"] if is_vector else [info["action_status"]]) == {"OK"}
    assert observation["budget"].reshape(-1, 2)[0][0] == 49
    env.close()


def test_rows_are_given_one_action_each(target, task):
    env = kg.IncidentVectorEnv(2, target, task=task)
    env.reset(seed=1)
    for wrong in ("kubectl get pods", FORMS["plain"], None):
        with pytest.raises(TypeError, match="a list with an action for each of 2 rows"):
            env.step(wrong)
    with pytest.raises(ValueError, match="actions has 1 entries; there are 2 rows"):
        env.step(["kubectl get pods"])
    env.close()


def test_a_reset_takes_its_options_whole_and_names_what_is_none(client, target, task):
    options = kubedrill.ResetOptions(task=task, seed=3, limits={"max_steps": 7})
    with client.reset(options) as episode, client.reset(options, seed=4) as other:
        assert [(one.seed, one.limits["max_steps"]) for one in (episode, other)] == [(3, 7), (4, 7)]

    async def play():
        async with kubedrill.connect_aio(target) as aio, await aio.reset(options) as episode:
            return episode.seed

    assert asyncio.run(play()) == 3
    (draw,) = client.sample_tasks(1, seed=1).draws
    for call in (client.reset, client.reset_with, lambda wrong: client.reset_batch([wrong])):
        with pytest.raises(TypeError, match=r"kubedrill\.ResetOptions, which of_draw makes of a draw"):
            call(draw)
    for env in (kg.IncidentEnv(target), kg.IncidentVectorEnv(2, target)):
        with pytest.raises(TypeError, match="give a dict of fields of ResetOptions"):
            env.reset(options=options)
        env.close()
