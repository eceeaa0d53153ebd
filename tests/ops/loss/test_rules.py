# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api and tilings of losses: what phase one answers, with figures by hand."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT64,
    MEBI,
    NCHW,
    answer,
    ints,
    on_950,
    tensor,
)

SOCS = ("Ascend910", "Ascend910B", "Ascend950")
NUMBER = tensor(FLOAT)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", SOCS)
def test_gradients_of_divergences_keep_a_format_unless_it_is_broadcast(api: Api, soc: str) -> None:
    """That of self; by the target that of the target, and on Ascend950 alone: the others compute
    it by elementwise operators, whose results are ND."""
    dims, few = (2, 3, 4, 4), (1, 3, 4, 4)
    image, plain = tensor(FLOAT, *dims, layout=NCHW), tensor(FLOAT, *dims)
    small, flat = tensor(FLOAT, *few, layout=NCHW), tensor(FLOAT, *few)
    rest = ["i", 0], ["b", 0]
    call = "aclnnKlDivBackward"
    assert answer(api, soc, call, plain, image, plain, *rest, plain)[0] == 561103
    assert answer(api, soc, call, plain, image, plain, *rest, image)[0] == 0
    assert answer(api, soc, call, plain, plain, image, *rest, image)[0] == 0
    assert answer(api, soc, call, plain, small, plain, *rest, flat)[0] == 0
    if soc != "Ascend910":
        call, kept = "aclnnKlDivTargetBackward", 561103 if soc == "Ascend950" else 0
        assert answer(api, soc, call, plain, plain, image, *rest, plain)[0] == kept
        assert answer(api, soc, call, plain, plain, image, *rest, image)[0] == 0
        assert answer(api, soc, call, plain, plain, small, *rest, flat)[0] == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", SOCS)
def test_gradients_of_classes_keep_the_format_of_self(api: Api, soc: str) -> None:
    """Of images on Ascend950 alone: the others make rows of places, which are ND."""
    rows, classes, weight = tensor(FLOAT, 4, 3, layout=NCHW), tensor(INT64, 4), tensor(FLOAT, 3)
    rest = ["i", 1], ["i", -100]
    call = "aclnnNLLLossBackward"
    given: Any = (NUMBER, rows, classes, weight, *rest, NUMBER)
    assert answer(api, soc, call, *given, tensor(FLOAT, 4, 3))[0] == 561103
    assert answer(api, soc, call, *given, rows)[0] == 0
    image, plain = tensor(FLOAT, 2, 3, 4, 4, layout=NCHW), tensor(FLOAT, 2, 3, 4, 4)
    given = (NUMBER, image, tensor(INT64, 2, 4, 4), weight, *rest, NUMBER)
    call = "aclnnNLLLoss2dBackward"
    assert answer(api, soc, call, *given, image)[0] == 0
    assert answer(api, soc, call, *given, plain)[0] == (561103 if soc == "Ascend950" else 0)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", SOCS)
def test_weights_of_the_classes_of_images_have_any_shape(api: Api, soc: str) -> None:
    """The gradient counts them; the loss looks at the first dimension."""
    image, classes = tensor(FLOAT, 2, 3, 4, 4), tensor(INT64, 2, 4, 4)
    rest = ["i", 1], ["i", -100]
    for dims, loss, gradient in (
        ((3,), 0, 0),
        ((3, 1), 0, 0),
        ((1, 3), 161002, 0),
        ((3, 2), 0, 161002),
        ((4,), 161002, 161002),
        ((), 161002, 161002),
    ):
        weight = tensor(FLOAT, *dims)
        given = image, classes, weight, *rest
        assert answer(api, soc, "aclnnNLLLoss2d", *given, NUMBER, NUMBER)[0] == loss
        found = answer(api, soc, "aclnnNLLLoss2dBackward", NUMBER, *given, NUMBER, image)
        assert found[0] == gradient


@pytest.mark.usefixtures("own_library")
def test_margins_ask_for_a_float_a_row_or_a_block_a_core_on_950(api: Api) -> None:
    """Beside 16 MiB: 3 rows are 12 bytes, 32 with the rest of the block, and 100 are 400, 416;
    where losses are joined 32 for each core that has rows, of 64."""
    for rows, reduction, more in ((3, 0, 32), (100, 0, 416), (3, 1, 96), (100, 2, 2048)):
        x, labels = tensor(FLOAT16, rows, 5), tensor(INT64, rows, 5)
        out = tensor(FLOAT16, rows) if reduction == 0 else tensor(FLOAT16)
        given = x, labels, ["i", reduction], out, x
        found = answer(api, "Ascend950", "aclnnMultilabelMarginLoss", *given)
        kernel = f"MultilabelMarginLoss:float16+float16|{16 * MEBI + more}"
        assert found[2].endswith(f">{kernel}")
    number = tensor(FLOAT16, layout=NCHW), tensor(INT64), ["i", 0], tensor(FLOAT16)
    assert answer(api, "Ascend950", "aclnnMultilabelMarginLoss", *number, tensor(FLOAT16))[0] == (
        561103
    )


