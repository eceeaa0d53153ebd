# SPDX-License-Identifier: Apache-2.0
"""One rule of the headers broken at a time: the status, the text, and outputs as they were."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest
from interfaces.infiniop.calls import (
    ASCEND,
    BAD_PARAM,
    BAD_TENSOR_DTYPE,
    BAD_TENSOR_SHAPE,
    BAD_TENSOR_STRIDES,
    BOOL,
    BYTE,
    C16,
    CPU,
    F8,
    INTERNAL_ERROR,
    NULL_POINTER,
    SUCCESS,
    Infini,
    Place,
    strided,
)
from runtime.tools import Gate
from support import Api, run_python

from aclnn_py import infiniop

I8, I32, I64, U8, F16, F32, BF16, C64 = 3, 5, 6, 7, 12, 13, 19, 17
SENTINEL = 0x5150
HUGE = 2**62

Spec = tuple[tuple[int, ...], tuple[int, ...] | None, int]
_address = ctypes.addressof(ctypes.create_string_buffer(64))  # readable, and no object


def pointer(kind: Any, address: int) -> Any:
    return ctypes.cast(ctypes.c_void_p(address), kind)


def address_of(descriptor: Any) -> int | None:
    return ctypes.cast(descriptor, ctypes.c_void_p).value


class Create:
    """A Create function with arguments that are right but for those that a test changes.

    A tensor is a Spec, None for NULL, or "dead" for one that has been destroyed.
    """

    def __init__(self, place: Place, name: str, specs: dict[str, Any], scalars: dict[str, Any]):
        self.place = place
        self.name = name
        self.specs = specs
        self.scalars = scalars

    def __call__(self, status: int, **changes: Any) -> str:
        """Asserts the status; the text. An operator descriptor is destroyed again."""
        infini = self.place.infini
        api = f"infiniopCreate{self.name}Descriptor"
        values = {**self.specs, **self.scalars, **changes}
        handle = values.pop("handle", self.place.handle)
        descriptor = pointer(infiniop.infiniopOperatorDescriptor_t, SENTINEL)
        out = values.pop("desc_ptr", ctypes.byref(descriptor))
        with ExitStack() as stack:
            arguments = []
            for name, value in values.items():
                if name in self.scalars or value is None:
                    arguments.append(value)
                elif value == "dead":
                    arguments.append(pointer(infiniop.infiniopTensorDescriptor_t, _address))
                else:
                    arguments.append(self.place.describe(*value))
                    stack.callback(infini.ok.infiniopDestroyTensorDescriptor, arguments[-1])
            if status:
                text = infini.fails(status, api, handle, out, *arguments)
                assert address_of(descriptor) == SENTINEL
                return text
            getattr(infini.ok, api)(handle, out, *arguments)
            getattr(infini.ok, f"infiniopDestroy{self.name}Descriptor")(descriptor)
            return ""


@pytest.fixture
def backward(place: Place) -> Create:
    """Two tables of 5 and 7 rows, 3 columns, 4 rows of dy."""
    specs: dict[str, Spec] = {
        "dtable1_desc": ((5, 3), None, F32),
        "dtable2_desc": ((7, 3), None, F32),
        "dy_desc": ((4, 3), None, F32),
        "i1_desc": ((4,), None, I64),
        "i2_desc": ((4,), None, I64),
    }
    scalars = {"alpha1": 1.0, "alpha2": 1.0, "dtable1_acc": 0, "dtable2_acc": 0}
    return Create(place, "EmbeddingBackward", specs, scalars)


@pytest.fixture
def forward(place: Place) -> Create:
    specs: dict[str, Spec] = {
        "output_desc": ((4, 2, 3), None, F32),
        "input_desc": ((4, 2), None, I64),
        "weight_desc": ((5, 3), None, F32),
    }
    return Create(place, "Embedding", specs, {})


# --- Create of EmbeddingBackward -----------------------------------------------------------------


def test_right_arguments(backward: Create, forward: Create) -> None:
    backward(SUCCESS)
    backward(SUCCESS, dtable2_desc=None, i2_desc=None, alpha2=0.0)
    forward(SUCCESS)


@pytest.mark.parametrize("name", ["handle", "desc_ptr", "dtable1_desc", "dy_desc", "i1_desc"])
def test_null(backward: Create, name: str) -> None:
    assert name in backward(NULL_POINTER, **{name: None})


def test_null_second_table(backward: Create) -> None:
    assert "dtable2_desc" in backward(NULL_POINTER, dtable2_desc=None)


@pytest.mark.parametrize("name", ["dtable1_desc", "dtable2_desc", "dy_desc", "i1_desc", "i2_desc"])
def test_dead_tensor_descriptors(backward: Create, name: str) -> None:
    assert name in backward(BAD_PARAM, **{name: "dead"})


def test_dead_handle(backward: Create) -> None:
    assert "handle" in backward(BAD_PARAM, handle=pointer(infiniop.infiniopHandle_t, _address))
    tensor = backward.place.describe((1,), None, F32)
    other = ctypes.cast(tensor, infiniop.infiniopHandle_t)  # alive, but no handle
    assert "handle" in backward(BAD_PARAM, handle=other)
    backward.place.infini.ok.infiniopDestroyTensorDescriptor(tensor)


def test_second_indices_and_alpha2_must_agree(backward: Create) -> None:
    text = backward(BAD_PARAM, alpha2=0.0)
    assert "alpha2" in text
    assert "i2_desc" in text
    backward(BAD_PARAM, alpha2=-0.0)
    for alpha2 in (1.0, -0.5, 1e-30, float("nan")):
        text = backward(BAD_PARAM, i2_desc=None, alpha2=alpha2)
        assert "alpha2" in text
        assert "i2_desc" in text


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("dtable1_desc", (5,)),
        ("dtable1_desc", (5, 3, 1)),
        ("dtable1_desc", (5, 4)),
        ("dtable1_desc", ()),
        ("dtable2_desc", (7,)),
        ("dtable2_desc", (7, 2)),
        ("dtable2_desc", (1, 7, 3)),
        ("dy_desc", (4,)),
        ("dy_desc", (4, 2)),
        ("dy_desc", (1, 4, 3)),
        ("dy_desc", (3, 3)),
        ("i1_desc", ()),
        ("i1_desc", (3,)),
        ("i1_desc", (4, 1)),
        ("i1_desc", (0,)),
        ("i2_desc", (5,)),
        ("i2_desc", (2, 2)),
    ],
)
def test_shapes(backward: Create, name: str, shape: tuple[int, ...]) -> None:
    number = backward.specs[name][2]
    text = backward(BAD_TENSOR_SHAPE, **{name: (shape, None, number)})
    # A size that is not that of another tensor is that one's fault as much.
    others = {"dtable1_desc": "dy_desc", "dy_desc": "i1_desc"}
    assert name in text or others.get(name, name) in text


def test_more_than_63_bits_of_bytes(backward: Create) -> None:
    text = backward(BAD_TENSOR_SHAPE, dtable1_desc=((HUGE, 3), (3, 1), F32))
    assert "dtable1_desc" in text
    assert "dy_desc" in backward(BAD_TENSOR_SHAPE, dy_desc=((4, 3), (HUGE, 1), F32))
    assert "dtable2_desc" in backward(BAD_TENSOR_SHAPE, dtable2_desc=((7, 3), (-HUGE, 1), F32))


@pytest.mark.parametrize("number", [BYTE, BOOL, F8, C16])
def test_types_that_are_no_numbers(backward: Create, number: int) -> None:
    tables = {"dtable1_desc": ((5, 3), None, number), "dtable2_desc": ((7, 3), None, number)}
    backward(BAD_TENSOR_DTYPE, **tables, dy_desc=((4, 3), None, number))


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("dtable2_desc", F16),
        ("dtable2_desc", I32),
        ("dy_desc", BF16),
        ("dy_desc", C64),
        ("i2_desc", I32),
        ("i2_desc", U8),
        ("i1_desc", F32),
        ("i1_desc", BOOL),
        ("i1_desc", BYTE),
        ("i2_desc", F32),
    ],
)
def test_types(backward: Create, name: str, number: int) -> None:
    shape = backward.specs[name][0]
    assert name in backward(BAD_TENSOR_DTYPE, **{name: (shape, None, number)})


@pytest.mark.parametrize("stride", [0, 2, -1])
@pytest.mark.parametrize("name", ["dtable1_desc", "dtable2_desc", "dy_desc"])
def test_last_strides(backward: Create, name: str, stride: int) -> None:
    shape, _, number = backward.specs[name]
    assert name in backward(BAD_TENSOR_STRIDES, **{name: (shape, (20, stride), number)})


@pytest.mark.parametrize("stride", [0, 2, -1])
@pytest.mark.parametrize("name", ["i1_desc", "i2_desc"])
def test_strides_of_indices(backward: Create, name: str, stride: int) -> None:
    assert name in backward(BAD_TENSOR_STRIDES, **{name: ((4,), (stride,), I64)})


@pytest.mark.parametrize("stride", [0, 1, 2, -1, -2])
@pytest.mark.parametrize("name", ["dtable1_desc", "dtable2_desc"])
def test_rows_of_tables_that_share_memory(backward: Create, name: str, stride: int) -> None:
    shape, _, number = backward.specs[name]
    assert name in backward(BAD_TENSOR_STRIDES, **{name: (shape, (stride, 1), number)})
    backward(SUCCESS, **{name: ((1, 3), (stride, 1), number)})


@pytest.mark.parametrize("name", ["alpha1", "alpha2"])
@pytest.mark.parametrize("number", [I8, I64, U8])
def test_alphas_of_integers(backward: Create, name: str, number: int) -> None:
    tensors = {
        key: (backward.specs[key][0], None, number)
        for key in ("dtable1_desc", "dtable2_desc", "dy_desc")
    }
    backward(SUCCESS, **tensors, **{name: -2.0})
    for alpha in (0.5, -1.25, 1e-30, float("nan"), float("inf"), -float("inf")):
        assert name in backward(BAD_PARAM, **tensors, **{name: alpha})


# --- Create of Embedding -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["handle", "desc_ptr", "output_desc", "input_desc", "weight_desc"])
def test_forward_null(forward: Create, name: str) -> None:
    assert name in forward(NULL_POINTER, **{name: None})


@pytest.mark.parametrize("name", ["output_desc", "input_desc", "weight_desc"])
def test_forward_dead(forward: Create, name: str) -> None:
    assert name in forward(BAD_PARAM, **{name: "dead"})
    forward(BAD_PARAM, handle=pointer(infiniop.infiniopHandle_t, _address))


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("output_desc", (4, 2)),
        ("output_desc", (4, 2, 4)),
        ("output_desc", (4, 3, 3)),
        ("output_desc", (1, 4, 2, 3)),
        ("weight_desc", (5,)),
        ("weight_desc", (5, 2)),
        ("weight_desc", (5, 3, 1)),
        ("input_desc", (4,)),
        ("input_desc", (2, 4)),
    ],
)
def test_forward_shapes(forward: Create, name: str, shape: tuple[int, ...]) -> None:
    text = forward(BAD_TENSOR_SHAPE, **{name: (shape, None, forward.specs[name][2])})
    assert name in text or "output_desc" in text


def test_forward_more_than_8_dimensions(forward: Create) -> None:
    ones: tuple[int, ...] = (1,) * 7
    forward(SUCCESS, input_desc=(ones, None, I64), output_desc=((*ones, 3), None, F32))
    ones = (1,) * 8
    forward(BAD_TENSOR_SHAPE, input_desc=(ones, None, I64), output_desc=((*ones, 3), None, F32))


@pytest.mark.parametrize(
    ("name", "number"),
    [("output_desc", F16), ("weight_desc", I32), ("input_desc", F32), ("input_desc", BOOL)],
)
def test_forward_types(forward: Create, name: str, number: int) -> None:
    shape = forward.specs[name][0]
    text = forward(BAD_TENSOR_DTYPE, **{name: (shape, None, number)})
    assert name in text or "output_desc" in text


@pytest.mark.parametrize("number", [BYTE, BOOL, F8, C16])
def test_forward_types_that_are_no_numbers(forward: Create, number: int) -> None:
    forward(
        BAD_TENSOR_DTYPE, output_desc=((4, 2, 3), None, number), weight_desc=((5, 3), None, number)
    )


@pytest.mark.parametrize(
    ("name", "strides"),
    [
        ("output_desc", (6, 3, 2)),
        ("output_desc", (6, 0, 1)),
        ("output_desc", (3, 3, 1)),
        ("output_desc", (2, 8, 1)),
        ("weight_desc", (6, 2)),
        ("weight_desc", (3, -1)),
    ],
)
def test_forward_strides(forward: Create, name: str, strides: tuple[int, ...]) -> None:
    shape, _, number = forward.specs[name]
    assert name in forward(BAD_TENSOR_STRIDES, **{name: (shape, strides, number)})


# --- The calls -----------------------------------------------------------------------------------


class Call:
    """infiniopEmbeddingBackward with two tables and arguments that are right."""

    def __init__(self, place: Place, acc2: int = 0) -> None:
        self.place = place
        self.tables = [strided(np.full((n, 3), 6, np.float32), margin=0) for n in (5, 7)]
        self.inputs = [
            strided(np.ones((4, 3), np.float32), margin=0),
            strided(np.arange(4), margin=0),
            strided(np.arange(4), margin=0),
        ]
        operands = [*self.tables, *self.inputs]
        names = ("dtable1", "dtable2", "dy", "i1", "i2")
        self.pointers: dict[str, Any] = {
            name: place.put(operand) for name, operand in zip(names, operands, strict=True)
        }
        self.pointers["stream"] = place.stream
        self.descriptor = place.operator("EmbeddingBackward", operands, [1.0, 1.0, 0, acc2])

    def fails(self, status: int, descriptor: Any = None, **changes: Any) -> str:
        """Asserts the status, and tables as they were; the text."""
        given = self.descriptor if descriptor is None else descriptor
        arguments = {**self.pointers, **changes}.values()
        text = self.place.infini.fails(status, "infiniopEmbeddingBackward", given, *arguments)
        assert self.place.finish(SUCCESS) == SUCCESS
        for table, name in zip(self.tables, ("dtable1", "dtable2"), strict=True):
            self.place.take(table, self.pointers[name])
            assert (table.view == 6).all()
        return text

    def close(self) -> None:
        self.place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(self.descriptor)


@pytest.fixture
def call(place: Place) -> Any:
    call = Call(place)
    yield call
    call.close()


@pytest.mark.parametrize("name", ["dtable1", "dtable2", "dy", "i1", "i2"])
def test_call_null(call: Call, name: str) -> None:
    assert name in call.fails(NULL_POINTER, **{name: None})


def test_call_without_descriptor(call: Call) -> None:
    null = infiniop.infiniopOperatorDescriptor_t()
    assert "desc" in call.fails(NULL_POINTER, null)
    nothing = pointer(infiniop.infiniopOperatorDescriptor_t, _address)
    assert "desc" in call.fails(BAD_PARAM, nothing)


def test_call_with_the_descriptor_of_another_operator(call: Call) -> None:
    place = call.place
    out, index, weight = call.tables[0], strided(np.arange(5)), strided(np.ones((9, 3), np.float32))
    other = place.operator("Embedding", [out, index, weight])
    call.fails(BAD_PARAM, other)
    place.infini.fails(
        BAD_PARAM, "infiniopEmbedding", call.descriptor, *[call.pointers["dy"]] * 3, None
    )
    place.infini.fails(BAD_PARAM, "infiniopDestroyEmbeddingBackwardDescriptor", other)
    place.infini.ok.infiniopDestroyEmbeddingDescriptor(other)


def test_call_after_destroy(place: Place) -> None:
    call = Call(place)
    call.close()
    call.fails(BAD_PARAM)
    place.infini.fails(BAD_PARAM, "infiniopDestroyEmbeddingBackwardDescriptor", call.descriptor)


@pytest.mark.parametrize("table", ["dtable1", "dtable2"])
@pytest.mark.parametrize("other", ["dy", "i1", "i2"])
def test_call_with_shared_memory(call: Call, table: str, other: str) -> None:
    """Of the smallest allocations, so that only what is at both ends fits."""
    size = 5 * 7 * 8
    shared = call.place.upload(np.zeros(4 * size, np.uint8))
    text = call.fails(BAD_PARAM, **{table: shared, other: shared})
    assert table in text
    assert other in text
    rows = 5 if table == "dtable1" else 7
    call.fails(BAD_PARAM, **{table: shared, other: shared + (rows * 12 - 4) // 8 * 8})


def test_call_with_tables_that_share_memory(call: Call) -> None:
    """Allowed only when the second is added to what is there."""
    shared = call.place.upload(np.full(100, 6, np.float32))
    text = call.fails(BAD_PARAM, dtable1=shared, dtable2=shared)
    assert "dtable1" in text
    assert "dtable2" in text


def test_host_memory_on_the_device(ascend: Place) -> None:
    call = Call(ascend)
    array = np.full(100, 6, np.float32)
    for name in ("dtable1", "dtable2", "dy", "i1", "i2"):
        assert name in call.fails(BAD_PARAM, **{name: array.ctypes.data})
    assert (array == 6).all()
    call.close()


def test_tables_that_are_columns_of_one_matrix(place: Place) -> None:
    """What lies between rows is not touched: it may be the other table's."""
    tables = [strided(np.zeros((3, 2), np.float32), (4, 1), margin=0) for _ in range(2)]
    indices = [strided(np.array(of), margin=0) for of in ([0, 1, 1, 2], [2, 2, 0, 0])]
    operands = [*tables, strided(np.ones((4, 2), np.float32), margin=0), *indices]
    descriptor = place.operator("EmbeddingBackward", operands, [1.0, 1.0, 0, 0])
    matrix = np.full((3, 4), 7, np.float32)
    address, *rest = place.upload(matrix), *[place.put(operand) for operand in operands[2:]]
    infini = place.infini
    text = infini.fails(
        BAD_PARAM, "infiniopEmbeddingBackward", descriptor, address, address + 4, *rest, None
    )
    assert "dtable2" in text
    assert "shares memory with dtable1" in text
    call = infini.ok.infiniopEmbeddingBackward
    call(descriptor, address, address + 8, *rest, place.stream)
    assert place.finish(SUCCESS) == SUCCESS
    place.download(matrix, address)
    assert matrix.tolist() == [[1, 1, 2, 2], [2, 2, 0, 0], [1, 1, 2, 2]]
    infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)


