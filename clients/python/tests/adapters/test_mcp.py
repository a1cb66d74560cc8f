"""An episode played over MCP by Python's own client, as docs/external-agents.md shows it."""

import asyncio
import re
from pathlib import Path

import pytest

import kubedrill

mcp = pytest.importorskip("mcp", reason="mcp is not installed; `npm run test:adapters` installs it")

DOCS = Path(__file__).resolve().parents[4] / "docs" / "external-agents.md"
(SAMPLE,) = re.findall(r"```python\n(import asyncio\n[\s\S]*?)```", DOCS.read_text())
TASK = "kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo&variant=standard&twins=none"


@pytest.fixture
def episode(client):
    episode = client.reset(kubedrill.ResetOptions(task=TASK, seed=7))
    yield episode
    episode.close()


def test_the_sample_of_the_docs_repairs_an_incident(client, episode, monkeypatch, capsys):
    access = client.agent_access(episode.id)
    monkeypatch.setenv("KUBEDRILL_MCP_URL", access.mcp_url)
    monkeypatch.setenv("KUBEDRILL_AGENT_TOKEN", access.token)
    exec(compile(SAMPLE, str(DOCS), "exec"), {"__name__": "sample"})
    said = capsys.readouterr().out
    assert episode.observation.text in said
    assert said.rstrip().endswith("The episode has ended.")
    assert episode.score() > 0.5


@pytest.mark.skipif(not hasattr(mcp, "Client"), reason="this mcp has no client of the revision without handshakes")
def test_a_client_that_asks_first_speaks_the_revision_without_handshakes(client, episode):
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    access = client.agent_access(episode.id)

    async def look():
        headers = {"Authorization": f"Bearer {access.token}"}
        async with (
            create_mcp_http_client(headers) as http,
            mcp.Client(streamable_http_client(access.mcp_url, http_client=http)) as agent,
        ):
            return agent.protocol_version, await agent.call_tool("kubectl", {"command": "get deployments"})

    version, result = asyncio.run(look())
    assert version == "2026-07-28"
    assert re.search(r"^geo +0/0", result.content[0].text, re.M)
