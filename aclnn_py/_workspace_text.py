# SPDX-License-Identifier: Apache-2.0
"""Workspaces as text: the table and the drawing of `aclnn workspace`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

from ._workspace_plan import L0Operator, Placement, WorkspacePlan
from .data_types import data_type, full_name

MIN_WIDTH, MAX_WIDTH = 80, 120
_TEXT_WIDTH = 96


def human(size: int) -> str:
    """Bytes in the unit that a person reads: "105.4 MiB"; exact below 1 KiB."""
    if size < 1024:
        return f"{size} B"
    value, units = float(size), iter(("KiB", "MiB", "GiB", "TiB", "PiB", "EiB"))
    unit = next(units)
    value /= 1024
    while value >= 1024:
        value /= 1024
        unit = next(units)
    return f"{value:.4g} {unit}" if value < 1000 else f"{value:.0f} {unit}"


def element_name(message_name: str) -> str:
    """The name that people use for a type of the vendor's: DT_FLOAT is float32."""
    return full_name(data_type(message_name))


def align(rows: Sequence[Sequence[str]], formats: str) -> list[str]:
    """Rows as lines with columns of one width; formats has < or > for each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, formats, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


# --- The table -----------------------------------------------------------------------------------


_NOTES = (
    "takes: the bytes + 32, rounded up to 512; alive: first and last time. Tensors at one offset",
    "share a slot, which is as large as the largest of them.",
)


def table(plan: WorkspacePlan) -> str:
    """Size, assumptions, operators with their tensors, tilings, and the sum."""
    lines = [*_head(plan), ""]
    if plan.operators:
        lines += [*_operators(plan), "", *_NOTES, ""]
        for time, step in enumerate(plan.operators):
            if step.tiling:
                lines += [*_tiling(step, time), ""]
    lines += _sum(plan)
    return "\n".join(lines)


def _bytes(size: int) -> str:
    return f"{size} bytes ({size / 2**20:.2f} MiB)" if size >= 1024 else f"{size} bytes"


def _head(plan: WorkspacePlan) -> list[str]:
    product = (
        f"{plan.cores} vector cores, {plan.unified_buffer} bytes of unified buffer each "
        f"(family {plan.family})"
    )
    lines = [
        f"{plan.operator} on {plan.soc}",
        f"workspace    {_bytes(plan.size)}",
        f"product      {product}",
        f"determinism  {'asked for' if plan.deterministic else 'not asked for'}",
    ]
    label = "assumed"
    for name in plan.assumed or ("",):
        words = f"{name}: {plan.explain(name)}" if name else "nothing"
        lines += textwrap.wrap(
            words, _TEXT_WIDTH, initial_indent=f"{label:11}  ", subsequent_indent=" " * 13
        )
        label = ""
    return lines


def _operators(plan: WorkspacePlan) -> list[str]:
    """A line an operator, and below it one for each of its tensors."""
    placed = {(each.tensor, each.operator): each for each in plan.placements}
    seen = {each.tensor: each for each in plan.placements}
    rows: list[tuple[str, ...]] = [
        ("time", "operator", "", "type", "bytes", "offset", "takes", "alive")
    ]
    blank = ("",) * 6
    for time, step in enumerate(plan.operators):
        engine = {"AI_CPU": " (on the AI CPU)", "COPY": " (a copy)"}.get(step.engine, "")
        rows.append((str(time), step.name + engine, *blank))
        made = []
        for tensor in step.inputs:
            kind, name = plan.tensors[tensor].kind, plan.tensors[tensor].name
            if kind in ("user", "host"):
                rows.append(_tensor_row(plan, "reads", tensor, None))
            else:
                made.append(f"{name} (its shape only)" if kind == "unused" else name)
        if made:
            rows.append(("", "  reads", ", ".join(dict.fromkeys(made)), *blank[1:]))
        rows += [
            _tensor_row(plan, "uses", tensor, placed.get((tensor, time)))
            for tensor in step.workspaces
        ]
        for tensor in step.outputs:
            place = placed.get((tensor, time), seen.get(tensor))
            rows.append(_tensor_row(plan, "writes", tensor, place))
    return _merge_second_column(rows)


def _tensor_row(
    plan: WorkspacePlan, verb: str, position: int, place: Placement | None
) -> tuple[str, ...]:
    tensor = plan.tensors[position]
    name = "what the kernel asks for" if tensor.kind == "workspace" else tensor.name
    cells = ("", f"  {verb}", name, element_name(tensor.type), str(tensor.bytes))
    if place is None:
        where = {"host": "host", "workspace": "-"}.get(tensor.kind, "caller's")
        return (*cells, where, "", "")
    alive = str(place.start) if place.start == place.end else f"{place.start}-{place.end}"
    return (*cells, str(place.offset), str(place.padded), alive)


def _merge_second_column(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The verb and the tensor stand below the operator's name, which is wider than the verb."""
    verbs = max(len(row[1]) for row in rows if row[1].startswith("  ")) + 2
    merged = [(row[0], f"{row[1]:{verbs}}{row[2]}" if row[2] else row[1], *row[3:]) for row in rows]
    # Lists of what an operator reads may run on to the right, where their row is empty.
    full = [row for row in merged if row[2]]
    lines = iter(align(full, "><<>>>>"))
    time = max(len(row[0]) for row in full)
    return [next(lines) if row[2] else f"{row[0]:>{time}}  {row[1]}".rstrip() for row in merged]


