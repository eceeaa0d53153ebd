# SPDX-License-Identifier: Apache-2.0
"""The gradient of a table of words and of a table of places, in one call.

Every word of a text looks up two rows: that of the word, and that of its place in the line. The
gradient that arrives is a row of ones, so that what comes out can be counted in the text: how often
each word occurs, and how many lines are at least so long.

    python examples/infiniop_embedding_backward.py
"""

from __future__ import annotations

import numpy as np

from aclnn_py.infiniop import embedding_backward

TEXT = """\
the boats of the harbour
the harbour
boats and more boats
"""

lines = [line.split() for line in TEXT.splitlines()]
words = sorted({word for line in lines for word in line})
word_index = np.array([words.index(word) for line in lines for word in line])
place_index = np.array([place for line in lines for place in range(len(line))])
places = int(place_index.max()) + 1

dy = np.ones((len(word_index), 2), np.float16)
dwords, dplaces = embedding_backward(
    dy, word_index, len(words), i2=place_index, n2=places, alpha2=0.5
)

for word, row in zip(words, dwords, strict=True):
    print(f"{word:8} {row[0]:.0f} times")
for place, row in enumerate(dplaces):
    print(f"place {place}  {row[0] / 0.5:.0f} lines, half of it is {row[0]}")

# Gradients of a second batch are added, here on the emulated NPU.
embedding_backward(dy, word_index, len(words), out1=dwords, accumulate=True, device="ascend")
print(f"the  {dwords[words.index('the'), 0]:.0f} times in two batches")
