# SPDX-License-Identifier: Apache-2.0
"""Writes the ledger, docs/reference/operators.md, and a page for each family that has calls."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from ..declarations import DeclarationError, Declarations
from ..tables import DataType
from ..text import fill
from .declaration import ARCHITECTURES, Call, L0Row, Operators
from .headers import AGAIN, describe_max_workspace, describe_types, describe_ulp, is_verbatim
from .ledger import LEVELS, OWN_FAMILY, SIZED, SIZED_IN_PART, Entry
from .words import Words

_MADE = "<!-- Made from csrc/ops by build_support/operators; do not edit. -->\n"
_PROVEN = "implemented; its workspace for dense operands is CANN's on every product, to the byte"
_RESTS_ON = (
    "implemented; on some product, or in some shapes, its workspace rests on an assumption, which "
    "its page names"
)
_INFINIOP = re.compile(r"infiniopCreate(\w+)Descriptor")


def generate(
    operators: Operators,
    ledger: Sequence[Entry],
    declarations: Declarations,
    refused: Container[str],
    csrc: Path,
    words: Words,
) -> dict[str, str]:
    """The pages by their path below docs/reference."""
    pages = {"operators.md": _ledger(ledger, declarations, refused, csrc)}
    # The headers of aclnn_ext are its manual.
    declared = (entry.public.family for entry in ledger if entry.call is not None)
    for family in dict.fromkeys(family for family in declared if family != OWN_FAMILY):
        entries = [entry for entry in ledger if entry.public.family == family]
        rows = [row for row in operators.rows.values() if row.family == family.replace("-", "_")]
        pages[f"operators/{family}.md"] = _family(family, entries, rows, words)
    return pages


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# --- The ledger ---------------------------------------------------------------------------------


def _summary(csrc: Path, header: str) -> str:
    """What the first line of a header's manual says behind its path."""
    text = (csrc.parent / "build" / "include" / header).read_text("utf-8")
    found = re.search(rf"^ \* {re.escape(header)}: (.*?)\.$", text, re.MULTILINE)
    if found is None:
        raise DeclarationError(f"{header}: its manual does not begin with `{header}: summary.`")
    return found[1]


def _ledger(
    ledger: Sequence[Entry], declarations: Declarations, refused: Container[str], csrc: Path
) -> str:
    public = [entry for entry in ledger if entry.public.family != OWN_FAMILY]
    counts = {level: sum(entry.level == level for entry in public) for level in LEVELS}
    parts = [
        "# Operators\n",
        _MADE,
        fill(
            f"CANN's public headers declare {len(public):,} calls of two phases. "
            f"{counts[SIZED] + counts[SIZED_IN_PART] + counts['computes']:,} of them are "
            f"implemented here, {counts['refuses']} refuse, none is absent. The workspace"
            f" of {counts[SIZED]} is proven, that of {counts[SIZED_IN_PART]} rests on "
            "something that CANN does not publish. The level of each:"
        )
        + "\n",
        _table(
            ("level", "means"),
            (
                (
                    "refuses",
                    "both phases answer 207000, or what CANN does, for the reason that is given",
                ),
                ("computes", "implemented, with the data types of its page"),
                (SIZED_IN_PART, _RESTS_ON),
                (SIZED, _PROVEN),
            ),
        )
        + "\n",
        fill(
            "Strided operands are copied before most kernels, whatever the call. The kernels of "
            "these copies are closed on some products: [what a size may "
            "assume](../explanation/workspace.md#what-a-size-may-assume). `aclnn workspace` names "
            "what one size rests on, `aclnn ops` prints the levels."
        )
        + "\n",
    ]
    families: dict[str, list[Entry]] = {}
    for entry in ledger:
        families.setdefault(entry.public.family, []).append(entry)
    for family, entries in sorted(families.items()):
        parts.append(_ledger_family(family, entries, csrc))
    infini = sorted(
        (f"`infiniop{found[1]}`", _link(csrc, function.header), _summary(csrc, function.header))
        for name, function in declarations.functions.items()
        if function.header.startswith("infiniop/ops/")
        and (found := _INFINIOP.fullmatch(name))
        and name not in refused
    )
    parts += ["## Of InfiniCore\n", _table(("operator", "header", ""), infini) + "\n"]
    return "\n".join(parts).rstrip("\n") + "\n"


def _link(csrc: Path, header: str) -> str:
    """A header that is written by hand is a link: the others are made by the build."""
    if (csrc / "include" / header).exists():
        return f"[{header}](../../csrc/include/{header})"
    return f"`{header}`"


def _ledger_family(family: str, entries: Sequence[Entry], csrc: Path) -> str:
    if family == OWN_FAMILY:
        parts = ["## Beside CANN\n", "Operators of our own, in `aclnn_ext`.\n"]
    else:
        parts = [
            f"## {family}\n",
            f"{sum(not entry.refuses for entry in entries)} of {len(entries)}.\n",
        ]
    rows = [
        (f"`{entry.public.name}`", entry.level, _link(csrc, entry.header), _about(entry, csrc))
        for entry in entries
    ]
    parts.append(_table(("call", "level", "header", ""), rows) + "\n")
    return "\n".join(parts)


