# SPDX-License-Identifier: Apache-2.0
"""What `aclnn run --trace` does before and after the program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .._trace import TraceError, create, join, write
from ._common import CommandError


@contextmanager
def traced(path: Path) -> Iterator[dict[str, str]]:
    """The variables with which processes write their traces; at the end these become one file.

    Raises CommandError, before anything has run, when the file cannot be written.
    """
    try:
        file = create(path)
    except OSError as error:
        raise CommandError(f"--trace {path}: cannot be written: {error.strerror}") from None
    with file, TemporaryDirectory(prefix="aclnn-trace-") as directory:
        Path(directory).chmod(0o1777)  # a process may have other rights than this one
        try:
            yield {"ACLNN_TRACE": str(Path(directory) / "%p.json")}
        finally:
            found = sorted(Path(directory).iterdir())
            try:
                write(file, join(found))
            except (OSError, TraceError) as error:
                print(f"aclnn: --trace {path}: {error}", file=sys.stderr)
            if not found:
                print(
                    f"aclnn: --trace {path}: no process has called the library, and nothing was "
                    "traced",
                    file=sys.stderr,
                )
