/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: lists of L0 operators. */
#include "ops/matmul/grouped_matmul.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/activation.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "workspace/l0_operators.h"

/* ---- The list -------------------------------------------------------------------------------- */

struct operands {
    int *inputs;
    int count;
};

/* Joins all dims before the last into rows. */
static int32_t joined_dims(const struct tensor *tensor, int64_t *dims)
{
    dims[0] = 1;
    dims[1] = tensor->dims[tensor->rank - 1];
    for (int32_t i = 0; i < tensor->rank - 1; i++)
        dims[0] *= tensor->dims[i];
    return 2;
}

static int as_matrix(struct l0_list *list, int tensor, const struct tensor *given)
{
    int64_t dims[2];
    if (tensor == L0_NONE || given->rank <= 2)
        return tensor;
    return l0_reshape(list, tensor, dims, joined_dims(given, dims));
}

static void add_list(struct l0_list *list, const struct reading *r, struct operands *o,
                     int parameter, bool keeps)
{
    for (int i = 0; i < matmul_grouped_count_of(r, parameter); i++) {
        int tensor = l0_user_tensor(list, call_name(r->call, parameter),
                                    matmul_grouped_member(r, parameter, i));
        if (tensor != L0_NONE && !keeps)
            tensor = l0_contiguous(list, tensor);
        if (parameter == r->x && r->type == NO_GROUPS)
            tensor = as_matrix(list, tensor, matmul_grouped_member(r, parameter, i));
        o->inputs[o->count++] = tensor;
    }
}

/* Results of int32 are the sums: scales beside them count for nothing. */
static bool has(const struct reading *r, int parameter)
{
    return matmul_grouped_member(r, r->out, 0)->type != ACL_INT32 &&
           !matmul_grouped_is_left_out(r->call, parameter);
}

static struct grouped *new_grouped(struct l0_list *list, const struct reading *r)
{
    struct grouped *g = l0_take(list, sizeof *g);
    if (g == NULL)
        return NULL;
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    bool is_requantised = matmul_grouped_is_requantised(r);
    bool is_small = matmul_grouped_is_packed(r) && !is_requantised;
    bool has_bias = !matmul_grouped_is_left_out(r->call, r->bias);
    bool has_sums = is_small && matmul_grouped_has_weight_sums(r);
    bool is_floats = matmul_grouped_is_of_floats(r);
    bool is_mixed = matmul_grouped_is_mixed(r);
    const struct tensor *x = matmul_grouped_member(r, r->x, 0);
    const struct tensor *tokens = has(r, r->tokens) ? matmul_grouped_member(r, r->tokens, 0) : NULL;
    *g = (struct grouped){
        .type = r->type,
        /* the kernel of these reads counts, whatever the caller says */
        .list_type = is_small ? COUNTS : (enum group_list_type)r->list_type,
        .x_count = matmul_grouped_count_of(r, r->x),
        .weight_count = matmul_grouped_count_of(r, r->weight),
        .out_count = matmul_grouped_count_of(r, r->out),
        .has_bias = has_bias,
        .has_scale = has(r, r->scale) || (!is_floats && has(r, r->weight_scale)),
        .has_offset = (!is_floats && has(r, r->weight_offset)) || has_sums || is_requantised,
        .is_requantised = is_requantised,
        .has_tokens = has(r, r->tokens),
        .is_packed = weight->type == ACL_INT32,
        .is_x_packed = matmul_grouped_member(r, r->x, 0)->type == ACL_INT32,
        .is_shifted = is_small && has_bias,
        .scaling = is_floats || is_mixed ? matmul_grouped_scaling(r) : SCALES_OF_SUMS,
        .are_powers_single = is_mixed && tokens == NULL,
        .are_powers_swapped = is_mixed && tokens != NULL,
        .are_tokens_of_groups = is_floats && tokens != NULL &&
                                (r->type == GROUPS_OF_DEPTH || tokens->rank == 2 ||
                                 tokens->dims[0] != x->dims[0]),
        .has_tensor = !r->has_array && matmul_grouped_has_groups(r),
        .ends = r->has_array && matmul_grouped_has_groups(r) ? matmul_grouped_ends_of(r) : NULL,
    };
    g->groups = r->type == GROUPS_OF_DEPTH ? matmul_grouped_member(r, r->out, 0)->dims[0]
                : matmul_grouped_is_list(r) || r->type == NO_GROUPS ? g->weight_count
                                                                    : weight->dims[0];
    return g;
}

