# SPDX-License-Identifier: Apache-2.0
"""Lets pip build the native library with build.py and put it into the wheel.

The metadata are in pyproject.toml; only the man page, which `man` finds beside a `bin` in PATH, is
named here. The wheel fits any Python 3 of one platform: Python is not in the library.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
MANUAL = "build/man/aclnn.1"


class BuildWithLibrary(build_py):
    """Builds the library into the package, and the man page, before its files are collected."""

    def run(self) -> None:
        """Build in a process of its own: cffi uses setuptools, too."""
        subprocess.run([sys.executable, str(ROOT / "build.py")], cwd=ROOT, check=True)
        command = [sys.executable, "-m", "build_support.manual", MANUAL]
        subprocess.run(command, cwd=ROOT, check=True)
        if not self.editable_mode:
            # setuptools keeps what earlier builds left here.
            shutil.rmtree(Path(self.build_lib) / "aclnn_py", ignore_errors=True)
        super().run()


class PlatformWheel(bdist_wheel):
    """A wheel for one platform and every Python 3."""

    def get_tag(self) -> tuple[str, str, str]:
        """The platform of an ordinary binary wheel, without its Python."""
        return "py3", "none", super().get_tag()[2]


class BinaryDistribution(Distribution):
    """A distribution that belongs where binary packages are installed."""

    def has_ext_modules(self) -> bool:
        """True, although setuptools sees no extension module."""
        return True

    def has_data(self) -> bool:
        """True: an editable installation asks this before it installs data_files."""
        return True


setup(
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
    distclass=BinaryDistribution,
    data_files=[("share/man/man1", [MANUAL])],
)
