# SPDX-License-Identifier: Apache-2.0
"""The steps of a build, in order, and the command line of build.py."""

from __future__ import annotations

import argparse
import dataclasses
import fcntl
import json
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path

from . import (
    atb,
    declarations,
    entry,
    errors,
    fingerprints,
    include,
    infiniop,
    libraries,
    library,
    operators,
    pyacl,
    record,
    single,
    tables,
    tree,
    ucx,
)

ROOT = Path(__file__).resolve().parents[1]


def _inputs(settings: library.Settings) -> str:
    """A hash of everything that the build reads."""
    files = [ROOT / "aclnn_py" / "_version.py"]
    pages = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
    files += [ROOT / name for name in pages if (ROOT / name).exists()]
    for directory in ("csrc", "build_support", "aclnn_py/kernels", "docs", "examples"):
        files += [path for path in (ROOT / directory).rglob("*") if path.is_file()]
    parts: list[str | bytes] = [settings.compiler_version, sys.version, *settings.kernel_levels]
    parts += [tree.blas_folder(settings), ucx.version()]
    for path in sorted(path for path in files if "__pycache__" not in path.parts):
        parts += [path.relative_to(ROOT).as_posix(), path.read_bytes()]
    return fingerprints.digest(*parts)


def _outputs(paths: Sequence[Path]) -> list[tuple[str, int, int]]:
    """Name, size and time of the files that the build wrote, within the checkout: it may move."""
    found = ((path, path.stat()) for path in paths if path.exists())
    return [
        (path.relative_to(ROOT).as_posix(), stat.st_size, stat.st_mtime_ns) for path, stat in found
    ]


def _is_current(stamp: Path, inputs: str) -> bool:
    """Whether the last build had these inputs, and its files are as it left them."""
    try:
        seen = json.loads(stamp.read_text("utf-8"))
        outputs = [(name, size, changed) for name, size, changed in seen["outputs"]]
        return seen["inputs"] == inputs and _outputs([ROOT / row[0] for row in outputs]) == outputs
    except (OSError, ValueError, KeyError, TypeError):  # there is none, or it is damaged
        return False


@contextmanager
def _alone() -> Iterator[None]:
    """One build of a checkout at a time."""
    directory = ROOT / "build"
    directory.mkdir(exist_ok=True)
    with (directory / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _say(what: str) -> None:
    """What the build does next, for whoever waits for it."""
    print(f"    {what} ...", flush=True)


def build(settings: library.Settings) -> None:
    """Bring the library and its tree up to date."""
    stamp = settings.directory / "build.stamp"
    inputs = _inputs(settings)
    if not _is_current(stamp, inputs):
        with library.workers() as pool:
            _build(settings, stamp, inputs, pool)


def _build(settings: library.Settings, stamp: Path, inputs: str, pool: Executor) -> None:
    kernels = library.start_kernels(settings, pool)
    csrc = settings.root / "csrc"
    _say("reading the declarations")
    all_tables = tables.load(csrc)
    statuses = errors.read(csrc, all_tables)
    stale = errors.generate(settings.root, all_tables, statuses)
    declared = operators.read(csrc, all_tables)
    all_tables = operators.with_refused(all_tables, declared)
    rows = infiniop.read(csrc)
    single_rows = single.read(csrc)
    atb_parameters = atb.read(csrc)
    beside = libraries.read(csrc)
    include.write(settings.include, include.files(csrc, all_tables, declared, rows))
    stale |= infiniop.write(settings.root, rows) | single.write(settings.root, single_rows)
    headers = declarations.public_headers(settings.include)
    kept = settings.directory / "declarations.pickle"
    public = declarations.read(settings.compiler, settings.include, kept)
    written = operators.write(settings.root, declared, all_tables, public)
    python_rows = pyacl.read(public, {row.name for row in all_tables.unsupported})
    stale |= written.stale | pyacl.write_page(settings.root, python_rows)
    if stale:
        inputs = _inputs(settings)
    entries = entry.generate(public, all_tables.unsupported, headers)
    refused = {row.name for row in all_tables.unsupported}
    elsewhere = operators.elsewhere(csrc)
    public_names = sorted([*entries.exports, *atb.exports(atb_parameters)])
    entries = dataclasses.replace(entries, exports=(*public_names, *beside.exports))
    version_script = settings.generated / "exports.map"
    library.write(settings.generated / "entry_points.c", entries.source)
    library.write_all(settings.generated / "impl", "*.h", entries.impl_headers)
    version = tree.package_version(settings.root)
    library.write(settings.generated / "version.h", tree.version_header(version))
    for pattern in ("operators*.[ch]", "declared/*.h"):
        library.write_all(settings.generated, pattern, written.sources)
    library.write(settings.generated / "infiniop_rows.c", infiniop.source(rows, declared))
    library.write(settings.generated / "single_rows.c", single.source(single_rows, declared))
    library.write(settings.generated / "atb_names.c", atb.source(atb_parameters))
    library.write(settings.generated / "library_names.c", libraries.source(settings, beside))
    library.write(version_script, entries.version_script)
    library.write_kernel_tables(settings)

    _say("compiling the kernels and C")
    recorder = pool.submit(record.build, settings, public, declared, refused, elsewhere, headers)
    description = tree.describe(
        public, all_tables, declared.calls, elsewhere, version, settings.kernel_levels
    )
    about_errors = errors.describe(all_tables, statuses)
    described = pool.submit(tree.descriptions, description, written.description, about_errors)
    others = pool.submit(ucx.build, settings)
    objects, kernel_objects = library.compile_all(settings, pool, kernels)
    library.check_implementations(settings, objects, entries.implementations)
    _say("linking")
    linkage = library.Linkage((*objects, *kernel_objects), entries.exports, version_script)
    linked = [
        library.link(settings, linkage, pool),
        *library.link_other_names(settings, public_names, beside.names),
        recorder.result(),
    ]
    installed = tree.install(
        settings,
        linked,
        version,
        [*headers, *declarations.headers_of_cpp(settings.include)],
        {**pyacl.package(python_rows), **others.result(), **described.result()},
    )
    outputs = _outputs([*installed, *written.committed, settings.directory / library.ARCHIVE])
    library.write(stamp, json.dumps({"inputs": inputs, "outputs": outputs}))


def clean() -> None:
    """Remove what was built."""
    for directory in (ROOT / "build", ROOT / "aclnn_py" / "ascend"):
        shutil.rmtree(directory, ignore_errors=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="build.py", description="Builds the native library and the tree in aclnn_py/ascend."
    )
    parser.add_argument("--debug", action="store_true", help="for a debugger: not optimised")
    parser.add_argument("--sanitize", choices=library.SANITIZERS, help="an instrumented build")
    parser.add_argument("--level", action="append", default=[], help="v2, v3, v4 or aarch64")
    parser.add_argument("--clean", action="store_true", help="remove what was built, build nothing")
    options = parser.parse_args(arguments)
    if options.debug and options.sanitize:
        parser.error("an instrumented build is a debug build already")
    if options.clean:
        clean()
        return 0
    settings = library.Settings(ROOT, options.debug, options.sanitize, tuple(options.level))
    begin = time.monotonic()
    try:
        with _alone():
            build(settings)
    except (library.BuildError, declarations.DeclarationError, tables.TableError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    print(f"{settings.tree.relative_to(ROOT)}: up to date after {time.monotonic() - begin:.1f} s")
    return 0
