/* SPDX-License-Identifier: Apache-2.0 */
/* Attention: lists of L0 operators. The calls have up to 45 parameters, which are found by name:
 * each version has more of them than the one before, and some calls name the same parameter
 * differently. The work is in attention_kernel.c. */
#include "ops/attention/attention.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "declared/copy_layout.h"
#include "declared/pad.h"
#include "ops/attention/attention_antiquant.h"
#include "ops/attention/attention_call.h"
#include "ops/attention/attention_full.h"
#include "ops/attention/attention_quantised.h"
#include "ops/attention/attention_tiling.h"
#include "ops/common/check.h"
#include "ops/common/list.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

#define MOST_PLAIN (ATTENTION_INPUTS + 2)

struct operands {
    int *inputs;
    int count;
    int *dense; /* by parameter: index of its dense tensor, or L0_NONE */
};

/* Makes tensors dense in the sequence of these names; the others follow in their own sequence. */
static void make_dense(struct l0_list *list, const struct reading *r, struct operands *o,
                       const struct names *order, int count)
{
    int bits = attention_call_find(r->call, &attention_call_names_of[ATTENTION_DROP]);
    for (int i = 0; i < count; i++) {
        int at = attention_call_find(r->call, &order[i]);
        const struct tensor *tensor = at < 0 ? NULL : call_tensor(r->call, at);
        bool are_bits = at >= 0 && at == bits;
        if (tensor != NULL && (!are_bits || attention_call_bits(r->call) != NULL))
            o->dense[at] = l0_contiguous(list,
                                         l0_user_tensor(list, call_name(r->call, at), tensor));
    }
}

static void add_input(struct l0_list *list, struct operands *o, const char *name,
                      const struct tensor *tensor)
{
    o->inputs[o->count++] = l0_contiguous(list, l0_user_tensor(list, name, tensor));
}

/* Adds all inputs that are given, as dense tensors. */
static void add_inputs(struct l0_list *list, struct reading *r, struct operands *o)
{
    for (int i = 0; i < ATTENTION_INPUTS; i++) {
        struct tensor *const *members = NULL;
        r->a->at[i] = r->tensors[i] == NULL ? -1 : o->count;
        if (r->tensors[i] == NULL)
            continue;
        int at = attention_call_find(r->call, &attention_call_names_of[i]);
        const char *name = call_name(r->call, at);
        if (o->dense[at] != L0_NONE) {
            o->inputs[o->count++] = o->dense[at];
            continue;
        }
        if (i != ATTENTION_KEY && i != ATTENTION_VALUE) {
            add_input(list, o, name, r->tensors[i]);
            continue;
        }
        int count = attention_call_members_of(r->call, (enum attention_input)i, &members);
        for (int j = 0; j < count; j++)
            add_input(list, o, name, members[j]);
    }
}

static bool start(struct l0_list *list, struct reading *r, struct operands *o,
                  const struct names *order, int count)
{
    const struct names *lists[] = {&attention_call_names_of[ATTENTION_KEY],
                                   &attention_call_names_of[ATTENTION_VALUE]};
    size_t most = MOST_PLAIN;
    size_t parameters = (size_t)r->call->operator->parameter_count;
    for (int i = 0; i < 2; i++)
        if (attention_call_is_list(r->call, i == 0 ? ATTENTION_KEY : ATTENTION_VALUE))
            most += r->call->arguments[attention_call_find(r->call, lists[i])].tensors->count;
    r->a = l0_take(list, sizeof *r->a);
    o->inputs = l0_take(list, most * sizeof *o->inputs);
    o->dense = l0_take(list, parameters * sizeof *o->dense);
    o->count = 0;
    if (r->a == NULL || o->inputs == NULL || o->dense == NULL ||
        attention_call_read_call(r) != ACLNN_SUCCESS ||
        attention_antiquant_read(r) != ACLNN_SUCCESS || attention_full_read(r) != ACLNN_SUCCESS ||
        attention_quantised_read(r) != ACLNN_SUCCESS)
        return false;
    for (size_t i = 0; i < parameters; i++)
        o->dense[i] = L0_NONE;
    make_dense(list, r, o, order, count);
    add_inputs(list, r, o);
    for (int i = 0; i < o->count; i++)
        if (o->inputs[i] == L0_NONE)
            return false;
    return list->status == ACLNN_SUCCESS;
}

void attention_list_work(struct l0_list *list, const struct l0_row *row, const int *inputs,
                         int input_count, const int *given, int count, struct attention *a)
{
    int results[ATTENTION_GRADIENTS] = {L0_NONE};
    for (int i = 0; i < count; i++) {
        const struct l0_tensor *out = &list->tensors[given[i]];
        results[i] = l0_new_shaped(list, row->name, out->type, out->dims, out->rank);
        if (results[i] == L0_NONE)
            return;
    }
    l0_step(list, L0_STEP_APPLY, row, inputs, input_count, results, count, a);
    for (int i = 0; i < count; i++)
        l0_step(list, L0_STEP_STORE, NULL, &results[i], 1, &given[i], 1, NULL);
}