def sequences(dtype: int, dims: tuple[int, int, int], longest: int, places: int) -> list[Any]:
    """Arguments of aclnnCtcLoss."""
    times, count, _ = dims
    return [
        tensor(dtype, *dims),
        tensor(INT64, count, max(longest, 1)),
        ints(*[times] * count),
        ints(*[longest] * count),
        ["i", 0],
        ["b", 0],
        tensor(dtype, count),
        tensor(dtype, count, times, places),
    ]


def gradient_of(given: list[Any]) -> list[Any]:
    """Arguments of aclnnCtcLossBackward."""
    probs, losses = given[0], given[6]
    return [losses, *given[:4], losses, given[7], *given[4:6], probs]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_sequences_ask_for_what_their_tilings_say(api: Api, soc: str) -> None:
    """On 910B for three rows of 16 places and 8 more a sequence, of four 4 * 3 * (16 + 8) * 4, and
    8 bytes a sequence where there are more than 1500; no targets count as those of one place. The
    gradient has four rows as long as logAlpha. On Ascend950 for what of logAlpha halves have no
    room for, 12 * 4 * 15 floats, and in the gradient for as many and for those of 5 classes."""
    is_950 = soc == "Ascend950"
    dims = 12, 4, 5
    name = "CTCLossV2" if is_950 else "CTCLossV3"
    for dtype, word in ((FLOAT, "float"), (FLOAT16, "float16"), (BFLOAT16, "bfloat16")):
        given = sequences(dtype, dims, 7, 15 if is_950 else 16)
        more = (2880 if dtype != FLOAT else 0) if is_950 else 1152
        found = answer(api, soc, "aclnnCtcLoss", *given)
        assert found[2] == f"{name}:{word}+{word}|{16 * MEBI + more}"
        more = 4 * 12 * 4 * (15 + 5) if is_950 else 4 * 4 * 16 * 4
        found = answer(api, soc, "aclnnCtcLossBackward", *gradient_of(given))
        assert found[2] == f"{name}Grad:{word}|{16 * MEBI + more}"
    if is_950:
        return
    found = answer(api, soc, "aclnnCtcLoss", *sequences(FLOAT, dims, 0, 8))
    assert found[2] == f"{name}:float+float|{16 * MEBI + 12 * (8 + 8) * 4}"
    given = sequences(FLOAT, (2, 1501, 5), 1, 8)
    found = answer(api, soc, "aclnnCtcLoss", *given)
    assert found[2] == f"{name}:float+float|{16 * MEBI + (12 * (8 + 8) + 8) * 1501}"
    found = answer(api, soc, "aclnnCtcLossBackward", *gradient_of(given))
    assert found[2] == f"{name}Grad:float|{16 * MEBI + (16 * 8 + 8) * 1501}"


