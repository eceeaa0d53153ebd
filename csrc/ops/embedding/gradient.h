/* SPDX-License-Identifier: Apache-2.0 */
/* The gradient of an embedding table: which kernels of the family embedding_dense_grad run, on how
 * many blocks, in what scratch. Operators of several interfaces share it; each checks its operands
 * before. */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/embedding/gradient_division.h"
#include "tensor/tensor.h"

/* out[indices[i], :] is the sum of alpha * grad[i, :]. grad is [..., D] with as many rows as
 * indices has elements, and out is [num_weights, D]; both have at most 8 dimensions. grad and out
 * are each float32, float16 or bfloat16, or both the same of float64, an integer type or a complex
 * type whose D elements are dense. indices have any type that indices_kernels_of knows. */
struct embedding_grad_call {
    const struct tensor *grad;
    const struct tensor *indices;
    const struct tensor *out;
    uint64_t num_weights;
    uint64_t padding_index; /* rows with this index are left out; no row is when it names no row of
                             * out */
    bool scale;             /* divides by the number of rows that were added; float32 and halves
                             * only */
    bool accumulate;        /* sums begin with what is in out, or with initial; not together with
                             * scale */
    int64_t initial_step;   /* elements from one row of initial to the next; needs a single table,
                             * dense rows of initial and of out */
    double alpha;           /* for floating-point types: a float32, or a float64 for float64 */
    int64_t integer_alpha;  /* for integer types */
};

/* Makes the division of a call. False when the scratch does not fit into int64_t. */
bool embedding_divide_gradient(const struct embedding_grad_call *call,
                               struct embedding_grad_division *division);

/* ---- The sort alone, for operators that add up rows in a way of their own -------------------- */

/* Row numbers sorted by weight, in scratch, where the program may write: they must be tested. */
struct embedding_grad_order {
    int64_t order;   /* address of int32[rows], or int64 if wide; rows of one weight are in
                      * ascending sequence */
    int64_t offsets; /* address of int32[weights + 1], or int64 if wide: where the rows of each
                      * weight begin */
    int64_t largest; /* the largest number of rows of one weight; used only to divide work */
};

/* Fills in only what the sort needs. The tiling says whether positions are wide. False when the
 * scratch does not fit into int64_t. */
bool embedding_divide_sort(const struct tensor *indices, uint64_t num_weights,
                           struct embedding_grad_division *division);

/* Sorts at least one row and fills in order. Returns -1, or the first row whose index is out of
 * range; then order is not filled in. */
int64_t embedding_sort(const struct embedding_grad_division *division, const char *indices,
                       char *scratch, struct embedding_grad_order *order);

/* ---- Sort and sum ---------------------------------------------------------------------------- */

/* Bytes of scratch for one table, or for two tables that get the same rows of the same grad. The
 * same on every machine; 0 where nothing is sorted or added. */
uint64_t embedding_scratch_bytes(const struct embedding_grad_division *divisions, int tables);

/* Does the work for one table, or for two. bad receives for each the first row whose index is out
 * of range, or -1. Such rows are left out of the sums. */
void embedding_run_gradient(struct embedding_grad_division *divisions,
                            const struct embedding_grad_memory *memory, int tables, char *scratch,
                            int64_t *bad);

#endif
