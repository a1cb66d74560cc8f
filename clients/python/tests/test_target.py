import json

import pytest

import kubedrill
from kubedrill.gym import IncidentEnv, IncidentVectorEnv
from kubedrill.target import check_target, is_local

from .conftest import ROOT

TARGETS = json.loads((ROOT / "clients" / "targets.json").read_text())


@pytest.mark.parametrize("case", TARGETS["accepted"], ids=lambda case: case["target"])
def test_an_address_is_taken_as_it_is_and_known_to_stay_here_or_not(case):
    assert check_target(case["target"]) == case["target"]
    assert is_local(case["target"]) == case["isLoopback"]


@pytest.mark.parametrize("case", TARGETS["refused"], ids=lambda case: repr(case["target"]))
def test_what_is_no_address_is_refused_with_what_was_meant(case):
    with pytest.raises(ValueError, match=r"target is .*; give host:port, such as ") as refused:
        kubedrill.connect(case["target"])
    assert str(refused.value).endswith(f" such as {case['suggestion']}")
    assert check_target(case["suggestion"])


@pytest.mark.parametrize("target", [None, 50051, b"localhost:50051"], ids=repr)
@pytest.mark.parametrize(
    "connect", [kubedrill.connect, kubedrill.connect_aio, IncidentEnv, lambda target: IncidentVectorEnv(2, target)]
)
def test_what_is_no_text_is_refused_by_its_type(connect, target):
    with pytest.raises(TypeError, match=r"target is .*; give host:port, such as localhost:50051$"):
        connect(target)
