# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api and tilings for the mixture of experts: what phase one answers, each with
the rule that it follows from."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.mx_oracle import E2M1, E4M3, E5M2
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    KERNEL,
    NULL,
    answer,
    ints,
    room,
    tensor,
)

import aclnn_py as acl

FALSE, TRUE = ["b", 0], ["b", 1]
E8M0 = 37
NONE = [0, 0, 0, 0, 0]
"""No active rows, capacity, experts, dropping or counts."""


def _number(value: int) -> list[Any]:
    return ["i", value]


def _permute(api: Api, soc: str, chosen: int, padded: list[Any] = FALSE) -> tuple[int, int]:
    rows = 2 * chosen
    found = answer(
        api, soc, "aclnnMoeTokenPermute", tensor(FLOAT, 2, 8), tensor(INT32, 2, chosen),
        _number(0), padded, tensor(FLOAT, rows, 8), tensor(INT32, rows),
    )  # fmt: skip
    return found[:2]


def _route(
    api: Api, soc: str, numbers: list[int], out: tuple[int, ...], counts: list[Any] = NULL
) -> tuple[int, int]:
    found = answer(
        api, soc, "aclnnMoeInitRoutingV2", tensor(FLOAT16, 40, 8), tensor(INT32, 40, 2),
        *map(_number, numbers), FALSE, tensor(FLOAT16, *out), tensor(INT32, 80), counts, NULL,
    )  # fmt: skip
    return found[:2]


@pytest.mark.usefixtures("own_library")
def test_padded_tokens_are_refused_by_the_kernel_or_by_op_api(api: Api) -> None:
    """Ascend950 has no kernel of the call, and op_api looks at paddedMode before anything else."""
    assert _permute(api, "Ascend910B", 2, TRUE)[0] == 561002
    assert _permute(api, "Ascend950", 2, TRUE)[0] == 161002
    for soc, wanted in (("Ascend910B", 161001), ("Ascend950", 161002)):
        nothing = [NULL, NULL, _number(0), TRUE, NULL, NULL]
        assert answer(api, soc, "aclnnMoeTokenPermute", *nothing)[0] == wanted


def _permute_v2(api: Api, *changed: tuple[int, list[Any]], soc: str = "Ascend950") -> int:
    """The status with some of the arguments that CANN's unit tests of MXFP8 have changed."""
    arguments = [
        tensor(FLOAT16, 2, 64), tensor(INT32, 2, 3), _number(6), FALSE, _number(2),
        tensor(E5M2, 6, 64), tensor(INT32, 6), tensor(E8M0, 6, 2),
    ]  # fmt: skip
    for at, value in changed:
        arguments[at] = value
    return answer(api, soc, "aclnnMoeTokenPermuteV2", *arguments)[0]


@pytest.mark.usefixtures("own_library")
def test_rows_are_quantised_on_950_alone(api: Api) -> None:
    """What CANN's unit tests expect, and each rule of op_api and of the kernel's tiling once."""
    plain = [(4, _number(-1)), (5, tensor(FLOAT16, 6, 64)), (7, tensor(FLOAT, 0))]
    small = [(5, tensor(E2M1, 6, 64)), (7, tensor(E8M0, 6, 1, 2))]
    eight = [(0, tensor(INT8, 2, 64)), (5, tensor(INT8, 6, 64))]
    for wanted, changed in (
        (0, []),
        (0, [(0, tensor(BFLOAT16, 2, 64)), (4, _number(3)), (5, tensor(E4M3, 6, 64))]),
        (0, [(4, _number(9)), *small]),
        (0, plain),
        (0, [*plain, *eight]),
        (0, [(5, tensor(E5M2, 4, 64)), (6, tensor(INT32, 4)), (7, tensor(E8M0, 4, 2))]),
        (161001, [(7, NULL)]),
        (161002, [(3, TRUE)]),
        (161002, [(1, tensor(INT16, 2, 3))]),
        (161002, [(4, _number(1))]),
        (161002, [(4, _number(3))]),
        (161002, [(0, tensor(FLOAT, 2, 64))]),
        (161002, [(7, tensor(FLOAT, 6, 2))]),
        (161002, [*plain, (5, tensor(FLOAT, 6, 64))]),
        (161002, [*plain, (7, tensor(E8M0, 6, 2))]),
        (561002, [(0, tensor(FLOAT16, 2, 8, 8))]),
        (561002, [(1, tensor(INT32, 3, 3))]),
        (561002, [(5, tensor(E5M2, 7, 64))]),
        (561002, [(5, tensor(E5M2, 6, 32))]),
        (561002, [(6, tensor(INT32, 7))]),
        (561002, [(7, tensor(E8M0, 6, 3))]),
        (561002, [(0, tensor(FLOAT16, 2, 63)), (4, _number(9)), *small]),
    ):
        assert _permute_v2(api, *changed) == wanted, changed
    assert _permute_v2(api, *plain[1:], soc="Ascend910B") == 0
    assert _permute_v2(api, *plain[1:], (3, TRUE), soc="Ascend910B") == 561002
    assert _permute_v2(api, *plain[1:], (7, NULL), soc="Ascend910B") == 161001


