# SPDX-License-Identifier: Apache-2.0
"""aclnn_py.infiniop: NumPy in, NumPy out."""

from __future__ import annotations

import pickle
import threading
from typing import Any, Literal

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.infiniop.calls import (
    ASCEND,
    CPU,
    INTEGERS,
    NUMBERS,
    Infini,
    assert_same,
    gradient,
    name_of,
    random_values,
)
from interfaces.infiniop.test_runtime import current
from numpy.lib.stride_tricks import as_strided
from support import run_python

import aclnn_py as acl
from aclnn_py.infiniop import (
    InfiniError,
    InfiniParameterError,
    Status,
    check,
    embedding,
    embedding_backward,
    lib,
)

pytestmark = pytest.mark.slow  # many small calls

DeviceName = Literal["cpu", "ascend"]

numbers = pytest.mark.parametrize("dtype", NUMBERS, ids=name_of)
wrong: Any = embedding_backward  # for arguments that the types forbid


@pytest.fixture(params=["cpu", "ascend"])
def device(request: pytest.FixtureRequest) -> DeviceName:
    name: DeviceName = request.param
    return name


@pytest.fixture
def dy() -> Any:
    return np.arange(12, dtype=np.float32).reshape(4, 3)


# --- Values --------------------------------------------------------------------------------------