def test_memory_that_is_too_small(ascend: Place) -> None:
    call = Call(ascend)
    sizes = {"dtable1": 5 * 12, "dtable2": 7 * 12, "dy": 4 * 12, "i1": 4 * 8, "i2": 4 * 8}
    for name, size in sizes.items():
        address = ascend.malloc(size - 4)
        assert name in call.fails(BAD_PARAM, **{name: address})
    call.close()


def test_memory_that_was_freed(ascend: Place) -> None:
    call = Call(ascend)
    address = ascend.malloc(4096)
    ascend.infini.ok.infinirtFree(address)
    ascend.memory.remove(address)
    assert "dy" in call.fails(BAD_PARAM, dy=address)
    call.close()


def test_mapped_host_memory(ascend: Place, api: Api) -> None:
    """It serves as the device's; what was unregistered before its turn is not touched."""
    call, array, mapped = Call(ascend), np.ones((4, 3), np.float32), ctypes.c_void_p()
    arguments = {**call.pointers, "dy": array.ctypes.data}.values()
    for early in (False, True):
        api.ok.aclrtHostRegister(array.ctypes.data, array.nbytes, 0, ctypes.byref(mapped))
        with Gate(api, ascend.stream):
            ascend.infini.ok.infiniopEmbeddingBackward(call.descriptor, *arguments)
            if early:
                api.ok.aclrtHostUnregister(array.ctypes.data)
        found = ascend.infini.infinirtStreamSynchronize(ascend.stream)
        assert found == (INTERNAL_ERROR if early else SUCCESS)
        assert ("the memory of dy, host memory" in ascend.infini.message()) == early
        if not early:
            api.ok.aclrtHostUnregister(array.ctypes.data)
    call.close()


