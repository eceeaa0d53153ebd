# SPDX-License-Identifier: Apache-2.0
"""What is looked at before a release, on this tree and on made-up ones; and released functions."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from build_support import release
from build_support.library import BuildError

ROOT = Path(__file__).resolve().parents[2]

CHANGELOG = """# Changelog

## [Unreleased]
{waiting}
## [{version}] - {day}

### Added

- All.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files of this tree that state a version, and a log with a section of it."""
    (tmp_path / "aclnn_py").mkdir()
    for name in ("aclnn_py/_version.py", "CITATION.cff", "pyproject.toml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    write_log(tmp_path)
    return tmp_path


def write_log(root: Path, waiting: str = "", day: str = "2026-11-28", version: str = "") -> None:
    text = CHANGELOG.format(waiting=waiting, day=day, version=version or release.version())
    (root / "CHANGELOG.md").write_text(text)


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new))


def test_no_released_function_is_lost() -> None:
    assert release.lost_functions(ROOT / release.RELEASED, release.exported()) == []


def test_a_lost_function_is_told(tmp_path: Path) -> None:
    (tmp_path / "1.0.0.txt").write_text("aclInit\naclnnAdd\n")
    (tmp_path / "1.1.0.txt").write_text("aclInit\naclnnAdd\naclnnMul\n")
    found = release.lost_functions(tmp_path, ["aclInit", "aclnnAdd", "aclnnSub"])
    assert found == ["1.1.0: aclnnMul"]


def test_all_files_state_one_version(tree: Path) -> None:
    release.check_versions(ROOT)
    release.check_versions(tree)
    replace(tree / "CITATION.cff", f"version: {release.version()}", "version: 9.9.9")
    with pytest.raises(BuildError, match=r"CITATION.cff states \['9.9.9'\]"):
        release.check_versions(tree)
    replace(tree / "aclnn_py/_version.py", release.version(), "9.9.9")
    with pytest.raises(BuildError, match=r"pyproject\.toml, debug states"):
        release.check_versions(tree)


def test_the_log_has_a_section_of_the_version(tree: Path) -> None:
    release.check_changelog(tree)
    write_log(tree, version="9.9.9")
    with pytest.raises(BuildError, match=f"no section of {re.escape(release.version())}"):
        release.check_changelog(tree)
    write_log(tree, day="soon")
    with pytest.raises(BuildError, match="'soon' is no day"):
        release.check_changelog(tree)
    write_log(tree, waiting="\n- More.\n")
    with pytest.raises(BuildError, match=r"lines under \[Unreleased\]"):
        release.check_changelog(tree)


def test_what_is_not_committed_is_told(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    release.check_tree(tmp_path)
    (tmp_path / "new").touch()
    with pytest.raises(BuildError, match="new"):
        release.check_tree(tmp_path)


def test_the_page_names_every_point() -> None:
    text = (ROOT / "docs" / "contributing" / "release.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(release.POINTS)


# --- Containers ----------------------------------------------------------------------------------


def test_the_image_sets_what_env_prints() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    line = re.search(r"^ENV (.+)$", text, re.MULTILINE)
    assert line is not None
    command = [sys.executable, "-m", "aclnn_py", "env", "--plain"]
    clean = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    printed = subprocess.run(
        command, cwd=ROOT, env=clean, check=True, capture_output=True, text=True
    ).stdout
    prefix = str(ROOT / "aclnn_py" / "ascend")
    printed = printed.replace(prefix, "/opt/aclnn").replace(clean["PATH"], "$PATH")
    assert line[1].split() == printed.split()


@pytest.mark.parametrize(
    ("package", "installed"),
    [("", "-e /checkout of aclnn_py"), ("aclnn-py[hccl]==0.1.0", "aclnn-py[hccl]==0.1.0")],
)
def test_the_action_installs_the_checkout_or_a_package(
    package: str, installed: str, tmp_path: Path
) -> None:
    """A checkout stays where it is: UCX, by which ranks talk, lies in it and in no wheel of it."""
    text = (ROOT / "action.yml").read_text("utf-8")
    script = textwrap.dedent(text.split("run: |\n")[1])
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    variables = {
        "PACKAGE": package,
        "PYTHON": str(python),
        "GITHUB_ACTION_PATH": "/checkout of aclnn_py",
        "GITHUB_ENV": str(tmp_path / "env"),
    }
    done = subprocess.run(
        ["bash", "-e", "-c", script], env=variables, check=True, capture_output=True, text=True
    )
    assert done.stdout == f"-m pip install {installed}\n-m aclnn_py doctor\n"
    assert (tmp_path / "env").read_text() == "-m aclnn_py env --plain\n"


def test_the_devcontainer_makes_what_the_makefile_has() -> None:
    settings = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    program, *targets = settings["postCreateCommand"].split()
    assert program == "make"
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{each}:", makefile, re.MULTILINE) for each in targets)
