# SPDX-License-Identifier: Apache-2.0
"""How communicators are made and end."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from hccl.ranks import run


@pytest.mark.slow
def test_many_leave_nothing_behind() -> None:
    assert set(run("many", 2, count=200).values()) == {0}


@pytest.mark.slow
def test_subs() -> None:
    """Rank r brings 10 ** r."""
    answers = run("subs", 3)
    assert len({answer["name"] for answer in answers.values()}) == 1
    assert [answers[rank]["sums"] for rank in range(3)] == [
        [101.0, 111.0],
        [110.0, 111.0],
        [101.0, 110.0, 111.0],
    ]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize("has_address", [True, False])
def test_by_a_rank_table(tmp_path: Path, has_address: bool) -> None:
    port = str(free_port())
    address = {"device_ip": "127.0.0.1"} if has_address else {}
    devices = [
        {"device_id": str(rank), "rank_id": str(rank), "device_port": port, **address}
        for rank in range(2)
    ]
    table = tmp_path / "ranks.json"
    servers = [{"server_id": "node_0", "device": devices}]
    content = {"status": "completed", "version": "1.0", "server_count": "1"}
    table.write_text(json.dumps({**content, "server_list": servers}), "utf-8")
    assert run("by_table", 2, table=str(table)) == {0: 3.0, 1: 3.0}


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_one_thread_plays_all_ranks(mode: str) -> None:
    """No call of a rank may wait for the others, in any mode."""
    answer = run("one_thread", 1, ACLNN_STREAM=mode, ACLNN_DEVICES="3")[0]
    assert answer == [[111.0] * 3] * 2


def test_destroyed_while_another_thread_is_in_a_call() -> None:
    """HCCL_E_AGAIN until it is not."""
    statuses = run("destroyed_while_in_use", 1)[0]
    assert statuses[-1] == 0
    assert set(statuses[:-1]) <= {20}
