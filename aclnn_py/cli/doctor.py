# SPDX-License-Identifier: Apache-2.0
"""Say what this machine and this installation are, and what is wrong with them.

The exit code is 1 when something is wrong. Each problem comes with what to do about it. A machine
without a compiler gets a note: only `aclnn run` and `aclnn build` need one. With
--explain say instead what a status means that a program got, what leads to it, and what to do. With
--load run a program, and say which libraries and functions it asked for and did not get.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import _tree, native
from ._common import (
    CXX,
    C,
    CommandError,
    NoCompilerError,
    check_soc,
    check_writable,
    printable,
    require_tree,
)
from ._explain import explain
from ._loads import run as run_and_watch

HELP = "say what this machine and installation are, and what is wrong"

# Beside those that begin with ACLNN_.
VARIABLES = (
    "ASCEND_RT_VISIBLE_DEVICES",
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_OPP_PATH",
    "LD_LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    "CMAKE_PREFIX_PATH",
    "PYTHONPATH",
)

_MOST_CORES = 64  # MAX_WORKER_THREADS of csrc/base/environment.h

# What programs and their build systems look for in the tree.
TREE = ("include/acl/acl.h", "lib64/libascendcl.so", "set_env.sh", "compiler", "opp", "runtime")

# Instructions that a level adds to the one before, by their names in /proc/cpuinfo.
_CPU_LEVELS = {
    "v2": {"cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3"},
    "v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"},
    "v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}

# Runs in a process of its own: a broken library must not take the doctor with it.
_PROBE = """
import ctypes, json, os, sys
sys.path.insert(0, sys.argv[1])
from aclnn_py import native
from aclnn_py.cli._cells import reason
from aclnn_py.errors import error, null
lib = native.load()
report = {}
without_blas = None
failures = []
def succeeds(name, *arguments):
    status = getattr(lib, name)(*arguments)
    if status != 0:
        failures.append(error(name, status))
    return status == 0
count, free, total = ctypes.c_uint32(), ctypes.c_size_t(), ctypes.c_size_t()
if succeeds("aclrtGetDeviceCount", ctypes.byref(count)):
    report["devices"] = count.value
soc = lib.aclrtGetSocName()
if soc is None:
    failures.append(null("aclrtGetSocName"))
else:
    report["product"] = soc.decode()
if succeeds("aclrtSetDevice", 0):
    kind = native.constants()["ACL_HBM_MEM"]
    if succeeds("aclrtGetMemInfo", kind, ctypes.byref(free), ctypes.byref(total)):
        report["device_memory_bytes"] = total.value
    succeeds("aclrtResetDevice", 0)
if hasattr(lib, "aclnnExtGetKernelLevel"):
    level = ctypes.c_char_p()
    if succeeds("aclnnExtGetKernelLevel", ctypes.byref(level)):
        report["kernels"] = level.value.decode()
if hasattr(lib, "aclnnExtGetBlas"):
    file, core = ctypes.c_char_p(), ctypes.c_char_p()
    status = lib.aclnnExtGetBlas(ctypes.byref(file), ctypes.byref(core))
    if status == 0:
        report["blas"] = {"path": os.fsdecode(file.value), "core": core.value.decode()}
    else:
        report["blas"] = None
        without_blas = reason(error("aclnnExtGetBlas", status))
