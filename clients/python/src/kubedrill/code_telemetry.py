"""Telemetry as agents of SREArena and AIOpsLab ask for it: logs as text, metrics and traces as files to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from .actions import OneAction, tool
from .code_calls import CallError
from .replies import StepResult

_METRICS = {
    "cpu": 'sum by (pod) (rate(container_cpu_usage_seconds_total{{namespace="{0}"}}[2m]))',
    "memory": 'sum by (pod) (container_memory_working_set_bytes{{namespace="{0}"}})',
    "restarts": 'sum by (pod) (kube_pod_container_status_restarts_total{{namespace="{0}"}})',
}
_TRACED_SERVICES = 8


class TelemetryFiles:
    """Calls for telemetry, and the files that they wrote, which are kept in memory and belong to one session."""

    def __init__(self, step: Callable[[Sequence[OneAction]], Awaitable[StepResult]]) -> None:
        self._step = step
        self._files: dict[str, str] = {}

    async def get_logs(self, namespace: str, service: str) -> str:
        """Return the latest log lines of the pods of a service."""
        query = f'{{namespace="{_plain(namespace)}", pod=~"{_plain(service)}-.*"}}'
        return (await self._ask(tool("query_logs", query=query)))[0]

    async def get_metrics(self, namespace: str, duration: int = 5) -> str:
        """Write CPU (cores), memory (bytes) and restarts of pods in the latest minutes to files; return the paths."""
        spans = {"range": _minutes(duration)}
        queries = [query.format(_plain(namespace)) for query in _METRICS.values()]
        texts = await self._ask(*(tool("query_metrics", query=query, **spans) for query in queries))
        return self._write("metrics_output", dict(zip(_METRICS, texts, strict=True)), "read_metrics")

    async def get_traces(self, namespace: str, duration: int = 5) -> str:
        """Write traces of the latest minutes to a file for each service that failed, or else some; return the paths."""
        lookback = _minutes(duration)
        (listed,) = await self._ask(tool("get_traces"))
        services = [name.strip() for name in listed.partition(":")[2].split(",") if name.strip()]
        if not services:
            return listed
        failed = await self._ask(
            *(tool("get_traces", service=name, lookback=lookback, errors_only=True) for name in services)
        )
        found = {name: text for name, text in zip(services, failed, strict=True) if text.startswith("trace ")}
        if not found:
            chosen = services[:_TRACED_SERVICES]
            texts = await self._ask(*(tool("get_traces", service=name, lookback=lookback) for name in chosen))
            found = dict(zip(chosen, texts, strict=True))
        return self._write("trace_output", found, "read_traces")

    async def read_metrics(self, file_path: str) -> str:
        """Return a file that get_metrics wrote."""
        return self._read(file_path, "get_metrics")

    async def read_traces(self, file_path: str) -> str:
        """Return a file that get_traces wrote."""
        return self._read(file_path, "get_traces")

    async def _ask(self, *actions: OneAction) -> list[str]:
        return [result.content.rstrip() for result in (await self._step(actions)).results]

    def _write(self, folder: str, texts: dict[str, str], reader: str) -> str:
        place = f"{folder}/{len(self._files)}"
        paths = {f"{place}/{name}.txt": text for name, text in texts.items()}
        self._files.update(paths)
        return f"Written; {reader}(path) shows them:\n" + "\n".join(paths)

    def _read(self, path: str, writer: str) -> str:
        text = self._files.get(str(path))
        if text is None:
            raise CallError(f"Error: there is no file {path!r}; take a path that {writer} returned.")
        return text


def _plain(name: object) -> str:
    """Return a name for a selector, without what would end its quotes."""
    return str(name).replace("\\", "").replace('"', "")


def _minutes(duration: object) -> str:
    if isinstance(duration, bool) or not isinstance(duration, (int, float)) or duration <= 0:
        raise CallError(f"Error: duration is {duration!r}; give minutes, such as 5.")
    return f"{max(1, round(duration))}m"