def _tiling(step: L0Operator, time: int) -> list[str]:
    """The figures with words, the others, and those that are 0: of modes that are not used."""
    first = {name for name, _ in step.meanings[:1]}
    rows = [
        (words, str(step.tiling[name]), name)
        for name, words in step.meanings
        if step.tiling[name] != 0 or name in first
    ]
    shown = {name for _, _, name in rows}
    others = [(name, value) for name, value in step.tiling.items() if name not in shown]
    lists = (
        ("also", [f"{name} {value}" for name, value in others if value != 0]),
        ("all 0", [name for name, value in others if value == 0]),
    )
    lines = [f"tiling of {step.name} (time {time})"]
    lines += [f"  {line}" for line in (align(rows, "<><") if rows else [])]
    for title, names in lists:
        if names:
            lines += textwrap.wrap(
                f"{title}: {', '.join(names)}",
                _TEXT_WIDTH,
                initial_indent="  ",
                subsequent_indent="    ",
            )
    return lines


def _sum(plan: WorkspacePlan) -> list[str]:
    if not plan.slots:
        runs = "" if plan.operators else ", and CANN runs nothing"
        return [f"Nothing lies in the workspace{runs}."]
    slots = " + ".join(str(slot.bytes) for slot in plan.slots)
    count = f"{len(plan.slots)} slots" if len(plan.slots) > 1 else "1 slot"
    at = f"time {plan.peak_time} ({plan.operators[plan.peak_time].name})"
    most = f"most in use {_bytes(plan.peak)}, at {at}"
    return [
        *textwrap.wrap(
            f"total {slots} = {plan.size} bytes in {count}", _TEXT_WIDTH, subsequent_indent="  "
        ),
        most,
    ]


# --- The drawing ---------------------------------------------------------------------------------

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the directions that leave a cell
_ASCII = " |-+||++-+-+++++"

_SMALLEST_COLUMN = 7
_MOST_LABEL_LINES = 4


class _Canvas:
    """Cells with lines, whose crossings come out right, and text over them."""

    def __init__(self, width: int, height: int) -> None:
        self.edges = [[0] * width for _ in range(height)]
        self.text: dict[tuple[int, int], str] = {}

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        for x in range(left, right):
            for y in (top, bottom):
                self.edges[y][x] |= _RIGHT
                self.edges[y][x + 1] |= _LEFT
        for y in range(top, bottom):
            for x in (left, right):
                self.edges[y][x] |= _DOWN
                self.edges[y + 1][x] |= _UP

    def write(self, x: int, y: int, text: str) -> None:
        self.text.update({(x + offset, y): letter for offset, letter in enumerate(text)})

    def lines(self, glyphs: str) -> list[str]:
        return [
            "".join(self.text.get((x, y), glyphs[edge]) for x, edge in enumerate(row)).rstrip()
            for y, row in enumerate(self.edges)
        ]


def _words(name: str) -> list[str]:
    """Where a name may be broken: at spaces, and inside EmbeddingDenseGradV2."""
    return [part for word in name.split() for part in re.findall(r"[A-Z]?[^A-Z]+|[A-Z]+", word)]


def wrap(name: str, width: int, ellipsis: str) -> list[str]:
    """Lines of at most width; words that are longer are cut."""
    lines: list[str] = []
    for word in name.split():
        for number, part in enumerate(_words(word)):
            joint = " " if number == 0 else ""
            if lines and len(lines[-1]) + len(joint) + len(part) <= width:
                lines[-1] += joint + part
            elif len(part) <= width:
                lines.append(part)
            else:
                lines.append(part[: width - 1] + ellipsis)
    return lines


