"""The notebook runs from top to bottom, as a kernel would run its cells, and is one that Jupyter opens."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import COMMAND, NODE, ROOT

NOTEBOOK = ROOT / "examples" / "quickstart.ipynb"
CELLS = json.loads(NOTEBOOK.read_text())["cells"]

# What a kernel does with a cell: statements are run, and the value of a last expression is shown.
RUN = """
import ast, json, sys
names = {"__name__": "__main__"}
for number, source in enumerate(json.load(sys.stdin)):
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"<cell {number}>", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
        print("" if value is None else repr(value))
"""


@pytest.mark.skipif(not NODE.exists(), reason="there is no node_modules; run `npm start` or `npm test` once")
def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBEDRILL_COMMAND", shlex.join(COMMAND))
    monkeypatch.delenv("KUBEDRILL_EMBEDDED_ADDRESS", raising=False)
    cells = json.dumps(["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"])
    line = [sys.executable, "-c", RUN]
    said = subprocess.run(line, input=cells, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert re.search(r"on.call .*Hotel reservation", said.stdout)
    assert re.search(r"^AGENT_SUBMITTED success: True return: 0\.9\d*$", said.stdout, re.M)
    (advantages,) = re.findall(r"^advantages: \[(.*)\]$", said.stdout, re.M)
    looked, repaired, *_ = map(float, advantages.split(", "))
    assert looked < 0 < repaired
    assert "'rewards/scale-to-zero/mitigation'" in said.stdout
    assert said.stderr.count("kubedrill: starting a server") == 1


def test_the_notebook_has_the_form_that_jupyter_opens_and_no_stale_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in CELLS}) == len(CELLS)
    assert {cell["cell_type"] for cell in CELLS} == {"code", "markdown"}
    for cell in CELLS:
        assert re.fullmatch(r"[\w-]{1,64}", cell["id"])
        assert "".join(cell["source"]).strip()
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_the_links_of_the_notebook_lead_somewhere() -> None:
    text = "".join("".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "markdown")
    links = re.findall(r"\]\((\.\./[^)]+)\)", text)
    assert links
    assert [link for link in links if not (NOTEBOOK.parent / link).exists()] == []
