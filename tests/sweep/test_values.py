# SPDX-License-Identifier: Apache-2.0
"""What every declared call computes: all data types, shapes, layouts and special values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import Api
from sweep.oracles import ORACLES, Oracle
from sweep.runs import Run
from sweep.samples import (
    PRODUCTS,
    Sample,
    declared_calls,
    is_float,
    mixed_types,
    numpy_type,
    samples,
    types_of,
)

import aclnn_py as acl
from aclnn_py._ledger import Declared, ledger

Array = NDArray[Any]

MOST_SHOWN = 10

CALLS = declared_calls()


def oracle_of(name: str) -> Oracle:
    """The formula of a call; an in-place form has that of the call it is of."""
    return ORACLES[CALLS[name].in_place_of or name]


def test_every_declared_call_has_an_oracle() -> None:
    missing = [name for name in CALLS if (CALLS[name].in_place_of or name) not in ORACLES]
    assert not missing, f"add a line to tests/sweep/oracles.py for {', '.join(missing)}"


# --- Expected values -----------------------------------------------------------------------------


def wider(array: Array, computed: np.dtype[Any]) -> Array:
    """The values after their conversion to the type computed in, exactly."""
    with np.errstate(all="ignore"):
        converted = array.astype(computed)
    if computed.kind == "c":
        return converted.astype(np.complex128 if computed.itemsize == 8 else np.clongdouble)
    if is_float(computed):
        return converted.astype(np.float64 if computed.itemsize <= 4 else np.longdouble)
    return converted


def operands_of(declared: Declared, sample: Sample, computed: np.dtype[Any]) -> SimpleNamespace:
    """Arguments as oracles want them, by the names of the call that the oracle is for."""
    base = ledger()[declared.in_place_of].declared if declared.in_place_of else declared
    assert base is not None
    names = [each.name for each in base.parameters if declared is base or each.role != "out"]
    found = SimpleNamespace()
    for name, each in zip(names, declared.parameters, strict=True):
        value = sample.arguments.get(each.name)
        if isinstance(value, np.ndarray):
            value = value if each.name == "index" else wider(value, computed)
        elif each.kind == "tensor_list" and value is not None:
            value = [wider(member, computed) for member in value]
        elif each.kind == "scalar":
            value = wider(np.asarray(value), computed)[()]
        setattr(found, name, value)
    return found


def spacing(magnitude: Array, dtype: np.dtype[Any]) -> Array:
    """The distance of numbers of this size in a data type."""
    part = {"complex64": "float32", "complex128": "float64"}.get(dtype.name, dtype.name)
    limits: Any = ml_dtypes.finfo(numpy_type(part))
    least = np.longdouble(float(limits.smallest_subnormal))
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log2(np.maximum(magnitude, np.longdouble(float(limits.tiny)))))
        units = np.longdouble(2) ** (exponent - int(limits.nmant))
    return np.asarray(np.maximum(units, least))


def errors(
    got: Array, expected: Array, magnitude: Array | None, units: float, dtype: np.dtype[Any]
) -> Array:
    """Where a result is further from the exact value than so many units in the last place."""
    if not is_float(dtype) and dtype.kind != "c":
        return np.asarray(got != expected.astype(dtype))
    if dtype.kind == "c":
        parts = [
            errors(
                getattr(got, part),
                getattr(expected, part),
                np.abs(expected) if magnitude is None else magnitude,
                units,
                numpy_type({8: "float32", 16: "float64"}[dtype.itemsize]),
            )
            for part in ("real", "imag")
        ]
        special = ~np.isfinite(expected) | ~np.isfinite(got)
        return np.asarray((parts[0] | parts[1]) & ~special)
    with np.errstate(all="ignore"):
        rounded = expected.astype(dtype)
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        size = np.abs(expected) if magnitude is None else np.maximum(np.abs(expected), magnitude)
        wide = got.astype(np.longdouble)
        close = np.abs(wide - expected) <= units * spacing(size, dtype)
        close &= np.isfinite(wide)
        # Terms that overflow before they cancel give infinities, or NaN.
        close |= size > np.longdouble(float(ml_dtypes.finfo(dtype).max))
    return np.asarray(~(same | close))


# --- Runs ----------------------------------------------------------------------------------------


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


@cache
def selected(architecture: str) -> bytes:
    return PRODUCTS[architecture].encode()


def wrong(device: acl.Device, stream: Any, name: str, sample: Sample, architecture: str) -> str:
    """What is wrong with the result of a call; "" if nothing is."""
    run = Run(device, name, sample)
    declared, oracle = run.declared, oracle_of(name)
    refused = oracle.refused(SimpleNamespace(**sample.arguments))
    try:
        results = run.go(stream)
    except acl.AclError as error:
        return "" if refused and error.code == 161002 else f"{sample.text}: {error}"
    finally:
        run.close()
    if refused:
        return f"{sample.text}: taken, expected 161002"
    first = sample.arguments[declared.parameters[0].name]
    own = (first[0] if isinstance(first, list) else first).dtype
    computed = numpy_type(run.promoted) if run.promoted else own
    dtype_parameter = next((e.name for e in declared.parameters if e.type == "aclDataType"), None)
    if dtype_parameter is not None:
        computed = numpy_type(sample.arguments[dtype_parameter])
    if oracle.computed is not None:
        computed = numpy_type(oracle.computed(architecture, computed.name))
    operands = operands_of(declared, sample, computed)
    with np.errstate(all="ignore"):
        expected = oracle.value(operands)
        magnitude = oracle.magnitude(operands) if oracle.magnitude is not None else None
    wanted = expected if isinstance(expected, list) else [np.asarray(expected)]
    sizes = [None] * len(wanted) if magnitude is None else [np.asarray(magnitude)]
    for got, exact, size in zip(results, map(np.asarray, wanted), sizes, strict=True):
        if got.shape != exact.shape:
            return f"{sample.text}: shape {got.shape}, expected {exact.shape}"
        ulp = declared.ulp.get(got.dtype.name, declared.ulp.get("", 0.5))
        ulp = declared.ulp.get("complex", ulp) if got.dtype.kind == "c" else ulp
        bad = errors(got, exact, size, ulp + oracle.roundings, got.dtype)
        if bad.any():
            at = tuple(np.argwhere(bad)[0])
            return f"{sample.text}: {bad.sum()} wrong, at {at} {got[at]!r}, expected {exact[at]!r}"
    return ""


def refused(declared: Declared) -> dict[str, list[str]]:
    """Data types that CANN computes and this library does not, by operand."""
    checks = [check for check in declared.checks if check.name == "refused"]
    return {check.arguments[0]: check.arguments[1].split() for check in checks}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", [name for name in CALLS if refused(CALLS[name])])
def test_refused_types(device: acl.Device, name: str) -> None:
    """They are 207000, which says so, and only those."""
    declared = CALLS[name]
    for operand, types in refused(declared).items():
        assert operand == declared.parameters[0].name
        for type_name in types:
            sample = next(samples(declared, "2201", [type_name]))
            with Run(device, name, sample) as run:
                with pytest.raises(acl.AclError, match="this library does not") as caught:
                    acl.plan(name, *run.arguments)
                assert caught.value.code == 207000


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    "architecture",
    ["2201", *(pytest.param(each, marks=pytest.mark.slow) for each in PRODUCTS if each != "2201")],
)
@pytest.mark.parametrize("name", CALLS)
def test_values(api: Api, device: acl.Device, name: str, architecture: str) -> None:
    found = []
    count = 0
    api.ok.aclnnExtSelectSoc(selected(architecture))
    try:
        stream = device.stream()
        declared = CALLS[name]
        for sample in [*samples(declared, architecture), *mixed_types(declared, architecture)]:
            count += 1
            text = wrong(device, stream, name, sample, architecture)
            if sample.is_reversed and architecture == "3510" and "(561103)" in text:
                continue  # operands that are not copied there, or by the device's CPU, are taken
            found += [text] if text else []
    finally:
        api.aclnnExtSelectSoc(None)
    shown = "\n".join(found[:MOST_SHOWN])
    assert not found, f"{len(found)} of {count} calls are wrong:\n{shown}"
    assert count or not types_of(CALLS[name], architecture)
