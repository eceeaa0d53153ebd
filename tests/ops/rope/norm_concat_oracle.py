# SPDX-License-Identifier: Apache-2.0
"""Queries and keys that are normalised, joined, turned and put by heads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, with_magnitude

Array = NDArray[Any]

_STREAMS = ("Query", "Key")


def normed(o: Operands, stream: str, added: bool, size: bool) -> tuple[Array | None, ...]:
    """Rows, their means and the reciprocals of their deviations."""
    x = getattr(o, f"encoder{stream}" if added else stream.lower())
    if x is None:
        return None, None, None
    kind = o.normAddedType if added else o.normType
    x = np.asarray(x, np.float64)
    prefix = f"norm{'Added' if added else ''}{stream}"
    mean = x.mean(-1, keepdims=True) if kind in (1, 2) else np.zeros(1)
    rstd = 1 / np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + np.float32(o.eps))
    spread = np.abs(x) + np.abs(mean) if size else x - mean
    rows = (np.abs(x) if size else x) if kind == 0 else spread * rstd
    if kind in (2, 4):
        weight = np.asarray(getattr(o, f"{prefix}Weight"), np.float64)
        rows = rows * (np.abs(weight) if size else weight)
    if kind == 2:
        bias = np.asarray(getattr(o, f"{prefix}Bias"), np.float64)
        rows = rows + (np.abs(bias) if size else bias)
    written = o.isTraining and kind in (1, 2)
    mean_size = np.abs(x).mean(-1, keepdims=True) if size else mean
    return rows, mean_size if written else None, rstd if written else None


def joined(o: Operands, first: Array, second: Array | None) -> Array:
    parts = [first] if second is None else [first, second]
    return np.concatenate(parts[::-1] if o.concatOrder else parts, 1)


def turned(o: Operands, rows: Array, size: bool) -> Array:
    """The first rows, as many as there are angles."""
    if o.ropeType == 0 or o.ropeSin is None:
        return rows
    count = min(len(o.ropeSin), rows.shape[1])
    x = rows[:, :count]
    if o.ropeType == 1:
        parts = np.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)
    else:
        half = x.shape[-1] // 2
        parts = np.concatenate([-x[..., half:], x[..., :half]], -1)
    sin, cos = (
        np.asarray(each, np.float64)[None, :count, None, :] for each in (o.ropeSin, o.ropeCos)
    )
    if size:
        parts, sin, cos = np.abs(parts), np.abs(sin), np.abs(cos)
    return np.concatenate([x * cos + parts * sin, rows[:, count:]], 1)


def _joined(o: Operands, size: bool = False) -> list[Array]:
    results: list[Array] = []
    statistics: dict[bool, list[Array]] = {False: [], True: []}
    for stream in _STREAMS:
        parts = []
        for added in (False, True):
            rows, mean, rstd = normed(o, stream, added, size)
            parts.append(rows)
            statistics[added] += [np.zeros(0) if each is None else each for each in (mean, rstd)]
        assert parts[0] is not None
        results.append(turned(o, joined(o, parts[0], parts[1]), size).transpose(0, 2, 1, 3))
    values = joined(o, o.value, o.encoderValue)
    results.append((np.abs(values) if size else values).transpose(0, 2, 1, 3))
    return [*results, *statistics[False], *statistics[True]]


def cases() -> Iterator[dict[str, Any]]:
    """Every kind of norm and of turning, both orders, rows of one input alone, angles of some."""
    for at, (shape, keys, added, kinds, turn, order, rows, training) in enumerate((
        ((1, 5, 3, 6), 5, (1, 1), (2, 2), 2, 1, 6, True),
        ((2, 3, 2, 8), 4, (2, 3), (2, 4), 1, 0, 4, True),
        ((2, 2, 1, 64), 1, None, (3, 0), 1, 0, 2, False),
        ((1, 70, 9, 1024), 3, (0, 5), (4, 1), 2, 1, 70, True),
        ((1, 3, 2, 4), 3, (2, 2), (0, 3), 0, 0, None, False),
        ((3, 2, 2, 2), 4, (5, 1), (1, 2), 2, 1, 3, True),
    )):  # fmt: skip
        batch, _, heads, columns = shape
        others = [(batch, count, heads, columns) for count in (keys, *(added or ()))]
        case: dict[str, Any] = {
            "query": shape, "key": others[0], "value": others[0],
            "encoderQuery": others[1] if added else None,
            "encoderKey": others[2] if added else None,
            "encoderValue": others[2] if added else None,
            "ropeSin": None if rows is None else (rows, columns),
            "ropeCos": None if rows is None else (rows, columns),
            "normType": kinds[0], "normAddedType": kinds[1], "ropeType": turn,
            "concatOrder": order, "eps": (1e-5, 0.5)[at % 2], "isTraining": training,
        }  # fmt: skip
        for stream in _STREAMS:
            for word, kind in (("", kinds[0]), ("Added", kinds[1])):
                case[f"norm{word}{stream}Weight"] = (columns,) if kind in (2, 4) else None
                case[f"norm{word}{stream}Bias"] = (columns,) if kind == 2 else None
        yield case


def usual(arguments: dict[str, Any], at: int) -> None:
    rng = np.random.default_rng(at)
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            arguments[name] = np.asarray(rng.normal(size=value.shape), value.dtype)


def _turned_back(o: Operands, grad: Array, size: bool) -> Array:
    """The transpose of turning, of [batch, rows, heads, columns]."""
    if o.ropeType == 0 or o.ropeSin is None:
        return grad
    count = min(len(o.ropeSin), grad.shape[1])
    sin, cos = (
        np.asarray(each, np.float64)[None, :count, None, :] for each in (o.ropeSin, o.ropeCos)
    )
    g = grad[:, :count]
    if size:
        sin, cos = np.abs(sin), np.abs(cos)
    across = g * sin
    sign = 1 if size else -1
    if o.ropeType == 1:
        back = np.stack([across[..., 1::2], sign * across[..., ::2]], -1).reshape(g.shape)
    else:
        half = g.shape[-1] // 2
        back = np.concatenate([across[..., half:], sign * across[..., :half]], -1)
    return np.concatenate([g * cos + back, grad[:, count:]], 1)


def _parts(o: Operands, grad: Array, rows: int) -> list[Array]:
    """Those of the first input, and those of what was added."""
    added = grad.shape[1] - rows
    if o.concatOrder:
        return [grad[:, added:], grad[:, :added]]
    return [grad[:, :rows], grad[:, rows:]]


def _through_norm(o: Operands, stream: str, added: bool, g: Array, size: bool) -> list[Array]:
    """The gradients of rows, of weights and of biases."""
    kind = o.normAddedType if added else o.normType
    none = np.zeros(0)
    if kind == 0:
        return [g, none, none]
    prefix = f"norm{'Added' if added else ''}{stream}"
    x, mean, rstd = (
        np.asarray(each, np.float64)
        for each in (
            getattr(o, f"encoder{stream}" if added else stream.lower()),
            getattr(o, f"{prefix}Mean"),
            getattr(o, f"{prefix}Rstd"),
        )
    )
    normed = (np.abs(x) + np.abs(mean)) * np.abs(rstd) if size else (x - mean) * rstd
    factors = [none, none]
    if kind == 2:
        factors = [(g * normed).sum((0, 1, 2)), g.sum((0, 1, 2))]
        weight = np.asarray(getattr(o, f"{prefix}Weight"), np.float64)
        g = g * (np.abs(weight) if size else weight)
    along = normed * (g * normed).mean(-1, keepdims=True)
    if size:
        return [np.abs(rstd) * (g + g.mean(-1, keepdims=True) + along), *factors]
    return [rstd * (g - g.mean(-1, keepdims=True) - along), *factors]


def _split(o: Operands, size: bool = False) -> list[Array]:
    rows: list[Array] = []
    added: list[Array] = []
    factors: dict[bool, list[Array]] = {False: [], True: []}
    for stream, x, other in (
        ("Query", o.query, o.encoderQuery),
        ("Key", o.key, o.encoderKey),
        ("Value", o.key, o.encoderKey),
    ):
        grad = np.asarray(getattr(o, f"grad{stream}Output"), np.float64).transpose(0, 2, 1, 3)
        grad = np.abs(grad) if size else grad
        if stream != "Value":
            grad = _turned_back(o, grad, size)
        for is_added, part in enumerate(_parts(o, grad, x.shape[1])):
            missing = bool(is_added) and other is None
            found = [part, np.zeros(0), np.zeros(0)]
            if stream != "Value" and not missing:
                found = _through_norm(o, stream, bool(is_added), part, size)
            if stream != "Value":
                kind = o.normAddedType if is_added else o.normType
                count = x.shape[-1] if kind == 2 and missing else 0
                factors[bool(is_added)] += [np.zeros(count)] * 2 if missing else found[1:]
            (added if is_added else rows).append(np.zeros(0) if missing else found[0])
    return [*rows, *added, *factors[False], *factors[True]]


def _split_cases() -> Iterator[dict[str, Any]]:
    for case in cases():
        batch, rows, heads, columns = case["query"]
        sizes = {"Query": rows, "Key": case["key"][1], "Value": case["key"][1]}
        found: dict[str, Any] = {
            name: case[name] for name in ("query", "key", "encoderQuery", "encoderKey", "ropeSin",
                                          "ropeCos", "ropeType", "concatOrder")
        }  # fmt: skip
        for name in ("normType", "normAddedType"):
            found[name] = case[name] % 3
        for stream, own in sizes.items():
            of_values = "Key" if stream == "Value" else stream
            other = case[f"encoder{of_values}"]
            count = own + (other[1] if other else 0)
            found[f"grad{stream}Output"] = (batch, heads, count, columns)
        for stream in _STREAMS:
            for word, name in (("", "normType"), ("Added", "normAddedType")):
                x = case[f"encoder{stream}" if word else stream.lower()]
                kind = found[name]
                statistic = None if x is None or kind == 0 else (*x[:3], 1)
                found[f"norm{word}{stream}Mean"] = statistic
                found[f"norm{word}{stream}Rstd"] = statistic
                found[f"norm{word}{stream}Weight"] = (columns,) if kind == 2 else None
        least = min(found[f"grad{stream}Output"][2] for stream in _STREAMS)
        if found["ropeSin"]:
            found["ropeSin"] = found["ropeCos"] = (min(found["ropeSin"][0], least), columns)
        yield found


ORACLES = {
    "aclnnNormRopeConcatBackward": with_magnitude(
        _split,
        shapes=_split_cases,
        adapt=usual,
        types={
            f"norm{word}{stream}{each}": lambda kind: "float32"
            for word in ("", "Added")
            for stream in _STREAMS
            for each in ("Mean", "Rstd")
        },
    ),
    "aclnnNormRopeConcat": with_magnitude(_joined, shapes=cases, adapt=usual),
}
