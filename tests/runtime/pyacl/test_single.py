# SPDX-License-Identifier: Apache-2.0
"""`acl.op`: a single operator as pyACL's samples call it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import FORMAT_ND, Session

FLOAT, INT64, HOST = 0, 9, 1
X = np.arange(6, dtype=np.float32).reshape(2, 3)


def tensor(acl: Any, session: Session, array: Any) -> tuple[int, int]:
    """A description and a data buffer over device memory."""
    kind = FLOAT if array.dtype == np.float32 else INT64
    desc = acl.create_tensor_desc(kind, list(array.shape), FORMAT_ND)
    return desc, acl.create_data_buffer(session.upload(array), array.nbytes)


@pytest.mark.parametrize("name", ["execute", "execute_v2"])
def test_runs(acl: Any, session: Session, name: str) -> None:
    x, y = tensor(acl, session, X), tensor(acl, session, np.zeros((3, 2), np.float32))
    attr = acl.op.create_attr()
    assert acl.op.set_attr_list_int(attr, "perm", [1, 0]) == 0
    function = getattr(acl.op, name)
    stream = session.stream.value
    assert function("TransposeD", [x[0]], [x[1]], [y[0]], [y[1]], attr, stream) == 0
    address = acl.get_data_buffer_addr(y[1])
    for desc, buffer in (x, y):
        acl.destroy_tensor_desc(desc)
        assert acl.destroy_data_buffer(buffer) == 0
    acl.op.destroy_attr(attr)
    assert acl.rt.synchronize_stream(stream) == 0
    np.testing.assert_array_equal(session.download(address, (3, 2), np.float32), X.T)


def test_shapes_that_are_found(acl: Any, session: Session) -> None:
    x, y = tensor(acl, session, X), tensor(acl, session, np.zeros((6, 2), np.int64))
    operands = ([x[0]], [x[1]], [y[0]], [y[1]])
    assert acl.op.execute_v2("NonZero", *operands, 0, session.stream.value) == 0
    assert acl.get_tensor_desc_dim_v2(y[0], 0) == (5, 0)  # one of six numbers is 0


def test_lists(acl: Any) -> None:
    attr = acl.op.create_attr()
    assert acl.op.set_attr_list_bool(attr, "a", [True, False]) == 0
    assert acl.op.set_attr_list_float(attr, "a", [0.5]) == 0
    assert acl.op.set_attr_list_string(attr, "a", ["x", "y"]) == 0
    assert acl.op.set_attr_list_data_type(attr, "a", [0, 1]) == (attr, 0)
    assert acl.op.set_attr_list_list_int(attr, "a", [[1, 2], []]) == 0
    acl.op.destroy_attr(attr)
    desc = acl.create_tensor_desc(FLOAT, [2, -1], FORMAT_ND)
    assert acl.set_tensor_shape_range(desc, [[2, 2], [1, 9]]) == 0
    assert acl.get_tensor_desc_dim_range(desc, 1, 2) == ([1, 9], 0)
    assert acl.set_tensor_value_range(desc, [[0, 1]]) == 0
    assert acl.set_tensor_shape(desc, [4]) == acl.set_tensor_storage_shape(desc, [4]) == 0
    assert acl.set_tensor_origin_shape(desc, [7]) == 0
    assert acl.get_tensor_desc_num_dims(desc) == 1
    acl.destroy_tensor_desc(desc)


def test_lists_of_other_lengths(acl: Any) -> None:
    with pytest.raises(ValueError, match="as many are required"):
        acl.op.execute_v2("Abs", [1], [], [], [], 0, 0)
