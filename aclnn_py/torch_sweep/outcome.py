# SPDX-License-Identifier: Apache-2.0
"""What became of a sample, and of the samples of an entry in one type."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum


class Outcome(str, Enum):
    """The columns of the table, the worst first: an entry is what its worst sample is."""

    __str__ = str.__str__

    CRASHED = "crashed"
    WRONG = "wrong"
    REFUSED = "refused"
    FALLBACK = "CPU"
    DIFFERS = "differs"
    RANDOM = "random"
    RIGHT = "right"
    SKIPPED = "none"


@dataclass
class Entry:
    """An entry of OpInfo in one type: how many samples had which outcome, and why."""

    name: str
    dtype: str
    counts: Counter[Outcome] = field(default_factory=Counter)
    texts: dict[Outcome, list[str]] = field(default_factory=dict)

    def add(self, outcome: Outcome, text: str) -> None:
        """Count a sample."""
        self.counts[outcome] += 1
        known = self.texts.setdefault(outcome, [])
        if text and text not in known:
            known.append(text)

    @property
    def outcome(self) -> Outcome:
        """The worst of its samples; SKIPPED when nothing could be compared."""
        return next((each for each in Outcome if self.counts[each]), Outcome.SKIPPED)
