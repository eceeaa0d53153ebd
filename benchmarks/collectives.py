# SPDX-License-Identifier: Apache-2.0
"""Sums over the ranks of one machine, by HCCL (all_reduce_hccl.c) and by MPICH (all_reduce_mpi.c):
processes in turn, on the same cores, through shared memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from .calls import SOURCES, build, output, parse_call
from .timing import Timing

RANKS = (2, 4)
"""Those that there are CPUs for: MPICH's ranks turn in loops while they wait."""

ROUNDS = 7
QUICK_ROUNDS = 3

MOST_RATIO = {8: 2.0, 16 << 20: 1.2}
"""How many times MPICH's time a sum of so many bytes may take."""


def compiler() -> str | None:
    """MPICH's compiler, beside this Python or on the path."""
    beside = Path(sys.executable).with_name("mpicc")
    return str(beside) if beside.exists() else shutil.which("mpicc")


def names(size: int, ranks: int) -> tuple[str, str]:
    """What our figure and MPICH's are called."""
    about = f"all-reduce of {size} B, {ranks} ranks"
    return about, f"{about}, MPICH"


def _medians(text: str) -> dict[int, float]:
    """The median of each size, in seconds."""
    return {int(size): times.median for size, times in parse_call(text).items()}


def _run_ours(program: Path, ranks: int, meeting: Path) -> dict[int, float]:
    """A process a rank; what the first prints."""
    environment = {**os.environ, "ACLNN_DEVICES": str(ranks), "LOCAL_WORLD_SIZE": str(ranks)}
    environment["HCCL_SOCKET_IFNAME"] = "lo"
    processes = [
        subprocess.Popen(
            [program, str(rank), str(ranks), meeting],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for rank in range(ranks)
    ]
    printed = [process.communicate()[0] for process in processes]
    if any(process.returncode != 0 for process in processes):
        raise subprocess.SubprocessError(f"{program.name} failed with {ranks} ranks")
    return _medians(printed[0])


def _run_mpich(program: Path, ranks: int, launcher: Path) -> dict[int, float]:
    return _medians(output([launcher, "-n", str(ranks), program]))


def measure(quick: bool) -> dict[str, Timing]:
    """The figures by their names. Raises SubprocessError where a program fails."""
    mpicc = compiler()
    if mpicc is None:
        raise FileNotFoundError("there is no mpicc: pip install mpich")
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory(prefix="aclnn-bench-") as folder:
        ours, theirs = build(Path(folder), "all_reduce_hccl"), Path(folder, "all_reduce_mpi")
        output([mpicc, "-O2", SOURCES / "all_reduce_mpi.c", "-o", theirs])
        for turn in range(QUICK_ROUNDS if quick else ROUNDS):
            for count in (each for each in RANKS if each <= len(os.sched_getaffinity(0))):
                meeting = Path(folder, f"meeting-{turn}-{count}")
                both = (
                    _run_ours(ours, count, meeting),
                    _run_mpich(theirs, count, Path(mpicc).with_name("mpiexec")),
                )
                for size in both[0]:
                    for name, times in zip(names(size, count), both, strict=True):
                        found.setdefault(name, []).append(times[size])
    return {name: Timing.of(times) for name, times in found.items()}
