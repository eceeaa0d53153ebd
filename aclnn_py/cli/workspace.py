# SPDX-License-Identifier: Apache-2.0
"""Print the workspace that CANN would ask for, and the placements it follows from.

    aclnn workspace EmbeddingDenseBackward --grad 8,128,768:float16 --indices 8,128:int64
                    --num-weights 30522 --soc Ascend910B2
    aclnn workspace EmbeddingDenseBackward --help        what an operator takes
    aclnn workspace EmbeddingDenseBackward --soc all ... compares the products
    aclnn workspace --sweep calls.csv --out sizes.csv    many calls

Nothing runs: the library sizes tensors that have no memory. The exit code is 1 when the operator
refuses the call, or a row of a sweep could not be sized or differs from what it should be.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .. import native
from .._prototype import Prototype, prototype
from .._workspace import Workspace, selected, workspace
from .._workspace_text import MAX_WIDTH, align
from ..errors import AclError
from ..tensor_spec import TensorSpec
from ._cells import parse_integer, parse_sizes, parse_value, reason
from ._common import CommandError, check_settings, check_soc, require_tree, whole_file
from ._sweep import STANDARD
from ._sweep import run as run_sweep

HELP = "print the workspace that CANN would ask for, and why"

VALUE_OPTIONS = ("--soc", "--svg", "--sweep", "--out", "--ignore-columns")

ALL = "all"

_EXTENSION = "aclnnExtDescribeWorkspace"
"""What a library of another maker does not have."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options that need no operator."""
    parser.usage = (
        "aclnn workspace OPERATOR [OPTIONS]\n       aclnn workspace --sweep FILE [OPTIONS]"
    )
    parser.add_argument(
        "--soc",
        action="append",
        metavar="NAME",
        help=f"the product, as in ACLNN_SOC; several with commas, or {ALL}",
    )
    parser.add_argument(
        "--deterministic", action="store_true", default=None, help="with ACL_OPT_DETERMINISTIC"
    )
    parser.add_argument("--json", action="store_true", help="print the plan as JSON")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the layout into a file")
    parser.add_argument(
        "--sweep",
        type=Path,
        metavar="FILE",
        help="size each row of a CSV file; - is standard input",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="with --sweep: where the result goes (standard output otherwise)",
    )
    parser.add_argument(
        "--ignore-columns",
        action="append",
        metavar="NAMES",
        help="with --sweep: columns of the file's own, with commas between; so are those with a #",
    )


def operands(parser: argparse.ArgumentParser) -> None:
    """Add the operator, which its own options follow."""
    known = [name.removeprefix("aclnn") for name in native.description().operators]
    parser.add_argument("operator", metavar="OPERATOR", choices=known, help="an operator")


class _Parser(argparse.ArgumentParser):
    """Mistakes are told in one line, as by all commands."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"workspace: {message}")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn workspace`."""
    require_tree()
    check_settings(os.environ)
    lib = native.load()
    if not hasattr(lib, _EXTENSION):
        raise CommandError(
            f"workspace: {lib._name} does not export {_EXTENSION}; unset {native.LIBRARY_VARIABLE}"
        )
    if not options.command_line:
        if options.sweep is None:
            raise CommandError("workspace: an operator is missing (aclnn workspace OPERATOR ...)")
        return _sweep(options, _USUAL_OPERATOR)
    name, *rest = options.command_line
    call = _prototype(name)
    out_of_sweep = options.out
    options.out = None
    _operator_parser(call).parse_args(_spelled(call, rest), options)
    if options.sweep is not None:
        options.out = options.out or out_of_sweep
        _refuse_arguments(call, options)
        return _sweep(options, call.name)
    if out_of_sweep is not None:
        raise CommandError(
            "workspace: --out before the operator belongs to --sweep; write it behind the "
            "operator to describe the result"
        )
    if options.ignore_columns is not None:
        raise CommandError(
            "workspace: --ignore-columns belongs to --sweep; write --sweep FILE beside it"
        )
    arguments = _arguments(call, options)
    socs = _socs(options.soc)
    if len(socs) > 1:
        return _compare(call, socs, options, arguments)
    return _explain(call, socs[0], options, arguments)


def _prototype(name: str) -> Prototype:
    try:
        return prototype(name)
    except ValueError as error:
        raise CommandError(f"workspace: {error}") from None


