import asyncio
import json

import pytest

import kubedrill
from kubedrill.chat import OVER, AsyncChat, Chat, TokenBudget, ToolCall, estimate_tokens


def _assistant(*calls):
    return {
        "role": "assistant",
        "tool_calls": [
            {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for at, (name, arguments) in enumerate(calls)
        ],
    }


PODS = ("kubectl", {"command": "get pods"})
SUBMIT = ("submit_mitigation", {})


@pytest.fixture
def chat(client, task):
    chat = Chat(client, kubedrill.ResetOptions(task=task, seed=3))
    yield chat
    chat.close()


def test_a_chat_begins_with_the_system_prompt_and_the_instruction(client, chat):
    system, user = chat.messages
    assert system == {"role": "system", "content": client.tool_profile().system_prompt}
    assert user["content"].startswith(chat.episode.prompt)
    assert "Step 0 done" in user["content"]
    assert chat.tools == client.list_tools()


def test_several_calls_of_a_turn_are_one_step_with_an_answer_each(chat):
    answers = chat.turn(_assistant(PODS, ("kubectl", {"command": "get services"}), ("fly", {})))
    assert [answer["tool_call_id"] for answer in answers] == ["c0", "c1", "c2"]
    assert "frontend" in answers[0]["content"]
    assert "Step 1 done" not in answers[0]["content"]
    assert "Step 1 done" in answers[2]["content"]
    assert chat.episode.next_step_index == 1
    assert [message["role"] for message in chat.messages] == ["system", "user", "assistant", "tool", "tool", "tool"]


def test_arguments_that_are_no_json_are_answered_by_what_is_wrong(chat):
    (answer,) = chat.call([ToolCall("x", "kubectl", "{not json")])
    assert "JSON" in answer["content"]


def test_calls_need_not_be_read_before(chat):
    given = {"id": "x", "type": "function", "function": {"name": "kubectl", "arguments": '{"command": "get pods"}'}}
    read, plain = chat.call([given, {"name": "kubectl", "arguments": {"command": "get pods"}}])
    assert (read["tool_call_id"], plain["tool_call_id"]) == ("x", "a1")
    assert "frontend" in read["content"]


def test_answers_fit_the_budget_and_short_ones_leave_theirs_to_long_ones(client, task):
    budget = TokenBudget(per_turn=200)
    chat = Chat(client, kubedrill.ResetOptions(task=task, seed=3), budget)
    short, long = chat.turn(
        _assistant(("kubectl", {"command": "version"}), ("kubectl", {"command": "get pods -o yaml"}))
    )
    assert "left out" not in short["content"]
    assert "left out" in long["content"]
    told = long["content"].rsplit("\n\n", 2)[0]
    assert 100 < estimate_tokens(told) <= 200
    chat.close()


def test_a_chat_is_over_when_its_tokens_are_used_up(client, task):
    chat = Chat(client, kubedrill.ResetOptions(task=task, seed=3), TokenBudget(total=50))
    chat.turn(_assistant(("kubectl", {"command": "get pods -o yaml"})))
    assert chat.is_over
    assert chat.turn(_assistant(PODS))[0]["content"] == OVER
    assert chat.episode.next_step_index == 1
    assert chat.score() is not None
    chat.close()


def test_a_finished_chat_is_scored_by_component(chat):
    chat.turn(_assistant(PODS))
    (answer,) = chat.turn(_assistant(SUBMIT))
    assert chat.is_over
    assert OVER in answer["content"]
    assert chat.call([ToolCall("x", "kubectl", "{}")])[0]["content"] == OVER
    score = chat.score()
    assert score == chat.score()
    assert sum(chat.components().values()) == pytest.approx(score)
    assert chat.is_valid


def test_a_chat_whose_world_is_gone_is_masked(chat, client):
    client.close_episode(chat.episode.id)
    assert chat.turn(_assistant(PODS))[0]["content"] == OVER
    assert chat.score() is None
    assert not chat.is_valid
    assert chat.components() == {}


def test_the_asyncio_chat_plays_the_same(target, task):
    def play_blocking():
        with kubedrill.connect(target) as client:
            chat = Chat(client, kubedrill.ResetOptions(task=task, seed=5))
            chat.turn(_assistant(PODS, SUBMIT))
            return chat.messages, chat.score(), chat.components()

    async def play():
        async with kubedrill.connect_aio(target) as client:
            chat = await AsyncChat.start(client, kubedrill.ResetOptions(task=task, seed=5))
            await chat.turn(_assistant(PODS, SUBMIT))
            result = chat.messages, await chat.score(), chat.components()
            await chat.close()
            return result

    assert asyncio.run(play()) == play_blocking()