static void work_beside(struct l0_list *list, const struct reading *r, const struct l0_row *row,
                        const struct operands *o, const int *given, int count)
{
    attention_list_work(list, row, o->inputs, o->count, given, count, r->a);
}

/* The caller's tensor of an output. */
static int given_out(struct l0_list *list, const struct reading *r, const struct names *names)
{
    int at = attention_call_find(r->call, names);
    return l0_user_tensor(list, call_name(r->call, at), call_tensor(r->call, at));
}

/* ---- Around the kernels of training ---------------------------------------------------------- */

#define MOST_STRIDE 65535 /* elements from one row to the next; kernels take no more */

/* How tensors of heads are prepared for the kernel: their columns are padded, and heads are moved
 * before rows. */
struct passage {
    enum attention_tiling_layout from;
    enum attention_tiling_layout to;
    int64_t pad;       /* added columns of queries and keys */
    int64_t value_pad; /* added columns of values and the result */
    bool splits;       /* H is split into N and D meanwhile */
    bool permutes;
};

static bool has_letters(const struct attention_layout *layout, int b, int s, int n)
{
    return layout->b == b && layout->s == s && layout->n == n;
}

static enum attention_tiling_layout layout_of(const struct attention *a)
{
    return a->query.t >= 0                    ? TILING_TND
           : has_letters(&a->query, 1, 0, -1) ? TILING_SBH
           : has_letters(&a->query, 0, 1, -1) ? TILING_BSH
           : has_letters(&a->query, 0, 1, 2)  ? TILING_BSND
                                              : TILING_BNSD;
}

static int64_t rounded_up(int64_t value, int64_t to)
{
    return (value + to - 1) / to * to;
}

static bool has_no_pairs(const struct attention *a)
{
    return a->depth == 0 || a->key_heads == 0 ||
           (a->query.t < 0 && (a->batches == 0 || a->rows.whole == 0 || a->columns.whole == 0));
}

static int64_t last_end(const struct attention *a)
{
    return a->batches == 0 ? 0 : a->rows.values[a->batches - 1];
}

/* Batches that share one dimension are not padded when they are short. */
static bool is_short(const struct attention *a)
{
    int64_t columns = attention_call_longest(a, &a->columns);
    return columns > 0 && columns <= 1024 && last_end(a) > 0 && last_end(a) < 160 * 1024;
}

static bool has_odd_depth(int64_t depth)
{
    return depth == 72 || depth == 88;
}

/* Whether the kernel takes values with fewer columns than keys. */
static bool takes_short_values(const struct attention *a, aclDataType type, int64_t pad)
{
    if (a->query.t >= 0 || a->columns.whole > 1024)
        return true;
    return type != ACL_FLOAT && ((a->depth + pad) % 16 != 0 || a->depth == 96) &&
           a->columns.whole >= 512;
}

/* The preparation for aclnnFlashAttentionScore and its versions. */
static struct passage passage_of(const struct reading *r)
{
    const struct attention *a = r->a;
    aclDataType type = r->tensors[ATTENTION_QUERY]->type;
    struct passage p = {.from = layout_of(a)};
    bool has_rows = p.from != TILING_BNSD && p.from != TILING_TND;
    bool has_h = p.from == TILING_BSH || p.from == TILING_SBH;
    int64_t multiple = a->depth < 196 || a->depth == 448 ? 16 : 128;
    bool pads = a->depth % multiple != 0 || a->value_depth % multiple != 0;
    p.to = p.from;
    if (has_no_pairs(a) || call_is_on_950(r->call))
        return p;
    p.pad = rounded_up(a->depth, multiple) - a->depth;
    p.value_pad = rounded_up(a->value_depth, multiple) - a->value_depth;
    if (a->depth != a->value_depth && (a->depth == 64 || a->depth == 80 || a->depth == 88)) {
        pads = true;
        p.value_pad = p.pad + a->depth - a->value_depth;
    }
    int64_t stride = a->heads * (a->depth + p.pad) * (p.from == TILING_SBH ? a->batches : 1);
    p.permutes = has_rows && stride > MOST_STRIDE;
    p.splits = has_h && (p.permutes || pads);
    bool keeps = has_rows && a->heads == a->key_heads && !p.permutes;
    if (keeps && has_odd_depth(a->depth))
        p.pad = 0;
    if (keeps && has_odd_depth(a->value_depth))
        p.value_pad = 0;
    bool is_kept = keeps && has_odd_depth(a->depth) && has_odd_depth(a->value_depth);
    if (p.from == TILING_TND && a->depth < 96 && is_short(a)) {
        p.pad = p.value_pad = 0;
        is_kept = true;
    }
    if (is_kept)
        pads = p.splits = false;
    if (a->depth != a->value_depth && !takes_short_values(a, type, p.pad)) {
        pads = true;
        p.splits = p.splits || has_h;
        p.value_pad = p.pad + a->depth - a->value_depth;
    }
    if (!pads)
        p.pad = p.value_pad = 0;
    p.to = p.permutes ? TILING_BNSD : p.splits && p.from == TILING_BSH ? TILING_BSND : p.from;
    return p;
}