@pytest.mark.usefixtures("own_library")
def test_tokens_have_512_experts_at_most_but_on_950(api: Api) -> None:
    for soc, chosen, wanted in (
        ("Ascend910B", 512, 0),
        ("Ascend910B", 513, 561002),
        ("Ascend950", 513, 0),
    ):
        assert _permute(api, soc, chosen)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_sizes_follow_the_public_tilings(api: Api) -> None:
    """Six numbers for each row and 64 bytes a core, of which up to 32 rows need one; of routing
    eight numbers and two words a core, on Ascend950 a word for each expert."""
    for chosen, cores in ((16, 1), (17, 48)):
        bytes_ = KERNEL + 24 * 2 * chosen + 64 * cores
        assert _size(_permute(api, "Ascend910B", chosen)) == room(bytes_)
    of_rows = KERNEL + 32 * 80
    assert _size(_route(api, "Ascend910B", NONE, (80, 8))) == room(of_rows + 8 * 48)
    assert _size(_route(api, "Ascend950", [0, 0, 9, 0, 0], (80, 8))) == room(
        of_rows + 8 * 64 + 4 * 9
    )


def _size(found: tuple[int, int]) -> int:
    assert found[0] == 0
    return found[1]


@pytest.mark.usefixtures("own_library")
def test_routing_needs_room_and_experts_where_it_drops(api: Api) -> None:
    for numbers, out, wanted in (
        ([0, 4, 5, 1, 0], (5, 4, 8), 0),
        ([0, 0, 5, 1, 0], (5, 0, 8), 561002),
        ([0, 4, 0, 1, 0], (0, 4, 8), 561002),
        ([0, 41, 5, 1, 0], (5, 41, 8), 561002),  # more places than tokens
        ([0, 4, 5, 2, 0], (80, 8), 561002),
        ([0, 0, 5, 0, 3], (80, 8), 561002),
        ([0, 0, 0, 0, 1], (80, 8), 561002),  # counts of no experts
        ([-1, 0, 0, 0, 0], (79, 8), 561002),
        ([7, 0, 0, 0, 0], (7, 8), 0),
        ([7, 0, 0, 0, 0], (80, 8), 561002),
    ):
        assert _route(api, "Ascend910B", numbers, out)[0] == wanted, numbers
    # On Ascend950 a negative number of rows counts from the end.
    assert _route(api, "Ascend950", [-1, 0, 0, 0, 0], (79, 8))[0] == 0


@pytest.mark.usefixtures("own_library")
def test_weights_of_halves_may_be_float32_where_the_kernel_has_that(api: Api) -> None:
    for soc, rows, weights, wanted in (
        ("Ascend910B", BFLOAT16, FLOAT, 0),
        ("Ascend910B", FLOAT16, FLOAT, 161002),
        ("Ascend950", FLOAT16, FLOAT, 0),
    ):
        status = answer(
            api, soc, "aclnnMoeFinalizeRoutingV2", tensor(rows, 6, 4), tensor(INT32, 6), NULL,
            NULL, NULL, tensor(weights, 3, 2), NULL, _number(2), tensor(rows, 3, 4),
        )[0]  # fmt: skip
        assert status == wanted


