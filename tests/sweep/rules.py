# SPDX-License-Identifier: Apache-2.0
"""What tests of rules share: arguments of first phases as the facts write them (c_calls.py), and
what a product answers."""

from __future__ import annotations

from typing import Any

from support import Api
from sweep.c_calls import l0_list, phase_one, selected

FLOAT, FLOAT16, INT8, INT32, UINT8, INT16, UINT16, INT64 = 0, 1, 2, 3, 4, 6, 7, 9
DOUBLE, BOOL, COMPLEX64, BFLOAT16 = 11, 12, 16, 27
NCHW, NHWC, ND, NDHWC, NCDHW, NCL = 0, 1, 2, 27, 30, 47
NULL = ["n"]
MEBI = 1 << 20
KERNEL = 16 * MEBI  # bytes that most kernels of Ascend950 ask for
BLOCK = 512  # what a small tensor takes; also what lies behind a kernel's memory


def tensor(
    dtype: int, *shape: int, strides: list[int] | None = None, layout: int = ND
) -> list[Any]:
    """A tensor as the facts write it; its storage is as long as its strides need."""
    storage = list(shape)
    if strides is not None:
        storage = [1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))]
    return ["T", list(shape), dtype, layout, strides, 0, storage]


def image(dtype: int, *shape: int, strides: list[int] | None = None) -> list[Any]:
    """A tensor whose format follows from its rank."""
    return tensor(dtype, *shape, strides=strides, layout={3: NCL, 4: NCHW, 5: NCDHW}[len(shape)])


def ints(*values: int) -> list[Any]:
    """An aclIntArray."""
    return ["Int", list(values)]


def number(dtype: int, value: bytes) -> list[Any]:
    """An aclScalar of its bytes, little-endian."""
    return ["S", dtype, value.hex()]


ONE = number(FLOAT, b"\0\0\x80\x3f")
DOUBLE_ONE = number(DOUBLE, b"\0\0\0\0\0\0\xf0\x3f")


def answer(api: Api, soc: str, call: str, *arguments: list[Any]) -> tuple[int, int, str]:
    """Status, workspace size and L0 list of a call on a product."""
    with selected(api, soc):
        found = phase_one(api, call, arguments, with_plan=True)
    return found.status, found.size, "" if found.plan is None else l0_list(found.plan)


def written(api: Api, soc: str, call: str, arguments: list[list[Any]]) -> list[tuple[str, int]]:
    """The operators, and the bytes that each writes."""
    with selected(api, soc):
        found = phase_one(api, call, arguments, with_plan=True)
    assert found.status == 0
    assert found.plan is not None
    tensors = found.plan["tensors"]
    return [
        (each["name"], sum(tensors[out]["bytes"] for out in each["outputs"]))
        for each in found.plan["operators"]
    ]


def on_950(*operators: str) -> str:
    """Operators that ask for the usual memory."""
    return ">".join(f"{operator}|{KERNEL}" for operator in operators)


def room(bytes_: int) -> int:
    """What a tensor of so many bytes takes of the workspace."""
    return (bytes_ + 32 + 511) // 512 * 512
