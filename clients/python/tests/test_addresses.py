"""Targets that stand for several servers."""

import socket

import pytest

import kubedrill
from kubedrill.addresses import several


@pytest.mark.parametrize(
    "target",
    ["localhost:50051", "embedded", "dns:///localhost:50051", "ipv4:127.0.0.1:50051,127.0.0.1:50052", "unix:/run/k,1"],
)
def test_one_server_is_reached_as_before(target):
    assert several(target) is None


def test_a_list_of_addresses_stands_for_them_in_any_form_and_once_each():
    for target in ("a:1,b:2, a:1", ["a:1", "b:2"], ("a:1", "b:2", "b:2")):
        found = several(target)
        assert found is not None
        assert found.read() == ["a:1", "b:2"]
        assert found.name is None


@pytest.mark.parametrize("target", ["a:1,b", ["a:1", "b"], "a:1,", []])
def test_what_is_no_address_is_refused_with_what_would_be_right(target):
    with pytest.raises(ValueError, match="give"):
        kubedrill.connect(target)


@pytest.mark.parametrize("target", [7, ["a:1", 7], b"a:1,b:2"])
def test_what_is_no_text_is_refused(target):
    with pytest.raises(TypeError, match="give"):
        kubedrill.connect(target)


def test_a_name_stands_for_all_that_it_resolves_to_and_for_one_kind_of_addresses(monkeypatch):
    found = several("dns:///kubedrill.example:50051")
    assert found is not None
    assert found.name == "kubedrill.example"
    four = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 50051)) for ip in ("10.0.0.2", "10.0.0.1", "10.0.0.2")]
    six = [(socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fd00::1", 50051, 0, 0))]
    for answer, addresses in (
        (four + six, ["10.0.0.1:50051", "10.0.0.2:50051"]),
        (six, ["[fd00::1]:50051"]),
    ):
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, given=answer, **__: given)
        assert found.read() == addresses


def test_a_name_that_nobody_knows_is_an_error_that_passes(monkeypatch):
    found = several("dns:///kubedrill.example:50051")

    def refuse(*_, **__):
        raise socket.gaierror("Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(kubedrill.KubedrillError, match=r"dns:///kubedrill.example:50051 cannot be resolved") as raised:
        found.read()
    assert raised.value.retryable
