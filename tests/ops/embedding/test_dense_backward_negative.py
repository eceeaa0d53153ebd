# SPDX-License-Identifier: Apache-2.0
"""What phase one of aclnnEmbeddingDenseBackward refuses: one test for each rule, the order of the
rules, and what the texts say."""

from __future__ import annotations

import ctypes
import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from support import NO_PADDING, Session, run_python

NULLPTR = 161001
INVALID = 161002

#: aclDataType by number, with the names that texts print.
DATA_TYPES = {
    -1: "DT_UNDEFINED",
    0: "DT_FLOAT",
    1: "DT_FLOAT16",
    2: "DT_INT8",
    3: "DT_INT32",
    4: "DT_UINT8",
    6: "DT_INT16",
    7: "DT_UINT16",
    8: "DT_UINT32",
    9: "DT_INT64",
    10: "DT_UINT64",
    11: "DT_DOUBLE",
    12: "DT_BOOL",
    13: "DT_STRING",
    16: "DT_COMPLEX64",
    17: "DT_COMPLEX128",
    27: "DT_BF16",
    29: "DT_INT4",
    30: "DT_UINT1",
    33: "DT_COMPLEX32",
    34: "DT_HIFLOAT8",
    35: "DT_FLOAT8_E5M2",
    36: "DT_FLOAT8_E4M3FN",
    37: "DT_FLOAT8_E8M0",
    38: "DT_FLOAT6_E3M2",
    39: "DT_FLOAT6_E2M3",
    40: "DT_FLOAT4_E2M1",
    41: "DT_FLOAT4_E1M2",
}
NO_DATA_TYPES = (-2, 5, 14, 15, 18, 26, 28, 31, 32, 42, 1000, 2**31 - 1, -(2**31))

VALUE_TYPES = {"DT_FLOAT", "DT_FLOAT16", "DT_BF16"}
INDEX_TYPES = {"DT_FLOAT16", "DT_FLOAT", "DT_DOUBLE", "DT_INT8", "DT_UINT8"} | {
    "DT_INT16",
    "DT_INT32",
    "DT_INT64",
    "DT_BOOL",
}

PRIVATE_FORMATS = {
    3: "NC1HWC0",
    4: "FRACTAL_Z",
    12: "NC1HWC0_C04",
    29: "FRACTAL_NZ",
    32: "NDC1HWC0",
    33: "FRACTAL_Z_3D",
    50: "FRACTAL_NZ_C0_16",
    51: "FRACTAL_NZ_C0_32",
    52: "FRACTAL_NZ_C0_2",
    53: "FRACTAL_NZ_C0_4",
    54: "FRACTAL_NZ_C0_8",
}
FORMATS = {0: "NCHW", 1: "NHWC", 2: "ND", 16: "HWCN", 27: "NDHWC", 30: "NCDHW", 35: "NC", 47: "NCL"}

TENSORS = ("grad", "indices", "out")
DEFAULTS: dict[str, Any] = {
    "grad_shape": (4, 3),
    "grad_type": 0,
    "indices_shape": (4,),
    "indices_type": 9,
    "out_shape": (5, 3),
    "out_type": 0,
    "weights": 5,
}


@dataclass
class Answer:
    status: int
    text: str
    outputs_untouched: bool

    def says(self, *words: object) -> bool:
        """Whether each of the words stands in the text, on its own."""
        head, _, message = self.text.partition("): ")
        assert head, "no text"
        missing = [
            word
            for word in map(str, words)
            if not re.search(rf"(?<![\w.]){re.escape(word)}(?!\w|\.\w)", message)
        ]
        assert not missing, f"{missing} not in {self.text!r}"
        return True


def phase_one(session: Session, **changes: Any) -> Answer:
    """Phase one with operands that are right but for the changes: `grad_shape`, `out_type`,
    `indices_format`, `grad_strides`, `grad_offset`, `grad` (a handle), `weights`, `size_null`..."""
    unknown = set(changes) - set(DEFAULTS)
    given = {**DEFAULTS, **changes}
    handles: dict[str, Any] = {}
    for tensor in TENSORS:
        if tensor in changes:
            handles[tensor] = changes[tensor]
            continue
        handles[tensor] = session.describe(
            given[f"{tensor}_shape"],
            given[f"{tensor}_type"],
            None,
            strides=given.get(f"{tensor}_strides"),
            offset=given.get(f"{tensor}_offset", 0),
            format_=given.get(f"{tensor}_format", 2),
        )
    fields = ("_strides", "_offset", "_format")
    assert all(
        name in TENSORS or name.endswith((*fields, "_null")) or name == "padding"
        for name in unknown
    )
    size = ctypes.c_uint64(0xDEAD)
    executor = ctypes.c_void_p(0xBEEF)
    session.api.message()
    status = session.api.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        handles["grad"],
        handles["indices"],
        given["weights"],
        given.get("padding", NO_PADDING),
        False,
        handles["out"],
        None if given.get("size_null") else ctypes.byref(size),
        None if given.get("executor_null") else ctypes.byref(executor),
    )
    if status == 0:
        session.api.ok.aclDestroyAclOpExecutor(executor)
    return Answer(
        status,
        session.api.message(),
        size.value == 0xDEAD and executor.value == 0xBEEF,
    )