/* ---- Size ------------------------------------------------------------------------------------ */

/* What the tiling knows of the product; on Ascend910B and Ascend910_93. */
struct sides {
    int64_t rows; /* the most of a tensor of x */
    int64_t all_rows;
    int64_t depth;
    int64_t columns;
    int64_t least_depth;
    int64_t elements; /* of all weights */
    int64_t expected; /* rows of a group, as the caller says; 0: it does not */
    int64_t allowed;  /* bytes that the kernel may ask for to be faster; -1: as many as it likes */
};

#define BASE_COLUMNS 256
#define BASE_ROWS 128
#define TALL_ROWS 256 /* where 129 to 256 rows are expected */
#define ROUNDS 4      /* whose sums a core keeps */
#define SPLIT_ROWS                                                                \
    64 /* rows of a group up to which int8 weights are multiplied by split floats \
        */
#define SPLIT_UNIT 128
#define SPLIT_DEPTH 12288
#define SPLIT_COLUMNS 1024
#define RESTORED_AHEAD (5 * 1024 * 1024)

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t parts_of(int64_t count, int64_t size)
{
    return (count + size - 1) / size;
}

static struct sides sides_of(const struct reading *r, const struct grouped *g)
{
    struct sides s = {.least_depth = INT32_MAX};
    int tuning = call_find(r->call, "tuningConfigOptional");
    const struct array *array = tuning < 0 ? NULL : r->call->arguments[tuning].array;
    if (array != NULL && array->size > 0)
        s.expected = array_integers(array)[0];
    if (array != NULL && array->size > 2)
        s.allowed = array_integers(array)[2];
    for (int i = 0; i < g->x_count; i++) {
        const struct tensor *x = matmul_grouped_member(r, r->x, i);
        int64_t rows = 1;
        for (int32_t dim = 0; dim < x->rank - 1; dim++)
            rows *= x->dims[dim];
        s.rows = larger(s.rows, rows);
        s.all_rows += rows;
    }
    for (int64_t i = 0; i < g->groups; i++) {
        const struct tensor *weight = matmul_grouped_member(r, r->weight,
                                                            g->weight_count > 1 ? (int)i : 0);
        int64_t depth = weight->dims[weight->rank - 2];
        s.depth = larger(s.depth, depth);
        s.least_depth = least(s.least_depth, depth);
        s.columns = larger(s.columns, matmul_grouped_columns(weight));
        s.elements += depth * matmul_grouped_columns(weight);
    }
    return s;
}

/* Sums of four rounds of each core, where they are scaled afterwards. */
static int64_t whole_bytes(const struct sides *s, const struct grouped *g, int64_t cores)
{
    bool is_tall = s->expected > BASE_ROWS && s->expected <= TALL_ROWS;
    int64_t columns = is_tall ? BASE_COLUMNS / 2 : BASE_COLUMNS;
    int64_t rows = least(is_tall ? TALL_ROWS : BASE_ROWS, parts_of(s->rows, 16) * 16);
    int64_t tiles = parts_of(s->columns, columns);
    bool is_rare = (cores * 3 > tiles && tiles % cores <= cores / 2) || tiles < cores;
    if (g->groups == 1 && s->expected >= 1 && s->expected <= TALL_ROWS && is_rare)
        cores = parts_of(tiles, parts_of(tiles, cores));
    return ROUNDS * rows * columns * cores * (int64_t)sizeof(int32_t);
}

static bool is_allowed(const struct sides *s, int64_t bytes)
{
    return s->allowed == -1 || bytes <= s->allowed;
}

/* Whether a kernel that keeps all sums takes them: two sizes of matrices in fractals, four groups,
 * and 128 to 512 rows expected. */
