import asyncio

import grpc
import pytest

import kubedrill

PLAN = {"policies": ["expert"], "repeats": 2, "seed": 3, "max_steps": 6}
SHORT = {**PLAN, "tags_all": ["app:hotel-reservation"], "max_steps": 1}


def test_the_server_generates_rows_that_go_on_at_an_offset_for_who_may_know_the_tasks(client, target):
    rows = list(client.generate_trajectories(4, **PLAN))
    assert [row.next_offset for row in rows] == [None, 2, None, 4]
    assert {row.split for row in rows} == {"train"}
    assert all(isinstance(row.row["return"], float) for row in rows)
    assert all(row.row["task"]["uri"].startswith("kubedrill://") for row in rows)
    assert list(client.generate_trajectories(4, offset=2, **PLAN)) == rows[2:]
    with kubedrill.connect(target, token="") as stranger, pytest.raises(kubedrill.KubedrillError) as refusal:
        next(stranger.generate_trajectories(1, **PLAN))
    assert refusal.value.code == "PERMISSION_DENIED"


def test_a_plan_that_is_wrong_is_refused_by_field(client):
    with pytest.raises(kubedrill.KubedrillError) as refusal:
        next(client.generate_trajectories(1, format="csv"))
    assert refusal.value.reason == "FIELD_INVALID"
    assert "format" in str(refusal.value)


def test_the_asyncio_client_gets_the_same_rows_and_leaves_when_it_wants(client, target):
    async def run():
        async with kubedrill.connect_aio(target) as other:
            rows = [row async for row in other.generate_trajectories(4, **PLAN)]
            endless = other.generate_trajectories(10_000, **PLAN)
            await anext(endless)
            await endless.aclose()
            with pytest.raises(kubedrill.KubedrillError) as refusal:
                await anext(other.generate_trajectories(1, format="csv"))
            return rows, refusal.value.reason

    rows, reason = asyncio.run(run())
    assert rows == list(client.generate_trajectories(4, **PLAN))
    assert reason == "FIELD_INVALID"


@pytest.mark.parametrize("is_mutual", [False, True], ids=["a token", "a certificate of the client"])
def test_a_server_with_tls_generates_rows_for_both_clients(serve, certify, is_mutual):
    own, trainer = certify("serverAuth"), certify("clientAuth")
    tls = ["--tls-cert", str(own.certificate), "--tls-key", str(own.key)]
    server = serve(*tls, *(["--tls-client-ca", str(trainer.authority)] if is_mutual else []), "--threads", "1")
    _, key, certificate = trainer.read()
    shown = {"private_key": key, "certificate_chain": certificate} if is_mutual else {}
    credentials = grpc.ssl_channel_credentials(own.authority.read_bytes(), **shown)
    access = {"credentials": credentials, "token": None if is_mutual else server.token}

    async def run():
        async with kubedrill.connect_aio(server.address, **access) as client:
            return [row async for row in client.generate_trajectories(2, **SHORT)]

    with kubedrill.connect(server.address, **access) as client:
        assert "dataset" in client.server_info().capabilities
        rows = list(client.generate_trajectories(2, **SHORT))
    assert [row.next_offset for row in rows] == [None, 2]
    assert asyncio.run(run()) == rows
    with kubedrill.connect(server.address, timeout_s=2) as stranger, pytest.raises(kubedrill.KubedrillError):
        stranger.server_info()
