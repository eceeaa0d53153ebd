# SPDX-License-Identifier: Apache-2.0
"""The recipe of docs/contributing/operator.md, followed in a copy of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def blocks() -> dict[str, str]:
    """The blocks of the recipe by the file that each belongs into."""
    recipe = (ROOT / "docs" / "contributing" / "operator.md").read_text("utf-8")
    code = re.findall(r"^```(\w+)\n(.*?)^```$", recipe, re.MULTILINE | re.DOTALL)
    assert [language for language, _ in code] == ["python", "csv", "toml", "python"]
    places = (
        "aclnn_py/kernels/vector/arithmetic.py",
        "csrc/ops/public_calls.csv",
        "csrc/ops/unary/unary.toml",
        "tests/ops/unary/oracle.py",
    )
    assert all(f"`{place}`" in recipe for place in places)
    return dict(zip(places, (body for _, body in code), strict=True))


def copy_of_the_checkout(target: Path) -> None:
    """With the objects that were compiled before."""
    for name in ("aclnn_py", "build_support", "csrc", "docs", "tests", "examples"):
        ignored = shutil.ignore_patterns("ascend", "__pycache__", "corpus")
        shutil.copytree(ROOT / name, target / name, ignore=ignored)
    for name in ("build.py", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        shutil.copy(ROOT / name, target / name)
    (target / "build").mkdir()
    (target / "build" / "cache").symlink_to(ROOT / "build" / "cache")


def run(directory: Path, *arguments: str) -> str:
    """Python in the copy."""
    environment = {name: value for name, value in os.environ.items() if name[:5] != "ACLNN"}
    environment["PYTHONPATH"] = str(directory)
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    return result.stdout


@pytest.mark.slow
def test_the_recipe(tmp_path: Path) -> None:
    copy_of_the_checkout(tmp_path)
    for place, code in blocks().items():
        path = tmp_path / place
        text = path.read_text("utf-8")
        if place.endswith("/oracle.py"):  # a line of the table at the end
            assert text.endswith("\n}\n")
            path.write_text(f"{text[:-2]}{textwrap.indent(code, '    ')}}}\n", "utf-8")
        else:
            path.write_text(
                f"{text.rstrip()}\n\n\n{code}" if path.suffix != ".csv" else text + code
            )
    run(tmp_path, "build.py")
    printed = run(
        tmp_path,
        "-c",
        "import numpy as np, aclnn_py as acl\n"
        "x = np.array([1.5, -2, 3], np.float16)\n"
        "print(acl.twice(x), acl.inplace_twice(x) is x, x, acl.workspace('Twice', self=x).size)",
    )
    assert printed == "[ 3. -4.  6.] True [ 3. -4.  6.] 0\n"
    assert (tmp_path / "build" / "include" / "aclnnop" / "aclnn_twice.h").exists()
    assert "aclnnInplaceTwice" in (tmp_path / "docs" / "reference" / "operators.md").read_text(
        "utf-8"
    )
    options = ["-q", "-k", "Twice", "-p", "no:cacheprovider"]
    assert " passed" in run(tmp_path, "-m", "pytest", *options, "tests/sweep")
