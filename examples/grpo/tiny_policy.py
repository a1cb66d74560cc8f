"""A transformer of a few thousand random weights, and a tokenizer in which a whole tool call is one token."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import trl
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

END = "<|im_end|>"
PADDING = "<|endoftext|>"
MARKS = ("<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>")


def call(name: str, **arguments: Any) -> str:
    """Return a tool call as Qwen3 writes it."""
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def make_tokenizer(corpus: Sequence[str], calls: Sequence[str] = ()) -> PreTrainedTokenizerFast:
    """Train a byte-level BPE on the texts, with each call as a token; its chat template is Qwen3's, which TRL ships."""
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=3000,
        special_tokens=[PADDING, "<|im_start|>", END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    bpe.train_from_iterator(corpus, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token=END, pad_token=PADDING)
    tokenizer.add_tokens([*calls, *MARKS])
    tokenizer.chat_template = (Path(trl.__file__).parent / "chat_templates/qwen3.jinja").read_text()
    return tokenizer


def make_config(tokenizer: PreTrainedTokenizerFast) -> Qwen3Config:
    """Return the shape of a model with one layer."""
    end, padding = _ids(tokenizer, [END, PADDING])
    return Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=32768,
        eos_token_id=end,
        pad_token_id=padding,
    )


def make_model(tokenizer: PreTrainedTokenizerFast, seed: int = 0) -> Qwen3ForCausalLM:
    """Return a model with random weights."""
    torch.manual_seed(seed)
    return Qwen3ForCausalLM(make_config(tokenizer))


def one_call_a_turn(tokenizer: PreTrainedTokenizerFast, calls: Sequence[str]) -> dict[str, Any]:
    """Return settings of generation by which a turn is one call or its end, since the model knows no words."""
    said = _ids(tokenizer, [END, *calls])
    return {
        "eos_token_id": said,
        "suppress_tokens": [token for token in range(len(tokenizer)) if token not in said],
    }


def _ids(tokenizer: PreTrainedTokenizerFast, tokens: Sequence[str]) -> list[int]:
    vocabulary = tokenizer.get_vocab()
    return [vocabulary[token] for token in tokens]