@pytest.mark.usefixtures("own_library")
def test_a_map_has_no_more_rows_than_marks_and_512_a_token(api: Api) -> None:
    for experts, rows, wanted in (
        (4, 4, 0),
        (4, 9, 161002),
        (4, -1, 161002),
        (600, 2 * 512, 0),
        (600, 2 * 513, 561103),
    ):
        made = max(rows, 0) // 2 * 2
        status = answer(
            api, "Ascend910B", "aclnnMoeTokenPermuteWithRoutingMap", tensor(FLOAT, 2, 8),
            tensor(INT8, 2, experts), NULL, _number(rows), FALSE, tensor(FLOAT, made, 8), NULL,
            tensor(INT32, made),
        )[0]  # fmt: skip
        assert status == wanted, (experts, rows)


@pytest.mark.usefixtures("own_library")
def test_experts_of_950_may_be_int64(api: Api) -> None:
    for soc, wanted in (("Ascend910B", 161002), ("Ascend950", 0)):
        status = answer(
            api, soc, "aclnnMoeInitRoutingV2", tensor(FLOAT, 3, 4), tensor(INT64, 3, 2),
            *map(_number, NONE), FALSE, tensor(FLOAT, 6, 4), tensor(INT32, 6), NULL, NULL,
        )[0]  # fmt: skip
        assert status == wanted


@pytest.mark.usefixtures("own_library")
def test_rows_with_numbers_are_refused_by_the_public_tilings(api: Api) -> None:
    """The rows of activeNum tokens, or of all; MoeInitRoutingQuant has no kernel of Ascend950."""
    for soc, quantised, active, rows, wanted in (
        ("Ascend910B", False, 3, 6, 0),
        ("Ascend910B", False, 2, 4, 0),
        ("Ascend910B", False, 2, 6, 561002),
        ("Ascend910B", False, 9, 6, 0),
        ("Ascend910B", False, -1, 0, 561002),
        ("Ascend950", False, 3, 6, 0),
        ("Ascend910B", True, 3, 6, 0),
        ("Ascend950", True, 3, 6, 161002),
    ):
        ids, factors = tensor(INT32, 3, 2), [["d", 1.0], ["d", 1.0]] if quantised else []
        status = answer(
            api, soc, "aclnnMoeInitRouting" + "Quant" * quantised, tensor(FLOAT, 3, 4), ids, ids,
            _number(active), *factors, tensor(INT8 if quantised else FLOAT, rows, 4),
            tensor(INT32, 6), tensor(INT32, 6),
        )[0]  # fmt: skip
        assert status == wanted, (soc, quantised, active, rows)


def _route_quantised(
    api: Api, soc: str, mode: int, scale: list[Any], offset: list[Any], scales: list[Any],
    shape: tuple[int, ...] = (40, 2), active: int = 0,
) -> int:  # fmt: skip
    return answer(
        api, soc, "aclnnMoeInitRoutingQuantV2", tensor(FLOAT, 40, 8), tensor(INT32, *shape), scale,
        offset, _number(active), *map(_number, (0, 5, 0, 0)), FALSE, _number(mode),
        tensor(INT8, 80, 8), tensor(INT32, 80), NULL, NULL, scales,
    )[0]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_scales_of_quantised_rows_follow_the_mode(api: Api) -> None:
    one = tensor(FLOAT, 1)
    for mode, scale, offset, scales, wanted in (
        (0, one, one, NULL, 0),
        (0, NULL, one, NULL, 561002),
        (0, one, NULL, NULL, 561002),
        (0, tensor(FLOAT, 5, 8), one, NULL, 561002),
        (1, NULL, NULL, tensor(FLOAT, 80), 0),
        (1, tensor(FLOAT, 5, 8), NULL, tensor(FLOAT, 80), 0),
        (1, tensor(FLOAT, 1, 8), NULL, tensor(FLOAT, 80), 0),
        (1, tensor(FLOAT, 4, 8), NULL, tensor(FLOAT, 80), 561002),
        (1, one, NULL, tensor(FLOAT, 80), 561002),
        (1, NULL, NULL, NULL, 561002),
        (1, NULL, NULL, tensor(FLOAT, 79), 561002),
        (2, one, one, NULL, 561002),
    ):
        found = _route_quantised(api, "Ascend910B", mode, scale, offset, scales)
        assert found == wanted, (mode, scale, offset, scales)