texts = [f"{failure.api}: {reason(failure)}" for failure in failures]
print(json.dumps({"facts": report, "failures": texts, "without_blas": without_blas}))
"""


@dataclass(frozen=True)
class Problem:
    """What is wrong, and what to do about it."""

    what: str
    fix: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--json", action="store_true", help="print the same as JSON")
    parser.add_argument(
        "--explain",
        metavar="TEXT",
        nargs="+",
        help="explain an error text as it was printed, a status and the call that returned it "
        "(161002 aclnnAdd), statuses by number or name (507015, ACLNN_ERR_INNER), or a class of "
        "texts (EZ1001), and check nothing; - reads the text from standard input",
    )
    parser.add_argument(
        "--all", action="store_true", help="with --explain: every cause of a status"
    )
    parser.add_argument(
        "--load",
        metavar=("PROGRAM", "ARGS"),
        nargs=argparse.REMAINDER,
        help="run a program, and say which libraries and functions it asked for and did not get; "
        "the exit code is the program's",
    )


def run(options: argparse.Namespace) -> int:
    """Run `aclnn doctor`."""
    if options.explain is not None:
        return explain(options.explain, options.json, options.all)
    if options.load is not None:
        return _load(options)
    if options.all:
        raise CommandError("doctor: --all belongs to --explain; write --explain TEXT beside it")
    problems: list[Problem] = []
    notes: list[Problem] = []
    description = _description(problems)
    facts = {
        "python": _python(problems),
        "package": _package(description, problems),
        "library": _library(problems) if description else {"loads": False},
        "machine": _machine(description, problems),
        "compilers": _compilers(problems, notes),
        "environment": {
            name: os.environ[name]
            for name in (*(description.variables if description else ()), *VARIABLES)
            if name in os.environ
        },
    }
    problems.extend(_environment_problems(os.environ, description))
    if options.json:
        listed = [{"problem": each.what, "fix": each.fix} for each in problems]
        noted = [{"note": each.what, "fix": each.fix} for each in notes]
        print(json.dumps({**facts, "problems": listed, "notes": noted}, indent=2))
        return 1 if problems else 0
    for section, rows in facts.items():
        print(section)
        for name, value in rows.items():
            print(printable(f"  {_LABELS.get(name, name):24} {_shown(name, value)}"))
        if not rows:
            print("  nothing is set")
    print()
    for kind, found in (("problem", problems), ("note", notes)):
        for each in found:
            print(printable(f"{kind}: {each.what}\n    fix: {each.fix}"))
    if not problems:
        print("no problems found")
    return 1 if problems else 0


def _load(options: argparse.Namespace) -> int:
    if not options.load:
        raise CommandError(
            "doctor: --load: a program is missing (aclnn doctor --load PROGRAM [ARGS])"
        )
    require_tree()
    return run_and_watch(options.load)


# How the text calls what JSON calls by a name for programs.
_LABELS = {
    "cann_version": "CANN that is emulated",
    "acl_version": "acl of this CANN",
    "kernel_levels": "kernel levels",
    "kernels": "kernels of level",
    "device_memory_bytes": "memory of a device",
    "blas": "OpenBLAS",
    "cpus": "CPUs",
    "cpu_levels": "CPU levels",
    "core_threads": "threads for AI cores",
    "stream_mode": "stream mode",
    "c": "C",
    "cxx": "C++",
}


def _shown(name: str, value: Any) -> str:
    """A fact as text."""
    if name.endswith("_bytes"):
        return f"{value / 2**30:g} GiB"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    if isinstance(value, dict):
        return f"{value['path']} ({value.get('version') or value['core']})"
    return "none" if value is None else str(value)


def _description(problems: list[Problem]) -> native.Description | None:
    try:
        return native.description()
    except native.LibraryNotFoundError as error:
        problems.append(Problem("the native library is not built, or damaged", str(error)))
        return None


def _python(problems: list[Problem]) -> dict[str, Any]:
    import numpy as np

    facts: dict[str, Any] = {
        "version": platform.python_version(),
        "executable": sys.executable,
        "numpy": np.__version__,
    }
    try:
        import ml_dtypes
    except ImportError:
        facts["ml_dtypes"] = None
        problems.append(Problem("no ml_dtypes: bfloat16 arrays need it", "pip install ml_dtypes"))
    else:
        facts["ml_dtypes"] = ml_dtypes.__version__
    return facts


def _package(description: native.Description | None, problems: list[Problem]) -> dict[str, Any]:
    prefix = _tree.prefix()
    facts: dict[str, Any] = {"tree": str(prefix)}
    if description is None:
        return facts
    facts |= {
        "version": description.version,
        "cann_version": description.cann_version,
        "acl_version": description.acl_version,
        "operators": len(description.operators),
        "kernel_levels": list(description.kernel_levels),
    }
    missing = [name for name in TREE if not (prefix / name).exists()]
    if missing:
        problems.append(
            Problem(f"the tree lacks {', '.join(missing)}", "reinstall, or run `python build.py`")
        )
    return facts


def _library(problems: list[Problem]) -> dict[str, Any]:
    package = str(Path(__file__).resolve().parents[2])
    probe = _output_of([sys.executable, "-c", _PROBE, package])
    facts: dict[str, Any] = {"file": str(native.library_paths()[0])}
    try:
        answers = json.loads(probe.stdout)
    except ValueError:
        lines = probe.stderr.strip().splitlines()
        why = lines[-1] if lines else f"exit code {probe.returncode}"
        problems.append(
            Problem(
                f"the library does not load: {why}",
                "unset ACLNN_PY_LIB" if native.LIBRARY_VARIABLE in os.environ else "reinstall",
            )
        )
        return facts | {"loads": False}
    for failure in answers["failures"][:1]:  # the others follow from it
        fix = "correct or unset the variable that is at fault: see environment"
        problems.append(Problem(f"a call of the library fails: {failure}", fix))
    if answers["without_blas"] is not None and not answers["failures"]:
        fix = "install scipy-openblas32 for this Python, or set ACLNN_BLAS to an OpenBLAS"
        problems.append(Problem(answers["without_blas"], fix))
    return facts | {"loads": True, **answers["facts"]}


def _output_of(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program, whose texts may be in any encoding. Raises OSError when it does not start."""
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False
    )


