# SPDX-License-Identifier: Apache-2.0
"""A step of training as a ttnn program has it: rows and a bias, and the gradients of both.

Each position of two sentences looks up its word's row and adds one bias to it. The gradient that
arrives at the sums is a row of ones, so what comes out can be counted: add_bw gives the bias the
sum over all positions, and embedding_bw each word how often it occurs. A sum that was kept in
bfloat16 would stop at 256.

    python examples/ttnn_embedding_bw.py
"""

from __future__ import annotations

import numpy as np

from aclnn_py import ttnn

BATCH, LENGTH, COLUMNS, WORDS = 2, 1024, 64, 100

device = ttnn.open_device(device_id=0)
tiles = {"layout": ttnn.TILE_LAYOUT, "device": device}

# Words 3 and 7 take turns in the first sentence; the second one has 64 of 42, and 9 for the rest.
indices = np.full((BATCH, LENGTH), 9)
indices[0] = np.arange(LENGTH) % 2 * 4 + 3
indices[1, :64] = 42
words = ttnn.from_numpy(indices, ttnn.uint32, device=device)
weight = ttnn.from_numpy(np.zeros((WORDS, COLUMNS)), ttnn.bfloat16, **tiles)
bias = ttnn.from_numpy(np.zeros((1, 1, 1, COLUMNS)), ttnn.bfloat16, **tiles)
rows = ttnn.from_numpy(np.zeros((1, 1, BATCH * LENGTH, COLUMNS)), ttnn.bfloat16, **tiles)
gradient = ttnn.from_numpy(np.ones(rows.shape), ttnn.bfloat16, **tiles)

of_rows, of_bias = ttnn.add_bw(gradient, rows, bias)
print("bias", of_bias.shape, f"{ttnn.to_numpy(of_bias)[0, 0, 0, 0]:.0f} places")

of_weight = ttnn.embedding_bw(words, weight, of_rows, queue_id=1)
print("weight", of_weight.shape)
counts = ttnn.to_numpy(of_weight)[0, 0, :, 0]
for word in np.flatnonzero(counts):
    print(f"word {word:2}  {counts[word]:.0f} times")

# The same in eight bits an element, with the result written into memory that is there.
small = ttnn.typecast(gradient, ttnn.bfloat8_b)
output = ttnn.typecast(of_weight, ttnn.bfloat8_b)
ttnn.embedding_bw(words, weight, small, output_tensor=output)
print(
    f"word  9  {ttnn.to_numpy(output)[0, 0, 9, 0]:.0f} times, in {len(output.host_bytes())} bytes"
)

ttnn.close_device(device)
