/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the gradient of an embedding table is computed: which kernels of the family
 * embedding_dense_grad run, on how many blocks, in what scratch. The operators of all interfaces
 * that have this gradient share it; each checks its operands itself, before.
 */
#ifndef ACLNN_PY_OPS_EMBEDDING_GRADIENT_H
#define ACLNN_PY_OPS_EMBEDDING_GRADIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/embedding/gradient_plan.h"
#include "tensor/tensor.h"

/*
 * out[indices[i], :] is the sum of alpha * grad[i, :]. grad is [..., D] with as many rows as
 * indices has elements, out [num_weights, D], all of at most 8 dimensions. Types: grad and out
 * each float32, float16 or bfloat16, or both the same of float64, the integers and the complex
 * numbers, of which D lie side by side; indices any that has indices_kernels_of.
 */
struct embedding_grad_call {
    const struct tensor *grad;
    const struct tensor *indices;
    const struct tensor *out;
    uint64_t num_weights;
    uint64_t padding_index; /* takes no part; none when it is no row of out */
    bool scale;             /* divide by the number of rows that were added; float32 and halves */
    bool accumulate;        /* begin with what is in out, or initial; not together with scale */
    int64_t initial_step;   /* elements from row to row of initial, whose rows are dense; of one
                               table, whose rows are dense too */
    double alpha;           /* of floats, as a float32 unless they are float64 */
    int64_t integer_alpha;  /* of integers */
};

/* False when the scratch does not fit into 63 bits. */
bool embedding_plan_gradient(const struct embedding_grad_call *call,
                             struct embedding_grad_plan *plan);

/* ---- The sort alone, for operators that add up rows in a way of their own -------------------- */

/* Row numbers in the order of their weights, in scratch: not to be trusted. */
struct embedding_grad_order {
    int64_t order;   /* address of int32[rows], int64 if wide: ascending within a weight */
    int64_t offsets; /* address of the same[weights + 1]: where the rows of a weight begin */
    int64_t largest; /* the most rows of one weight, for nothing but to divide work */
};

/* Fills what the sort needs of a plan; its tiling says whether positions are wide. As above. */
bool embedding_plan_sort(const struct tensor *indices, uint64_t num_weights,
                         struct embedding_grad_plan *plan);

/* Sorts at least one row; the first one whose index is out of range, or -1: then order is filled.
 */
int64_t embedding_sort(const struct embedding_grad_plan *plan, const char *indices, char *scratch,
                       struct embedding_grad_order *order);

/* ---- Sort and sum ---------------------------------------------------------------------------- */

/*
 * Bytes of scratch for one table, or for two that are added up from the same rows of the same grad;
 * the same on every machine, 0 where nothing has to be sorted or added.
 */
uint64_t embedding_scratch_bytes(const struct embedding_grad_plan *plans, int tables);

/*
 * Does the work of one table, or of two. bad receives, for each, the first row whose index is out
 * of range, or -1; such rows are left out of the sums.
 */
void embedding_run_gradient(struct embedding_grad_plan *plans,
                            const struct embedding_grad_memory *memory, int tables, char *scratch,
                            int64_t *bad);

#endif
