# SPDX-License-Identifier: Apache-2.0
"""A trace as a timeline: an SVG, or a page of HTML that can be zoomed. Neither loads anything."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ._trace import Event
from ._trace_summary import NOTE

MOST_IN_SVG = 20_000
MOST_IN_HTML = 200_000
"""So many slices are drawn; of more, the longest."""

COLOURS = {
    "call": "#8da9c4",
    "launch": "#e07a5f",
    "copy": "#81b29a",
    "event": "#c9ada7",
    "collective": "#9d4edd",
    "callback": "#f2cc8f",
    "graph": "#457b9d",
    "task": "#adb5bd",
}

_ROW = 18
_GAP = 8
_LEFT = 190
_WIDTH = 1400
_TOP = 44


@dataclass
class Slice:
    """Something that lasts: microseconds from the begin of the trace, and how deep it lies."""

    begin: float
    length: float
    depth: int
    name: str
    kind: str
    text: str


@dataclass
class Line:
    """A thread or a stream."""

    name: str
    slices: list[Slice] = field(default_factory=list)

    @property
    def height(self) -> int:
        """In slices that lie above each other."""
        return 1 + max((each.depth for each in self.slices), default=0)


@dataclass
class Timeline:
    """What is drawn. An arrow goes from a line at a time to a line at a time."""

    lines: list[Line]
    arrows: list[tuple[int, float, int, float]]
    length: float
    left_out: int

    @property
    def notes(self) -> list[str]:
        """What a reader has to know of it."""
        left_out = f"{self.left_out} shorter slices are left out." if self.left_out else ""
        return [NOTE, *filter(None, [left_out])]


def _text(event: Event) -> str:
    """What is known of a slice, a line each."""
    lines = [event["name"], f"{event['dur']:.3f} us"]
    for name, value in event.get("args", {}).items():
        if name == "operands":
            lines += [
                f"{o.get('name')}: {o.get('type')} {o.get('shape')} {o.get('role')}" for o in value
            ]
        elif isinstance(value, list):
            lines += [str(each) for each in value]
        else:
            lines.append(f"{name}: {value}")
    return "\n".join(lines)


def _nested(events: Iterable[Event], begin: float) -> Iterator[Slice]:
    """The slices of a line, each as deep as there are others around it."""
    around: list[float] = []
    for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
        end = event["ts"] + event["dur"]
        while around and around[-1] <= event["ts"] + 0.001:
            around.pop()
        place = event["ts"] - begin, event["dur"], len(around)
        yield Slice(*place, event["name"], event.get("cat", ""), _text(event))
        around.append(end)


def _arrows(
    ends: Iterable[Event], numbers: dict[tuple[int, int], int], begin: float
) -> Iterator[tuple[int, float, int, float]]:
    begins: dict[object, Event] = {}
    for event in sorted(ends, key=lambda e: str(e["ph"]), reverse=True):  # "s" before "f"
        if event["ph"] == "s":
            begins[event["id"]] = event
        elif event["id"] in begins:
            first = begins[event["id"]]
            places = [numbers.get((e["pid"], e["tid"])) for e in (first, event)]
            if places[0] is not None and places[1] is not None:
                yield places[0], first["ts"] - begin, places[1], event["ts"] - begin


def timeline(events: Iterable[Event], most: int) -> Timeline:
    """Arrange events, at most so many slices."""
    slices: list[Event] = []
    ends: list[Event] = []
    names: dict[tuple[int, int], str] = {}
    processes: dict[int, str] = {}
    for event in events:
        if event.get("ph") == "X":
            slices.append(event)
        elif event.get("ph") in ("s", "f"):
            ends.append(event)
        elif event.get("name") == "thread_name":
            names[event["pid"], event["tid"]] = event["args"]["name"]
        elif event.get("name") == "process_name":
            processes[event["pid"]] = event["args"]["name"]
    left_out = max(0, len(slices) - most)
    if left_out:
        slices = sorted(slices, key=lambda e: -e["dur"])[:most]
        ends = []
    begin = min((e["ts"] for e in slices), default=0.0)
    end = max((e["ts"] + e["dur"] for e in slices), default=0.0)
    by_line: dict[tuple[int, int], list[Event]] = {}
    for event in slices:
        by_line.setdefault((event["pid"], event["tid"]), []).append(event)
    lines = []
    for pid, tid in sorted(by_line):
        name = names.get((pid, tid), f"thread {tid}")
        if len(processes) > 1:
            name = f"{processes.get(pid, '')} {pid}: {name}"
        lines.append(Line(name, list(_nested(by_line[pid, tid], begin))))
    numbers = {key: number for number, key in enumerate(sorted(by_line))}
    return Timeline(lines, list(_arrows(ends, numbers, begin)), end - begin, left_out)


def _tops(lines: Sequence[Line]) -> list[int]:
    """Where each line begins, and where the drawing ends."""
    tops = [_TOP]
    for line in lines:
        tops.append(tops[-1] + line.height * _ROW + _GAP)
    return tops


# --- SVG -----------------------------------------------------------------------------------------


_STYLE = ".mark{stroke:#ddd}.arrow{stroke:#444;stroke-width:0.6}text{pointer-events:none}"


def _step(length: float) -> float:
    """The distance of the marks of a scale with about ten of them."""
    step = 10.0 ** (len(str(int(length / 10))) - 1) if length >= 10 else length / 10 or 1.0
    return next((step * factor for factor in (1, 2, 5, 10) if length / step / factor <= 12), step)


def _scale(drawn: Timeline, factor: float, bottom: int) -> Iterator[str]:
    step = _step(drawn.length)
    for mark in range(int(drawn.length / step) + 1):
        x = _LEFT + mark * step * factor
        yield f'<line class="mark" x1="{x:.1f}" y1="{_TOP - 6}" x2="{x:.1f}" y2="{bottom}"/>'
        yield f'<text x="{x:.1f}" y="{_TOP - 10}">{mark * step:g} us</text>'


def _rectangle(each: Slice, top: int, factor: float) -> Iterator[str]:
    x, width = _LEFT + each.begin * factor, max(0.5, each.length * factor)
    y = top + each.depth * _ROW
    colour = COLOURS.get(each.kind, COLOURS["task"])
    yield (
        f'<rect x="{x:.2f}" y="{y}" width="{width:.2f}" height="{_ROW - 2}" fill="{colour}">'
        f"<title>{escape(each.text)}</title></rect>"
    )
    letters = int(width / 7)
    if letters >= 3:
        name = each.name if len(each.name) <= letters else each.name[: letters - 1] + "\u2026"
        yield f'<text x="{x + 3:.2f}" y="{y + 12}">{escape(name)}</text>'


def as_svg(drawn: Timeline) -> str:
    """A drawing of a fixed width. What a slice is shows where the pointer rests on it."""
    factor = _WIDTH / drawn.length if drawn.length else 1.0
    tops = _tops(drawn.lines)
    size = f'width="{_LEFT + _WIDTH + 20}" height="{tops[-1] + 10}"'
    font = 'font-family="sans-serif" font-size="11"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="4" y="14">{escape(" ".join(drawn.notes))}</text>',
        *_scale(drawn, factor, tops[-1]),
    ]
    for line, top in zip(drawn.lines, tops, strict=False):
        parts.append(f'<text x="4" y="{top + 12}">{escape(line.name[:34])}</text>')
        for each in line.slices:
            parts += _rectangle(each, top, factor)
    for first, begin, second, end in drawn.arrows:
        parts.append(
            f'<line class="arrow" x1="{_LEFT + begin * factor:.2f}" y1="{tops[first] + _ROW / 2}" '
            f'x2="{_LEFT + end * factor:.2f}" y2="{tops[second] + _ROW / 2}"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


# --- HTML ----------------------------------------------------------------------------------------

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Trace</title><style>
body{font:13px sans-serif;margin:8px}canvas{display:block;border:1px solid #ccc}
pre{font-size:12px}#what{white-space:pre;min-height:9em;font-family:monospace}
i{display:inline-block;width:1em;height:1em;margin:0 4px 0 12px;vertical-align:middle}
</style></head><body>
<p>NOTES Wheel: zoom. Drag: move. Double click: all of it.</p><p>LEGEND</p>
<canvas id="c"></canvas><div id="what"></div><pre>SUMMARY</pre>
<script>
"use strict";
const data = DATA, row = 18, gap = 8, left = 190, top0 = 24;
const canvas = document.getElementById("c"), what = document.getElementById("what");
const draw2d = canvas.getContext("2d");
let from = 0, span = data.length || 1, drag = null;
const tops = [top0];
for (const line of data.lines) tops.push(tops[tops.length - 1] + line.height * row + gap);
function place(time) { return left + (time - from) / span * (canvas.width - left); }
function mark() {
  let step = Math.pow(10, Math.floor(Math.log10(span / 5)));
  draw2d.fillStyle = "#666"; draw2d.strokeStyle = "#e4e4e4";
  for (let at = Math.ceil(from / step) * step; at <= from + span; at += step) {
    const x = place(at);
    if (x < left) continue;
    draw2d.beginPath(); draw2d.moveTo(x, top0 - 4); draw2d.lineTo(x, canvas.height);
    draw2d.stroke();
    if (span / step <= 14 || Math.round(at / step) % 5 === 0)
      draw2d.fillText(+at.toPrecision(9) + " us", x + 2, 12);
  }
}
function draw() {
  canvas.width = document.body.clientWidth - 2;
  canvas.height = tops[tops.length - 1] + 4;
  draw2d.font = "11px sans-serif";
  mark();
  data.lines.forEach((line, number) => {
    let last = [];
    for (const [begin, length, depth, name, colour] of line.slices) {
      const x = Math.max(left, place(begin)), end = place(begin + length);
      if (end < left || x > canvas.width) continue;
      const width = Math.max(0.5, end - x), y = tops[number] + depth * row;
      if (width < 1 && x - (last[depth] ?? -9) < 0.5) continue;
      last[depth] = x;
      draw2d.fillStyle = data.colours[colour]; draw2d.fillRect(x, y, width, row - 2);
      if (width > 24) {
        draw2d.save(); draw2d.beginPath(); draw2d.rect(x, y, width - 2, row); draw2d.clip();
        draw2d.fillStyle = "#000"; draw2d.fillText(data.names[name], x + 3, y + 12);
        draw2d.restore();
      }
    }
    draw2d.fillStyle = "#000"; draw2d.fillText(line.name.slice(0, 34), 4, tops[number] + 12);
  });
  draw2d.strokeStyle = "#555";
  for (const [first, begin, second, end] of data.arrows) {
    const x = place(begin), x2 = place(end);
    if (x < left || x2 < left || x > canvas.width || x2 > canvas.width) continue;
    draw2d.beginPath(); draw2d.moveTo(x, tops[first] + row / 2);
    draw2d.lineTo(x2, tops[second] + row / 2); draw2d.stroke();
  }
}
function found(event) {
  const time = from + (event.offsetX - left) / (canvas.width - left) * span;
  const number = tops.findIndex((top, i) => event.offsetY >= top && event.offsetY < tops[i + 1]);
  if (number < 0 || event.offsetX < left) return "";
  const depth = Math.floor((event.offsetY - tops[number]) / row), reach = span / canvas.width;
  const hit = data.lines[number].slices.find(s => s[2] === depth && s[0] <= time + reach
                                                  && s[0] + s[1] >= time - reach);
  return hit ? data.texts[hit[5]] : "";
}
canvas.onwheel = event => {
  event.preventDefault();
  const at = Math.max(0, (event.offsetX - left) / (canvas.width - left)), before = span;
  span = Math.min(data.length * 1.1, Math.max(0.05, span * (event.deltaY > 0 ? 1.25 : 0.8)));
  from += at * (before - span); draw();
};
canvas.onmousedown = event => { drag = [event.offsetX, from]; };
window.onmouseup = () => { drag = null; };
canvas.onmousemove = event => {
  if (drag === null) { what.textContent = found(event); return; }
  from = drag[1] - (event.offsetX - drag[0]) / (canvas.width - left) * span; draw();
};
canvas.ondblclick = () => { from = 0; span = data.length || 1; draw(); };
window.onresize = draw;
draw();
</script></body></html>
"""