static bool keeps_sums(const struct sides *s, const struct grouped *g, const struct reading *r)
{
    bool is_known = (s->depth == 2048 && s->columns == 7168) ||
                    (s->depth == 7168 && s->columns == 4096);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    bool is_fractal = r->is_fractal || weight->format == ACL_FORMAT_FRACTAL_NZ;
    return is_known && g->groups == 4 && s->expected >= 128 && s->expected <= 512 &&
           weight->type == ACL_INT8 && g->has_scale && g->has_tokens && !g->has_bias &&
           matmul_grouped_member(r, r->out, 0)->type == ACL_FLOAT16 &&
           matmul_grouped_member(r, r->scale, 0)->type == ACL_FLOAT && is_fractal &&
           !r->is_x_turned && !r->is_weight_turned && r->split_item >= 2 && r->list_type == ENDS &&
           r->type == GROUPS_OF_ROWS && r->activation == NO_ACTIVATION &&
           is_allowed(s, s->rows * s->columns * (int64_t)sizeof(int32_t));
}

/* The restored weights, of two groups where they are restored ahead; or, where there are few rows,
 * x in two parts of int8 and their products. */
static int64_t restored_bytes(const struct sides *s, const struct grouped *g,
                              const struct reading *r, int64_t cores)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    bool is_single = g->x_count == 1 && g->weight_count == 1 && g->out_count == 1;
    if (is_single && g->type == GROUPS_OF_ROWS &&
        matmul_grouped_member(r, r->weight, 0)->type == ACL_INT8 && s->columns % SPLIT_UNIT == 0 &&
        s->depth % SPLIT_UNIT == 0 && s->depth <= SPLIT_DEPTH && s->columns >= SPLIT_COLUMNS &&
        s->all_rows <= SPLIT_ROWS * g->groups)
        return s->all_rows * (cores * 4 + 32 + 2 * (s->depth + s->columns * 4));
    int64_t rows = least(BASE_ROWS, parts_of(s->rows, 16) * 16);
    int64_t tiles = parts_of(parts_of(s->rows, g->groups), rows) *
                    parts_of(s->columns, BASE_COLUMNS) * (x == ACL_BF16 ? 2 : 1);
    bool is_ahead = tiles >= (int64_t)((double)cores * 0.4) &&
                    s->least_depth * BASE_COLUMNS * cores >= RESTORED_AHEAD && !r->is_weight_turned;
    return 2 * (is_ahead ? 2 * s->columns * s->depth : s->elements);
}

/* x in fractals, where the caller allows the bytes beside the others. */
static int64_t ahead_bytes(const struct sides *s, const struct grouped *g, int64_t others)
{
    int64_t bytes = parts_of(s->all_rows, 8) * 8 * s->depth;
    return !g->has_offset && is_allowed(s, (int64_t)L0_SYSTEM_WORKSPACE + others + bytes) ? bytes
                                                                                          : 0;
}

/* int4 by int8: sums of four tiles of each core in eight parts, or, with few rows expected, in two
 * of 16 bits; weights of int8 where there is no bias, or many rows are expected. */
static int64_t packed_bytes(const struct sides *s, const struct grouped *g, const struct reading *r,
                            int64_t cores)
{
    int64_t tiles = 4 * cores * BASE_ROWS * BASE_COLUMNS;
    const struct tensor *scale = matmul_grouped_member(r, r->scale, 0);
    int64_t parts = scale->dims[scale->rank - 2];
    bool is_split = g->has_bias &&
                    (s->expected == 0 || s->columns / s->expected > 4 || g->has_offset);
    if (!is_split && parts == 1)
        return g->groups * s->columns * (s->depth + (int64_t)sizeof(float)) +
               whole_bytes(s, g, cores);
    if (!is_split)
        return s->elements + tiles * (int64_t)sizeof(int32_t) * 8;
    bool is_new = s->expected != 0 && s->expected <= 64 && s->depth == 256 * parts &&
                  !g->has_offset && s->columns % 64 == 0;
    int64_t sums = is_new ? tiles * 2 * 2 : tiles * (int64_t)sizeof(int32_t) * 8;
    return sums + ahead_bytes(s, g, sums);
}

/* int4 by int4: sums of four rounds of each core in float16, or of two where groups of 256 of
 * fractals have scales, of a size and with rows expected that a kernel of its own is for. */
