# SPDX-License-Identifier: Apache-2.0
"""Find operators, and say how far each has come.

    aclnn ops matmul                   what is known of aclnnMatmul, and the others with this part
    aclnn ops aclnn_add.h              the calls of a header
    aclnn ops --used-by model.cpp ...  what sources call, and what of it is not implemented
    aclnn ops                          all of them

refuses   phase one answers 207000 and says why, or what CANN answers where a product does not
          have the call
computes  implemented; CANN has none of the operators aclnnExt...
sized, as far as CANN is open
          implemented; on some product its workspace rests on an assumption
sized     implemented, and the workspace of dense operands is CANN's on every product

Names may be in any case, with or without "aclnn", or as in Python. Functions are counted by the
headers that declare them; --json names them. The exit code is 1 when a source calls what is not
implemented, and 2 when nothing is found.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from .. import native
from .._find_operator import exactly, near, of_header, with_part
from .._ledger import LEVELS, OWN_FAMILY, Entry, ledger
from .._workspace_text import align
from ._common import CommandError, check_path, require_tree
from ._missing import part_of_cann

HELP = "find operators, and say how far each has come"

_PHASE_ONE = "GetWorkspaceSize"
_MOST_OTHERS = 12

_PRODUCTS = {"1001": "Ascend910", "2201": "Ascend910B, Ascend910_93", "3510": "Ascend950"}


# The interfaces, by how the paths of their headers begin.
_INTERFACES = {
    "acl": ("acl/",),
    "aclnn": ("aclnn/", "aclnnop/"),
    "aclnn_ext": ("aclnn_ext/",),
    "infiniop": ("infiniop", "infinicore"),
    "infinirt": ("infinirt",),
    "hccl": ("hccl/",),
    "mstx": ("mstx/",),
    "mspti": ("mspti/",),
}


def functions() -> dict[str, list[str]]:
    """The functions that are implemented, by interface; without the two phases of operators."""
    description = native.description()
    phases = {name + end for name in description.operators for end in ("", "GetWorkspaceSize")}
    others = description.functions.keys() - phases - set(description.unsupported)
    return {
        interface: sorted(n for n in others if description.functions[n].header.startswith(begin))
        for interface, begin in _INTERFACES.items()
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "operator", nargs="?", help="show what is known of a call: its name, a part of it, a header"
    )
    parser.add_argument(
        "--used-by",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="list what C, C++ or Python sources call",
    )
    parser.add_argument("--json", action="store_true", help="print the same as JSON")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn ops`."""
    require_tree()
    if options.used_by is not None:
        if options.operator is not None:
            raise CommandError("ops: --used-by reads sources; leave the operator out")
        return _used_by(options.used_by, options.json)
    if options.operator is not None:
        return _search(options.operator, options.json)
    description = native.description()
    entries = ledger()
    carried_out = functions()
    if options.json:
        report = {
            "version": description.version,
            "cann_version": description.cann_version,
            "acl_version": description.acl_version,
            "operators": {name: _as_json(entry) for name, entry in entries.items()},
            "functions": carried_out,
            "unsupported": sorted(description.unsupported),
        }
        print(json.dumps(report, indent=2))
        return 0
    width = max((len(entry.name) for entry in entries.values()), default=0)
    levels = max((len(entry.level) for entry in entries.values()), default=0)
    print(f"{'operator':{width}}  {'level':{levels}}  family")
    for entry in entries.values():
        print(f"{entry.name:{width}}  {entry.level:{levels}}  {entry.family}")
    print()
    counts = Counter(entry.level for entry in entries.values() if entry.family != OWN_FAMILY)
    parts = [f"{counts[level]} {level}" for level in LEVELS]
    print(f"Of {counts.total()} calls of CANN: {', '.join(parts)}.")
    numbers = [f"{len(names)} of {interface}" for interface, names in carried_out.items()]
    print(f"Other functions that are implemented: {', '.join(numbers)}.")
    print(
        f"{len(description.unsupported)} functions more are exported so that programs load, and "
        "fail: 207000, HCCL_E_NOT_SUPPORT or INFINI_STATUS_NOT_IMPLEMENTED."
    )
    return 0