@pytest.mark.usefixtures("own_library")
def test_quantised_routing_of_950_is_no_wider(api: Api) -> None:
    """Its tiling is that of 910B, which MoeInitRoutingV2 is not: there op_api comes before."""
    one = tensor(FLOAT, 1)
    for soc in ("Ascend910B", "Ascend950"):
        for shape, active in (((80,), 0), ((40, 2), -1)):
            assert _route_quantised(api, soc, 0, one, one, NULL, shape, active) == 561002


@pytest.mark.usefixtures("own_library")
def test_a_bias_may_have_fewer_experts_than_a_token_in_the_first_version(api: Api) -> None:
    for rows, experts, soc, wanted in (
        (6, 1, "Ascend910B", 0),
        (6, 0, "Ascend910B", 561002),
        (5, 2, "Ascend910B", 561002),
        (6, 2, "Ascend950", 161002),
    ):
        status = answer(
            api, soc, "aclnnMoeFinalizeRouting", tensor(FLOAT, rows, 4), tensor(FLOAT, 3, 4), NULL,
            tensor(FLOAT, experts, 4), tensor(FLOAT, 3, 2), tensor(INT32, 6), tensor(INT32, 3, 2),
            tensor(FLOAT, 3, 4),
        )[0]  # fmt: skip
        assert status == wanted, (rows, experts, soc)


@pytest.mark.usefixtures("own_library")
def test_ends_are_found_for_2048_experts_at_most(api: Api) -> None:
    for count, rows, out, wanted in (
        (2048, 16777216, 2048, 0),
        (2049, 6, 2049, 561002),
        (0, 6, 0, 561002),
        (3, 16777217, 3, 561002),
        (3, 6, 4, 561002),
    ):
        found = answer(
            api, "Ascend910B", "aclnnMoeComputeExpertTokens", tensor(INT32, rows), _number(count),
            tensor(INT32, out),
        )  # fmt: skip
        assert found[0] == wanted, (count, rows, out)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_restored_tokens_need_what_weights_are_of(api: Api) -> None:
    grad, rows, places = tensor(FLOAT, 4, 8), tensor(FLOAT, 8, 8), tensor(INT32, 8)
    marks, probs = tensor(INT8, 4, 6), tensor(FLOAT, 4, 6)
    for given, flag, wanted in (
        ([marks, rows, probs], FALSE, 0),
        ([NULL, NULL, NULL], FALSE, 0),
        ([NULL, rows, probs], FALSE, 561002),
        ([marks, NULL, probs], FALSE, 561002),
        ([tensor(INT8, 4, 1), rows, tensor(FLOAT, 4, 1)], FALSE, 561002),  # two of one expert
        ([marks, rows, probs], TRUE, 561002),  # 8 rows of 6 experts
        ([tensor(INT8, 4, 1), rows, tensor(FLOAT, 4, 1)], TRUE, 561002),  # 8 rows of 4 tokens
    ):
        status = answer(
            api, "Ascend910B", "aclnnMoeTokenUnpermuteWithRoutingMapGrad", grad, places, places,
            *given, flag, NULL, rows, given[2],
        )[0]  # fmt: skip
        assert status == wanted, (given, flag)


@pytest.mark.usefixtures("own_library")
def test_ranges_are_two_places(api: Api) -> None:
    for ends, rows, wanted in (
        (ints(1, 5), 4, 0),
        (ints(1, 5), 5, 561002),
        (ints(0, 0), 6, 0),
        (ints(5, 4), 5, 0),  # one fewer than all
        (ints(0, 7), 6, 561002),
        (ints(-1, 5), 6, 561002),
        (ints(1, 5, 6), 4, 561002),
        (NULL, 3, 0),
    ):
        status = answer(
            api, "Ascend910B", "aclnnMoeTokenPermuteWithEp", tensor(FLOAT, 3, 8),
            tensor(INT32, 3, 2), tensor(FLOAT, 3, 2), ends, _number(3), FALSE,
            tensor(FLOAT, rows, 8), tensor(INT32, 6), tensor(FLOAT, rows),
        )[0]  # fmt: skip
        assert status == wanted, (ends, rows)


