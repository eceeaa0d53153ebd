# SPDX-License-Identifier: Apache-2.0
"""Compile an aclnn program and run it, or run any program with the environment set.

    aclnn run FILE.cpp [ARGS]           compiles against the tree to a temporary directory, runs
    aclnn run ./a.out [ARGS]            runs with ASCEND_HOME_PATH and the others set
    aclnn run python script.py [ARGS]   likewise

The exit code is the program's; 128+n after signal n; 1 when the compiler fails; 2 for a mistake
in the command; with --strict 3 when the program ended with 0 but did what only a device would
punish: memory and handles that are left, calls before aclInit, damage, calls that failed; and 4
when nothing was found, but not everything could be looked at or written, or no process called the
library at all. CC, CXX, CFLAGS, CXXFLAGS
and LDFLAGS are honoured.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from .. import _tree
from ._common import (
    COMPILE_VALUE_OPTIONS,
    SOURCE_SUFFIXES,
    CommandError,
    add_compile_options,
    build,
    check_path,
    check_settings,
    check_soc,
    require_tree,
)
from ._findings import (
    append_findings,
    as_json,
    as_text,
    faults_as_text,
    findings_file,
    read_findings,
)
from ._traced import traced

HELP = "compile and run a C or C++ program, or run a program with the environment set"

VALUE_OPTIONS = (
    "--soc",
    "--stream",
    "--check",
    "--cores",
    "--expect",
    "--trace",
    *COMPILE_VALUE_OPTIONS,
)

DEBUG_FLAGS = ("-gdwarf-4", "-rdynamic")
"""What names the functions and lines of a program. Not every addr2line reads DWARF 5 right."""

STRICT_EXIT_CODE = 3
INCOMPLETE_EXIT_CODE = 4


_CHECKS = ("on", "off", "isolate", "lenient")


def _cores(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def _checks(text: str) -> str:
    modes = [each for each in text.split(",") if each != "nan"]
    if len(modes) > 1 or not set(modes) <= set(_CHECKS):
        raise argparse.ArgumentTypeError(
            f"{text!r} is none of {', '.join(_CHECKS)} and nan, nor one with nan as in isolate,nan"
        )
    return text


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options; they stand before FILE, the rest is the program's."""
    parser.usage = (
        "aclnn run [--soc NAME] [--stream MODE] [--check MODE] [--cores N] [-O LEVEL]\n"
        "                 [--std STANDARD] [-I DIR] [-D NAME] [-L DIR] [-l NAME] [-Wl,FLAG] [-v]\n"
        "                 [--strict] [--expect FUNCTION=STATUS] [--json] [--trace FILE] [--keep]\n"
        "                 FILE [ARGS ...]"
    )
    parser.add_argument("--soc", metavar="NAME", help="the product that is emulated (ACLNN_SOC)")
    parser.add_argument(
        "--stream",
        choices=("async", "lazy", "sync"),
        help="how streams run their work (ACLNN_STREAM)",
    )
    parser.add_argument(
        "--check",
        type=_checks,
        metavar="MODE",
        help="what is checked: on, off, isolate or lenient, and nan with it or alone; isolate "
        "closes device memory to the host, lenient gives whole pages as a device does, nan tells "
        "where a NaN or an infinity comes from (ACLNN_CHECK)",
    )
    parser.add_argument(
        "--cores", type=_cores, metavar="N", help="threads that play the AI cores (ACLNN_CORES)"
    )
    add_compile_options(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="list what the program leaves and what CANN lets pass, and end with 3 then",
    )
    parser.add_argument(
        "--expect",
        action="append",
        default=[],
        metavar="FUNCTION=STATUS",
        help="with --strict: a failure that the program reckons with, for example "
        "aclrtMalloc=207001; may be given more than once (ACLNN_EXPECT)",
    )
    parser.add_argument(
        "--json", action="store_true", help="with --strict: list it as JSON, an object a line"
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        type=Path,
        help="write what runs when, of all processes, to a file for Perfetto, chrome://tracing and "
        "`aclnn trace`; packed when the name ends with .gz",
    )
    parser.add_argument("--keep", action="store_true", help="keep the compiled program")


