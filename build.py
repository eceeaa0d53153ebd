# SPDX-License-Identifier: Apache-2.0
"""Builds the native library and the tree in aclnn_py/ascend.

    python build.py                          the library that `pip install .` installs
    python build.py --debug                  not optimised, with everything a debugger wants
    python build.py --sanitize address       into build/sanitize-address/tree
    python build.py --level v3               only one instruction set of the kernels: faster
    python build.py --clean                  removes everything that was built

Needs a C compiler, binutils, and what pyproject.toml lists under build-system. A build in which
nothing changed does nothing.

`python -m build`, which makes packages, finds this file too when it runs in a checkout. It then
gets what it wants: the package `build` of the Python Packaging Authority.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def _is_run_as_module() -> bool:
    return __spec__ is not None


def _make_packages() -> None:
    """Run the package `build`, as if this file were not in the way."""
    here = Path(__file__).resolve().parent
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != here]
    try:
        runpy.run_module("build", run_name="__main__", alter_sys=True)
    except ImportError as error:
        sys.exit(f"python -m build: {error}; install it with `pip install build`")


def _main() -> int:
    from build_support import steps

    return steps.main()


if __name__ == "__main__":
    if _is_run_as_module():
        _make_packages()
    else:
        sys.exit(_main())