def test_a_copy_that_is_not_there_fails_the_launch() -> None:
    table = np.array([[1, 7], [2, 3]], np.int32)
    with pytest.raises(acl.AclError, match="every expert must be in"):
        acl.moe_update_expert(np.array([[2]], np.int32), table, world_size=2)
    with pytest.raises(acl.AclError, match="2 copies of the expert 1"):
        acl.moe_update_expert(np.array([[1]], np.int32), table, local_rank_id=1, world_size=2)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_weights_have_a_tensor_even_without_weights(api: Api) -> None:
    """The definition of the kernel requires it."""
    rows, places, zero = tensor(FLOAT, 6, 4), tensor(INT32, 6), _number(0)
    for grad, wanted in ((NULL, 161001), (tensor(FLOAT), 0), (tensor(FLOAT, 2), 0)):
        for soc in ("Ascend910B", "Ascend950"):
            found = answer(
                api, soc, "aclnnMoeTokenUnpermuteGrad", rows, rows, places, NULL, FALSE, NULL,
                rows, grad,
            )  # fmt: skip
            assert found[0] == wanted
            found = answer(
                api, soc, "aclnnMoeFinalizeRoutingV2Grad", rows, places, NULL, NULL, NULL, NULL,
                zero, zero, zero, zero, rows, grad,
            )  # fmt: skip
            assert found[0] == wanted


def _gate(
    api: Api, soc: str, experts: int, *, k: int = 8, k_group: int = 4, groups: int = 8,
    mode: int = 1, renorm: int = 0, norm: int = 1, out: bool = False,
) -> int:  # fmt: skip
    scores, chosen = (16, experts), (16, max(k, 0))
    return answer(
        api, soc, "aclnnMoeGatingTopK", tensor(FLOAT, *scores), tensor(FLOAT, experts),
        *map(_number, (k, k_group, groups, mode, renorm, norm)), ["b", int(out)], ["d", 1.0],
        ["d", 0.0], tensor(FLOAT, *chosen), tensor(INT32, *chosen), tensor(FLOAT, *scores),
    )[0]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_scores_are_refused_as_the_tests_of_the_public_tiling_say(api: Api) -> None:
    cases: list[tuple[int, int, dict[str, Any]]] = [
        (0, 256, {}),
        (0, 256, {"k_group": 1, "groups": 1}),
        (0, 64, {"k_group": 8, "mode": 0, "norm": 0}),
        (0, 72, {"k_group": 5, "groups": 9, "norm": 0}),
        (0, 256, {"k_group": 3}),
        (0, 256, {"mode": 0}),
        (561002, 256, {"k": -1}),
        (561002, 256, {"k_group": -1}),
        (561002, 256, {"groups": 0}),
        (561002, 256, {"groups": 9}),
        (561002, 256, {"mode": 3}),
        (561002, 256, {"renorm": -1}),
        (561002, 256, {"renorm": 2}),
        (561002, 256, {"norm": 3}),
        (0, 256, {"renorm": 1}),
        (0, 256, {"k_group": 1, "groups": 1, "norm": 2}),
        (561002, 256, {"norm": 2}),  # of one group only
        (561002, 256, {"k": 129}),  # of 4 groups of 32
        (561002, 2056, {}),
        (561002, 256, {"groups": 128}),  # each of 2 experts, which take the room of 32
    ]
    for wanted, experts, options in cases:
        assert _gate(api, "Ascend910B", experts, **options) == wanted, options


@pytest.mark.usefixtures("own_library")
def test_scores_of_950_have_no_copy_and_no_small_groups(api: Api) -> None:
    assert _gate(api, "Ascend910B", 256, out=True) == 0
    assert _gate(api, "Ascend950", 256, out=True) == 561002
    for soc, wanted in (("Ascend910B", 0), ("Ascend950", 561002)):
        assert _gate(api, soc, 256, groups=128, k_group=128) == wanted


