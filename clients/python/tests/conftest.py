"""A real server for the tests: the command line's own, on a free port."""

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import kubedrill

ROOT = Path(__file__).resolve().parents[3]
NODE = ROOT / "node_modules" / ".bin" / "node"
READY_S = 60


COMMAND = [str(NODE), str(ROOT / "cli" / "main.ts")]


class Server:
    """A server in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, folder: Path, *arguments: str, listen: str = "127.0.0.1:0") -> None:
        self._arguments = [*arguments, "--journal", str(folder)]
        self.address = listen
        self.start()

    def start(self) -> None:
        self._server = kubedrill.Server(*self._arguments, listen=self.address, command=COMMAND)
        self.address = self._server.address
        self.token = self._server.token

    def kill(self) -> None:
        self._server.process.kill()
        self._server.process.wait(READY_S)

    def stop(self) -> None:
        self._server.stop()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start servers with arguments of ``kubedrill serve``; they are stopped at the end."""
    if not NODE.exists():
        pytest.skip("there is no node_modules; run `npm start` or `npm test` once")
    servers: list[Server] = []

    def start(*arguments: str, listen: str = "127.0.0.1:0") -> Server:
        servers.append(Server(tmp_path_factory.mktemp("journal"), *arguments, listen=listen))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@dataclass(frozen=True)
class Certificates:
    """A certificate with its key and its authority, as PEM files."""

    authority: Path
    certificate: Path
    key: Path

    def read(self) -> tuple[bytes, bytes, bytes]:
        return self.authority.read_bytes(), self.key.read_bytes(), self.certificate.read_bytes()


MAKE_CERTIFICATES = """
const { createCertificates } = await import(process.argv[1]);
const made = await createCertificates(["localhost", "127.0.0.1"], Date.now(), process.argv[2]);
process.stdout.write(JSON.stringify(made));
"""


@pytest.fixture(scope="session")
def certify(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Certificates]:
    """Make certificates for ``serverAuth`` or ``clientAuth``."""

    def make(purpose: str) -> Certificates:
        module = (ROOT / "env" / "server" / "kube-http" / "certificates.ts").as_uri()
        line = [str(NODE), "--input-type=module", "--eval", MAKE_CERTIFICATES, module, purpose]
        made = json.loads(subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
        folder = tmp_path_factory.mktemp(purpose)
        files = {name: folder / f"{name}.pem" for name in made}
        for name, file in files.items():
            file.write_text(made[name])
        return Certificates(**files)

    return make


@pytest.fixture(scope="session")
def server(serve: Callable[..., Server]) -> Server:
    """A server that runs for the whole session."""
    return serve()


@pytest.fixture(scope="session")
def target(server: Server) -> str:
    """Address of that server."""
    return server.address


@pytest.fixture(scope="session")
def task(target: str) -> str:
    """A task that is easy to name: one Service that selects no pod."""
    return "kubedrill://hotel-reservation/service-selector-mismatch?target=service/frontend&variant=standard"


@pytest.fixture
def client(target: str) -> Iterator[kubedrill.Client]:
    with kubedrill.connect(target) as made:
        yield made
