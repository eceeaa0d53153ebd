# SPDX-License-Identifier: Apache-2.0
"""Ranks that do not call the same, are late, or have gone: nobody hangs, and all learn why."""

from __future__ import annotations

import pytest
from hccl.ranks import run, start

pytestmark = pytest.mark.slow  # ranks wait for one that does not come

MISMATCH, TIMEOUT, REMOTE, FREED = 507049, 507048, 507057, 507013
E_TIMEOUT, E_REMOTE = 9, 21

TEXTS = {
    "count": ("of 20 elements of fp32 with SUM", "of 10 elements of fp32 with SUM"),
    "type": ("of 10 elements of fp32 with SUM", "of 10 elements of int32 with SUM"),
    "operation": ("of fp32 with SUM", "of fp32 with MAX"),
    "root": ("HcclBroadcast of 10 elements of fp32, root 0", "root 1"),
    "function": ("called HcclAllReduce of 10 elements", "called HcclBarrier"),
    "transfer": ("HcclSend of 20000 elements of fp32", "HcclRecv of 10000 elements of fp32"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_calls_that_do_not_match_are_told_with_both_sides(what: str) -> None:
    answers = run("mismatch", 2, what=what, HCCL_EXEC_TIMEOUT="20")
    for answer in answers.values():
        assert answer["status"] == MISMATCH
        assert all(text in answer["text"] for text in TEXTS[what]), answer["text"]
        assert answer["after"] == 0
        assert answer["error"] == 0


def test_the_receiver_learns_of_a_small_transfer_that_does_not_match() -> None:
    answers = run("small_transfer_mismatch", 2)
    assert answers[0]["status"] == 0
    assert answers[1]["status"] == MISMATCH
    assert "called HcclRecv of 10 elements" in answers[1]["text"]
    assert "called HcclSend of 20 elements" in answers[1]["text"]


def test_parts_that_do_not_match() -> None:
    answers = run("parts_mismatch", 2)
    assert answers[1]["status"] == MISMATCH
    assert "rank 0 sends 4 elements to rank 1, which expects 10" in answers[1]["text"]
    assert answers[1]["error"] == E_REMOTE


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("all reduce", 16),
        ("all reduce", 1 << 20),
        ("all to all", 1 << 18),
        ("broadcast", 1 << 20),
        ("send", 1 << 16),
    ],
)
def test_a_killed_rank_is_named(call: str, count: int, size: int) -> None:
    ranks = start("killed", size, call=call, count=count)
    answers = ranks.finish(lost=(size - 1,))
    assert len(answers) == size - 1
    for answer in answers.values():
        assert answer.get("status", REMOTE) == REMOTE
        assert f"rank {size - 1} has gone" in answer["text"]
        assert answer["error"] == answer["refused"] == E_REMOTE


def test_a_rank_that_comes_too_late() -> None:
    answer = run("late", 2, HCCL_EXEC_TIMEOUT="1")[0]
    assert answer["status"] == TIMEOUT
    assert "waited 1 s for rank 1" in answer["text"]
    assert "HCCL_EXEC_TIMEOUT" in answer["text"]
    assert 0.9 < answer["seconds"] < 2.4


def test_a_rank_that_has_left() -> None:
    answer = run("leaves", 2)[0]
    assert answer["status"] == REMOTE
    assert "waits for rank 1, which has ended its communicator" in answer["text"]


def test_memory_that_is_freed_too_early() -> None:
    answers = run("freed", 2)
    assert answers[1]["status"] == FREED
    assert "was freed before it ran" in answers[1]["text"]
    assert answers[0]["status"] == REMOTE
    assert "rank 1 did not take part in HcclAllReduce" in answers[0]["text"]


def test_not_all_ranks_come() -> None:
    answers = run("not_all_come", 3, HCCL_CONNECT_TIMEOUT="3")
    for rank in (0, 1):
        assert answers[rank]["status"] == E_TIMEOUT
        assert "of 3 ranks 2 came in time; missing: rank 2" in answers[rank]["text"]
        assert answers[rank]["seconds"] < 7


def test_ranks_that_disagree_about_their_number() -> None:
    answers = run("disagree", 2, HCCL_CONNECT_TIMEOUT="5")
    for answer in answers.values():
        assert answer["status"] == 1
        assert "that there are 3" in answer["text"]
        assert "that there are 2" in answer["text"]


def test_two_that_claim_one_rank() -> None:
    answers = run("twice", 2, HCCL_CONNECT_TIMEOUT="1")
    statuses = sorted(answer["status"] for answer in answers.values())
    assert statuses == [1, E_TIMEOUT]
    texts = " ".join(answer["text"] for answer in answers.values())
    assert "rank 0 is there already" in texts
    assert "missing: rank 1" in texts


@pytest.mark.parametrize("descriptors", [0, 2, 8, 40])
def test_too_few_descriptors(descriptors: int) -> None:
    """A word, or it works; never the end of the process."""
    answers = run("starved", 2, more=descriptors, HCCL_CONNECT_TIMEOUT="1")
    if descriptors == 40:
        assert answers[0]["status"] == answers[1]["status"] == 0
        return
    assert answers[1]["status"] == 4
    assert "too few files more: raise its limit (ulimit -n)" in answers[1]["text"]
    assert answers[0]["status"] == E_TIMEOUT
    assert "missing: rank 1" in answers[0]["text"]
