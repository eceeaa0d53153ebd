# SPDX-License-Identifier: Apache-2.0
"""Workspaces as SVG: `aclnn workspace --svg`. One file, without scripts and fonts of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count
from xml.sax.saxutils import escape

from ._workspace_plan import WorkspacePlan
from ._workspace_text import column_widths, element_name, human, label_lines, wrap

# Pixels. The labels are set in a monospaced font, so that they are laid out as in the text.
_FONT = 12
_LETTER = 7.4  # a generous width: fonts differ
_LINE = 15
_PADDING = 4
_DOUBLING = 7  # what a box is higher than one of half its bytes
_SMALLEST = 512  # bytes, the least that a tensor takes
_TOP = 88
_SIZES = 12  # letters of the sizes at the right
_COLUMNS = 150  # letters that the columns may take together

_COLOURS = {"output": "#9ecae1", "workspace": "#fdd0a2"}
# Outputs, in turn, so that neighbours differ; all of them are light enough for black letters.
_OUTPUTS = ("#9ecae1", "#a1d99b", "#bcbddc", "#c6dbef", "#c7e9c0", "#dadaeb")
_MEANINGS = {
    "output": "written by one operator for others (neighbours have other colours)",
    "workspace": "what a kernel asks for while it runs",
}
_FREE = "#f0f0f0"
_AXIS = "up: address in bytes, on a logarithmic scale (twice the bytes, one step higher)"
_TIME_AXIS = "right: time, one column for each operator that CANN runs"


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{escape(text)}</text>'


def _rectangle(x: float, y: float, width: float, height: float, rest: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {rest}'


def svg(plan: WorkspacePlan) -> str:
    """Time across, addresses up, one box a tensor; boxes tell more when pointed at.

    Heights are logarithmic, and the smallest tensor is high enough for every label: beside some MiB
    one of KiB could not be read otherwise.
    """
    columns = len(plan.operators)
    margin = _LETTER * (max(len(str(plan.size)), len("time")) + 2)
    widths = column_widths(plan, max(_COLUMNS, 12 * columns)) if columns else []
    lefts = [margin]
    for letters in widths:
        lefts.append(lefts[-1] + letters * _LETTER + 2 * _PADDING)
    labels = [
        label_lines(plan, each, sum(widths[each.start : each.end + 1]), "…")
        for each in plan.placements
    ]
    heights = [_height(slot.bytes, labels) for slot in plan.slots]
    names = [
        wrap(step.name, width, "…") for step, width in zip(plan.operators, widths, strict=True)
    ]
    bottom = _TOP + sum(heights)
    legend = bottom + _LINE * (2.5 + max(map(len, names), default=0))
    heading = f"{plan.operator} on {plan.soc}: {plan.size} bytes"
    if plan.size >= 1024:
        heading += f" ({human(plan.size)})"
    assumed = f"assumed: {', '.join(plan.assumed)}" if plan.assumed else ""
    longest = max(len(heading) * 1.25, len(assumed), len(_AXIS), len(_TIME_AXIS))
    width = max(lefts[-1] + _SIZES * _LETTER, longest * _LETTER + 2 * _PADDING)
    height = legend + 4.5 * _LINE

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="{_FONT}" '
        'role="img">'
    )
    parts = [
        head,
        f"<title>{escape(heading)}</title>",
        _rectangle(0, 0, width, height, 'fill="white"/>'),
        _text(_PADDING, 20, heading, ' font-size="15" font-weight="bold"'),
        _text(_PADDING, 38, assumed) if assumed else "",
        _text(_PADDING, 56, _AXIS) if plan.slots else "",
        _text(_PADDING, 56 + _LINE, _TIME_AXIS) if plan.slots else "",
        *_slots(plan, heights, lefts),
        *_boxes(plan, heights, lefts, labels),
        *_times(names, lefts, bottom),
        *_legend(legend),
        "</svg>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _height(size: int, labels: Sequence[Sequence[str]]) -> float:
    """How high so many bytes are, where these labels have to fit into every box."""
    base = max(map(len, labels)) * _LINE + 2 * _PADDING
    return base + _DOUBLING * math.log2(size / _SMALLEST)


def _slots(plan: WorkspacePlan, heights: Sequence[float], lefts: Sequence[float]) -> list[str]:
    """The ground of each slot, and the address at which it begins."""
    parts = []
    y = _TOP + sum(heights)
    for slot, height in zip(plan.slots, heights, strict=True):
        parts += [
            _rectangle(
                lefts[0],
                y - height,
                lefts[-1] - lefts[0],
                height,
                f'fill="{_FREE}" stroke="#bbb"/>',
            ),
            _text(lefts[0] - 6, y, str(slot.offset), ' text-anchor="end"'),
            _text(lefts[-1] + 6, y - height / 2, human(slot.bytes)),
        ]
        y -= height
    parts.append(_text(lefts[0] - 6, y, str(plan.size), ' text-anchor="end"'))
    return parts


def _boxes(
    plan: WorkspacePlan,
    heights: Sequence[float],
    lefts: Sequence[float],
    labels: Sequence[Sequence[str]],
) -> list[str]:
    bottoms = [_TOP + sum(heights[slot:]) for slot in range(len(heights))]
    parts = []
    outputs = count()
    for each, lines in zip(plan.placements, labels, strict=True):
        tensor = plan.tensors[each.tensor]
        height = _height(each.padded, labels)
        x, y = lefts[each.start], bottoms[each.slot] - height
        wide = lefts[each.end + 1] - x
        told = (
            f"{tensor.name}: {tensor.elements} x {element_name(tensor.type)}, {each.bytes} bytes "
            f"at {each.offset}, alive from time {each.start} to {each.end}"
        )
        colour = _COLOURS.get(tensor.kind)
        if tensor.kind != "workspace":
            colour = _OUTPUTS[next(outputs) % len(_OUTPUTS)]
        parts += [
            f"<g><title>{escape(told)}</title>",
            _rectangle(x, y, wide, height, f'fill="{colour}" stroke="#333"/>'),
            *(
                _text(x + _PADDING, y + _PADDING + _LINE * (number + 0.8), line)
                for number, line in enumerate(lines)
            ),
            "</g>",
        ]
    return parts


def _times(names: Sequence[Sequence[str]], lefts: Sequence[float], bottom: float) -> list[str]:
    parts = [_text(lefts[0] - 6, bottom + _LINE * 1.2, "time", ' text-anchor="end"')]
    for time, lines in enumerate(names):
        parts += [
            _text(lefts[time] + _PADDING, bottom + _LINE * (number + 1.2), line)
            for number, line in enumerate([str(time), *lines])
        ]
    return parts


def _legend(top: float) -> list[str]:
    entries = [(_COLOURS[kind], words) for kind, words in _MEANINGS.items()]
    entries.append((_FREE, "free at that time"))
    parts = []
    for number, (colour, words) in enumerate(entries):
        y = top + number * 1.3 * _LINE
        parts += [
            _rectangle(_PADDING, y, 16, 12, f'fill="{colour}" stroke="#333"/>'),
            _text(_PADDING + 24, y + 10, words),
        ]
    return parts
