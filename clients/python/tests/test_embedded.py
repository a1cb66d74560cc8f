"""A server of the process's own."""

import os
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import kubedrill
from kubedrill import embedded

from .conftest import COMMAND, NODE

pytestmark = pytest.mark.skipif(
    not NODE.exists(), reason="there is no node_modules; run `npm start` or `npm test` once"
)

PLAY = """
import os, sys, kubedrill
env = kubedrill.make("kubedrill://hotel-reservation/scale-to-zero?target=deployment/geo&variant=standard")
observation, info = env.reset(seed=7)
with kubedrill.connect("embedded") as client:
    assert "kubectl" in [tool["function"]["name"] for tool in client.list_tools()]
print(os.environ["KUBEDRILL_EMBEDDED_ADDRESS"], len(observation["text"]), flush=True)
sys.stdin.read()
"""


def test_a_server_starts_with_the_first_call_and_stops_even_when_its_process_is_killed(tmp_path: Path) -> None:
    player, address = _play(tmp_path)
    with socket.create_connection(_parts(address)):
        pass
    player.send_signal(signal.SIGKILL)
    player.wait()
    _wait_until_closed(address)


def test_a_process_that_is_terminated_stops_its_server_first_and_leaves_no_files(tmp_path: Path) -> None:
    player, address = _play(tmp_path)
    assert list(tmp_path.glob("kubedrill-*"))
    player.terminate()
    assert player.wait(60) == -signal.SIGTERM
    with pytest.raises(ConnectionError):
        socket.create_connection(_parts(address))
    assert not list(tmp_path.glob("kubedrill-*"))


def test_a_server_that_is_stopped_ends_by_itself_as_soon_as_it_is_ready_and_leaves_no_open_pipes() -> None:
    server = kubedrill.Server(command=COMMAND)
    server.stop()
    assert server.process.returncode == 0
    assert all(pipe is not None and pipe.closed for pipe in (server.process.stdin, server.process.stdout))


@pytest.mark.parametrize(("quiet", "lines"), [("", 1), ("1", 0)])
def test_the_start_of_a_server_is_told_once_on_stderr_unless_it_is_to_be_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quiet: str, lines: int
) -> None:
    monkeypatch.setenv("KUBEDRILL_EMBEDDED_ADDRESS", "")  # so that what is set below is unset afterwards
    monkeypatch.delenv("KUBEDRILL_EMBEDDED_ADDRESS")
    monkeypatch.setenv("KUBEDRILL_QUIET", quiet)
    monkeypatch.setattr(embedded, "Server", lambda: SimpleNamespace(address="127.0.0.1:1"))
    monkeypatch.setattr(embedded, "_embedded", [])
    assert embedded.resolve_target("localhost:50051") == "localhost:50051"
    assert capsys.readouterr().err == ""
    assert [embedded.resolve_target("embedded") for _ in range(2)] == ["127.0.0.1:1"] * 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("kubedrill: starting a server") == len(said.err.splitlines()) == lines


def test_without_gymnasium_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("kubedrill.gym")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r"needs gymnasium: pip install 'kubedrill\[gym\]'"):
        kubedrill.make()


def test_without_a_server_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KUBEDRILL_EMBEDDED_ADDRESS", raising=False)
    monkeypatch.delenv("KUBEDRILL_COMMAND", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(kubedrill.KubedrillError, match=r"pip install 'kubedrill\[server\]'"):
        kubedrill.Server()


def test_a_server_that_does_not_start_tells_what_it_wrote() -> None:
    with pytest.raises(kubedrill.KubedrillError, match="unknown option '--thread'"):
        kubedrill.Server("--thread", "1", command=COMMAND)


def _play(temporary: Path) -> tuple[subprocess.Popen[str], str]:
    """Start a process that has played with its own server, and return it with that server's address."""
    environment = {**os.environ, "KUBEDRILL_COMMAND": shlex.join(COMMAND), "TMPDIR": str(temporary)}
    environment["http_proxy"] = "http://127.0.0.1:9"  # nobody listens, nor is it to be asked for this machine
    environment.pop("KUBEDRILL_EMBEDDED_ADDRESS", None)
    player = subprocess.Popen(
        [sys.executable, "-c", PLAY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert player.stdout is not None
    address, length = player.stdout.readline().split()
    assert int(length) > 100
    return player, address


def _wait_until_closed(address: str) -> None:
    """Wait until nobody listens; a connection that is open meanwhile ends when the server does."""
    try:
        with socket.create_connection(_parts(address), timeout=60) as connection:
            while connection.recv(4096):
                pass
    except ConnectionError:
        return
    with pytest.raises(ConnectionError):
        socket.create_connection(_parts(address))


def _parts(address: str) -> tuple[str, int]:
    host, port = address.split(":")
    return host, int(port)
