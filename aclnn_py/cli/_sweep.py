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
from collections import Counter, deque
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing, contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from .. import native
from .._prototype import prototype
from ._cells import missing_columns
from ._common import CommandError, whole_file
from ._sweep_rows import WRITTEN, Counts, Part, Rows, Sweep, known_columns

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from typing_extensions import Self  # typing has it from 3.11 on

PART_ROWS = 2000
PARALLEL_ROWS = 10_000
"""Files with fewer rows are done before a second process has started."""

STANDARD = Path("-")
"""What stands for standard input and standard output."""

OWN_MARK = "#"
"""What the names of columns begin with that are the file's own."""

_MOST_NOTES = 100
_MOST_COLUMNS = 5  # that are named in an error
_LONGEST_NAME = 60


def _parts(name: str, file: TextIO) -> Iterator[tuple[str, int]]:
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
        raise CommandError(f"{name}: {failure.strerror}") from None
    if lines:
        yield "".join(lines), line


def _count_lines(path: Path) -> int | None:
    """The lines of a file, without the header; None for what can be read only once."""
    if path == STANDARD or not stat.S_ISREG(path.stat().st_mode):
        return None
    with path.open("rb") as file:
        return max(
            sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b"")) - 1, 0
        )


_rows: Rows | None = None
_all_started: Event | None = None


def _start(sweep: Sweep, all_started: Event) -> None:
    """Begin the work of a process."""
    global _rows, _all_started  # one a process, made before its first part
    _rows, _all_started = Rows(sweep), all_started


