# SPDX-License-Identifier: Apache-2.0
"""What the kernels of the family share with the host: tiling fields, arguments, constants."""

from __future__ import annotations

from ..dialect import VECTOR_BYTES, Family
from ..rows import INDEX_TYPES

MAXIMUM_RANK = 8
# Two blocks of the sort never write to one cache line, nor to two that are fetched as a pair.
COUNTERS_APART = 32
# For each block of the sum: sums of a row or a part of it, those of its last vector, and rows of
# out on their way past the caches.
ACCUMULATOR_BYTES = 4096
STAGED_BYTES = 8192
BLOCK_BYTES = ACCUMULATOR_BYTES + VECTOR_BYTES + STAGED_BYTES
# Types of grad and out where a kernel is told them: of floats, and of integers.
FLOAT32_NUMBER = 0
FLOAT16_NUMBER = 1
BFLOAT16_NUMBER = 2
INT8_NUMBER = 3
INT16_NUMBER = 4
INT32_NUMBER = 5
INT64_NUMBER = 6

family = Family(
    name="embedding_dense_grad",
    tiling=(
        "rows",
        "columns",
        "weights",
        "padding_index",
        "scale",
        "index_rank",
        f"index_dims[{MAXIMUM_RANK}]",
        f"index_strides[{MAXIMUM_RANK}]",
        "grad_row_rank",
        f"grad_row_dims[{MAXIMUM_RANK}]",
        f"grad_row_strides[{MAXIMUM_RANK}]",
        "grad_column_stride",
        "out_row_stride",
        "out_column_stride",
        "count_blocks",
        "buckets",
        "bucket_shift",
        "column_blocks",  # parts of the columns of a weight with more than a block's share of work
        "wide",  # row numbers and weights need more than 31 bits
        "stream",  # write out past the caches; not for elements of one byte
        "alpha",  # what grad is multiplied with: the bits of a float64, or an int64 for integers
        "accumulate",  # add to what is in out or initial instead of to 0; without scale
        "initial_row_stride",  # columns of initial are dense
        "grad_type",  # of sum_any_float and sum_any_integer: FLOAT32_NUMBER, ..., INT64_NUMBER
        "out_type",
        "index_type",  # of kernels for any index type: where INDEX_TYPES has it
    ),
    arguments=(
        "grad",  # elements of the grad type
        "indices",  # elements of the index type
        "out",  # elements of the out type
        "initial",  # the same: what sums begin with; address 0: what is in out, without stream
        "places",  # int64[count_blocks * buckets]: counts, then where a block writes in a bucket
        "bucket_starts",  # int64[buckets + 1]
        "pairs",  # int64[rows] of weight and row in 32 bits each; int64[2 * rows] if wide
        "order",  # int32[rows], int64 if wide: row numbers sorted by weight
        "offsets",  # the same[weights + 1]; address 0 for the sum: there are no rows
        "counters",  # the same[blocks of the sort * max(2**bucket_shift, COUNTERS_APART)]
        "errors",  # int64[count_blocks]: first row out of range, -1 for none
        "largest",  # int64[blocks of the sort]: most rows of one weight
        "accumulators",  # BLOCK_BYTES for each block of the sum
        "row_weights",  # int32[rows]: the weight of each row, -1 for none
        "sums",  # of one pass: what is added, [weights, columns], part of columns by part
        "sum_rows",  # int32[blocks of the one pass * weights]: how many rows a sum has
        "other_tiling",  # of one pass into two tables: the second one's; 0 for one table
        "other_arguments",
    ),
    constants={
        "BFLOAT16_NUMBER": BFLOAT16_NUMBER,
        "BLOCK_BYTES": BLOCK_BYTES,
        "COUNTERS_APART": COUNTERS_APART,
        "FLOAT16_NUMBER": FLOAT16_NUMBER,
        "FLOAT32_NUMBER": FLOAT32_NUMBER,
        **{f"INDEX_{each.name}": number for number, each in enumerate(INDEX_TYPES)},
        "INT16_NUMBER": INT16_NUMBER,
        "INT32_NUMBER": INT32_NUMBER,
        "INT64_NUMBER": INT64_NUMBER,
        "INT8_NUMBER": INT8_NUMBER,
        "MAXIMUM_RANK": MAXIMUM_RANK,
    },
    module=__package__ or "",
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
WEIGHTS = family.tiling_offset("weights")
PADDING_INDEX = family.tiling_offset("padding_index")
SCALE = family.tiling_offset("scale")
INDEX_RANK = family.tiling_offset("index_rank")
INDEX_DIMS = family.tiling_offset("index_dims")
INDEX_STRIDES = family.tiling_offset("index_strides")
GRAD_ROW_RANK = family.tiling_offset("grad_row_rank")
GRAD_ROW_DIMS = family.tiling_offset("grad_row_dims")
GRAD_ROW_STRIDES = family.tiling_offset("grad_row_strides")
GRAD_COLUMN_STRIDE = family.tiling_offset("grad_column_stride")
OUT_ROW_STRIDE = family.tiling_offset("out_row_stride")
OUT_COLUMN_STRIDE = family.tiling_offset("out_column_stride")
COUNT_BLOCKS = family.tiling_offset("count_blocks")
BUCKETS = family.tiling_offset("buckets")
BUCKET_SHIFT = family.tiling_offset("bucket_shift")
COLUMN_BLOCKS = family.tiling_offset("column_blocks")
WIDE = family.tiling_offset("wide")
STREAM = family.tiling_offset("stream")
ALPHA = family.tiling_offset("alpha")
ACCUMULATE = family.tiling_offset("accumulate")
INITIAL_ROW_STRIDE = family.tiling_offset("initial_row_stride")
GRAD_TYPE = family.tiling_offset("grad_type")
OUT_TYPE = family.tiling_offset("out_type")
INDEX_TYPE = family.tiling_offset("index_type")

GRAD = family.argument_index("grad")
INDICES = family.argument_index("indices")
OUT = family.argument_index("out")
INITIAL = family.argument_index("initial")
PLACES = family.argument_index("places")
BUCKET_STARTS = family.argument_index("bucket_starts")
PAIRS = family.argument_index("pairs")
ORDER = family.argument_index("order")
OFFSETS = family.argument_index("offsets")
COUNTERS = family.argument_index("counters")
ERRORS = family.argument_index("errors")
LARGEST = family.argument_index("largest")
ACCUMULATORS = family.argument_index("accumulators")
ROW_WEIGHTS = family.argument_index("row_weights")
SUMS = family.argument_index("sums")
SUM_ROWS = family.argument_index("sum_rows")
OTHER_TILING = family.argument_index("other_tiling")
OTHER_ARGUMENTS = family.argument_index("other_arguments")
