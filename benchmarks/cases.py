# SPDX-License-Identifier: Apache-2.0
"""What is measured: shapes, types and index patterns, and the bytes that each case must move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

ITEM_BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "int32": 4, "int64": 8}
TYPES = ("float32", "float16", "bfloat16")
INDEX_TYPES = ("int64", "int32")
PATTERNS = ("uniform", "zipf", "equal", "sorted")
ZIPF_EXPONENT = 1.1
NO_PADDING = 2**64 - 1
SEED = 20240


@dataclass(frozen=True)
class Shape:
    """grad is [rows, dim], out is [weights, dim]; pattern says how the indices are chosen."""

    rows: int
    dim: int
    weights: int
    pattern: str = "uniform"

    @property
    def label(self) -> str:
        """For example "262144x128->65536 zipf"; uniform is not said."""
        pattern = "" if self.pattern == "uniform" else f" {self.pattern}"
        return f"{self.rows}x{self.dim}->{self.weights}{pattern}"


TINY = Shape(1, 128, 10)
"""What a call through Python costs shows here, not how fast memory is; calls.py has it from C."""

SKEWED = tuple(Shape(262144, 128, 65536, pattern) for pattern in PATTERNS)

SHAPES = (
    Shape(2048, 4096, 3200),
    Shape(8192, 768, 50257),
    Shape(8192, 4096, 32000),
    Shape(1048576, 64, 100000),
    Shape(1048576, 16, 1000000),
    Shape(65536, 128, 1000),
    Shape(16384, 1024, 128256),
    Shape(4096, 5120, 152064),
    Shape(64, 768, 50257),
    TINY,
    *SKEWED,
)

SERIES_SIZES = tuple(2**power for power in range(14, 21))
SERIES = {
    "rows": tuple(Shape(size, 64, 2**18) for size in SERIES_SIZES),
    "weights": tuple(Shape(2**18, 64, size) for size in SERIES_SIZES),
}
"""One size grows and the other stays, so large that caches hold none of these in float32."""


@dataclass(frozen=True)
class Case:
    """A shape with its types: one line of the table."""

    shape: Shape
    type: str
    index_type: str
    scale: bool

    @property
    def label(self) -> str:
        """For example "64x768->50257 float16 int32 scaled"."""
        return f"{self.shape.label} {self.type} {self.index_type}{' scaled' * self.scale}"

    @property
    def grad_bytes(self) -> int:
        """Bytes of grad."""
        return self.shape.rows * self.shape.dim * ITEM_BYTES[self.type]

    @property
    def index_bytes(self) -> int:
        """Bytes of indices."""
        return self.shape.rows * ITEM_BYTES[self.index_type]

    @property
    def out_bytes(self) -> int:
        """Bytes of out, which has the type of grad."""
        return self.shape.weights * self.shape.dim * ITEM_BYTES[self.type]

    @property
    def bytes(self) -> int:
        """What must move: grad read once, indices read once, out written once."""
        return self.grad_bytes + self.index_bytes + self.out_bytes

    @property
    def host_bytes(self) -> int:
        """About what measuring it takes: operands of ours and of torch, torch's out= and plain
        results and what its out= form makes before it copies, and the sums in float32."""
        sums = self.shape.weights * self.shape.dim * 4
        floats = self.shape.rows * self.shape.dim * 4
        return 2 * self.bytes + self.out_bytes + max(sums, self.out_bytes) + floats


def select(
    shapes: Sequence[Shape],
    patterns: Sequence[str],
    types: Sequence[str],
    index_types: Sequence[str],
    scales: Sequence[bool],
) -> list[Case]:
    """The cases of the shapes that have one of the patterns in their label; all without one.

    Cases with the same data follow each other. Raises ValueError for a pattern that nothing has.
    """
    for pattern in patterns:
        if not any(pattern in shape.label for shape in shapes):
            known = ", ".join(shape.label for shape in shapes)
            raise ValueError(f"no shape has {pattern!r} in its name; there are {known}")
    return [
        Case(shape, kind, index_type, scale)
        for shape in shapes
        if not patterns or any(pattern in shape.label for pattern in patterns)
        for kind in types
        for index_type in index_types
        for scale in scales
    ]


def make_indices(shape: Shape) -> NDArray[Any]:
    """The int64 indices of a shape, the same in every run.

    zipf     weight k comes with a probability proportional to 1 / (k + 1) ** 1.1, as words of a
             vocabulary that is sorted by frequency
    equal    all of them are the weight in the middle
    sorted   uniform, in ascending order
    """
    random = np.random.default_rng(SEED)
    if shape.pattern == "equal":
        return np.full(shape.rows, shape.weights // 2, np.int64)
    if shape.pattern == "zipf":
        cumulated = np.cumsum(np.arange(1, shape.weights + 1, dtype=np.float64) ** -ZIPF_EXPONENT)
        drawn = random.random(shape.rows) * cumulated[-1]
        drawn_weights: NDArray[Any] = np.searchsorted(cumulated, drawn)
        return drawn_weights.astype(np.int64)
    indices: NDArray[Any] = random.integers(0, shape.weights, shape.rows, np.int64)
    if shape.pattern == "sorted":
        indices.sort()
    return indices


def groups(cases: Iterable[Case]) -> list[list[Case]]:
    """The cases by shape and type: those of a group have one grad and one list of indices."""
    found: dict[tuple[Shape, str], list[Case]] = {}
    for case in cases:
        found.setdefault((case.shape, case.type), []).append(case)
    return list(found.values())