@pytest.mark.usefixtures("own_library")
def test_the_room_of_log_alpha_says_where_sequences_are_computed(api: Api) -> None:
    """Targets of 1000 places have 2008 of 8-place groups, room for 1003, which is too many for the
    AI cores of 910B; 999 are 2000, room for 999. A gradient takes 10000 sequences, a loss 8180."""
    soc = "Ascend910B"
    for longest, places, engine in ((999, 2000, "V3"), (1000, 2008, "V2(aicpu)")):
        given = sequences(FLOAT, (1, 1, 5), longest, places)
        found = answer(api, soc, "aclnnCtcLoss", *given)
        assert found[2].startswith(f"CTCLoss{engine}:")
        given = sequences(FLOAT16, (1, 1, 5), longest, places)
        status = 0 if engine == "V3" else 161002
        assert answer(api, soc, "aclnnCtcLoss", *given)[0] == status
        assert answer(api, soc, "aclnnCtcLossBackward", *gradient_of(given))[0] == status
    for count, loss, gradient in ((8180, "V3", "V3"), (8181, "V2", "V3"), (10001, "V2", "V2")):
        given = sequences(FLOAT, (1, count, 5), 1, 8)
        assert answer(api, soc, "aclnnCtcLoss", *given)[2].startswith(f"CTCLoss{loss}:")
        found = answer(api, soc, "aclnnCtcLossBackward", *gradient_of(given))
        assert found[2].startswith(f"CTCLoss{gradient}Grad:")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "rest", "most", "of_halves"),
    [
        ("aclnnL1Loss", [], 8448, (8448, 8320)),
        ("aclnnSoftMarginLoss", [], 6528, (8448, 8320)),
        ("aclnnSmoothL1Loss", [["f", 1.0]], 5376, (6528, 6528)),
        ("aclnnKlDiv", [["b", 0]], 7360, (7296, 7296)),
        ("aclnnKlDiv", [["b", 1]], 7360, (7296, 7296)),
    ],
)
def test_joined_losses_are_split_among_the_cores_of_950(
    api: Api, call: str, rest: list[Any], most: int, of_halves: tuple[int, int]
) -> None:
    """Where two inputs of one more element than a buffer holds come: 16384 bytes for partial
    sums."""
    for dtype, reduction, holds in (
        (FLOAT, 1, most),
        (FLOAT, 2, most),
        (FLOAT16, 1, of_halves[1]),
        (BFLOAT16, 2, of_halves[0]),
    ):
        for elements, more in ((holds, 0), (holds + 1, 16384)):
            x, out = tensor(dtype, elements), tensor(dtype)
            found = answer(api, "Ascend950", call, x, x, ["i", reduction], *rest, out)
            assert found[0] == 0
            assert found[2].endswith(f"|{16 * MEBI + more}"), (call, dtype, reduction, found)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("weighted", "reduction", "dtype", "holds"),
    [
        (False, 2, FLOAT, 9856),
        (False, 1, FLOAT, 8448),
        (False, 1, FLOAT16, 8448),
        (True, 2, FLOAT, 6528),
        (True, 1, FLOAT, 5888),
        (True, 1, BFLOAT16, 7296),
    ],
)
def test_joined_cross_entropies_are_split_among_the_cores_of_950(
    api: Api, weighted: bool, reduction: int, dtype: int, holds: int
) -> None:
    """As other losses, with a third input where there are weights."""
    for elements, more in ((holds, 0), (holds + 1, 16384)):
        x, out = tensor(dtype, elements), tensor(dtype)
        weight = x if weighted else ["n"]
        found = answer(
            api, "Ascend950", "aclnnBinaryCrossEntropy", x, x, weight, ["i", reduction], out
        )
        assert found[2].endswith(f"|{16 * MEBI + more}")


@pytest.mark.usefixtures("own_library")
def test_squared_errors_of_950_take_32_bytes_a_core(api: Api) -> None:
    """100 elements are 2 for each of 64 cores, 32 with the rest of a block: 4 cores. Nothing where
    they are not joined, as the gradient of a soft margin; a tensor of no bytes takes 512."""
    soc = "Ascend950"
    for elements, cores in ((1, 1), (100, 4), (65536, 64), (65537, 63)):
        x = tensor(FLOAT, elements)
        found = answer(api, soc, "aclnnMseLoss", x, x, ["i", 1], NUMBER)
        assert found[2] == f"MSELossV2:float|{16 * MEBI + 32 * cores}"
    assert answer(api, soc, "aclnnMseLoss", x, x, ["i", 0], x) == (0, 512, "MSELossV2:float|0")
    found = answer(api, soc, "aclnnSoftMarginLossBackward", x, x, x, ["i", 1], x)
    assert found == (0, 512, "SoftMarginLossGrad:float|0")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", SOCS)
def test_a_cross_entropy_of_logits_is_copied_where_it_is_joined(api: Api, soc: str) -> None:
    """op_api compares the shapes of single losses; what is joined is found wrong by the copy."""
    x, one = tensor(FLOAT, 2, 3), tensor(FLOAT, 1, 1)
    call, no = "aclnnBinaryCrossEntropyWithLogits", ["n"]
    for reduction, out, status in ((0, one, 161002), (1, x, 561103), (2, x, 561103), (2, one, 0)):
        assert answer(api, soc, call, x, x, no, no, ["i", reduction], out)[0] == status


@pytest.mark.usefixtures("own_library")
def test_mse_losses_have_two_kernels(api: Api) -> None:
    """The newer one takes formats ND and NCL, its gradient tensors that are alike; 950 has the
    newer one forward alone."""
    flat, image = tensor(FLOAT, 2, 3, 4, 5), tensor(FLOAT, 2, 3, 4, 5, layout=NCHW)
    for soc, newer in (("Ascend910", False), ("Ascend910B", True), ("Ascend950", True)):
        tail = "|16777216" if soc == "Ascend950" else ""
        bytes_ = "|0" if newer else tail
        name = ("MSELossV2" if newer else "MseLoss") + ":float" + bytes_
        assert answer(api, soc, "aclnnMseLoss", flat, flat, ["i", 0], flat)[2] == name
        found = answer(api, soc, "aclnnMseLoss", image, image, ["i", 0], image)
        assert found[2] == "MseLoss:float" + tail
        found = answer(api, soc, "aclnnMseLossBackward", flat, flat, flat, ["i", 1], flat)
        own = "MseLossGradV2:float|0" if soc == "Ascend910B" else "MseLossGrad:float" + tail
        assert found[2] == own
        one = tensor(FLOAT)
        found = answer(api, soc, "aclnnMseLossBackward", one, flat, flat, ["i", 1], flat)
        assert found[2] == "MseLossGrad:float" + tail


