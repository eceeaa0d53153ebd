# SPDX-License-Identifier: Apache-2.0
"""Steps of language models, and Fourier transforms by NumPy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import GIVEN, Operands, Oracle

Shapes = Iterator[dict[str, Any]]

VECTOR_CORES = {"2201": 48, "3510": 64}
"""Of the products that the sweeps run on."""


def _stepped(o: Operands) -> list[Any]:
    tokens, places = o.inputTokens.copy(), o.inputPositions.copy()
    lengths, slots = o.seqLens.copy(), o.slotMapping.copy()
    cores = VECTOR_CORES[o.architecture]
    cleared = slice(o.numQueries, None, cores)
    tokens[cleared], places[cleared], slots[cleared] = 0, 0, -1
    for at in range(min(o.numQueries, cores)):
        place = int(o.seqLens[at])
        block = int(o.blockTables.flat[place // o.blockSize]) + o.blockTables.shape[1] * at
        tokens[at], places[at], lengths[at] = o.sampledTokenIds[at, 0], place, place + 1
        slots[at] = block * o.blockSize + place % o.blockSize
    return [tokens, places, lengths, slots]


def _stepped_by_several(o: Operands) -> list[Any]:
    tokens, places = o.inputTokens.copy(), o.inputPositions.copy()
    lengths, slots = o.seqLens.copy(), o.slotMapping.copy()
    each = o.specToken.shape[1] + 1
    for at in range(o.numSeqs):
        own = slice(at * each, (at + 1) * each)
        row = [*o.sampledTokenIds[at], -1]
        tokens[own] = [row[row.index(-1) - 1] if row[0] != -1 else row[-2], *o.specToken[at]]
        places[own] += o.acceptedNum[at] + 1
        lengths[own] = places[own] + 1
        blocks = o.blockTables[at, places[own] // o.blockSize]
        slots[own] = blocks * o.blockSize + places[own] % o.blockSize
    return [tokens, places, lengths, slots]


def _numbers(shape: tuple[int, ...], most: int, seed: int) -> Any:
    return np.random.default_rng(seed).integers(1, most, shape)


def _steps() -> Shapes:
    for at, (sequences, queries, block) in enumerate(((6, 4, 3), (2, 1, 1), (130, 70, 16))):
        yield {
            "inputTokens": _numbers((sequences,), 90, at),
            "sampledTokenIds": _numbers((queries, 1), 90, at + 1),
            "inputPositions": _numbers((sequences,), 90, at + 2),
            "seqLens": _numbers((sequences,), 40, at + 3),
            "slotMapping": _numbers((sequences,), 90, at + 4),
            "blockTables": _numbers((sequences, 40 // block + 1), 9, at + 5),
            "numSeqs": sequences,
            "numQueries": queries,
            "blockSize": block,
        }


def _steps_by_several() -> Shapes:
    for at, (sequences, more, block) in enumerate(((4, 2, 3), (1, 0, 1), (30, 4, 16))):
        each = more + 1
        sampled = _numbers((sequences, each), 90, at)
        sampled[1::2, each // 2 + 1 :] = -1
        yield {
            "inputTokens": _numbers((sequences * each,), 90, at + 1),
            "sampledTokenIds": sampled,
            "inputPositions": _numbers((sequences * each,), 30, at + 2),
            "seqLens": _numbers((sequences * each,), 40, at + 3),
            "slotMapping": _numbers((sequences * each,), 90, at + 4),
            "blockTables": _numbers((sequences, 40 // block + 1), 9, at + 5),
            "specToken": _numbers((sequences, more), 90, at + 6),
            "acceptedNum": _numbers((sequences,), 4, at + 7),
            "numSeqs": sequences,
            "numQueries": sequences,
            "blockSize": block,
        }


def _permuted(o: Operands) -> Any:
    starts = o.outputOffset
    return np.concatenate(
        [
            np.arange(o.inputOffset[part], o.inputOffset[part] + starts[i + 1] - starts[i])
            for i, part in enumerate(o.permute)
        ]
    )


def _parts() -> Shapes:
    for at, count in enumerate((1, 5, 300)):
        sizes = _numbers((count,), 9, at)
        order = np.random.default_rng(at).permutation(count)
        ends = [np.concatenate([[0], np.cumsum(each)]) for each in (sizes, sizes[order])]
        yield {
            "permute": order.astype(np.int32),
            "inputOffset": ends[0].astype(np.int32),
            "outputOffset": ends[1].astype(np.int32),
            "outputSize": int(ends[0][-1]),
        }


# ---- Fourier transforms --------------------------------------------------------------------------


def _pairs(values: Any) -> Any:
    return np.stack([values.real, values.imag], -1)


def _usual(arguments: dict[str, Any], at: int) -> None:
    """Numbers of usual size: a transform adds all of them."""
    rng = np.random.default_rng(at)
    for name in ("self", "windowOptional"):
        given = arguments.get(name)
        if given is None:
            continue
        values = rng.normal(0, 1, given.shape)
        if given.dtype.kind == "c":
            values = values + 1j * rng.normal(0, 1, given.shape)
        arguments[name] = values.astype(given.dtype)


def _factor(o: Operands, length: int) -> float:
    return float({1: 1, 2: 1 / length, 3: length**-0.5}[o.norm])


def _rfft(o: Operands) -> Any:
    length = o.self.shape[o.dim] if o.n < 0 else o.n
    found = np.fft.rfft(o.self.astype(np.float64), length, axis=o.dim)
    return _pairs(found * _factor(o, length))


def _rfft_size(o: Operands) -> Any:
    length = o.self.shape[o.dim] if o.n < 0 else o.n
    size = np.abs(o.self.astype(np.float64))
    part = np.take(size, range(min(length, size.shape[o.dim])), o.dim)
    total = part.sum(o.dim, keepdims=True) * _factor(o, length)
    return np.repeat(total, length // 2 + 1, o.dim)[..., None]


def _sequences() -> Shapes:
    for shape, n, dim in (((4,), 4, 0), ((3, 8), 8, -1), ((5, 7, 2), 12, 1), ((2, 33), 20, -1)):
        yield {"self": shape, "n": n, "dim": dim}
    yield {"self": (1, 6000), "n": 4100, "dim": -1}


def _framed(o: Operands, size: Any = np.asarray) -> tuple[Any, float]:
    """[batch..., windows, places], times the window, and the factor."""
    given = size(o.self)
    window = np.ones(o.winLength) if o.windowOptional is None else size(o.windowOptional)
    margin = (o.nFft - len(window)) // 2
    padded = np.zeros(o.nFft, window.dtype)
    padded[margin : margin + len(window)] = window
    frames = np.lib.stride_tricks.sliding_window_view(given, o.nFft, -1)
    scale = o.nFft**-0.5 if o.normalized else 1.0
    return frames[..., :: o.hopLength, :] * padded, float(scale)


def _stft(o: Operands) -> Any:
    frames, scale = _framed(o)
    count = o.nFft // 2 + 1 if o.onesided else o.nFft
    found = np.fft.fft(frames.astype(np.complex128), axis=-1)[..., :count] * scale
    turned = np.swapaxes(found, -1, -2)
    return turned if o.returnComplex else _pairs(turned)


def _stft_size(o: Operands) -> Any:
    frames, scale = _framed(o, np.abs)
    count = o.nFft // 2 + 1 if o.onesided else o.nFft
    sums = frames.astype(np.float64).sum(-1)[..., None, :] * scale
    sums = np.repeat(sums, count, -2)
    return sums if o.returnComplex else sums[..., None]


def _windowed() -> Shapes:
    for at, (shape, length, hop, width) in enumerate(
        (((40,), 8, 3, 8), ((2, 30), 12, 5, 7), ((3, 700), 400, 160, 400), ((1, 9), 9, 1, 1))
    ):
        yield {
            "self": shape,
            "windowOptional": (width,),
            "nFft": length,
            "hopLength": hop,
            "winLength": width,
            "normalized": at % 2 == 1,
        }


def _compressed(o: Operands) -> Any:
    """By the formula of the page, in float32."""
    rows, middle = o.latent, (o.centroids.ravel()[:-1] + o.centroids.ravel()[1:]) * np.float32(0.5)
    squares = (rows.astype(np.float64) ** 2).sum(1).astype(np.float32)
    norm = np.sqrt(squares + np.float32(1e-16))
    with np.errstate(invalid="ignore", over="ignore"):
        unit = rows * (np.float32(1) / norm)[:, None]
        halves = norm.astype(np.float16)
    codes = (unit[:, :, None] >= middle).sum(2).astype(np.uint8)
    slots = np.zeros((len(rows), 320), np.uint8)
    slots[:, :256] = codes[:, ::2] | codes[:, 1::2] << 4
    slots[:, 256:258] = halves[:, None].view(np.uint8)
    return slots


def _latents() -> Shapes:
    rng = np.random.default_rng(7)
    centroids = np.sort(rng.normal(size=16) / 20).astype(np.float32)
    for tokens in (1, 70, 0):
        rows = rng.normal(size=(tokens, 512)).astype(np.float32)
        if tokens > 3:
            rows[1, 5], rows[2, 9], rows[3] = np.nan, np.inf, 0
            rows[4:] *= rng.uniform(0, 9000, (tokens - 4, 1)).astype(np.float32)
        yield {"latent": rows, "centroids": centroids}


ORACLES = {
    "aclnnTurboQuantCompressLatent": Oracle(_compressed, given=True, shapes=_latents),
    "aclnnAdvanceStep": Oracle(_stepped, given=True, shapes=_steps),
    "aclnnAdvanceStepV2": Oracle(_stepped_by_several, given=True, shapes=_steps_by_several),
    "aclnnExpandIntoJaggedPermute": Oracle(_permuted, given=True, shapes=_parts),
    "aclRfft1D": Oracle(
        _rfft, _rfft_size, shapes=_sequences, arguments={"norm": [1, 2, 3]}, adapt=_usual
    ),
    "aclStft": Oracle(
        _stft,
        _stft_size,
        shapes=_windowed,
        arguments={
            "windowOptional": [GIVEN, None],
            "onesided": [False, False, True],
            "returnComplex": [True, False, False, True],
        },
        adapt=_usual,
        refused=lambda o: bool(o.onesided and o.self.dtype.kind == "c"),
    ),
}