class _Table:
    """Texts, each once, by their numbers."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


def _data(drawn: Timeline) -> dict[str, Any]:
    names, texts, kinds = _Table(), _Table(), list(COLOURS)
    lines = []
    for line in drawn.lines:
        slices = [
            [
                round(each.begin, 3),
                round(each.length, 3),
                each.depth,
                names.number(each.name),
                kinds.index(each.kind if each.kind in COLOURS else "task"),
                texts.number(each.text),
            ]
            for each in line.slices
        ]
        lines.append({"name": line.name, "height": line.height, "slices": slices})
    return {
        "length": round(drawn.length, 3),
        "colours": list(COLOURS.values()),
        "lines": lines,
        "arrows": [[a, round(b, 3), c, round(d, 3)] for a, b, c, d in drawn.arrows],
        "names": list(names.numbers),
        "texts": list(texts.numbers),
    }


def as_html(drawn: Timeline, summary: Sequence[str]) -> str:
    """A page with the timeline, which zooms and moves, and the lines of the summary."""
    legend = "".join(
        f'<i style="background:{colour}"></i>{kind}' for kind, colour in COLOURS.items()
    )
    # Nothing in the data may end the script.
    data = json.dumps(_data(drawn), separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "NOTES": escape(" ".join(drawn.notes)),
        "LEGEND": legend,
        "SUMMARY": escape("\n".join(summary)),
        "DATA": data,
    }
    pieces: list[str] = []
    rest = _PAGE
    for word, text in parts.items():  # in the sequence of the page
        before, rest = rest.split(word, 1)
        pieces += [before, text]
    return "".join([*pieces, rest])
