# SPDX-License-Identifier: Apache-2.0
"""Values of options, for several commands: converters for argparse, which makes a message and exit
code 2 of their errors."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Callable

from .cases import SHAPES, select

MOST_THREADS = 64
"""What ACLNN_CORES allows."""


def _pieces(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


def list_of(*known: str) -> Callable[[str], tuple[str, ...]]:
    """A converter of lists of at least one of these."""

    def convert(text: str) -> tuple[str, ...]:
        chosen = _pieces(text)
        for each in chosen:
            if each not in known:
                raise ArgumentTypeError(f"{each!r} is none of {', '.join(known)}")
        if not chosen:
            raise ArgumentTypeError(f"{text!r} names none of {', '.join(known)}")
        return chosen

    return convert


def shape_names(text: str) -> tuple[str, ...]:
    """Parts of names of shapes."""
    chosen = _pieces(text)
    if not chosen:
        raise ArgumentTypeError(f"{text!r} names no shape; without the option all are measured")
    try:
        select(SHAPES, chosen, (), (), ())
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    return chosen


def thread_number(text: str) -> int:
    """One number of threads."""
    if not (text.isdecimal() and 1 <= int(text) <= MOST_THREADS):
        raise ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_THREADS}")
    return int(text)


def thread_numbers(text: str) -> tuple[int, ...]:
    """Numbers of threads, the largest first."""
    return tuple(sorted({thread_number(each) for each in text.split(",")}, reverse=True))


def default_threads() -> int:
    """What ACLNN_CORES says, otherwise all CPUs. Raises ValueError for what it may not be."""
    cores = os.environ.get("ACLNN_CORES")
    if not cores:
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    try:
        return thread_number(cores)
    except ArgumentTypeError as error:
        raise ValueError(f"ACLNN_CORES: {error}") from None
