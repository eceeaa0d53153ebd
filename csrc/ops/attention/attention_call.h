/* SPDX-License-Identifier: Apache-2.0 */
/* A call of attention, as checks and list functions read it. */
#ifndef ACLNN_PY_OPS_ATTENTION_ATTENTION_CALL_H
#define ACLNN_PY_OPS_ATTENTION_ATTENTION_CALL_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "executor/operator.h"
#include "ops/attention/attention.h"
#include "ops/common/check.h"
#include "tensor/layout.h"

#define MOST_DEPTH 768
#define MOST_INFERRED_DEPTH 512
#define NO_WINDOW INT32_MAX
#define SAME_AS_INPUT "same_as_input" /* statistics as queries: [T, N, 8] */

/* The names of a parameter, ended by NULL. A call has at most one of them. */
struct names {
    const char *of[5];
};

static inline int attention_call_find(const struct call *call, const struct names *names)
{
    int at = -1;
    for (int i = 0; at < 0 && names->of[i] != NULL; i++)
        at = call_find(call, names->of[i]);
    return at;
}

extern const struct names attention_call_names_of[ATTENTION_INPUTS];

extern const struct names attention_call_layout_names;

extern const struct names attention_call_head_names;

extern const struct names attention_call_key_head_names;

extern const struct names attention_call_row_names;

extern const struct names attention_call_column_names;

extern const struct names attention_call_prefix_length_names;

extern const struct names attention_call_prefix_names;

extern const struct names attention_call_scale_names;

extern const struct names attention_call_keep_names;

extern const struct names attention_call_before_names;

extern const struct names attention_call_after_names;

extern const struct names attention_call_sparse_names;

extern const struct names attention_call_pse_type_names;

extern const struct names attention_call_block_names;

extern const struct names attention_call_precision_names;

extern const struct names attention_call_log_sum_flag_names;

extern const struct names attention_call_log_sum_names;

extern const struct names attention_call_out_names;

extern const struct names attention_call_maximum_names;

extern const struct names attention_call_sum_names;

extern const struct names attention_call_dpse_names;

/* Calls for batches of one length and of several, whose lengths "TND" alone reads, and with numbers
 * that draw what is kept. */
static inline bool attention_call_is_joint(const struct call *call)
{
    return call_find(call, "seed") >= 0;
}

/* Gradients of queries, keys, values, of the ropes of queries and keys, and of sinks. */
#define ATTENTION_GRADIENTS 6

extern const struct names attention_call_gradient_names[ATTENTION_GRADIENTS];

extern const struct names attention_call_statistics_layout_names;

static inline int64_t attention_call_integer_of(const struct call *call, const struct names *names,
                                                int64_t otherwise)
{
    int at = attention_call_find(call, names);
    return at < 0 ? otherwise : call->arguments[at].integer;
}

static inline double attention_call_real_of(const struct call *call, const struct names *names,
                                            double otherwise)
{
    int at = attention_call_find(call, names);
    return at < 0 ? otherwise : call->arguments[at].real;
}

static inline const struct array *attention_call_array_of(const struct call *call,
                                                          const struct names *names)
{
    int at = attention_call_find(call, names);
    const struct array *array = at < 0 ? NULL : call->arguments[at].array;
    return array == NULL || array->size == 0 ? NULL : array;
}

static inline const struct tensor *attention_call_tensor_of(const struct call *call,
                                                            const struct names *names)
{
    int at = attention_call_find(call, names);
    return at < 0 ? NULL : call_tensor(call, at);
}

/* The bits that drop probabilities, and the share that stays: the longest sequences are sized
 * without. */
static inline const struct tensor *attention_call_bits(const struct call *call)
{
    return call->for_longest
               ? NULL
               : attention_call_tensor_of(call, &attention_call_names_of[ATTENTION_DROP]);
}

static inline double attention_call_kept(const struct call *call)
{
    return call->for_longest ? 1 : attention_call_real_of(call, &attention_call_keep_names, 1);
}

static inline bool attention_call_has_elements(const struct tensor *tensor)
{
    int64_t count = 0;
    return tensor != NULL && (!tensor_element_count(tensor, &count) || count > 0);
}

static inline bool attention_call_is_list(const struct call *call, enum attention_input which)
{
    int at = attention_call_find(call, &attention_call_names_of[which]);
    return at >= 0 && call->operator->parameters[at].kind == ARGUMENT_TENSOR_LIST;
}

/* Keys or values: their tensors, and the number of these. */
static inline int attention_call_members_of(const struct call *call, enum attention_input which,
                                            struct tensor *const **members)
{
    const struct argument *argument =
        &call->arguments[attention_call_find(call, &attention_call_names_of[which])];
    *members = attention_call_is_list(call, which) ? argument->tensors->members : &argument->tensor;
    return attention_call_is_list(call, which) ? (int)argument->tensors->count : 1;
}

struct l0_list;
struct l0_row;

struct reading {
    const struct call *call;
    struct call *late; /* of forward calls of training: takes what their tiling refuses */
    struct attention *a;
    const struct tensor *tensors[ATTENTION_INPUTS]; /* inputs that have elements; of a list its
                                                     * first member */
    bool is_inferred;                               /* it is a call for inference */
    bool is_grad;
};