@pytest.mark.usefixtures("own_library")
def test_a_smooth_loss_of_images_is_found_in_blocks(api: Api) -> None:
    """Two images of 3 channels become 8, 32 bytes: 2 x 1 x 4 x 5 x 8 floats in three tensors."""
    image, number = tensor(FLOAT, 2, 3, 4, 5, layout=NCHW), ["f", 1.0]
    blocks = 2 * 4 * 5 * 32
    for soc in ("Ascend910", "Ascend910B"):
        found = answer(api, soc, "aclnnSmoothL1Loss", image, image, ["i", 0], number, image)
        names = "TransData:float>TransData:float>SmoothL1LossV2:float>TransData:float"
        assert found == (0, 3 * ((blocks + 543) // 512 * 512), names)
        found = answer(api, soc, "aclnnSmoothL1Loss", image, image, ["i", 1], number, tensor(FLOAT))
        assert found == (0, 0, "SmoothL1LossV2:float")
    found = answer(api, "Ascend950", "aclnnSmoothL1Loss", image, image, ["i", 0], number, image)
    assert found[2] == on_950("SmoothL1LossV2:float")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_what_is_not_looked_at_before_losses_are_copied(api: Api, soc: str) -> None:
    """SmoothL1Loss has no word on the shape of a sum, and KlDiv none on that of an empty loss."""
    some, none, wrong = tensor(FLOAT, 2, 3), tensor(FLOAT, 2, 0), tensor(FLOAT, 3)
    for given in (some, none):
        found = answer(api, soc, "aclnnSmoothL1Loss", given, given, ["i", 2], ["f", 1.0], wrong)
        assert found[0] == 561103
    each, sums, plain = ["i", 0], ["i", 2], ["b", 0]
    assert answer(api, soc, "aclnnKlDiv", none, tensor(FLOAT, 3, 0), each, plain, wrong)[0] == 0
    assert answer(api, soc, "aclnnKlDiv", none, none, sums, plain, wrong)[0] == 561103
    assert answer(api, soc, "aclnnKlDiv", some, some, sums, plain, wrong)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_a_scalar_gradient_is_broadcast_before_950(api: Api) -> None:
    """Of a mean or a sum: kernels of Ascend950 take it as it is."""
    whole = tensor(FLOAT, 4, 5)
    operands = tensor(FLOAT), whole, whole, ["i", 1], whole
    for soc in ("Ascend910", "Ascend910B"):
        found = answer(api, soc, "aclnnL1LossBackward", *operands)
        assert found == (0, 512, "BroadcastTo:float>L1LossGrad:float")
    found = answer(api, "Ascend950", "aclnnL1LossBackward", *operands)
    assert found[2] == on_950("L1LossGrad:float")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_squared_errors_of_910b_ask_for_64_bytes_a_core_to_be_joined(api: Api, soc: str) -> None:
    """Beside 16 MiB for the system; without sums for nothing."""
    flat = tensor(FLOAT, 64, 1024)
    found = answer(api, soc, "aclnnMseLoss", flat, flat, ["i", 1], tensor(FLOAT))
    assert found[2] == f"MSELossV2:float|{16 * MEBI + 64 * 48}"
    few = tensor(FLOAT, 2, 1024)
    found = answer(api, soc, "aclnnMseLoss", few, few, ["i", 1], tensor(FLOAT))
    assert found[2] == f"MSELossV2:float|{16 * MEBI + 64 * 2}"
    found = answer(api, soc, "aclnnMseLoss", few, few, ["i", 0], few)
    assert found[1:] == (512, "MSELossV2:float|0")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_losses_append_broadcast_to_for_their_own_shape_too(api: Api, soc: str) -> None:
    """Where shapes differ CANN broadcasts both operands, of KlDiv always; MseLoss each by
    itself."""
    both = "BroadcastTo:float>BroadcastTo:float"
    row, whole = tensor(FLOAT, 5), tensor(FLOAT, 4, 5)
    sums = ["i", 2], tensor(FLOAT)
    assert answer(api, soc, "aclnnL1Loss", whole, row, *sums)[2] == f"{both}>LpLoss:float"
    assert answer(api, soc, "aclnnL1Loss", whole, whole, *sums)[2] == "LpLoss:float"
    found = answer(api, soc, "aclnnKlDiv", whole, whole, ["i", 2], ["b", 0], tensor(FLOAT))
    assert found == (0, 1024, f"{both}>KLDivV2:float")
    found = answer(api, soc, "aclnnMseLoss", whole, row, ["i", 0], whole)
    assert found[2].startswith("BroadcastTo:float>M")
