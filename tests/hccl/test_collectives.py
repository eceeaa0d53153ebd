# SPDX-License-Identifier: Apache-2.0
"""Collectives and transfers between ranks: values, streams and graphs."""

from __future__ import annotations

from typing import Any

import pytest
from hccl.ranks import run

#: How ranks can be apart.
PLACES: dict[str, dict[str, Any]] = {
    "processes": {},
    "threads": {"threads": True},
    "tcp": {"ACLNN_TRANSPORT": "tcp"},
}


@pytest.mark.slow
def test_values_are_the_serial_ones_everywhere() -> None:
    """The ranks check all values; and their bits are those of any other place."""
    digests = {}
    for place, how in PLACES.items():
        answers = run("values", 2, large=place != "tcp", **how)
        assert len(set(answers.values())) == 1
        digests[place] = answers[0]
    assert digests["processes"] == digests["threads"]


@pytest.mark.slow
@pytest.mark.parametrize("how", [{}, {"threads": True}], ids=["processes", "threads"])
def test_values_of_three_ranks(how: dict[str, bool]) -> None:
    assert len(set(run("values", 3, **how).values())) == 1


@pytest.mark.slow
def test_special_numbers() -> None:
    run("special", 2)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_streams_keep_their_order(mode: str) -> None:
    run("streams", 2, ACLNN_STREAM=mode)


@pytest.mark.slow
@pytest.mark.parametrize("check", ["isolate", "lenient", "off"])
def test_closer_and_looser_checks(check: str) -> None:
    """Under isolate the program's own view of device memory is closed to system calls too."""
    run("streams", 2, ACLNN_CHECK=check)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_calls_return_at_once(mode: str) -> None:
    assert run("returns_at_once", 2, ACLNN_STREAM=mode)[0] < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_graphs_replay_collectives(mode: str) -> None:
    """Each replay doubles what lies there."""
    answers = run("graph", 2, ACLNN_STREAM=mode)
    assert answers == {0: [2.0, 4.0, 8.0], 1: [2.0, 4.0, 8.0]}
