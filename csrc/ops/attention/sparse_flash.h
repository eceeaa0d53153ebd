/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention: what its checks, list and kernel share. */
#ifndef ACLNN_PY_OPS_ATTENTION_SPARSE_FLASH_H
#define ACLNN_PY_OPS_ATTENTION_SPARSE_FLASH_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/attention/batches.h"

#define SPARSE_FLASH_COLUMNS 512
#define SPARSE_FLASH_ROPE 64 /* further columns of queries and keys */

enum sparse_flash_input {
    SPARSE_FLASH_QUERY,
    SPARSE_FLASH_KEY,
    SPARSE_FLASH_VALUE,
    SPARSE_FLASH_INDICES,
    SPARSE_FLASH_TABLE,
    SPARSE_FLASH_ROW_LENGTHS,
    SPARSE_FLASH_KEY_LENGTHS,
    SPARSE_FLASH_QUERY_ROPE,
    SPARSE_FLASH_KEY_ROPE,
    SPARSE_FLASH_SINKS,
    SPARSE_FLASH_INPUTS,
};

struct sparse_flash {
    struct batches_form form;
    int64_t block; /* keys of a block that is selected */
    float scale;
    bool has_statistics;         /* further outputs have the maxima and sums of rows */
    int at[SPARSE_FLASH_INPUTS]; /* among the inputs of the work; L0_NONE: not given */
};

#endif
