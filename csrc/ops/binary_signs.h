/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators of aclnn_ext/binary_embedding.h have in common. */
#ifndef ACLNN_PY_OPS_BINARY_SIGNS_H
#define ACLNN_PY_OPS_BINARY_SIGNS_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/executor.h"
#include "kernels.h"

#define BINARY_TILING(field) BINARY_EMBEDDING_TILING_##field
#define BINARY_ARGUMENT(name) BINARY_EMBEDDING_ARGUMENT_##name

/* Bytes that the signs of a row take. */
int64_t binary_width(int64_t columns);

/* ---- Checks: 161002 and a text, or ACLNN_SUCCESS --------------------------------------------- */

/* uint8. */
aclnnStatus binary_check_packed(const struct tensor *tensor, const char *name);

/* An integer type of 8 to 64 bits. */
aclnnStatus binary_check_index(const struct tensor *tensor, const char *name);

/* ACL_FLOAT, ACL_FLOAT16, ACL_BF16 or ACL_DOUBLE. */
aclnnStatus binary_check_float(const struct tensor *tensor, const char *name);

/* lowest to highest dimensions, none negative, bytes that fit into 63 bits, and no private layout.
 */
aclnnStatus binary_check_view(const struct tensor *tensor, const char *name, int lowest,
                              int highest);

/*
 * The dimensions are the first rank ones of rows, then last, where that is not negative. rule says
 * in the text what that is.
 */
aclnnStatus binary_check_shape(const struct tensor *tensor, const char *name,
                               const struct tensor *rows, int rank, int64_t last, const char *rule);

/* Elements of a row lie side by side, and no two elements share memory; all is well without any. */
aclnnStatus binary_check_out(const struct tensor *out);

/* ---- Tilings --------------------------------------------------------------------------------- */

/* Positions in the kernels' lists of types; 0 for no tensor. */
int64_t binary_index_type(const struct tensor *indices);
int64_t binary_scale_type(const struct tensor *scale);

/* The rows of a view, all dimensions but the last. The arrays have room for all of them. */
void binary_rows(const struct tensor *tensor, int64_t *rank, int64_t *dims, int64_t *strides);

/* The stride of the last dimension; 1 where it makes no difference. */
int64_t binary_column_stride(const struct tensor *tensor);

/* In how many blocks so many bytes of reading and writing are worth dividing. */
#define BINARY_MAX_BLOCKS 64
int64_t binary_blocks(double bytes);

/* ---- Phase two ------------------------------------------------------------------------------- */

/* The failure of a launch one of whose indices, a tensor by its parameter, is out of range. */
void binary_fail_on_index(const struct launch *launch, int parameter, int64_t row, uint64_t limit,
                          struct task_failure *failure);

#endif
