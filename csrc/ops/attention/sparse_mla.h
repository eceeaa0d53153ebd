/* SPDX-License-Identifier: Apache-2.0 */
/* SparseFlashMla and its gradient: what their checks, lists and kernels share. Rows see keys of
 * their own sequence, in a window, and keys that stand for several, all or those that were
 * selected. Keys are values. */
#ifndef ACLNN_PY_OPS_ATTENTION_SPARSE_MLA_H
#define ACLNN_PY_OPS_ATTENTION_SPARSE_MLA_H

#include <stdbool.h>
#include <stdint.h>

#include "executor/schedule.h"
#include "ops/attention/batches.h"
#include "ops/attention/selected_keys.h"

#define SPARSE_MLA_COLUMNS 512
#define SPARSE_MLA_ALL (-1) /* of a window: as far as keys go */

/* Which keys of its own sequence a row sees. */
enum sparse_mla_mask { SPARSE_MLA_NONE = 0, SPARSE_MLA_CAUSAL = 3, SPARSE_MLA_WINDOW = 4 };

enum sparse_mla_input {
    SPARSE_MLA_QUERY,
    SPARSE_MLA_KEY,
    SPARSE_MLA_COMPRESSED,
    SPARSE_MLA_INDICES, /* of compressed keys; without them all are seen */
    SPARSE_MLA_TABLE,
    SPARSE_MLA_COMPRESSED_TABLE,
    SPARSE_MLA_ROW_ENDS,
    SPARSE_MLA_KEY_ENDS,
    SPARSE_MLA_COMPRESSED_ENDS,
    SPARSE_MLA_ROWS_USED,
    SPARSE_MLA_KEYS_USED,
    SPARSE_MLA_COMPRESSED_USED,
    SPARSE_MLA_RESTS,
    SPARSE_MLA_SINKS,
    SPARSE_MLA_COUNTS, /* further inputs of the gradient: of indices that count, of each row */
    SPARSE_MLA_GRADIENT,
    SPARSE_MLA_RESULT,
    SPARSE_MLA_LOG_SUMS,
    SPARSE_MLA_INPUTS,
};

/* Results of the gradient. */
enum sparse_mla_output {
    SPARSE_MLA_DQUERY,
    SPARSE_MLA_DKEY,
    SPARSE_MLA_DCOMPRESSED,
    SPARSE_MLA_DSINKS,
    SPARSE_MLA_OWN_NORMS, /* of keys of a row's own sequence, none of which is selected: 0 */
    SPARSE_MLA_NORMS,     /* the mean over heads of the probabilities of selected keys */
    SPARSE_MLA_OUTPUTS,
};

struct sparse_mla {
    struct batches_form form;
    struct batches_form compressed; /* the same of compressed keys */
    enum sparse_mla_mask mask;
    int64_t left; /* keys before a row's own that it sees; SPARSE_MLA_ALL */
    int64_t right;
    float scale;
    bool has_log_sums;
    int at[SPARSE_MLA_INPUTS];      /* among the inputs of the work; L0_NONE: not given */
    int out_at[SPARSE_MLA_OUTPUTS]; /* the same of the gradient's outputs */
};

/* The layout of a parameter of the call: "BSND", "TND" or "PA_BBND". */
enum batches_layout attention_sparse_mla_layout(const struct call *call, const char *name);

/* Whether a tensor of the call is given, with elements. */
bool attention_sparse_mla_has(const struct call *call, const char *name);

/* The keys of a row's own sequence, and the compressed ones, as the work has them. */
struct selected attention_sparse_mla_keys(const struct work *work);
struct selected attention_sparse_mla_compressed(const struct work *work);

/* Goes to the first key of its own sequence that a row sees, with which was begun. False: the row
 * sees nothing, compressed keys neither. */
bool attention_sparse_mla_see(const struct sparse_mla *m, const struct selected *keys,
                              struct selected_row *row);

static inline const struct work_view *sparse_mla_input(const struct work *work,
                                                       enum sparse_mla_input which)
{
    const struct sparse_mla *m = work->attributes;
    return m->at[which] == L0_NONE ? NULL : &work->inputs[m->at[which]];
}

#endif
