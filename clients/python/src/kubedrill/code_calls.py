"""Calls that agents write into a block of code, one a turn, as those of SREArena and AIOpsLab do."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

EXAMPLES = 'Two right examples:\n```\nexec_shell("kubectl get pods -A")\n```\nor\n```\nsubmit("Yes")\n```'
_BLOCK = re.compile(r"```(?:[A-Za-z]*[ \t]*\r?\n)?(.*?)```", re.DOTALL)
_SHELL = re.compile(r"exec_shell\(\s*(?:command\s*=\s*)?(\"\"\"|'''|\"|')(.*)\1\s*\)", re.DOTALL)


class CallError(ValueError):
    """A text that holds no call which can be read; the message is for the agent."""


@dataclass(frozen=True)
class CodeCall:
    """A call with literal arguments."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)


def read_code_call(text: str) -> CodeCall:
    """Return the call in the one Markdown code block of a text; nothing of it is evaluated but literals.

    Raises:
        CallError: there is no block or more than one, or something else in it than one call.
    """
    blocks = [block.strip() for block in _BLOCK.findall(text)]
    if len(blocks) != 1 or not blocks[0]:
        found = "is empty" if len(blocks) == 1 else "was not found" if not blocks else f"is one of {len(blocks)}"
        raise CallError(f"Error: an answer is one Markdown code block with one call; the block {found}. {EXAMPLES}")
    return _read(blocks[0])


def _read(code: str) -> CodeCall:
    try:
        node = ast.parse(code, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _read_shell(code)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise CallError(f"Error: the code block holds no call: {code[:100]!r}. {EXAMPLES}")
    try:
        kwargs = {word.arg: ast.literal_eval(word.value) for word in node.keywords if word.arg is not None}
        if len(kwargs) < len(node.keywords):
            raise ValueError("** is no literal")
        return CodeCall(node.func.id, tuple(ast.literal_eval(arg) for arg in node.args), kwargs)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise CallError(
            f"Error: the arguments of {node.func.id} are no literals (text in quotes, numbers, lists, dicts): "
            f"{code[:100]!r}. {EXAMPLES}"
        ) from None


def _read_shell(code: str) -> CodeCall:
    """Return a command whose own quotes or lines end the text that it is in; its quotes are as they stand."""
    shell = _SHELL.fullmatch(code)
    if shell is None:
        raise CallError(f"Error: the code block holds something else than one call: {code[:100]!r}. {EXAMPLES}")
    return CodeCall("exec_shell", (shell[2],))
