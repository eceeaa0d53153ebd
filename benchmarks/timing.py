# SPDX-License-Identifier: Apache-2.0
"""Functions measured in turn, warm; what is reported is the median and how far times spread."""

from __future__ import annotations

import gc
import math
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PAUSE_SECONDS = 0.01
"""Between two functions: threads of OpenMP spin for some milliseconds after their work, and would
take a core from whoever is measured next. Then the function runs for as long as a sample takes
before it is measured: its own threads sleep by now, and a virtual machine may take milliseconds to
wake a CPU."""

SHORTEST_SAMPLE_SECONDS = 0.001
"""A function that takes less is called several times for one sample."""


@dataclass(frozen=True)
class Timing:
    """Seconds of one call: the median over the rounds, and the spread around it."""

    median: float
    deviation: float  # median absolute deviation from the median
    minimum: float
    maximum: float
    rounds: int

    @classmethod
    def of(cls, samples: Sequence[float]) -> Timing:
        """Of at least one sample."""
        median = statistics.median(samples)
        deviation = statistics.median(abs(sample - median) for sample in samples)
        return cls(median, deviation, min(samples), max(samples), len(samples))


@dataclass(frozen=True)
class Effort:
    """How long functions are measured: rounds until the time is over, within limits."""

    least_rounds: int
    most_rounds: int
    seconds: float


THOROUGH = Effort(7, 40, 0.6)
QUICK = Effort(3, 5, 0.1)


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _seconds(function: Callable[[], object], calls: int) -> float:
    """The time of one call. The result of the last is given up after the clock was read."""
    result = None
    begin = time.perf_counter()
    for _ in range(calls):
        result = function()
    seconds = (time.perf_counter() - begin) / calls
    del result
    return seconds


def in_turn(functions: Mapping[str, Callable[[], object]], effort: Effort) -> dict[str, Timing]:
    """Measure functions in rounds, each of them once a round, warm; one alone without pauses."""
    with _no_garbage_collection():
        calls = {}
        for name, function in functions.items():
            _seconds(function, 1)
            warm = max(_seconds(function, 1), 1e-7)
            calls[name] = max(1, math.ceil(SHORTEST_SAMPLE_SECONDS / warm))
        samples: dict[str, list[float]] = {name: [] for name in functions}
        spent = 0.0
        for done in range(effort.most_rounds):
            if done >= effort.least_rounds and spent >= effort.seconds:
                break
            for name, function in functions.items():
                if len(functions) > 1:
                    time.sleep(PAUSE_SECONDS)
                    _seconds(function, calls[name])
                seconds = _seconds(function, calls[name])
                samples[name].append(seconds)
                spent += seconds * calls[name]
    return {name: Timing.of(each) for name, each in samples.items()}


class OtherPrograms:
    """How many CPUs other programs, and other virtual machines, use from here on."""

    def __init__(self) -> None:
        self._begin = self._now()

    @staticmethod
    def _now() -> tuple[float, float]:
        """The time, and the CPU seconds that all but this process have used."""
        line = Path("/proc/stat").read_text("utf-8").splitlines()[0]
        user, nice, system, _idle, _wait, irq, soft, steal = map(int, line.split()[1:9])
        every = (user + nice + system + irq + soft + steal) / os.sysconf("SC_CLK_TCK")
        used = resource.getrusage(resource.RUSAGE_SELF)
        return time.monotonic(), every - used.ru_utime - used.ru_stime

    def cpus(self) -> float:
        """The average until now."""
        now, others = self._now()
        return max(0.0, (others - self._begin[1]) / max(now - self._begin[0], 0.01))