# --- Arguments -----------------------------------------------------------------------------------


def _option(parameter: str) -> str:
    return "--" + parameter.replace("_", "-")


def _spelled(call: Prototype, arguments: Sequence[str]) -> list[str]:
    """Options as they are called here: --numWeights and --num_weights are --num-weights."""
    options = [name for parameter in call.parameters for name in _options(call, parameter)]
    known = {_letters(option): option for option in options}
    found = []
    for argument in arguments:
        option, equals, value = argument.partition("=")
        if option.startswith("--") and option not in options:
            option = known.get(_letters(option), option)
        found.append(option + equals + value)
    return found


def _letters(option: str) -> str:
    return option.replace("-", "").replace("_", "").lower()


def _options(call: Prototype, parameter: str) -> list[str]:
    """The options about a parameter."""
    ends = ("", *(f"-{end}" for end in _TENSOR_OPTIONS)) if parameter in call.tensors else ("",)
    return [f"{_option(parameter)}{end}" for end in ends]


# What the options are called, and what they take, of parameters that are no plain numbers.
_VALUES = {
    "aclScalar": ("VALUE", "a number with or without a data type, as 2 or 0.5:float16"),
    "aclScalarList": ("VALUES", "numbers, as 1,2.5"),
    "aclIntArray": ("NUMBERS", "whole numbers, as 0,-1"),
    "aclFloatArray": ("NUMBERS", "numbers, as 0.5,1"),
    "aclBoolArray": ("FLAGS", "flags, as 1,0"),
    "aclDataType": ("TYPE", "a data type, as float32"),
    "char": ("TEXT", "a text"),
}


def _operator_parser(call: Prototype) -> argparse.ArgumentParser:
    """The options of one operator, after its prototype."""
    parser = _Parser(
        prog=f"aclnn workspace {call.name.removeprefix('aclnn')}",
        description=f"The workspace of {call.name}, and the placements it follows from.",
        epilog="Shapes and strides are written 8,128 or 8x128; those that begin with a minus "
        "need =, as in --grad-strides=-1,1. Data types are float16, DT_FLOAT16 or f16 and so on; "
        "the number counts bits.",
        allow_abbrev=False,
        conflict_handler="resolve",  # a tensor called out and the result of a sweep
    )
    configure(parser)
    optional = {*call.rule.defaults, *call.rule.derived, *call.flags}
    needed = [
        f"{_option(name)} {'SHAPE:TYPE' if name in call.tensors else 'N'}"
        for name in call.parameters
        if name not in optional
    ]
    parser.usage = " ".join([parser.prog, *needed, "[OPTIONS]"])
    group = parser.add_argument_group("arguments of the operator")
    for parameter, spelling in call.parameters.items():
        note = "; may be left out" if parameter in optional else ""
        option = _option(parameter)
        if parameter in call.tensors:
            group.add_argument(
                option, metavar="SHAPE:TYPE", help=f"a tensor, as 8,128:float16{note}"
            )
            for end, (metavar, help_text) in _TENSOR_OPTIONS.items():
                if f"{parameter}_{end}" not in call.parameters:  # x2Offset is one of its own
                    group.add_argument(
                        f"{option}-{end}",
                        dest=_of_tensor(parameter, end),
                        metavar=metavar,
                        help=help_text,
                    )
            continue
        short = [_option(name) for name, long in call.rule.short.items() if long == parameter]
        if parameter in call.flags:
            group.add_argument(
                *short,
                option,
                dest=parameter,
                action=argparse.BooleanOptionalAction,
                help="set it, or not",
            )
            continue
        metavar, words = _VALUES.get(native.split_type(spelling)[0], ("N", "a number"))
        if parameter in call.lists:
            metavar, words = "SHAPE:TYPE/...", "tensors, as 2,3:float32/4:float32"
        words = f"{words} ({spelling}){note}"
        group.add_argument(*short, option, dest=parameter, metavar=metavar, help=words)
    return parser


