# SPDX-License-Identifier: Apache-2.0
"""The layout of HansEncode, as the public kernels of ops-math write it: bytes with the high bits by
their rank, rows of 64 ranks with as many bits as the largest one needs, 64 rows of a core side by
side, and words of 16 bits of rows that have more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Bytes = NDArray[np.uint8]

CORES = {"2201": 48, "3510": 56}
"""Vector cores of the products that the sweeps run on, as far as the header has places."""

TAIL = 64 * 64 * 2 + 64 * 4
HEADER = 512


def in_bytes(x: NDArray[Any]) -> Bytes:
    flat = np.ascontiguousarray(x).view(np.uint8)
    return flat.reshape(-1, x.dtype.itemsize)


def counts_of(x: NDArray[Any]) -> NDArray[np.int32]:
    return np.bincount(in_bytes(x)[:, -1], minlength=256).astype(np.int32)


def _coded(ranks: NDArray[np.int64], room: int) -> tuple[bytes, int]:
    """What a core writes, and how many numbers that holds."""
    out = bytearray()
    bits, held, done = np.zeros((64, 64), np.int64), np.zeros(64, np.int64), 0
    if room < TAIL:
        return b"", 0
    while done < len(ranks):
        tile = ranks[done : done + 4096].reshape(-1, 64)
        levels = np.zeros(64, np.int64)
        levels[: len(tile)] = [max(1, int(most).bit_length()) for most in tile.max(1)]
        full = np.flatnonzero(held + levels > 16)
        is_near = len(out) + 2 * TAIL > room
        if is_near and len(out) + 256 + 128 * len(full) + TAIL > room:
            break
        bits[: len(tile)] = (bits[: len(tile)] << levels[: len(tile), None]) + tile
        held += levels
        out += (bits[full] & 0xFFFF).astype("<u2").tobytes() + levels.astype("<u2").tobytes()
        bits[full] >>= 16
        held[full] -= 16
        done += tile.size
    return bytes(out + bits.astype("<u2").tobytes() + held.astype("<i4").tobytes()), done


def encoded(
    x: NDArray[Any], counts: NDArray[Any], most_cores: int, fixed: int, var: int, packs: bool
) -> tuple[Bytes, Bytes, Bytes]:
    """The bytes of the mantissa, of the codes in so many bytes, and of what is left."""
    split = in_bytes(x)
    cores = min(len(split) // 32768, most_cores)
    sorted_bytes = np.argsort(-counts.reshape(-1).astype(np.int64), kind="stable")
    ranks = np.argsort(sorted_bytes)[split[:, -1]]
    most = len(split) + len(split) // 64 + TAIL * cores + HEADER
    rows, room = len(split) // 64, (most if packs else fixed) - HEADER
    header, codes, left = np.zeros(128, np.int32), [], []
    for core in range(cores):
        last = core == cores - 1
        own = slice(rows // cores * core * 64, None if last else rows // cores * (core + 1) * 64)
        size = room // cores + (room % cores if last else 0)
        written, done = _coded(ranks[own], size)
        codes.append(written if packs else written.ljust(size, b"\0"))
        left.append(split[own, -1][done:])
        header[:5] += [12138, 1, len(ranks[own]) // 64, done // 64, len(left[-1]) // 64]
        header[[8 + core, 64 + core]] = len(written), len(left[-1])
    rest = np.concatenate(left)
    first = np.frombuffer(header.tobytes() + b"".join(codes), np.uint8)
    mantissa = np.ascontiguousarray(split[:, :-1]).reshape(-1)
    return mantissa, np.pad(first, (0, fixed - len(first))), _padded(rest, var)


def _padded(found: Bytes, size: int) -> Bytes:
    return np.pad(found, (0, size - len(found)))


def _encoded(o: Operands) -> list[Any]:
    counts = counts_of(o.inputTensor) if o.statistic else o.pdfRef
    room = o.inputTensor.nbytes
    parts = encoded(o.inputTensor, counts, CORES[o.architecture], room, room, o.reshuff)
    mantissa, *others = (each.view(o.inputTensor.dtype) for each in parts)
    shaped = [each.reshape(o.inputTensor.shape) for each in others]
    return [counts.reshape(o.pdfRef.shape), mantissa, *shaped]


def _encoded_shapes() -> Iterator[dict[str, Any]]:
    for at, x in enumerate(((32768,), (5, 64, 205))):
        for statistic in (True, False):
            yield {
                "inputTensor": x,
                "pdfRef": (1, 256) if at else (256,),
                "statistic": statistic,
                "reshuff": bool(at),
            }


def _decoded_shapes() -> Iterator[dict[str, Any]]:
    for count, packs in ((32768, False), (98304, True)):
        yield dict.fromkeys(("mantissa", "fixed", "var"), (count // 4 * 3,)) | {
            "pdf": (256,),
            "reshuff": packs,
        }


def _write_codes(arguments: dict[str, Any], at: int) -> None:
    """Codes of numbers that have as many bytes of mantissa as there are."""
    mantissa, fixed, var = (arguments[name] for name in ("mantissa", "fixed", "var"))
    width = mantissa.dtype.itemsize
    x = np.random.default_rng(at).standard_normal(mantissa.nbytes // (width - 1))
    numbers = x.astype(mantissa.dtype)
    arguments["pdf"][...] = counts_of(numbers)
    parts = encoded(
        numbers, arguments["pdf"], 48, fixed.nbytes, var.nbytes, bool(arguments["reshuff"])
    )
    for array, part in zip((mantissa, fixed, var), parts, strict=True):
        array[...] = part.view(array.dtype)


def _decoded(o: Operands) -> Any:
    width = o.mantissa.dtype.itemsize
    return restored(o.mantissa, o.fixed, o.var, o.pdf, o.reshuff, width)


def restored(
    mantissa: NDArray[Any],
    fixed: NDArray[Any],
    var: NDArray[Any],
    pdf: NDArray[Any],
    packs: bool,
    width: int,
) -> NDArray[Any]:
    """The numbers again, each row from the end."""
    data, rest = fixed.view(np.uint8), var.view(np.uint8)
    header = data[:HEADER].view(np.int32)
    cores, rows = int(header[1]), int(header[2])
    symbols = np.argsort(-pdf.reshape(-1).astype(np.int64), kind="stable")
    bytes_: list[Bytes] = []
    begin = taken = 0
    for core in range(cores):
        count = (rows // cores + (rows % cores if core == cores - 1 else 0)) * 64
        left, size = int(header[64 + core]), int(header[8 + core])
        at = HEADER + (begin if packs else (len(data) - HEADER) // cores * core)
        bytes_ += [
            symbols[_uncoded(data[at : at + size], count - left)].astype(np.uint8),
            rest[taken : taken + left],
        ]
        begin, taken = begin + size, taken + left
    parts = mantissa.view(np.uint8).reshape(-1, width - 1)
    joined = np.concatenate([parts, np.concatenate(bytes_)[:, None]], 1)
    return np.ascontiguousarray(joined).view(mantissa.dtype).reshape(-1)


def _uncoded(data: Bytes, count: int) -> NDArray[np.int64]:
    """The ranks of a core."""
    ranks = np.zeros(count, np.int64)
    if count == 0:
        return ranks
    held = data[-256:].view("<i4").astype(np.int64)
    bits = data[-TAIL:-256].view("<u2").astype(np.int64).reshape(64, 64)
    words, past = data[:-TAIL].view("<u2").astype(np.int64), count
    while past > 0:
        size = past % 4096 or 4096
        levels, words = words[-64:], words[:-64]
        short = np.flatnonzero(held <= levels) if len(words) else np.zeros(0, np.int64)
        own = words[len(words) - 64 * len(short) :]
        words = words[: len(words) - 64 * len(short)]
        bits[short] = (bits[short] << 16) + own.reshape(-1, 64)
        held[short] += 16
        held -= levels
        tile = bits & ((1 << levels[:, None]) - 1)
        bits >>= levels[:, None]
        past -= size
        ranks[past : past + size] = tile.reshape(-1)[:size]
    return ranks


ORACLES = {
    "aclnnHansEncode": Oracle(_encoded, given=True, shapes=_encoded_shapes),
    "aclnnHansDecode": Oracle(
        _decoded,
        given=True,
        shapes=_decoded_shapes,
        adapt=_write_codes,
        layouts=("strided", "offset"),
    ),
}
