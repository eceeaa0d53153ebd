# SPDX-License-Identifier: Apache-2.0
"""communication.json of a profile: when each collective ran, under CANN's keys.

How much of that was waiting, and what went over which link, is a device's to say, and left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .profile import Profile, Task
from .timeline import microseconds


def _operator(name: str) -> str:
    """What CANN calls it: hcom_allReduce_ of HcclAllReduce."""
    plain = name.removeprefix("Hccl")
    return f"hcom_{plain[:1].lower()}{plain[1:]}_"


def named(profile: Profile) -> Iterator[tuple[str, str, Task]]:
    """Each collective with a name of its own, and the group of ranks that it belongs to."""
    counts: Counter[tuple[str, str]] = Counter()
    for task in profile.collectives:
        group = f"ranks{task.ranks}"
        name = _operator(task.name)
        yield f"{name}_{group}_{counts[name, group]}", group, task
        counts[name, group] += 1


def times(profile: Profile) -> dict[str, object]:
    """What communication.json holds."""
    return {
        f"{name}@{group}": {
            "Communication Time Info": {
                "Start Timestamp(us)": float(microseconds(task.start)),
                "Elapse Time(ms)": (task.end - task.start) / 1e6,
            }
        }
        for name, group, task in named(profile)
    }
