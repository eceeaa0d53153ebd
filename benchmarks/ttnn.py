# SPDX-License-Identifier: Apache-2.0
"""ttnn's embedding_bw beside the aclnn operator on the same numbers: python -m benchmarks.ttnn.

In turn in one process, each call with a synchronize: medians, and the least of all rounds, which
other work on the machine disturbs less; each as a multiple of the operator's too. What lies
between the two is apart: the gradient's way out of its tiles, and the result's into its own. A copy
of the gradient on the device is what these are to be held against.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import aclnn_py as acl
from aclnn_py import ttnn
from aclnn_py.data_types import numpy_dtype

from .cases import SEED, Case, Shape
from .ours import Call, Operands
from .timing import QUICK, Effort, in_turn

SHAPE = Shape(2048, 4096, 3200)
"""The example of the documentation: 2 x 1024 indices, 4096 columns, 3200 rows."""

THOROUGH = Effort(40, 40, 0)

BATCH = 2
LEVELS = 8
"""Gradients are multiples of 1 / 8 up to 1: sums of them are exact in float32, in any order."""

Calls = dict[str, Callable[[], object]]


def make_data(shape: Shape) -> tuple[Any, Any, Any]:
    """Gradients in float32, indices, and the sums."""
    rng = np.random.default_rng(SEED)
    indices = rng.integers(0, shape.weights, shape.rows)
    grad = rng.integers(-LEVELS, LEVELS + 1, (shape.rows, shape.dim)).astype(np.float32) / LEVELS
    sums = np.zeros((shape.weights, shape.dim), np.float32)
    np.add.at(sums, indices, grad)
    return grad, indices, sums


class Tiled:
    """The operands in ttnn's tensors, and the steps of embedding_bw on the same memory."""

    def __init__(self, shape: Shape, grad: Any, indices: Any, dtype: ttnn.DataType) -> None:
        self.device = ttnn.open_device(0)
        tiles: dict[str, Any] = {"layout": ttnn.TILE_LAYOUT, "device": self.device}
        self.indices = ttnn.from_numpy(indices.reshape(BATCH, -1), ttnn.uint32, device=self.device)
        self.grad = ttnn.from_numpy(grad[None, None], dtype, **tiles)
        self.weight = ttnn.from_numpy(np.zeros((shape.weights, 1)), ttnn.bfloat16, **tiles)
        self.output = self.backward()
        self.dtype = dtype
        sums = "float32" if dtype is ttnn.bfloat8_b else "bfloat16"
        self.rows = self.device.acl.empty((shape.rows, shape.dim), "bfloat16")
        self.sums = self.device.acl.empty((shape.weights, shape.dim), sums)
        self.copied = self.device.acl.empty((shape.rows, shape.dim), "bfloat16")
        self.stream = self.device.acl.stream()

    def backward(self, output: ttnn.Tensor | None = None) -> ttnn.Tensor:
        """embedding_bw and a synchronize."""
        result = ttnn.embedding_bw(self.indices, self.weight, self.grad, output_tensor=output)
        ttnn.synchronize_device(self.device, 0)
        return result

    def _run(self, name: str, *arguments: object) -> None:
        acl.plan(name, *arguments).run(self.stream)
        self.stream.synchronize()

    def calls(self) -> Calls:
        """What is measured, by its name."""
        tiles_in, tiles_out = self.grad._bytes(), self.output._bytes()
        dtype = int(self.dtype)
        return {
            "embedding_bw": self.backward,
            "embedding_bw, output_tensor": lambda: self.backward(self.output),
            "grad out of its tiles": lambda: self._run(
                "aclnnExtUntilize", tiles_in, dtype, self.rows
            ),
            "sums into tiles": lambda: self._run("aclnnExtTilize", self.sums, dtype, tiles_out),
            "copy of grad, row major": lambda: self._run(
                "aclnnExtSumToShape", self.rows, self.copied
            ),
        }

    def close(self) -> None:
        """Close the device."""
        ttnn.close_device(self.device)


def _is_right(result: ttnn.Tensor, sums: Any) -> bool:
    """bfloat16 has one right answer; a block float is within a step of its greatest element."""
    found = ttnn.to_numpy(result)[0, 0]
    if result.dtype is ttnn.bfloat16:
        return bool((found == sums.astype(found.dtype)).all())
    greatest = np.abs(sums).reshape(len(sums), -1, 16).max(-1).repeat(16, axis=-1)
    return bool((np.abs(found - sums) <= greatest / 64).all())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table; 1 if a result is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args(arguments)
    grad, indices, sums = make_data(SHAPE)
    wrong = False
    for dtype in (ttnn.bfloat16, ttnn.bfloat8_b):
        with acl.Device(0) as device, device.stream() as stream:
            case = Case(SHAPE, "bfloat16", "int32", False)
            rows = grad.astype(numpy_dtype("bfloat16"))
            operands = Operands(
                device, SHAPE, rows, {"int32": indices.astype(np.int32)}, "bfloat16"
            )
            aclnn = Call(operands, case, stream)
            tiled = Tiled(SHAPE, grad, indices, dtype)
            right = _is_right(tiled.output, sums)
            wrong = wrong or not right
            effort = QUICK if options.quick else THOROUGH
            times = in_turn({"aclnn operator, bfloat16": aclnn, **tiled.calls()}, effort)
            base = times["aclnn operator, bfloat16"]
            print(f"{SHAPE.label} {dtype.name.lower()}{'' if right else ' WRONG'}")
            for name, timing in times.items():
                spread = timing.deviation / timing.median
                print(
                    f"  {name:28} {timing.median * 1e3:7.2f} ms ± {spread:4.0%} "
                    f"{timing.median / base.median:6.2f}   least {timing.minimum * 1e3:7.2f} ms "
                    f"{timing.minimum / base.minimum:6.2f}",
                    flush=True,
                )
            tiled.close()
            aclnn.close()
            operands.close()
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
