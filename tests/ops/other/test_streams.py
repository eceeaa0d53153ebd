# SPDX-License-Identifier: Apache-2.0
"""Layers with several residual streams: statuses in the sequence of op_api and by the tilings,
sizes by the public tilings, gradients by differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.other import streams_oracle as oracle
from ops.quant.test_small_types import run
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, NULL, answer, tensor

Array = NDArray[Any]
RESERVED = 16 << 20
OLDER, NEWER = "Ascend910B", "Ascend950"
CORES = {OLDER: 24, NEWER: 32}


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def asked(found: tuple[int, Any, str]) -> int:
    """What the operator's kernel asks for, of a call that is taken."""
    assert found[0] == 0, found
    return int(found[2].rsplit("|", 1)[1])


def post(
    api: Api, soc: str = OLDER, n: int = 4, size: int = 128, **more: Any
) -> tuple[int, Any, str]:
    x = more.get("x", tensor(FLOAT16, 1, 2, n, size))
    return answer(
        api, soc, "aclnnMhcPost", x, more.get("res", tensor(FLOAT, 1, 2, n, n)),
        more.get("layer", tensor(FLOAT16, 1, 2, size)), more.get("gate", tensor(FLOAT, 1, 2, n)),
        more.get("out", x),
    )  # fmt: skip


def post_gradient(api: Api, soc: str = OLDER, n: int = 4, size: int = 128, **more: Any) -> Any:
    x, res = tensor(FLOAT16, 3, n, size), tensor(FLOAT, 3, n, n)
    layer, gate = tensor(FLOAT16, 3, size), tensor(FLOAT, 3, n)
    return answer(
        api, soc, "aclnnMhcPostBackward", more.get("grad", x), more.get("x", x),
        more.get("res", res), more.get("layer", layer), gate, more.get("x", x),
        more.get("res", res), more.get("layer", layer), more.get("out", gate),
    )  # fmt: skip


def sinkhorn(api: Api, soc: str = NEWER, **more: Any) -> tuple[int, Any, str]:
    x = more.get("x", tensor(FLOAT, 64, 4, 4))
    return answer(
        api, soc, "aclnnMhcSinkhorn", x, ["f", 1e-6], ["i", more.get("rounds", 20)],
        more.get("out", x), more.get("kept", NULL), more.get("sums", NULL),
    )  # fmt: skip


def pre(api: Api, soc: str = NEWER, gates: int = 3, n: int = 4, size: int = 64, **more: Any) -> Any:
    tokens = more.get("tokens", 8)
    mixed = n * n + 2 * n if gates == 3 else 2 * n
    kept = [tensor(FLOAT, tokens), tensor(FLOAT, tokens, mixed), tensor(FLOAT, tokens, n)]
    return answer(
        api, soc, "aclnnMhcPre", more.get("x", tensor(BFLOAT16, tokens, n, size)),
        more.get("phi", tensor(FLOAT, mixed, n * size)), more.get("alpha", tensor(FLOAT, gates)),
        tensor(FLOAT, mixed), more.get("gamma", NULL), ["d", 1e-6], ["d", 1e-6],
        tensor(BFLOAT16, tokens, size), tensor(FLOAT, tokens, n),
        more.get("res", tensor(FLOAT, tokens, n, n)), *more.get("kept", kept),
    )  # fmt: skip


def pre_gradient(api: Api, soc: str = NEWER, n: int = 4, size: int = 64, **more: Any) -> Any:
    x, layer = tensor(FLOAT16, 8, n, size), tensor(FLOAT16, 8, size)
    gate, mixed = tensor(FLOAT, 8, n), n * n + 2 * n
    phi = tensor(FLOAT, mixed, n * size)
    return answer(
        api, soc, "aclnnMhcPreBackward", x, phi, tensor(FLOAT, 3), more.get("layer", layer), gate,
        tensor(FLOAT, 8, n, n), tensor(FLOAT, 8), tensor(FLOAT, 8, mixed), gate, gate,
        more.get("gamma", NULL), NULL, ["f", 1e-6], x, phi, tensor(FLOAT, 3), tensor(FLOAT, mixed),
        more.get("grad_gamma", NULL),
    )  # fmt: skip


