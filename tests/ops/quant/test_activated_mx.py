# SPDX-License-Identifier: Apache-2.0
"""Products of float8 that pass GELU and are quantised to each data type of the results."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ops.quant.activated_mx_oracle import cases, product
from ops.quant.mx_oracle import E4M3, E5M2
from ops.quant.test_small_types import Formatted, Small, run
from small_floats import values_of
from support import Api, Session

_FRACTALS = 29
_KINDS = {"float8_e4m3fn": E4M3, "float8_e5m2": E5M2}
_UNITS = {"float8_e4m3fn": (3, -6), "float8_e5m2": (2, -14)}
"""Bits behind the point, and the least exponent."""


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _placed(array: Any) -> Any:
    if array is None or array.dtype == np.float32:
        return array
    kind = array.dtype.name.removesuffix("fnu")
    return Small(kind, array.shape, array.view(np.uint8))


def _blocks(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The storage of a matrix in blocks of 16 rows of 32 bytes."""
    return (*shape[:-2], -(-shape[-1] // 32), -(-shape[-2] // 16), 16, 32)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(_KINDS))
def test_results_of_each_type(session: Session, kind: str) -> None:
    for given in cases():
        o = SimpleNamespace(**given)
        numbers, scales = product(o, _KINDS[kind])
        operands = [
            each.encode() if isinstance(each, str) else each
            for each in given.values()
            if not isinstance(each, np.ndarray) and each is not None
        ]
        tensors = [_placed(o.x1), _placed(o.x2), _placed(o.x1ScaleOptional), _placed(o.x2Scale)]
        tensors[1] = Formatted(tensors[1], _FRACTALS, _blocks(o.x2.shape))
        results = [Small(kind, numbers.shape), Small("float8_e8m0", scales.shape)]
        *_, codes, powers = run(
            session,
            "aclnnQuantMatmulActivationQuantWeightNz",
            [*tensors, _placed(o.biasOptional), *operands, *results],
        )
        found = values_of(kind)[codes]
        assert np.array_equal(np.ldexp(1.0, powers.astype(int) - 127), scales)
        bits, least = _UNITS[kind]
        power = np.maximum(np.frexp(numbers)[1] - 1, least)
        assert (abs(found - numbers) <= np.ldexp(1.0, power - bits)).all()
        assert (found == numbers).mean() > 0.9