static int64_t small_bytes(const struct sides *s, const struct grouped *g, const struct reading *r,
                           int64_t cores)
{
    const struct tensor *scale = matmul_grouped_member(r, r->scale, 0);
    const struct tensor *weight = matmul_grouped_member(r, r->weight, 0);
    bool is_fractal = r->is_fractal || weight->format == ACL_FORMAT_FRACTAL_NZ;
    bool is_own = s->depth >= 1024 && s->depth <= 16384 && s->columns >= 128 &&
                  s->columns <= 16384 && g->groups >= 1 && g->groups <= 256 && s->expected >= 16 &&
                  s->expected <= 10240 && scale->rank == 3 && s->depth == 256 * scale->dims[1] &&
                  matmul_grouped_member(r, r->out, 0)->type == ACL_BF16 && g->has_tokens &&
                  !r->is_x_turned && !r->is_weight_turned && r->split_item >= 2 &&
                  r->list_type == ENDS && r->activation == NO_ACTIVATION && is_fractal;
    if (is_own)
        return 2 * BASE_ROWS * BASE_COLUMNS * cores * 2;
    bool is_tall = s->expected > SPLIT_ROWS;
    int64_t columns = is_tall ? BASE_COLUMNS : 2 * BASE_COLUMNS;
    int64_t rows = least(is_tall ? BASE_ROWS : BASE_ROWS / 2, parts_of(s->rows, 16) * 16);
    return ROUNDS * rows * columns * cores * 2;
}

static void set_size(struct l0_list *list, const struct reading *r, const struct grouped *g)
{
    aclDataType x = matmul_grouped_member(r, r->x, 0)->type;
    aclDataType weight = matmul_grouped_member(r, r->weight, 0)->type;
    int64_t cores = list->soc->ai_cores;
    if (list->architecture != ARCHITECTURE_2201)
        return;
    const struct sides s = sides_of(r, g);
    int64_t bytes = 0;
    if (matmul_grouped_is_of_small(r))
        bytes = small_bytes(&s, g, r, cores);
    else if (matmul_grouped_is_whole(weight) && x != ACL_INT8)
        bytes = restored_bytes(&s, g, r, cores);
    else if (matmul_grouped_is_packed(r))
        bytes = packed_bytes(&s, g, r, cores);
    else if (x == ACL_INT8 && keeps_sums(&s, g, r))
        bytes = s.rows * s.columns * (int64_t)sizeof(int32_t);
    else if (x == ACL_INT8 && matmul_grouped_member(r, r->out, 0)->type != ACL_INT32)
        bytes = whole_bytes(&s, g, cores);
    l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + (uint64_t)bytes);
}

/* ---- Products of groups, the parameters by their names --------------------------------------- */

/* The product in the type of the kernel's results, and through the activation. */
static void append_steps(struct l0_list *list, const struct reading *r, const struct operands *o,
                         const int *products, const struct grouped *g)
{
    static const struct l0_row *const rows[] = {
        [1] = &l0_Relu, [2] = &l0_GeluV2Tanh, [4] = &l0_FastGelu, [5] = &l0_SwishOfOne};
    if (r->activation == NO_ACTIVATION || matmul_grouped_is_packed(r) ||
        matmul_grouped_is_of_small(r)) {
        l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, o->inputs, o->count, products, g->out_count,
                g);
        return;
    }
    int *scaled = l0_take(list, (size_t)g->out_count * sizeof *scaled);
    for (int i = 0; scaled != NULL && i < g->out_count; i++) {
        const struct l0_tensor like = list->tensors[products[i]];
        scaled[i] = l0_new_shaped(list, "scaled", ACL_FLOAT, like.dims, like.rank);
        if (scaled[i] == L0_NONE)
            return;
    }
    if (scaled == NULL)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, o->inputs, o->count, scaled, g->out_count, g);
    for (int i = 0; i < g->out_count; i++) {
        const struct l0_tensor like = list->tensors[products[i]];
        int active = l0_new_shaped(list, "activated", ACL_FLOAT, like.dims, like.rank);
        if (active == L0_NONE)
            return;
        l0_step(list, L0_STEP_APPLY, rows[r->activation], &scaled[i], 1, &active, 1, NULL);
        l0_step(list, L0_STEP_CAST, NULL, &active, 1, &products[i], 1, NULL);
    }
}

/* Whether a transposed x or weight has scales that lie transposed as well, which the kernel of
 * Ascend950 takes as they are. */
