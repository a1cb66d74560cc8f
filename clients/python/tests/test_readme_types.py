import re
import subprocess
import sys
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[1]
DOCUMENTS = (CLIENT / "README.md", CLIENT.parents[1] / "README.md")
SAMPLES = [
    (document.relative_to(CLIENT.parents[1]).as_posix(), code)
    for document in DOCUMENTS
    for code in re.findall(r"```python\n([\s\S]*?)```", document.read_text())
    if not code.startswith("# pip install")  # these need packages that only the tests of the adapters have
]


def _check(folder, checker, code):
    sample = folder / "sample.py"
    sample.write_text(code)
    command = [sys.executable, "-m", checker, "--strict", "--follow-imports=silent", str(sample)]
    environment = {"MYPYPATH": str(CLIENT / "src"), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


@pytest.mark.parametrize(("document", "code"), SAMPLES, ids=[f"{name}-{at}" for at, (name, _) in enumerate(SAMPLES)])
def test_a_sample_passes_mypy_strict(document, code, tmp_path):
    checked = _check(tmp_path, "mypy", code.replace("policy(", "str("))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_sees_the_types_of_the_client(tmp_path):
    wrong = 'import kubedrill\nscore: str = kubedrill.connect("x").reset().score()\n'
    assert 'expression has type "float | None"' in _check(tmp_path, "mypy", wrong).stdout