def test_device_memory_on_the_cpu(infini: Infini) -> None:
    with Place(infini, ASCEND) as ascend:
        address = ascend.malloc(4096)
        with Place(infini, CPU) as cpu:
            call = Call(cpu)
            for name in ("dtable1", "dtable2", "dy", "i1", "i2"):
                assert name in call.fails(BAD_PARAM, **{name: address})
            call.close()


def test_a_stream_that_is_none(ascend: Place) -> None:
    call = Call(ascend)
    call.fails(BAD_PARAM, stream=_address)
    stream = ctypes.c_void_p()
    ascend.infini.ok.infinirtStreamCreate(ctypes.byref(stream))
    ascend.infini.ok.infinirtStreamDestroy(stream)
    call.fails(BAD_PARAM, stream=stream)
    call.close()


def test_the_stream_is_ignored_on_the_cpu(cpu: Place) -> None:
    call = Call(cpu)
    cpu.infini.ok.infiniopEmbeddingBackward(
        call.descriptor, *list(call.pointers.values())[:-1], _address
    )
    call.close()


_TWO_DEVICES = """
import ctypes, threading
from interfaces.infiniop.calls import ASCEND, BAD_PARAM, DEVICE_NOT_INITIALIZED
from interfaces.infiniop.calls import DEVICE_TYPE_NOT_SUPPORTED, Infini, Place
from interfaces.infiniop.test_errors import Call
infini = Infini()
stream, memory = ctypes.c_void_p(), ctypes.c_void_p()
infini.ok.infinirtSetDevice(ASCEND, 1)
infini.ok.infinirtStreamCreate(ctypes.byref(stream))
infini.ok.infinirtMalloc(ctypes.byref(memory), 4096)

def fails(status, stream):
    pointers = [*call.pointers.values()][:-1]
    infini.fails(status, "infiniopEmbeddingBackward", call.descriptor, *pointers, stream)
    print("done")

with Place(infini, ASCEND) as place:
    call = Call(place)
"""

