"""GRPO with TRL: a tiny transformer learns from rewards alone which of ten tool calls repairs an incident.

It shows that everything is connected, from tool calls to gradients, within minutes on a CPU. For a model that matters,
replace the model and the list of calls by yours: the lines that concern kubedrill stay.
"""

# pyright: reportPrivateImportUsage=false
# TRL and Transformers export by tables that pyright does not read.

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from datasets import Dataset
from tiny_policy import call, make_model, make_tokenizer, one_call_a_turn
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer

import kubedrill
from kubedrill.trl import dataset, env_factory

TASK = "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard"


def _kubectl(command: str) -> str:
    return call("kubectl", command=command)


def _select(**labels: str) -> str:
    patch = [{"op": "replace", "path": "/spec/selector", "value": labels}]
    return _kubectl(f"patch service frontend --type=json -p '{json.dumps(patch)}'")


CALLS = [
    _select(**{"io.kompose.service": "frontend"}),
    _select(**{"io.kompose.service": "search"}),
    _kubectl("get pods"),
    _kubectl("get endpoints frontend"),
    _kubectl("describe service frontend"),
    _kubectl("rollout restart deployment frontend"),
    _kubectl("scale deployment frontend --replicas=2"),
    _kubectl("delete service frontend"),
    call("wait", seconds=30),
    call("submit_mitigation"),
]
TOOLS = ("kubectl", "wait", "submit_mitigation")
UNUSED = ("run_on_node", "submit_diagnosis")  # with their long descriptions a prompt would be four times as long


@dataclass(frozen=True)
class Settings:
    """Settings of a run."""

    updates: int = 30
    group: int = 8
    learning_rate: float = 0.03
    seed: int = 0


def train(target: str, folder: str, settings: Settings = Settings()) -> GRPOTrainer:
    """Train, and return the trainer, whose ``state.log_history`` has rewards, losses and gradients by update."""
    environments = env_factory(target, tool_profile="kubectl")
    for name in UNUSED:
        delattr(environments, name)
    (row,) = dataset(target, 1, seed=settings.seed).to_list()
    rows = [
        {**row, "seed": "7", "group_id": f"g{at}", "spoilers": {"task_uri": TASK}} for at in range(settings.updates)
    ]
    schemas = [json.dumps(get_json_schema(getattr(environments, name))) for name in TOOLS]
    tokenizer = make_tokenizer([row["prompt"][0]["content"], *schemas], CALLS)
    args = GRPOConfig(
        output_dir=folder,
        seed=settings.seed,
        use_cpu=True,
        bf16=False,
        per_device_train_batch_size=settings.group,
        num_generations=settings.group,
        max_steps=settings.updates,
        max_completion_length=4096,
        max_tool_calling_iterations=2,
        generation_kwargs=one_call_a_turn(tokenizer, CALLS),
        learning_rate=settings.learning_rate,
        lr_scheduler_type="constant",
        logging_steps=1,
        report_to=[],
        save_strategy="no",
    )
    trainer = GRPOTrainer(
        model=make_model(tokenizer, settings.seed),
        processing_class=tokenizer,
        args=args,
        train_dataset=Dataset.from_list(rows),
        environment_factory=environments,
    )
    trainer.train()
    return trainer


def main() -> None:
    """Train, and print a line for each update."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", default=kubedrill.EMBEDDED, help="host:port of a server; missing: one of its own")
    parser.add_argument("--updates", type=int, default=Settings.updates)
    parser.add_argument("--out", default="trained", help="folder of the trainer")
    options = parser.parse_args()
    trainer = train(options.target, options.out, Settings(updates=options.updates))
    for entry in trainer.state.log_history:
        if "reward" in entry:
            print(
                "update {step:3}  reward {reward:6.3f}  spread {reward_std:5.3f}  gradient {grad_norm:6.3f}".format(
                    **entry
                )
            )


if __name__ == "__main__":
    main()