def _arguments(call: Prototype, options: argparse.Namespace) -> dict[str, Any]:
    """The keyword arguments of workspace() that the options stand for."""
    given: dict[str, Any] = {}
    try:
        for parameter in call.parameters:
            text = getattr(options, parameter)
            if parameter in call.flags:
                if text is not None or parameter not in call.rule.defaults:
                    given[parameter] = bool(text)
            elif parameter in call.tensors:
                if text is not None:
                    given[parameter] = _tensor(parameter, text, options)
            elif text is not None:
                given[parameter] = _named(parameter, parse_value, call, parameter, text)
        for parameter, derive in call.rule.derived.items():
            if parameter not in given and _has_tensor_options(parameter, options):
                call.complete(given)  # so that what is missing is named
                spec = derive(given)
                assert spec is not None
                given[parameter] = _with_options(parameter, spec, options)
        call.complete(given)
    except (TypeError, ValueError) as error:
        raise CommandError(f"workspace: {error}") from None
    return given


def _named(parameter: str, parse: Any, *arguments: Any) -> Any:
    """What parse gives; its errors name the option."""
    try:
        return parse(*arguments)
    except (TypeError, ValueError) as error:
        raise CommandError(f"workspace: {_option(parameter)}: {error}") from None


def _tensor(parameter: str, text: str, options: argparse.Namespace) -> TensorSpec:
    sizes, _, dtype = text.partition(":")
    dtype = getattr(options, _of_tensor(parameter, "dtype"), None) or dtype
    if not dtype:
        raise CommandError(
            f"workspace: {_option(parameter)} {text}: has no data type ({text}:float32)"
        )
    spec = TensorSpec(_named(parameter, parse_sizes, sizes), dtype)
    return _with_options(parameter, spec, options)


_TENSOR_OPTIONS = {
    "dtype": ("TYPE", "its data type"),
    "strides": ("STRIDES", "in elements"),
    "offset": ("N", "of its first element"),
    "storage": ("SHAPE", "what it is a view of"),
}


def _of_tensor(parameter: str, end: str) -> str:
    """Where the parser keeps an option of a tensor, apart from parameters of such a name."""
    return f"{parameter}.{end}"


def _has_tensor_options(parameter: str, options: argparse.Namespace) -> bool:
    names = (_of_tensor(parameter, end) for end in _TENSOR_OPTIONS)
    return any(getattr(options, name, None) is not None for name in names)


def _with_options(parameter: str, spec: TensorSpec, options: argparse.Namespace) -> TensorSpec:
    """A tensor with what its own options say."""
    changes: dict[str, Any] = {}
    for end, name, parse in (
        ("dtype", "dtype", str),
        ("strides", "strides", parse_sizes),
        ("offset", "offset", parse_integer),
        ("storage", "storage_shape", parse_sizes),
    ):
        text = getattr(options, _of_tensor(parameter, end), None)
        if text is not None:
            changes[name] = _named(f"{parameter}_{end}", parse, text)
    return dataclasses.replace(spec, **changes)


def _refuse_arguments(call: Prototype, options: argparse.Namespace) -> None:
    """CommandError for arguments of one call. --out of a sweep is where its result goes."""
    names = [name for name in call.parameters if name != "out"]
    names += [_of_tensor(name, end) for name in call.tensors for end in _TENSOR_OPTIONS]
    for name in names:
        if getattr(options, name, None) is not None:
            option = _option(name.replace(".", "_"))
            raise CommandError(
                f"workspace: {option} is for one call; --sweep takes its calls from the file"
            )


def _socs(values: Sequence[str] | None) -> list[str | None]:
    """The products, each once; None is that of the process.

    Commas stand between products, and inside one: "Ascend910B2,Ascend950:cores=72,ub=253952".
    """
    if not values:
        return [None]
    found: list[str] = []
    for piece in ",".join(values).split(","):
        if "=" in piece and ":" not in piece and found and ":" in found[-1]:
            found[-1] += f",{piece}"
        elif piece == ALL:
            found += [soc.name for soc in native.description().socs]
        else:
            found.append(check_soc("--soc", piece))
    for soc in found:
        _check_overrides(soc)
    return list(dict.fromkeys(found))


def _check_overrides(soc: str) -> None:
    if ":" not in soc:
        return
    try:
        with selected(native.load(), soc, None):
            pass
    except AclError as error:
        raise CommandError(f"--soc: {reason(error).partition(': ')[2]}") from None


# --- One call ------------------------------------------------------------------------------------


