# SPDX-License-Identifier: Apache-2.0
"""What the compiler of kernels refuses with."""


class CompilationError(Exception):
    """A kernel or an instruction uses what the dialect does not allow, or does not fit its form."""