def _tokens_of_bytes(
    api: Api, kind: int, experts: tuple[int, ...], rows: tuple[int, ...], places: tuple[int, ...]
) -> tuple[int, int, str]:
    return answer(
        api, "Ascend950", "aclnnMoeTokenPermute", tensor(INT8, 6, 40), tensor(kind, *experts),
        _number(0), FALSE, tensor(INT8, *rows), tensor(INT32, *places),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_bytes_of_950_are_permuted_by_the_third_routing(api: Api) -> None:
    """op_api: indices as int32, all rows and places by MoeInitRoutingV3 with experts up to 10240,
    of which the caller's rows and places are cut."""
    rows = 18
    routing = KERNEL + 28 * rows + 64 * 64 + 2 * 4 * 10240
    for kind, cast in ((INT32, ""), (INT64, f"Cast:int32|{KERNEL}>")):
        status, size, operators = _tokens_of_bytes(api, kind, (6, 3), (7, 40), (9,))
        assert status == 0
        assert operators == (
            f"{cast}MoeInitRoutingV3:int8+int32+int64+float|{routing}"
            f">Slice:int8|{KERNEL}>Slice:int32|{KERNEL}"
        )
        made = [18 * 40, 18 * 4, 10240 * 8, 18 * 4] + [18 * 4] * bool(cast)
        assert size >= room(routing) + sum(map(room, made))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("experts", "rows", "places", "wanted"),
    [
        ((6, 3), (18, 40), (18,), 0),
        ((6,), (4, 40), (4,), 0),
        ((6, 3), (19, 40), (18,), 561103),
        ((6, 3), (18, 40), (19,), 561103),
        ((6, 3), (18, 39), (18,), 561103),
        ((6, 3), (18, 8, 5), (18,), 561103),
        ((6, 3), (18, 40), (6, 3), 561103),
        ((5, 3), (15, 40), (15,), 561103),
    ],
)
def test_bytes_of_950_are_the_first_ones_as_the_caller_likes(
    api: Api,
    experts: tuple[int, ...],
    rows: tuple[int, ...],
    places: tuple[int, ...],
    wanted: int,
) -> None:
    assert _tokens_of_bytes(api, INT32, experts, rows, places)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_bytes_of_950_lie_by_expert(api: Api) -> None:
    """Rows of experts from 10240 on have no place."""
    tokens = np.arange(12, dtype=np.int8).reshape(4, 3)
    indices = np.array([[7, 0], [10240, 3], [3, 0], [0, -1]], np.int64)
    made: list[NDArray[Any]] = [np.zeros((4, 3), np.int8), np.zeros(7, np.int32)]
    with Session(api) as session, selected(api, "Ascend950"):
        results = [session.upload(each) for each in made]
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        api.ok.aclnnMoeTokenPermuteGetWorkspaceSize(
            *(session.describe(each.shape, each.dtype, session.upload(each))
              for each in (tokens, indices)),
            0, False,
            *(session.describe(each.shape, each.dtype, at)
              for each, at in zip(made, results, strict=True)),
            ctypes.byref(size), ctypes.byref(executor),
        )  # fmt: skip
        workspace = session.malloc(size.value)
        api.ok.aclnnMoeTokenPermute(workspace, size, executor, session.stream)
        assert session.synchronize() == 0
        found = [
            session.download(at, each.shape, each.dtype)
            for each, at in zip(made, results, strict=True)
        ]
    # By expert: 0 of tokens 0, 2, 3; 3 of 1, 2; 7 of 0; 10240 and -1 nowhere.
    assert found[0].tolist() == tokens[[0, 2, 3, 1]].tolist()
    assert found[1].tolist() == [5, 0, -1, 3, 4, 1, 2]


