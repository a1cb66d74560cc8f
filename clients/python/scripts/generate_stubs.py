"""Generate src/kubedrill/v1 from proto/; with --check only say whether the committed files are fresh."""

from __future__ import annotations

import filecmp
import shutil
import sys
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

PACKAGE = Path(__file__).resolve().parents[1]
PROTO = PACKAGE.parents[1] / "proto"
COMMITTED = PACKAGE / "src" / "kubedrill" / "v1"
SOURCES = ("kubedrill/v1/common.proto", "kubedrill/v1/environment.proto", "kubedrill/v1/dataset.proto")


def generate(out: Path) -> Path:
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    arguments = [
        "protoc",
        f"-I{PROTO}",
        f"-I{well_known}",
        *(f"--{kind}_out={out}" for kind in ("python", "pyi", "grpc_python")),
    ]
    if protoc.main([*arguments, *SOURCES]) != 0:
        sys.exit("protoc failed; see its message above")
    (out / "kubedrill/v1/common_pb2_grpc.py").unlink()  # common.proto has no service
    return out / "kubedrill/v1"


def stale_files(fresh: Path) -> list[str]:
    names = {path.name for path in fresh.iterdir()} | {path.name for path in COMMITTED.glob("*_pb2*")}
    _, different, missing = filecmp.cmpfiles(fresh, COMMITTED, sorted(names), shallow=False)
    return different + missing


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        fresh = generate(Path(scratch))
        if "--check" not in sys.argv[1:]:
            for path in fresh.iterdir():
                shutil.copy(path, COMMITTED / path.name)
        elif stale := stale_files(fresh):
            sys.exit(f"stubs are stale ({', '.join(stale)}); run: python {Path(__file__).name}")


if __name__ == "__main__":
    main()
