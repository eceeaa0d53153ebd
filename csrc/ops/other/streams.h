/* SPDX-License-Identifier: Apache-2.0 */
/* Layers with several residual streams (the calls aclnnMhc...): what checks, lists and kernels
 * share. A token has n streams of D numbers; its mixture has n numbers for what goes into the
 * layer, n for what comes out of it and, where streams are mixed, n * n. */
#ifndef ACLNN_PY_OPS_OTHER_STREAMS_H
#define ACLNN_PY_OPS_OTHER_STREAMS_H

#include <stdbool.h>
#include <stdint.h>

#define STREAMS_MOST 8
#define STREAMS_ROUNDS 20 /* of aclnnMhcPreSinkhorn */

/* From mixtures, reciprocal roots, factors and biases to the two gates and matrices; back from
 * mixtures, roots, factors, and each gate's gradient and result, then the gradient of matrices, to
 * the gradients of mixtures, of roots (times what they are of x), of biases and of factors. */
struct stream_gates {
    int64_t streams;
    float eps;
    float width; /* numbers of all streams of a token */
};

/* Matrices that become doubly stochastic, with the quotients and sums of each of 2 * rounds steps.
 * These lie step by step, in chunks of matrices as the cores of CANN's kernel take them: `each`
 * matrices to a core, in parts of `part`; a row has `columns` places. */
struct sinkhorn {
    int64_t rounds;
    int64_t streams;
    int64_t columns;
    int64_t each;
    int64_t part;
    float eps;
    bool keeps; /* quotients and sums are results */
};

#endif
