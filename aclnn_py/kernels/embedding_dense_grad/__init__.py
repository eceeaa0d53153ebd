# SPDX-License-Identifier: Apache-2.0
"""The gradient of an embedding table: every row of `out` is the sum of its rows of `grad`.

There are two ways. In one pass, for tables that fit into the caches and have many rows added to
each of theirs:

1. `list_<index type>` (count_blocks blocks) writes down the weight of every row;
2. `one_pass_<type>` (a block for each part of the columns) adds the rows in their order; with two
   tables, to both.

Sorted, for all others:

1. `count_<type>` (count_blocks blocks) reads the indices and counts how many fall into each bucket
   of 2**bucket_shift weights, one array of counts a block;
2. the host turns the counts into the place where each block starts to write in each bucket;
3. `scatter_<type>` (the same blocks) writes the rows into their buckets, in ascending order;
4. `sort` (any number of blocks) sorts every bucket by weight, stably: `order` and `offsets`;
5. `sum_<type>` adds the rows of every weight in ascending row order: `sum_any_float` where grad
   and out are of different types, `sum_any_integer` for integers.

int32 and int64 have kernels of their own to read indices; `list_any`, `count_any` and `scatter_any`
read all types.

`sorting.py` has all that read indices and the sort, `one_pass.py` and `sums.py` what adds, and
`family.py` what they share with the host.

Few buckets keep the places that are written to at a time in the caches, and so do the counters of
one bucket.

Sums are strictly in row order, start at +0 or at what is in out, and are rounded once, so the
result does not depend on any number of blocks. Those of halves are float32; integers wrap. Strides
are in elements and may be zero or negative; an address includes the offset of its view. The scratch
arrays (everything but grad, indices, out) may be overwritten by someone else meanwhile: whatever is
read from them and leads to an address is read once and checked, so a kernel never leaves the
buffers that its tiling describes.
"""

from . import one_pass, sorting, sums
from .family import family

__all__ = ["family", "one_pass", "sorting", "sums"]
