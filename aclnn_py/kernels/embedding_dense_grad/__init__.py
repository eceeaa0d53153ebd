# SPDX-License-Identifier: Apache-2.0
"""The gradient of an embedding table: every row of `out` is the sum of its rows of `grad`.

The launches, in order:

1. `count_<type>` (count_blocks blocks) reads the indices and counts how many fall into each bucket
   of 2**bucket_shift weights, one array of counts a block;
2. the host turns the counts into the place where each block starts to write in each bucket;
3. `scatter_<type>` (the same blocks) writes the rows into their buckets, in ascending order;
4. `sort` (any number of blocks) sorts every bucket by weight, stably: `order` and `offsets`;
5. `sum_<grad type>_<out type>` adds the rows of every weight in ascending row order.

`sorting.py` has 1, 3 and 4, `sums.py` has 5, and `family.py` what they share with the host.

Few buckets keep the places that are written to at a time in the caches, and so do the counters of
one bucket.

Sums are strictly in row order, start at +0 or at what is in out, and are rounded once, so the
result does not depend on any number of blocks. Those of halves are float32; integers wrap. Strides
are in elements and may be zero or negative; an address includes the offset of its view. The scratch
arrays (everything but grad, indices, out) may be overwritten by someone else meanwhile: whatever is
read from them and leads to an address is read once and checked, so a kernel never leaves the
buffers that its tiling describes.
"""

from . import sorting, sums
from .family import family

__all__ = ["family", "sorting", "sums"]
