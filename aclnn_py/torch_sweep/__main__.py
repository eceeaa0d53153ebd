# SPDX-License-Identifier: Apache-2.0
"""`aclnn run python -m aclnn_py.torch_sweep`: the command line, and a process that is replaced."""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import os
import select
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .outcome import Entry, Outcome
from .table import page

TYPES = ("float32", "float16", "bfloat16", "int64", "bool")
NEEDED = {
    "torch": "torch==2.13.0",
    "torch_npu": "torch-npu==2.13.0",
    "expecttest": "expecttest",
}
"""What the sweep imports, and what pip calls it."""

MOST_FAILURES = 8
"""Samples of an entry that may fail before the rest is left out."""


def main(arguments: list[str] | None = None) -> int:
    """Run the sweep; 1 when an entry is wrong or crashed."""
    options = _parser().parse_args(arguments)
    missing = [package for module, package in NEEDED.items() if find_spec(module) is None]
    if missing:
        print(
            f"aclnn_py.torch_sweep: not installed: {', '.join(missing)}; "
            f"pip install {' '.join(missing)}",
            file=sys.stderr,
        )
        return 2
    # Processes with the device are forked from this one, which imports everything and must not use
    # the device itself: the list of entries would, if it were imported with the plug-in there.
    os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
    from torch.testing._internal.common_methods_invocations import op_db

    import torch_npu  # noqa: F401  isort: skip

    known = _known(options.json)
    entries = []
    with (options.json or Path(os.devnull)).open("a", encoding="utf-8") as lines:
        for each in _sweep(op_db, options):
            entries.append(each)
            print(json.dumps(vars(each)), file=lines, flush=True)
    counts = Counter((each.dtype, each.outcome) for each in entries)
    if options.output:
        known.update({(each.name, each.dtype): each for each in entries})
        options.output.write_text(page(list(known.values()), TYPES), "utf-8")
    for dtype in options.types:
        said = [f"{counts[dtype, each]} {each}" for each in Outcome if counts[dtype, each]]
        print(f"{dtype}: {', '.join(said)}")
    bad = [each for each in entries if each.outcome in {Outcome.WRONG, Outcome.CRASHED}]
    for each in bad:
        print(f"{each.name} {each.dtype} {each.outcome}: {each.texts[each.outcome][0]}")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m aclnn_py.torch_sweep",
        description="PyTorch's samples of its operators on torch_npu's device beside the CPU.",
    )
    parser.add_argument(
        "operators",
        nargs="*",
        default=["*"],
        metavar="OPERATOR",
        help="entries of OpInfo, or patterns as in a shell: nn.functional.*",
    )
    parser.add_argument(
        "--types",
        nargs="+",
        default=TYPES,
        choices=TYPES,
        metavar="TYPE",
        help=f"data types; default: {' '.join(TYPES)}",
    )
    parser.add_argument(
        "--samples",
        type=_samples,
        default=10,
        metavar="N",
        help="samples of an entry, evenly from all; or all; default: 10",
    )
    parser.add_argument("--backward", action="store_true", help="compare gradients")
    parser.add_argument(
        "--seconds", type=float, default=60, help="the most for a sample; default: 60"
    )
    parser.add_argument("--output", type=Path, help="write the table here, in Markdown")
    parser.add_argument(
        "--json",
        type=Path,
        help="keep what became of each entry here, and take from here what is not run",
    )
    return parser


def _known(file: Path | None) -> dict[tuple[str, str], Entry]:
    """The entries that sweeps before this one wrote into the file, the latest of each."""
    if file is None or not file.exists():
        return {}
    found = {}
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        counts = Counter({Outcome(key): count for key, count in row["counts"].items()})
        texts = {Outcome(key): said for key, said in row["texts"].items()}
        found[row["name"], row["dtype"]] = Entry(row["name"], row["dtype"], counts, texts)
    return found


def _samples(text: str) -> int | None:
    return None if text == "all" else int(text)


