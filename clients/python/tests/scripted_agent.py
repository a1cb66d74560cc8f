"""An agent of SREArena and AIOpsLab that answers from a list."""

import asyncio


def block(name: str, *args: object) -> str:
    """A call in a code block."""
    return f"```\n{name}({', '.join(map(repr, args))})\n```"


class ScriptedAgent:
    """Answers in order; the states that it was given are kept."""

    def __init__(self, *answers: str) -> None:
        self._answers = iter(answers)
        self.states: list[str] = []

    async def get_action(self, state: str) -> str:
        self.states.append(state)
        return next(self._answers)

    def run(self, coroutine):
        return asyncio.run(coroutine)
