# SPDX-License-Identifier: Apache-2.0
"""What has to hold before a version is released, point by point.

    python -m build_support.release                     every point
    python -m build_support.release versions changelog  some of them

`docs/contributing/release.md` says what each is for.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .library import LIBRARY, BuildError, Settings, run, tool

ROOT = Path(__file__).resolve().parents[1]

RELEASED = Path("tests", "packaging", "released")
"""A file for each version: the functions that its library exported, a name a line."""


def version(root: Path = ROOT) -> str:
    """The version that the package states."""
    text = (root / "aclnn_py" / "_version.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise BuildError("aclnn_py/_version.py states no __version__")
    return found[1]


# --- What reads the tree -------------------------------------------------------------------------


def check_tree(root: Path = ROOT) -> None:
    """Everything is committed. Raises BuildError."""
    changed = run(["git", "status", "--porcelain"], root, "git")
    if changed:
        raise BuildError(f"these files differ from what is committed:\n{changed}")


def check_versions(root: Path = ROOT) -> None:
    """All files that state a version state the same. Raises BuildError."""
    wanted = version(root)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (root / "CITATION.cff").read_text("utf-8")
    stated = {"CITATION.cff": re.findall(r"^version: (.+)$", citation, re.MULTILINE)}
    for extra, requirements in project["optional-dependencies"].items():
        own = [each for each in requirements if each.startswith("aclnn-py-")]
        if own:
            stated[f"pyproject.toml, {extra}"] = [each.partition("==")[2] for each in own]
    wrong = [f"{place} states {found}" for place, found in stated.items() if found != [wanted]]
    if wrong:
        raise BuildError(f"aclnn_py/_version.py states {wanted}, and\n" + "\n".join(wrong))


def check_changelog(root: Path = ROOT) -> None:
    """The version has a section with its day, and nothing waits for a later one.

    Raises BuildError.
    """
    text = (root / "CHANGELOG.md").read_text("utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    contents = {head: body.strip() for head, _, body in (each.partition("\n") for each in sections)}
    wanted = version(root)
    found = [head for head in contents if head.startswith(f"[{wanted}] - ")]
    if not found:
        raise BuildError(
            f"CHANGELOG.md has no section of {wanted}: write `## [{wanted}] - YYYY-MM-DD` above "
            "what is in it, below an empty `## [Unreleased]`"
        )
    day = found[0].partition(" - ")[2]
    try:
        dt.date.fromisoformat(day)
    except ValueError:
        raise BuildError(f"CHANGELOG.md: {day!r} is no day such as 2026-11-28") from None
    if contents.get("[Unreleased]"):
        raise BuildError("CHANGELOG.md has lines under [Unreleased]: move them to the version")


# --- The interface -------------------------------------------------------------------------------


def exported(root: Path = ROOT) -> set[str]:
    """The functions of the library that build.py made."""
    library = Settings(root).tree / "lib64" / LIBRARY
    text = run([tool("nm"), "--dynamic", "--defined-only", library], root, "nm")
    return {line.split()[-1] for line in text.splitlines()}


def lost_functions(folder: Path, names: Iterable[str]) -> list[str]:
    """Of each version in the folder, the functions that are not among the names: a line each."""
    present = set(names)
    return [
        f"{path.stem}: {name}"
        for path in sorted(folder.glob("*.txt"))
        for name in path.read_text("utf-8").split()
        if name not in present
    ]


def check_interface(root: Path = ROOT) -> None:
    """No function of a released version is gone, and this version's are written down.

    Raises BuildError.
    """
    names = exported(root)
    lost = lost_functions(root / RELEASED, names)
    if lost:
        raise BuildError("functions that were released are not there:\n" + "\n".join(lost))
    path = root / RELEASED / f"{version(root)}.txt"
    text = "".join(f"{name}\n" for name in sorted(names))
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        raise BuildError(f"{path.relative_to(root)} was written: commit it")


# --- The list ------------------------------------------------------------------------------------


def _command(*command: str) -> Callable[[], None]:
    def check() -> None:
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            raise BuildError(f"{' '.join(command)} failed: its last lines say why")

    return check


POINTS: dict[str, Callable[[], None]] = {
    "tree": check_tree,
    "versions": check_versions,
    "changelog": check_changelog,
    "interface": check_interface,
    "checks": _command(".ci/run"),
    "sanitizers": _command("make", "asan", "ubsan", "tsan"),
    "documents": _command("make", "browse"),
    "packages": _command("make", "wheels"),
    "aarch64": _command("make", "arm"),
}
"""In the order in which they are looked at: those of seconds first."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: 0 if all points hold; the first that does not ends it with 1."""
    parser = argparse.ArgumentParser(prog="python -m build_support.release")
    parser.add_argument("point", nargs="*", help=f"of {', '.join(POINTS)}; default: all, in order")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.point if name not in POINTS]
    if unknown:
        parser.error(f"there is no point {unknown[0]}; there are {', '.join(POINTS)}")
    for name in options.point or POINTS:
        print(f"{name}: ", end="", flush=True)
        try:
            POINTS[name]()
        except BuildError as error:
            print(f"does not hold\n{error}")
            return 1
        print("holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
