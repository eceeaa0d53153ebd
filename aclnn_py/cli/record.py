# SPDX-License-Identifier: Apache-2.0
"""Run a program and write each of its two-phase calls to a file, for `aclnn replay`.

    aclnn record -o calls.aclnn ./program [ARGS]
    aclnn record -o calls.aclnn --data python train.py [ARGS]
    aclnn record -o calls.aclnn aclnn run FILE.cpp [ARGS]

It works with CANN's own libraries too, on a machine with an NPU: where ASCEND_HOME_PATH is set, the
environment stays as it is; otherwise the program finds this package's library. The file has what
was called and answered, and with --data what the tensors held. The exit code is the program's.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from .. import _tree
from .._recording import RecordingError, read
from ._common import CommandError, create_recording, require_tree
from .run import find_program, run_to_end

HELP = "run a program and write its operator calls to a file, for `aclnn replay`"

VALUE_OPTIONS = ("-o", "--output", "--limit")

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def _bytes(text: str) -> int:
    number, unit = (text[:-1], text[-1]) if text[-1:] in _UNITS else (text, "")
    if (
        not (number.isascii() and number.isdecimal())
        or not 0 < int(number) * _UNITS[unit] < 1 << 40
    ):
        raise argparse.ArgumentTypeError(f"{text!r} is no size, as 4096, 64K, 16M or 1G")
    return int(number) * _UNITS[unit]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options; they stand before PROGRAM, the rest is the program's."""
    parser.usage = "aclnn record -o FILE [--data] [--limit BYTES] PROGRAM [ARGS ...]"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    parser.add_argument(
        "--data", action="store_true", help="write what the tensors hold too, before and after"
    )
    parser.add_argument(
        "--limit",
        type=_bytes,
        default=16 << 20,
        metavar="BYTES",
        help="with --data: of larger results a sample is written, and larger inputs are left out; "
        "16M is the default",
    )


def operands(parser: argparse.ArgumentParser) -> None:
    """Add what stands behind the options."""
    parser.add_argument("program", metavar="PROGRAM", help="a program or a Python script")
    parser.add_argument("args", metavar="ARGS", nargs="*", help="its arguments")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn record`."""
    if not options.command_line:
        raise CommandError("record: a program is missing (aclnn record -o FILE PROGRAM [ARGS])")
    require_tree()
    name, *arguments = options.command_line
    command = [*find_program(name), *arguments]
    path = Path(options.output)
    create_recording(path)
    environ = dict(os.environ)
    if "ASCEND_HOME_PATH" not in environ:
        environ.update(_tree.variables(environ))
    if set(str(_tree.recorder())) & set(" :"):
        raise CommandError(
            f"{_tree.recorder()}: LD_PRELOAD takes no path with a space or a colon; install the "
            "package where the path has none"
        )
    environ["LD_PRELOAD"] = " ".join(
        [str(_tree.recorder()), *environ.get("LD_PRELOAD", "").split()]
    )
    environ["ACL_RECORD_FILE"] = str(path.absolute())
    environ.pop("ACL_RECORD_DATA", None)
    if options.data:
        environ["ACL_RECORD_DATA"] = str(options.limit)
    code = run_to_end(command, environ)
    try:
        recording = read(path)
    except RecordingError as error:
        raise CommandError(f"{path}: {error}") from None
    print(f"aclnn: {path}: {recording.summary()}", file=sys.stderr)
    if recording.damage:
        print(f"aclnn: {path}: {recording.damage}", file=sys.stderr)
    return code