/* Splits the last dimension of a tensor of heads. */
static int split(struct l0_list *list, int tensor, int64_t heads)
{
    int64_t dims[4];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, (int64_t[]){given.dims[0], given.dims[1], heads, given.dims[2] / heads},
           sizeof dims);
    return l0_reshape(list, tensor, dims, 4);
}

static int joined(struct l0_list *list, int tensor)
{
    int64_t dims[3];
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, (int64_t[]){given.dims[0], given.dims[1], given.dims[2] * given.dims[3]},
           sizeof dims);
    return l0_reshape(list, tensor, dims, 3);
}

/* Makes a tensor like another one, with more elements in the last dimension. */
static int longer(struct l0_list *list, int tensor, int64_t more)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct l0_tensor given = list->tensors[tensor];
    memcpy(dims, given.dims, (size_t)given.rank * sizeof *dims);
    dims[given.rank - 1] += more;
    return l0_new_shaped(list, given.name, given.type, dims, given.rank);
}

/* Appends Pad or Slice of the last dimension, for the size alone. */
static int padded(struct l0_list *list, int tensor, int64_t more)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int64_t entries = 2 * (int64_t)list->tensors[tensor].rank;
    int inputs[] = {tensor, l0_host_tensor(list, "paddings", ACL_INT64, entries)};
    int result = longer(list, tensor, more);
    l0_launch_row(list, &l0_Pad, inputs, 2, 0, &result, 1, NULL);
    return result;
}

