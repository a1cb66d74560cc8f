"""The tiny model of the example, with a script in place of its own words, so that no weights are downloaded."""

import sys
from collections.abc import Callable
from pathlib import Path

import torch
from transformers import PreTrainedTokenizerFast, Qwen3ForCausalLM

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "grpo"
sys.path.insert(0, str(EXAMPLE))

from tiny_policy import END, call, make_config, make_model, make_tokenizer  # noqa: E402

__all__ = ["call", "make_model", "make_scripted_model", "make_tokenizer", "save_random_model"]


class ScriptedModel(Qwen3ForCausalLM):
    """A model whose tokens a script chooses instead of its own (random) probabilities; the loss is real.

    ``script`` gets the whole text of a row and its place in the batch, and returns the text of the assistant.
    """

    script: Callable[[str, int], str]
    tokenizer: PreTrainedTokenizerFast

    @torch.no_grad()
    def generate(self, input_ids, **_):
        texts = self.tokenizer.batch_decode(input_ids)
        said = [self.tokenizer(self.script(text, row) + END)["input_ids"] for row, text in enumerate(texts)]
        longest = max(map(len, said))
        padding = self.tokenizer.pad_token_id
        padded = torch.tensor([ids + [padding] * (longest - len(ids)) for ids in said])
        return torch.cat([input_ids, padded.to(input_ids.device)], dim=1)


def make_scripted_model(tokenizer: PreTrainedTokenizerFast, script: Callable[[str, int], str]) -> ScriptedModel:
    torch.manual_seed(0)
    model = ScriptedModel(make_config(tokenizer))
    model.script, model.tokenizer = script, tokenizer
    return model


def save_random_model(folder: Path, corpus: list[str]) -> str:
    """Write a tiny random model with a tokenizer trained on the texts, and return the folder."""
    tokenizer = make_tokenizer(corpus)
    make_model(tokenizer).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)
