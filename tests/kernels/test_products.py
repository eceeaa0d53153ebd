# SPDX-License-Identifier: Apache-2.0
"""The kernels of products under Numba's launcher: panels and integers, in guarded memory."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from embedding_dense_grad_case import Guarded

from aclnn_py.kernels import launcher, products

pytestmark = pytest.mark.slow  # Numba compiles each kernel

PANELS: dict[str, tuple[Any, Any]] = {
    "load_float16_float32": (np.float16, np.float32),
    "load_bfloat16_float32": (ml_dtypes.bfloat16, np.float32),
    "load_uint8_int32": (np.uint8, np.int32),
    "load_bool_int32": (np.bool_, np.int32),
    "load_bits64_bits64": (np.float64, np.float64),
    "store_float32_float16": (np.float16, np.float32),
    "store_float32_bfloat16": (ml_dtypes.bfloat16, np.float32),
    "store_int32_bits8": (np.int8, np.int32),
    "store_int32_bool": (np.bool_, np.int32),
}


@pytest.mark.parametrize("stride", [1, 3])
@pytest.mark.parametrize("name", PANELS)
def test_panels(name: str, stride: int) -> None:
    """Lines of memory become lines of a panel and back; nothing beyond them is read or written."""
    memory_type, panel_type = (np.dtype(each) for each in PANELS[name])
    lines, length = 3, 37
    count = (lines * length - 1) * stride + 1
    values = np.random.default_rng(5).integers(-3, 4, lines * length)
    for page in (None, "before", "after"):
        guarded = Guarded(page)
        memory = guarded.copy(np.zeros(count, memory_type))
        panel = guarded.copy(np.zeros(lines * length, panel_type))
        source, target = (memory[::stride], panel) if name[0] == "l" else (panel, memory[::stride])
        source[:] = values.astype(source.dtype)
        expected = source.astype(bool).astype(target.dtype) if "bool" in name else source
        tiling = products.panels.pack(
            lines=lines,
            length=length,
            line_stride=length * stride,
            stride=stride,
            panel_stride=length,
        )
        launcher.launch(f"panels_{name}", 1, np.array(tiling, np.int64), [memory, panel])
        assert target.tolist() == expected.astype(target.dtype).tolist()
        guarded.check()


@pytest.mark.parametrize("name", ["int32", "int64"])
def test_integers(name: str) -> None:
    """Sums grow by the product, modulo the size of their type."""
    rows, columns, depth = 8, 32, 5
    limits = np.iinfo(name)
    random = np.random.default_rng(6)

    def draw(*dims: int) -> Any:
        return random.integers(limits.min, limits.max, dims, name)

    left, right, sums = draw(rows, depth), draw(depth, columns), draw(rows, columns)
    with np.errstate(over="ignore"):
        expected = sums + sum(left[:, [k]] * right[[k], :] for k in range(depth))
    tiling = products.integer_products.pack(
        rows=rows,
        columns=columns,
        depth=depth,
        left_stride=depth,
        right_stride=columns,
        sums_stride=columns,
    )
    for page in (None, "before", "after"):
        guarded = Guarded(page)
        arguments = [guarded.copy(each.reshape(-1)) for each in (left, right, sums)]
        name_of_kernel = f"integer_products_{name}"
        launcher.launch(name_of_kernel, 1, np.array(tiling, np.int64), arguments)
        assert arguments[2].tolist() == expected.reshape(-1).tolist()
        guarded.check()
