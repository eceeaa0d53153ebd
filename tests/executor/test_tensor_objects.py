# SPDX-License-Identifier: Apache-2.0
"""Tensors, scalars, arrays and lists: pure descriptions on the host."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from support import Api, int64s, run_python

NULLPTR = 161001
INVALID = 161002

DT_UNDEFINED = -1
FORMAT_UNDEFINED = -1

#: aclDataType: what aclDataTypeSize says, from CANN.
REPORTED_SIZES = {
    -1: 0, 0: 4, 1: 2, 2: 1, 3: 4, 4: 1, 6: 2, 7: 2, 8: 4, 9: 8, 10: 8, 11: 8, 12: 1, 13: 0,
    16: 8, 17: 16, 27: 2, 29: 1, 30: 1, 33: 4, 34: 1, 35: 1, 36: 1, 37: 1, 38: 8, 39: 8, 40: 8,
    41: 8,
}  # fmt: skip
NO_TYPES = [-2, 5, 14, 15, 18, 22, 23, 26, 28, 31, 32, 42, 43, 1000, 2**31 - 1, -(2**31)]
FORMATS = [-1, 0, 1, 2, 3, 4, 12, 16, 27, 29, 30, 32, 33, 35, 47, 50, 51, 52, 53, 54]
NO_FORMATS = [-2, 5, 11, 13, 28, 31, 34, 36, 46, 48, 49, 55, 1000, 2**31 - 1]

libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]


def create(
    api: Api,
    shape: Sequence[int] = (2, 3),
    dtype: int = 0,
    strides: Sequence[int] | None = None,
    offset: int = 0,
    format_: int = 2,
    storage: Sequence[int] | None = None,
    address: int | None = None,
) -> int:
    storage = shape if storage is None else storage
    tensor = api.aclCreateTensor(
        int64s(shape),
        len(shape),
        dtype,
        None if strides is None else int64s(strides),
        offset,
        format_,
        int64s(storage),
        len(storage),
        address,
    )
    assert tensor
    return int(tensor)


def values(api: Api, getter: str, tensor: int) -> list[int]:
    """What one of the three array getters gives; its array is released."""
    array = ctypes.POINTER(ctypes.c_int64)()
    count = ctypes.c_uint64(77)
    getattr(api.ok, getter)(tensor, ctypes.byref(array), ctypes.byref(count))
    assert array, "not NULL, whatever its length"
    found = array[: count.value]
    libc.free(array)
    return found


def number(api: Api, getter: str, handle: int, kind: Any = ctypes.c_int64) -> int | None:
    result = kind()
    getattr(api.ok, getter)(handle, ctypes.byref(result))
    value: int | None = result.value
    return value


def everything(api: Api, tensor: int) -> dict[str, Any]:
    return {
        "shape": values(api, "aclGetViewShape", tensor),
        "storage": values(api, "aclGetStorageShape", tensor),
        "strides": values(api, "aclGetViewStrides", tensor),
        "offset": number(api, "aclGetViewOffset", tensor),
        "format": number(api, "aclGetFormat", tensor, ctypes.c_int32),
        "dtype": number(api, "aclGetDataType", tensor, ctypes.c_int32),
        "address": number(api, "aclGetRawTensorAddr", tensor, ctypes.c_void_p),
    }


# --- Creation ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "storage"),
    [
        ((2, 3), None, 0, (2, 3)),
        ((2, 3), (1, 2), 5, (100,)),
        ((4, 5, 6), (0, -7, 2**40), -3, (1, 2, 3, 4)),
        ((), None, 0, ()),
        ((), None, 9, (7,)),
        ((0,), None, 0, (0,)),
        ((3, 0, 2), None, 0, (3, 0, 2)),
        ((-1, 3), (3, 1), 0, (-5,)),
        (tuple(range(1, 9)), None, 0, (40320,)),
        ((1,) * 25, None, 0, (1,) * 25),
        ((2**62, 2**62), None, 2**63 - 1, (2**62,)),
    ],
)
def test_what_is_given_is_read_back(
    api: Api,
    shape: tuple[int, ...],
    strides: tuple[int, ...] | None,
    offset: int,
    storage: tuple[int, ...],
) -> None:
    tensor = create(api, shape, 1, strides, offset, 0, storage, 0x1234567)
    dense = [int(np.prod(shape[i + 1 :], dtype=np.uint64)) for i in range(len(shape))]
    if min(shape, default=0) < 0 or max(shape, default=0) > 2**60:
        dense = list(strides or values(api, "aclGetViewStrides", tensor))
    assert everything(api, tensor) == {
        "shape": list(shape),
        "storage": list(storage),
        "strides": dense if strides is None else list(strides),
        "offset": offset,
        "format": 0,
        "dtype": 1,
        "address": 0x1234567,
    }
    assert api.aclDestroyTensor(tensor) == 0
    assert api.message() == ""


def test_dimensions_are_copied(api: Api) -> None:
    shape, strides, storage = int64s([2, 3]), int64s([3, 1]), int64s([6])
    tensor = api.aclCreateTensor(shape, 2, 0, strides, 0, 2, storage, 1, None)
    for array in (shape, strides, storage):
        for place in range(len(array)):
            array[place] = 99
    assert values(api, "aclGetViewShape", tensor) == [2, 3]
    assert values(api, "aclGetViewStrides", tensor) == [3, 1]
    assert values(api, "aclGetStorageShape", tensor) == [6]
    api.ok.aclDestroyTensor(tensor)


@pytest.mark.parametrize(("view", "storage"), [(None, [2]), ([2], None), (None, None)])
def test_no_dimensions_though_there_are_some(
    api: Api, view: list[int] | None, storage: list[int] | None
) -> None:
    """NULL, and silently so."""
    tensor = api.aclCreateTensor(
        view and int64s(view), 1, 0, None, 0, 2, storage and int64s(storage), 1, None
    )
    assert not tensor
    assert api.message() == ""


@pytest.mark.parametrize("dtype", [*REPORTED_SIZES, *NO_TYPES])
def test_data_types(api: Api, dtype: int) -> None:
    tensor = create(api, dtype=dtype)
    known = dtype if dtype in REPORTED_SIZES else DT_UNDEFINED
    assert number(api, "aclGetDataType", tensor, ctypes.c_int32) == known
    api.ok.aclDestroyTensor(tensor)


@pytest.mark.parametrize("format_", [*FORMATS, *NO_FORMATS])
def test_formats(api: Api, format_: int) -> None:
    tensor = create(api, format_=format_)
    known = format_ if format_ in FORMATS else FORMAT_UNDEFINED
    assert number(api, "aclGetFormat", tensor, ctypes.c_int32) == known
    api.ok.aclDestroyTensor(tensor)


@pytest.mark.parametrize("rank", [26, 30, 64, 1000])
def test_more_dimensions_than_there_are(api: Api, rank: int) -> None:
    """Those behind the 25th are ignored, without a failure."""
    shape = list(range(1, rank + 1))
    tensor = create(api, shape, strides=shape, storage=shape)
    for getter in ("aclGetViewShape", "aclGetViewStrides", "aclGetStorageShape"):
        assert values(api, getter, tensor) == shape[:25]
    api.ok.aclDestroyTensor(tensor)


def test_handles_differ(api: Api) -> None:
    tensors = [create(api) for _ in range(10000)]
    assert len(set(tensors)) == len(tensors)
    for tensor in tensors:
        api.ok.aclDestroyTensor(tensor)
    again = [create(api) for _ in range(10000)]
    assert not set(tensors) & set(again)
    assert api.aclDestroyTensor(tensors[0]) == INVALID
    for tensor in again:
        api.ok.aclDestroyTensor(tensor)


# --- Changing ------------------------------------------------------------------------------------


def test_init_replaces_everything(api: Api) -> None:
    tensor = create(api, address=64)
    api.ok.aclInitTensor(
        tensor, int64s([4, 5, 6]), 3, 27, int64s([1, 4, 20]), 11, 1, int64s([500]), 1, 128
    )
    assert everything(api, tensor) == {
        "shape": [4, 5, 6],
        "storage": [500],
        "strides": [1, 4, 20],
        "offset": 11,
        "format": 1,
        "dtype": 27,
        "address": 128,
    }
    api.ok.aclDestroyTensor(tensor)


@pytest.mark.parametrize(("view", "count"), [(None, 0), (None, 2), ([9, 9], 0)])
def test_init_keeps_what_is_not_given(api: Api, view: list[int] | None, count: int) -> None:
    """Shapes and the address; the strides become dense, type, format and offset always change."""
    tensor = create(api, (2, 3), 0, (50, 7), 3, 2, (100,), 64)
    shape = view and int64s(view)
    api.ok.aclInitTensor(tensor, shape, count, 9, None, 0, 0, shape, count, None)
    assert everything(api, tensor) == {
        "shape": [2, 3],
        "storage": [100],
        "strides": [3, 1],
        "offset": 0,
        "format": 0,
        "dtype": 9,
        "address": 64,
    }
    api.ok.aclDestroyTensor(tensor)


def test_init_with_a_new_shape_and_dense_strides(api: Api) -> None:
    tensor = create(api)
    api.ok.aclInitTensor(tensor, int64s([3, 4, 5]), 3, 5, None, 1, 5, None, 0, None)
    found = everything(api, tensor)
    assert found["shape"] == [3, 4, 5]
    assert found["strides"] == [20, 5, 1]
    assert found["storage"] == [2, 3]
    assert found["dtype"] == DT_UNDEFINED
    assert found["format"] == FORMAT_UNDEFINED
    api.ok.aclDestroyTensor(tensor)


def test_init_of_nothing(api: Api) -> None:
    arguments = (int64s([2]), 1, 0, None, 0, 2, int64s([2]), 1, None)
    assert api.aclInitTensor(None, *arguments) == NULLPTR
    assert api.message() == ""  # silently, as in CANN
    dead = create(api)
    api.ok.aclDestroyTensor(dead)
    assert api.aclInitTensor(dead, *arguments) == INVALID
    assert "aclTensor" in api.message()


def test_addresses(api: Api) -> None:
    """The offset is not in them, and they are not looked at."""
    tensor = create(api, offset=7, address=None)
    assert number(api, "aclGetRawTensorAddr", tensor, ctypes.c_void_p) is None
    for address in (1, 0x1000, 2**64 - 1):
        api.ok.aclSetRawTensorAddr(tensor, address)
        assert number(api, "aclGetRawTensorAddr", tensor, ctypes.c_void_p) == address
    api.ok.aclSetRawTensorAddr(tensor, None)
    assert number(api, "aclGetRawTensorAddr", tensor, ctypes.c_void_p) is None
    api.ok.aclDestroyTensor(tensor)
    assert api.aclSetRawTensorAddr(tensor, 1) == INVALID
    assert "aclTensor" in api.message()


# --- Reading -------------------------------------------------------------------------------------

ARRAY_GETTERS = ["aclGetViewShape", "aclGetStorageShape", "aclGetViewStrides"]
PLAIN_GETTERS = ["aclGetViewOffset", "aclGetFormat", "aclGetDataType"]


@pytest.mark.parametrize("getter", ARRAY_GETTERS)
def test_array_getters_refuse_null(api: Api, getter: str) -> None:
    tensor = create(api)
    array = ctypes.POINTER(ctypes.c_int64)()
    count = ctypes.c_uint64(5)
    get = getattr(api, getter)
    pointers = (ctypes.byref(array), ctypes.byref(count))
    for arguments in (
        (None, *pointers),
        (tensor, None, pointers[1]),
        (tensor, pointers[0], None),
        (None, None, None),
    ):
        assert get(*arguments) == NULLPTR
        assert api.message() == ""
    api.ok.aclDestroyTensor(tensor)
    assert get(tensor, *pointers) == INVALID
    assert getter in api.message()
    assert not array
    assert count.value == 5


@pytest.mark.parametrize("getter", PLAIN_GETTERS)
def test_plain_getters_refuse_null(api: Api, getter: str) -> None:
    tensor = create(api)
    result = (ctypes.c_int32 if getter != "aclGetViewOffset" else ctypes.c_int64)(-5)
    get = getattr(api, getter)
    for arguments in ((None, ctypes.byref(result)), (tensor, None), (None, None)):
        assert get(*arguments) == NULLPTR
        assert api.message() == ""
    api.ok.aclDestroyTensor(tensor)
    assert get(tensor, ctypes.byref(result)) == INVALID
    assert getter in api.message()
    assert result.value == -5


def test_address_functions_refuse_null_with_a_text(api: Api) -> None:
    tensor = create(api)
    address = ctypes.c_void_p(5)
    for function, arguments in (
        (api.aclGetRawTensorAddr, (None, ctypes.byref(address))),
        (api.aclGetRawTensorAddr, (tensor, None)),
        (api.aclSetRawTensorAddr, (None, 64)),
    ):
        assert function(*arguments) == NULLPTR
        assert "EZ1011" in api.message()
    api.ok.aclDestroyTensor(tensor)
    assert api.aclGetRawTensorAddr(tensor, ctypes.byref(address)) == INVALID
    assert address.value == 5


def test_a_tensor_of_no_dimensions(api: Api) -> None:
    tensor = api.aclCreateTensor(None, 0, 0, None, 0, 2, None, 0, None)
    assert tensor
    for getter in ARRAY_GETTERS:
        assert values(api, getter, tensor) == []
    api.ok.aclDestroyTensor(tensor)


# --- Destruction ---------------------------------------------------------------------------------


def new_scalar(api: Api) -> int:
    return int(api.aclCreateScalar(ctypes.byref(ctypes.c_float(1.5)), 0))


def new_int_array(api: Api) -> int:
    return int(api.aclCreateIntArray(int64s([1, 2]), 2))


def new_float_array(api: Api) -> int:
    return int(api.aclCreateFloatArray((ctypes.c_float * 3)(1, 2, 3), 3))


def new_bool_array(api: Api) -> int:
    return int(api.aclCreateBoolArray((ctypes.c_bool * 1)(True), 1))


def new_tensor_list(api: Api) -> int:
    return int(api.aclCreateTensorList((ctypes.c_void_p * 1)(create(api)), 1))


def new_scalar_list(api: Api) -> int:
    return int(api.aclCreateScalarList((ctypes.c_void_p * 1)(new_scalar(api)), 1))


MAKERS: dict[str, Callable[[Api], int]] = {
    "Tensor": create,
    "Scalar": new_scalar,
    "IntArray": new_int_array,
    "FloatArray": new_float_array,
    "BoolArray": new_bool_array,
    "TensorList": new_tensor_list,
    "ScalarList": new_scalar_list,
}
SIZED = {"IntArray": 2, "FloatArray": 3, "BoolArray": 1, "TensorList": 1, "ScalarList": 1}


@pytest.mark.parametrize("kind", list(MAKERS))
def test_destroying(api: Api, kind: str) -> None:
    destroy = getattr(api, f"aclDestroy{kind}")
    assert destroy(None) == 0
    handle = MAKERS[kind](api)
    assert destroy(handle) == 0
    assert api.message() == ""
    assert destroy(handle) == INVALID
    text = api.message()
    assert f"aclDestroy{kind}" in text
    assert f"acl{kind}" in text


@pytest.mark.parametrize(("kind", "other"), list(itertools.permutations(MAKERS, 2)))
def test_destroying_something_else(api: Api, kind: str, other: str) -> None:
    handle = MAKERS[other](api)
    assert getattr(api, f"aclDestroy{kind}")(handle) == INVALID
    text = api.message()
    assert f"acl{kind}" in text
    assert f"acl{other}" in text
    assert getattr(api, f"aclDestroy{other}")(handle) == 0


@pytest.mark.parametrize("kind", list(MAKERS))
def test_destroying_what_is_no_handle(api: Api, kind: str) -> None:
    memory = ctypes.create_string_buffer(64)
    for wrong in (1, 2**64 - 1, ctypes.addressof(memory), 0xAC << 56, (0xAC << 56) + 2**55):
        assert getattr(api, f"aclDestroy{kind}")(wrong) == INVALID
        assert f"acl{kind}" in api.message()


@pytest.mark.parametrize("kind", list(SIZED))
def test_sizes(api: Api, kind: str) -> None:
    handle = MAKERS[kind](api)
    get = getattr(api, f"aclGet{kind}Size")
    size = ctypes.c_uint64(99)
    assert get(handle, ctypes.byref(size)) == 0
    assert size.value == SIZED[kind]
    size.value = 99
    for arguments in ((None, ctypes.byref(size)), (handle, None), (None, None)):
        assert get(*arguments) == NULLPTR
        assert api.message() == ""
    other = create(api)
    assert get(other, ctypes.byref(size)) == INVALID
    getattr(api.ok, f"aclDestroy{kind}")(handle)
    assert get(handle, ctypes.byref(size)) == INVALID
    assert f"acl{kind}" in api.message()
    assert size.value == 99
    api.ok.aclDestroyTensor(other)


# --- Arrays and lists ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(SIZED))
@pytest.mark.parametrize(("given", "size"), [(False, 0), (False, 5), (True, 0), (False, 2**64 - 1)])
def test_empty_arrays_and_lists(api: Api, kind: str, given: bool, size: int) -> None:
    """Valid, and of size 0 whatever was said, if there are no values."""
    elements: dict[str, Any] = {
        "IntArray": ctypes.c_int64,
        "FloatArray": ctypes.c_float,
        "BoolArray": ctypes.c_bool,
    }
    element = elements.get(kind, ctypes.c_void_p)
    handle = getattr(api, f"aclCreate{kind}")((element * 1)() if given else None, size)
    assert handle
    assert number(api, f"aclGet{kind}Size", handle, ctypes.c_uint64) == 0
    assert getattr(api, f"aclDestroy{kind}")(handle) == 0


@pytest.mark.parametrize(
    "kind", ["IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList"]
)
def test_more_elements_than_memory(api: Api, kind: str) -> None:
    """NULL and a text; the values are not read."""
    element: Any = {
        "IntArray": ctypes.c_int64,
        "FloatArray": ctypes.c_float,
        "BoolArray": ctypes.c_bool,
    }.get(kind, ctypes.c_void_p)
    for size in (2**64 - 1, 2**63, 2**62):
        assert not getattr(api, f"aclCreate{kind}")((element * 1)(), size)
        assert api.message()


@pytest.mark.parametrize("kind", ["Tensor", "Scalar"])
def test_lists_destroy_their_elements(api: Api, kind: str) -> None:
    elements = [MAKERS[kind](api) for _ in range(4)]
    outside = MAKERS[kind](api)
    row = (ctypes.c_void_p * 6)(elements[0], None, *elements[1:], elements[0])
    handle = getattr(api, f"aclCreate{kind}List")(row, 6)
    row[0] = outside  # the row was copied
    size = number(api, f"aclGet{kind}ListSize", handle, ctypes.c_uint64)
    assert size == 6  # NULL elements count
    destroy = getattr(api, f"aclDestroy{kind}")
    assert destroy(elements[3]) == 0  # before: passed over
    assert getattr(api, f"aclDestroy{kind}List")(handle) == 0
    assert api.message() == ""
    for element in elements:
        assert destroy(element) == INVALID
    assert destroy(outside) == 0
    api.message()


def test_elements_without_their_list(api: Api) -> None:
    tensor = create(api)
    tensors = api.aclCreateTensorList((ctypes.c_void_p * 1)(tensor), 1)
    assert api.aclDestroyTensor(tensor) == 0
    assert number(api, "aclGetTensorListSize", tensors, ctypes.c_uint64) == 1
    assert api.aclDestroyTensorList(tensors) == 0


# --- Scalars -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*REPORTED_SIZES, *NO_TYPES])
def test_types_of_scalars(api: Api, dtype: int) -> None:
    value = (ctypes.c_uint8 * 16)()
    scalar = api.aclCreateScalar(value, dtype)
    if dtype in {-1, 13, 29, 30, 33} or dtype not in REPORTED_SIZES:
        assert not scalar
        text = api.message()
        assert "EZ1006" in text
        assert str(dtype) in text
    else:
        assert scalar
        assert api.message() == ""
        api.ok.aclDestroyScalar(scalar)


def test_a_scalar_of_nothing(api: Api) -> None:
    assert not api.aclCreateScalar(None, 0)
    assert api.message() == ""


# --- Sizes and halves ----------------------------------------------------------------------------


@pytest.mark.parametrize(("dtype", "size"), REPORTED_SIZES.items())
def test_data_type_size(api: Api, dtype: int, size: int) -> None:
    assert api.aclDataTypeSize(dtype) == size


@pytest.mark.parametrize("dtype", NO_TYPES)
def test_data_type_size_of_no_type(api: Api, dtype: int) -> None:
    assert api.aclDataTypeSize(dtype) == 8


def test_every_half_as_a_float(api: Api) -> None:
    """Exponent 31 is one like the others: no infinity, no NaN."""
    halves = np.arange(65536, dtype=np.uint16)
    expected = halves.view(np.float16).astype(np.float64)
    special = halves & 0x7C00 == 0x7C00
    sign = np.where(halves & 0x8000, -1.0, 1.0)
    expected[special] = (sign * 65536 * (1 + (halves & 0x3FF) / 1024))[special]
    found = np.array([api.aclFloat16ToFloat(half) for half in halves.tolist()])
    assert np.array_equal(found, expected)
    assert (np.signbit(found) == (halves >= 0x8000)).all()
    assert api.aclFloat16ToFloat(0x7C00) == 65536
    assert api.aclFloat16ToFloat(0x7E00) == 98304
    assert api.aclFloat16ToFloat(0xFC00) == -65536


def to_half(values: np.ndarray[Any, np.dtype[np.float32]]) -> np.ndarray[Any, Any]:
    """To nearest, ties to even; what is too large, infinities and NaNs become +-65504."""
    with np.errstate(over="ignore", invalid="ignore"):
        halves = values.astype(np.float16).view(np.uint16)
    large = np.where(np.signbit(values), 0xFBFF, 0x7BFF)
    return np.where(halves & 0x7C00 == 0x7C00, large, halves)


def test_floats_as_halves(api: Api) -> None:
    rng = np.random.default_rng(3)
    exact = np.arange(65536, dtype=np.uint16).view(np.float16)
    exact = exact[np.isfinite(exact)].astype(np.float32)
    middles = (exact[:-1].astype(np.float64) + exact[1:]) / 2
    near = np.concatenate([exact[::7], middles[::7].astype(np.float32)])
    values = np.concatenate(
        [
            exact,
            near,
            np.nextafter(near, np.float32(np.inf)),
            np.nextafter(near, np.float32(-np.inf)),
            rng.integers(0, 2**32, 20000, np.uint32).view(np.float32),
            np.array([65504, 65519.996, 65520, 65535, 65536, 1e6, 3e38, np.inf], np.float32),
            -np.array([65504, 65519.996, 65520, 65535, 65536, 1e6, 3e38, np.inf], np.float32),
            np.array([0, -0.0, 1e-45, -1e-45, 2**-24, 2**-25, 2**-26, 2**-14], np.float32),
            np.array([0x7FC00000, 0xFFC00000, 0x7F800001, 0x33000001], np.uint32).view(np.float32),
        ]
    )
    # A signalling NaN may become a quiet one on its way through ctypes: the answer is the same.
    found = np.array([api.aclFloatToFloat16(value) for value in values.tolist()], np.uint16)
    wrong = np.flatnonzero(found != to_half(values))
    assert not len(wrong), f"{values[wrong[:5]]} -> {found[wrong[:5]]}"


def test_halves_survive_a_round_trip(api: Api) -> None:
    for half in range(0, 0x7C00, 3):
        assert api.aclFloatToFloat16(api.aclFloat16ToFloat(half)) == half
        assert api.aclFloatToFloat16(api.aclFloat16ToFloat(half | 0x8000)) == half | 0x8000


# --- Life without a device -----------------------------------------------------------------------


def test_objects_need_no_device_and_live_through_its_end() -> None:
    code = """