@numbers
def test_one_table(device: DeviceName, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    dy = random_values(rng, (30, 5), dtype)
    for index_type in INTEGERS:
        indices = rng.integers(0, 8, 30).astype(index_type)
        found = embedding_backward(dy, indices, 9, 2.0, device=device)
        assert_same(found, gradient(np.zeros((9, 5), dtype), dy, indices, 2.0))


@numbers
def test_two_tables(device: DeviceName, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    dy = random_values(rng, (30, 5), dtype)
    i1, i2 = rng.integers(0, 8, 30), rng.integers(0, 3, 30)
    one, two = embedding_backward(dy, i1, 8, -1.0, i2, 4, 2.0, device=device)
    assert_same(one, gradient(np.zeros((8, 5), dtype), dy, i1, -1.0))
    assert_same(two, gradient(np.zeros((4, 5), dtype), dy, i2, 2.0))


def test_lists(device: DeviceName) -> None:
    found = embedding_backward([[1.0, 2.0], [3.0, 4.0]], [1, 1], 3, device=device)
    assert found.dtype == np.float64
    assert found.tolist() == [[0, 0], [4, 6], [0, 0]]


def test_alpha_is_rounded_to_float32(device: DeviceName) -> None:
    found = embedding_backward(np.ones((1, 1)), [0], 1, 0.1, device=device)
    assert found[0, 0] == 0.10000000149011612


@pytest.mark.parametrize("alpha", [2, np.float32(2), np.float64(2), np.int8(2), True])
def test_kinds_of_alpha(device: DeviceName, alpha: Any) -> None:
    found = embedding_backward(np.ones((1, 1), np.int32), [0], 1, alpha, device=device)
    assert found.tolist() == [[int(alpha)]]


def test_no_rows(device: DeviceName) -> None:
    nothing = np.empty((0, 3), np.float32), np.empty(0, np.int64)
    assert embedding_backward(*nothing, 2, device=device).tolist() == [[0] * 3] * 2
    out = np.full((2, 3), 7, np.float32)
    embedding_backward(*nothing, 2, out1=out, accumulate=True, device=device)
    assert out.tolist() == [[7] * 3] * 2
    embedding_backward(*nothing, 2, out1=out, device=device)
    assert out.tolist() == [[0] * 3] * 2


def test_no_table(device: DeviceName) -> None:
    found = embedding_backward(np.empty((0, 3), np.float16), np.empty(0, np.int8), 0, device=device)
    assert found.shape == (0, 3)
    assert found.dtype == np.float16


# --- Outputs -------------------------------------------------------------------------------------


def test_out(device: DeviceName, dy: Any) -> None:
    out = np.full((5, 3), 7, np.float32)
    found = embedding_backward(dy, [1, 0, 1, 1], 5, out1=out, device=device)
    assert found is out
    assert_same(out, gradient(out, dy, np.array([1, 0, 1, 1])))


@pytest.mark.parametrize("flags", [True, False, (True, False), (False, True), [True, True]])
def test_accumulate(device: DeviceName, dy: Any, flags: Any) -> None:
    one, two = np.full((5, 3), 7, np.float32), np.full((4, 3), -2, np.float32)
    i1, i2 = np.array([1, 0, 1, 1]), np.array([3, 3, 2, 0])
    first, second = flags if not isinstance(flags, bool) else (flags, flags)
    expected = gradient(one, dy, i1, 0.5, first), gradient(two, dy, i2, 3.0, second)
    found = embedding_backward(
        dy, i1, 5, 0.5, i2, 4, 3.0, out1=one, out2=two, accumulate=flags, device=device
    )
    assert found[0] is one
    assert found[1] is two
    assert_same(one, expected[0])
    assert_same(two, expected[1])


def test_only_one_of_the_tables_is_given(device: DeviceName, dy: Any) -> None:
    two = np.full((2, 3), 5, np.float32)
    i1, i2 = np.array([0, 1, 2, 3]), np.array([0, 1, 1, 0])
    one, found = embedding_backward(
        dy, i1, 4, i2=i2, n2=2, alpha2=1.0, out2=two, accumulate=(False, True), device=device
    )
    assert found is two
    assert_same(one, dy)
    assert_same(two, gradient(np.full((2, 3), 5, np.float32), dy, i2, accumulate=True))


def outputs(before: Any) -> dict[str, Any]:
    """Arrays with the same values and other strides, as views of larger ones."""
    rows, columns = before.shape
    size = before.itemsize
    large = np.full((3 * rows, 3 * columns), 9, before.dtype)
    unaligned = np.zeros(rows * columns * size + 1, np.uint8)[1:].view(before.dtype)
    found = {
        "gaps": large.copy()[:rows, :columns],
        "upwards": large.copy()[rows - 1 :: -1, 2 : columns + 2],
        "columns apart": large.copy()[::3, ::3],
        "columns backwards": large.copy()[:rows, columns - 1 :: -1],
        "transposed": np.zeros((columns, rows), before.dtype).T,
        "unaligned": unaligned.reshape(rows, columns),
        "other byte order": np.zeros((rows, columns), before.dtype.newbyteorder()),
        "field": np.zeros(rows, [("a", np.uint8), ("x", before.dtype, columns)])["x"],
    }
    for each in found.values():
        each[...] = before
    return found


@pytest.mark.parametrize("layout", outputs(np.zeros((2, 2), np.float32)))
@pytest.mark.parametrize("accumulate", [False, True])
def test_outputs_of_any_layout(device: DeviceName, dy: Any, layout: str, accumulate: bool) -> None:
    before = np.arange(15, dtype=np.float32).reshape(5, 3)
    indices = np.array([1, 0, 1, 4])
    out = outputs(before)[layout]
    large = out.base if isinstance(out.base, np.ndarray) and out.base.size == 135 else None
    if large is not None:
        rest = large.sum() - out.sum()
    found = embedding_backward(dy, indices, 5, out1=out, accumulate=accumulate, device=device)
    assert found is out
    expected = gradient(before, dy, indices, 1.0, accumulate)
    np.testing.assert_array_equal(out, expected)
    if large is not None:
        assert large.sum() - expected.sum() == rest


@pytest.mark.parametrize("layout", outputs(np.zeros((2, 2), np.float32)))
def test_inputs_of_any_layout(device: DeviceName, dy: Any, layout: str) -> None:
    indices = np.array([1, 0, 1, 4])
    found = embedding_backward(outputs(dy)[layout], indices, 5, device=device)
    assert_same(found, gradient(np.zeros((5, 3), np.float32), dy, indices))
    index = outputs(np.stack([indices] * 3, 1))[layout][:, 1]
    assert_same(embedding_backward(dy, index, 5, device=device), found)
    backwards = gradient(np.zeros((5, 3), np.float32), dy, indices[::-1])
    assert_same(embedding_backward(dy, index[::-1], 5, device=device), backwards)


def test_a_row_for_every_index(device: DeviceName) -> None:
    """A broadcast dy has a row stride of 0."""
    row = np.array([1, 2, 3], np.float64)
    found = embedding_backward(np.broadcast_to(row, (100, 3)), [1] * 100, 2, device=device)
    assert found.tolist() == [[0, 0, 0], [100, 200, 300]]


def test_inputs_are_not_changed(device: DeviceName, dy: Any) -> None:
    indices, before = np.array([1, 0, 1, 1]), dy.copy()
    dy.flags.writeable = indices.flags.writeable = False
    embedding_backward(dy, indices, 2, device=device)
    assert (dy == before).all()


def test_both_tables_in_one_array(dy: Any) -> None:
    i1, i2 = np.array([0, 1, 2, 3]), np.array([3, 3, 3, 3])
    out = np.zeros((4, 3), np.float32)
    expected = gradient(gradient(out, dy, i1), dy, i2, 2.0, accumulate=True)
    embedding_backward(
        dy, i1, 4, i2=i2, n2=4, alpha2=2.0, out1=out, out2=out, accumulate=(True, True)
    )
    assert_same(out, expected)


# --- The forward ---------------------------------------------------------------------------------


@numbers
def test_embedding(device: DeviceName, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    weight = random_values(rng, (9, 4), dtype)
    for index_type in INTEGERS:
        indices = rng.integers(0, 9, (2, 3, 5)).astype(index_type)
        assert_same(embedding(weight, indices, device=device), weight[indices])


@pytest.mark.parametrize("shape", [(), (0,), (1,), (2, 0), (1, 2, 1, 2, 1, 2, 1)])
def test_embedding_shapes(
    device: DeviceName, rng: np.random.Generator, shape: tuple[int, ...]
) -> None:
    weight = random_values(rng, (9, 4), np.float32)
    indices = np.asarray(rng.integers(0, 9, shape))
    assert_same(embedding(weight, indices, device=device), weight[indices])


@pytest.mark.parametrize("layout", outputs(np.zeros((2, 2), np.float32)))
def test_embedding_layouts(device: DeviceName, layout: str) -> None:
    weight = np.arange(12, dtype=np.float32).reshape(4, 3)
    indices = np.array([[3, 0], [1, 1], [2, 3]])
    given = outputs(weight)[layout]
    places = outputs(indices)[layout]
    assert_same(embedding(given, places, device=device), weight[indices])
    out = outputs(np.zeros((3, 3), np.float32))[layout]
    assert embedding(given, places[:, 0], out, device=device) is out
    np.testing.assert_array_equal(out, weight[indices[:, 0]])


def test_embedding_broadcast(device: DeviceName) -> None:
    weight = np.broadcast_to(np.array([1, 2], np.float32), (5, 2))
    indices = np.broadcast_to(np.int8(4), (3, 2))
    assert embedding(weight, indices, device=device).tolist() == [[[1, 2]] * 2] * 3


# --- What is refused -----------------------------------------------------------------------------


def test_bad_indices(device: DeviceName, dy: Any) -> None:
    """The result is there all the same."""
    kind = InfiniParameterError if device == "cpu" else InfiniError
    out = np.full((3, 3), 7, np.float32)
    with pytest.raises(InfiniError, match=r"i1\[1\].*3") as caught:
        embedding_backward(dy, [1, 3, 1, -1], 3, out1=out, device=device)
    assert type(caught.value) is kind
    status = Status.BAD_PARAM if device == "cpu" else Status.INTERNAL_ERROR
    assert caught.value.status is status
    assert caught.value.name == f"INFINI_STATUS_{status.name}"
    api = "infiniopEmbeddingBackward" if device == "cpu" else "infinirtStreamSynchronize"
    assert caught.value.api == api
    assert str(caught.value).startswith(f"{api}: {caught.value.name} ({int(status)}): ")
    assert out.tolist() == [[0] * 3, (dy[0] + dy[2]).tolist(), [0] * 3]
    # the next call is not affected
    assert_same(embedding_backward(dy, [0, 1, 2, 3], 4, device=device), dy)


def test_bad_indices_of_the_forward(device: DeviceName) -> None:
    out = np.full((3, 2), 7, np.float32)
    with pytest.raises(InfiniError, match=r"input\[1\]"):
        embedding(np.ones((2, 2), np.float32), [0, 2, 1], out, device=device)
    assert out.tolist() == [[1, 1], [7, 7], [1, 1]]


_ONES = np.ones((4, 3), np.float32)
_INDEX = np.array([1, 0, 1, 1])


@pytest.mark.parametrize(
    ("arguments", "status", "match"),
    [
        ({"dy": np.ones((4, 3, 1), np.float32)}, Status.BAD_TENSOR_SHAPE, "dy_desc|dtable1_desc"),
        ({"dy": np.ones(4, np.float32)}, Status.BAD_TENSOR_SHAPE, "dtable1_desc|dy_desc"),
        ({"dy": np.float32(1)}, Status.BAD_TENSOR_SHAPE, "dtable1_desc"),
        ({"i1": [1, 0, 1]}, Status.BAD_TENSOR_SHAPE, "i1_desc"),
        ({"i1": [[1, 0, 1, 1]]}, Status.BAD_TENSOR_SHAPE, "i1_desc"),
        ({"i1": 1}, Status.BAD_TENSOR_SHAPE, "i1_desc"),
        ({"i1": np.ones(4)}, Status.BAD_TENSOR_DTYPE, "i1_desc"),
        ({"i1": np.ones(4, bool)}, Status.BAD_TENSOR_DTYPE, "i1_desc"),
        ({"dy": np.ones((4, 3), bool)}, Status.BAD_TENSOR_DTYPE, "dtable1_desc"),
        ({"out1": np.ones((2, 3))}, Status.BAD_TENSOR_DTYPE, "dy_desc"),
        ({"out1": np.ones((2, 4), np.float32)}, Status.BAD_TENSOR_SHAPE, "dy_desc"),
        ({"out1": np.ones((2, 3, 1), np.float32)}, Status.BAD_TENSOR_SHAPE, "dtable1_desc"),
        ({"alpha2": 1.0}, Status.BAD_PARAM, "alpha2"),
        ({"i2": _INDEX, "n2": 2}, Status.BAD_PARAM, "alpha2"),
        ({"i2": _INDEX, "n2": 2, "alpha2": 1e-60}, Status.BAD_PARAM, "alpha2"),
        ({"i2": _INDEX.astype(np.int32), "n2": 2, "alpha2": 1}, Status.BAD_TENSOR_DTYPE, "i2_desc"),
        ({"i2": _INDEX[:3], "n2": 2, "alpha2": 1}, Status.BAD_TENSOR_SHAPE, "i2_desc"),
        ({"dy": np.ones((4, 3), np.int32), "alpha1": 0.5}, Status.BAD_PARAM, "alpha1"),
        ({"dy": np.ones((4, 3), np.int32), "alpha1": np.nan}, Status.BAD_PARAM, "alpha1"),
    ],
)
def test_what_the_library_refuses(
    device: DeviceName, arguments: dict[str, Any], status: Status, match: str
) -> None:
    given = {"dy": _ONES, "i1": _INDEX, "n1": 2, **arguments}
    with pytest.raises(InfiniParameterError, match=match) as caught:
        wrong(**given, device=device)
    assert caught.value.status is status
    assert isinstance(caught.value, ValueError)
    assert caught.value.api == "infiniopCreateEmbeddingBackwardDescriptor"


def test_rows_of_out_that_share_memory() -> None:
    out = np.zeros(6, np.float32)
    rows = as_strided(out, (2, 3), (0, 4))
    with pytest.raises(InfiniParameterError, match="dtable1_desc") as caught:
        embedding_backward(_ONES, _INDEX, 2, out1=rows)
    assert caught.value.status is Status.BAD_TENSOR_STRIDES
    for strides in ((0, 8), (12, 0), (8, 8), (1, 4)):
        with pytest.raises(ValueError, match=r"out1.*share memory"):
            embedding_backward(_ONES, _INDEX, 2, out1=as_strided(out, (2, 3), strides))
    with pytest.raises(ValueError, match=r"out1.*share memory"):
        embedding_backward(_ONES, _INDEX, 2, out1=rows, device="ascend")
    assert not out.any()


def test_out_that_shares_memory_with_others() -> None:
    dy = np.ones((4, 3), np.float32)
    with pytest.raises(InfiniParameterError, match=r"dtable1.*dy") as caught:
        embedding_backward(dy, _INDEX, 4, out1=dy)
    assert caught.value.status is Status.BAD_PARAM
    assert (dy == 1).all()
    out = np.zeros((2, 3), np.float32)
    two = {"i2": _INDEX, "n2": 2, "alpha2": 1.0, "out1": out, "out2": out}
    with pytest.raises(InfiniParameterError, match=r"dtable2.*dtable1"):
        wrong(dy, _INDEX, 2, **two)
    with pytest.raises(ValueError, match="out1 and out2 share memory"):
        wrong(dy, _INDEX, 2, **two, accumulate=True, device="ascend")
    square = np.zeros((3, 3), np.float32)
    two = {**two, "n2": 3, "out1": square.T, "out2": square}
    with pytest.raises(ValueError, match="out1 and out2 share memory"):
        wrong(dy, _INDEX, 3, **two, accumulate=True)


@pytest.mark.parametrize(
    ("arguments", "kind", "match"),
    [
        ({"n1": -1}, ValueError, "n1.*-1"),
        ({"n1": 2.0}, TypeError, "integer"),
        ({"n1": None}, TypeError, "integer"),
        ({"n2": 3}, ValueError, "n2.*i2"),
        ({"n2": -1, "i2": _INDEX, "alpha2": 1}, ValueError, "n2.*-1"),
        ({"out2": _ONES}, ValueError, "out2.*i2"),
        ({"accumulate": True}, ValueError, "out1"),
        ({"accumulate": (False, True)}, ValueError, "accumulate.*i2"),
        (
            {"i2": _INDEX, "n2": 2, "alpha2": 1, "accumulate": (False, True)},
            ValueError,
            "out2",
        ),
        ({"accumulate": 1}, TypeError, "accumulate"),
        ({"accumulate": "yes"}, TypeError, "accumulate"),
        ({"accumulate": (True,)}, TypeError, "accumulate"),
        ({"accumulate": (True, False, True)}, TypeError, "accumulate"),
        ({"accumulate": (0, 1)}, TypeError, "accumulate"),
        ({"alpha1": "1"}, TypeError, "alpha1"),
        ({"alpha1": None}, TypeError, "alpha1"),
        ({"alpha1": 1j}, TypeError, "alpha1"),
        ({"alpha2": [1]}, TypeError, "alpha2"),
        ({"out1": [[1.0] * 3] * 2}, TypeError, "out1.*list"),
        ({"out1": np.zeros((3, 3), np.float32)}, ValueError, "out1.*n1"),
        ({"out1": np.broadcast_to(np.float32(0), (2, 3))}, ValueError, "out1.*read-only"),
        ({"out1": np.zeros((2, 3), object)}, TypeError, "out1.*object"),
        ({"dy": np.ones((4, 3), "U1")}, TypeError, "dy.*<U1"),
        ({"dy": np.ones((4, 3), np.longdouble)}, TypeError, "dy"),
        ({"dy": np.ones((4, 3), ml_dtypes.float8_e4m3fn)}, TypeError, "dy.*float8_e4m3fn"),
        ({"dy": np.ones((4, 3), ml_dtypes.int4)}, TypeError, "dy.*int4"),
        ({"i1": ["a", "b", "c", "d"]}, TypeError, "i1"),
        ({"i1": np.array([1, 2, 3, 4], "M8[s]")}, TypeError, "i1"),
        ({"device": "npu"}, ValueError, "device.*'npu'"),
        ({"device": 3}, ValueError, "device"),
        ({"device": None}, ValueError, "device"),
    ],
)
def test_what_is_refused_before_the_call(
    arguments: dict[str, Any], kind: type[Exception], match: str
) -> None:
    given = {"dy": _ONES, "i1": _INDEX, "n1": 2, **arguments}
    with pytest.raises(kind, match=match) as caught:
        wrong(**given)
    assert not isinstance(caught.value, InfiniError)


def test_what_the_forward_refuses(device: DeviceName) -> None:
    forward: Any = embedding
    weight = np.ones((4, 3), np.float32)
    cases: list[tuple[Any, ...]] = [
        (Status.BAD_TENSOR_SHAPE, weight[0], [0]),
        (Status.BAD_TENSOR_SHAPE, weight, np.zeros((1,) * 8, int)),
        (Status.BAD_TENSOR_SHAPE, weight, [0], np.zeros((2, 3), np.float32)),
        (Status.BAD_TENSOR_DTYPE, weight, [0.0]),
        (Status.BAD_TENSOR_DTYPE, weight, [True]),
        (Status.BAD_TENSOR_DTYPE, weight, [0], np.zeros((1, 3))),
    ]
    for status, *arguments in cases:
        with pytest.raises(InfiniParameterError) as caught:
            forward(*arguments, device=device)
        assert caught.value.status is status
        assert caught.value.api == "infiniopCreateEmbeddingDescriptor"
    with pytest.raises(TypeError, match="out"):
        forward(weight, [0], [[0.0] * 3], device=device)
    with pytest.raises(TypeError, match=r"weight.*object"):
        forward(np.ones((1, 1), object), [0], device=device)
    with pytest.raises(ValueError, match="device"):
        forward(weight, [0], device="gpu")


def test_errors(infini: Infini) -> None:
    check("infinirtInit", 0)
    infini.message()
    status = lib.infinirtSetDevice(1, 0)
    with pytest.raises(InfiniParameterError, match="device type 1") as caught:
        check("infinirtSetDevice", status)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.api, copy.status, str(copy)) == (
        "infinirtSetDevice",
        Status.BAD_DEVICE,
        str(caught.value),
    )
    status = lib.infinirtStreamBeginCapture(None, 0)  # the CPU has no graphs
    with pytest.raises(InfiniError, match="infinirtStreamBeginCapture") as other:
        check("infinirtStreamBeginCapture", status)
    assert other.value.status is Status.NOT_IMPLEMENTED
    assert not isinstance(other.value, ValueError)
    assert str(InfiniError("f", 99, "")) == "f: status 99"
    assert InfiniError("f", 99, "").name == ""


# --- Devices and threads -------------------------------------------------------------------------


def test_the_current_device_stays(infini: Infini, dy: Any) -> None:
    for kind in (CPU, ASCEND):
        infini.ok.infinirtSetDevice(kind, 0)
        for name in ("cpu", "ascend"):
            wrong(dy, [0, 1, 2, 3], 4, device=name)
            with pytest.raises(InfiniError):
                wrong(dy, [0, 1, 2, 4], 4, device=name)
            assert current(infini) == (kind, 0)
    infini.ok.infinirtSetDevice(CPU, 0)


def test_next_to_the_objects_of_aclnn_py(dy: Any) -> None:
    with acl.Device(0) as device, device.stream() as stream:
        tensor = device.tensor(dy)
        embedding_backward(dy, [0, 1, 2, 3], 4, device="ascend")
        stream.synchronize()
        np.testing.assert_array_equal(tensor.numpy(), dy)
        free = device.memory()[0]
        for _ in range(5):
            embedding_backward(dy, [0, 1, 2, 3], 4, device="ascend")
            with pytest.raises(InfiniError):
                embedding(dy, [7], device="ascend")
        assert device.memory()[0] == free
    embedding_backward(dy, [0, 1, 2, 3], 4, device="ascend")


def test_threads(device: DeviceName) -> None:
    """Every thread gets its own results and its own errors."""
    failures: list[str] = []

    def work(number: int) -> None:
        dy = np.full((50, 8), number, np.float32)
        indices = np.arange(50) % 10
        for _ in range(10):
            if number % 2:
                try:
                    embedding_backward(dy, indices + number, 10, device=device)
                except InfiniError as error:
                    if f"i1[{10 - number}]" in str(error):
                        continue
                failures.append(f"{number}: not the error")
            elif (embedding_backward(dy, indices, 10, device=device) != number * 5).any():
                failures.append(f"{number}: wrong values")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.slow
def test_is_not_loaded_by_the_package() -> None:
    code = "import sys, aclnn_py; print('aclnn_py.infiniop' in sys.modules)"
    assert run_python(code).stdout == "False\n"
    code = "import aclnn_py.infiniop as i; print(sorted(set(i.__all__) - set(dir(i))))"
    assert run_python(code).stdout == "['lib']\n"


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_any_arrays(data: st.DataObject, seed: int) -> None:
    """Slices of larger arrays in both directions, transposed ones, on both devices."""
    rng = np.random.default_rng(seed)

    def view(rows: int, columns: int, dtype: Any) -> Any:
        steps = [data.draw(st.sampled_from([1, 1, 2, 3, -1, -2])) for _ in range(2)]
        shape = [abs(steps[0]) * max(rows, 1), abs(steps[1]) * max(columns, 1)]
        large = random_values(rng, shape, dtype)
        if data.draw(st.booleans()):
            large = np.asfortranarray(large)
        return large[:: steps[0], :: steps[1]][:rows, :columns]

    dtype = data.draw(st.sampled_from(list(NUMBERS)))
    rows, columns, count = (data.draw(st.integers(0, 12)) for _ in range(3))
    count += rows > 0
    dy, out = view(rows, columns, dtype), view(count, columns, dtype)
    indices = view(rows, 1, np.int32)[:, 0]
    indices[...] = rng.integers(0, max(count, 1), rows)
    alpha = float(data.draw(st.integers(-3, 3)))
    accumulate = data.draw(st.booleans())
    expected = gradient(out, dy, indices, alpha, accumulate)
    name = data.draw(st.sampled_from(["cpu", "ascend"]))
    found = wrong(dy, indices, count, alpha, out1=out, accumulate=accumulate, device=name)
    assert found is out
    assert_same(out, expected)
    if rows:
        weight = view(count, columns, dtype)
        forward: Any = embedding
        assert_same(forward(weight, indices, device=name), weight[indices])