def operands(parser: argparse.ArgumentParser) -> None:
    """Add what stands behind the options."""
    parser.add_argument("file", metavar="FILE", help="a source, a script or a program")
    parser.add_argument("args", metavar="ARGS", nargs="*", help="its arguments")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn run`."""
    if not options.command_line:
        raise CommandError("run: a file is missing (aclnn run FILE.cpp [ARGS])")
    for name in ("json", "expect"):
        if getattr(options, name) and not options.strict:
            raise CommandError(
                f"run: --{name} is about the findings of --strict; write --strict beside it"
            )
    environ = _environment(options)
    name, *arguments = options.command_line
    source = Path(name)
    if source.suffix not in SOURCE_SUFFIXES:
        return _execute([*find_program(name), *arguments], environ, options).code
    directory = Path(tempfile.mkdtemp(prefix="aclnn-run-"))
    keep = options.keep
    try:
        program = directory / source.stem
        failed = build([source], program, options, DEBUG_FLAGS)
        if failed:
            keep = False
            return failed
        if keep:
            print(f"aclnn: the program is {program}", file=sys.stderr, flush=True)
        ending = _execute([str(program), *arguments], environ, options)
        if not keep and (ending.signal or ending.has_findings):
            keep = True
            print(f"aclnn: the program is kept: {program}", file=sys.stderr)
        return ending.code
    finally:
        if not keep:
            shutil.rmtree(directory, ignore_errors=True)


def _environment(options: argparse.Namespace) -> dict[str, str]:
    """The environment of the program. CommandError for a value that the library does not take."""
    if options.soc is not None:
        check_soc("--soc", options.soc)
    require_tree()
    environ = dict(os.environ)
    environ.update(_tree.variables(environ))
    given = {}
    for name in ("soc", "stream", "check", "cores"):
        value = getattr(options, name)
        if value is not None:
            variable = f"ACLNN_{name.upper()}"
            environ[variable] = str(value)
            given[variable] = f"--{name}"
    if options.expect:
        given["ACLNN_EXPECT"] = "--expect"
        environ["ACLNN_EXPECT"] = ",".join(
            filter(None, [environ.get("ACLNN_EXPECT"), *options.expect])
        )
    check_settings(environ, given)
    return environ


def find_program(name: str) -> list[str]:
    """The command that starts a program, or a Python script. CommandError when it is neither."""
    found = shutil.which(name)
    if found is not None:
        return [found]
    path = Path(name)
    check_path(path)
    if path.suffix == ".py" and path.is_file():
        return [sys.executable, name]
    if not path.exists():
        raise CommandError(f"{name}: no such file{'' if '/' in name else ', and not in PATH'}")
    if path.is_dir():
        raise CommandError(f"{name}: is a directory; a source or a program is required")
    if path.suffix and not os.access(path, os.X_OK):
        raise CommandError(
            f"{name}: unknown extension {path.suffix}, and not executable; sources end in "
            f"{', '.join(SOURCE_SUFFIXES)}"
        )
    if os.access(path, os.X_OK):
        raise CommandError(f"{name}: not in PATH; to run the file here write ./{name}")
    raise CommandError(f"{name}: not executable; if it is a program, make it so with chmod +x")


@dataclass(frozen=True)
class _Ending:
    """How a program ended, and the exit code that it makes."""

    code: int
    process: int
    signal: int = 0
    has_findings: bool = False


def _execute(
    command: Sequence[str], environ: Mapping[str, str], options: argparse.Namespace
) -> _Ending:
    """Run a program to its end, with all that the options want to be told of it."""
    if options.trace is None:
        return _watch(command, environ, options)
    with traced(options.trace) as variables:
        return _watch(command, {**environ, **variables}, options)


def _watch(
    command: Sequence[str], environ: Mapping[str, str], options: argparse.Namespace
) -> _Ending:
    """Run a program to its end, and print what --strict finds."""
    wanted = environ.get("ACLNN_FINDINGS")
    isolated = "isolate" in environ.get("ACLNN_CHECK", "").split(",")
    if not options.strict and (wanted or not isolated):
        return _wait_for(command, environ)
    with findings_file() as (variables, descriptor, file):
        ending = _wait_for(command, {**environ, **variables}, descriptor)
        findings = read_findings(file, crashed=ending.process if ending.signal else 0)
    if not options.strict:
        # What the program said of the fault itself has addresses; these are its lines.
        for line in faults_as_text(findings) if ending.signal else ():
            print(line, file=sys.stderr)
        return ending
    if wanted:
        try:
            append_findings(findings, Path(wanted), ending.code)
        except OSError as error:
            findings.gaps.append(f"{wanted} cannot be written: {error.strerror}")
    for line in as_json(findings) if options.json else as_text(findings, ending.code):
        print(line, file=sys.stderr)
    code = ending.code
    if code == 0:
        code = STRICT_EXIT_CODE if findings.found else INCOMPLETE_EXIT_CODE if findings.gaps else 0
    return replace(ending, code=code, has_findings=bool(findings.found))


def run_to_end(command: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run a program to its end; its exit code, 128+n after signal n."""
    return _wait_for(command, environ).code


def _wait_for(command: Sequence[str], environ: Mapping[str, str], *inherited: int) -> _Ending:
    """Run a program, which inherits descriptors, to its end; its exit code is 128+n after signal n.

    Ctrl-C reaches the program through the terminal, and what it does then is its own affair.
    SIGTERM and SIGHUP are passed on.
    """
    try:
        process = subprocess.Popen(command, env=environ, pass_fds=inherited)
    except OSError as error:
        raise CommandError(f"{command[0]}: cannot be run: {error.strerror}") from None

    def pass_on(number: int, _frame: FrameType | None) -> None:
        process.send_signal(number)

    before = {
        signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN),
        signal.SIGTERM: signal.signal(signal.SIGTERM, pass_on),
        signal.SIGHUP: signal.signal(signal.SIGHUP, pass_on),
    }
    try:
        code = process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if code >= 0:
        return _Ending(code, process.pid)
    try:
        name = signal.Signals(-code).name
    except ValueError:  # a real-time signal
        name = f"signal {-code}"
    print(f"aclnn: {command[0]} was ended by {name}", file=sys.stderr)
    return _Ending(128 - code, process.pid, signal=-code)
