# SPDX-License-Identifier: Apache-2.0
"""How fast it is: `make bench`, or `python -m benchmarks --help`.

__main__.py   the command: what is measured, in which processes, and what is written
arguments.py  values of options, for several commands
cases.py      the shapes, types and index patterns, and the bytes that each must move
operators.py  elementwise operators beside torch's, through the C interface
compute.py    reductions, norms, losses and products beside torch's, likewise
quantised.py  products of int8 and rows that are quantised, lines of the same table
indexing.py   rows and elements by index, order, scans and random numbers, likewise
layers.py     rows, planes of images and products of sizes that layers of models have, likewise
accuracy.py   errors of reductions, scans, softmax and norms beside torch's
beside_torch.py  what these tables share: lines, calls, comparisons
worker.py     one process, one number of threads: results compared, then ours and torch in turn
ours.py       the operator through its C interface, with everything resident in device memory
compare.py    the reference and the comparison
processes.py  functions in processes of their own
timing.py     functions measured in turn; medians and spreads
bandwidth.py  how fast memory is copied
memory.py     one process, one shape: the peak of memory beyond the tensors
calls.py      what a call, lists, checks, races, loading and importing cost (call.c, lists.c,
              checks.c, launches.c, load.c, measure.h, clock.h)
collectives.py  sums over ranks beside MPICH's (all_reduce_hccl.c, all_reduce_mpi.c, all_reduce.h)
results.py    what was measured, and the JSON
report.py     tables, and the goals
baseline.py   figures of a machine that are kept (baselines/), and which of today's are worse
plot.py       the SVG

Commands of their own, `python -m benchmarks.gather` and so on:

gather.py            narrow rows beside a plain C loop (gather.c)
infiniop.py          infiniopEmbeddingBackward beside the operator
ttnn.py              ttnn's embedding_bw beside the operator
tiles.py             tiles, block floats and sums beside a copy
binary_embedding.py  the operators on signs beside a copy
vector.py            the vector unit beside a copy and torch (vector.c)
products.py          products of matrices beside torch's (products.c)
models.py            models through the plug-in beside the CPU's
plugin.py            importing the plug-in, and what small operators of it cost by the library

docs/explanation/performance.md says how to read the figures. No test depends on a time.
"""
