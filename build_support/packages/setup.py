# SPDX-License-Identifier: Apache-2.0
"""Says that a package is of one platform. The metadata are in its pyproject.toml."""

from __future__ import annotations

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


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


setup(cmdclass={"bdist_wheel": PlatformWheel}, distclass=BinaryDistribution)
