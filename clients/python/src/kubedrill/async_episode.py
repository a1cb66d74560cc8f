"""Episodes of the asyncio client."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from .actions import Actions
from .episode import EpisodeState
from .errors import KubedrillError
from .replies import Observation, Reward, Start, StepResult
from .requests import Views

if TYPE_CHECKING:
    from .aio import AsyncClient


class AsyncEpisode(EpisodeState):
    """An episode of an :class:`AsyncClient`; an async context manager that closes itself."""

    def __init__(self, client: AsyncClient, start: Start) -> None:
        super().__init__(start)
        self._client = client

    async def step(self, actions: Actions, *, views: Views = (), timeout_s: float | None = None) -> StepResult:
        """Apply actions and return what changed; see :meth:`kubedrill.Episode.step`."""
        return await self._client.step(self, actions, views=views, timeout_s=timeout_s)

    async def observe(self, views: Views = ()) -> Observation:
        """Return views of the current state; see :meth:`kubedrill.Episode.observe`."""
        return self.catch_up(await self._client.observe(self.id, views))

    async def reward(self, *, finalize: bool = False, judge: bool = False) -> Reward:
        """Return the sums since reset; see :meth:`Episode.reward`."""
        return await self._client.reward(self, finalize=finalize, judge=judge)

    async def score(self) -> float | None:
        """Return the graded sum, ending the episode if it runs; None where the sample is invalid."""
        try:
            return self.valid_score(await self.reward(finalize=True))
        except KubedrillError as error:
            return self.score_of_lost(error)

    async def fork(self, count: int = 1, *, reseed: int | None = None) -> list[AsyncEpisode]:
        """Return copies of this running episode at its current state, each with a lease of its own."""
        return await self._client.fork(self, count, reseed=reseed)

    async def close(self) -> None:
        """Release the slot; never grades and may be repeated."""
        await self._client.close_episode(self.id)

    async def __aenter__(self) -> AsyncEpisode:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
