# SPDX-License-Identifier: Apache-2.0
"""Workspace sizes of the many calls in a CSV file: `aclnn workspace --sweep`.

The rows of a file are cut into parts of text, which processes turn into parts of the result, in
the order of the file. The processes are spawned, not forked: the library refuses to work in a
child that was forked after its first call.
"""

from __future__ import annotations

import csv
import difflib
import io
import os
import signal
import stat
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

from .._prototype import prototype
from ._cells import missing_columns
from ._common import CommandError
from ._sweep_rows import Counts, Part, Rows, Sweep

PART_ROWS = 2000
PARALLEL_ROWS = 10_000
"""Files with fewer rows are done before a second process has started."""

_MOST_NOTES = 100


def _parts(file: TextIO) -> Iterator[tuple[str, int]]:
    """Whole rows as text, with the number of their first line. Cells may hold line ends."""
    line = 2
    lines: list[str] = []
    is_open = False
    try:
        for text in file:
            lines.append(text)
            if '"' in text:
                is_open ^= text.count('"') % 2 == 1
            if len(lines) >= PART_ROWS and not is_open:
                yield "".join(lines), line
                line += len(lines)
                lines = []
    except OSError as failure:
        raise CommandError(f"{file.name}: {failure.strerror}") from None
    if lines:
        yield "".join(lines), line


def _count_lines(path: Path) -> int | None:
    """The lines of a file, without the header; None for what can be read only once."""
    if not stat.S_ISREG(path.stat().st_mode):
        return None
    with path.open("rb") as file:
        return max(
            sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")) - 1, 0
        )


_rows: Rows | None = None


def _start(sweep: Sweep) -> None:
    """Begin the work of a process. Ctrl-C is for its parent."""
    global _rows  # noqa: PLW0603  one a process, made before its first part
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _rows = Rows(sweep)


def _do(text: str, line: int) -> Part:
    assert _rows is not None
    return _rows.part(text, line)


def _in_process(sweep: Sweep, parts: Iterable[tuple[str, int]]) -> Generator[Part, None, None]:
    rows = Rows(sweep)
    try:
        for text, line in parts:
            yield rows.part(text, line)
    finally:
        rows.close()


def _in_processes(
    sweep: Sweep, parts: Iterable[tuple[str, int]], processes: int
) -> Generator[Part, None, None]:
    """The results in the order of the parts; a few parts wait for each process."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(processes, get_context("spawn"), _start, (sweep,))
    waiting: deque[Future[Part]] = deque()
    try:
        for text, line in parts:
            waiting.append(pool.submit(_do, text, line))
            if len(waiting) > 4 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def run(
    path: Path,
    out: Path | None,
    operator: str,
    soc: str | None = None,
    deterministic: bool | None = None,
    processes: int | None = None,
) -> int:
    """Size every row of a file. 0 if all were sized and none differs from what was expected.

    out        the result; None is standard output
    processes  how many work; None is as many as there are CPUs, for large files

    Raises CommandError for files that cannot be read or written, and for missing columns.
    """
    try:
        total = _count_lines(path)
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            columns = tuple(name.strip() for name in next(csv.reader([header]), []))
            sweep = Sweep(str(path), columns, operator, soc, deterministic)
            _check_columns(sweep)
            if out is not None and out.exists() and out.samefile(path):
                raise CommandError(f"{out}: is the file that is read")
            with (
                _standard_output() if out is None else out.open("w", encoding="utf-8", newline="")
            ) as result:
                return _write(sweep, file, result, total, processes)
    except OSError as failure:
        where = failure.filename or out
        if where is None:  # standard output; the command line knows what to do
            raise
        raise CommandError(f"{where}: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: is no text in UTF-8") from None
    except csv.Error as failure:
        raise CommandError(f"{path}: is no CSV: {failure}") from None
    except BrokenExecutor:
        raise CommandError(f"{path}: a process that sized rows has ended") from None


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """Standard output in UTF-8, as files are written."""
    if not isinstance(sys.stdout, io.TextIOWrapper):  # another program's own
        yield sys.stdout
        return
    encoding, errors = sys.stdout.encoding, sys.stdout.errors
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        yield sys.stdout
    finally:
        sys.stdout.reconfigure(encoding=encoding, errors=errors)


def _check_columns(sweep: Sweep) -> None:
    if not any(sweep.columns):
        raise CommandError(f"{sweep.name}: has no line of column names")
    if "op" in sweep.columns or "operator" in sweep.columns:
        return  # each row says what it needs
    missing = missing_columns(prototype(sweep.operator), sweep.columns)
    if missing:
        close = difflib.get_close_matches(missing[0], sweep.columns, n=1, cutoff=0.75)
        hint = f" ({close[0]} is another)" if close else ""
        raise CommandError(f"{sweep.name}: without the columns {', '.join(missing)}{hint}")


def _write(
    sweep: Sweep, file: TextIO, result: TextIO, total: int | None, processes: int | None
) -> int:
    from tqdm import tqdm

    if processes is None:
        is_large = total is None or total >= PARALLEL_ROWS
        processes = len(os.sched_getaffinity(0)) if is_large else 1
    parts = _parts(file)
    done = _in_process(sweep, parts) if processes == 1 else _in_processes(sweep, parts, processes)
    counts = Counts()
    notes = 0
    csv.writer(result, lineterminator="\n").writerow(sweep.header())
    with closing(done), tqdm(total=total, unit="row", disable=None, leave=False) as bar:
        for part in done:
            result.write(part.text)
            counts.add(part.counts)
            for line, message in part.notes:
                notes += 1
                if notes <= _MOST_NOTES:
                    bar.write(f"{sweep.name}:{line}: {message}", file=sys.stderr)
            bar.update(part.counts.rows)
    result.flush()
    if notes > _MOST_NOTES:
        print(f"... and {notes - _MOST_NOTES} more", file=sys.stderr)
    print(_summary(counts), file=sys.stderr)
    return 1 if notes else 0


def _summary(counts: Counts) -> str:
    parts = [f"{counts.rows} rows"]
    if counts.compared:
        parts.append(f"{counts.matched} match")
        differing = counts.compared - counts.matched
        parts += [f"{differing} do not"] if differing else []
        left = counts.rows - counts.compared
        parts += [f"{left} without an expected size"] if left else []
    else:
        parts.append(f"{counts.sized} sized")
    parts += [f"{counts.refused} refused"] if counts.refused else []
    parts += [f"{counts.wrong} wrong"] if counts.wrong else []
    return ", ".join(parts)
