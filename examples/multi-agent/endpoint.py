"""A model behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Endpoint:
    """Where the model is.

    Attributes:
        url: up to and with ``/v1``.
        model: name of the model there.
        key: bearer token; empty: none.
        timeout_s: seconds until an answer.
    """

    url: str
    model: str
    key: str = ""
    timeout_s: float = 300.0

    def complete(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return the assistant's next message."""
        body = {"model": self.model, "messages": messages, "tools": tools}
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {self.key}"} if self.key else {})}
        request = urllib.request.Request(f"{self.url}/chat/completions", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=self.timeout_s) as reply:
            message: dict[str, Any] = json.load(reply)["choices"][0]["message"]
        return {key: value for key, value in message.items() if value is not None}
