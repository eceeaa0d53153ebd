# SPDX-License-Identifier: Apache-2.0
"""Calls of aclnn that the ranks of a communicator make together."""

from __future__ import annotations

from typing import Any

import pytest
from hccl.ranks import run

pytestmark = pytest.mark.slow  # a process for each rank

HOW: list[dict[str, Any]] = [{}, {"threads": True}]


@pytest.mark.parametrize("how", HOW, ids=["processes", "threads"])
def test_products_are_their_parts(how: dict[str, Any]) -> None:
    run("call_programs.products", 2, **how)


def test_quantised_products_are_summed() -> None:
    run("call_programs.quantised", 2, threads=True)


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize(
    ("soc", "mode"), [("Ascend910B2", "aiv"), ("Ascend910_9391", "ai_cpu"), ("Ascend950", "ccu")]
)
def test_parts_of_rows_and_columns(size: int, soc: str, mode: str) -> None:
    run("call_programs.parted", size, mode=mode, threads=True, ACLNN_SOC=soc)


@pytest.mark.parametrize(
    ("soc", "expected"),
    [
        ("Ascend910B2", [0, 0, 0]),
        ("Ascend910_9391", [33792, 66560, 263168]),
        ("Ascend950", [33792, 66560, 262144]),
    ],
)
def test_sizes_of_parts_are_those_of_the_tilings(soc: str, expected: list[int]) -> None:
    """Rows of 32 KiB, a product of 128 KiB, and 256 numbers of bias in float32; 32 bytes more, in
    steps of 512."""
    sizes, small = run("call_programs.parted_sizes", 1, ACLNN_SOC=soc)[0]
    assert sizes == [((16 << 20) + more + 32 + 511) // 512 * 512 for more in expected]
    if soc == "Ascend910B2":
        assert small[0] == 207000
        assert "numbers of four bits" in small[1]


@pytest.mark.parametrize("size", [2, 4])
def test_parts_and_sums_of_codes(size: int) -> None:
    run("call_programs.parted_codes", size, threads=True)
    run("call_programs.exchanged_codes", size, threads=True)
    run("call_programs.codes_of_950", size, threads=True, ACLNN_SOC="Ascend950")


def test_experts_of_two_groups() -> None:
    run("call_programs.experts_of_two_groups", 4, threads=True)


def test_products_of_four_ranks() -> None:
    run("call_programs.products", 4, threads=True)


@pytest.mark.parametrize("mode", ["lazy", "sync"])
def test_calls_wait_for_each_other_in_any_mode(mode: str) -> None:
    run("call_programs.products", 2, ACLNN_STREAM=mode, threads=True)


def test_calls_that_do_not_match_are_told_with_both_sides() -> None:
    for text in run("call_programs.mismatch", 2).values():
        assert "aclnnMatmulAllReduce failed on the stream" in text
        assert "rank 0 called aclnnMatmulAllReduce, HcclAllReduce of 32 elements" in text
        assert "rank 1 called aclnnMatmulAllReduce, HcclAllReduce of 48 elements" in text
    for text in run("call_programs.other_call", 2).values():
        assert "rank 0 called aclnnMatmulAllReduce, HcclAllReduce of 32 elements" in text
        assert "rank 1 called HcclAllReduce of 32 elements" in text


def test_groups_that_there_are_not() -> None:
    answer = run("call_programs.refused", 1)[0]
    assert answer["unknown"][:2] == [0, 361001]
    assert (
        'group is "nobody"; no communicator of this process has that name' in answer["unknown"][2]
    )
    assert answer["null"][:2] == [161001, 0]


def test_a_rank_that_cannot_take_part_is_told_to_the_others() -> None:
    answers = run("call_programs.leaves", 2)
    assert "was freed before it ran" in answers[0]
    assert "rank 0 did not take part in aclnnMatmulAllReduce" in answers[1]


def test_graphs_replay_calls() -> None:
    answers = run("call_programs.graph", 2)
    assert answers == {0: [2.0, 4.0, 8.0], 1: [2.0, 4.0, 8.0]}


#: Ascend910B sends tokens among 16 ranks and more.
OF_910_93 = {"ACLNN_SOC": "Ascend910_9391"}


@pytest.mark.parametrize("how", HOW, ids=["processes", "threads"])
def test_tokens_reach_their_experts_and_come_back(how: dict[str, Any]) -> None:
    run("call_programs.experts", 2, **how, **OF_910_93)


def test_shared_experts_get_every_token() -> None:
    run("call_programs.experts", 4, shared=2, threads=True, **OF_910_93)


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_experts_that_no_rank_has(size: int, dtype: str) -> None:
    run("call_programs.special_experts", size, dtype=dtype, threads=True, **OF_910_93)


def test_experts_on_950() -> None:
    run("call_programs.experts", 2, threads=True, ACLNN_SOC="Ascend950")
    run("call_programs.experts", 4, shared=2, threads=True, ACLNN_SOC="Ascend950")
    run("call_programs.special_experts", 2, dtype="float16", threads=True, ACLNN_SOC="Ascend950")


@pytest.mark.parametrize("size", [3, 8])
def test_experts_on_one_machine_of_910b(size: int) -> None:
    run("call_programs.experts", size, threads=True, ACLNN_SOC="Ascend910B2")


def test_numbers_of_ranks_that_910b_has_not() -> None:
    """More ranks than one machine has are whole machines; the first calls have no others."""
    for version, size, wanted in (
        ("V2", 9, "1 to 8, or a multiple of 8,"),
        ("", 2, "a multiple of 8"),
    ):
        answers = run(
            "call_programs.dispatch_refused",
            size,
            version=version,
            threads=True,
            ACLNN_SOC="Ascend910B2",
        )
        for status, text in answers.values():
            assert status == 561002
            assert f"epWorldSize is {size}; {wanted} is required on Ascend910B2" in text


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"mode": 4}, "quantMode is 4, or rows are numbers of eight or four bits"),
        ({"engine": "ccu"}, 'commAlg is "ccu", which is not implemented'),
    ],
    ids=["codes", "ccu"],
)
def test_what_is_missing_of_950(given: dict[str, Any], text: str) -> None:
    answers = run("call_programs.dispatch_refused", 1, **given, ACLNN_SOC="Ascend950")
    assert answers[0][0] == 207000
    assert text in answers[0][1]


