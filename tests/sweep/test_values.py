# SPDX-License-Identifier: Apache-2.0
"""What every declared call computes: all data types, shapes, layouts and special values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import Api
from sweep.c_calls import phase_one
from sweep.c_calls import selected as selected_soc
from sweep.oracles import ORACLES
from sweep.promotion import PARTS
from sweep.runs import REFUSALS, Run, home_of, is_refused
from sweep.samples import (
    DATA_TYPES,
    PRODUCTS,
    Sample,
    declared_calls,
    each_call,
    is_float,
    leading,
    mixed_types,
    numpy_type,
    oracle_of,
    quick_calls,
    recipes,
    samples,
    types_of,
)

import aclnn_py as acl
from aclnn_py._ledger import Declared, Parameter, ledger
from aclnn_py.layout import format_value

Array = NDArray[Any]

MOST_SHOWN = 10

CALLS = declared_calls()


def test_every_declared_call_has_an_oracle() -> None:
    missing = [name for name in CALLS if not {name, CALLS[name].in_place_of} & set(ORACLES)]
    assert not missing, f"add a line in tests/ops/<family>/oracle.py for {', '.join(missing)}"


# --- Expected values -----------------------------------------------------------------------------


def wider(array: Array, computed: np.dtype[Any] | None) -> Array:
    """The values after their conversion to the type computed in, exactly; None: as they are."""
    if computed is None:
        return array
    with np.errstate(all="ignore"):
        converted = array.astype(computed)
    if computed.kind == "c":
        return converted.astype(np.complex128 if computed.itemsize == 8 else np.clongdouble)
    if is_float(computed):
        return converted.astype(np.float64 if computed.itemsize <= 4 else np.longdouble)
    return converted


def operands_of(
    declared: Declared, sample: Sample, computed: np.dtype[Any] | None
) -> SimpleNamespace:
    """Arguments as oracles want them, by the names of the call that the oracle is for.

    None leaves them in their own data types.
    """
    base = ledger()[declared.in_place_of].declared if declared.in_place_of else declared
    assert base is not None
    names = [each.name for each in base.parameters if declared is base or each.role != "out"]
    found = SimpleNamespace(given=sample.arguments, computed=computed)
    for name, each in zip(names, declared.parameters, strict=True):
        value = sample.arguments.get(each.name)
        if computed is None:
            pass
        elif isinstance(value, np.ndarray):
            is_own = each.name in oracle_of(declared).types
            value = (
                value if each.name == "index" else wider(value, value.dtype if is_own else computed)
            )
        elif each.kind == "tensor_list" and value is not None:
            value = [wider(member, computed) for member in value]
        elif each.kind == "scalar" and value is not None:
            value = wider(np.asarray(value), computed)[()]
        setattr(found, name, value)
    return found


def spacing(magnitude: Array, dtype: np.dtype[Any]) -> Array:
    """The distance of numbers of this size in a data type."""
    part = {"complex64": "float32", "complex128": "float64"}.get(dtype.name, dtype.name)
    limits: Any = ml_dtypes.finfo(numpy_type(part))
    least = np.longdouble(float(limits.smallest_subnormal))
    with np.errstate(all="ignore"):
        _, exponent = np.frexp(np.maximum(magnitude, np.longdouble(float(limits.tiny))))
        units = np.ldexp(np.longdouble(1), exponent - 1 - int(limits.nmant))
    return np.asarray(np.maximum(units, least))


def saturated(values: Array, dtype: np.dtype[Any]) -> Array:
    """Floats as integers or bool: 0 for NaN, and the nearest there is for what is too large."""
    if dtype == np.bool_:
        return np.asarray(values != 0)
    limits = np.iinfo(dtype)
    with np.errstate(all="ignore"):
        found = np.where(np.isnan(values), 0, values).astype(dtype)
        found = np.where(values >= np.longdouble(limits.max), limits.max, found)
        return np.where(values <= np.longdouble(limits.min), limits.min, found).astype(dtype)


def errors(
    got: Array, expected: Array, magnitude: Array | None, dtype: np.dtype[Any]
) -> NDArray[np.longdouble]:
    """How far results are from the exact values, in units in the last place; inf: they differ."""
    if not is_float(dtype) and dtype.kind != "c":
        wanted = saturated(expected, dtype) if is_float(expected.dtype) else expected.astype(dtype)
        return np.where(got == wanted, np.longdouble(0), np.longdouble(np.inf))
    if dtype.kind == "c":
        parts = [
            errors(
                getattr(got, part),
                getattr(expected, part),
                np.abs(expected) if magnitude is None else magnitude,
                numpy_type({8: "float32", 16: "float64"}[dtype.itemsize]),
            )
            for part in ("real", "imag")
        ]
        special = ~np.isfinite(expected) | ~np.isfinite(got)
        return np.where(special, np.longdouble(0), np.maximum(*parts))
    with np.errstate(all="ignore"):
        rounded = expected.astype(dtype)
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
        size = np.abs(expected) if magnitude is None else np.maximum(np.abs(expected), magnitude)
        if magnitude is not None:
            # Terms that overflow before they cancel give infinities, or NaN.
            same |= size > np.longdouble(float(ml_dtypes.finfo(dtype).max))
        wide = got.astype(np.longdouble)
        units = np.abs(wide - expected) / spacing(size, dtype)
        units = np.where(np.isfinite(wide) & ~np.isnan(units), units, np.longdouble(np.inf))
    return np.where(same, np.longdouble(0), units)


# --- Runs ----------------------------------------------------------------------------------------


@pytest.fixture
def device() -> Iterator[acl.Device]:
    with acl.Device(0) as device:
        yield device


@cache
def selected(architecture: str) -> bytes:
    return PRODUCTS[architecture].encode()


@dataclass
class Wrong:
    """What is wrong with a call, and the largest error of a result of a data type, in units."""

    text: str
    dtype: str = ""
    units: float = 0
    allowed: float = 0


def wrong(
    device: acl.Device, stream: Any, name: str, sample: Sample, architecture: str
) -> Wrong | None:
    """What is wrong with the result of a call; None if nothing is."""
    run = Run(device, name, sample)
    declared, oracle = run.declared, oracle_of(run.declared)
    refused = is_refused(name, sample, architecture)
    try:
        results = run.go(stream)
    except acl.AclError as error:
        expected_here = refused and error.code in REFUSALS
        return None if expected_here else Wrong(f"{sample.text}: {error}")
    finally:
        run.close()
    if refused:
        return Wrong(f"{sample.text}: taken, expected one of {REFUSALS}")
    first = sample.arguments.get(leading(declared).name, sample.out_type)
    if isinstance(first, list):
        first = first[0]
    own = numpy_type(first) if isinstance(first, str) else np.asarray(first).dtype
    computed = numpy_type(run.promoted) if run.promoted else own
    dtype_parameter = next((e.name for e in declared.parameters if e.type == "aclDataType"), None)
    if dtype_parameter is not None:
        computed = numpy_type(sample.arguments[dtype_parameter])
    if oracle.computed is not None:
        computed = numpy_type(oracle.computed(architecture, computed.name))
    if oracle.computed_by is not None:
        given = operands_of(declared, sample, None)
        computed = numpy_type(oracle.computed_by(architecture, given))
    operands = operands_of(declared, sample, None if oracle.given else computed)
    operands.architecture = architecture
    with np.errstate(all="ignore"):
        expected = oracle.value(operands)
        magnitude = oracle.magnitude(operands) if oracle.magnitude is not None else None
    wanted = expected if isinstance(expected, list) else [np.asarray(expected)]
    each_size = magnitude if isinstance(magnitude, list) else [magnitude] * len(wanted)
    sizes = [None if size is None else np.asarray(size) for size in each_size]
    chosen = oracle.chosen([np.asarray(each) for each in wanted])
    for got, exact, size in zip(oracle.chosen(results), chosen, sizes, strict=True):
        if got.shape != exact.shape:
            return Wrong(f"{sample.text}: shape {got.shape}, expected {exact.shape}")
        ulp = declared.ulp.get(got.dtype.name, declared.ulp.get("", 0.5))
        ulp = declared.ulp.get("complex", ulp) if got.dtype.kind == "c" else ulp
        allowed = ulp + oracle.roundings
        units = np.asarray(errors(got, exact, size, got.dtype))
        count = np.count_nonzero(units > allowed)
        if count:
            at = np.unravel_index(np.argmax(units), units.shape)
            where = f"at {tuple(map(int, at))} {got[at]!r}, expected {exact[at]!r}"
            text = f"{sample.text}: {count} wrong, {where}"
            return Wrong(text, got.dtype.name, float(units[at]), allowed)
    return None


def summary(found: Sequence[Wrong]) -> str:
    """The largest error of each data type of results that have one, a line each."""
    lines = []
    for dtype in dict.fromkeys(each.dtype for each in found if each.dtype):
        of_type = [each for each in found if each.dtype == dtype]
        most = max(each.units for each in of_type)
        what = "another number" if most == np.inf else f"off by {most:.3g}"
        lines.append(
            f"{dtype}: {len(of_type)} calls, at worst {what}; "
            f"{of_type[0].allowed:g} units in the last place are allowed"
        )
    return "\n".join(lines)


def test_errors_are_counted_in_units_in_the_last_place() -> None:
    """Behind 1, float32 has a number every 2^-23 and float16 every 2^-10."""
    for dtype, unit in ((np.dtype("float32"), 2.0**-23), (np.dtype("float16"), 2.0**-10)):
        exact = np.ones(4)
        got = np.array([1, 1 + unit, 1 - 3 * unit, np.nan], dtype)
        assert errors(got, exact, None, dtype).tolist() == [0, 1, 3, np.inf]
        assert errors(got[1:2], np.array([1 + unit / 4]), None, dtype).tolist() == [0.75]
    whole = np.dtype("int32")
    got = np.array([7, 8], whole)
    assert errors(got, np.array([7, 7]), None, whole).tolist() == [0, np.inf]
    found = [Wrong("", "float16", 0.75, 0.5), Wrong("no"), Wrong("", "float16", 3, 0.5)]
    assert summary(found) == (
        "float16: 2 calls, at worst off by 3; 0.5 units in the last place are allowed"
    )


def refused(declared: Declared) -> Iterator[tuple[str, str, str]]:
    """Operands with data types that CANN computes and this library does not, and a product's
    architecture."""
    for check in declared.checks:
        if check.name == "refused":
            for word in check.arguments[1].split():
                yield check.arguments[0], word, "2201" if 2201 in check.on else str(check.on[0])


def result_type(result: Parameter, values: dict[str, str], type_name: str) -> str:
    """That of an operand, of an argument, or one by name; of a complex number's parts, or of the
    number that they make; else type_name."""
    rule, _, operand = result.data_type.rstrip(")").partition("(")
    if rule == "part_type":
        return PARTS.get(values[operand], values[operand])
    if rule == "complex_type":
        return next(kind for kind, part in PARTS.items() if part == values[operand])
    kind = values.get(rule, rule)
    return kind if kind in DATA_TYPES else type_name


def tensors_of(declared: Declared, type_name: str) -> list[list[Any]]:
    """Arguments for a first operand of a data type, which no array may have."""
    values: dict[str, str] = {}
    others: dict[str, list[Any]] = {"int_array": ["Int", []], "scalar": ["S", 0, "00000000"]}
    made: list[list[Any]] = []
    for each in declared.parameters:
        if each.type == "aclDataType":
            values[each.name] = "float32"
            made.append(["i", DATA_TYPES["float32"].value])
        elif each.kind in others:
            made.append(others[str(each.kind)])
        else:
            assert each.kind == "tensor", "no other arguments are made here"
            values[each.name] = (
                result_type(each, values, type_name) if each.role == "out" else type_name
            )
            number = DATA_TYPES[values[each.name]].value
            made.append(["T", [2, 3], number, 2, None, 0, [2, 3]])
    return made


def arguments_like(
    name: str, device: acl.Device, type_name: str, architecture: str
) -> list[list[Any]]:
    """Those of a sample, with the data type in place of that of the first operand, wherever a
    tensor has it."""
    made: list[list[Any]] = []
    words = {"int_array": "Int", "bool_array": "Bool", "integer": "i", "text": "s", "real": "f"}
    sample = next(samples(CALLS[name], architecture, types_of(CALLS[name], architecture)[:1]))
    with Run(device, name, sample) as run:
        first = sample.arguments[leading(run.declared).name].dtype
        for each, value in zip(run.declared.parameters, run.arguments, strict=True):
            if value is None or (each.kind == "tensor" and each.optional and each.role == "in"):
                made.append(["n"])
            elif each.kind == "tensor":
                shape = list(value.shape)
                own = type_name if value.dtype == first else value.dtype.name
                number = DATA_TYPES[own].value
                storage = list(value._storage_shape)
                made.append(["T", shape, number, format_value(value.format), None, 0, storage])
            else:
                made.append([words[each.kind], value])
    return made


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", [name for name in CALLS if list(refused(CALLS[name]))])
def test_refused_types(api: Api, device: acl.Device, name: str) -> None:
    """They are 207000, which says so, and only those."""
    declared = CALLS[name]
    for operand, type_name, architecture in refused(declared):
        assert operand == leading(declared).name
        api.ok.aclnnExtSelectSoc(selected(architecture))
        try:
            row = DATA_TYPES[type_name]
            has_arrays = row.numpy_name and row.bits >= 8
            if has_arrays and any(each.kind != "tensor" for each in declared.parameters):
                sample = next(samples(declared, architecture, [type_name]))
                with Run(device, name, sample) as run:
                    with pytest.raises(
                        acl.AclError, match="not implemented by this library"
                    ) as caught:
                        acl.plan(name, *run.arguments)
                    assert caught.value.code == 207000
            else:
                given = {each.kind for each in declared.parameters if each.type != "aclDataType"}
                answer = phase_one(
                    api,
                    name,
                    tensors_of(declared, type_name)
                    if given <= {"tensor", "int_array", "scalar"}
                    else arguments_like(name, device, type_name, architecture),
                )
                assert answer.status == 207000
                assert "not implemented by this library" in answer.text
        finally:
            api.aclnnExtSelectSoc(None)


def tensor_of(type_name: str, shape: Sequence[int] = (2, 2)) -> list[Any]:
    """A tensor as facts write one."""
    return ["T", list(shape), DATA_TYPES[type_name].value, 2, None, 0, list(shape)]


MOVED = ("hifloat8", "float8_e5m2", "float8_e4m3fn", "float8_e8m0fnu")
"""What Ascend950 converts, and joins; the last is moved only."""

CONVERSIONS = [
    *(("aclnnInplaceCopy", ["float32", each], 0) for each in MOVED[:3]),
    *(("aclnnInplaceCopy", [each, "float32"], 0) for each in MOVED[:3]),
    ("aclnnInplaceCopy", ["float32", MOVED[3]], 561103),
    ("aclnnInplaceCopy", [MOVED[3], "float32"], 561103),
    *(("aclnnInplaceCopy", [each, each], 0) for each in MOVED),
    *(("aclnnCat", [each, "float32"], 0) for each in MOVED[:3]),
    ("aclnnCat", [MOVED[3], "float32"], 561103),
    *(("aclnnCat", [each, each], 0) for each in MOVED),
    *(("aclnnCat", [each, each], 207000) for each in ("float4_e1m2", "float4_e2m1fn")),
    *(("aclnnCast", ["float32", each], 0) for each in MOVED[:3]),
    *(("aclnnCast", [each, "float32"], 0) for each in MOVED[:3]),
    ("aclnnCast", ["float16", "complex32"], 207000),
    ("aclnnCast", ["float32", "complex32"], 561103),
    ("aclnnCast", ["complex32", "float32"], 207000),
    ("aclnnCast", ["float32", "int4"], 561103),
    ("aclnnCast", ["int32", "int4"], 0),
    ("aclnnCast", ["float32", "float8_e8m0fnu"], 161002),
    ("aclnnCast", ["int4", "float32"], 161002),
]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("name", "types", "status"), CONVERSIONS)
def test_conversions_of_small_types(api: Api, name: str, types: list[str], status: int) -> None:
    """Pairs that no kernel of Cast has are 561103, those that are not implemented 207000."""
    first, second = types
    arguments: dict[str, Callable[[], list[Any]]] = {
        "aclnnInplaceCopy": lambda: [tensor_of(first), tensor_of(second)],
        "aclnnCat": lambda: [
            ["TensorList", [tensor_of(first), tensor_of(first)]],
            ["i", 0],
            tensor_of(second, (4, 2)),
        ],
        "aclnnCast": lambda: [
            tensor_of(first),
            ["i", DATA_TYPES[second].value],
            tensor_of(second),
        ],
    }
    with selected_soc(api, "Ascend950"):
        assert phase_one(api, name, arguments[name]()).status == status


@pytest.mark.usefixtures("own_library")
def test_what_is_cast_to_int4_is_contiguous(api: Api) -> None:
    transposed = tensor_of("float32")
    transposed[4] = [1, 2]
    arguments = [transposed, ["i", DATA_TYPES["int4"].value], tensor_of("int4")]
    with selected_soc(api, "Ascend950"):
        answer = phase_one(api, "aclnnCast", arguments)
    assert answer.status == 161002
    assert "contiguous" in answer.text


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("name", quick_calls())
def test_some_values(api: Api, device: acl.Device, name: str) -> None:
    """What test_values looks at, thinned for `make quick`: each data type, not in each shape."""
    sweep(api, device, name, "2201", step=5)


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("architecture", PRODUCTS)
@pytest.mark.parametrize("name", each_call())
def test_values(api: Api, device: acl.Device, name: str, architecture: str) -> None:
    """All on the product that samples are for; on others, which differ in few steps, a third."""
    sweep(api, device, name, architecture, step=1 if architecture == home_of(name) else 3)


def sweep(api: Api, device: acl.Device, name: str, architecture: str, step: int) -> None:
    """Fail with what is wrong in one of each step samples."""
    found = []
    count = 0
    api.ok.aclnnExtSelectSoc(selected(architecture))
    try:
        stream = device.stream()
        declared = CALLS[name]
        every = chain(recipes(declared, architecture), mixed_types(declared, architecture))
        for recipe in islice(every, 0, None, step):
            sample = recipe()
            count += 1
            is_wrong = wrong(device, stream, name, sample, architecture)
            if is_wrong is None:
                continue
            if sample.is_reversed and architecture == "3510" and "(561103)" in is_wrong.text:
                continue  # operands that are not copied there, or by the device's CPU, are taken
            found.append(is_wrong)
    finally:
        api.aclnnExtSelectSoc(None)
    shown = "\n".join([summary(found), *(each.text for each in found[:MOST_SHOWN])])
    assert not found, f"{len(found)} of {count} calls are wrong:\n{shown}"
    assert count or not types_of(CALLS[name], architecture)
