# SPDX-License-Identifier: Apache-2.0
"""Runs the samples of an entry of OpInfo on the device and on the CPU, and judges each."""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import math
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import torch
from torch.utils._pytree import tree_leaves, tree_map

from .outcome import Outcome
from .reviewed import Reviewed

FEWEST = 20
"""Random numbers whose mean is compared."""

WIDER = {
    torch.float16: torch.float32,
    torch.bfloat16: torch.float32,
    torch.float32: torch.float64,
}
FALLBACK = re.compile(r"The operator '([^']+)' is not currently supported on the NPU")
SEED = 0

Call = Callable[..., list[Any]]
"""An operator on a device, its floating operands perhaps wider."""


class WrongError(Exception):
    """Results are not those of the CPU; the text says how."""


@dataclass(frozen=True)
class Task:
    """The samples of one entry in one type, from `first` on."""

    entry: int
    dtype: str
    first: int
    most: int | None
    backward: bool


def run(task: Task, op: Any, reviewed: Reviewed, tell: TextIO, errors: Path) -> bool:
    """Tell of each sample that it begins and what became of it, in lines of JSON.

    False when the process is of no further use: a failure stays with the device's context, and
    torch_npu warns of each fallback once.
    """
    dtype = getattr(torch, task.dtype)
    for number, sample in _samples(task, op, dtype):
        print(json.dumps({"begin": number}), file=tell, flush=True)
        before = errors.stat().st_size
        outcome, text = _judge(task, op, sample, dtype, reviewed)
        said = errors.read_bytes()[before:].decode("utf-8", "replace")
        fallen = sorted(set(FALLBACK.findall(said)))
        if fallen and outcome not in {Outcome.WRONG, Outcome.REFUSED}:
            outcome, text = Outcome.FALLBACK, ", ".join(fallen)
        print(
            json.dumps({"number": number, "outcome": outcome, "text": text}), file=tell, flush=True
        )
        if fallen or outcome in {Outcome.WRONG, Outcome.REFUSED}:
            return False
    return True