static bool lie_transposed(const struct reading *r, int parameter, const struct grouped *g)
{
    const struct tensor *t = matmul_grouped_member(r, parameter, 0);
    if (!(parameter == r->tokens ? r->is_x_turned : r->is_weight_turned))
        return false;
    return g->scaling == SCALES_AS_POWERS   ? matmul_grouped_powers_are_turned(t)
           : g->scaling == SCALES_OF_BLOCKS ? matmul_grouped_is_turned(t)
                                            : false;
}

static void add_scales(struct l0_list *list, const struct reading *r, struct operands *o,
                       const struct grouped *g)
{
    bool has_own = matmul_grouped_is_of_floats(r) || g->is_requantised ||
                   matmul_grouped_is_left_out(r->call, r->weight_scale);
    int scale = has_own ? r->scale : r->weight_scale;
    int offset = g->is_requantised             ? r->weight_scale
                 : matmul_grouped_is_packed(r) ? r->offset
                                               : r->weight_offset;
    if (g->has_bias)
        add_list(list, r, o, r->bias, false);
    if (g->has_scale)
        add_list(list, r, o, scale, lie_transposed(r, scale, g));
    if (g->has_offset)
        add_list(list, r, o, offset, false);
    if (g->has_tokens)
        add_list(list, r, o, r->tokens, lie_transposed(r, r->tokens, g));
}

/* float8, hifloat8 and float4 as float32, which has them all. */
static void convert(struct l0_list *list, const struct reading *r, struct operands *o,
                    const struct grouped *g)
{
    bool is_mixed = matmul_grouped_is_mixed(r);
    bool is_half = type_is_half(matmul_grouped_member(r, r->x, 0)->type);
    if (!is_mixed && !matmul_grouped_is_of_floats(r))
        return;
    for (int i = is_half ? g->x_count : 0; i < g->x_count + g->weight_count; i++)
        o->inputs[i] = l0_convert(list, o->inputs[i], ACL_FLOAT);
}

void matmul_list_grouped_product(struct l0_list *list, const struct call *call)
{
    struct reading r = matmul_grouped_read_call(call);
    matmul_grouped_read_layouts(&r);
    struct grouped *g = new_grouped(list, &r);
    if (g == NULL)
        return;
    size_t most = (size_t)g->x_count + 4 * (size_t)g->weight_count + 2;
    struct operands o = {.inputs = l0_take(list, most * sizeof *o.inputs)};
    int *results = l0_take(list, (size_t)g->out_count * sizeof *results);
    int *products = l0_take(list, (size_t)g->out_count * sizeof *products);
    if (o.inputs == NULL || results == NULL || products == NULL)
        return;
    add_list(list, &r, &o, r.x, r.is_x_turned);
    add_list(list, &r, &o, r.weight, r.is_weight_turned);
    add_scales(list, &r, &o, g);
    int count = o.count;
    if (g->has_tensor)
        o.inputs[count++] = l0_contiguous(
            list, l0_user_tensor(list, "groupListOptional", call->arguments[r.groups].tensor));
    else if (g->ends != NULL)
        o.inputs[count++] = l0_host_tensor(list, "groupListOptional", ACL_INT64,
                                           (int64_t)call->arguments[r.groups].array->size);
    for (int i = 0; i < count; i++)
        if (o.inputs[i] == L0_NONE)
            return;
    for (int i = 0; i < g->out_count; i++) {
        const struct tensor *out = matmul_grouped_member(&r, r.out, i);
        int64_t dims[TENSOR_MAX_DIMS];
        int32_t rank = r.type == NO_GROUPS ? joined_dims(out, dims) : out->rank;
        products[i] = l0_new_shaped(list, "product", out->type,
                                    r.type == NO_GROUPS ? dims : out->dims, rank);
        results[i] = products[i] == L0_NONE ? L0_NONE
                                            : l0_reshape(list, products[i], out->dims, out->rank);
        if (results[i] == L0_NONE)
            return;
    }
    l0_launch_row(list, &l0_GroupedMatmul, o.inputs, count, 0, products, g->out_count, NULL);
    set_size(list, &r, g);
    convert(list, &r, &o, g);
    o.count = g->has_tensor ? count : o.count;
    append_steps(list, &r, &o, products, g);
    for (int i = 0; i < g->out_count; i++)
        l0_view_copy(
            list, results[i],
            l0_user_tensor(list, call_name(call, r.out), matmul_grouped_member(&r, r.out, i)));
}
