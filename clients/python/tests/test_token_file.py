"""Tokens: where a client finds one, and what it does when a server refuses it."""

import asyncio

import pytest

import kubedrill
from kubedrill.token_file import TokenSource


@pytest.fixture(scope="module")
def server(serve):
    return serve("--threads", "1")


def test_a_token_is_read_again_once_it_is_refused(server, tmp_path):
    file = tmp_path / "token"
    file.write_text("of-the-server-before-0123456789")
    with kubedrill.Client(server.address, token_file=file) as client:
        with pytest.raises(kubedrill.KubedrillError) as caught:
            client.server_info()
        assert caught.value.reason == "TOKEN_MISSING"
        file.write_text(server.token + "\n")
        assert "admin" in client.server_info().scopes

    async def ask():
        file.write_text("of-the-server-before-0123456789")
        async with kubedrill.AsyncClient(server.address, token_file=file) as client:
            assert client._server.options.metadata()
            file.write_text(server.token)
            return (await client.server_info()).scopes

    assert "admin" in asyncio.run(ask())


def test_an_empty_token_is_none_and_a_missing_one_is_that_of_this_users_server(server):
    with kubedrill.Client(server.address) as own, kubedrill.Client(server.address, token="") as nobody:
        assert "admin" in own.server_info().scopes
        assert list(nobody.server_info().scopes) == ["play"]


def test_without_a_token_draws_are_played_and_tell_no_answer(server):
    with kubedrill.Client(server.address, token="") as client:
        [draw] = client.sample_tasks(1, seed=1).draws
        episode = client.reset(draw.spoilers.task_uri, seed=draw.seed)
        assert episode.start.task.spoilers.uri == ""
        assert episode.step("kubectl get pods").reward.components == {}
        with pytest.raises(kubedrill.KubedrillError) as caught:
            next(client.list_tasks())
        assert caught.value.reason == "SCOPE_MISSING"


def test_a_token_that_nobody_named_is_left_out_where_its_server_is_gone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "kubedrill" / "tokens"
    folder.mkdir(parents=True)
    (folder / "7").write_text("stale")
    source = TokenSource("localhost:7", None, None)
    assert source.token() == "stale"
    assert source.renew("stale")
    assert source.token() is None
    assert TokenSource("db.example:7", None, None).token() is None
    assert not TokenSource("localhost:7", "given", None).renew("given")
