# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: INP001 (a script of the tree)
"""`msprof` where CANN has it in its tree; PyTorch's plug-in looks whether this file is there.

The package beside the tree is loaded by its place: any Python 3.9 can run it, without what the rest
of aclnn_py needs.
"""

import importlib.util
import sys
from pathlib import Path

if __name__ == "__main__":
    package = Path(__file__).resolve().parents[6] / "msprof"
    spec = importlib.util.spec_from_file_location(
        "aclnn_msprof", package / "__init__.py", submodule_search_locations=[str(package)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["aclnn_msprof"] = module
    spec.loader.exec_module(module)
    sys.exit(module.main())
