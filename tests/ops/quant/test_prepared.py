# SPDX-License-Identifier: Apache-2.0
"""Weights of float4 that WeightQuantPreprocess prepares, and the product that takes them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import selected

Array = NDArray[Any]
_RNG = np.random.default_rng(8)
E4M3, E8M0, E2M1, BF16 = 36, 37, 40, 27
NZ_C0_32 = 51
REFUSED = 161002


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


class Prepared:
    """Operands of the call: [k, n], or [groups, k, n], with swapped dimensions."""

    def __init__(self, session: Session, lead: Sequence[int], k: int, n: int) -> None:
        self.session, self.lead, self.k, self.n = session, tuple(lead), k, n
        pairs = -(-k // 64)
        self.codes = _RNG.integers(0, 16, (*lead, n, k)).astype(np.uint8)
        flat = self.codes.reshape(-1, 2)
        self.packed = (flat[:, 0] | flat[:, 1] << 4).astype(np.uint8)
        self.powers = _RNG.integers(120, 133, (*lead, n, pairs, 2)).astype(np.uint8)
        self.bias = _RNG.standard_normal((*lead, n)).astype(ml_dtypes.bfloat16)
        self.blocks = [*lead, -(-k // 32), -(-n // 16), 16, 32]
        room = np.zeros(int(np.prod(self.blocks)) // 2, np.uint8)
        self.out = session.upload(room), session.upload(np.zeros_like(self.powers))
        self.out_bias = session.upload(np.zeros_like(self.bias))

    def weight(self, address: int, storage: Sequence[int], format_: int, kind: int = E2M1) -> int:
        step = self.k * self.n
        strides = [step] * len(self.lead) + [1, self.k]
        shape = (*self.lead, self.k, self.n)
        return self.session.describe(
            shape, kind, address, strides=strides, storage=storage, format_=format_
        )

    def scale(self, address: int) -> int:
        pairs = self.powers.shape[-2]
        strides = [self.n * pairs * 2] * len(self.lead) + [2, 2 * pairs, 1]
        shape = (*self.lead, pairs, self.n, 2)
        return self.session.describe(
            shape, E8M0, address, strides=strides, storage=self.powers.shape
        )

    def arguments(self) -> dict[str, Any]:
        session, stored = self.session, (*self.lead, self.n, self.k)
        bias = self.bias.shape
        return {
            "weight": self.weight(session.upload(self.packed), stored, 2),
            "weightScale": self.scale(session.upload(self.powers)),
            "weightOffsetOptional": None,
            "biasOptional": session.describe(bias, BF16, session.upload(self.bias)),
            "xDtype": E4M3,
            "xScaleDtype": E8M0,
            "kGroupSize": 32,
            "outWeight": self.weight(self.out[0], self.blocks, NZ_C0_32),
            "outWeightScale": self.scale(self.out[1]),
            "outWeightOffsetOptional": None,
            "outBiasOptional": session.describe(bias, BF16, self.out_bias),
        }


def _call(session: Session, name: str, arguments: Sequence[Any], soc: str = "Ascend950") -> int:
    api = session.api
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, soc):
        plan = getattr(api, f"{name}GetWorkspaceSize")
        status = plan(*arguments, ctypes.byref(size), ctypes.byref(executor))
    if status:
        return int(status)
    memory = session.malloc(size.value)
    getattr(api.ok, name)(memory or None, size.value, executor, session.stream)
    return session.synchronize()


_CALL = "aclnnWeightQuantPreprocess"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("lead", "k", "n"), [((), 64, 128), ((), 96, 5), ((3,), 64, 17)])
def test_elements_stay_in_their_order(
    session: Session, lead: tuple[int, ...], k: int, n: int
) -> None:
    p = Prepared(session, lead, k, n)
    assert _call(session, _CALL, list(p.arguments().values())) == 0
    assert np.array_equal(session.download(p.out[0], p.packed.shape, np.uint8), p.packed)
    assert np.array_equal(session.download(p.out[1], p.powers.shape, np.uint8), p.powers)
    assert np.array_equal(session.download(p.out_bias, p.bias.shape, p.bias.dtype), p.bias)


@pytest.mark.usefixtures("own_library")
def test_strides_of_the_result_are_not_read(session: Session) -> None:
    """CANN's own example gives it none: the blocks are the same."""
    p = Prepared(session, (), 64, 128)
    given = p.arguments()
    given["outWeight"] = session.describe(
        (64, 128), E2M1, p.out[0], storage=p.blocks, format_=NZ_C0_32
    )
    assert _call(session, _CALL, list(given.values())) == 0
    assert np.array_equal(session.download(p.out[0], p.packed.shape, np.uint8), p.packed)


@pytest.mark.usefixtures("own_library")
def test_the_product_takes_what_is_prepared(session: Session) -> None:
    p = Prepared(session, (), 64, 128)
    given = p.arguments()
    assert _call(session, _CALL, list(given.values())) == 0
    x = _RNG.integers(-4, 5, (5, 64)).astype(ml_dtypes.float8_e4m3fn)
    powers = _RNG.integers(125, 130, (5, 1, 2)).astype(np.uint8)
    out = session.upload(np.zeros((5, 128), ml_dtypes.bfloat16))
    operands = [
        session.describe(x.shape, E4M3, session.upload(x.view(np.uint8))),
        given["outWeight"],
        session.describe(powers.shape, E8M0, session.upload(powers)),
        given["outWeightScale"],
        *[None] * 5,
        False,
        False,
        32,
        session.describe((5, 128), BF16, out),
    ]
    status = _call(session, "aclnnQuantMatmulWeightNz", operands)
    assert status == 0, session.api.message()
    left = x.astype(np.float64) * np.repeat(2.0 ** (powers.reshape(5, 2) - 127.0), 32, 1)
    right = values_of("float4_e2m1")[p.codes] * np.repeat(
        2.0 ** (p.powers.reshape(128, 2) - 127.0), 32, 1
    )
    wanted = (left @ right.T).astype(np.float32).astype(ml_dtypes.bfloat16)
    assert np.array_equal(session.download(out, (5, 128), ml_dtypes.bfloat16), wanted)


@pytest.mark.usefixtures("own_library")
def test_what_is_refused(session: Session) -> None:
    p = Prepared(session, (), 64, 32)
    given = p.arguments()
    plain = session.describe((64, 32), E2M1, p.out[0])
    other = p.weight(p.out[0], p.blocks, 2)
    changes: list[tuple[dict[str, Any], int]] = [
        ({"weight": None}, 161001),
        ({"outWeightScale": None}, 161001),
        ({"outBiasOptional": None}, 161001),
        ({"xDtype": BF16}, REFUSED),
        ({"xScaleDtype": -1}, REFUSED),
        ({"kGroupSize": 64}, REFUSED),
        ({"weight": plain}, REFUSED),
        ({"weightOffsetOptional": given["biasOptional"]}, REFUSED),
        ({"outWeightOffsetOptional": given["biasOptional"]}, REFUSED),
        ({"outWeight": plain}, REFUSED),
        ({"outWeight": other}, REFUSED),
        ({"weightScale": given["biasOptional"]}, REFUSED),
        ({"biasOptional": given["weightScale"]}, REFUSED),
    ]
    for change, status in changes:
        assert _call(session, _CALL, list((given | change).values())) == status, change
    assert _call(session, _CALL, list(given.values()), "Ascend910B") == 361001
    alone = given | {"biasOptional": None}
    assert _call(session, _CALL, list(alone.values())) == 0
    unread = alone | {"outBiasOptional": given["weightScale"]}
    assert _call(session, _CALL, list(unread.values())) == 0
