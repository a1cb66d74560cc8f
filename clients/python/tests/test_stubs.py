import runpy
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "generate_stubs.py"


def test_committed_stubs_are_what_the_proto_files_say(monkeypatch):
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), "--check"])
    runpy.run_path(str(SCRIPT), run_name="__main__")
