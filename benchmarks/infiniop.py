# SPDX-License-Identifier: Apache-2.0
"""infiniopEmbeddingBackward with one table, beside aclnn: python -m benchmarks.infiniop.

float32, the same memory, in turn in one process; both calls with a synchronize, and with arguments
that were converted before. Ours has phase one in every call, as programs do; infiniop has its
descriptor made before, as its programs do.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections.abc import Sequence
from typing import Any

import aclnn_py as acl
from aclnn_py import infiniop

from . import compare
from .arguments import shape_names
from .cases import SHAPES, Case, make_indices, select
from .ours import Call, Operands
from .timing import QUICK, THOROUGH, in_turn


def _do(name: str, *arguments: Any) -> None:
    """Call a function of infinirt or infiniop; raises if it fails."""
    infiniop.check(name, getattr(infiniop.lib, name)(*arguments))


def _descriptor(shape: tuple[int, ...], dtype: infiniop.Dtype) -> Any:
    result = infiniop.infiniopTensorDescriptor_t()
    sizes = (ctypes.c_size_t * len(shape))(*shape)
    _do("infiniopCreateTensorDescriptor", ctypes.byref(result), len(shape), sizes, None, dtype)
    return result


class InfiniCall:
    """The same operands through infiniop, on the device's default stream."""

    def __init__(self, operands: Operands, case: Case) -> None:
        shape = case.shape
        _do("infinirtSetDevice", infiniop.Device.ASCEND, 0)
        handle = infiniop.infiniopHandle_t()
        _do("infiniopCreateHandle", ctypes.byref(handle))
        table = _descriptor((shape.weights, shape.dim), infiniop.Dtype.F32)
        dy = _descriptor((shape.rows, shape.dim), infiniop.Dtype.F32)
        i1 = _descriptor((shape.rows,), infiniop.Dtype.I64)
        self._operator = infiniop.infiniopOperatorDescriptor_t()
        create = "infiniopCreateEmbeddingBackwardDescriptor"
        result = ctypes.byref(self._operator)
        _do(create, handle, result, table, None, dy, i1, None, 1.0, 0.0, 0, 0)
        for each in (table, dy, i1):
            _do("infiniopDestroyTensorDescriptor", each)
        _do("infiniopDestroyHandle", handle)
        grad, indices = operands.grad.address, operands.indices["int64"].address
        pointers = (operands.out.address, None, grad, indices, None, None)
        self._arguments = (self._operator, *map(ctypes.c_void_p, pointers))
        self._call = infiniop.lib["infiniopEmbeddingBackward"]
        self._synchronize = infiniop.lib["infinirtStreamSynchronize"]
        self._stream = ctypes.c_void_p()

    def __call__(self) -> None:
        """The call and a synchronize."""
        infiniop.check("infiniopEmbeddingBackward", self._call(*self._arguments))
        infiniop.check("infinirtStreamSynchronize", self._synchronize(self._stream))

    def close(self) -> None:
        """Destroy the descriptor."""
        _do("infiniopDestroyEmbeddingBackwardDescriptor", self._operator)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each shape; 1 if a result is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--shapes", type=shape_names, default=(), help="only these, by parts of their names"
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args(arguments)
    wrong = False
    with acl.Device(0) as device, device.stream() as stream:
        for case in select(SHAPES, options.shapes, ("float32",), ("int64",), (False,)):
            data = compare.make_data(case.shape, case.type, make_indices(case.shape))
            indices = {"int64": compare.as_indices(data, "int64")}
            operands = Operands(device, case.shape, data.grad, indices, case.type)
            ours, infini = Call(operands, case, stream), InfiniCall(operands, case)
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