def label(plan: WorkspacePlan, place: Placement) -> tuple[str, str]:
    """What a box is called, and its size."""
    tensor = plan.tensors[place.tensor]
    if tensor.kind == "workspace":
        return "kernel", human(place.bytes)
    return f"{tensor.name} {element_name(tensor.type)}", human(place.bytes)


def label_lines(plan: WorkspacePlan, place: Placement, width: int, ellipsis: str) -> list[str]:
    """The text in a box that is width columns wide inside: one line if it fits."""
    name, size = label(plan, place)
    if len(name) + len(size) + 2 <= width:
        return [f"{name}, {size}"]
    lines = [*wrap(name, width, ellipsis)[: _MOST_LABEL_LINES - 1], *wrap(size, width, ellipsis)]
    return lines[:_MOST_LABEL_LINES]


def column_widths(plan: WorkspacePlan, available: int) -> list[int]:
    """Columns, the line at their left included, as wide as their contents want and fit."""
    count = len(plan.operators)
    smallest = max(3, min(_SMALLEST_COLUMN, available // count))
    widths = [smallest] * count

    def widen(start: int, end: int, inner: int) -> None:
        while sum(widths[start : end + 1]) - 1 < inner and sum(widths) < available:
            thinnest = min(range(start, end + 1), key=widths.__getitem__)
            widths[thinnest] += 1

    labels = [(each.start, each.end, *label(plan, each)) for each in plan.placements]
    for start, end, name, size in labels:
        widen(start, end, max(map(len, [*_words(name), *size.split()])))
    for time, step in enumerate(plan.operators):
        widen(time, time, max(map(len, _words(step.name))))
    for start, end, name, size in labels:
        widen(start, end, max(len(name), len(size)))
    for start, end, name, size in labels:
        widen(start, end, len(name) + len(size) + 2)
    for time, step in enumerate(plan.operators):
        widen(time, time, len(step.name))
    return widths


def drawing(plan: WorkspacePlan, width: int, ascii_only: bool) -> str:
    """Time across, addresses up; a box is as high as its label."""
    if not plan.placements:
        return "(nothing to draw: the workspace is empty)"
    width = min(max(width, MIN_WIDTH), MAX_WIDTH)
    glyphs, ellipsis = (_ASCII, "~") if ascii_only else (_LINES, "…")
    margin = max(len(str(plan.size)), len("address"))
    widths = column_widths(plan, width - margin - 3)
    lefts = [margin + 2]
    for column in widths:
        lefts.append(lefts[-1] + column)

    contents = [
        label_lines(plan, each, lefts[each.end + 1] - lefts[each.start] - 1, ellipsis)
        for each in plan.placements
    ]
    bottoms, heights = _bands(plan, contents)
    names = [
        wrap(step.name, width - 1, ellipsis)
        for step, width in zip(plan.operators, widths, strict=True)
    ]
    last = bottoms[0] + 1  # the line of the times
    canvas = _Canvas(lefts[-1] + 1, last + 1 + max(map(len, names)))

    for each, lines in zip(plan.placements, contents, strict=True):
        left, right = lefts[each.start], lefts[each.end + 1]
        bottom = bottoms[each.slot]
        canvas.box(left, bottom - heights[each.slot] - 1, right, bottom)
        for number, line in enumerate(lines):
            canvas.write(left + 1, bottom - heights[each.slot] + number, line)
    canvas.write(0, 0, f"{plan.size:>{margin}}")
    for slot, bottom in zip(plan.slots, bottoms, strict=True):
        canvas.write(0, bottom, f"{slot.offset:>{margin}}")
    canvas.write(0, last, f"{'time':>{margin}}")
    for time, lines in enumerate(names):
        canvas.write(lefts[time] + 1, last, str(time))
        for number, line in enumerate(lines):
            canvas.write(lefts[time] + 1, last + 1 + number, line)
    return "\n".join(["address (heights are not to scale)", *canvas.lines(glyphs)])


def _bands(plan: WorkspacePlan, contents: Iterable[Sequence[str]]) -> tuple[list[int], list[int]]:
    """The bottom line of each slot, counted from the top, and its height without the lines."""
    heights = [1] * len(plan.slots)
    for each, lines in zip(plan.placements, contents, strict=True):
        heights[each.slot] = max(heights[each.slot], len(lines))
    bottoms = [0] * len(plan.slots)
    y = 0
    for slot in reversed(range(len(plan.slots))):
        y += heights[slot] + 1
        bottoms[slot] = y
    return bottoms, heights
