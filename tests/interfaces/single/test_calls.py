# SPDX-License-Identifier: Apache-2.0
"""Single operators: descriptions, attributes, and what calls refuse, as CANN's public source has
it."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest
from interfaces.single.single import Host, Operator, attributes, run
from runtime.codes import (
    API_NOT_SUPPORT,
    FEATURE_NOT_SUPPORT,
    INVALID_PARAM,
    REPEAT_INITIALIZE,
)
from runtime.tools import apart
from support import FORMAT_ND, NONE, Api, Session, int64s

READ_MODEL_FAILURE = 100014
INPUT_NOT_MATCH, OUTPUT_NOT_MATCH, ATTR_NOT_MATCH = 100021, 100022, 100023
UNSUPPORTED_DYNAMIC = 148050
GE_FAILURE = 500002
STREAM_CAPTURED = 107027

X = np.arange(6, dtype=np.float32).reshape(2, 3)
CALLS = ["aclopExecute", "aclopExecuteV2", "aclopCompileAndExecute", "aclopCompileAndExecuteV2"]


def operator(session: Session, inputs: Any, outputs: Any, **attrs: Any) -> Operator:
    return Operator(session, inputs, outputs, attrs)


@pytest.mark.parametrize("function", CALLS)
def test_each_call_runs(session: Session, function: str) -> None:
    made = operator(session, [X, X], [np.zeros_like(X)])
    assert made.call("Add", function) == 0, session.api.message()
    assert session.synchronize() == 0
    np.testing.assert_array_equal(made.read(0, X.shape), 2 * X)
    made.close()


def test_a_description_says_what_it_was_given(session: Session) -> None:
    lib = session.api.lib
    desc = ctypes.c_void_p(lib.aclCreateTensorDesc(1, 2, int64s([4, 5]), FORMAT_ND))
    assert lib.aclGetTensorDescType(desc) == 1
    assert lib.aclGetTensorDescFormat(desc) == FORMAT_ND
    assert lib.aclGetTensorDescNumDims(desc) == 2
    assert lib.aclGetTensorDescElementCount(desc) == 20
    assert lib.aclGetTensorDescSize(desc) == 40
    assert lib.aclGetTensorDescDim(desc, 1) == 5
    assert lib.aclGetTensorDescDim(desc, 2) == -1
    assert lib.aclGetTensorDescName(desc) == b""
    lib.aclSetTensorDescName(desc, b"weights")
    assert lib.aclGetTensorDescName(desc) == b"weights"
    session.api.ok.aclSetTensorShape(desc, 4, int64s([1, 1, 16, 16]))
    session.api.ok.aclSetTensorFormat(desc, 29)
    assert lib.aclGetTensorDescNumDims(desc) == 2  # its own: the memory's are others
    assert lib.aclGetTensorDescFormat(desc) == FORMAT_ND
    session.api.ok.aclSetTensorOriginShape(desc, 1, int64s([7]))
    assert lib.aclGetTensorDescDim(desc, 0) == 7
    ranges = int64s([1, 9, 2, 8])
    session.api.ok.aclSetTensorShapeRange(desc, 2, ctypes.cast(ranges, ctypes.c_void_p))
    found = (ctypes.c_int64 * 2)()
    session.api.ok.aclGetTensorDescDimRange(desc, 1, 2, found)
    assert list(found) == [2, 8]
    lib.aclDestroyTensorDesc(desc)
    unknown = ctypes.c_void_p(lib.aclCreateTensorDesc(0, 1, int64s([-2]), FORMAT_ND))
    assert lib.aclGetTensorDescNumDims(unknown) == 2**64 - 2
    lib.aclDestroyTensorDesc(unknown)


def test_wrong_descriptions(session: Session) -> None:
    api, lib = session.api, session.api.lib
    size = ctypes.c_int64()
    assert not lib.aclCreateTensorDesc(0, -1, None, FORMAT_ND)
    assert not lib.aclCreateTensorDesc(0, 26, int64s([1] * 26), FORMAT_ND)
    assert not lib.aclCreateTensorDesc(0, 1, None, FORMAT_ND)
    assert lib.aclGetTensorDescType(NONE) == lib.aclGetTensorDescFormat(NONE) == -1
    assert lib.aclGetTensorDescNumDims(NONE) == lib.aclGetTensorDescSize(NONE) == 0
    desc = ctypes.c_void_p(lib.aclCreateTensorDesc(0, 1, int64s([3]), FORMAT_ND))
    assert lib.aclGetTensorDescDimV2(desc, 1, ctypes.byref(size)) == INVALID_PARAM
    assert "desc has 1 dimension" in api.message()
    assert lib.aclGetTensorDescDimV2(desc, 0, None) == INVALID_PARAM
    assert lib.aclSetTensorPlaceMent(desc, 3) == INVALID_PARAM
    assert lib.aclSetTensorConst(desc, None, 4) == INVALID_PARAM
    assert lib.aclSetTensorConst(desc, ctypes.byref(size), 0) == INVALID_PARAM
    assert lib.aclSetTensorShape(desc, -1, None) == INVALID_PARAM
    lib.aclDestroyTensorDesc(desc)
    assert lib.aclSetTensorFormat(desc, FORMAT_ND) == INVALID_PARAM
    assert "aclDestroyTensorDesc" in api.message()
    lib.aclDestroyTensorDesc(NONE)


def test_wrong_attributes(session: Session) -> None:
    lib = session.api.lib
    attr = attributes(session, {})
    assert lib.aclopSetAttrInt(NONE, b"n", ctypes.c_int64(1)) == INVALID_PARAM
    assert lib.aclopSetAttrInt(attr, None, ctypes.c_int64(1)) == INVALID_PARAM
    assert lib.aclopSetAttrString(attr, b"n", None) == INVALID_PARAM
    assert lib.aclopSetAttrListInt(attr, b"n", -1, None) == INVALID_PARAM
    assert lib.aclopSetAttrListInt(attr, b"n", 1, None) == INVALID_PARAM
    assert lib.aclopSetAttrListFloat(attr, b"n", 0, None) == 0
    lib.aclopDestroyAttr(attr)
    assert lib.aclopSetAttrInt(attr, b"n", ctypes.c_int64(1)) == INVALID_PARAM
    lib.aclopDestroyAttr(NONE)


def test_the_last_value_of_an_attribute_counts(session: Session) -> None:
    made = operator(session, [X], [np.zeros_like(X)], value=2.0)
    assert made.lib.aclopSetAttrFloat(made.attr, b"value", ctypes.c_float(3)) == 0
    assert made.call("Muls") == 0
    assert session.synchronize() == 0
    np.testing.assert_array_equal(made.read(0, X.shape), 3 * X)
    made.close()


def refused(
    session: Session, kind: str, inputs: Any, outputs: Any, **attrs: Any
) -> tuple[int, str]:
    """The status and the text of a call that is refused."""
    made = operator(session, inputs, outputs, **attrs)
    status = made.call(kind)
    text = session.api.message()
    made.close()
    return status, text


def test_what_is_not_there_is_named(session: Session) -> None:
    status, text = refused(session, "Foo2D", [X], [X])
    assert status == FEATURE_NOT_SUPPORT
    assert "Foo2D" in text
    status, text = refused(session, "ScatterElements", [X, X, X], [X], reduction="add")
    assert status == FEATURE_NOT_SUPPORT
    assert "reduction == 'none'" in text
    places = np.zeros(1, np.int64)
    many = [X, Host([1, 1]), Host([1]), places]
    status, text = refused(session, "Index", many, [X[0, :1].copy()])
    assert status == FEATURE_NOT_SUPPORT
    assert "no more ones than there are indices" in text
    grid = np.zeros((1, 1, 1, 1, 3), np.float32)
    cube = np.zeros((1, 1, 1, 1, 1), np.float32)
    status, text = refused(session, "GridSampler3D", [cube, grid], [cube], interpolation_mode="x")
    assert status == FEATURE_NOT_SUPPORT
    assert "interpolation_mode == 'nearest'" in text
    one = np.ones((1, 1), np.complex64)  # the call transposes, and does not conjugate
    status, text = refused(session, "MatrixTriangularSolve", [one, one], [one], adjoint=True)
    assert status == FEATURE_NOT_SUPPORT
    assert "not adjoint" in text


def test_counts_and_attributes(session: Session) -> None:
    for inputs in ([], [X, X]):
        status, text = refused(session, "Abs", inputs, [X])
        assert status == INPUT_NOT_MATCH
        assert "Abs" in text
    assert refused(session, "Abs", [None], [X])[0] == INPUT_NOT_MATCH
    assert refused(session, "Abs", [X], [X, X])[0] == OUTPUT_NOT_MATCH
    status, text = refused(session, "Muls", [X], [X])
    assert status == ATTR_NOT_MATCH
    assert "value" in text
    status, text = refused(session, "Muls", [X], [X], value=2)
    assert status == ATTR_NOT_MATCH
    assert "int" in text
    assert refused(session, "SoftmaxV2", [X], [X], axes=[2])[0] == GE_FAILURE


def test_what_the_call_refuses_has_both_texts(session: Session) -> None:
    status, text = refused(session, "Mul", [X, X[:, :2].copy()], [X])
    assert status == GE_FAILURE
    assert "Mul is refused by aclnnMul with 161002" in text
    assert "[2, 2]" in text


def test_a_number_in_device_memory_is_read_behind_the_work_before(session: Session) -> None:
    """A value is an ordinary input on a device: what the stream writes there counts."""
    value = np.array([2], np.float32)
    double = operator(session, [value, value], [value])
    made = operator(session, [X, X, X, value], [np.zeros_like(X)])
    written = session.api.lib.aclGetDataBufferAddr(ctypes.c_void_p(double.outputs[0][1]))
    buffer = ctypes.c_void_p(made.inputs[3][1])
    session.api.ok.aclUpdateDataBuffer(buffer, ctypes.c_void_p(written), 4)
    assert double.call("Mul") == 0, session.api.message()
    assert made.call("Addcmul") == 0, session.api.message()
    assert session.synchronize() == 0, session.api.message()
    np.testing.assert_array_equal(made.read(0, X.shape), X + 4 * X * X)
    made.close()
    double.close()


def test_a_stream_that_is_captured_is_not_waited_for(session: Session) -> None:
    graph = ctypes.c_void_p()
    value = np.array([2], np.float32)
    made = operator(session, [X, X, X, value], [np.zeros_like(X)])
    session.api.ok.aclmdlRICaptureBegin(session.stream, 0)
    assert made.call("Addcmul") == STREAM_CAPTURED
    assert "is waited for" in session.api.message()
    session.api.lib.aclmdlRICaptureEnd(session.stream, ctypes.byref(graph))
    made.close()


def test_memory_that_does_not_fit(session: Session) -> None:
    api, lib = session.api, session.api.lib
    made = operator(session, [X], [X])
    buffer = ctypes.c_void_p(made.inputs[0][1])
    api.ok.aclUpdateDataBuffer(buffer, ctypes.c_void_p(session.malloc(20)), 20)
    assert made.call("Abs") == INVALID_PARAM
    assert "20 bytes" in api.message()
    host = (ctypes.c_float * 6)()
    api.ok.aclUpdateDataBuffer(buffer, ctypes.cast(host, ctypes.c_void_p), 24)
    assert made.call("Abs") == INVALID_PARAM  # host memory, and the description says device
    api.message()
    desc = ctypes.c_void_p(made.outputs[0][0])
    assert lib.aclSetTensorPlaceMent(desc, 1) == 0
    assert made.call("Abs") == INVALID_PARAM
    made.close()
    status, text = refused(session, "ReduceSum", [X, np.array([1])], [X[:, 0].copy()])
    assert status == INVALID_PARAM
    assert "aclSetTensorPlaceMent" in text
    unknown = operator(session, [X], [X])
    desc = ctypes.c_void_p(unknown.inputs[0][0])
    api.ok.aclSetTensorOriginShape(desc, 2, int64s([-1, 3]))
    assert unknown.call("Abs") == UNSUPPORTED_DYNAMIC
    unknown.close()


def test_wrong_arguments(session: Session) -> None:
    made = operator(session, [X], [X])
    lib = session.api.lib
    one = made.handles([made.inputs[0][0]])
    data = made.handles([made.inputs[0][1]])
    out, out_data = made.handles([made.outputs[0][0]]), made.handles([made.outputs[0][1]])
    none = made.handles([0])

    def call(*arguments: Any, flag: int = 0, path: bytes | None = None) -> int:
        extra = (made.attr, 0, flag, path, session.stream)
        status: int = lib.aclopCompileAndExecute(*arguments, *extra)
        session.api.message()
        return status

    assert call(b"Abs", 1, one, data, 1, out, out_data) == 0
    assert call(None, 1, one, data, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", -1, one, data, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, one, data, -1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, None, data, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, none, data, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, one, none, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, one, one, 1, out, out_data) == INVALID_PARAM
    assert call(b"Abs", 1, one, data, 1, out, none) == INVALID_PARAM
    assert call(b"Abs", 1, one, data, 1, out, out_data, flag=2) == API_NOT_SUPPORT
    assert call(b"Abs", 1, one, data, 1, out, out_data, flag=1) == INVALID_PARAM
    assert call(b"Abs", 1, one, data, 1, out, out_data, flag=1, path=b"/a") == FEATURE_NOT_SUPPORT
    assert session.synchronize() == 0
    made.close()


def test_nothing_is_done_where_no_output_has_an_element(session: Session) -> None:
    empty = np.zeros((0, 3), np.float32)
    made = operator(session, [X], [empty])
    assert made.call("Foo2D") == 0  # as CANN, which looks at nothing else
    made.close()


def test_compile_and_load(session: Session) -> None:
    made = operator(session, [X], [X])
    lib = session.api.lib
    one, out = made.handles([made.inputs[0][0]]), made.handles([made.outputs[0][0]])
    assert lib.aclopCompile(b"Abs", 1, one, 1, out, None, 0, 0, None) == 0
    assert lib.aclopCompile(b"Foo2D", 1, one, 1, out, None, 0, 0, None) == FEATURE_NOT_SUPPORT
    session.api.ok.aclSetTensorPlaceMent(ctypes.c_void_p(made.inputs[0][0]), 1)
    assert lib.aclopCompile(b"Abs", 1, one, 1, out, None, 0, 0, None) == API_NOT_SUPPORT
    assert lib.aclopLoad(None, 4) == INVALID_PARAM
    assert lib.aclopLoad(b"om", 0) == INVALID_PARAM
    assert lib.aclopLoad(b"om", 2) == FEATURE_NOT_SUPPORT
    assert lib.aclopSetMaxOpQueueNum(ctypes.c_uint64(0)) == INVALID_PARAM
    assert lib.aclopSetMaxOpQueueNum(ctypes.c_uint64(100)) == 0
    made.close()


@apart()
def test_a_process_has_one_directory_of_models(api: Api) -> None:
    assert api.aclopSetModelDir(None) == INVALID_PARAM
    assert api.aclopSetModelDir(b"/nowhere/at/all") == READ_MODEL_FAILURE
    assert api.aclopSetModelDir(b"/tmp") == 0
    assert api.aclopSetModelDir(b"/tmp") == REPEAT_INITIALIZE


def test_constants_need_no_buffer(session: Session) -> None:
    made = operator(session, [X, Host([1, 0])], [np.zeros((3, 2), np.float32)])
    perm = ctypes.c_void_p(made.inputs[1][0])
    values = int64s([1, 0])
    session.api.ok.aclSetTensorPlaceMent(perm, 0)
    session.api.ok.aclSetTensorConst(perm, ctypes.cast(values, ctypes.c_void_p), 16)
    buffer = ctypes.c_void_p(made.inputs[1][1])
    session.api.ok.aclUpdateDataBuffer(buffer, None, 0)
    assert made.call("Transpose") == 0, session.api.message()
    assert session.synchronize() == 0
    np.testing.assert_array_equal(made.read(0, (3, 2)), X.T)
    made.close()


def test_what_fails_on_the_stream_has_the_operators_name(session: Session) -> None:
    """An index out of range: on the stream, and the text says who."""
    made = operator(session, [X, np.array([7]), Host([0])], [np.zeros((1, 3), np.float32)])
    assert made.call("GatherV2") == 0
    made.close()
    assert session.synchronize() != 0
    assert "GatherV2 failed on the stream" in session.api.message()


def test_nothing_stays_behind(session: Session) -> None:
    """Memory that an operator needs meanwhile ends with it."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    x = np.ones((64, 64), np.float32)
    places = np.zeros((64,), np.int32)

    def available() -> int:
        assert session.synchronize() == 0
        session.api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
        return free.value

    made = operator(session, [x, Host([1])], [places])
    before = available()
    for _ in range(20):
        assert made.call("ArgMaxV2") == 0
    assert available() == before
    made.close()


def test_in_place(session: Session) -> None:
    """As the plug-in of PyTorch calls optimizers: the same memory as input and output."""
    made = operator(session, [X, X], [X])
    session.api.ok.aclUpdateDataBuffer(
        ctypes.c_void_p(made.outputs[0][1]),
        ctypes.c_void_p(made.lib.aclGetDataBufferAddr(ctypes.c_void_p(made.inputs[0][1]))),
        24,
    )
    assert made.call("Add") == 0
    assert session.synchronize() == 0
    np.testing.assert_array_equal(made.read(0, X.shape), 2 * X)
    made.close()


def test_halves(session: Session) -> None:
    half = X.astype(np.float16)
    (found,) = run(
        session, "MatMul", [half, half], [np.zeros((2, 2), np.float16)], {"transpose_x2": True}
    )
    np.testing.assert_array_equal(found, (half @ half.T))
