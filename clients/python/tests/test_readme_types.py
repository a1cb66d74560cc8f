import os
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


# As for an installed package, only what users write is reported.
SETTINGS = """[mypy]
strict = True
[mypy-kubedrill.*]
ignore_errors = True
"""


def _check(folder, code):
    (folder / "mypy.ini").write_text(SETTINGS)
    (folder / "sample.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "sample.py"]
    environment = {**os.environ, "MYPYPATH": str(CLIENT / "src")}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


@pytest.mark.parametrize(("document", "code"), SAMPLES, ids=[f"{name}-{at}" for at, (name, _) in enumerate(SAMPLES)])
def test_a_sample_passes_mypy_strict(document, code, tmp_path):
    checked = _check(tmp_path, code)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_sees_the_types_of_the_client(tmp_path):
    wrong = 'import kubedrill\nscore: str = kubedrill.connect("x").reset().score()\n'
    assert 'expression has type "float | None"' in _check(tmp_path, wrong).stdout
