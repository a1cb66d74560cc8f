"""A real server for the tests: the command line's own, on a free port."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kubedrill

ROOT = Path(__file__).resolve().parents[3]
NODE = ROOT / "node_modules" / ".bin" / "node"
READY_S = 60


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server that runs for the whole session."""
    if not NODE.exists():
        pytest.skip("there is no node_modules; run `npm start` or `npm test` once")
    command = [str(NODE), "cli/main.ts", "serve", "--listen", "127.0.0.1:0", "--json"]
    command += ["--journal", str(tmp_path_factory.mktemp("journal"))]
    log = (tmp_path_factory.mktemp("server") / "log").open("w+")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        try:
            yield _address(server, log)
        finally:
            server.terminate()
            server.wait(READY_S)


def _address(server: subprocess.Popen, log) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        message = json.loads(line)
        if message.get("event") == "ready":
            return message["address"]
    log.seek(0)
    raise RuntimeError(f"the server ended before it was ready:\n{log.read()}")


@pytest.fixture(scope="session")
def task(target: str) -> str:
    """A task that is easy to name: one Service that selects no pod."""
    return "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard"


@pytest.fixture
def client(target: str) -> Iterator[kubedrill.Client]:
    with kubedrill.connect(target) as made:
        yield made