_OF_ANOTHER_DEVICE = {
    "stream": """
    fails(DEVICE_TYPE_NOT_SUPPORTED, stream)
""",
    "current": """
    infini.ok.infinirtSetDevice(ASCEND, 1)
    fails(DEVICE_TYPE_NOT_SUPPORTED, stream)
""",
    "default": """
    infini.ok.infinirtSetDevice(ASCEND, 1)
    fails(DEVICE_TYPE_NOT_SUPPORTED, None)
""",
    "memory": """
    assert "dy" in call.fails(BAD_PARAM, dy=memory)
    print("done")
""",
    "none": """
    thread = threading.Thread(target=fails, args=(DEVICE_NOT_INITIALIZED, None))
    thread.start()
    thread.join()
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("case", _OF_ANOTHER_DEVICE)
def test_streams_and_memory_of_another_device(case: str) -> None:
    """A descriptor of device 0 with a stream of device 1, its default stream, its memory; and on a
    thread that has selected no device."""
    code = _TWO_DEVICES + _OF_ANOTHER_DEVICE[case]
    result = run_python(code, {"ACLNN_DEVICES": "2"})
    assert (result.returncode, result.stdout) == (0, "done\n"), result.stderr


def test_forward_call(place: Place) -> None:
    """Of the rules of the call that are the same, one each."""
    infini = place.infini
    out = strided(np.full((4, 3), 6, np.float32))
    index, weight = strided(np.arange(4)), strided(np.ones((5, 3), np.float32))
    descriptor = place.operator("Embedding", [out, index, weight])
    addresses = {"output": place.put(out), "input": place.put(index), "weight": place.put(weight)}
    broken: list[tuple[int, str, dict[str, Any]]] = [
        (NULL_POINTER, name, {name: None}) for name in addresses
    ]
    broken += [(BAD_PARAM, name, {"output": addresses[name]}) for name in ("input", "weight")]
    for status, name, changes in broken:
        arguments = {**addresses, **changes}.values()
        text = infini.fails(status, "infiniopEmbedding", descriptor, *arguments, place.stream)
        assert name in text
    place.take(out, addresses["output"])
    assert (out.view == 6).all()
    infini.ok.infiniopDestroyEmbeddingDescriptor(descriptor)
    infini.fails(BAD_PARAM, "infiniopEmbedding", descriptor, *addresses.values(), place.stream)
    infini.fails(NULL_POINTER, "infiniopEmbedding", None, *addresses.values(), place.stream)


# --- Handles and descriptors ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("infiniopDestroyHandle", NULL_POINTER),
        ("infiniopDestroyTensorDescriptor", SUCCESS),
        ("infiniopDestroyEmbeddingDescriptor", NULL_POINTER),
        ("infiniopDestroyEmbeddingBackwardDescriptor", NULL_POINTER),
    ],
)
def test_destroy(infini: Infini, name: str, status: int) -> None:
    assert getattr(infini, name)(None) == status
    function = getattr(infini.lib, name)
    infini.fails(BAD_PARAM, name, pointer(function.argtypes[0], _address))


def test_handles(place: Place) -> None:
    infini = place.infini
    infini.fails(NULL_POINTER, "infiniopCreateHandle", None)
    assert place.handle.contents.device == place.device
    assert place.handle.contents.device_id == 0
    handle = infiniop.infiniopHandle_t()
    infini.ok.infiniopCreateHandle(ctypes.byref(handle))
    infini.ok.infiniopDestroyHandle(handle)
    infini.fails(BAD_PARAM, "infiniopDestroyHandle", handle)


def test_device_of_an_operator_descriptor(place: Place) -> None:
    infini = place.infini
    call = Call(place)
    kind, number = ctypes.c_int(-1), ctypes.c_int(-1)
    infini.ok.infiniopGetDescriptorDeviceType(call.descriptor, ctypes.byref(kind))
    infini.ok.infiniopGetDescriptorDeviceId(call.descriptor, ctypes.byref(number))
    assert (kind.value, number.value) == (place.device, 0)
    assert call.descriptor.contents.device_type == place.device
    assert call.descriptor.contents.device_id == 0
    out = ctypes.c_int(-1)
    nothing = pointer(infiniop.infiniopOperatorDescriptor_t, _address)
    for name in ("infiniopGetDescriptorDeviceType", "infiniopGetDescriptorDeviceId"):
        infini.fails(NULL_POINTER, name, None, ctypes.byref(out))
        infini.fails(NULL_POINTER, name, call.descriptor, None)
        infini.fails(BAD_PARAM, name, nothing, ctypes.byref(out))
    assert out.value == -1
    call.close()


@pytest.fixture
def describe(infini: Infini) -> Callable[..., str]:
    def describe(status: int, rank: int, shape: Any, strides: Any, number: int) -> str:
        descriptor = pointer(infiniop.infiniopTensorDescriptor_t, SENTINEL)
        arguments = ctypes.byref(descriptor), rank, shape, strides, number
        if status:
            text = infini.fails(status, "infiniopCreateTensorDescriptor", *arguments)
            assert address_of(descriptor) == SENTINEL
            return text
        infini.ok.infiniopCreateTensorDescriptor(*arguments)
        infini.ok.infiniopDestroyTensorDescriptor(descriptor)
        return ""

    return describe


def test_tensor_descriptors(infini: Infini, describe: Callable[..., str]) -> None:
    sizes = (ctypes.c_size_t * 26)(*[1] * 26)
    describe(SUCCESS, 25, sizes, None, F32)
    describe(SUCCESS, 0, None, None, F32)
    describe(SUCCESS, 2, sizes, (ctypes.c_ssize_t * 2)(-5, 0), F32)
    assert "ndim" in describe(BAD_TENSOR_SHAPE, 26, sizes, None, F32)
    assert "shape" in describe(NULL_POINTER, 1, None, None, F32)
    assert "shape" in describe(BAD_TENSOR_SHAPE, 1, (ctypes.c_size_t * 1)(2**63), None, F32)
    for number in (0, 20, -1, 1000):
        assert "dtype" in describe(BAD_TENSOR_DTYPE, 1, sizes, None, number)
    for number in range(1, 20):
        describe(SUCCESS, 1, sizes, None, number)
    infini.fails(NULL_POINTER, "infiniopCreateTensorDescriptor", None, 1, sizes, None, F32)


def test_descriptors_copy_shape_and_strides(place: Place) -> None:
    """What the arrays hold afterwards does not matter."""
    infini = place.infini
    shape, strides = (ctypes.c_size_t * 2)(4, 3), (ctypes.c_ssize_t * 2)(3, 1)
    tensor = infiniop.infiniopTensorDescriptor_t()
    infini.ok.infiniopCreateTensorDescriptor(ctypes.byref(tensor), 2, shape, strides, F32)
    shape[:], strides[:] = [9, 9], [0, 0]
    index = place.describe((4,), None, I64)
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    infini.ok.infiniopCreateEmbeddingDescriptor(
        place.handle, ctypes.byref(descriptor), tensor, index, tensor
    )
    infini.ok.infiniopDestroyEmbeddingDescriptor(descriptor)
    infini.ok.infiniopDestroyTensorDescriptor(tensor)
    infini.fails(BAD_PARAM, "infiniopDestroyTensorDescriptor", tensor)
    infini.ok.infiniopDestroyTensorDescriptor(index)