@pytest.mark.usefixtures("own_library")
def test_kernels_of_950_refuse_shapes_behind_op_api(api: Api) -> None:
    """op_api of Ascend950 asks for a kernel of another call, whose tiling looks at shapes; where
    the result is empty there is none."""
    rows, places = tensor(FLOAT, 6, 5), tensor(INT32, 6)
    for soc, wanted in (("Ascend910B", 561002), ("Ascend950", 561103)):
        for out in (tensor(FLOAT, 2, 5), tensor(FLOAT, 6, 4)):
            combined = [rows, places, NULL, FALSE, NULL, out]
            assert answer(api, soc, "aclnnMoeTokenUnpermute", *combined)[0] == wanted
            finalized = [rows, places, *[NULL] * 5, _number(2), out]
            assert answer(api, soc, "aclnnMoeFinalizeRoutingV2", *finalized)[0] == wanted
            gradient = [rows, out, places, NULL, FALSE, NULL, rows, tensor(FLOAT, 6)]
            assert answer(api, soc, "aclnnMoeTokenUnpermuteGrad", *gradient)[0] == wanted
            gradient = [rows, places, _number(4), FALSE, out]
            assert answer(api, soc, "aclnnMoeTokenPermuteGrad", *gradient)[0] == wanted
    nothing = [rows, places, NULL, FALSE, NULL, tensor(FLOAT, 0, 5)]
    assert answer(api, "Ascend950", "aclnnMoeTokenUnpermute", *nothing)[:2] == (0, 0)


@pytest.mark.usefixtures("own_library")
def test_the_gradient_by_weights_is_of_their_type_on_950_where_there_are_any(api: Api) -> None:
    rows, tokens, places = tensor(FLOAT16, 6, 5), tensor(FLOAT16, 3, 5), tensor(INT32, 6)
    for weights, kind, wanted in (
        (tensor(FLOAT, 3, 2), FLOAT, 0),
        (tensor(FLOAT, 3, 2), BFLOAT16, 561103),
        (tensor(FLOAT, 3, 2), INT32, 161002),
    ):
        found = answer(
            api, "Ascend950", "aclnnMoeTokenUnpermuteGrad", rows, tokens, places, weights, FALSE,
            NULL, rows, tensor(kind, 3, 2),
        )  # fmt: skip
        assert found[0] == wanted


def _gate_v2(api: Api, soc: str = "Ascend950", **more: Any) -> int:
    """MoeGatingTopKV2 of three tokens, four experts and a table of them."""
    given: dict[str, Any] = {
        "x": tensor(FLOAT, 3, 4), "bias": NULL, "ids": tensor(INT32, 3),
        "table": tensor(INT64, 5, 2), "k": _number(2), "k_group": _number(1),
        "groups": _number(1), "mode": _number(0), "renorm": _number(0), "norm": _number(1),
        "flag": FALSE, "factor": ["d", 1.0], "eps": ["d", 1e-20], "y": tensor(FLOAT, 3, 2),
        "experts": tensor(INT32, 3, 2), "out": tensor(FLOAT, 3, 4),
    }  # fmt: skip
    assert more.keys() <= given.keys()
    return answer(api, soc, "aclnnMoeGatingTopKV2", *(given | more).values())[0]


@pytest.mark.usefixtures("own_library")
def test_experts_come_from_a_table(api: Api) -> None:
    """A table is for tokens and k, on Ascend950 where all groups are chosen and for 64 experts."""
    grouped = {"k_group": _number(1), "groups": _number(2)}
    many = {
        "x": tensor(FLOAT, 3, 80), "table": tensor(INT64, 5, 65), "k": _number(65),
        "y": tensor(FLOAT, 3, 65), "experts": tensor(INT32, 3, 65), "out": tensor(FLOAT, 3, 80),
    }  # fmt: skip
    for on_2201, on_950, changed in (
        (0, 0, {}),
        (0, 0, {"ids": NULL}),
        (161001, 161001, {"out": NULL}),
        (161002, 161002, {"ids": tensor(FLOAT, 3)}),
        (161002, 161002, {"bias": tensor(FLOAT16, 4)}),
        (561103, 561103, {"ids": tensor(INT64, 4)}),
        (561103, 561103, {"table": tensor(INT64, 5, 3)}),
        (0, 561103, grouped),
        (0, 561103, many),
    ):
        assert _gate_v2(api, "Ascend910B", **changed) == on_2201, changed
        assert _gate_v2(api, **changed) == on_950, changed
