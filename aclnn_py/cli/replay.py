# SPDX-License-Identifier: Apache-2.0
"""Make the calls of a recording here, and say where status, workspace size or numbers differ.

    aclnn replay calls.aclnn

A line a difference, by call, with units in the last place (ulp). The exit code is 1 if anything
differs; 2 if the file is damaged, or says of a call what cannot be; 4 if nothing differs and that
is not the whole truth: the file is cut off, or no numbers were compared although it was recorded
with data. The product is the recorded
one, unless --soc or ACLNN_SOC names another. Where the file has no data, statuses and sizes are
compared, and inputs are made up.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from .._replay import Replay

HELP = "make the calls of a recording here and report what differs"

DIFFERENT = 1
INCOMPLETE = 4


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
    """Run `aclnn replay`."""
    try:
        recording = read(options.file)
    except RecordingError as error:
        raise CommandError(f"{options.file}: {error}") from None
    if options.keep is not None:
        if options.keep.exists() and options.keep.samefile(options.file):
            raise CommandError(
                f"--keep {options.keep}: is the recording that is read; name another file"
            )
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
    print(_summary(replay, counts["difference"]))
    gap = _gap(recording, replay)
    if gap:
        print(gap)
    if counts["difference"]:
        return DIFFERENT
    if counts["problem"] or (recording.damage and not recording.is_cut):
        return USAGE_ERROR
    return INCOMPLETE if gap or recording.is_cut else 0


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _summary(replay: Replay, differences: int) -> str:
    """What was compared, and how often it differs."""
    what = ["statuses and workspace sizes"] if replay.calls else []
    if replay.compared:
        what.append(f"the numbers of {_number(replay.compared, 'run')}")
    made = f"{_number(replay.calls, 'call')} and {_number(replay.runs, 'run')} made again"
    found = _number(differences, "difference") if differences else "no difference"
    return f"{made}; compared {', and '.join(what) or 'nothing'}: {found}"


def _gap(recording: Recording, replay: Replay) -> str:
    """Why that no difference was found says little; "" where it says something."""
    if not replay.calls:
        return "nothing was compared: the recording has no call"
    has_data = any(record.content.get("data") is True for record in recording.records)
    if has_data and replay.successes and not replay.compared:
        return "no numbers were compared, although this was recorded with --data"
    return ""


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