def refused(session: Session, code: int, *words: object, **changes: Any) -> None:
    """Phase one fails with the code and a text with the words, and writes nothing."""
    answer = phase_one(session, **changes)
    assert answer.status == code, answer
    assert answer.outputs_untouched
    assert "EZ1001" in answer.text
    assert "[PID:" in answer.text
    answer.says("aclnnEmbeddingDenseBackwardGetWorkspaceSize", *words)


def accepted(session: Session, **changes: Any) -> None:
    answer = phase_one(session, **changes)
    assert answer.status == 0, answer
    assert answer.text == ""


def test_the_operands_are_right_without_changes(session: Session) -> None:
    accepted(session)


# --- NULL ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tensor", TENSORS)
def test_null_tensors(session: Session, tensor: str) -> None:
    refused(session, NULLPTR, tensor, "NULL", **{tensor: None})


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"size_null": True}, "workspaceSize"),
        ({"executor_null": True}, "executor"),
        ({"size_null": True, "executor_null": True}, "NULL"),
    ],
)
def test_null_outputs(session: Session, changes: dict[str, Any], word: str) -> None:
    refused(session, NULLPTR, word, "NULL", **changes)


# --- Handles -------------------------------------------------------------------------------------


def destroyed_tensor(session: Session) -> int:
    tensor = session.describe([4, 3], np.float32, None)
    session.api.ok.aclDestroyTensor(tensor)
    return tensor


HOST_MEMORY = ctypes.create_string_buffer(4096)


def host_memory(_: Session) -> int:
    return ctypes.addressof(HOST_MEMORY)


def an_executor(session: Session) -> int:
    executor = ctypes.c_void_p()
    operands = [
        session.describe(shape, dtype, None)
        for shape, dtype in (([4, 3], np.float32), ([4], np.int64), ([5, 3], np.float32))
    ]
    session.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        operands[0],
        operands[1],
        5,
        NO_PADDING,
        False,
        operands[2],
        ctypes.byref(ctypes.c_uint64()),
        ctypes.byref(executor),
    )
    assert executor.value
    return executor.value


def a_scalar(session: Session) -> int:
    value = ctypes.c_float(1)
    return int(session.api.aclCreateScalar(ctypes.byref(value), 0))


NOT_TENSORS: dict[str, Callable[[Session], int | None]] = {
    "destroyed tensor": destroyed_tensor,
    "host memory": host_memory,
    "device memory": lambda session: session.malloc(4096),
    "1": lambda _: 1,
    "0xdeadbeef": lambda _: 0xDEADBEEF,
    "all ones": lambda _: 2**64 - 1,
    "a token of nothing": lambda session: session.describe([1], 0, None) + 0x00FFFF,
    "a scalar": a_scalar,
    "an array": lambda session: int(session.api.aclCreateIntArray(None, 0)),
    "a list": lambda session: int(session.api.aclCreateTensorList(None, 0)),
    "an executor": an_executor,
    "a stream": lambda session: session.stream.value,
}


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("what", list(NOT_TENSORS))
def test_handles_of_something_else(session: Session, tensor: str, what: str) -> None:
    handle = NOT_TENSORS[what](session)
    refused(session, INVALID, tensor, "aclTensor", **{tensor: handle})


# --- Data types ----------------------------------------------------------------------------------


def type_cases(allowed: set[str]) -> list[Any]:
    refused_types = {n: name for n, name in DATA_TYPES.items() if name not in allowed}
    refused_types.update(dict.fromkeys(NO_DATA_TYPES, "DT_UNDEFINED"))
    return [pytest.param(n, name, id=f"{n}-{name}") for n, name in refused_types.items()]


