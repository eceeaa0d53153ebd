# SPDX-License-Identifier: Apache-2.0
"""Say in a page what a trace shows: calls, tasks, bandwidth, waits, idle streams, workspaces.

    aclnn run --trace t.json ./a.out         writes a trace
    aclnn trace t.json                       prints what it shows
    aclnn trace t.json --html t.html         draws it: a page that needs no network
    aclnn trace rank*.json --output all.json joins the traces of several ranks and machines

Perfetto (ui.perfetto.dev) and chrome://tracing open a trace in full. Names that end with .gz
are packed. Times are those of this machine, never a device's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from .._trace import Event, TraceError, create, join, read, write
from .._trace_drawing import MOST_IN_HTML, MOST_IN_SVG, as_html, as_svg, timeline
from .._trace_summary import as_json, as_text, summarize
from ._common import CommandError, printable

HELP = "say what a trace of `aclnn run --trace` shows, or join traces"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options and the files."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="what `aclnn run --trace` or ACLNN_TRACE has written",
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=Path,
        help="write all events to one file, with the clocks of other machines moved to the first's",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help="draw a timeline that can be zoomed, with the summary: a page that loads nothing",
    )
    parser.add_argument(
        "--svg", metavar="FILE", type=Path, help="draw the timeline as it is, without zoom"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def _events(paths: list[Path]) -> Iterator[Event]:
    """The events of the files. CommandError for one that cannot be read."""
    for path in paths:
        try:
            next(iter(read(path)), None)
        except TraceError as error:
            raise CommandError(f"{path}: {error}") from None
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror or error}") from None
    try:
        yield from join(paths)
    except TraceError as error:
        raise CommandError(f"{', '.join(map(str, paths))}: {error}") from None


def _write(options: argparse.Namespace) -> None:
    for path in options.files:
        if options.output.exists() and path.exists() and options.output.samefile(path):
            raise CommandError(
                f"--output {options.output}: is a trace that is read; name another file"
            )
    try:
        with create(options.output) as file:
            write(file, _events(options.files))
    except OSError as error:
        raise CommandError(f"{options.output}: cannot be written: {error.strerror}") from None


def run(options: argparse.Namespace) -> int:
    """Run `aclnn trace`."""
    try:
        return _show(options)
    except (KeyError, TypeError, AttributeError) as error:
        raise CommandError(
            f"{options.files[0]}: an event is not as the format says: {error!r}"
        ) from None


def _save(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}") from None


def _show(options: argparse.Namespace) -> int:
    if options.output is not None:
        _write(options)
    if options.svg is not None:
        _save(options.svg, as_svg(timeline(_events(options.files), MOST_IN_SVG)))
    if options.html is not None:
        lines = as_text(summarize(_events(options.files)))
        drawn = timeline(_events(options.files), MOST_IN_HTML)
        _save(options.html, as_html(drawn, lines))
    if options.output or options.svg or options.html:
        return 0
    summary = summarize(_events(options.files))
    if options.json:
        print(json.dumps(as_json(summary), indent=2))
        return 0
    for line in as_text(summary):
        print(printable(line))
    return 0
