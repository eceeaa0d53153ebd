# SPDX-License-Identifier: Apache-2.0
"""`python -m aclnn_py` is the command `aclnn`."""

from aclnn_py.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