@pytest.mark.parametrize("tensor", ["grad", "out"])
@pytest.mark.parametrize(("number", "type_name"), type_cases(VALUE_TYPES))
def test_types_of_values(session: Session, tensor: str, number: int, type_name: str) -> None:
    refused(session, INVALID, tensor, type_name, *VALUE_TYPES, **{f"{tensor}_type": number})


@pytest.mark.parametrize(("number", "type_name"), type_cases(INDEX_TYPES))
def test_types_of_indices(session: Session, number: int, type_name: str) -> None:
    refused(session, INVALID, "indices", type_name, *INDEX_TYPES, indices_type=number)


@pytest.mark.parametrize("grad", [0, 1, 27])
@pytest.mark.parametrize("out", [0, 1, 27])
@pytest.mark.parametrize("indices", [0, 1, 2, 3, 4, 6, 9, 11, 12])
def test_types_that_are_taken(session: Session, grad: int, out: int, indices: int) -> None:
    accepted(session, grad_type=grad, out_type=out, indices_type=indices)


# --- Ranks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape", [(), (3,), (12,), (0,), (1,) * 7 + (4, 3), (4, 3) + (1,) * 8, (1,) * 23 + (4, 3)]
)
def test_ranks_of_grad(session: Session, shape: tuple[int, ...]) -> None:
    refused(session, INVALID, "grad", len(shape), 2, 8, grad_shape=shape)


@pytest.mark.parametrize("shape", [(1,) * 8 + (4,), (4,) + (1,) * 9, (1,) * 24 + (4,)])
def test_ranks_of_indices(session: Session, shape: tuple[int, ...]) -> None:
    refused(session, INVALID, "indices", len(shape), 8, indices_shape=shape)


@pytest.mark.parametrize("shape", [(5, 3) + (1,) * 7, (1,) * 8 + (5, 3)])
def test_ranks_of_out(session: Session, shape: tuple[int, ...]) -> None:
    refused(session, INVALID, "out", len(shape), 8, out_shape=shape)


@pytest.mark.parametrize("rank", range(1, 9))
def test_ranks_that_are_taken(session: Session, rank: int) -> None:
    accepted(session, indices_shape=(1,) * (rank - 1) + (4,))
    if rank > 1:
        accepted(session, grad_shape=(1,) * (rank - 2) + (4, 3))


# --- Shapes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grad", "indices", "rows", "count"),
    [
        ((4, 3), (5,), 4, 5),
        ((4, 3), (3,), 4, 3),
        ((4, 3), (), 4, 1),
        ((4, 3), (0,), 4, 0),
        ((4, 3), (2, 3), 4, 6),
        ((4, 3), (4, 3), 4, 12),
        ((2, 7, 3), (2, 3), 14, 6),
        ((0, 3), (4,), 0, 4),
        ((2, 0, 3), (2,), 0, 2),
        ((1, 3), (2, 0), 1, 0),
    ],
)
def test_rows_and_indices_differ(
    session: Session, grad: tuple[int, ...], indices: tuple[int, ...], rows: int, count: int
) -> None:
    refused(
        session,
        INVALID,
        "grad",
        "indices",
        f"{rows} row",
        f"{count} element",
        str(list(indices)),
        grad_shape=grad,
        indices_shape=indices,
    )


@pytest.mark.parametrize("indices", [(), (0,), (5,), (2, 9)])
def test_rows_are_not_compared_without_columns(session: Session, indices: tuple[int, ...]) -> None:
    accepted(session, grad_shape=(4, 0), out_shape=(5, 0), indices_shape=indices)


@pytest.mark.parametrize(
    "shape",
    [(), (5,), (15,), (5, 3, 1), (1, 5, 3), (3, 5), (4, 3), (6, 3), (0, 3), (5, 2), (5, 4), (5, 0)],
)
def test_shapes_of_out(session: Session, shape: tuple[int, ...]) -> None:
    refused(session, INVALID, "out", list(shape), "[5, 3]", "numWeights", out_shape=shape)


@pytest.mark.parametrize("weights", [0, 4, 6, 2**31, 2**32 + 5, 2**63 - 1, 2**63, 2**64 - 1])
def test_the_number_of_weights_and_out(session: Session, weights: int) -> None:
    refused(session, INVALID, "out", "[5, 3]", f"[{weights}, 3]", "numWeights", weights=weights)