def _cpu_levels() -> list[str]:
    """The x86-64 levels that this CPU has. Empty on other machines."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return []
    line = next((line for line in text.splitlines() if line.startswith("flags")), "")
    flags = set(line.partition(":")[2].split())
    levels = []
    for level, needed in _CPU_LEVELS.items():
        if not needed <= flags:
            break
        levels.append(level)
    return levels


def _machine(description: native.Description | None, problems: list[Problem]) -> dict[str, Any]:
    built = description.kernel_levels if description else ()
    machine = platform.machine()
    cpus = len(os.sched_getaffinity(0))
    cores = os.environ.get("ACLNN_CORES", "")
    ranks = os.environ.get("LOCAL_WORLD_SIZE", "")
    share = cpus // int(ranks) if ranks.isdecimal() and int(ranks) > 0 else cpus
    facts: dict[str, Any] = {
        "system": f"{platform.system()} {platform.release()}",
        "architecture": machine,
        "cpus": cpus,
        "core_threads": int(cores) if cores.isdecimal() else max(1, min(share, _MOST_CORES)),
        "stream_mode": os.environ.get("ACLNN_STREAM") or "async",
    }
    if machine != "x86_64":
        return facts
    levels = _cpu_levels()
    asked = os.environ.get("ACLNN_ISA") or "best"
    facts["cpu_levels"] = [f"x86-64-{level}" for level in levels] or ["x86-64-v1"]
    usable = [level for level in levels if level in built]
    if built and not usable:
        problems.append(
            Problem(
                f"no kernels for this CPU: the library has {', '.join(built)}",
                "run `python build.py` here; below x86-64-v2 use another machine",
            )
        )
    elif asked in _CPU_LEVELS and asked not in levels:
        problems.append(
            Problem(f"ACLNN_ISA={asked}: this CPU has no x86-64-{asked}", "unset ACLNN_ISA")
        )
    return facts


def _compilers(problems: list[Problem], notes: list[Problem]) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, language in (("c", C), ("cxx", CXX)):
        fix = f"`aclnn run` needs it: install one, or set {language.variable}"
        try:
            command = language.compiler()
            found = _output_of([*command, "--version"])
        except NoCompilerError as error:
            facts[name] = None
            notes.append(Problem(str(error), fix))
            continue
        except CommandError as error:
            facts[name] = None
            problems.append(Problem(str(error), fix))
            continue
        except OSError as error:
            facts[name] = None
            problems.append(Problem(f"{command[0]} does not start: {error.strerror}", fix))
            continue
        first = found.stdout.splitlines()
        version = first[0] if first else "?"
        facts[name] = {"path": shutil.which(command[0]), "version": version}
    return facts


def _environment_problems(
    environ: Mapping[str, str], description: native.Description | None
) -> Iterator[Problem]:
    """Variables that are misspelled, or lead to nothing or away from this tree."""
    known = description.variables if description else ()
    for name in sorted(environ):
        if known and name.startswith("ACLNN_") and name not in known:
            (nearest,) = difflib.get_close_matches(name, known, n=1, cutoff=0)
            yield Problem(
                f"{name} is set, and no such variable is read",
                f"unset {name}; the nearest that is read is {nearest}",
            )
    soc = environ.get("ACLNN_SOC")
    if soc and description:
        try:
            check_soc("ACLNN_SOC", soc)
        except CommandError as error:
            yield Problem(str(error), "set ACLNN_SOC to a product, or unset it")
    findings = environ.get("ACLNN_FINDINGS")
    if findings:
        try:
            check_writable(Path(findings))
        except CommandError as error:
            yield Problem(f"ACLNN_FINDINGS={error}", "name a file that can be written, or unset it")
    expected = _tree.variables({})
    for name in ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH"):
        value = environ.get(name)
        if value and Path(value).resolve() != Path(expected[name]).resolve():
            yield Problem(
                f"{name}={value} leads to another installation", 'run eval "$(aclnn env)"'
            )
    lib64 = Path(expected["LD_LIBRARY_PATH"]).resolve()
    for entry in environ.get("LD_LIBRARY_PATH", "").split(":"):
        if entry and Path(entry).resolve() == lib64:
            break
        if entry and (Path(entry) / _tree.LIBRARY).exists():
            yield Problem(
                f"LD_LIBRARY_PATH: {entry} holds another {_tree.LIBRARY}, and comes first",
                'run eval "$(aclnn env)"',
            )
            break