def test_gates_of_constant_experts_are_rows() -> None:
    status, text = run("call_programs.special_experts_refused", 1, **OF_910_93)[0]
    assert status == 561002
    assert "constExpertAlpha1Optional has not the shape [2, 1024]" in text
    status, text = run("call_programs.special_experts_refused", 1, ACLNN_SOC="Ascend910B2")[0]
    assert status == 561002
    assert "constExpertNum is 2; 0 is required on Ascend910B2" in text


def test_ranks_of_tensors_share_what_comes() -> None:
    run("call_programs.experts_of_tensors", 4, threads=True, **OF_910_93)


def test_ranks_of_tensors_share_codes_and_shared_experts() -> None:
    run("call_programs.experts_of_tensors", 4, shared=1, codes=True, threads=True, **OF_910_93)


def test_ranks_of_tensors_that_there_are_not() -> None:
    answers = run("call_programs.tensors_refused", 1, **OF_910_93)[0]
    expected = {
        "many": (561002, "tpWorldSize is 3; 0 to 2 is required on Ascend910_9391"),
        "rank": (561002, "tpRankId is 1; 0 is required with tpWorldSize 0"),
        "null": (561002, "groupTp is NULL; with tpWorldSize 2 it is required"),
        "unknown": (361001, 'groupTp is "nobody"; no communicator of this process'),
        "size": (561002, "tpWorldSize is 2; the communicator of groupTp has 1 ranks"),
    }
    for what, (status, text) in expected.items():
        assert answers[what][0] == status, what
        assert text in answers[what][1]
    answers = run("call_programs.tensors_refused", 1, ACLNN_SOC="Ascend910B2")[0]
    assert answers["size"][0] == 561002
    assert "tpWorldSize is 2; 0 to 1 is required on Ascend910B2" in answers["size"][1]


@pytest.mark.parametrize(
    ("soc", "expected"),
    [
        ("Ascend910_9391", [0, 512 * 48 * 48, 0, 10240 * 48]),
        ("Ascend910B2", [1 << 20, 1 << 20, 8 * 6, 8 * 6]),
        ("Ascend950", [0, 512 * 64 * 64, 0, 10240 * 64]),
    ],
)
def test_sizes_are_those_of_the_public_tilings(soc: str, expected: list[int]) -> None:
    """With 24 AI cores of two vector cores each, of Ascend950 32, six experts; 32 bytes more, in
    steps of 512."""
    found = run("call_programs.expert_sizes", 1, ACLNN_SOC=soc)[0]
    assert found == [((16 << 20) + more + 32 + 511) // 512 * 512 for more in expected]


@pytest.mark.parametrize("count", [2**64 // 10 + 1, 2**62, 2**63 - 1])
def test_more_experts_than_memory_has_places_for(count: int) -> None:
    """Ten numbers for each of the first count are 4 in 64 bits."""
    queued, waited, text = run("call_programs.too_many_experts", 2, count=count, **OF_910_93)[0]
    assert (queued, waited) == (0, 207001)
    assert "no host memory for the rows of all experts" in text


@pytest.mark.parametrize("version", ["", "V2"])
def test_rows_of_groups_go_and_come_back(version: str) -> None:
    run("call_programs.groups", 3, version=version, threads=True)


def test_rows_of_groups_go_and_come_back_on_950() -> None:
    run("call_programs.groups", 2, version="V2", threads=True, ACLNN_SOC="Ascend950")


def test_ranks_wait_for_each_other() -> None:
    answers = run("call_programs.barrier", 2)
    assert answers[0][0] > 0.3
    assert answers[0][1] == [[1, 1], [1, 1]]
