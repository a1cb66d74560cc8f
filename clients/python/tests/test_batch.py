import pytest

import kubedrill
from kubedrill.batch import ITEMS_MAX, REQUEST_BYTES_MAX, Batch
from kubedrill.retry import Patience
from kubedrill.v1 import environment_pb2 as pb

PATIENCE = Patience("here")


def steps(count, bytes_each=1):
    return [pb.StepRequest(episode_id="x" * bytes_each) for _ in range(count)]


def done(index):
    return pb.StepBatchItem(response=pb.StepResponse(step_index=index))


def pending():
    return pb.StepBatchItem(pending=True)


def failed(code):
    item = pb.StepBatchItem()
    item.status.code = code
    return item


def test_a_batch_is_split_by_number_and_by_size():
    assert len(Batch(steps(ITEMS_MAX + 5), PATIENCE).chunk()) == ITEMS_MAX
    large = Batch(steps(3, REQUEST_BYTES_MAX // 2), PATIENCE)
    assert large.chunk() == [0]
    large.take([0], [done(0)])
    assert large.chunk() == [1]


def test_pending_items_are_sent_again_until_all_have_their_answers():
    batch = Batch(steps(3), PATIENCE)
    batch.take(batch.chunk(), [done(0), pending(), pending()])
    assert batch.chunk() == [1, 2]
    batch.take([1, 2], [pending(), done(2)])
    batch.take(batch.chunk(), [done(1)])
    assert batch.chunk() == []
    assert [answer.step_index for answer in batch.answers] == [0, 1, 2]


def test_items_that_are_never_done_fail_with_a_reason():
    batch = Batch(steps(2), PATIENCE)
    batch.take(batch.chunk(), [done(0), pending()])
    while chunk := batch.chunk():
        batch.take(chunk, [pending()] * len(chunk))
    assert batch.answers[0].step_index == 0
    assert batch.answers[1].code == "DEADLINE_EXCEEDED"


def test_an_item_that_fails_for_a_passing_reason_is_sent_again_and_another_is_not():
    batch = Batch(steps(2), PATIENCE)
    assert batch.take(batch.chunk(), [failed(14), failed(5)]) > 0
    assert batch.chunk() == [0]
    assert batch.answers[1].code == "NOT_FOUND"


def test_what_one_call_answered_stands_when_another_fails():
    batch = Batch(steps(ITEMS_MAX + 1), PATIENCE)
    first = batch.chunk()
    batch.take(first, [done(index) for index in first])
    batch.fail(batch.chunk(), kubedrill.KubedrillError("gone", code="UNAVAILABLE"))
    assert batch.chunk() == []
    assert batch.answers[0].step_index == 0
    assert batch.answers[-1].code == "UNAVAILABLE"


@pytest.mark.parametrize("cls", [kubedrill.Client, kubedrill.AsyncClient])
def test_both_clients_offer_the_same_calls(cls):
    calls = {"reset", "reset_batch", "step", "step_batch", "reward", "close_batch", "close_episode", "release", "fork"}
    assert calls <= set(dir(cls))
