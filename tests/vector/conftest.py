# SPDX-License-Identifier: Apache-2.0
"""Makes `vector_unit` importable under `--import-mode=importlib`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