def _size(
    call: Prototype, soc: str | None, options: argparse.Namespace, arguments: dict[str, Any]
) -> Workspace:
    """The plan. Raises AclError for what the operator refuses, CommandError for mistakes."""
    try:
        arguments.setdefault("deterministic", options.deterministic)
        return workspace(call.name, soc=soc, **arguments)
    except AclError:
        raise
    except (TypeError, ValueError) as error:
        raise CommandError(f"workspace: {error}") from None


def _explain(
    call: Prototype, soc: str | None, options: argparse.Namespace, arguments: dict[str, Any]
) -> int:
    try:
        plan = _size(call, soc, options, arguments)
    except AclError as error:
        print(f"aclnn: {error.api}: {reason(error)}", file=sys.stderr)
        return 1
    if options.svg is not None:
        _write(options.svg, plan.svg())
    if options.json:
        print(json.dumps(plan.as_dict(), indent=2))
        return 0
    width = shutil.get_terminal_size((MAX_WIDTH - 20, 24)).columns
    print(plan.table())
    if plan.placements:
        print()
        print(plan.drawing(width, not _prints("│┌…")))
    return 0


def _prints(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write(path: Path, text: str) -> None:
    try:
        with whole_file(path) as file:
            file.write(text)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None


# --- Several products ----------------------------------------------------------------------------


def _compare(
    call: Prototype,
    socs: Iterable[str | None],
    options: argparse.Namespace,
    arguments: dict[str, Any],
) -> int:
    """A line a product. 1 when all of them refuse."""
    if options.svg is not None:
        raise CommandError("workspace: --svg draws one product; name one with --soc")
    results: dict[str, Workspace | AclError] = {}
    for soc in socs:
        assert soc is not None
        try:
            results[soc] = _size(call, soc, options, arguments)
        except AclError as error:
            results[soc] = error
    if options.json:
        print(json.dumps([_as_dict(soc, result) for soc, result in results.items()], indent=2))
    else:
        print("\n".join(_comparison(call, results)))
    return 1 if all(isinstance(result, AclError) for result in results.values()) else 0


def _as_dict(soc: str, result: Workspace | AclError) -> dict[str, Any]:
    if isinstance(result, Workspace):
        return result.as_dict()
    return {
        "soc": soc,
        "status": result.code,
        "name": result.name,
        "message": reason(result).partition(": ")[2],
    }


def _comparison(call: Prototype, results: dict[str, Workspace | AclError]) -> list[str]:
    header = ("product", "cores", "unified buffer", "bytes", "MiB", "assumed", "L0 operators")
    rows: list[tuple[str, ...]] = [header]
    refusals = {}
    for soc, result in results.items():
        if isinstance(result, AclError):
            refusals[soc] = reason(result)
            continue
        rows.append(
            (
                soc,
                str(result.cores),
                str(result.unified_buffer),
                str(result.size),
                f"{result.size / 2**20:.2f}",
                "+".join(result.assumed) or "-",
                " ".join(step.name for step in result.operators) or "-",
            )
        )
    products = max(map(len, results))
    sized = iter(align([(f"{row[0]:{products}}", *row[1:]) for row in rows], "<>>>><<"))
    lines = [call.name, "", next(sized)]
    lines += [
        f"{soc:{products}}  refused: {refusals[soc]}" if soc in refusals else next(sized)
        for soc in results
    ]
    plans = [result for result in results.values() if isinstance(result, Workspace)]
    assumed = dict.fromkeys(
        f"assumed {name}: {plan.explain(name)}" for plan in plans for name in plan.assumed
    )
    if assumed:
        lines += ["", *assumed]
    return lines


# --- Sweeps --------------------------------------------------------------------------------------

_USUAL_OPERATOR = "aclnnEmbeddingDenseBackward"
"""What rows are about that do not say."""


def _sweep(options: argparse.Namespace, operator: str) -> int:
    if options.json or options.svg is not None:
        raise CommandError("workspace: --sweep writes CSV; --json and --svg are for one call")
    socs = _socs(options.soc)
    if len(socs) > 1:
        raise CommandError("workspace: --sweep takes one --soc; more go into the column product")
    ignored = [name.strip() for names in options.ignore_columns or () for name in names.split(",")]
    out = STANDARD if options.out is None else Path(options.out)
    return run_sweep(options.sweep, out, operator, socs[0], options.deterministic, ignored)
