# SPDX-License-Identifier: Apache-2.0
"""What a kernel may use, and the registry of all kernels.

A kernel is a plain function `kernel(block, blocks, tiling, arguments)` of four int64: the number
of this block, the number of blocks, the address of an int64 array of tiling fields, the address
of an int64 array of argument addresses. It does the share of one AI core. Between the blocks of
one launch there is no order.

Allowed are integers, floats, pointers made by `pointer_*`, the other functions of this module and
functions decorated with `device`. Not allowed are heap allocation, exceptions, arrays, tuples and
other objects. Integers are int64 throughout: Numba turns an int64 with a uint64 into a float64.
Integers are divided by `unsigned_divide` and `unsigned_remainder`: `//` and `%` can trap.
Arithmetic follows IEEE 754 in the written order: no fast-math option is ever set.

Instructions of the vector unit are in `dialect.instructions`, which kernels do not need.
"""

from .conversions import (
    BFLOAT16_NAN,
    FLOAT16_NAN,
    FLOAT32_NAN,
    FLOAT64_NAN,
    bfloat16_plus_zero,
    bfloat16_to_float32,
    canonical_float32,
    canonical_float64,
    float16_plus_zero,
    float16_to_float32,
    float16_to_float32_hardware,
    float16_to_float32_integer,
    float32_to_bfloat16,
    float32_to_float16,
    float32_to_float16_hardware,
    float32_to_float16_integer,
    float32_to_int64,
    float64_to_int64,
    same,
)
from .families import (
    Family,
    Field,
    Kernel,
    KernelFunction,
    registry,
)
from .functions import (
    COMPILE_OPTIONS,
    SIGNATURE,
    VECTOR_BYTES,
    device,
    intrinsic,
)
from .integers import (
    clamp,
    split,
    unsigned_divide,
    unsigned_remainder,
)
from .level import has_float16_instructions
from .memory import (
    copy_bytes,
    load_once,
    pointer_address,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    pointer_uint32,
    prefetch,
    stack_bytes,
    stack_int64,
    stream_copy,
    stream_end,
)
from .vectors import (
    Vector,
    keep_float32,
    vector_access,
    vector_add,
    vector_choose,
    vector_divide,
    vector_multiply,
    vector_signs,
    vector_splat,
    vector_store_signs,
    widening_access,
)

__all__ = [
    "BFLOAT16_NAN",
    "COMPILE_OPTIONS",
    "FLOAT16_NAN",
    "FLOAT32_NAN",
    "FLOAT64_NAN",
    "SIGNATURE",
    "VECTOR_BYTES",
    "Family",
    "Field",
    "Kernel",
    "KernelFunction",
    "Vector",
    "bfloat16_plus_zero",
    "bfloat16_to_float32",
    "canonical_float32",
    "canonical_float64",
    "clamp",
    "copy_bytes",
    "device",
    "float16_plus_zero",
    "float16_to_float32",
    "float16_to_float32_hardware",
    "float16_to_float32_integer",
    "float32_to_bfloat16",
    "float32_to_float16",
    "float32_to_float16_hardware",
    "float32_to_float16_integer",
    "float32_to_int64",
    "float64_to_int64",
    "has_float16_instructions",
    "intrinsic",
    "keep_float32",
    "load_once",
    "pointer_address",
    "pointer_float32",
    "pointer_float64",
    "pointer_int8",
    "pointer_int16",
    "pointer_int32",
    "pointer_int64",
    "pointer_uint8",
    "pointer_uint16",
    "pointer_uint32",
    "prefetch",
    "registry",
    "same",
    "split",
    "stack_bytes",
    "stack_int64",
    "stream_copy",
    "stream_end",
    "unsigned_divide",
    "unsigned_remainder",
    "vector_access",
    "vector_add",
    "vector_choose",
    "vector_divide",
    "vector_multiply",
    "vector_signs",
    "vector_splat",
    "vector_store_signs",
    "widening_access",
]
