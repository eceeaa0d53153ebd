# SPDX-License-Identifier: Apache-2.0
"""infiniopEmbeddingBackward with one table, beside aclnn: python -m benchmarks.infiniop.

float32, the same memory, in turn in one process; both calls with a synchronize. Ours has phase one
in every call, as programs do; infiniop has its descriptor made before, as its programs do.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from typing import Any

import aclnn_py as acl
from aclnn_py import native

from . import compare
from .cases import SHAPES, Case, make_indices, select
from .ours import Call, Operands
from .timing import QUICK, THOROUGH, in_turn

F32, I64, ASCEND = 13, 6, 3


class InfiniCall:
    """The same operands through infiniop, on the same stream."""

    def __init__(self, operands: Operands, case: Case, stream: acl.Stream) -> None:
        self._lib: Any = native.load()
        self._stream = stream.handle
        shape = case.shape
        self._check(self._lib.infinirtSetDevice(ASCEND, 0))
        handle = ctypes.c_void_p()
        self._check(self._lib.infiniopCreateHandle(ctypes.byref(handle)))
        descriptors = [
            self._descriptor((shape.weights, shape.dim), F32),
            self._descriptor((shape.rows, shape.dim), F32),
            self._descriptor((shape.rows,), I64),
        ]
        table, dy, i1 = descriptors
        self._operator = ctypes.c_void_p()
        self._check(
            self._lib.infiniopCreateEmbeddingBackwardDescriptor(
                handle, ctypes.byref(self._operator), table, None, dy, i1, None, 1.0, 0.0, 0, 0
            )
        )
        for each in descriptors:
            self._check(self._lib.infiniopDestroyTensorDescriptor(each))
        self._check(self._lib.infiniopDestroyHandle(handle))
        self._pointers = (
            operands.out.address,
            None,
            operands.grad.address,
            operands.indices["int64"].address,
            None,
        )

    def _check(self, status: int) -> None:
        if status != 0:
            message = f"{status}: {self._lib.aclGetRecentErrMsg()}"
            raise RuntimeError(message)

    def _descriptor(self, shape: tuple[int, ...], dtype: int) -> ctypes.c_void_p:
        result = ctypes.c_void_p()
        sizes = (ctypes.c_size_t * len(shape))(*shape)
        self._check(
            self._lib.infiniopCreateTensorDescriptor(
                ctypes.byref(result), len(shape), sizes, None, dtype
            )
        )
        return result

    def __call__(self) -> None:
        """The call and a synchronize."""
        self._check(self._lib.infiniopEmbeddingBackward(self._operator, *self._pointers, None))
        self._check(self._lib.infinirtStreamSynchronize(None))

    def close(self) -> None:
        """Destroy the descriptor."""
        self._check(self._lib.infiniopDestroyEmbeddingBackwardDescriptor(self._operator))


def main() -> int:
    """Print a line for each shape; 1 if a result is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--shapes", default="", help="only these, by parts of their names")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    patterns = tuple(filter(None, options.shapes.split(",")))
    wrong = False
    with acl.Device(0) as device, device.stream() as stream:
        for case in select(SHAPES, patterns, ("float32",), ("int64",), (False,)):
            data = compare.make_data(case.shape, case.type, make_indices(case.shape))
            indices = {"int64": compare.as_indices(data, "int64")}
            operands = Operands(device, case.shape, data.grad, indices, case.type)
            ours, infini = Call(operands, case, stream), InfiniCall(operands, case, stream)
            operands.poison()
            infini()
            rows = compare.rows_in_memory(operands.read, case.shape, case.type)
            problem = compare.check_ours(data, rows, case.scale)
            effort = QUICK if options.quick else THOROUGH
            times = in_turn({"aclnn": ours, "infiniop": infini}, effort)
            ratio = times["infiniop"].median / times["aclnn"].median
            print(
                f"{case.shape.label:24} aclnn {times['aclnn'].median * 1e3:9.3f} ms  infiniop "
                f"{times['infiniop'].median * 1e3:9.3f} ms  {ratio:5.2f}  {problem}",
                flush=True,
            )
            wrong = wrong or bool(problem)
            infini.close()
            ours.close()
            operands.close()
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
