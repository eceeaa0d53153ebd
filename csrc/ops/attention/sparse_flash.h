/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashAttention and its gradient: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_ATTENTION_SPARSE_FLASH_H
#define ACLNN_PY_OPS_ATTENTION_SPARSE_FLASH_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "ops/attention/batches.h"
#include "ops/attention/selected_keys.h"
#include "workspace/l0.h"

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
    SPARSE_FLASH_OWN_INPUTS,
    SPARSE_FLASH_GRADIENT = SPARSE_FLASH_OWN_INPUTS, /* further inputs of the gradient */
    SPARSE_FLASH_RESULT,
    SPARSE_FLASH_MAXIMA,
    SPARSE_FLASH_SUMS,
    SPARSE_FLASH_INPUTS,
};

/* Results of the gradient. */
enum sparse_flash_output {
    SPARSE_FLASH_DQUERY,
    SPARSE_FLASH_DKEY,
    SPARSE_FLASH_DVALUE,
    SPARSE_FLASH_DQUERY_ROPE,
    SPARSE_FLASH_DKEY_ROPE,
    SPARSE_FLASH_DSINKS,
    SPARSE_FLASH_OUTPUTS,
};

struct sparse_flash {
    struct batches_form form;
    int64_t block; /* keys of a block that is selected */
    float scale;
    bool has_statistics;              /* further outputs have the maxima and sums of rows */
    int at[SPARSE_FLASH_INPUTS];      /* among the inputs of the work; L0_NONE: not given */
    int out_at[SPARSE_FLASH_OUTPUTS]; /* the same of the gradient's outputs */
};

/* An input of the work, NULL where it was not given. */
static inline const struct work_view *sparse_flash_input(const struct work *work,
                                                         enum sparse_flash_input which)
{
    const struct sparse_flash *s = work->attributes;
    return s->at[which] == L0_NONE ? NULL : &work->inputs[s->at[which]];
}

/* What the rows of the work see. */
struct selected attention_sparse_flash_selected(const struct work *work);

#endif
