# SPDX-License-Identifier: Apache-2.0
"""The command line of `msprof`: the options of CANN's for profiles that are there."""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from . import communication, database, tables, timeline
from .profile import Profile, ProfileError, find, read

OUTPUT = "mindstudio_profiler_output"
ANALYSIS = "analyze"

_MADE = re.compile(rf"(?:{'|'.join([*tables.TABLES, 'msprof'])})_\d{{14}}\.(?:csv|json|db)")

# What is asked for and only a device has: bits of dataTypeConfig (acl/acl_prof.h), and words.
_ABSENT = {
    0x4: "AI core metrics (ACL_PROF_AICORE_METRICS)",
    0x8: "AI CPU operators (ACL_PROF_AICPU)",
    0x10: "L2 cache hits (ACL_PROF_L2CACHE)",
    0x100: "calls of the runtime below acl (ACL_PROF_RUNTIME_API)",
    0x4000: "attributes of operators (ACL_PROF_OP_ATTR)",
}

_NOT_HERE = (
    "msprof: only exports profiles that are there (--export=on); a program makes one with "
    "aclprofStart, torch_npu.profiler or torch.profiler, and `aclnn run --trace` traces any"
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="msprof",
        description="Make tables and a timeline of profiles, with CANN's names. Times are those of "
        "this machine and never a device's.",
        allow_abbrev=False,
    )
    switch = ("on", "off")
    parser.add_argument("--output", metavar="DIR", help="a folder PROF_..., or one that has some")
    parser.add_argument("--export", choices=switch, help="write mindstudio_profiler_output")
    parser.add_argument(
        "--analyze", choices=switch, help="write when collectives ran; links are a device's"
    )
    parser.add_argument("--parse", choices=switch, help="check that profiles can be read")
    parser.add_argument("--query", choices=switch, help="list what profiles hold")
    parser.add_argument("--clear", choices=switch, help="accepted; nothing in between is kept")
    parser.add_argument("--type", choices=("text", "db"), default="text", help="tables, or SQLite")
    parser.add_argument("--summary-format", choices=("csv",), help="csv alone")
    parser.add_argument("application", nargs="*", help=argparse.SUPPRESS)
    return parser


def _note(text: str) -> None:
    print(f"msprof: {text}", file=sys.stderr)


def _tell_about(profile: Profile) -> None:
    types = int(profile.settings.get("dataTypeConfig", 0))
    for bit, name in _ABSENT.items():
        if types & bit:
            _note(f"{profile.path.name}: {name}: only a device has them; left out")
    if profile.dropped:
        _note(f"{profile.path.name}: {profile.dropped} events were dropped while it was noted")
    if not profile.is_whole:
        _note(f"{profile.path.name}: its end is missing; the program was killed, or still runs")


def _remove_old(directory: Path) -> None:
    for old in directory.iterdir():
        if _MADE.fullmatch(old.name):
            old.unlink()


def _now() -> str:
    return datetime.now().strftime("%Y%m%d%H%M%S")  # noqa: DTZ005 (the user's own time, as CANN)


def export_database(profile: Profile) -> None:
    """Write the database, in place of that of an earlier export."""
    _remove_old(profile.path)
    database.write(profile, profile.path / f"msprof_{_now()}.db")


def analyze(profile: Profile, kind: str) -> None:
    """Write when the collectives ran."""
    directory = profile.path / ANALYSIS
    directory.mkdir(exist_ok=True)
    if kind == "db":
        database.write_communication(profile, directory / "communication_analyzer.db")
    else:
        text = json.dumps(communication.times(profile))
        (directory / "communication.json").write_text(text, "utf-8")
    _note(
        f"{profile.path.name}: waits and links of collectives, and communication_matrix.json: "
        "only a device has them; left out"
    )


def export(profile: Profile) -> None:
    """Write the tables and the timeline, in place of those of an earlier export."""
    directory = profile.path / OUTPUT
    directory.mkdir(exist_ok=True)
    _remove_old(directory)
    when = _now()
    # The timeline first: torch_npu reads it as soon as there is a table.
    with (directory / f"msprof_{when}.json").open("w", encoding="utf-8") as file:
        json.dump(timeline.events(profile), file, ensure_ascii=False)
    for name, make in tables.TABLES.items():
        headers, rows = make(profile)
        if rows or name == "op_summary":
            path = directory / f"{name}_{when}.csv"
            with path.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows([headers, *rows])


# torch_npu looks for tables ten times a second while the command runs, and gives up on those that
# it has not seen when the command ends.
_SEEN_AFTER = 0.3


def _query(profile: Profile) -> None:
    print(f"{profile.path.name}: process {profile.process}, devices {profile.devices}")
    print(f"  {len(profile.calls)} calls, {len(profile.tasks)} tasks, {len(profile.marks)} marks")


def _profiles(options: argparse.Namespace) -> list[Path]:
    path = Path(options.output)
    try:
        found = find(path)
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}") from None
    if not found:
        raise ProfileError(f"{path}: neither is a profile (PROF_...) nor has one")
    return found


def _run(options: argparse.Namespace) -> None:
    for path in _profiles(options):
        profile = read(path)
        if options.export == "on":
            _tell_about(profile)
            (export_database if options.type == "db" else export)(profile)
        if options.query == "on":
            _query(profile)
        if options.analyze == "on" and profile.collectives:
            analyze(profile, options.type)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `msprof`; the exit code: 0, 1 for what cannot be read or written, 2 for a mistake."""
    options = _parser().parse_args(arguments)
    wanted = [options.export, options.analyze, options.parse, options.query]
    if options.application or "on" not in wanted:
        print(_NOT_HERE, file=sys.stderr)
        return 2
    if options.output is None:
        print("msprof: --output=DIR is missing: a profile, or a folder with some", file=sys.stderr)
        return 2
    try:
        _run(options)
        if options.export == "on":
            time.sleep(_SEEN_AFTER)
    except (ProfileError, OSError) as error:
        _note(str(error))
        return 1
    return 0