# --- What somebody looks for ---------------------------------------------------------------------


def _search(wanted: str, as_json: bool) -> int:
    """Show the call of a name, or those with this part or of this header. CommandError: none."""
    entry = exactly(wanted)
    others = of_header(wanted) if wanted.lower().endswith(".h") else with_part(wanted)
    others = sorted(
        (each for each in others if each is not entry),
        key=lambda each: (each.level == "refuses", len(each.name), each.name),
    )
    if as_json:
        if entry is not None:
            print(json.dumps(_as_json(entry), indent=2))
        else:
            _require(wanted, others)
            print(json.dumps({each.name: _as_json(each) for each in others}, indent=2))
        return 0
    if entry is not None:
        print("\n".join(_about(entry)))
        others = others[:_MOST_OTHERS]
        if others:
            print("\nsee also")
    else:
        _require(wanted, others)
        inside = _inside_of_cann(wanted)
        if inside:
            print(f"{inside}\n")
    print("\n".join(_rows(others)))
    return 0


def _require(wanted: str, found: Sequence[Entry]) -> None:
    if not found:
        raise CommandError(f"ops: {_what_it_is(wanted)}")


def _rows(entries: Iterable[Entry]) -> list[str]:
    """A line a call: name, level, signature in Python."""
    rows = [(each.name, each.level, _python_signature(each)) for each in entries]
    return align(rows, "<<<") if rows else []


def _python_signature(entry: Entry) -> str:
    """As `add(self, other, alpha=1, out=None)`; "" of a call without a function in Python."""
    declared = entry.declared
    if declared is None:
        return ""
    needed, others, outs = [], [], []
    for each in declared.parameters:
        default = each.default if each.has_default else None
        if each.role == "out":
            outs.append(f"{each.python}=None")
        elif each.has_default or each.optional:
            is_rule = isinstance(default, str) and default.startswith("like ")
            others.append(f"{each.python}={None if is_rule else default!r}")
        else:
            needed.append(each.python)
    return f"{declared.python}({', '.join([*needed, *others, *outs])})"


def _c_signature(name: str) -> list[str]:
    """The prototype of phase one, a line a parameter."""
    function = native.description().functions.get(f"{name}GetWorkspaceSize")
    if function is None:
        return []
    lines = [
        f"    {kind}{'' if kind.endswith('*') else ' '}{parameter},"
        for parameter, kind in function.arguments
    ]
    return [f"{function.returns} {function.name}(", *lines[:-1], f"{lines[-1].rstrip(',')})"]


def _what_it_is(name: str) -> str:
    """What to say of a name that no operator of CANN has."""
    description = native.description()
    if name in description.functions:
        header = description.functions[name].header
        state = "not implemented" if name in description.unsupported else "implemented"
        return f"{name} is no operator but a function of {header}, and {state}"
    if name in description.enums or name in description.typedefs:
        return f"{name} is no operator but a type"
    if name in native.constants():
        return f"{name} is no operator but a constant, {native.constants()[name]}"
    inside = _inside_of_cann(name)
    if inside:
        return inside
    part = part_of_cann(name)
    if part:
        return f"{name} is no operator but belongs to CANN's {part}, which is not implemented"
    close = [each.name for each in near(name)]
    hint = f"did you mean {' or '.join(close)}?" if close else "`aclnn ops` lists them"
    return f"CANN has no operator {name}; {hint}"


def _inside_of_cann(name: str) -> str:
    """What to say of an L0 operator; "" for another name."""
    users = [each.name for each in ledger().values() if name in each.l0]
    if not users:
        return ""
    more = f" and {len(users) - _MOST_OTHERS} more" if len(users) > _MOST_OTHERS else ""
    return (
        f"{name} is an operator inside of CANN (L0), which these calls may use: "
        f"{', '.join(users[:_MOST_OTHERS])}{more}"
    )


