# SPDX-License-Identifier: Apache-2.0
"""Functions of `acl` and `acl.op` that take lists: single operators and their descriptions."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from .. import native
from ._calls import call


def _array(kind: Any, values: Sequence[Any]) -> Any:
    """A C array of numbers."""
    return (kind * len(values))(*values)


def _int64s(values: Sequence[int]) -> Any:
    return _array(ctypes.c_int64, values)


def _handles(values: Sequence[int]) -> Any:
    return _array(ctypes.c_void_p, values)


# --- Descriptions --------------------------------------------------------------------------------


def create_tensor_desc(data_type: int, dims: list[Any], format: int, /) -> int:
    """`desc = acl.create_tensor_desc(data_type, dims, format)`."""
    desc: int = call("aclCreateTensorDesc", data_type, len(dims), _int64s(dims), format)
    return desc


def set_tensor_storage_shape(desc: int, dims: list[Any], /) -> int:
    """`ret = acl.set_tensor_storage_shape(desc, dims)`."""
    ret: int = call("aclSetTensorStorageShape", desc, len(dims), _int64s(dims))
    return ret


def set_tensor_shape(desc: int, dims: list[Any], /) -> int:
    """`ret = acl.set_tensor_shape(desc, dims)`."""
    ret: int = call("aclSetTensorShape", desc, len(dims), _int64s(dims))
    return ret


def set_tensor_origin_shape(desc: int, dims: list[Any], /) -> int:
    """`ret = acl.set_tensor_origin_shape(desc, dims)`."""
    ret: int = call("aclSetTensorOriginShape", desc, len(dims), _int64s(dims))
    return ret


def _pairs(values: Sequence[Sequence[int]]) -> Any:
    """A C array of pairs of numbers."""
    return _array(ctypes.c_int64 * 2, [tuple(each) for each in values])


def set_tensor_shape_range(desc: int, dims_range: list[Any], /) -> int:
    """`ret = acl.set_tensor_shape_range(desc, dims_range)`: pairs of bounds."""
    ret: int = call("aclSetTensorShapeRange", desc, len(dims_range), _pairs(dims_range))
    return ret


def set_tensor_value_range(desc: int, value_range: list[Any], /) -> int:
    """`ret = acl.set_tensor_value_range(desc, value_range)`: pairs of bounds."""
    ret: int = call("aclSetTensorValueRange", desc, len(value_range), _pairs(value_range))
    return ret


def get_tensor_desc_dim_range(
    desc: int, index: int, dim_range_num: int, /
) -> tuple[list[Any], int]:
    """`dim_range, ret = acl.get_tensor_desc_dim_range(desc, index, dim_range_num)`."""
    found = (ctypes.c_int64 * max(dim_range_num, 2))()
    ret = call("aclGetTensorDescDimRange", desc, index, dim_range_num, found)
    return list(found[:2]) if ret == 0 else [], ret


# --- Attributes ----------------------------------------------------------------------------------


def set_attr_list_bool(attr: int, name: str, values: list[Any], /) -> int:
    """`ret = acl.op.set_attr_list_bool(attr, name, values)`."""
    flags = _array(ctypes.c_uint8, [bool(each) for each in values])
    ret: int = call("aclopSetAttrListBool", attr, name, len(values), flags)
    return ret


def set_attr_list_int(attr: int, name: str, values: list[Any], /) -> int:
    """`ret = acl.op.set_attr_list_int(attr, name, values)`."""
    ret: int = call("aclopSetAttrListInt", attr, name, len(values), _int64s(values))
    return ret


def set_attr_list_float(attr: int, name: str, values: list[Any], /) -> int:
    """`ret = acl.op.set_attr_list_float(attr, name, values)`."""
    floats = _array(ctypes.c_float, values)
    ret: int = call("aclopSetAttrListFloat", attr, name, len(values), floats)
    return ret


def set_attr_list_string(attr: int, name: str, values: list[Any], /) -> int:
    """`ret = acl.op.set_attr_list_string(attr, name, values)`."""
    texts = _array(ctypes.c_char_p, [each.encode() for each in values])
    ret: int = call("aclopSetAttrListString", attr, name, len(values), texts)
    return ret


def set_attr_list_data_type(attr: int, name: str, values: list[Any], /) -> tuple[int, int]:
    """`attr, ret = acl.op.set_attr_list_data_type(attr, name, values)`."""
    types = _array(ctypes.c_int, values)
    return attr, call("aclopSetAttrListDataType", attr, name, len(values), types)


def set_attr_list_list_int(attr: int, name: str, values: list[Any], /) -> int:
    """`ret = acl.op.set_attr_list_list_int(attr, name, values)`."""
    number = native.load().aclopSetAttrListListInt.argtypes[4]._type_
    places = _array(number, [ctypes.cast(_int64s(each), number) for each in values])
    counts = _array(ctypes.c_int, [len(each) for each in values])
    ret: int = call("aclopSetAttrListListInt", attr, name, len(values), counts, places)
    return ret


# --- Calls ---------------------------------------------------------------------------------------


def _execute(
    function: str,
    op_type: str,
    operands: tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]],
    attr: int,
    stream: int,
) -> int:
    input_desc, inputs, output_desc, outputs = operands
    if len(input_desc) != len(inputs) or len(output_desc) != len(outputs):
        raise ValueError(
            f"{op_type}: {len(input_desc)} and {len(output_desc)} descriptions go with "
            f"{len(inputs)} and {len(outputs)} data buffers; as many are required"
        )
    ret: int = call(
        function,
        op_type,
        len(inputs),
        _handles(input_desc),
        _handles(inputs),
        len(outputs),
        _handles(output_desc),
        _handles(outputs),
        attr,
        stream,
    )
    return ret


def execute(
    op_type: str,
    input_desc: list[Any],
    inputs: list[Any],
    output_desc: list[Any],
    outputs: list[Any],
    attr: int,
    stream: int,
    /,
) -> int:
    """`ret = acl.op.execute(op_type, input_desc, inputs, output_desc, outputs, attr, stream)`."""
    operands = (input_desc, inputs, output_desc, outputs)
    return _execute("aclopExecute", op_type, operands, attr, stream)


def execute_v2(
    op_type: str,
    input_desc: list[Any],
    inputs: list[Any],
    output_desc: list[Any],
    outputs: list[Any],
    attr: int,
    stream: int,
    /,
) -> int:
    """`ret = acl.op.execute_v2(op_type, input_desc, inputs, output_desc, outputs, attr, stream)`:
    descriptions of outputs get the dims of results that depend on elements."""
    operands = (input_desc, inputs, output_desc, outputs)
    return _execute("aclopExecuteV2", op_type, operands, attr, stream)
