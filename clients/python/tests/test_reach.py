"""Servers that are not there."""

import asyncio
import os
import socket
import subprocess
import sys
import time

import pytest

import kubedrill

CALLS = {
    "a call": lambda client: client.sample_tasks(1),
    "a stream": lambda client: next(client.generate_trajectories(1)),
}


async def aio_call(client):
    await client.sample_tasks(1)


async def aio_stream(client):
    await anext(client.generate_trajectories(1))


def unreached(address, call):
    begun = time.monotonic()
    with pytest.raises(kubedrill.KubedrillError) as caught:
        call(address)
    assert time.monotonic() - begun < 8  # five, and what a busy machine takes
    assert (caught.value.code, caught.value.reason, caught.value.retryable) == ("UNAVAILABLE", "", True)
    assert f"no server was reached at {address} (" in caught.value.message
    assert "kubedrill serve" in caught.value.message
    return caught.value.message


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_server_that_was_never_reached_is_told_soon(call):
    assert "refused" in unreached("127.0.0.1:1", lambda address: call(kubedrill.connect(address, timeout_s=1)))


@pytest.mark.parametrize("call", [aio_call, aio_stream])
def test_so_it_is_by_the_asyncio_client(call):
    assert "refused" in unreached(
        "[::1]:1", lambda address: asyncio.run(call(kubedrill.connect_aio(address, timeout_s=1)))
    )


def test_a_name_that_nobody_knows_and_a_proxy_that_may_be_why_are_told(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    call = CALLS["a call"]
    message = unreached("nobody.invalid:50051", lambda address: call(kubedrill.connect(address, timeout_s=1)))
    assert "nobody.invalid" in message
    assert "proxy" not in message
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    message = unreached("nobody.invalid:50051", lambda address: call(kubedrill.connect(address, timeout_s=1)))
    assert message.endswith("http_proxy is set: name the host in no_proxy to go without")


def test_something_else_that_listens_and_says_nothing_is_no_server():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        unreached(f"127.0.0.1:{silent.getsockname()[1]}", lambda address: CALLS["a call"](kubedrill.connect(address)))


BEHIND_A_PROXY = """
import asyncio, sys, kubedrill

async def main():
    async with kubedrill.connect_aio(sys.argv[1]) as client:
        await client.server_info()

asyncio.run(main())
kubedrill.connect(sys.argv[1]).server_info()
"""


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy"])
@pytest.mark.parametrize("form", ["127.0.0.1:{}", "localhost:{}", "dns:///localhost:{}", "ipv4:127.0.0.1:{}"])
def test_a_proxy_gets_no_call_to_this_machine(target, variable, form):
    address = form.format(target.rpartition(":")[2])
    environment = {**os.environ, variable: "http://127.0.0.1:9"}
    subprocess.run([sys.executable, "-c", BEHIND_A_PROXY, address], env=environment, check=True, timeout=60)