# --- What sources call ---------------------------------------------------------------------------

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_USED = re.compile(r"\b(?:acl[a-z]*|Hccl|infiniop|infinirt)[A-Z]\w*(?=\s*\()")
_USED_IN_PYTHON = re.compile(r"\b(?:acl|aclnn_py)(?:\.ops)?\.(\w+)\s*\(")


def _used_by(files: Sequence[Path], as_json: bool) -> int:
    """List the operators that sources call, then other functions that are not implemented."""
    operators: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for path in files:
        for name in _names_in(path):
            entry = exactly(name.removesuffix(_PHASE_ONE))
            into = operators if entry is not None else others
            into.setdefault(entry.name if entry else name, set()).add(str(path))
    entries = [ledger()[name] for name in sorted(operators)]
    missing = {name: files for name, files in sorted(others.items()) if not _is_implemented(name)}
    if as_json:
        used = {
            each.name: {"level": each.level, "files": sorted(operators[each.name])}
            for each in entries
        }
        lacks = {name: sorted(where) for name, where in missing.items()}
        print(json.dumps({"operators": used, "not implemented": lacks}, indent=2))
    else:
        print("\n".join(_rows(entries) or ["no operator of CANN is called"]))
        for name, where in missing.items():
            print(f"{', '.join(sorted(where))}: {_what_it_is(name)}")
    return 1 if missing or any(each.level == "refuses" for each in entries) else 0


def _names_in(path: Path) -> list[str]:
    """The functions of CANN's that a source calls, each once."""
    check_path(path)
    try:
        text = path.read_text("utf-8", "replace")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    if path.suffix == ".py":
        return list(dict.fromkeys(name for name in _USED_IN_PYTHON.findall(text) if exactly(name)))
    return list(dict.fromkeys(_USED.findall(_COMMENT.sub(" ", text))))


def _is_implemented(name: str) -> bool:
    description = native.description()
    return name in description.functions and name not in description.unsupported


# --- One call ------------------------------------------------------------------------------------


def _as_json(entry: Entry) -> dict[str, object]:
    row = dataclasses.asdict(entry)
    del row["name"]
    return row


def _about(entry: Entry) -> list[str]:
    lines = [f"{entry.name}: {entry.level} ({entry.family}, {entry.executor})"]
    if entry.header:
        lines.append(f"header: {entry.header}")
    if entry.reason:
        lines += [f"answers {entry.reason}", "", *_c_signature(entry.name)]
    declared = entry.declared
    if declared is None:
        return lines
    lines += [declared.about, f"Python: aclnn_py.{_python_signature(entry)}", ""]
    lines += [*_c_signature(entry.name), ""]
    lines += [f"    {line}" for line in declared.formula.splitlines()]
    width = max(len(each.name) for each in declared.parameters)
    lines.append("")
    for each in declared.parameters:
        written = {"out": "written: ", "in_out": "changed: "}.get(each.role, "")
        lines.append(f"{each.name:{width}}  {written}{each.about}")
        groups: dict[tuple[str, ...], list[str]] = {}
        for architecture, names in (each.types or {}).items():
            groups.setdefault(tuple(names), []).append(_PRODUCTS[architecture])
        for names, products in groups.items():
            where = "" if len(groups) == 1 else f"{', '.join(products)}: "
            lines.append(f"{'':{width}}  {where}{' '.join(names) or 'none'}")
    if entry.l0:
        lines += ["", f"L0 operators: {', '.join(entry.l0)}"]
    for architecture, names in entry.assumed.items():
        lines.append(f"its size assumes on {_PRODUCTS[architecture]}: {', '.join(names)}")
    if entry.assumed_in_some_shapes:
        names = entry.assumed_in_some_shapes
        lines.append(f"its size assumes in some shapes or on some products: {', '.join(names)}")
    for architecture, names in entry.assumed_of_strided.items():
        lines.append(f"with strided operands also on {_PRODUCTS[architecture]}: {', '.join(names)}")
    return lines
