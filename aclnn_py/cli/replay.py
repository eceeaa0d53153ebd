# SPDX-License-Identifier: Apache-2.0
"""Make the calls of a recording here, and say where status, workspace size or numbers differ.

    aclnn replay calls.aclnn

A line a difference, by call, with units in the last place (ulp). The exit code is 1 if anything
differs; 2 if the file is damaged, or says of a call what cannot be. The product is the recorded
one, unless --soc or ACLNN_SOC names another. Where the file has no data, statuses and sizes are
compared, and inputs are made up.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .. import native
from .._recording import Recording, RecordingError, read
from ._common import (
    USAGE_ERROR,
    CommandError,
    check_settings,
    check_soc,
    create_recording,
    printable,
)

HELP = "make the calls of a recording here and report what differs"

DIFFERENT = 1


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0")
    return int(text)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options and the file."""
    parser.add_argument("file", metavar="FILE", type=Path, help="what `aclnn record` has written")
    parser.add_argument("--soc", metavar="NAME", help="the product that is emulated (ACLNN_SOC)")
    parser.add_argument(
        "--ulp",
        type=_count,
        default=0,
        metavar="N",
        help="numbers that are at most N units in the last place apart are equal; 0 is the default",
    )
    parser.add_argument(
        "--keep",
        metavar="FILE",
        type=Path,
        help="write the calls that differ to a file of their own",
    )
    parser.add_argument(
        "--seed", type=_count, default=0, metavar="N", help="of inputs that are made up"
    )


def run(options: argparse.Namespace) -> int:
    """Carry out `aclnn replay`."""
    try:
        recording = read(options.file)
    except RecordingError as error:
        raise CommandError(f"{options.file}: {error}") from None
    if options.keep is not None:
        if options.keep.exists() and options.keep.samefile(options.file):
            raise CommandError(f"{options.keep}: is what is replayed")
        create_recording(options.keep)
    _choose_product(recording, options.soc)
    from .._replay import Replay  # loads NumPy

    replay = Replay(recording, options.seed, options.ulp)
    counts = {"difference": 0, "problem": 0, "note": 0}
    for outcome in replay.outcomes():
        counts[outcome.kind] += 1
        print(printable(str(outcome)), flush=True)
    if options.keep is not None:
        recording.write(replay.different_records(), options.keep)
    if recording.damage:
        print(printable(f"{options.file}: {recording.damage}"))
    print(
        f"{replay.calls} calls and {replay.runs} runs, the numbers of {replay.compared} compared: "
        f"{counts['difference'] or 'no'} difference{'' if counts['difference'] == 1 else 's'}"
    )
    if counts["difference"]:
        return DIFFERENT
    return USAGE_ERROR if counts["problem"] or (recording.damage and not recording.is_cut) else 0


def _choose_product(recording: Recording, wanted: str | None) -> None:
    """Set ACLNN_SOC before the library reads it."""
    named = [
        record.content.get("product")
        for record in recording.records
        if record.content["kind"] == "process"
    ]
    recorded = named[0] if named and isinstance(named[0], str) else ""
    given = {}
    if wanted is not None:
        os.environ["ACLNN_SOC"] = check_soc("--soc", wanted)
        given = {"ACLNN_SOC": "--soc"}
    elif "ACLNN_SOC" not in os.environ and recorded:
        known = native.find_soc(recorded)
        if known is None:
            raise CommandError(
                f"it was recorded on {recorded!a}, which is not emulated; choose a product by --soc"
            )
        os.environ["ACLNN_SOC"] = known.name
    check_settings(os.environ, given)
    print(
        printable(
            f"recorded on {recorded or 'an unknown product'}, replayed on "
            f"{os.environ.get('ACLNN_SOC', 'Ascend910B2')}"
        )
    )
