# SPDX-License-Identifier: Apache-2.0
"""Results do not depend on the floating-point mode of the program's threads.

Right results follow from IEEE 754 in its default mode: to nearest, with subnormal numbers.
"""

from __future__ import annotations

import json

import pytest
from runtime import float_mode_calls
from support import run_python

pytestmark = pytest.mark.slow  # a process a mode


@pytest.mark.parametrize("stream", ["async", "lazy", "sync"])
@pytest.mark.parametrize("mode", float_mode_calls.MODES)
def test_results_are_those_of_the_default_mode(mode: str, stream: str) -> None:
    if mode == "trap" and not float_mode_calls.ON_X86:
        pytest.skip("this processor does not end a program at an exception")
    code = f"from runtime.float_mode_calls import main; main({mode!r})"
    done = run_python(code, {"ACLNN_CORES": "4", "ACLNN_STREAM": stream})
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["calls"] == [call.__name__ for call in float_mode_calls.CALLS]
    assert said["wrong"] == {}
