"""Files of sessions."""

import json

import pytest

from kubedrill.session_file import write_session


@pytest.mark.parametrize(
    ("submitted", "written"),
    [(["geo"], ["geo"]), ({"geo"}, "{'geo'}"), (b"geo", "b'geo'"), ({("a", "b"): 1, "c": 2}, {"c": 2})],
)
def test_whatever_an_agent_submits_its_session_is_written(tmp_path, submitted, written):
    row = {"agent": "a", "problem_id": "p", "trace": [], "started": 1.5}
    write_session(tmp_path / "new" / "folder", results={"submission": submitted}, **row)
    (file,) = (tmp_path / "new" / "folder").glob("*_1.json")
    read = json.loads(file.read_text())
    assert (read["agent"], read["problem_id"], read["results"]) == ("a", "p", {"submission": written})
    assert read["start_time"] == 1.5 < read["end_time"]
