"""A tokenizer trained on the spot and a tiny randomly initialised model, so that no weights are downloaded."""

import json
from collections.abc import Callable
from pathlib import Path

import torch
import trl
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MARKS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]


def make_tokenizer(corpus: list[str]) -> PreTrainedTokenizerFast:
    """Train a byte-level BPE on the texts; its chat template is the one of Qwen3 that TRL ships."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    bpe.train_from_iterator(
        corpus, trainers.BpeTrainer(vocab_size=3000, special_tokens=SPECIAL, initial_alphabet=alphabet)
    )
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token=SPECIAL[2], pad_token=SPECIAL[0])
    tokenizer.add_tokens(MARKS)
    tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates/qwen3.jinja").read_text()
    return tokenizer


class ScriptedModel(Qwen3ForCausalLM):
    """A model whose tokens a script chooses instead of its own (random) probabilities; the loss is real.

    ``script`` gets the whole text of a row and its place in the batch, and returns the text of the assistant.
    """

    script: Callable[[str, int], str]
    tokenizer: PreTrainedTokenizerFast

    @torch.no_grad()
    def generate(self, input_ids, **_):
        texts = self.tokenizer.batch_decode(input_ids)
        said = [self.tokenizer(self.script(text, row) + SPECIAL[2])["input_ids"] for row, text in enumerate(texts)]
        longest = max(map(len, said))
        padding = self.tokenizer.pad_token_id
        padded = torch.tensor([ids + [padding] * (longest - len(ids)) for ids in said])
        return torch.cat([input_ids, padded.to(input_ids.device)], dim=1)


def make_model(tokenizer: PreTrainedTokenizerFast, script: Callable[[str, int], str]) -> ScriptedModel:
    torch.manual_seed(0)
    model = ScriptedModel(_config(tokenizer))
    model.script, model.tokenizer = script, tokenizer
    return model


def save_random_model(folder: Path, corpus: list[str]) -> str:
    """Write a tiny random model with a tokenizer trained on the texts, and return the folder."""
    tokenizer = make_tokenizer(corpus)
    Qwen3ForCausalLM(_config(tokenizer)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


def _config(tokenizer: PreTrainedTokenizerFast) -> Qwen3Config:
    return Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=32768,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )


def call(name: str, **arguments) -> str:
    """Return a tool call as Qwen3 writes it."""
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"