def _samples(task: Task, op: Any, dtype: torch.dtype) -> Iterator[tuple[int, Any]]:
    torch.manual_seed(SEED)
    gradients = task.backward and dtype.is_floating_point and op.supports_autograd
    samples = list(op.sample_inputs("cpu", dtype, requires_grad=gradients))
    count = len(samples) if task.most is None else min(task.most, len(samples))
    for number in range(task.first, count):
        yield number, samples[number * len(samples) // count]


def _judge(
    task: Task, op: Any, sample: Any, dtype: torch.dtype, reviewed: Reviewed
) -> tuple[Outcome, str]:
    on_cpu = reviewed.contents(op.name) == "arguments on the CPU"
    call = _backward_call(op, sample) if task.backward else _call(op, sample, on_cpu=on_cpu)
    try:
        expected = call("cpu")
    except Exception as error:
        return Outcome.SKIPPED, _first_line(error)
    try:
        found = call("npu")
        torch.npu.synchronize()
        if reviewed.contents(op.name) == "random" or drops_out(op, sample):
            _same_kind(found, expected)
            if not task.backward:
                _same_statistics(found, expected)
            return Outcome.RANDOM, ""
        if reviewed.contents(op.name) == "undefined":
            _same_kind(found, expected)
            return Outcome.RIGHT, ""
        found = _on_cpu(found)
    except WrongError as error:
        return Outcome.WRONG, str(error)
    except Exception as error:
        return Outcome.REFUSED, refusal(error)
    contents = reviewed.contents(op.name)

    def in_wider() -> list[Any]:
        return call("cpu", WIDER.get(dtype))

    try:
        _same(found, expected, in_wider, _sum_bound(expected) if contents == "sums" else {})
        return Outcome.RIGHT, ""
    except WrongError as error:
        if contents == "positions" and _picks_equals(sample, found, expected):
            return Outcome.RIGHT, ""
        allowed = reviewed.difference(op.name, op.variant_test_name, task.dtype)
        if allowed is None:
            return Outcome.WRONG, f"{error}; {_shown(sample)}"
    try:
        if allowed.compared is not None:
            found = [found[each] for each in allowed.compared]
            expected = [expected[each] for each in allowed.compared]
        if allowed.any_type:
            found = [_as_type(*each) for each in zip(found, expected, strict=True)]
        _close(found, expected, allowed.bound)
        return Outcome.DIFFERS, allowed.reason
    except WrongError as error:
        return Outcome.WRONG, f"beyond the reviewed bound: {error}; {_shown(sample)}"


def drops_out(op: Any, sample: Any) -> bool:
    """Whether an argument with that name says that elements are dropped.

    The entry's own function may hide the names behind *args; torch's, of its name, has them.
    """
    named = dict(sample.kwargs)
    with contextlib.suppress(AttributeError, TypeError, ValueError):  # not there, or written in C
        signature = inspect.signature(functools.reduce(getattr, op.name.split("."), torch))
        named.update(signature.bind(sample.input, *sample.args, **sample.kwargs).arguments)
    return bool(named.get("dropout_p") and named.get("training", True))


def _as_type(value: Any, other: Any) -> Any:
    return value.to(other.dtype) if isinstance(value, torch.Tensor) else value


def _sum_bound(expected: list[Any]) -> dict[str, float]:
    """torch.testing's tolerance, relative to the largest number: terms may cancel in a sum."""
    floats = [each for each in expected if isinstance(each, torch.Tensor) and each.numel()]
    floats = [each for each in floats if each.is_floating_point() or each.is_complex()]
    if not floats:
        return {}
    rtol = {torch.float16: 1e-3, torch.bfloat16: 1.6e-2}.get(floats[0].dtype, 1.3e-6)
    largest = max(each.detach().abs().nan_to_num(0, 0, 0).max().item() for each in floats)
    return {"rtol": rtol, "atol": 1e-5 + rtol * largest}


def _call(op: Any, sample: Any, *, on_cpu: bool = False) -> Call:
    def call(device: str, wider: torch.dtype | None = None) -> list[Any]:
        others = _moved((sample.args, sample.kwargs), "cpu" if on_cpu else device, wider)
        values = (_moved(sample.input, device, wider), *others)
        torch.manual_seed(SEED)
        return list(tree_leaves(op(values[0], *values[1], **values[2])))

    return call


def _backward_call(op: Any, sample: Any) -> Call:
    """Gradients of the tensors that want them, for fixed gradients of the results."""

    def call(device: str, wider: torch.dtype | None = None) -> list[Any]:
        values = _moved((sample.input, sample.args, sample.kwargs), device, wider)
        wanted = [each for each in tree_leaves(values) if _wants_gradient(each)]
        torch.manual_seed(SEED)
        results = tree_leaves(sample.output_process_fn_grad(op(values[0], *values[1], **values[2])))
        results = [each for each in results if _wants_gradient(each)]
        drawn = [
            torch.randn(each.shape, generator=torch.Generator().manual_seed(SEED)).to(each)
            for each in results
        ]
        found = torch.autograd.grad(results, wanted, drawn, allow_unused=True)
        return [each for each in found if each is not None]

    return call


def _wants_gradient(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad


def _moved(values: Any, device: str, wider: torch.dtype | None) -> Any:
    """Copies on the device, of the same strides; floating tensors in the wider type if any."""

    def moved(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            copy = value.detach().clone()
            if wider is not None and value.dtype in WIDER:
                copy = copy.to(wider)
            return copy.to(device).requires_grad_(value.requires_grad)
        if isinstance(value, torch.device) or value == "cpu":
            return torch.device(device)
        return value

    return tree_map(moved, values)


def _on_cpu(values: list[Any]) -> list[Any]:
    return [each.detach().cpu() if isinstance(each, torch.Tensor) else each for each in values]


def _same_kind(found: list[Any], expected: list[Any]) -> None:
    if len(found) != len(expected):
        raise WrongError(f"{len(found)} results; CPU: {len(expected)}")
    for ours, theirs in zip(found, expected, strict=True):
        if isinstance(theirs, torch.Tensor):
            if ours.shape != theirs.shape:
                raise WrongError(f"shape {list(ours.shape)}; CPU: {list(theirs.shape)}")
            if ours.dtype != theirs.dtype:
                raise WrongError(f"{_name(ours.dtype)}; CPU: {_name(theirs.dtype)}")


def _same(
    found: list[Any],
    expected: list[Any],
    in_wider: Callable[[], list[Any]],
    bound: dict[str, float],
) -> None:
    """Results are those of the CPU, or what it has in the wider type, rounded."""
    try:
        return _close(found, expected, bound)
    except WrongError as error:
        wrong = error
    try:
        better = [
            b.to(e.dtype) if isinstance(e, torch.Tensor) else b
            for b, e in zip(in_wider(), expected, strict=True)
        ]
        return _close(found, better, bound or _own_error(expected, better))
    except Exception:  # the CPU has none in the wider type, or another one too
        raise wrong from None


def _own_error(expected: list[Any], better: list[Any]) -> dict[str, float]:
    """torch.testing's tolerance, and what the CPU's own float32 is off: no less is asked for."""
    off = [
        (ours - theirs).abs().max().item()
        for ours, theirs in zip(expected, better, strict=True)
        if isinstance(ours, torch.Tensor) and ours.dtype == torch.float32 and ours.numel()
    ]
    return {"rtol": 1.3e-6, "atol": 1e-5 + max(off)} if off and math.isfinite(max(off)) else {}


def _close(found: list[Any], expected: list[Any], bound: dict[str, float]) -> None:
    _same_kind(found, expected)
    for number, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        try:
            torch.testing.assert_close(ours, theirs, equal_nan=True, check_layout=False, **bound)
        except (AssertionError, TypeError, ValueError, RuntimeError) as error:
            lines = [line for line in str(error).splitlines() if line.strip()]
            kept = [line for line in lines if "difference" in line or "Mismatched" in line]
            text = " ".join(" ".join(kept or lines[:2]).split())
            text += f" found {_values(ours)} expected {_values(theirs)}"
            raise WrongError(f"result {number}: {text}") from None


def _picks_equals(sample: Any, found: list[Any], expected: list[Any]) -> bool:
    """Positions in the first operand are others than the CPU's, but of equal elements."""
    _same_kind(found, expected)
    if len(found) == 2:
        try:
            _close(found[:1], expected[:1], {})
        except WrongError:
            return False
    ours, theirs = found[-1], expected[-1]
    elements = sample.input.detach()
    if ours.dim() < elements.dim() and ours.dim() == 0:
        elements = elements.flatten()
    for dim in range(max(elements.dim(), 1)):
        kept = ours.dim() == elements.dim()
        pair = [each if kept else each.unsqueeze(dim) for each in (ours, theirs)]
        try:
            picked = [torch.take_along_dim(elements, each, dim) for each in pair]
            _close(picked[:1], picked[1:], {})
        except (RuntimeError, IndexError, WrongError):
            continue
        return True
    return False


def _values(value: Any) -> str:
    if not isinstance(value, torch.Tensor):
        return repr(value)
    if value.layout != torch.strided:
        return str(value.layout)
    return str(value.detach().flatten()[:6].tolist())


def _same_statistics(found: list[Any], expected: list[Any]) -> None:
    """Means agree within six standard errors, where there are enough numbers for one."""
    means = []
    for results in (found, expected):
        leaves = [each for each in results if isinstance(each, torch.Tensor)]
        values = torch.cat([each.detach().cpu().flatten().double() for each in leaves])
        if values.numel() < FEWEST:
            return
        means.append((values.mean(), values.var() / values.numel()))
    (ours, our_error), (theirs, their_error) = means
    if (ours - theirs).abs() > 6 * (our_error + their_error).sqrt() + 1e-12:
        raise WrongError(f"mean of what is drawn {ours.item():.5g}; CPU: {theirs.item():.5g}")


def refusal(error: BaseException) -> str:
    """The call and the code of an exception of torch_npu, or the first line of its text."""
    text = str(error)
    said = re.search(r"aclopCompileAndExecute\w*: [^\n]*", text) or re.search(
        r"\w+\(E[A-Z]\d{4}\): acl\w+: [^\n]*", text
    )
    return said[0][:400] if said else _first_line(error)


def _first_line(error: BaseException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0] if lines else ''}"[:300]


def _shown(sample: Any) -> str:
    def shown(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return f"{_name(value.dtype)}{list(value.shape)}"
        return value

    values = tree_map(shown, (sample.input, *sample.args))
    named = "".join(f", {key}={tree_map(shown, value)}" for key, value in sample.kwargs.items())
    return f"({', '.join(map(str, values))}{named})"[:300]


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def work(tasks: TextIO, tell: TextIO, errors: Path, op_db: list[Any]) -> None:
    """Run what is asked for, a line of JSON a task, until there is no more or a sample failed."""
    warnings.simplefilter("always")
    torch.set_num_threads(1)
    reviewed = Reviewed.read()
    for line in tasks:
        task = Task(**json.loads(line))
        try:
            useful = run(task, op_db[task.entry], reviewed, tell, errors)
        except Exception:
            traceback.print_exc()
            text = _first_line(sys.exc_info()[1] or Exception())
            print(json.dumps({"unmade": text}), file=tell, flush=True)
            useful = True
        print(json.dumps({"done": useful}), file=tell, flush=True)
        if not useful:
            break
    tell.flush()
    os._exit(0)  # destructors of what failed have nothing to say
