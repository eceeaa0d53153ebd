# SPDX-License-Identifier: Apache-2.0
"""The picture of --plot: how many bytes a second each shape moves, and copying as a line across."""

from __future__ import annotations

import math
from xml.etree import ElementTree as ET

from .cases import TYPES
from .report import by_shape_and_type, middle
from .results import Run

# Pixels.
_LEFT, _TOP, _RIGHT, _BOTTOM = 80, 50, 20, 150
_HEIGHT = 300
_BAR = 14
_GAP = 18
_COLOURS = dict(zip(TYPES, ("#3182bd", "#fd8d3c", "#74c476"), strict=True))
_COPY = "#cb181d"


def _add(parent: ET.Element, kind: str, text: str = "", **attributes: str | float) -> None:
    """A child with attributes; stroke_width is written stroke-width."""
    named = {
        name.replace("_", "-"): f"{value:.1f}" if isinstance(value, float) else str(value)
        for name, value in attributes.items()
    }
    ET.SubElement(parent, kind, named).text = text or None


def _step(most: float) -> float:
    """The distance of lines across: 1, 2 or 5 with zeros, no more than eight of them."""
    power = 10.0 ** math.floor(math.log10(most / 8))
    return next(power * each for each in (1, 2, 5, 10) if most / (power * each) <= 8)


def svg(run: Run) -> str:
    """One bar for each shape and type, the median over index types, scaled and not."""
    speeds: dict[str, dict[str, float]] = {}
    for shape, kind, results in by_shape_and_type(run):
        speed = middle(results, lambda each: each.bytes_per_second)
        speeds.setdefault(shape.label, {})[kind] = (speed or 0.0) / 1e9
    copy = run.bandwidth.bytes_per_second / 1e9
    most = max([copy, *(each for group in speeds.values() for each in group.values())]) * 1.1
    width = _LEFT + _RIGHT + sum(_GAP + _BAR * len(group) for group in speeds.values())
    width = max(width, 640)
    right, floor = float(width - _RIGHT), float(_TOP + _HEIGHT)

    def height(speed: float) -> float:
        return speed / most * _HEIGHT

    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {_TOP + _HEIGHT + _BOTTOM}",
            "width": str(width),
            "height": str(_TOP + _HEIGHT + _BOTTOM),
            "font-family": "sans-serif",
            "font-size": "11",
            "role": "img",
        },
    )
    title = f"aclnnEmbeddingDenseBackward, {run.threads} thread(s): GB/s that must move"
    _add(root, "title", title)
    _add(root, "rect", width="100%", height="100%", fill="white")
    _add(root, "text", title, x=_LEFT, y=20, font_size=14)
    for number, (kind, colour) in enumerate(_COLOURS.items()):
        _add(root, "rect", x=_LEFT + 90 * number, y=28, width=10, height=10, fill=colour)
        _add(root, "text", kind, x=_LEFT + 90 * number + 14, y=37)

    step = _step(most)
    for number in range(int(most / step) + 1):
        y = floor - height(number * step)
        _add(root, "line", x1=_LEFT, x2=right, y1=y, y2=y, stroke="#ddd")
        _add(root, "text", f"{number * step:g}", x=_LEFT - 6, y=y + 4, text_anchor="end")

    x = float(_LEFT + _GAP / 2)
    for label, group in speeds.items():
        middle_x = x + _BAR * len(group) / 2
        for kind, speed in group.items():
            bar = ET.SubElement(root, "g")
            _add(bar, "title", f"{label} {kind}: {speed:.2f} GB/s, {speed / copy:.0%} of copying")
            _add(
                bar,
                "rect",
                x=x,
                y=floor - height(speed),
                width=_BAR - 2,
                height=height(speed),
                fill=_COLOURS[kind],
            )
            x += _BAR
        turned = f"rotate(-45 {middle_x:.1f} {floor + 14:.1f})"
        _add(root, "text", label, x=middle_x, y=floor + 14, text_anchor="end", transform=turned)
        x += _GAP

    y = floor - height(copy)
    _add(root, "line", x1=_LEFT, x2=right, y1=y, y2=y, stroke=_COPY, stroke_width=2)
    told = f"copying ({run.bandwidth.way}): {copy:.1f} GB/s"
    _add(root, "text", told, x=right, y=y - 5, fill=_COPY, text_anchor="end")
    return ET.tostring(root, "unicode") + "\n"
