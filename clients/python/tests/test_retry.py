import logging

import grpc
import pytest

import kubedrill
from kubedrill.errors import from_rpc_error
from kubedrill.retry import Patience, RetryRule, call_timeout, name_unanswered

AWAY = kubedrill.KubedrillError("away", code="UNAVAILABLE", retryable=True)


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def wait_out(rule, clock, until=float("inf")):
    """Fail until the rule gives up or the time has come; return the number of attempts."""
    tries = 0
    while clock.now < until and (delay := rule.delay_after(AWAY)) is not None:
        clock.now += delay
        tries += 1
    return tries


def test_a_server_that_is_away_is_waited_for_a_minute():
    clock = Clock()
    tries = wait_out(RetryRule(Patience("here:1", now=clock)), clock)
    assert 160.0 < clock.now < 160.01
    assert tries < 40


def test_a_server_that_asks_for_more_time_than_there_is_is_not_asked_again():
    later = kubedrill.KubedrillError("away", code="UNAVAILABLE", retryable=True, retry_delay_s=61.0)
    assert RetryRule(Patience("here:1")).delay_after(later) is None


def test_it_is_told_once_however_many_calls_wait_and_not_of_a_moment(caplog):
    clock = Clock()
    patience = Patience("here:1", now=clock)
    with caplog.at_level(logging.WARNING, "kubedrill"):
        wait_out(RetryRule(patience), clock, until=101.0)
        assert caplog.messages == []
        wait_out(RetryRule(patience), clock, until=105.0)
        assert 101.0 < clock.now < 110.0
        wait_out(RetryRule(patience), clock, until=110.0)
    (message,) = caplog.messages
    assert message.startswith("here:1: UNAVAILABLE: away; calls are repeated for up to 5")


def test_a_full_pool_is_an_error_at_once():
    error = kubedrill.KubedrillError("full", code="RESOURCE_EXHAUSTED", reason="POOL_FULL", retryable=True)
    assert RetryRule(Patience("here:1")).delay_after(error) is None


@pytest.mark.parametrize(("method", "bound_s"), [("Observe", 30.0), ("Close", 30.0), ("Step", 300.0), ("Reset", 300.0)])
def test_calls_that_simulate_nothing_are_not_waited_for_long(method, bound_s):
    assert call_timeout(method, 300.0) == bound_s
    assert call_timeout(method, 5.0) == 5.0


def test_a_call_that_is_given_up_unanswered_says_how_long_it_was_waited_for():
    silent = kubedrill.KubedrillError("Deadline Exceeded", code="DEADLINE_EXCEEDED")
    assert "Observe was not answered within 30 s" in name_unanswered(silent, "Observe", 30.0).message
    told = kubedrill.KubedrillError("slow", code="DEADLINE_EXCEEDED", reason="STEP_DEADLINE")
    assert name_unanswered(told, "Step", 300.0) is told
    assert name_unanswered(AWAY, "Observe", 30.0) is AWAY


class Cancelled(grpc.RpcError):
    def __init__(self, details):
        self._details = details

    def code(self):
        return grpc.StatusCode.CANCELLED

    def details(self):
        return self._details

    def trailing_metadata(self):
        return ()


def test_a_call_whose_stream_a_stopping_server_reset_is_repeated_and_one_that_was_cancelled_here_is_not():
    reset = from_rpc_error(Cancelled("Stream removed (RST_STREAM (Received RST_STREAM with error code 8))"))
    assert (reset.code, reset.retryable) == ("UNAVAILABLE", True)
    here = from_rpc_error(Cancelled("Locally cancelled by application!"))
    assert (here.code, here.retryable) == ("CANCELLED", False)