import ctypes
from executor.test_tensor_objects import MAKERS, create, everything
from support import Api
api = Api()
before = {kind: make(api) for kind, make in MAKERS.items()}
api.ok.aclInit(None)
api.ok.aclrtSetDevice(0)
during = {kind: make(api) for kind, make in MAKERS.items()}
api.ok.aclrtResetDevice(0)
api.ok.aclFinalize()
after = {kind: make(api) for kind, make in MAKERS.items()}
for objects in (before, during, after):
    assert everything(api, objects["Tensor"])["shape"] == [2, 3]
    for kind, handle in objects.items():
        assert getattr(api, f"aclDestroy{kind}")(handle) == 0, kind
        assert getattr(api, f"aclDestroy{kind}")(handle) == 161002, kind
print("done")
"""
    process = run_python(code)
    assert process.returncode == 0, process.stderr
    assert process.stdout == "done\n"


def test_an_array_that_is_kept_is_the_callers(api: Api) -> None:
    """It outlives the tensor, and each call gives another one."""
    tensor = create(api, (5, 6))
    arrays = [ctypes.POINTER(ctypes.c_int64)() for _ in range(2)]
    count = ctypes.c_uint64()
    for array in arrays:
        api.ok.aclGetViewShape(tensor, ctypes.byref(array), ctypes.byref(count))
    api.ok.aclDestroyTensor(tensor)
    arrays[0][0] = 77
    assert arrays[1][:2] == [5, 6]
    assert arrays[0][:2] == [77, 6]
    for array in arrays:
        libc.free(array)


def test_aclnn_init_and_finalize(api: Api) -> None:
    for path in (None, b"", b"/nowhere/at/all.json"):
        assert api.aclnnInit(path) == 0
        assert api.aclnnInit(path) == 0
    assert api.aclnnFinalize() == 0
    assert api.aclnnFinalize() == 0
    tensor = create(api)
    assert api.aclDestroyTensor(tensor) == 0


def test_dump_is_not_carried_out(api: Api) -> None:
    tensors = (ctypes.c_void_p * 1)(create(api))
    assert api.aclDumpOpTensors(b"Add", b"add", tensors, 1, 0, 1) == 207000
    assert "aclDumpOpTensors" in api.message()
    api.ok.aclDestroyTensor(tensors[0])
