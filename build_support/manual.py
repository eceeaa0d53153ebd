# SPDX-License-Identifier: Apache-2.0
"""Writes the man page of `aclnn` from its parser.

python -m build_support.manual aclnn.1
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from argparse_manpage.manpage import Manpage

from aclnn_py._version import __version__
from aclnn_py.cli import parsers


def page() -> str:
    """aclnn(1). Needs the library's description: the operators are among what it names."""
    parser, _ = parsers(operands=True)
    manual = Manpage(parser)
    manual.description = "build and run programs for Huawei Ascend's aclnn, on CPUs"
    manual.source = f"aclnn_py {__version__}"
    manual.manual = "aclnn_py"
    # Indented lines are usages and examples: their ends and spaces stay.
    return re.sub(
        r"^((?:usage: .*\n)?(?: +\S.*\n)+)", r".nf\n\1.fi\n", str(manual), flags=re.MULTILINE
    )


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), "utf-8")
