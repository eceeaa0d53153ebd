# SPDX-License-Identifier: Apache-2.0
"""What the library says of the results of calls before there are any (aclnnExtGetOutputs)."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl
from aclnn_py._outputs import Asker, Output, outputs_of
from aclnn_py._prototype import prototype
from aclnn_py._values import Objects, TensorList
from aclnn_py.errors import take_message
from aclnn_py.tensor_spec import TensorSpec

T = TensorSpec
F = "float32"


def asked(call: str, *arguments: Any) -> list[tuple[tuple[int, ...], str]]:
    """Shape and data type of each result; None stands for results and for NULL."""
    parameters = prototype(call)
    values = [
        each if isinstance(each, TensorSpec | TensorList | None) else parameters.convert(name, each)
        for name, each in zip(parameters.parameters, arguments, strict=True)
    ]
    return [(each.shape, each.type) for each in outputs_of(parameters.name, values)]


def listed(*shapes: tuple[int, ...], type: str = F) -> TensorList:
    return TensorList([T(shape, type) for shape in shapes])


@pytest.mark.parametrize(
    ("call", "arguments", "expected"),
    [
        ("Add", (T((3, 1), "int32"), T((2,), "float16"), 1, None), [((3, 2), "float16")]),
        ("Mul", (T((), "bool"), T((0, 4), "uint8"), None), [((0, 4), "uint8")]),
        ("Exp", (T((2,), "int64"), None), [((2,), F)]),
        ("EqTensor", (T((2, 1), F), T((5,), F), None), [((2, 5), "bool")]),
        ("Cast", (T((2, 3), F), "int8", None), [((2, 3), "int8")]),
        ("ReduceSum", (T((2, 3, 4), F), [0, -1], True, F, None), [((1, 3, 1), F)]),
        ("ReduceSum", (T((2, 3, 4), F), [], False, F, None), [((), F)]),
        ("Cat", (listed((2, 3), (0,), (5, 3)), 0, None), [((7, 3), F)]),
        ("Stack", (listed((2, 3), (2, 3)), -1, None), [((2, 3, 2), F)]),
        ("SplitTensor", (T((5, 2), F), 2, 0, None), [((2, 2), F), ((2, 2), F), ((1, 2), F)]),
        ("Slice", (T((4, 9), F), 1, -5, 100, 2, None), [((4, 3), F)]),
        ("Im2col", (T((2, 3, 5, 6), F), [2, 3], [1, 1], [0, 0], [1, 1], None), [((2, 18, 16), F)]),
        ("Arange", (0, 7, 2, None), [((4,), "int64")]),
        ("Arange", (1.0, 0.0, -0.25, None), [((4,), F)]),
        ("Einsum", (listed((2, 3), (3, 4)), "ij,jk->ki", None), [((4, 2), F)]),
        ("Svd", (T((6, 4), F), False, True, None, None, None),
         [((4,), F), ((6, 4), F), ((4, 4), F)]),
        ("MaxPool2dWithIndices", (T((1, 1, 5, 5), F), [2], [2], [0], [1], True, None, None),
         [((1, 1, 3, 3), F), ((1, 1, 3, 3), "int32")]),
        ("Nonzero", (T((2, 3), F), None), [((6, 2), "int64")]),
        ("Bincount", (T((4,), "int64"), None, 7, None), [((7,), "int64")]),
        ("ForeachAbs", (listed((2,), (3, 4)), None), [((2,), F), ((3, 4), F)]),
        ("InplaceRelu", (T((2,), F),), []),
    ],
)  # fmt: skip
def test_shapes_and_types(call: str, arguments: tuple[Any, ...], expected: Any) -> None:
    assert asked(call, *arguments) == expected


def test_a_convolution() -> None:
    image, kernel = T((2, 6, 9, 8), F, format="NCHW"), T((4, 3, 3, 3), F, format="NCHW")
    numbers = ([2, 2], [1, 1], [1, 1], False, [0, 0], 2)
    assert asked("Convolution", image, kernel, None, *numbers, None, 0) == [((2, 4, 5, 4), F)]
    numbers = ([2, 2], [1, 1], [1, 1], True, [1, 1], 2)
    kernel = T((6, 2, 3, 3), F, format="NCHW")
    assert asked("Convolution", image, kernel, None, *numbers, None, 0) == [((2, 4, 18, 16), F)]


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("Add", (T((3,), F), T((2,), F), 1, None)),
        ("Cat", (listed((2, 3)), 2, None)),
        ("Cat", (listed((2, 3)), -3, None)),
        ("ReduceSum", (T((2, 3), F), [2], False, F, None)),
        ("Permute", (T((2, 3), F), [0, 7], None)),
        ("SliceV2", (T((2, 3), F), [0], [1], [0], [0], None)),
        ("Im2col", (T((3, 2, 2), F), [3, 3], [1, 1], [0, 0], [1, 1], None)),
        ("Repeat", (T((2, 3), F), [2], None)),
        ("IndexSelect", (T((2, 3), F), 2, T((4,), "int64"), None)),
    ],
)
def test_arguments_that_do_not_fit_have_no_results(call: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(
        acl.AclError, match=r"no shape or data type of \w+ follows from these"
    ) as caught:
        asked(call, *arguments)
    assert caught.value.code == 161002


def test_sums_of_dimensions_do_not_overflow() -> None:
    most = 2**63 - 1
    assert asked("ConstantPadNd", T((2,), F), [most, most], 0.0, None) == [((most,), F)]
    assert asked("Repeat", T((most,), F), [most], None) == [((most,), F)]


class Question:
    """aclnnExtGetOutputs as C calls it, of aclnnAdd."""

    def __init__(self) -> None:
        self.lib = acl.lib
        self.objects = Objects(self.lib)
        self.tensor = self.objects.tensor(T((2, 3), F))
        self.answers = (ctypes.c_byte * 216 * 4)()
        self.count = ctypes.c_uint64(77)

    def ask(self, name: bytes | None, words: list[Any] | None, room: int = 4) -> int:
        given = None if words is None else (ctypes.c_void_p * len(words))(*words)
        status: int = self.lib.aclnnExtGetOutputs(
            name, given, len(words or ()), self.answers, room, ctypes.byref(self.count)
        )
        return status


@pytest.fixture
def question() -> Any:
    made = Question()
    yield made
    made.objects.close()
    take_message()


@pytest.mark.parametrize(
    ("name", "words", "status", "text"),
    [
        (None, [1, 1, 1, 0], 161001, "call, arguments, count or outputs is NULL"),
        (b"aclnnAdd", None, 161001, "call, arguments, count or outputs is NULL"),
        (b"aclnnAdd", [0, 1, 1, 0], 161001, "self is NULL; an aclTensor is required"),
        (b"aclnnAdd", ["tensor", 0x1234, 1, 0], 161002, "a live aclTensor is required"),
        (b"aclnnAdd", ["tensor"], 161002, "argumentCount is 1; aclnnAdd takes 4"),
        (b"aclnnNoSuchCall", ["tensor"], 161002, "call is aclnnNoSuchCall; the name of a call"),
    ],
)
def test_what_is_refused(
    question: Question, name: bytes | None, words: list[Any] | None, status: int, text: str
) -> None:
    given = None if words is None else [question.tensor if w == "tensor" else w for w in words]
    assert question.ask(name, given) == status
    assert text in take_message()
    assert question.count.value == 77


def test_room_for_fewer_results_than_there_are(question: Question) -> None:
    many = question.objects.list_of("Tensor", [])
    words = [question.tensor, 1, 0, many]
    assert question.ask(b"aclnnSplitTensor", words, room=1) == 0
    assert question.count.value == 2
    assert question.ask(b"aclnnSplitTensor", words, room=0) == 0
    assert Asker(question.lib).ask("aclnnSplitTensor", words)[1] == Output(3, (1, 3), F)


def test_more_results_than_the_first_question_has_room_for() -> None:
    parts = acl.split_tensor(np.arange(40.0), 1, 0)
    assert [each.tolist() for each in parts] == [[float(at)] for at in range(40)]


def test_what_does_not_fit_is_said_by_phase_one() -> None:
    with pytest.raises(acl.AclParameterError, match=r"aclnnAddGetWorkspaceSize.*do not broadcast"):
        acl.add(np.zeros(3, np.float32), np.zeros(2, np.float32))