static int cut_off(struct l0_list *list, int tensor, int64_t fewer)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    int result = longer(list, tensor, -fewer);
    l0_launch_row(list, &l0_Slice, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The same as padded, when there is something to do. */
static int resized(struct l0_list *list, int tensor, int64_t more)
{
    return more > 0 ? padded(list, tensor, more) : more < 0 ? cut_off(list, tensor, -more) : tensor;
}

static const int64_t *order_to(const struct passage *p)
{
    static const int64_t from_bsnd[] = {0, 2, 1, 3};
    static const int64_t from_sbnd[] = {1, 2, 0, 3};
    return p->from == TILING_SBH ? from_sbnd : from_bsnd;
}

static const int64_t *order_back(const struct passage *p)
{
    static const int64_t to_bsnd[] = {0, 2, 1, 3};
    static const int64_t to_sbnd[] = {2, 0, 1, 3};
    return p->from == TILING_SBH ? to_sbnd : to_bsnd;
}

/* The tensor that the kernel sees, with as many columns a head. */
static int kernel_tensor(struct l0_list *list, const struct passage *p, int like, int64_t heads,
                         int64_t depth)
{
    int64_t dims[4];
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[like];
    memcpy(dims, given.dims, (size_t)given.rank * sizeof *dims);
    dims[given.rank - 1] = p->to == TILING_BSH || p->to == TILING_SBH ? heads * depth : depth;
    return l0_new_shaped(list, given.name, given.type, dims, given.rank);
}

static bool is_one_of_bands(const struct attention *a, int64_t before, int64_t after)
{
    return before < a->rows.whole || after < a->columns.whole;
}

static bool are_prefixes(const struct attention *a)
{
    int64_t least = a->columns.whole > a->rows.whole ? a->columns.whole - a->rows.whole : 0;
    for (int64_t b = 0; b < a->batches; b++)
        if (a->prefixes[b] < least || a->prefixes[b] > a->columns.whole)
            return false;
    return true;
}

/* Whether the kernel leaves out blocks of scores. */
static bool is_sparse(const struct attention *a, int64_t mode, bool has_mask)
{
    int64_t corner = a->columns.whole - a->rows.whole;
    if (!has_mask)
        return false;
    switch (mode) {
    case 0: return is_one_of_bands(a, a->before, a->after);
    case 4:
        return is_one_of_bands(a, bounded_sum(a->before, -corner), bounded_sum(a->after, corner));
    case 5: return a->prefixes != NULL && are_prefixes(a);
    default: return true;
    }
}

/* Whether mode and mask may leave rows without a pair, as CANN's tiling for Ascend950 sees it. */
static bool has_open_rows(const struct attention *a, int64_t mode, bool has_mask)
{
    int64_t corner = a->columns.whole - a->rows.whole;
    int64_t before = mode == 4 ? bounded_sum(a->before, -corner) : a->before;
    int64_t after = mode == 4 ? bounded_sum(a->after, corner) : a->after;
    if (!has_mask || a->query.t >= 0)
        return false;
    return (mode == 3 && corner < 0) ||
           ((mode == 0 || mode == 4) && is_one_of_bands(a, before, after) &&
            (before < -corner || after < 0) && (mode != 0 || before < a->rows.whole || after != 0));
}

static struct attention_tiling_input tiling_input(const struct reading *r, const struct passage *p)
{
    const struct attention *a = r->a;
    const struct tensor *query = r->tensors[ATTENTION_QUERY];
    const struct tensor *mask = attention_call_tensor_of(r->call,
                                                         &attention_call_names_of[ATTENTION_MASK]);
    const struct tensor *bits = attention_call_bits(r->call);
    bool has_mask = mask != NULL && mask->rank > 0;
    int64_t mode = attention_call_integer_of(r->call, &attention_call_sparse_names, 0);
    bool is_packed = p->from == TILING_TND;
    return (struct attention_tiling_input){
        .layout = p->to,
        .element_bytes = query->type == ACL_FLOAT ? 4 : 2,
        .batches = a->batches,
        .heads = a->heads,
        .key_heads = a->key_heads,
        .rows = attention_call_longest(a, &a->rows),
        .columns = attention_call_longest(a, &a->columns),
        .depth = a->depth + p->pad,
        .rope_depth = a->rope_depth,
        .value_depth = a->value_depth + p->value_pad,
        .row_ends = is_packed ? a->rows.values : NULL,
        .column_ends = is_packed ? a->columns.values : NULL,
        .all_rows = a->rows.whole,
        .is_empty = !attention_call_has_elements(query) ||
                    !attention_call_has_elements(r->tensors[ATTENTION_KEY]),
        .is_sparse = !is_packed && is_sparse(a, mode, has_mask),
        .has_mask = has_mask,
        .drops = bits != NULL && bits->rank > 0,
        .sparse_mode = (int)mode,
        .precision_mode = (int)attention_call_integer_of(r->call, &attention_call_precision_names,
                                                         0),
        .has_pse = r->tensors[ATTENTION_PSE] != NULL,
        .drops_any = a->keep < 1,
        .has_open_rows = has_open_rows(a, mode, has_mask),
    };
}

/* ---- Attention: the parameters by their names ------------------------------------------------ */
void attention_list_attention(struct l0_list *list, const struct call *call,
                              const struct l0_row *row)
{
    /* CANN makes these dense in this sequence. */
    static const struct names order[] = {
        {{"query"}},
        {{"key"}},
        {{"value"}},
        {{"realShiftOptional"}},
        {{"dropMaskOptional"}},
        {{"paddingMaskOptional"}},
        {{"attenMaskOptional"}},
        {{"queryRope", "queryRopeOptional"}},
        {{"keyRope", "keyRopeOptional"}},
        {{"sinkOptional"}},
    };
    const int count = sizeof order / sizeof order[0];
    struct reading r = {.call = call};
    struct operands o;
    int launched[sizeof order / sizeof order[0]];
    int launched_count = 0;
    if (!start(list, &r, &o, order, count))
        return;
    r.a->writes_statistics = true;
    aclDataType type = r.tensors[ATTENTION_QUERY]->type;
    const struct passage p = passage_of(&r);
    const int64_t heads[] = {r.a->heads, r.a->key_heads, r.a->key_heads};
    const int64_t pads[] = {p.pad, p.pad, p.value_pad};
    int tensors[3];
    for (int i = 0; i < count; i++) {
        int at = attention_call_find(call, &order[i]);
        if (i < 3)
            tensors[i] = p.splits ? split(list, o.dense[at], heads[i]) : o.dense[at];
        else if (at >= 0 && o.dense[at] != L0_NONE)
            launched[3 + launched_count++] = o.dense[at];
    }
    for (int i = 0; i < 3; i++)
        tensors[i] = resized(list, tensors[i], pads[i]);
    for (int i = 0; i < 3 && p.permutes; i++)
        tensors[i] = list_launch_transpose(list, tensors[i], order_to(&p));
    for (int i = 0; i < 3 && p.splits && p.to == TILING_SBH; i++)
        tensors[i] = joined(list, tensors[i]);
    memcpy(launched, tensors, sizeof tensors);
    int maximum = given_out(list, &r, &attention_call_maximum_names);
    int sum = given_out(list, &r, &attention_call_sum_names);
    int out = given_out(list, &r, &attention_call_out_names);
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct l0_tensor statistic = list->tensors[maximum];
    /* The third output, that of the softmax, has no elements. */
    const int outputs[] = {
        l0_new_shaped(list, "softmaxMax", ACL_FLOAT, statistic.dims, statistic.rank),
        l0_new_shaped(list, "softmaxSum", ACL_FLOAT, statistic.dims, statistic.rank),
        l0_new_shaped(list, "softmaxOut", type, (int64_t[]){0, 0, 0, 0}, 4),
        kernel_tensor(list, &p, tensors[0], r.a->heads, r.a->value_depth + p.value_pad),
    };
    l0_launch_row(list, row, launched, 3 + launched_count, 0, outputs, 4, NULL);
    if (list->architecture == ARCHITECTURE_2201 && list->status == ACLNN_SUCCESS) {
        struct attention_tiling_input input = tiling_input(&r, &p);
        bool knows_cache = false;
        l0_kernel_workspace(list, list->for_longest
                                      ? attention_tiling_most_2201(list->soc, &input)
                                      : attention_tiling_2201(list->soc, &input, &knows_cache));
        if (knows_cache)
            l0_assume(list, "cache");
        if (r.a->slopes != 0)
            l0_assume(list, "kernel:FlashAttentionScore");
    }
    if (list->architecture == ARCHITECTURE_3510 && list->status == ACLNN_SUCCESS) {
        const struct attention_tiling_input input = tiling_input(&r, &p);
        l0_kernel_workspace(list, attention_tiling_3510(list->soc, &input));
    }
    int result = outputs[3];
    if (p.splits && p.to == TILING_SBH)
        result = split(list, result, r.a->heads);
    if (p.permutes)
        result = list_launch_transpose(list, result, order_back(&p));
    result = resized(list, result, -p.value_pad);
    if (p.splits)
        result = joined(list, result);
    l0_launch_view_copy(list, outputs[0], maximum);
    l0_launch_view_copy(list, outputs[1], sum);
    l0_launch_view_copy(list, result, out);
    work_beside(list, &r, row, &o, (int[]){out, maximum, sum}, 3);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* The preparation for aclnnFlashAttentionScoreGrad and its versions: values first get as many
 * columns as keys. */
static struct passage gradient_passage(const struct reading *r, int64_t *value_pad)
{
    bool is_deterministic = r->call->deterministic;
    const struct attention *a = r->a;
    struct passage p = {.from = layout_of(a), .to = layout_of(a)};
    *value_pad = 0;
    if (call_is_on_950(r->call))
        return p;
    bool has_rows = p.from != TILING_BNSD && p.from != TILING_TND;
    bool has_h = p.from == TILING_BSH || p.from == TILING_SBH;
    bool has_elements_all = attention_call_has_elements(r->tensors[ATTENTION_QUERY]) &&
                            attention_call_has_elements(r->tensors[ATTENTION_KEY]);
    bool is_192_by_128 = a->depth == 192 && a->value_depth == 128 && !is_deterministic;
    int64_t multiple = a->depth < 128 ? 16 : 128;
    int64_t heads = a->heads > a->key_heads ? a->heads : a->key_heads;
    int64_t pad = has_elements_all ? rounded_up(a->depth, multiple) - a->depth : 0;
    *value_pad = is_192_by_128 ? 0 : a->depth - a->value_depth;
    int64_t stride = heads * (a->depth + pad) * (p.from == TILING_SBH ? a->batches : 1);
    p.permutes = has_elements_all && has_rows && stride > MOST_STRIDE;
    if (a->depth == 192 && p.from != TILING_TND && !p.permutes)
        pad = 0;
    if (has_odd_depth(a->depth) && has_rows && !p.permutes && a->rows.whole <= 4096 &&
        a->columns.whole <= 4096 && a->heads == a->key_heads)
        pad = 0;
    if (p.from == TILING_TND && !is_deterministic &&
        (a->depth % 8 == 0 ||
         (a->depth < 96 && is_short(a) &&
          attention_call_real_of(r->call, &attention_call_keep_names, 1) == 1)))
        pad = 0;
    p.pad = p.value_pad = pad;
    p.splits = has_h && (pad > 0 || p.permutes);
    p.to = p.permutes ? TILING_BNSD : p.splits && p.from == TILING_BSH ? TILING_BSND : p.from;
    return p;
}

bool attention_list_prepares(const struct reading *r)
{
    int64_t value_pad = 0;
    const struct passage p = r->is_grad ? gradient_passage(r, &value_pad) : passage_of(r);
    return p.pad != 0 || p.value_pad != 0 || value_pad != 0 || p.splits || p.permutes;
}

/* Statistics as queries lie become those of one head after another for the kernel. */
static int statistics_by_heads(struct l0_list *list, const struct reading *r, int statistics)
{
    static const int64_t heads_first[] = {1, 0, 2};
    bool has_layout = attention_call_find(r->call, &attention_call_statistics_layout_names) >= 0;
    return has_layout && !r->a->by_heads && list->architecture != ARCHITECTURE_3510
               ? list_launch_transpose(list, statistics, heads_first)
               : statistics;
}

/* Gives a tensor of values, or its gradient, other columns a head. */
static int with_columns(struct l0_list *list, const struct passage *p, int tensor, int64_t heads,
                        int64_t more)
{
    bool has_h = p->from == TILING_BSH || p->from == TILING_SBH;
    if (more == 0)
        return tensor;
    tensor = resized(list, has_h ? split(list, tensor, heads) : tensor, more);
    return has_h ? joined(list, tensor) : tensor;
}

static void ask_for_gradients(struct l0_list *list, const struct reading *r,
                              const struct passage *p, int64_t value_pad)
{
    if (list->architecture != ARCHITECTURE_2201 || list->status != ACLNN_SUCCESS)
        return;
    struct attention_tiling_input input = tiling_input(r, p);
    uint64_t bytes;
    input.value_depth += value_pad;
    input.is_empty = input.is_empty || !attention_call_has_elements(r->tensors[ATTENTION_VALUE]);
    input.drops = input.drops && r->a->keep < 1;
    /* Beside sinks CANN takes a kernel whose tiling is not followed. */
    const struct tensor *sinks = attention_call_tensor_of(r->call,
                                                          &attention_call_names_of[ATTENTION_SINK]);
    bool has_own_kernel = sinks != NULL && sinks->rank == 1 && !input.is_empty;
    if (!has_own_kernel &&
        attention_tiling_grad_2201(list->soc, &input, list->deterministic, &bytes))
        l0_kernel_workspace(list, bytes);
    else
        l0_assume(list, "kernel:FlashAttentionScoreGrad");
}

/* The kernel's gradient of a rope, or of sinks: without dimensions where there are none. */
static int optional_gradient(struct l0_list *list, const char *name, const struct tensor *of,
                             aclDataType type)
{
    return l0_new_shaped(list, name, type, of == NULL ? NULL : of->dims, of == NULL ? 0 : of->rank);
}

void attention_list_grad(struct l0_list *list, const struct call *call, const struct l0_row *row)
{
    static const struct names order[] = {
        {{"query"}},
        {{"keyIn"}},
        {{"value"}},
        {{"dy"}},
        {{"attentionInOptional"}},
        {{"queryRope", "queryRopeOptional"}},
        {{"keyInRope", "keyRopeOptional"}},
        {{"pseShiftOptional"}},
        {{"dropMaskOptional"}},
        {{"paddingMaskOptional"}},
        {{"attenMaskOptional"}},
        {{"softmaxMaxOptional"}},
        {{"softmaxSumOptional"}},
        {{"softmaxInOptional"}},
        {{"sinkInOptional"}},
    };
    enum { COUNT = sizeof order / sizeof order[0], HEADS = 5, STATISTICS = COUNT - 4 };
    struct reading r = {.call = call, .is_grad = true};
    struct operands o;
    int64_t value_pad;
    int launched[COUNT];
    int launched_count = HEADS;
    int statistics = 0;
    if (!start(list, &r, &o, order, COUNT))
        return;
    const struct passage p = gradient_passage(&r, &value_pad);
    const int64_t heads[] = {r.a->heads, r.a->key_heads, r.a->key_heads, r.a->heads, r.a->heads};
    for (int i = 0; i < COUNT; i++) {
        int at = attention_call_find(call, &order[i]);
        int dense = at < 0 ? L0_NONE : o.dense[at];
        if (i == STATISTICS)
            statistics = launched_count;
        if (i < HEADS)
            launched[i] = dense;
        else if (dense != L0_NONE)
            launched[launched_count++] = dense;
    }
    for (int i = 2; i < HEADS; i++)
        launched[i] = with_columns(list, &p, launched[i], heads[i], value_pad);
    for (int i = 0; i < HEADS && p.splits; i++)
        launched[i] = split(list, launched[i], heads[i]);
    for (int i = 0; i < HEADS; i++)
        launched[i] = resized(list, launched[i], p.pad);
    for (int i = 0; i < HEADS && p.permutes; i++)
        launched[i] = list_launch_transpose(list, launched[i], order_to(&p));
    for (int i = 0; i < HEADS && p.splits && p.to == TILING_SBH; i++)
        launched[i] = joined(list, launched[i]);
    for (int i = statistics; i < statistics + 2; i++)
        launched[i] = statistics_by_heads(list, &r, launched[i]);
    const struct tensor *pse = attention_call_tensor_of(call,
                                                        &attention_call_names_of[ATTENTION_PSE]);
    const struct tensor *dpse = attention_call_tensor_of(call, &attention_call_dpse_names);
    aclDataType type = r.tensors[ATTENTION_QUERY]->type;
    if (list->status != ACLNN_SUCCESS)
        return;
    /* The gradients of pse, of ropes and of sinks are outputs even when there are none. */
    const bool has_pse = attention_call_has_elements(pse);
    int outputs[7] = {
        [3] = l0_new_shaped(list, "dpse", type, has_pse ? pse->dims : (int64_t[]){0},
                            has_pse ? pse->rank : 1),
        [4] = optional_gradient(list, "dqRope", r.tensors[ATTENTION_QUERY_ROPE], type),
        [5] = optional_gradient(list, "dkRope", r.tensors[ATTENTION_KEY_ROPE], type),
        [6] = optional_gradient(list, "dsink", r.tensors[ATTENTION_SINK], ACL_FLOAT),
    };
    int given[ATTENTION_GRADIENTS];
    int given_count = 3;
    for (int i = 0; i < 3; i++) {
        const struct l0_tensor like = list->tensors[launched[i]];
        given[i] = given_out(list, &r, &attention_call_gradient_names[i]);
        outputs[i] = l0_new_shaped(list, "gradient", type, like.dims, like.rank);
    }
    l0_launch_row(list, row, launched, launched_count, 0, outputs, 7, NULL);
    ask_for_gradients(list, &r, &p, value_pad);
    for (int i = 0; i < 3; i++) {
        if (p.splits && p.to == TILING_SBH)
            outputs[i] = split(list, outputs[i], heads[i]);
        if (p.permutes)
            outputs[i] = list_launch_transpose(list, outputs[i], order_back(&p));
    }
    for (int i = 0; i < 3; i++)
        outputs[i] = resized(list, outputs[i], -p.pad);
    for (int i = 0; i < 3 && p.splits; i++)
        outputs[i] = joined(list, outputs[i]);
    outputs[2] = with_columns(list, &p, outputs[2], heads[2], -value_pad);
    for (int i = 0; i < 3; i++)
        l0_launch_view_copy(list, outputs[i], given[i]);
    if (has_pse && dpse != NULL && dpse->type == type && attention_call_are_like(dpse, pse, -1))
        l0_launch_view_copy(list, outputs[3], given_out(list, &r, &attention_call_dpse_names));
    int *const wanted[] = {&r.a->rope_out[0], &r.a->rope_out[1], &r.a->sink_out};
    for (int i = 0; i < 3; i++) {
        const struct names *names = &attention_call_gradient_names[3 + i];
        *wanted[i] = -1;
        if (!attention_call_has_elements(attention_call_tensor_of(call, names)))
            continue;
        *wanted[i] = given_count;
        given[given_count] = given_out(list, &r, names);
        l0_launch_view_copy(list, outputs[4 + i], given[given_count++]);
    }
    work_beside(list, &r, row, &o, given, given_count);
}

/* ---- Inference ------------------------------------------------------------------------------- */

/* Pads the numbers that quantise results where they have three or four dimensions. */
static void pad_numbers(struct l0_list *list, const struct reading *r, int64_t more)
{
    const struct tensor *scale = r->tensors[ATTENTION_QUANT_SCALE];
    for (int i = ATTENTION_QUANT_SCALE; i <= ATTENTION_QUANT_OFFSET; i++)
        if (more > 0 && scale != NULL && scale->rank >= 3 && r->tensors[i] != NULL)
            padded(list,
                   l0_user_tensor(list,
                                  call_name(r->call, attention_call_find(
                                                         r->call, &attention_call_names_of[i])),
                                  r->tensors[i]),
                   more);
}

/* aclnnPromptFlashAttention and its versions: heads have whole blocks, and values as many
 * columns. */
static void list_prompt(struct l0_list *list, const struct reading *r, const struct operands *o,
                        const struct l0_row *row, const struct names *order, int count)
{
    const struct attention *a = r->a;
    bool has_h = a->query.h >= 0;
    bool is_packed = a->query.t >= 0;
    bool is_shorter = a->depth > a->value_depth;
    bool is_int8 = attention_full_applies(r) || attention_quantised_applies(r);
    int64_t multiple = is_shorter && !is_packed && a->depth > 128 ? 256
                       : is_int8 && !is_shorter                   ? 32
                                                                  : 16;
    bool has_pairs = a->key_heads > 0 && a->columns.whole > 0 && a->value_depth > 0;
    bool pads = has_pairs && !is_packed && (a->depth % multiple != 0 || is_shorter);
    int64_t pad = pads ? rounded_up(a->depth, multiple) - a->depth : 0;
    const int64_t more[] = {pad, pad, is_shorter && pads ? a->depth + pad - a->value_depth : pad};
    const int64_t heads[] = {a->heads, a->key_heads, a->key_heads};
    int launched[5];
    int launched_count = 3;
    for (int i = 0; i < count; i++) {
        int at = attention_call_find(r->call, &order[i]);
        if (i >= 3 && at >= 0 && o->dense[at] != L0_NONE)
            launched[launched_count++] = o->dense[at];
        if (i < 3)
            launched[i] = pads && has_h ? split(list, o->dense[at], heads[i]) : o->dense[at];
    }
    for (int i = 0; i < 3 && pads; i++)
        launched[i] = padded(list, launched[i], more[i]);
    pad_numbers(list, r, pad);
    for (int i = 0; i < 3 && pads && has_h; i++)
        launched[i] = joined(list, launched[i]);
    int given = given_out(list, r, &attention_call_out_names);
    if (list->status != ACLNN_SUCCESS || given == L0_NONE)
        return;
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t rank = attention_call_dims_in(r, &a->out, a->value_depth + more[2], dims);
    int result = l0_new_shaped(list, row->name, list->tensors[given].type, dims, rank);
    l0_launch_row(list, row, launched, launched_count, 0, &result, 1, NULL);
    if (pads && has_h)
        result = split(list, result, a->heads);
    if (pads)
        result = cut_off(list, result, more[2]);
    if (pads && has_h)
        result = joined(list, result);
    l0_launch_view_copy(list, result, given);
    work_beside(list, r, row, o, &given, 1);
}

/* Adds the workspace of the kernel for inference on 910B, which is known for single rows. */
static void ask_for_rows(struct l0_list *list, const struct reading *r, const struct l0_row *row)
{
    const struct attention *a = r->a;
    if (list->architecture != ARCHITECTURE_2201 || list->status != ACLNN_SUCCESS)
        return;
    if (a->rows.whole != 1 || a->query.t >= 0 || a->query.b < 0 || a->rope_depth > 0 ||
        r->tensors[ATTENTION_KEY_PREFIX] != NULL || attention_antiquant_applies(r) ||
        attention_full_applies(r) || attention_quantised_applies(r)) {
        l0_assume(list, row == &l0_IncreFlashAttention ? "kernel:IncreFlashAttention"
                                                       : "kernel:FusedInferAttentionScore");
        return;
    }
    struct attention_row_input input = {
        .batches = (uint64_t)a->batches,
        .heads = (uint64_t)a->heads,
        .key_heads = (uint64_t)a->key_heads,
        .depth = (uint64_t)a->depth,
        .columns = (uint64_t)attention_call_longest_key(r),
        .longest = (uint64_t)attention_call_longest_length(a),
        .block_size = (uint64_t)a->block_size,
        .is_bnsd = a->query.n == 1,
        .is_float16 = r->tensors[ATTENTION_QUERY]->type == ACL_FLOAT16,
        .is_precise = attention_call_integer_of(r->call, &attention_call_precision_names, 1) == 0,
    };
    l0_kernel_workspace(list, list->for_longest ? attention_tiling_most_rows_2201(list->soc, &input)
                                                : attention_tiling_rows_2201(list->soc, &input));
}

static void finish(struct l0_list *list, const struct reading *r, const struct l0_row *row,
                   const struct operands *o, const struct names *const *outputs, int count)
{
    int results[3] = {L0_NONE, L0_NONE, L0_NONE};
    int given[3];
    for (int i = 0; i < count; i++) {
        int at = attention_call_find(r->call, outputs[i]);
        const struct tensor *out = call_tensor(r->call, at);
        given[i] = given_out(list, r, outputs[i]);
        results[i] = l0_new_shaped(list, row->name, out->type, out->dims, out->rank);
        if (given[i] == L0_NONE || results[i] == L0_NONE)
            return;
    }
    l0_apply(list, row, o->inputs, o->count, 0, results, count, r->a);
    ask_for_rows(list, r, row);
    for (int i = 0; i < count; i++)
        l0_view_copy(list, results[i], given[i]);
}

void attention_list_inferred(struct l0_list *list, const struct call *call,
                             const struct l0_row *row)
{
    struct reading r = {.call = call, .is_inferred = true};
    struct operands o;
    static const struct names order[] = {
        {{"query"}}, {{"key"}}, {{"value"}}, {{"pseShift"}}, {{"attenMask"}},
    };
    const int count = sizeof order / sizeof order[0];
    bool is_prompt = !attention_call_is_list(call, ATTENTION_KEY);
    if (!start(list, &r, &o, order, is_prompt ? count : 0))
        return;
    if (is_prompt) {
        list_prompt(list, &r, &o, row, order, count);
        return;
    }
    r.a->writes_log_sums = attention_call_integer_of(call, &attention_call_log_sum_flag_names, 0) !=
                           0;
    finish(list, &r, row, &o,
           (const struct names *[]){&attention_call_out_names, &attention_call_log_sum_names},
           1 + r.a->writes_log_sums);
}
