# SPDX-License-Identifier: Apache-2.0
"""Makes the module that the kernel tests share importable under `--import-mode=importlib`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