def _about(entry: Entry, csrc: Path) -> str:
    if entry.reason:
        return f"Answers {entry.reason}"
    if entry.call is not None and entry.call.is_own:
        return entry.call.about.rstrip(".")
    if entry.call is not None:
        page = f"operators/{entry.public.family}.md"
        return f"[{entry.call.about.rstrip('.')}]({page}#{entry.public.name.lower()})"
    return _summary(csrc, entry.header)


# --- The page of a family -----------------------------------------------------------------------


def _family(family: str, entries: Sequence[Entry], rows: Sequence[L0Row], words: Words) -> str:
    parts = [
        f"# {family}\n",
        _MADE,
        fill(
            "The operators of this family that are declared in `csrc/ops`. Data types that are not "
            "listed are refused; [operators.md](../operators.md) has all families, "
            "[limits.md](../limits.md) says what a result promises, "
            "[workspace.md](../../explanation/workspace.md) where sizes come from."
        )
        + "\n",
    ]
    parts += [_call(entry, entry.call, words) for entry in entries if entry.call is not None]
    if rows:
        parts.append("## L0 operators\n")
        parts.append(
            fill(
                "What the calls become on the device. Elsewhere than on the AI cores an operator "
                "runs on the device's CPU. A workspace is the kernel's own, in bytes."
            )
            + "\n"
        )
        parts.append(
            _table(("operator", "AI cores", "workspace", "assumed"), map(_l0, rows)) + "\n"
        )
    return "\n".join(parts)


def _call(entry: Entry, call: Call, words: Words) -> str:
    lines = [f"## {call.name}\n", fill(call.about) + "\n"]
    lines.append("\n".join(f"    {line}" for line in call.formula.strip().splitlines()) + "\n")
    lines.append(_table(("operand", "is", "data types"), _operands(call, words)) + "\n")
    header = f"`aclnnop/{call.header}`"
    facts = [
        f"Errors, in the order tested: {header}. In Python: `acl.{call.python_name}`.",
        f"Precision: {describe_ulp(call.ulp)}.",
    ]
    if entry.public.individual:
        facts.append("CANN generates the call from the operator's definition.")
    if entry.l0:
        facts.append(f"L0 operators: {', '.join(entry.l0)}.")
    facts.append(_sizes(entry))
    lines.append(fill(" ".join(facts)) + "\n")
    lines += [(note.strip("\n") if is_verbatim(note) else fill(note)) + "\n" for note in call.notes]
    if call.again:
        lines.append(fill(AGAIN) + "\n")
    if call.max_workspace:
        lines.append(fill(describe_max_workspace(f"`{call.name}GetMaxWorkspaceSize`")) + "\n")
    return "\n".join(lines)


def _sizes(entry: Entry) -> str:
    """What the workspace rests on."""
    assumed = entry.assumptions
    if assumed is None or assumed.is_proven:
        return "The workspace of dense operands is proven on every product."
    parts = [
        f"on {ARCHITECTURES[key]} {', '.join(f'`{name}`' for name in names)}"
        for key, names in assumed.rows.items()
        if names
    ]
    if assumed.lists:
        names = ", ".join(f"`{name}`" for name in assumed.lists)
        parts.append(f"in some shapes or on some products {names}")
    return (
        "Its workspace rests on [assumptions]"
        f"(../../explanation/workspace.md#what-a-size-may-assume): {'; '.join(parts)}."
    )


def _operands(call: Call, words: Words) -> Iterable[Sequence[str]]:
    for parameter in call.parameters:
        types = call.types_of(parameter.name)
        role = {"out": "written: ", "in_out": "read and written: "}.get(parameter.role, "")
        optional = "; may be NULL" if parameter.optional else ""
        cell = describe_types(_names(types)) if types is not None else ""
        rule = call.outs.get(parameter.name)
        shape = f"; its shape is {words.shape(call, rule, str)}" if rule is not None else ""
        yield f"`{parameter.declaration}`", f"{role}{parameter.about}{optional}{shape}", cell


def _names(types: Mapping[int, Sequence[DataType]]) -> dict[int, list[str]]:
    return {
        key: [row.numpy_name or row.display_name for row in rows] for key, rows in types.items()
    }


def _l0(row: L0Row) -> Sequence[str]:
    sizes = "; ".join(
        f"{ARCHITECTURES[key]}: {size if isinstance(size, str) else format(size, ',')}"
        for key, size in row.workspace.items()
    )
    assumed = "; ".join(f"{ARCHITECTURES[key]}: {text}" for key, text in row.assumed.items())
    return row.of, describe_types(_names(row.ai_core.types)), sizes, assumed
