/* SPDX-License-Identifier: Apache-2.0 */
/* What InfiniCore's operators become: the functions that a row of operators.toml names in "list",
 * with infini_ in front. Tensors are indices in the list. Halves are computed as float32 from the
 * first L0 operator to the last and rounded once; other types are computed in themselves. */
#ifndef ACLNN_PY_INFINIOP_ROW_LISTS_H
#define ACLNN_PY_INFINIOP_ROW_LISTS_H

#include "workspace/l0.h"
#include "ops/common/list.h"

/* ---- Elements -------------------------------------------------------------------------------- */

/* Applies one operator to each element, or to pairs of elements. */
void infini_unary(struct l0_list *list, const struct l0_row *row, int x, int y);
void infini_binary(struct l0_list *list, const struct l0_row *row, int a, int b, int c);

/* Writes the same number everywhere. */
void infini_fill(struct l0_list *list, double number, int y);
void infini_copy(struct l0_list *list, int src, int dst);
void infini_relu(struct l0_list *list, int x, int y);

/* max(lower, min(x, upper)), which is lower where lower is above upper. */
void infini_clip(struct l0_list *list, int x, int lower, int upper, int y);
void infini_gelu(struct l0_list *list, int x, int y);
void infini_swiglu(struct l0_list *list, int a, int b, int c);

/* Takes x itself where beta * x > threshold. */
void infini_softplus(struct l0_list *list, int x, double beta, double threshold, int y);

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Applies a formula along one dimension. */
void infini_along(struct l0_list *list, const struct l0_row *row, int x, int64_t axis, int y);

/* Over the last dimensions [M, N]. In row i only the elements j <= N - M + i take part. */
void infini_causal_softmax(struct l0_list *list, int x, int y);
void infini_rms_norm(struct l0_list *list, int x, int w, double epsilon, int y);
void infini_add_rms_norm(struct l0_list *list, int a, int b, int w, double epsilon, int y,
                         int residual);
void infini_layer_norm(struct l0_list *list, int x, int w, int b, double epsilon, int y,
                       int standardized, int deviation);

/* ---- Products, positions, order -------------------------------------------------------------- */

/* alpha * a @ b + beta * c; c is not read where beta is 0. */
void infini_gemm(struct l0_list *list, int a, int b, double alpha, double beta, int c);

/* In batch b only the first lengths[b] keys take part. The mask of a causal attention ends at the
 * lower right corner. */
void infini_flash_attention(struct l0_list *list, int q, int k, int v, int lengths, double scale,
                            bool is_causal, int out);

/* algo 0 turns pairs of neighbours, algo 1 pairs an element with that half a row further. */
void infini_rope(struct l0_list *list, int x, int positions, int sines, int cosines, int64_t algo,
                 int y);
void infini_topk(struct l0_list *list, int x, int64_t k, int64_t dim, bool largest, int values,
                 int indices);
void infini_topk_softmax(struct l0_list *list, int x, int64_t k, bool norm, int values,
                         int indices);
void infini_topk_router(struct l0_list *list, int x, int bias, double factor, int64_t k, int values,
                        int indices);
void infini_random_sample(struct l0_list *list, int probs, double random, double topp, int64_t topk,
                          double temperature, int result);

/* Draws from each row of a matrix, with numbers of its own for each. */
void infini_random_samples(struct l0_list *list, int probs, const float *random, const float *topp,
                           const int *topk, const float *temperature, int result);

#endif
