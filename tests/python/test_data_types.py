# SPDX-License-Identifier: Apache-2.0
"""One vocabulary: what a data type is called means the same wherever it is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import aclnn_py as acl
from aclnn_py.data_types import data_type, numpy_dtype

NAMES = [
    # full, CANN's, by its bits
    ("float16", ("DT_FLOAT16", "ACL_FLOAT16"), "f16"),
    ("float32", ("DT_FLOAT", "ACL_FLOAT"), "f32"),
    ("float64", ("DT_DOUBLE", "ACL_DOUBLE"), "f64"),
    ("bfloat16", ("DT_BF16", "ACL_BF16"), "bf16"),
    ("int8", ("DT_INT8", "ACL_INT8"), None),
    ("int16", ("DT_INT16", "ACL_INT16"), "i16"),
    ("int32", ("DT_INT32", "ACL_INT32"), "i32"),
    ("int64", ("DT_INT64", "ACL_INT64"), "i64"),
    ("uint8", ("DT_UINT8", "ACL_UINT8"), None),
    ("uint16", ("DT_UINT16", "ACL_UINT16"), "u16"),
    ("uint64", ("DT_UINT64", "ACL_UINT64"), "u64"),
    ("bool", ("DT_BOOL", "ACL_BOOL"), None),
    ("complex64", ("DT_COMPLEX64", "ACL_COMPLEX64"), None),
]

REFUSED = [
    ("i8", "int64 in NumPy and int8 by its bits, write one of these"),
    ("u8", "uint64 in NumPy and uint8 by its bits, write one of these"),
    ("i4", "int32 in NumPy and int4 by its bits, write one of these"),
    ("u1", "uint8 in NumPy and uint1 by its bits, write one of these"),
    ("float", "float64 in NumPy and float32 in torch, write one of these"),
    ("int", "int64 in NumPy and int32 in torch, write one of these"),
    ("f2", "it is float16 in NumPy, write that; numbers in short names count bits"),
    ("f4", "it is float32 in NumPy, write that"),
    ("f8", "it is float64 in NumPy, write that"),
    ("i2", "it is int16 in NumPy, write that"),
    ("c8", "it is complex64 in NumPy, write that"),
    ("<i8", "it is int64 in NumPy, write that"),
    ("d", "it is float64 in NumPy, write that"),
    ("half", "it is float16 in NumPy, write that"),
    ("float17", "did you mean float16?"),
    ("Float32", "did you mean float32?"),
    ("", "it is one such as float16 or f16"),
]


@pytest.mark.parametrize(("full", "vendor", "short"), NAMES)
def test_every_name_of_a_data_type(full: str, vendor: tuple[str, str], short: str | None) -> None:
    wanted = np.dtype(ml_dtypes.bfloat16 if full == "bfloat16" else full)
    assert data_type(full).name == vendor[1]
    for name in (full, f"torch.{full}", *vendor, *filter(None, [short]), wanted, wanted.type):
        assert numpy_dtype(name) == wanted
    if short is None:
        with pytest.raises(TypeError):
            data_type({"int8": "i8", "uint8": "u8", "bool": "b1", "complex64": "c8"}[full])


@pytest.mark.parametrize(("name", "text"), REFUSED)
def test_what_can_be_read_in_two_ways_is_refused(name: str, text: str) -> None:
    with pytest.raises(TypeError, match=re.escape(text)) as caught:
        data_type(name)
    assert str(caught.value).startswith(f"no data type is called {name!r}; ")


def on_device(device: acl.Device, dtype: Any) -> str:
    return device.empty(2, dtype).dtype.name


def of_result(_device: acl.Device, dtype: Any) -> str:
    result = acl.embedding_dense_backward(np.ones((1, 1), np.float32), [0], 1, out_dtype=dtype)
    return str(result.dtype.name)


def of_spec(_device: acl.Device, dtype: Any) -> str:
    plan = acl.workspace(
        "aclnnEmbeddingDenseBackward", grad=((1, 1), dtype), indices=((1,), "i32"), num_weights=1
    )
    outs = [tensor.type for tensor in plan.tensors if tensor.name == "out"]
    return numpy_dtype(outs[0] if outs else dtype).name


@pytest.mark.parametrize("place", [on_device, of_result, of_spec])
def test_the_words_mean_the_same_everywhere(
    device: acl.Device, place: Callable[[acl.Device, Any], str]
) -> None:
    for name, wanted in (("f16", "float16"), ("DT_BF16", "bfloat16"), ("f32", "float32")):
        assert place(device, name) == wanted
    for name, text in (("f4", "it is float32 in NumPy"), ("i8", "int64 in NumPy and int8 by")):
        with pytest.raises(TypeError, match=text):
            place(device, name)
    with pytest.raises(TypeError, match="float64 in NumPy and float32 in torch"):
        place(device, "float")


def test_objects_are_what_they_are_in_numpy() -> None:
    assert numpy_dtype(np.dtype("i8")) == np.int64
    assert numpy_dtype(np.dtype(">f4")) == np.dtype("=f4")
    assert numpy_dtype(float) == np.float64
    assert numpy_dtype(np.half) == np.float16


@pytest.mark.parametrize(
    ("dtype", "text"),
    [
        (None, "a data type is required, not None"),
        (np.dtype("U3"), "no tensor has elements of the data type <U3; it can be one of float32, "),
        (np.dtype([("a", "i4")]), "no tensor has elements of the data type"),
        (5, "5 is no data type"),
    ],
)
def test_what_no_tensor_has(dtype: object, text: str) -> None:
    with pytest.raises(TypeError, match=re.escape(text)):
        data_type(dtype)


@pytest.mark.parametrize(
    "name", ["uint1", "complex32", "hifloat8", "float6_e2m3fn", "DT_FLOAT4_E1M2"]
)
def test_what_arrays_do_not_have(name: str) -> None:
    assert data_type(name).value > 0
    with pytest.raises(TypeError, match=f"no array has elements .* {data_type(name).name}; it can"):
        numpy_dtype(name)


@pytest.mark.torch
def test_data_types_of_torch() -> None:
    import torch

    for name, *_ in NAMES[:-2]:
        assert data_type(getattr(torch, name)) is data_type(name)
    assert numpy_dtype(torch.float) == np.float32
    assert data_type(torch.complex32).name == "ACL_COMPLEX32"
    with pytest.raises(TypeError, match="no data type is called 'quint8'"):
        data_type(torch.quint8)


def test_what_names_no_data_type() -> None:
    for value in (0, 1.5, object()):
        with pytest.raises(TypeError, match=f"{re.escape(repr(value))} is no data type"):
            numpy_dtype(value)
