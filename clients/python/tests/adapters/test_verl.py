import asyncio
from pathlib import Path

import pytest

pytest.importorskip("verl", reason="verl is not installed; `npm run test:adapters` installs it")

import hydra
from datasets import Dataset
from omegaconf import OmegaConf
from verl.experimental.agent_loop.agent_loop import DictConfigWrap, ToolListWrap
from verl.workers.rollout.replica import TokenOutput

import kubedrill
from kubedrill.token_file import read_token
from kubedrill.verl import write_inputs

from .tiny_model import call, make_tokenizer

CONFIG = OmegaConf.create(
    {
        "data": {},
        "actor_rollout_ref": {
            "rollout": {
                "prompt_length": 32768,
                "response_length": 32768,
                "full_determinism": False,
                "multi_turn": {
                    "format": "hermes",
                    "max_user_turns": None,
                    "max_assistant_turns": None,
                    "max_parallel_calls": 4,
                    "max_tool_response_length": 256,
                    "tool_response_truncate_side": "middle",
                },
            }
        },
    }
)


class Scripted:
    """A rollout engine that says what a script tells it to, as tokens."""

    def __init__(self, tokenizer, says):
        self.tokenizer, self.says, self.prompts = tokenizer, list(says), []

    async def generate(self, request_id, prompt_ids, sampling_params, **_):
        self.prompts.append(prompt_ids)
        said = self.tokenizer(self.says.pop(0) + "<|im_end|>")["input_ids"]
        return TokenOutput(token_ids=said, log_probs=[-1.0] * len(said))


def _play(target, folder, *says):
    """Play the first row as verl's worker does."""
    data, configuration = write_inputs(target, 1, folder=folder, sampling={"seed": 3}, tool_profile="kubectl")
    (row,) = Dataset.from_parquet(str(data), cache_dir=str(folder)).to_list()
    (loop_config,) = OmegaConf.load(configuration)
    tokenizer = make_tokenizer([str(row["prompt"])])
    engine = Scripted(tokenizer, says)

    async def run():
        loop = hydra.utils.instantiate(
            config=loop_config,
            trainer_config=DictConfigWrap(config=CONFIG),
            server_manager=engine,
            tokenizer=tokenizer,
            processor=None,
            dataset_cls=None,
            data_config=DictConfigWrap(config=CONFIG.data),
            tools=ToolListWrap([]),
        )
        return await loop.run({}, raw_prompt=row["prompt"], extra_info=row["extra_info"])

    return asyncio.run(run()), engine, row["extra_info"]


def test_verls_loop_plays_an_episode_and_trains_on_sampled_tokens_alone(target, client, tmp_path):
    looks = [call("kubectl", command=f"get {kind}") for kind in ("pods", "nodes")]
    turns = ["\n".join(looks), call("submit_mitigation")]
    output, engine, row = _play(target, tmp_path, *turns)
    assert len(engine.prompts) == 2
    seen = engine.tokenizer.decode(engine.prompts[1])
    assert seen.count("Step 1 done") == 1  # two calls, one step
    assert "kubedrill://" not in seen
    sampled = [token for token, mask in zip(output.response_ids, output.response_mask, strict=True) if mask]
    assert engine.tokenizer.decode(sampled) == "".join(f"{turn}<|im_end|>" for turn in turns)
    assert 0 in output.response_mask
    with client.reset(row["spoilers"]["task_uri"], seed=int(row["seed"]), tool_profile="kubectl") as episode:
        episode.step(["kubectl get pods", "kubectl get nodes"])
        episode.step('{"name": "submit_mitigation", "arguments": {}}')
        native = episode.score()
    assert output.reward_score == pytest.approx(native)
    assert output.extra_fields["reward_extra_info"]["sample_valid"] is True
    assert sum(output.extra_fields["reward_components"].values()) == pytest.approx(native)


def test_a_lost_world_is_masked(target, client, tmp_path, monkeypatch):
    id_ = kubedrill.mint_episode_id()
    monkeypatch.setattr("kubedrill.requests.mint_episode_id", lambda: id_)
    generate = Scripted.generate

    async def lose(self, *args, **kwargs):
        client.close_episode(id_)
        return await generate(self, *args, **kwargs)

    monkeypatch.setattr(Scripted, "generate", lose)
    output, *_ = _play(target, tmp_path, call("kubectl", command="get pods"))
    assert output.reward_score == 0.0
    assert not any(output.response_mask)
    assert output.extra_fields["reward_extra_info"]["sample_valid"] is False


def test_workers_in_other_folders_find_the_same_token(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("token").write_text(server.token)
    _, configuration = write_inputs(server.address, 1, token_file="token")
    (loop_config,) = OmegaConf.load(configuration)
    monkeypatch.chdir("/")
    assert read_token(loop_config["token_file"]) == server.token