def _wait() -> None:
    assert _all_started is not None
    _all_started.wait()


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


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back. A process or thread that is started meanwhile never gets it.

    It is for the main thread, which may wait for input: a signal that another thread takes does
    not wake it. So this is not for where parts are read.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_processes(
    sweep: Sweep, parts: Iterable[tuple[str, int]], processes: int
) -> Generator[Part, None, None]:
    """The results in the order of the parts; a few parts wait for each process."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")
    all_started = context.Event()
    pool = ProcessPoolExecutor(processes, context, _start, (sweep, all_started))
    waiting: deque[Future[Part]] = deque()
    try:
        # A process is started by each submit that finds none idle, and none is until the event.
        with _without_interrupts():
            for _ in range(processes):
                pool.submit(_wait)
        all_started.set()
        for text, line in parts:
            waiting.append(pool.submit(_do, text, line))
            if len(waiting) > 4 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        all_started.set()
        pool.shutdown(cancel_futures=True)


def run(
    path: Path,
    out: Path,
    operator: str,
    soc: str | None = None,
    deterministic: bool | None = None,
    ignored: Collection[str] = (),
    processes: int | None = None,
) -> int:
    """Size every row of a file. 0 if all were sized and none differs from what was expected.

    path       may be STANDARD, as out
    ignored    columns of the file's own
    processes  how many work; None is as many as there are CPUs, for large files

    Raises CommandError for files that cannot be read or written, and for columns that are missing
    or not known.
    """
    name = "standard input" if path == STANDARD else str(path)
    try:
        total = _count_lines(path)
        with _open(path) as file:
            names = tuple(each.strip() for each in next(csv.reader([file.readline()]), []))
            columns = _columns(name, names, ignored)
            sweep = Sweep(name, names, columns, operator, soc, deterministic)
            _check_columns(sweep)
            if out == STANDARD:
                with _standard_output() as result:
                    return _write(sweep, file, result, out, total, processes)
            if out.exists() and os.path.samestat(out.stat(), os.fstat(file.fileno())):
                raise CommandError(f"{out}: is the file that is read; name another one by --out")
            with whole_file(out) as result:
                return _write(sweep, file, result, out, total, processes)
    except OSError as failure:
        if failure.filename is None and out == STANDARD:  # the command line knows what to do
            raise
        raise CommandError(f"{failure.filename or out}: {failure.strerror}") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name}: is no text in UTF-8") from None
    except csv.Error as failure:
        raise CommandError(f"{name}: is no CSV: {failure}") from None
    except BrokenExecutor:
        raise CommandError(f"{name}: a process that sized rows has ended") from None


def _open(path: Path) -> TextIO:
    is_standard = path == STANDARD
    file: int | Path = 0 if is_standard else path
    return open(file, encoding="utf-8-sig", newline="", closefd=not is_standard)


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


def _columns(name: str, names: Sequence[str], ignored: Collection[str]) -> tuple[str, ...]:
    """What the columns of a file hold: their names, or "" for those of its own.

    Raises CommandError for two of one name, and for columns to ignore that are not there, or that
    the result has anyway.
    """
    for each in ignored:
        if each in WRITTEN:
            raise CommandError(f"--ignore-columns {each}: a sweep writes this column itself")
        if each not in names:
            raise CommandError(f"--ignore-columns {each}: {name} has no such column")
    columns = tuple("" if each.startswith(OWN_MARK) or each in ignored else each for each in names)
    for each, count in Counter(filter(None, columns)).items():
        if count > 1:
            raise CommandError(f"{name}: has the column {each} more than once")
    return columns


def _check_columns(sweep: Sweep) -> None:
    """CommandError for columns that mean nothing, and for those that are missing."""
    if not any(sweep.names):
        raise CommandError(f"{sweep.name}: has no line of column names")
    rows_say = "op" in sweep.columns or "operator" in sweep.columns
    operators = native.description().operators if rows_say else [sweep.operator]
    known = known_columns(operators)
    unknown = [name for name in sweep.columns if name and name not in known]
    if unknown:
        words = ", ".join(_with_nearest(name, known) for name in unknown[:_MOST_COLUMNS])
        words += f" and {len(unknown) - _MOST_COLUMNS} more" * (len(unknown) > _MOST_COLUMNS)
        raise CommandError(
            f"{sweep.name}: unknown columns: {words}; those of the file's own begin with "
            f"{OWN_MARK}, or are named by --ignore-columns"
        )
    if rows_say:
        return  # each row says what it needs
    missing = missing_columns(prototype(sweep.operator), sweep.columns)
    if missing:
        raise CommandError(f"{sweep.name}: lacks the columns {', '.join(missing)}")


def _with_nearest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name.lower(), sorted(known), n=1)
    return f"{name[:_LONGEST_NAME]} (did you mean {close[0]}?)" if close else name[:_LONGEST_NAME]


def _write(
    sweep: Sweep,
    file: TextIO,
    result: TextIO,
    out: Path,
    total: int | None,
    processes: int | None,
) -> int:
    counts = Counts()
    try:
        notes = _write_rows(sweep, file, result, total, processes, counts)
    except KeyboardInterrupt:
        kept = "" if out == STANDARD else f"; {out} is not written"
        print(f"interrupted: {_summary(counts)}{kept}", file=sys.stderr)
        raise
    if notes > _MOST_NOTES:
        print(f"... and {notes - _MOST_NOTES} more", file=sys.stderr)
    print(_summary(counts), file=sys.stderr)
    return 1 if notes else 0


class _NoBar:
    """Shows nothing where tqdm would show how far a sweep is."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def write(self, text: str, file: TextIO) -> None:
        print(text, file=file)

    def update(self, count: int) -> None:
        pass


def _progress(total: int | None) -> Any:
    """A bar of rows, on a terminal and where tqdm is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, unit="row", disable=None, leave=False)


def _write_rows(
    sweep: Sweep,
    file: TextIO,
    result: TextIO,
    total: int | None,
    processes: int | None,
    counts: Counts,
) -> int:
    """Write the result and count its rows. How many have a note, of which the first are told."""
    parts = _parts(sweep.name, file)
    first = list(islice(parts, PARALLEL_ROWS // PART_ROWS))
    if processes is None:
        is_large = len(first) == PARALLEL_ROWS // PART_ROWS
        processes = len(os.sched_getaffinity(0)) if is_large else 1
    every = chain(first, parts)
    done = _in_process(sweep, every) if processes == 1 else _in_processes(sweep, every, processes)
    notes = 0
    csv.writer(result, lineterminator="\n").writerow(sweep.header())
    with _without_interrupts():
        bar = _progress(total)
    with closing(done), bar:
        for part in done:
            result.write(part.text)
            counts.add(part.counts)
            for line, message in part.notes:
                notes += 1
                if notes <= _MOST_NOTES:
                    bar.write(f"{sweep.name}:{line}: {message}", file=sys.stderr)
            bar.update(part.counts.rows)
    result.flush()
    return notes


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