@pytest.mark.parametrize("weights", [2**63, 2**63 + 5, 2**64 - 1])
def test_the_number_of_weights_as_a_negative_dimension(session: Session, weights: int) -> None:
    """2^64 - 1 is no -1."""
    rows = weights - 2**64
    refused(session, INVALID, "out", weights=weights, out_shape=(rows, 3))


# --- Formats -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize(("number", "format_name"), PRIVATE_FORMATS.items())
def test_private_formats(session: Session, tensor: str, number: int, format_name: str) -> None:
    refused(
        session, INVALID, tensor, format_name, *FORMATS.values(), **{f"{tensor}_format": number}
    )


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("number", [*FORMATS, -1, 5, 999])
def test_formats_that_are_taken(session: Session, tensor: str, number: int) -> None:
    accepted(session, **{f"{tensor}_format": number})


# --- The order of the rules ----------------------------------------------------------------------

#: Name, status, what the text must say, changes; in the order of the tests.
RULES: list[tuple[str, int, Sequence[str], dict[str, Any]]] = [
    ("workspaceSize", NULLPTR, ["workspaceSize", "NULL"], {"size_null": True}),
    ("executor", NULLPTR, ["executor", "NULL"], {"executor_null": True}),
    ("grad NULL", NULLPTR, ["grad", "NULL"], {"grad": None}),
    ("indices NULL", NULLPTR, ["indices", "NULL"], {"indices": None}),
    ("out NULL", NULLPTR, ["out", "NULL"], {"out": None}),
    ("grad dead", INVALID, ["grad", "aclTensor"], {"grad": 1}),
    ("indices dead", INVALID, ["indices", "aclTensor"], {"indices": 1}),
    ("out dead", INVALID, ["out", "aclTensor"], {"out": 1}),
    ("grad type", INVALID, ["grad", "DT_UINT64"], {"grad_type": 10}),
    ("indices type", INVALID, ["indices", "DT_UINT16"], {"indices_type": 7}),
    ("out type", INVALID, ["out", "DT_UINT32"], {"out_type": 8}),
    ("grad rank", INVALID, ["grad", "9", "dimension"], {"grad_shape": (1,) * 7 + (4, 3)}),
    ("grad rank low", INVALID, ["grad", "1", "dimension"], {"grad_shape": (3,)}),
    ("indices rank", INVALID, ["indices", "10", "dimension"], {"indices_shape": (1,) * 9 + (4,)}),
    ("out rank", INVALID, ["out", "11", "dimension"], {"out_shape": (1,) * 9 + (5, 3)}),
    ("rows", INVALID, ["grad", "indices", "7 element"], {"indices_shape": (7,)}),
    ("out shape", INVALID, ["out", "[6, 6]"], {"out_shape": (6, 6)}),
    ("grad format", INVALID, ["grad", "NC1HWC0"], {"grad_format": 3}),
    ("indices format", INVALID, ["indices", "FRACTAL_Z"], {"indices_format": 4}),
    ("out format", INVALID, ["out", "FRACTAL_NZ"], {"out_format": 29}),
]
PAIRS = [
    pytest.param(first, second, id=f"{first[0]}, {second[0]}")
    for first, second in itertools.combinations(RULES, 2)
    if not set(first[3]) & set(second[3])
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_earlier_rule_wins(session: Session, first: Any, second: Any) -> None:
    _, status, words, changes = first
    refused(session, status, *words, **second[3], **changes)


def test_several_rules_broken_leave_one_text(session: Session) -> None:
    answer = phase_one(session, grad_type=10, out_shape=(1,), indices_format=29)
    assert "TraceBack" not in answer.text


# --- Absurd numbers ------------------------------------------------------------------------------

LARGE = 2**63 - 1


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize(
    "shape",
    [
        (-1, 3),
        (5, -3),
        (-4, -3),
        (LARGE, LARGE),
        (2**32, 2**32),
        (2**62, 4),
        (2**61, 2),
        (-(2**63), 3),
        (-(2**63), -(2**63)),
        (0, -1),
        (2, 2**63 - 1),
    ],
)
def test_absurd_dimensions(session: Session, tensor: str, shape: tuple[int, ...]) -> None:
    refused(session, INVALID, tensor, **{f"{tensor}_shape": shape})


@pytest.mark.parametrize("shape", [(LARGE, LARGE), (-1, 3), (2**62, 2**62)])
def test_absurd_dimensions_everywhere(session: Session, shape: tuple[int, ...]) -> None:
    changes = {f"{tensor}_shape": shape for tensor in TENSORS}
    refused(session, INVALID, "grad", weights=shape[0] % 2**64, **changes)


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("stride", [LARGE, -LARGE, -(2**63), 2**61, -(2**62)])
def test_absurd_strides(session: Session, tensor: str, stride: int) -> None:
    shape = DEFAULTS[f"{tensor}_shape"]
    strides = (stride,) + (1,) * (len(shape) - 1)
    refused(session, INVALID, tensor, **{f"{tensor}_strides": strides})


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("offset", [LARGE, -LARGE, -(2**63), 2**62])
def test_absurd_offsets(session: Session, tensor: str, offset: int) -> None:
    refused(session, INVALID, tensor, **{f"{tensor}_offset": offset})


def test_the_stride_of_one_element_does_not_matter(session: Session) -> None:
    accepted(
        session,
        grad_shape=(1, 3),
        grad_strides=(LARGE, 1),
        indices_shape=(1, 1),
        indices_strides=(-(2**63), LARGE),
    )


def test_large_shapes_of_no_elements(session: Session) -> None:
    accepted(
        session,
        grad_shape=(LARGE, 0, LARGE, 3),
        indices_shape=(LARGE, LARGE, 0),
        out_shape=(5, 3),
    )
    accepted(session, grad_shape=(LARGE, 0), indices_shape=(4,), out_shape=(5, 0))


@pytest.mark.parametrize("weights", [2**40, 2**57, 2**58, 2**59, 2**60, 2**61, 2**62, LARGE])
def test_more_weights_than_memory(session: Session, weights: int) -> None:
    """A result that repeats one element takes no memory, but the sorting would: sized or refused,
    never wrong."""
    answer = phase_one(session, weights=weights, out_shape=(weights, 3), out_strides=(0, 1))
    if answer.status != 0:
        assert answer.status == INVALID
        assert answer.outputs_untouched
        answer.says(weights)


@pytest.mark.parametrize("rows", [2**30, 2**40, 2**58, 2**59, 2**60, 2**61, LARGE])
def test_more_rows_than_memory(session: Session, rows: int) -> None:
    answer = phase_one(
        session,
        grad_shape=(rows, 3),
        grad_strides=(0, 0),
        indices_shape=(rows,),
        indices_strides=(0,),
    )
    if answer.status != 0:
        assert answer.status == INVALID
        assert answer.outputs_untouched
        answer.says(rows)


# --- Products ------------------------------------------------------------------------------------

PRODUCTS = """
import json
from ops.embedding.test_dense_backward_negative import phase_one
from support import Api, Session

with Session(Api()) as session:
    answers = {
        "grad": phase_one(session, grad_type=27),
        "out": phase_one(session, out_type=27),
        "both": phase_one(session, grad_type=27, out_type=27),
        "neither": phase_one(session),
        "half": phase_one(session, grad_type=1, out_type=1),
        "double": phase_one(session, grad_type=11),
    }
print(json.dumps({name: (a.status, a.text) for name, a in answers.items()}))
"""


@pytest.mark.parametrize(
    "soc", ["Ascend910A", pytest.param("Ascend910ProB", marks=pytest.mark.slow)]
)
def test_bfloat16_where_the_product_has_none(soc: str) -> None:
    process = run_python(PRODUCTS, {"ACLNN_SOC": soc})
    assert process.returncode == 0, process.stderr
    answers = json.loads(process.stdout)
    assert answers["neither"] == [0, ""]
    assert answers["half"] == [0, ""]
    for name, argument in (("grad", "grad"), ("out", "out"), ("both", "grad")):
        status, text = answers[name]
        assert status == INVALID
        answer = Answer(status, text, True)
        answer.says(argument, "DT_BF16", soc, "DT_FLOAT", "DT_FLOAT16")
        assert text.count("DT_BF16") == 1  # what it is, not what is allowed
    assert answers["double"][0] == INVALID
    assert "DT_BF16" not in answers["double"][1]


@pytest.mark.parametrize(
    "soc",
    [
        "Ascend910B1",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("Ascend910_9362", "Ascend910_9391", "Ascend950", "Ascend910B4")
        ),
    ],
)
def test_bfloat16_where_the_product_has_it(soc: str) -> None:
    process = run_python(PRODUCTS, {"ACLNN_SOC": soc})
    assert process.returncode == 0, process.stderr
    answers = json.loads(process.stdout)
    assert [answers[name][0] for name in ("grad", "out", "both", "neither")] == [0] * 4
    assert soc in answers["double"][1]