def pre_sinkhorn(api: Api, soc: str = OLDER, size: int = 128, **more: Any) -> tuple[int, Any, str]:
    at, keeps = (1, more.get("tokens", 8)), more.get("keeps", True)
    kept = [
        tensor(FLOAT, *at, 4), tensor(FLOAT, *at, 24), tensor(FLOAT, *at, 1),
        tensor(FLOAT, 40, *at, 4), tensor(FLOAT, 40, *at, 4, 4),
    ]  # fmt: skip
    return answer(
        api, soc, "aclnnMhcPreSinkhorn", tensor(BFLOAT16, *at, 4, size),
        tensor(FLOAT, 24, 4 * size), tensor(FLOAT, 3), tensor(FLOAT, 24),
        ["i", more.get("streams", 4)], ["i", more.get("rounds", 20)], ["d", 1e-6], ["d", 1e-6],
        ["b", keeps], more.get("layer", tensor(BFLOAT16, *at, size)), tensor(FLOAT, *at, 4),
        tensor(FLOAT, *at, 16), *(more.get("kept", kept) if keeps else [NULL] * 5),
    )  # fmt: skip


def pre_sinkhorn_gradient(api: Api, soc: str = OLDER, size: int = 128, steps: int = 40) -> Any:
    at = (1, 8)
    x, phi = tensor(BFLOAT16, *at, 4, size), tensor(FLOAT, 24, 4 * size)
    return answer(
        api, soc, "aclnnMhcPreSinkhornBackward", tensor(BFLOAT16, *at, size),
        tensor(FLOAT, *at, 4), tensor(FLOAT, *at, 16), x, phi, tensor(FLOAT, 3), tensor(FLOAT, 24),
        tensor(FLOAT, *at, 4), tensor(FLOAT, *at, 24), tensor(FLOAT, *at, 1),
        tensor(FLOAT, steps, *at, 4), tensor(FLOAT, steps, *at, 4, 4), ["d", 1e-6], x, phi,
        tensor(FLOAT, 3), tensor(FLOAT, 24),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses_of_post(api: Api) -> None:
    """The vendor's unit tests take 16 streams, which the tiling of 910B refuses."""
    assert asked(post(api)) == RESERVED
    assert asked(post(api, NEWER, n=16, size=1000)) == RESERVED
    assert post(api, n=16)[0] == 561103
    assert post(api, size=64)[0] == 561103
    assert post(api, x=NULL, out=tensor(FLOAT16, 1))[0] == 161001
    assert post(api, res=NULL)[0] == 361001
    assert asked(post(api, NEWER, res=NULL)) == RESERVED
    assert post(api, x=tensor(FLOAT, 1, 2, 4, 128))[0] == 161002
    assert post(api, layer=tensor(BFLOAT16, 1, 2, 128))[0] == 161002
    assert post(api, gate=tensor(FLOAT, 2, 4))[0] == 161002
    empty = tensor(FLOAT16, 0, 2, 4, 128)
    assert post(
        api, x=empty, res=tensor(FLOAT, 0, 2, 4, 4), layer=tensor(FLOAT16, 0, 2, 128),
        gate=tensor(FLOAT, 0, 2, 4),
    )[:2] == (0, 0)  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses_of_posts_gradient(api: Api) -> None:
    assert asked(post_gradient(api)) == RESERVED
    assert asked(post_gradient(api, NEWER, n=6, size=40)) == RESERVED
    assert post_gradient(api, n=6)[0] == 161002
    assert post_gradient(api, size=64)[0] == 161002
    assert post_gradient(api, NEWER, n=5)[0] == 161002
    assert post_gradient(api, out=NULL)[0] == 161001
    assert post_gradient(api, grad=tensor(FLOAT16, 0, 4, 128))[0] == 161002
    assert post_gradient(api, grad=tensor(BFLOAT16, 3, 4, 128))[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_statuses_of_sinkhorn(api: Api) -> None:
    assert sinkhorn(api, x=tensor(FLOAT16, 12, 8, 8))[0] == 161002
    assert sinkhorn(api, x=tensor(FLOAT, 1, 32, 4, 4, 4))[0] == 161002
    assert sinkhorn(api, rounds=0)[0] == 161002
    assert sinkhorn(api, rounds=101)[0] == 161002
    assert sinkhorn(api, x=tensor(FLOAT, 12, 5, 5))[0] == 161002
    assert sinkhorn(api, x=tensor(FLOAT, 0, 4, 4))[0] == 161002
    assert sinkhorn(api, out=NULL)[0] == 161001
    assert sinkhorn(api, OLDER)[0] == 561103
    kept, sums = tensor(FLOAT, 64 * 40 * 4 * 8), tensor(FLOAT, 64 * 40 * 8)
    assert asked(sinkhorn(api, kept=kept, sums=sums)) == 0
    assert sinkhorn(api, kept=kept, sums=kept)[0] == 561103
    assert sinkhorn(api, kept=kept)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_statuses_of_pre(api: Api) -> None:
    assert pre(api)[0] == 0
    assert pre(api, OLDER)[0] == 561103
    assert pre(api, x=NULL)[0] == 161001
    assert pre(api, res=NULL)[0] == 161001
    assert pre(api, gates=2, res=NULL)[0] == 0
    assert pre(api, gates=2, alpha=tensor(FLOAT, 4))[0] == 161002
    assert pre(api, n=5)[0] == 161002
    assert pre(api, size=40)[0] == 161002
    assert pre(api, size=16400)[0] == 561103
    assert pre(api, kept=[NULL, NULL, NULL])[0] == 0
    assert pre(api, kept=[tensor(FLOAT, 8), NULL, NULL])[0] == 161002
    assert pre(api, gamma=tensor(FLOAT, 4, 64))[0] == 0
    assert pre(api, gamma=tensor(FLOAT, 64, 4))[0] == 161002
    assert pre_gradient(api)[0] == 0
    assert pre_gradient(api, OLDER)[0] == 561103
    assert pre_gradient(api, size=80)[0] == 561103
    assert pre_gradient(api, gamma=tensor(FLOAT, 4, 64))[0] == 161001
    assert pre_gradient(api, layer=tensor(BFLOAT16, 8, 64))[0] == 161002
    assert pre_gradient(api, layer=tensor(FLOAT16, 7, 64))[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_statuses_of_pre_with_sinkhorn(api: Api) -> None:
    assert pre_sinkhorn(api)[0] == 0
    assert pre_sinkhorn(api, streams=6)[0] == 161002
    assert pre_sinkhorn(api, rounds=19)[0] == 161002
    assert pre_sinkhorn(api, kept=[NULL] * 5)[0] == 161001
    assert pre_sinkhorn(api, layer=tensor(FLOAT16, 1, 8, 128))[0] == 561103
    assert pre_sinkhorn(api, NEWER)[0] == 561103
    assert pre_sinkhorn(api, NEWER, size=4096)[0] == 0
    assert pre_sinkhorn_gradient(api)[0] == 0
    assert pre_sinkhorn_gradient(api, NEWER)[0] == 0
    assert pre_sinkhorn_gradient(api, size=64)[0] == 561002
    assert pre_sinkhorn_gradient(api, steps=38)[0] == 561002


@pytest.mark.usefixtures("own_library")
def test_sizes(api: Api) -> None:
    """By the public tilings: copies of x, sums of the cores that share a product, and what kernels
    reserve; results that nobody gets lie in the workspace too."""
    mixed, width = 24, 4 * 64
    copies, sums = 8 * width * 4, CORES[NEWER] * 8 * mixed * 4
    assert asked(pre(api)) == (20 << 20) + copies + sums
    blocks = (2 * 192 * 256 + 2 * 192 * 80) * 4 * CORES[NEWER]
    assert asked(pre(api, tokens=513)) == (20 << 20) + blocks
    assert pre(api, kept=[NULL] * 3)[1] == pre(api)[1] + 3 * 512 + 512
    floats = -(-(8 * 25 + 24 * 64 + 64 * 24) // 32) * 32 + 1024 * 128 * 32 * 4 + (2 << 20)
    gamma = tensor(FLOAT, 4, 64)
    assert asked(pre_gradient(api, gamma=gamma, grad_gamma=gamma)) == (40 << 20) + floats * 4
    width = 4 * 128
    assert asked(pre_sinkhorn(api)) == (144 << 20) + 32 * 40 * 2 * width * 4
    assert (
        asked(pre_sinkhorn(api, keeps=False)) == (144 << 20) + 32 * 40 * 2 * width * 4 + 8 * 25 * 4
    )
    found = asked(pre_sinkhorn(api, NEWER, size=4096))
    assert found == RESERVED + 32 * 8 * 25 * 4, "32 cores share 16384 numbers, 512 each"
    found = asked(pre_sinkhorn(api, NEWER, size=4096, tokens=256 * 17))
    assert found == 0, "17 blocks of tokens leave no second core to a block"
    assert asked(pre_sinkhorn_gradient(api)) == RESERVED + 8 * (2 * width + 24) * 4
    assert asked(pre_sinkhorn_gradient(api, NEWER)) == RESERVED + 8 * (width + 24) * 4


def _differences(value: Callable[[Array], float], at: Array) -> Array:
    """The derivative by each number."""
    found = np.zeros(at.shape)
    for place in np.ndindex(at.shape):
        step = np.zeros(at.shape)
        step[place] = 1e-5
        found[place] = (value(at + step) - value(at - step)) / 2e-5
    return found


def test_the_oracles_gradients_are_derivatives() -> None:
    """Where gamma is 1: with another the page has x * gamma in place of x."""
    rng = np.random.default_rng(3)
    n, size, tokens = 4, 3, 2
    mixed = n * n + 2 * n
    o = SimpleNamespace(
        x=rng.normal(size=(tokens, n, size)), phi=rng.normal(size=(mixed, n * size)),
        alpha=rng.normal(size=3), bias=rng.normal(size=mixed), gammaOptional=None,
        gamma=np.ones((n, size)), normEps=1e-6, hcEps=1e-6, gradXPostOptional=None,
    )  # fmt: skip
    grads = [rng.normal(size=(tokens, size)), rng.normal(size=(tokens, n)),
             rng.normal(size=(tokens, n, n))]  # fmt: skip
    o.gradHIn, o.gradHPost, o.gradHRes = grads
    _, o.hPost, _, o.invRms, o.hMix, o.hPre = oracle.pre(o)

    def loss(name: str, at: Array) -> float:
        results = oracle.pre(SimpleNamespace(**{**vars(o), name: at}))
        return float(sum((g * r).sum() for g, r in zip(grads, results[:3], strict=True)))

    found = oracle.pre_gradients(o)
    for name, grad in zip(("x", "phi", "alpha", "bias"), found, strict=False):
        exact = _differences(partial(loss, name), getattr(o, name))
        np.testing.assert_allclose(grad, exact, rtol=1e-5, atol=1e-7)
    x = rng.normal(size=(2, 4, 4))
    quotients, sums = oracle.balanced(x, 1e-6, 5)
    grad = rng.normal(size=x.shape)
    exact = _differences(lambda at: float((oracle.balanced(at, 1e-6, 5)[0][-1] * grad).sum()), x)
    np.testing.assert_allclose(
        oracle.unbalanced(grad, quotients, sums), exact, rtol=1e-4, atol=1e-5
    )


@pytest.mark.usefixtures("own_library")
def test_each_gradient_follows_from_its_call(api: Api, session: Session) -> None:
    """With more matrices than a core of Ascend950 takes at once, steps lie in parts."""
    rng = np.random.default_rng(5)
    count, n, rounds = 64 * 130, 8, 2
    x, grad = rng.normal(size=(2, count, n, n)).astype(np.float32)
    kept, sums = np.zeros(count * 4 * n * 8, np.float32), np.zeros(count * 4 * 8, np.float32)
    with selected(api, NEWER):
        arguments = [x, 1e-6, rounds, np.zeros_like(x), kept, sums]
        balanced, kept, sums = run(session, "aclnnMhcSinkhorn", arguments, NEWER)[-3:]
        arguments = [grad, kept, sums, np.zeros_like(x)]
        found = run(session, "aclnnMhcSinkhornBackward", arguments, NEWER)[-1]
    quotients, totals = oracle.balanced(x.astype(np.float64), 1e-6, rounds)
    np.testing.assert_allclose(balanced, quotients[-1], rtol=1e-5)
    exact = oracle.unbalanced(grad.astype(np.float64), quotients, totals)
    np.testing.assert_allclose(found, exact, rtol=1e-4, atol=1e-4)
