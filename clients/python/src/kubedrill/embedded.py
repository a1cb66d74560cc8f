"""A server of this process's own: started when it is first needed, stopped with the process."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from .errors import KubedrillError
from .exit_hooks import close_server_at_exit
from .target import EMBEDDED
from .token_file import read_token

_ADDRESS_VARIABLE = "KUBEDRILL_EMBEDDED_ADDRESS"
_COMMAND_VARIABLE = "KUBEDRILL_COMMAND"
_QUIET_VARIABLE = "KUBEDRILL_QUIET"
_STOP_S = 10.0

_lock = threading.Lock()
_embedded: list[Server] = []  # of this process; none or one


class Server:
    """A ``kubedrill serve`` in a process of its own, on a free port of this machine.

    It stops with :meth:`stop`, at the end of a ``with`` block, and when this process ends in whatever way, since it
    then reads the end of its standard input.

    Args:
        *arguments: arguments of ``kubedrill serve``, e.g. ``"--threads", "2"``.
        listen: ``host:port`` to listen on; port 0 takes any free one.
        command: program and first arguments; None takes ``KUBEDRILL_COMMAND``, else what ``pip install
            'kubedrill[server]'`` brought, else ``kubedrill`` on the ``PATH``.

    Attributes:
        address: ``host:port``, for :func:`kubedrill.connect`.
        token: token of this server, which opens everything; clients of this user on this machine find it by
            themselves. Empty: it could not be written.
        process: the process.

    Raises:
        KubedrillError: no server is installed, or it did not start; the message holds what it wrote.
    """

    def __init__(self, *arguments: str, listen: str = "127.0.0.1:0", command: Sequence[str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kubedrill-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        line = [*(command or _installed_command()), "serve", "--listen", listen, "--json", "--until-stdin-ends"]
        # The last one counts: a journal of the caller's outlives this server.
        line += ["--journal", str(folder / "journal"), *arguments]
        self._log = folder / "log"
        with self._log.open("w") as log:
            self.process = subprocess.Popen(
                line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        ready = self._read_ready()
        self.address: str = ready["address"]
        self.token: str = read_token(ready.get("token_file")) or ""
        self._owner = os.getpid()
        close_server_at_exit(self)

    def stop(self) -> None:
        """Stop the server; episodes that run are lost unless it was given a journal."""
        with self.process:  # closes its pipes
            self.process.terminate()
            try:
                self.process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._folder.cleanup()

    def close_at_exit(self) -> None:
        """Stop from an exit hook; a fork of the process leaves the server to it."""
        if self._owner == os.getpid() and self.process.returncode is None:
            self.stop()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _read_ready(self) -> dict[str, str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message: dict[str, str] = json.loads(line)
            if message.get("event") == "ready":
                return message
        self.process.communicate()  # closes the pipes and waits
        said = self._log.read_text().strip()
        raise KubedrillError(f"the server did not start:\n{said}", code="UNAVAILABLE")


def resolve_target(target: str) -> str:
    """Return the address of a target; for ``"embedded"`` that of this process's server, started at the first call."""
    if target != EMBEDDED:
        return target
    with _lock:
        address = os.environ.get(_ADDRESS_VARIABLE)
        if address is None:
            _announce()
            _embedded.append(Server())
            address = os.environ[_ADDRESS_VARIABLE] = _embedded[0].address
        return address


def _announce() -> None:
    if not os.environ.get(_QUIET_VARIABLE):
        print(
            "kubedrill: starting a server with simulated clusters, which takes seconds and ends with this process "
            f"({_QUIET_VARIABLE}=1 hides this line)",
            file=sys.stderr,
            flush=True,
        )


def _installed_command() -> list[str]:
    given = os.environ.get(_COMMAND_VARIABLE)
    if given:
        return shlex.split(given)
    if importlib.util.find_spec("kubedrill_server") is not None:
        from kubedrill_server import command

        return list(command())
    found = shutil.which("kubedrill")
    if found is not None:
        return [found]
    raise KubedrillError(
        "no kubedrill server is installed: pip install 'kubedrill[server]', or npm install -g kubedrill, "
        f"or set {_COMMAND_VARIABLE} to the command that starts one",
        code="FAILED_PRECONDITION",
    )