def _sweep(op_db: list[Any], options: argparse.Namespace) -> Iterator[Entry]:
    import torch
    from tqdm import tqdm

    chosen = [
        (number, _entry_name(op), dtype)
        for dtype in options.types
        for number, op in enumerate(op_db)
        if any(fnmatch.fnmatchcase(_entry_name(op), each) for each in options.operators)
        and getattr(torch, dtype) in op.supported_dtypes("cpu")
    ]
    tqdm.monitor_interval = 0  # no thread: this process forks
    worker = Worker(op_db)
    with tqdm(total=len(chosen), unit="entry", disable=None) as bar:
        for number, name, dtype in chosen:
            bar.set_postfix_str(f"{name} {dtype}", refresh=False)
            entry = Entry(name, dtype)
            task = {
                "entry": number,
                "dtype": dtype,
                "most": options.samples,
                "backward": options.backward,
            }
            first: int | None = 0
            while first is not None:
                first = worker.run({**task, "first": first}, options.seconds, entry)
                failures = sum(entry.counts[each] for each in list(Outcome)[:4])
                if failures >= MOST_FAILURES:
                    break
            yield entry
            bar.update()
    worker.stop()


def _entry_name(op: Any) -> str:
    return f"{op.name}.{op.variant_test_name}" if op.variant_test_name else str(op.name)


class Worker:
    """The process that has the device: one is forked when there is none."""

    def __init__(self, op_db: list[Any]) -> None:
        self._op_db = op_db
        self._pid = 0

    def run(self, task: dict[str, object], seconds: float, entry: Entry) -> int | None:
        """Add what becomes of the samples; the number of the one to go on with, None at the end."""
        if not self._pid:
            self._start()
        print(json.dumps(task), file=self._tasks, flush=True)
        begun: int | None = None
        while True:
            line = self._line(seconds)
            if line is None:
                text = self._end()
                if begun is None:
                    raise RuntimeError(f"the process with the device ended: {text}")
                entry.add(Outcome.CRASHED, text)
                return begun + 1
            if "begin" in line:
                begun = line["begin"]
            elif "outcome" in line:
                entry.add(Outcome(line["outcome"]), line["text"])
            elif "unmade" in line:
                entry.add(Outcome.SKIPPED, line["unmade"])
            elif line["done"]:
                return None
            else:
                self._end()
                return begun + 1 if begun is not None else None

    def stop(self) -> None:
        """End the process."""
        if self._pid:
            self._end()

    def _start(self) -> None:
        tasks_read, tasks_write = os.pipe()
        tell_read, tell_write = os.pipe()
        handle, name = tempfile.mkstemp(prefix="torch_sweep")
        self._errors = Path(name)
        self._pid = os.fork()
        if not self._pid:
            os.close(tasks_write)
            os.close(tell_read)
            os.dup2(handle, 1)
            os.dup2(handle, 2)
            try:
                from .samples import work

                work(os.fdopen(tasks_read), os.fdopen(tell_write, "w"), self._errors, self._op_db)
            finally:
                os._exit(1)
        os.close(tasks_read)
        os.close(tell_write)
        os.close(handle)
        self._tasks = os.fdopen(tasks_write, "w")
        self._tell = tell_read
        self._rest = b""

    def _line(self, seconds: float) -> dict[str, Any] | None:
        """The next line that the process tells; None when it ended or took too long."""
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._tell], [], [], seconds)
            if not ready:
                os.kill(self._pid, signal.SIGKILL)
                self._late = True
                return None
            read = os.read(self._tell, 65536)
            if not read:
                return None
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def _end(self) -> str:
        """Wait for the process, which ends when there are no more tasks; how it ended."""
        with contextlib.suppress(BrokenPipeError):
            self._tasks.close()
        os.close(self._tell)
        _, status = os.waitpid(self._pid, 0)
        self._pid = 0
        lines = self._errors.read_text("utf-8", "replace").splitlines()[-3:]
        self._errors.unlink()
        if os.WIFSIGNALED(status):
            how = signal.Signals(os.WTERMSIG(status)).name
        else:
            how = f"exit code {os.WEXITSTATUS(status)}"
        return " ".join([how, *lines])[:400]


if __name__ == "__main__":
    raise SystemExit(main())