bool attention_call_set_layout(struct attention_layout *layout, const char *letters, size_t count);

static inline int attention_call_rank_of(const struct attention_layout *layout)
{
    const int8_t places[] = {layout->b, layout->s, layout->n, layout->d,
                             layout->h, layout->t, layout->f};
    int rank = 0;
    for (size_t i = 0; i < sizeof places; i++)
        rank += places[i] >= 0;
    return rank;
}

/* Whether CANN generates the op_api of the call; its tiling then refuses what does not fit. */
static inline bool attention_call_is_generated(const struct reading *r)
{
    return r->is_inferred && attention_call_is_list(r->call, ATTENTION_KEY);
}

/*
 * The status of what op_api checks, or leaves to the shapes, tiling and kernels that follow. Where
 * these give nothing, gradients take that for a missing tensor and prompts for a missing inner one;
 * forward calls of training do not ask, so that phase two finds the same again.
 */
static inline aclnnStatus attention_call_status_of(const struct reading *r, bool is_checked)
{
    if (attention_call_is_generated(r))
        return ACLNN_ERR_INNER_TILING_ERROR;
    return is_checked   ? ACLNN_ERR_PARAM_INVALID
           : r->is_grad ? ACLNN_ERR_PARAM_NULLPTR
                        : ACLNN_ERR_INNER_NULLPTR;
}

/* Refuses in the phase in which CANN does. */
aclnnStatus attention_call_report(const struct reading *r, bool is_checked, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Calls of one row for each batch, whose kernel and tiling are others. */
static inline bool attention_call_is_single_row(const struct reading *r)
{
    return attention_call_is_generated(r) && r->a->query.t < 0 && r->a->rows.whole == 1;
}

/* The columns of the longest tensor of keys. */
int64_t attention_call_longest_key(const struct reading *r);

/* The longest of the lengths of keys. */
int64_t attention_call_longest_length(const struct attention *a);

aclnnStatus attention_call_read_layout(struct reading *r);

static inline int64_t attention_call_dim_of(const struct tensor *tensor, int position,
                                            int64_t otherwise)
{
    return position < 0 ? otherwise : tensor->dims[position];
}

/* Refuses what op_api does not check. */
static inline aclnnStatus attention_call_refuse(const struct reading *r, const char *what,
                                                int64_t found, const char *required)
{
    return attention_call_report(r, false, "attention: %s is %" PRId64 "; %s", what, found,
                                 required);
}

/* The columns of keys or values, or of their ropes: of all heads where these lie in H, else of
 * one. */
int64_t attention_call_columns_of(const struct reading *r, const struct tensor *tensor);

aclnnStatus attention_call_check_head_dims(const struct reading *r);

/* Reads the number of heads, and the columns of a head. */
aclnnStatus attention_call_read_heads(struct reading *r);

/* Reads lengths of batches: one a batch, or one for all. */
aclnnStatus attention_call_read_counts(const struct reading *r, const struct names *names,
                                       bool are_totals, int64_t whole,
                                       struct attention_counts *counts);

static inline bool attention_call_are_like(const struct tensor *tensor, const struct tensor *other,
                                           int except)
{
    if (tensor->rank != other->rank)
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        if (i != except && tensor->dims[i] != other->dims[i])
            return false;
    return true;
}

aclnnStatus attention_call_read_block_table(struct reading *r);

/* Whether columns are added, or dimensions permuted, before the kernel of training. */
bool attention_list_prepares(const struct reading *r);

/* Appends the step that does the work, which reads and writes all layouts, and stores its results.
 * CANN's operators around its kernel are appended separately. */
void attention_list_work(struct l0_list *list, const struct l0_row *row, const int *inputs,
                         int input_count, const int *given, int count, struct attention *a);

/* Reads the number of batches, and the rows and columns of each. */
aclnnStatus attention_call_read_sizes(struct reading *r);

/* Queries, keys and values have one type, which pse has too. */
aclnnStatus attention_call_check_all_types(const struct reading *r);

/* Keys and values have the same dims, except for the columns of a head, in all members. */
aclnnStatus attention_call_check_all_members(const struct reading *r);

aclnnStatus attention_call_read_mask(struct reading *r);

aclnnStatus attention_call_read_pse(struct reading *r);

/* The most rows or columns that a batch has. */
static inline int64_t attention_call_longest(const struct attention *a,
                                             const struct attention_counts *counts)
{
    int64_t found = 0;
    if (!counts->are_totals)
        return counts->whole;
    for (int64_t b = 0; b < a->batches; b++) {
        int64_t count = attention_count_by_totals(counts, b);
        found = count > found ? count : found;
    }
    return found;
}

aclnnStatus attention_call_read_drop(struct reading *r);

aclnnStatus attention_call_read_ropes(struct reading *r);

void attention_call_find_tensors(struct reading *r);

aclnnStatus attention_call_read_call(struct reading *r);

/* The dims of a tensor of heads in a layout. */
int32_t attention_call_dims_in(const struct reading *r, const struct attention_layout *layout,
                               int64_t depth, int64_t *dims);

#endif
