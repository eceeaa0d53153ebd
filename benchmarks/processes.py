# SPDX-License-Identifier: Apache-2.0
"""Functions in processes of their own, since the library reads its environment once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def in_process(
    variables: Mapping[str, str], function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a function in a new process with these environment variables."""
    with _environment(variables), ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()
