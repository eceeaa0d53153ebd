/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnGroupedMatmul and its versions: products of groups of rows, each with a matrix of its own,
 * or of groups of the depth. Operands are single tensors or lists of them; the groups are an array
 * of the caller's, or a tensor, whose numbers are only known when the call runs. These are read
 * once and bounded: no row outside the operands is read or written, whatever they are and whoever
 * changes them. The parameters are found by name, since a version has more of them than the one
 * before.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "ops/work_views.h"
#include "products/blas.h"
#include "products/product.h"
#include "runtime/ai_cores.h"
#include "tensor/arrays.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STEP 256 /* of the depth */

#define MOST_MEMBERS 128
#define MOST_GROUPS 1024 /* of a tensor */
#define LONGEST_SIDE 65535
#define FRACTAL_SIDE 16
#define NO_ACTIVATION 0
#define ACTIVATIONS 6
#define GELU_ERF 3 /* the one that no version takes */

enum group_type { NO_GROUPS = -1, GROUPS_OF_ROWS = 0, GROUPS_OF_COLUMNS = 1, GROUPS_OF_DEPTH = 2 };
enum group_list_type { ENDS, COUNTS, PAIRS }; /* of a tensor: pairs are a group and its count */

struct grouped {
    enum group_type type;
    enum group_list_type list_type;
    int64_t groups;
    int x_count;
    int weight_count;
    int out_count;
    bool has_bias;
    bool has_tensor;     /* of groups, the last input */
    const int64_t *ends; /* of an array of the caller's, so many as there are groups, or NULL */
};

/* ---- The work -------------------------------------------------------------------------------- */

/* A product of one group: addresses of first elements, strides in elements. */
struct job {
    const char *left;
    const char *right;
    char *out;
    const char *bias; /* NULL: none */
    int64_t left_strides[2];
    int64_t right_strides[2];
    int64_t out_strides[2];
    int64_t bias_stride;
    int64_t rows;
    int64_t depth;
    int64_t columns;
    int64_t first_tile;
    int64_t tiles_down;
};

struct run {
    const struct work *work;
    const struct grouped *g;
    struct job *jobs;
    int64_t job_count;
    int64_t tiles;
    char *panels;
    aclDataType type;
    aclDataType bias_type;
    _Atomic int64_t next;
};

struct panels {
    float left[TILE_ROWS * STEP];
    float right[STEP * TILE_COLUMNS];
    float sums[TILE_ROWS * TILE_COLUMNS];
    float bias[TILE_COLUMNS];
};

static const char *place(const struct work_view *view, int64_t offset)
{
    return view->address + offset * (data_type_bits(view->type) / 8);
}

static void run_tile(const struct run *r, struct panels *p, const struct job *job, int64_t tile)
{
    int64_t row = tile % job->tiles_down * TILE_ROWS;
    int64_t first = tile / job->tiles_down * TILE_COLUMNS;
    int64_t rows = least(TILE_ROWS, job->rows - row);
    int64_t columns = least(TILE_COLUMNS, job->columns - first);
    int64_t width = data_type_bits(r->type) / 8;
    if (job->depth == 0)
        memset(p->sums, 0, sizeof p->sums);
    for (int64_t at = 0; at < job->depth; at += STEP) {
        int64_t depth = least(STEP, job->depth - at);
        const struct blas_matrix left = {p->left, STEP, false};
        const struct blas_matrix right = {p->right, TILE_COLUMNS, false};
        const struct blas_matrix sums = {p->sums, TILE_COLUMNS, false};
        const int64_t *l = job->left_strides;
        const int64_t *k = job->right_strides;
        product_load(r->type, job->left + (row * l[0] + at * l[1]) * width, l[0], l[1], rows, depth,
                     p->left, STEP);
        product_load(r->type, job->right + (at * k[0] + first * k[1]) * width, k[0], k[1], depth,
                     columns, p->right, TILE_COLUMNS);
        blas_gemm(false, rows, columns, depth, &left, &right, at > 0, &sums);
    }
    if (job->bias != NULL) {
        product_load(r->bias_type,
                     job->bias + first * job->bias_stride * (data_type_bits(r->bias_type) / 8), 0,
                     job->bias_stride, 1, columns, p->bias, TILE_COLUMNS);
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++)
                p->sums[i * TILE_COLUMNS + j] += p->bias[j];
    }
    product_store(r->type,
                  job->out + (row * job->out_strides[0] + first * job->out_strides[1]) * width,
                  job->out_strides[0], job->out_strides[1], rows, columns, p->sums, TILE_COLUMNS);
}

static void run_tiles(int64_t block, int64_t blocks, void *context)
{
    struct run *r = context;
    struct panels *p = (struct panels *)(void *)(r->panels + block * (int64_t)sizeof *p);
    (void)blocks;
    for (int64_t tile = 0; (tile = atomic_fetch_add(&r->next, 1)) < r->tiles;) {
        int64_t low = 0;
        int64_t high = r->job_count - 1; /* the last job that begins at this tile or before */
        while (low < high) {
            int64_t middle = (low + high + 1) / 2;
            if (r->jobs[middle].first_tile <= tile)
                low = middle;
            else
                high = middle - 1;
        }
        run_tile(r, p, &r->jobs[low], tile - r->jobs[low].first_tile);
    }
}

static const struct work_view *x_of(const struct run *r, int64_t group)
{
    return &r->work->inputs[r->g->x_count > 1 ? group : 0];
}

static const struct work_view *weight_of(const struct run *r, int64_t group)
{
    return &r->work->inputs[r->g->x_count + (r->g->weight_count > 1 ? group : 0)];
}

static const struct work_view *out_of(const struct run *r, int64_t group)
{
    return &r->work->outputs[r->g->out_count > 1 ? group : 0];
}

static void add_job(struct run *r, struct job job)
{
    if (job.rows < 1 || job.columns < 1)
        return;
    job.first_tile = r->tiles;
    job.tiles_down = (job.rows + TILE_ROWS - 1) / TILE_ROWS;
    r->tiles += job.tiles_down * ((job.columns + TILE_COLUMNS - 1) / TILE_COLUMNS);
    r->jobs[r->job_count++] = job;
}

/* Rows of the group's x by the group's matrix; a group of -1 writes zeros. */
static void add_rows(struct run *r, int64_t group, int64_t x_row, int64_t out_row, int64_t rows)
{
    int64_t known = group < 0 ? 0 : group;
    const struct work_view *x = x_of(r, known);
    const struct work_view *weight = weight_of(r, known);
    const struct work_view *out = out_of(r, known);
    int32_t last = weight->rank - 1;
    struct job job = {
        .left = place(x, x_row * x->strides[0]),
        .right = place(weight, last == 2 ? known * weight->strides[0] : 0),
        .out = out->address + out_row * out->strides[0] * (data_type_bits(out->type) / 8),
        .left_strides = {x->strides[0], x->strides[1]},
        .right_strides = {weight->strides[last - 1], weight->strides[last]},
        .out_strides = {out->strides[0], out->strides[1]},
        .rows = rows,
        .depth = group < 0 ? 0 : x->dims[1],
        .columns = weight->dims[last],
    };
    if (r->g->has_bias && group >= 0) {
        const struct work_view *bias = &r->work->inputs[r->g->x_count + r->g->weight_count +
                                                        (r->g->weight_count > 1 ? known : 0)];
        job.bias = place(bias, bias->rank == 2 ? known * bias->strides[0] : 0);
        job.bias_stride = bias->strides[bias->rank - 1];
    }
    add_job(r, job);
}

/* A number of the groups' tensor, or the next of the array. */
static int64_t group_number(const struct run *r, int64_t at, int64_t column)
{
    if (r->g->ends != NULL)
        return r->g->ends[at];
    const struct work_view *groups = &r->work->inputs[r->g->x_count + r->g->weight_count +
                                                      (r->g->has_bias ? r->g->weight_count : 0)];
    int64_t offset = at * groups->strides[0] +
                     (groups->rank == 2 ? column * groups->strides[1] : 0);
    return index_at(place(groups, offset), true);
}

/* Places of group `at`, of those that are left: [first, the result). Each number is read once. */
static int64_t group_end(const struct run *r, int64_t at, int64_t first, int64_t places)
{
    if (r->g->ends == NULL && !r->g->has_tensor)
        return places;
    int64_t number = group_number(r, at, 1);
    if (r->g->ends != NULL || r->g->list_type == ENDS)
        return number < first ? first : least(number, places);
    return number < 0 ? first : first + least(number, places - first);
}

static void plan_rows(struct run *r)
{
    bool is_joined = r->g->x_count == 1 && r->g->out_count == 1;
    int64_t row = 0;
    for (int64_t i = 0; i < r->g->groups; i++) {
        if (r->g->x_count > 1) { /* each has its rows, of y's one tensor or its own */
            int64_t rows = x_of(r, i)->dims[0];
            add_rows(r, i, 0, r->g->out_count > 1 ? 0 : row, rows);
            row += rows;
            continue;
        }
        int64_t group = i;
        if (r->g->list_type == PAIRS && r->g->has_tensor) {
            group = group_number(r, i, 0);
            group = group < 0 ? 0 : least(group, r->g->groups - 1);
        }
        int64_t end = group_end(r, i, row, x_of(r, 0)->dims[0]);
        int64_t rows = is_joined ? end - row : least(end - row, out_of(r, i)->dims[0]);
        add_rows(r, group, row, is_joined ? row : 0, rows);
        row = end;
    }
    if (is_joined)
        add_rows(r, -1, row, row, x_of(r, 0)->dims[0] - row);
}

/* y[g] = x[:, places] weight[places, :] of the group's places of the depth. */
static void plan_depth(struct run *r)
{
    const struct work_view *x = x_of(r, 0);
    const struct work_view *weight = weight_of(r, 0);
    const struct work_view *out = out_of(r, 0);
    int64_t first = 0;
    for (int64_t i = 0; i < r->g->groups; i++) {
        int64_t end = group_end(r, i, first, x->dims[1]);
        add_job(r, (struct job){
                       .left = place(x, first * x->strides[1]),
                       .right = place(weight, first * weight->strides[0]),
                       .out = out->address + i * out->strides[0] * (data_type_bits(out->type) / 8),
                       .left_strides = {x->strides[0], x->strides[1]},
                       .right_strides = {weight->strides[0], weight->strides[1]},
                       .out_strides = {out->strides[1], out->strides[2]},
                       .rows = x->dims[0],
                       .depth = end - first,
                       .columns = weight->dims[1],
                   });
        first = end;
    }
}

/* Each x by its matrix: more dims of x are more rows, which the list has joined. */
static void plan_each(struct run *r)
{
    for (int64_t i = 0; i < r->g->groups; i++)
        add_rows(r, i, 0, 0, x_of(r, i)->dims[0]);
}

static aclnnStatus check_blas(const struct work *work)
{
    (void)work;
    return blas_check();
}

static uint64_t panel_bytes(void)
{
    return (uint64_t)ai_cores_count() * sizeof(struct panels);
}

static uint64_t scratch_bytes(const struct work *work)
{
    const struct grouped *g = work->attributes;
    return panel_bytes() + (uint64_t)(g->groups + 1) * sizeof(struct job);
}

static void run_work(const struct work *work, struct task_failure *failure)
{
    struct run r = {.work = work,
                    .g = work->attributes,
                    .panels = work->scratch,
                    .jobs = (struct job *)(void *)(work->scratch + panel_bytes())};
    (void)failure;
    r.type = work->inputs[0].type;
    if (r.g->has_bias)
        r.bias_type = work->inputs[r.g->x_count + r.g->weight_count].type;
    if (r.g->type == GROUPS_OF_ROWS)
        plan_rows(&r);
    else if (r.g->type == GROUPS_OF_DEPTH)
        plan_depth(&r);
    else
        plan_each(&r);
    if (r.tiles > 0)
        ai_cores_run_function("grouped_product", run_tiles, least(r.tiles, ai_cores_count()), &r);
}

extern const struct l0_run run_grouped_product;
const struct l0_run run_grouped_product = {
    .check = check_blas, .scratch_bytes = scratch_bytes, .scratch_steers = true, .run = run_work};

/* ---- What a call says ------------------------------------------------------------------------ */

struct reading {
    const struct call *call;
    int x, weight, bias, groups, out; /* parameters */
    bool has_array;                   /* groups are an array, in the first two versions */
    bool is_first;                    /* aclnnGroupedMatmul itself */
    enum group_type type;
    int64_t split_item;
    int64_t list_type;
    int64_t activation;
    bool is_x_turned;
    bool is_weight_turned;
};

static int find(const struct call *call, const char *name)
{
    for (int i = 0; i < call->operator->parameter_count; i++)
        if (strcmp(call_name(call, i), name) == 0)
            return i;
    return -1;
}

static int64_t integer_of(const struct call *call, const char *name, int64_t otherwise)
{
    int at = find(call, name);
    return at < 0 ? otherwise : call->arguments[at].integer;
}

static const struct tensor_array *members_of(const struct reading *r, int parameter)
{
    return r->call->arguments[parameter].tensors;
}

static int count_of(const struct reading *r, int parameter)
{
    return (int)members_of(r, parameter)->count;
}

static const struct tensor *member(const struct reading *r, int parameter, int at)
{
    return members_of(r, parameter)->members[at];
}

/* A list that is not given: NULL, without members, of NULL, or of one vector of no elements. */
static bool is_left_out(const struct call *call, int parameter)
{
    const struct tensor_array *list = parameter < 0 ? NULL : call->arguments[parameter].tensors;
    if (list == NULL || list->count == 0 || list->members[0] == NULL)
        return true;
    const struct tensor *first = list->members[0];
    return list->count == 1 && first->rank == 1 && first->dims[0] == 0;
}

/* The last two dims are swapped in memory, and everything else is dense. */
static bool is_turned(const struct tensor *t)
{
    int32_t last = t->rank - 1;
    if (last < 1 || t->strides[last - 1] != 1 || t->strides[last] != t->dims[last - 1])
        return false;
    int64_t step = 0;
    if (__builtin_mul_overflow(t->dims[last], t->dims[last - 1], &step))
        return false;
    for (int32_t i = last - 2; i >= 0; i--)
        if (t->strides[i] != step || __builtin_mul_overflow(step, t->dims[i], &step))
            return false;
    return true;
}

/* One of the members is, and more than an element. */
static bool is_any_turned(const struct reading *r, int parameter)
{
    for (int i = 0; i < count_of(r, parameter); i++) {
        const struct tensor *t = member(r, parameter, i);
        if (is_turned(t) && !(t->dims[t->rank - 1] == 1 && t->dims[t->rank - 2] == 1))
            return true;
    }
    return false;
}

static bool has_groups(const struct reading *r)
{
    const struct argument *argument = &r->call->arguments[r->groups];
    return r->has_array ? argument->array != NULL && argument->array->size > 0
                        : argument->tensor != NULL;
}

static const int64_t *ends_of(const struct reading *r)
{
    return (const int64_t *)(const void *)r->call->arguments[r->groups].array->values;
}

static struct reading read_call(const struct call *call)
{
    struct reading r = {.call = call,
                        .x = find(call, "x"),
                        .weight = find(call, "weight"),
                        .bias = find(call, "biasOptional"),
                        .groups = find(call, "groupListOptional"),
                        .out = find(call, "y"),
                        .split_item = integer_of(call, "splitItem", 0),
                        .list_type = integer_of(call, "groupListType", ENDS),
                        .activation = integer_of(call, "actType", NO_ACTIVATION)};
    if (r.out < 0)
        r.out = find(call, "out");
    r.has_array = call->operator->parameters[r.groups].kind == ARGUMENT_INT_ARRAY;
    r.is_first = find(call, "groupType") < 0;
    int x = count_of(&r, r.x);
    int out = count_of(&r, r.out);
    bool is_each = (x > 1 && out > 1) || (x == 1 && out == 1 && count_of(&r, r.weight) == 1);
    r.type = (enum group_type)integer_of(call, "groupType", is_each ? NO_GROUPS : GROUPS_OF_ROWS);
    return r;
}

/* Which operands are transposed, once all members are known to be there. */
static void read_layouts(struct reading *r)
{
    r->is_x_turned = r->type == GROUPS_OF_DEPTH ? is_turned(member(r, r->x, 0))
                                                : is_any_turned(r, r->x);
    r->is_weight_turned = r->type == GROUPS_OF_DEPTH ? is_any_turned(r, r->weight)
                                                     : is_turned(member(r, r->weight, 0));
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_member(const struct reading *r, int parameter, int at, const char *why)
{
    char shape[160];
    const struct tensor *t = member(r, parameter, at);
    return report(ACLNN_ERR_PARAM_INVALID, "%s[%d] is %s in the shape %s; %s",
                  call_name(r->call, parameter), at, data_type_name(t->type),
                  dims_describe(t->dims, t->rank, shape, sizeof shape), why);
}

static aclnnStatus refuse_counts(const struct reading *r, const char *why)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "x has %d tensors, weight %d and %s %d, and splitItem is %" PRId64 "; %s",
                  count_of(r, r->x), count_of(r, r->weight), call_name(r->call, r->out),
                  count_of(r, r->out), r->split_item, why);
}

static aclnnStatus refuse_number(const struct reading *r, const char *name, const char *allowed)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required", name,
                  integer_of(r->call, name, 0), allowed);
}

aclnnStatus check_grouped_members(struct call *call, int list)
{
    const struct tensor_array *members = call->arguments[list].tensors;
    if (members->count == 0)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s has no members; one at least is required",
                      call_name(call, list));
    for (uint64_t i = 0; i < members->count; i++)
        if (members->members[i] == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "%s[%" PRIu64 "] is NULL; all are required",
                          call_name(call, list), i);
    return ACLNN_SUCCESS;
}

/* Attributes, before any tensor is looked at. */
static aclnnStatus check_attributes(const struct reading *r)
{
    const struct tensor *groups = r->has_array ? NULL : r->call->arguments[r->groups].tensor;
    bool is_joined = r->split_item == 2 || r->split_item == 3;
    if (r->is_first)
        return count_of(r, r->weight) == 1 && (count_of(r, r->x) > 1 || count_of(r, r->out) > 1)
                   ? refuse_counts(r, "as many tensors of weight as there are groups are required")
                   : ACLNN_SUCCESS;
    if (r->type != NO_GROUPS && r->type != GROUPS_OF_ROWS && r->type != GROUPS_OF_DEPTH)
        return refuse_number(r, "groupType", "-1, 0 or 2");
    if (is_joined && r->type == NO_GROUPS)
        return refuse_number(r, "groupType", "0 or 2, with splitItem of 2 or 3,");
    if (groups != NULL && groups->rank != (r->list_type == PAIRS ? 2 : 1))
        return call_refuse_shape(r->call, r->groups,
                                 "one dimension is required, or two with groupListType of 2");
    if (r->activation < 0 || r->activation >= ACTIVATIONS || r->activation == GELU_ERF)
        return refuse_number(r, "actType", "0, 1, 2, 4 or 5");
    bool has_pairs = r->call->soc->architecture == ARCHITECTURE_2201 && r->type == GROUPS_OF_ROWS;
    if (r->list_type < ENDS || r->list_type > PAIRS || (r->list_type == PAIRS && !has_pairs))
        return refuse_number(r, "groupListType",
                             "0, 1, or (on Ascend910B and Ascend910_93, with groupType 0) 2");
    return ACLNN_SUCCESS;
}

static bool is_floating(aclDataType type)
{
    return type == ACL_FLOAT || type_is_half(type);
}

static bool is_whole(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT4 || type == ACL_INT32;
}

/* Types go together: floating ones are computed, 207000 for those with scales. */
static aclnnStatus check_operand_types(const struct reading *r)
{
    static const char *const unused[] = {
        "activationInputOptional",       "activationQuantScaleOptional",
        "activationQuantOffsetOptional", "activationFeatureOutOptional",
        "dynQuantScaleOutOptional",
    };
    static const char *const scales[] = {"scaleOptional", "offsetOptional",
                                         "antiquantScaleOptional", "antiquantOffsetOptional",
                                         "perTokenScaleOptional"};
    aclDataType x = member(r, r->x, 0)->type;
    aclDataType weight = member(r, r->weight, 0)->type;
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        if (!is_left_out(r->call, find(r->call, unused[i])))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL, as is required", unused[i]);
    if ((is_whole(x) && is_whole(weight)) || (type_is_half(x) && is_whole(weight)))
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "x is %s and weight %s: grouped products with scales, which this library "
                      "does not compute",
                      data_type_name(x), data_type_name(weight));
    if (!is_floating(x) || x != weight || (r->is_first && x == ACL_FLOAT))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "x is %s and weight %s; both float16, bfloat16 or (not of "
                      "aclnnGroupedMatmul) float32, or whole numbers, are required",
                      data_type_name(x), data_type_name(weight));
    if (r->activation != NO_ACTIVATION)
        return refuse_number(r, "actType", "0, with floating x,");
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (!is_left_out(r->call, find(r->call, scales[i])))
            return report(ACLNN_ERR_PARAM_INVALID, "%s is not NULL, as floating x requires",
                          scales[i]);
    return ACLNN_SUCCESS;
}

/* Dims and formats of all members; those of weight lie one way. */
static aclnnStatus check_each_rank(const struct reading *r, int parameter, int32_t low,
                                   int32_t high)
{
    for (int i = 0; i < count_of(r, parameter); i++) {
        const struct tensor *t = member(r, parameter, i);
        bool is_weight = parameter == r->weight;
        if (t->rank < low || t->rank > high)
            return refuse_member(r, parameter, i, "another number of dimensions is required");
        aclnnStatus status = is_weight && t->format == ACL_FORMAT_FRACTAL_NZ
                                 ? ACLNN_SUCCESS
                                 : tensor_check_format(
                                       t, argument_named(call_name(r->call, parameter)));
        if (status != ACLNN_SUCCESS)
            return status;
        bool turned = r->type == GROUPS_OF_DEPTH ? r->is_weight_turned : is_turned(t);
        if (is_weight && turned != r->is_weight_turned)
            return refuse_member(r, parameter, i, "all are transposed, or none");
        if (is_weight && t->format == ACL_FORMAT_FRACTAL_NZ &&
            (t->dims[t->rank - 1] % FRACTAL_SIDE != 0 || t->dims[t->rank - 2] % FRACTAL_SIDE != 0))
            return refuse_member(r, parameter, i, "fractals of multiples of 16 are required");
    }
    return ACLNN_SUCCESS;
}

static aclnnStatus check_ranks(const struct reading *r, int32_t x_high, int32_t weight, int32_t out)
{
    aclnnStatus status = check_each_rank(r, r->x, 2, x_high);
    if (status == ACLNN_SUCCESS)
        status = check_each_rank(r, r->weight, weight, weight);
    return status == ACLNN_SUCCESS ? check_each_rank(r, r->out, out == 3 ? 3 : 2, out) : status;
}

/* The array of groups: it ends at so many places, or has the rows of the members of a list. */
static aclnnStatus check_array(const struct reading *r, int64_t groups, int list, int32_t dim,
                               int64_t places)
{
    uint64_t size = r->call->arguments[r->groups].array->size;
    const int64_t *ends = ends_of(r);
    int64_t last = 0;
    if (groups < 1 || size > MOST_MEMBERS || (groups > 1 && size != (uint64_t)groups))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional has %" PRIu64 " entries; %" PRId64
                      ", and at most 128, are required",
                      size, groups);
    for (uint64_t i = 0; i < size; last = ends[i++])
        if (ends[i] < last)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "groupListOptional[%" PRIu64 "] is %" PRId64 "; at least %" PRId64
                          ", the entry before, is required",
                          i, ends[i], last);
    if (list < 0 && last != places)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional ends with %" PRId64 "; %" PRId64
                      ", the places of x, are required",
                      last, places);
    for (int64_t i = 0; list >= 0 && i < groups; i++)
        if (member(r, list, (int)i)->dims[dim] != ends[i] - (i > 0 ? ends[i - 1] : 0))
            return refuse_member(r, list, (int)i,
                                 "the places that groupListOptional says are "
                                 "required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_group_list(const struct reading *r, bool is_required, int64_t groups,
                                    int list, int64_t places)
{
    if (!has_groups(r))
        return is_required ? report(ACLNN_ERR_PARAM_INVALID,
                                    "groupListOptional is not given, as one x of groups requires")
                           : ACLNN_SUCCESS;
    if (r->has_array)
        return check_array(r, groups, list, 0, places);
    const struct tensor *tensor = r->call->arguments[r->groups].tensor;
    if (groups < 1 || tensor->dims[0] < 1 || tensor->dims[0] > MOST_GROUPS ||
        (groups > 1 && tensor->dims[0] != groups) ||
        (r->list_type == PAIRS && tensor->dims[1] != 2))
        return call_refuse_shape(r->call, r->groups,
                                 "a number for each group, and at most 1024, are required");
    return tensor->type == ACL_INT64
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID, "groupListOptional is %s; int64 is required",
                        data_type_name(tensor->type));
}

/* A product of x[i] and weight[j] that out[k] has the columns of. */
static aclnnStatus check_sides(const struct reading *r, int i, int j, int k)
{
    const struct tensor *x = member(r, r->x, i);
    const struct tensor *weight = member(r, r->weight, j);
    const struct tensor *out = member(r, r->out, k);
    int64_t depth = x->dims[x->rank - 1];
    int64_t columns = weight->dims[weight->rank - 1];
    if (weight->dims[weight->rank - 2] != depth || depth > LONGEST_SIDE)
        return refuse_member(r, r->weight, j,
                             "as many rows as x has columns, at most 65535, are required");
    if (!r->is_weight_turned && columns > LONGEST_SIDE)
        return refuse_member(r, r->weight, j, "at most 65535 columns are required");
    return out->dims[out->rank - 1] == columns
               ? ACLNN_SUCCESS
               : refuse_member(r, r->out, k, "the columns of weight are required");
}

static int64_t rows_of_all(const struct reading *r, int parameter)
{
    int64_t rows = 0;
    for (int i = 0; i < count_of(r, parameter); i++)
        if (__builtin_add_overflow(rows, member(r, parameter, i)->dims[0], &rows))
            return -1;
    return rows;
}

static aclnnStatus check_rows_grouped(const struct reading *r)
{
    int x = count_of(r, r->x);
    int weight = count_of(r, r->weight);
    int out = count_of(r, r->out);
    bool is_joined = r->split_item == 2 || r->split_item == 3;
    if (r->is_x_turned)
        return refuse_member(r, r->x, 0, "with groups of rows it must not be transposed");
    bool is_known = (x == 1 && out == 1) ||
                    (x == 1 && weight > 1 && out == weight && r->has_array) ||
                    (x > 1 && weight == x && out == 1);
    if (!is_known || is_joined != (out == 1))
        return refuse_counts(r,
                             "with groups of rows (splitItem 2 or 3) y is one tensor, x one or as "
                             "many as weight has, or (with an array of groups, splitItem 0 or 1) "
                             "weight and y as many as there are groups");
    aclnnStatus status = check_ranks(r, 2, weight == 1 ? 3 : 2, 2);
    int most = x > weight ? x : weight;
    for (int i = 0; status == ACLNN_SUCCESS && i < most; i++)
        status = check_sides(r, x > 1 ? i : 0, weight > 1 ? i : 0, out > 1 ? i : 0);
    if (status == ACLNN_SUCCESS && rows_of_all(r, r->x) != rows_of_all(r, r->out))
        status = refuse_member(r, r->out, 0, "as many rows as x has are required");
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t groups = weight > 1 ? weight : member(r, r->weight, 0)->dims[0];
    return check_group_list(r, x == 1, groups,
                            x > 1     ? r->x
                            : out > 1 ? r->out
                                      : -1,
                            member(r, r->x, 0)->dims[0]);
}

static aclnnStatus check_depth_grouped(const struct reading *r)
{
    const struct tensor *x = member(r, r->x, 0);
    const struct tensor *weight = member(r, r->weight, 0);
    const struct tensor *out = member(r, r->out, 0);
    if (!is_left_out(r->call, r->bias))
        return report(ACLNN_ERR_PARAM_INVALID, "biasOptional is not NULL, as groupType 2 requires");
    if (count_of(r, r->x) != 1)
        return refuse_counts(r, "with groupType 2 one tensor each is required");
    if (!r->is_x_turned)
        return refuse_member(r, r->x, 0, "with groupType 2 it must be transposed");
    aclnnStatus status = check_each_rank(r, r->x, 2, 2);
    if (status == ACLNN_SUCCESS)
        status = check_each_rank(r, r->weight, 2, 2);
    if (status != ACLNN_SUCCESS)
        return status;
    if (count_of(r, r->weight) != 1 || count_of(r, r->out) != 1)
        return report(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "weight has %d tensors and %s %d: groups of the depth in lists, which this "
                      "library does not compute",
                      count_of(r, r->weight), call_name(r->call, r->out), count_of(r, r->out));
    status = check_each_rank(r, r->out, 3, 3);
    if (status != ACLNN_SUCCESS)
        return status;
    if (weight->dims[0] != x->dims[1] || weight->dims[1] > LONGEST_SIDE ||
        x->dims[0] > LONGEST_SIDE)
        return refuse_member(r, r->weight, 0,
                             "as many rows as x has columns, and sides of at most 65535, are "
                             "required");
    if (out->dims[1] != x->dims[0] || out->dims[2] != weight->dims[1])
        return refuse_member(r, r->out, 0,
                             "the rows of x and the columns of weight for each group are required");
    return check_group_list(r, true, out->dims[0], -1, x->dims[1]);
}

static aclnnStatus check_each(const struct reading *r)
{
    int count = count_of(r, r->x);
    if (r->is_x_turned || (r->is_first && r->is_weight_turned))
        return refuse_member(r, r->is_x_turned ? r->x : r->weight, 0,
                             "without groups it must not be transposed");
    if (r->split_item != 0 && r->split_item != 1)
        return refuse_number(r, "splitItem", "0 or 1, without groups,");
    if (count_of(r, r->out) != count || count_of(r, r->weight) != count)
        return refuse_counts(r, "without groups all have as many tensors");
    if (has_groups(r) && r->has_array && !r->is_first)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "groupListOptional is given; with groupType -1 it must not be");
    aclnnStatus status = check_ranks(r, 6, 2, 6);
    for (int i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        const struct tensor *x = member(r, r->x, i);
        const struct tensor *out = member(r, r->out, i);
        if (out->rank != x->rank ||
            memcmp(out->dims, x->dims, (size_t)(x->rank - 1) * sizeof *x->dims) != 0)
            return refuse_member(r, r->out, i,
                                 "the dimensions of x, but for the last, are "
                                 "required");
        if (x->rank > 2 && r->has_array && has_groups(r))
            return refuse_member(r, r->x, i, "two dimensions are required with groupListOptional");
        status = check_sides(r, i, i, i);
    }
    if (status != ACLNN_SUCCESS || !has_groups(r))
        return status;
    if (r->has_array && r->call->arguments[r->groups].array->size != (uint64_t)count)
        return refuse_counts(r, "groupListOptional has as many entries as x has tensors");
    if (r->has_array)
        return check_array(r, count, r->x, 0, 0);
    return r->call->arguments[r->groups].tensor->dims[0] == count
               ? ACLNN_SUCCESS
               : call_refuse_shape(r->call, r->groups, "a number for each tensor is required");
}

static aclnnStatus check_bias(const struct reading *r)
{
    if (is_left_out(r->call, r->bias))
        return ACLNN_SUCCESS;
    int count = count_of(r, r->weight);
    bool is_single = count == 1 && r->type != NO_GROUPS;
    if (count_of(r, r->bias) != count)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "biasOptional has %d tensors and weight %d; as many are required",
                      count_of(r, r->bias), count);
    for (int i = 0; i < count; i++) {
        const struct tensor *bias = member(r, r->bias, i);
        const struct tensor *weight = member(r, r->weight, i);
        if (bias == NULL)
            return report(ACLNN_ERR_PARAM_INVALID, "biasOptional[%d] is NULL; all are required", i);
        bool fits = bias->rank == (is_single ? 2 : 1) &&
                    bias->dims[bias->rank - 1] == weight->dims[weight->rank - 1] &&
                    (!is_single || bias->dims[0] == weight->dims[0]);
        if (!fits)
            return refuse_member(r, r->bias, i,
                                 "a number for each column of each matrix is required");
    }
    return ACLNN_SUCCESS;
}

/* What the kernel has not: 561103. */
static aclnnStatus check_kernel(const struct reading *r)
{
    aclDataType type = member(r, r->x, 0)->type;
    const int lists[] = {r->x, r->weight, r->out, is_left_out(r->call, r->bias) ? -1 : r->bias};
    for (int i = 0; i < 4; i++)
        for (int j = 0; lists[i] >= 0 && j < count_of(r, lists[i]); j++) {
            aclDataType found = member(r, lists[i], j)->type;
            bool fits = i < 3 ? found == type : found == (type == ACL_BF16 ? ACL_FLOAT : type);
            if (i == 3 && type == ACL_BF16 && r->call->soc->architecture == ARCHITECTURE_3510)
                fits = fits || found == ACL_BF16;
            if (!fits || (i == 3 && found != member(r, lists[i], 0)->type))
                return report(ACLNN_ERR_INNER_NULLPTR,
                              "%s[%d] is %s, for which there is no kernel with x of %s",
                              call_name(r->call, lists[i]), j, data_type_name(found),
                              data_type_name(type));
        }
    return ACLNN_SUCCESS;
}

static bool is_all_empty(const struct reading *r)
{
    for (int i = 0; i < count_of(r, r->x); i++)
        if (!tensor_is_empty(member(r, r->x, i)))
            return false;
    return true;
}

static aclnnStatus check_tuning(const struct reading *r)
{
    int at = find(r->call, "tuningConfigOptional");
    const struct array *array = at < 0 ? NULL : r->call->arguments[at].array;
    int64_t most = 0;
    if (array == NULL || array->size == 0)
        return ACLNN_SUCCESS;
    int64_t given = ((const int64_t *)(const void *)array->values)[0];
    for (int i = 0; i < count_of(r, r->x); i++)
        if (member(r, r->x, i)->dims[0] > most)
            most = member(r, r->x, i)->dims[0];
    return given >= 0 && given <= most
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "tuningConfigOptional[0] is %" PRId64 "; 0 to %" PRId64
                        ", the most rows of x, is required",
                        given, most);
}

aclnnStatus check_grouped_product(struct call *call)
{
    struct reading r = read_call(call);
    aclnnStatus status = check_attributes(&r);
    if (status == ACLNN_SUCCESS)
        status = check_operand_types(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    read_layouts(&r);
    if (r.is_x_turned && r.is_weight_turned)
        return refuse_member(&r, r.weight, 0, "x and weight must not both be transposed");
    status = r.type == GROUPS_OF_ROWS    ? check_rows_grouped(&r)
             : r.type == GROUPS_OF_DEPTH ? check_depth_grouped(&r)
                                         : check_each(&r);
    if (status == ACLNN_SUCCESS)
        status = check_bias(&r);
    if (status == ACLNN_SUCCESS &&
        (count_of(&r, r.x) > MOST_MEMBERS || count_of(&r, r.weight) > MOST_MEMBERS))
        status = refuse_counts(&r, "at most 128 each are supported");
    if (status == ACLNN_SUCCESS)
        status = check_tuning(&r);
    if (status != ACLNN_SUCCESS)
        return status;
    call->is_empty = is_all_empty(&r);
    return call->is_empty ? ACLNN_SUCCESS : check_kernel(&r);
}

/* ---- The list -------------------------------------------------------------------------------- */

struct operands {
    int *inputs;
    int count;
};

/* More dims before the last are rows. */
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
    for (int i = 0; i < count_of(r, parameter); i++) {
        int tensor = l0_user_tensor(list, call_name(r->call, parameter), member(r, parameter, i));
        if (tensor != L0_NONE && !keeps)
            tensor = l0_contiguous(list, tensor);
        if (parameter == r->x && r->type == NO_GROUPS)
            tensor = as_matrix(list, tensor, member(r, parameter, i));
        o->inputs[o->count++] = tensor;
    }
}

static struct grouped *new_grouped(struct l0_list *list, const struct reading *r)
{
    struct grouped *g = arena_take(list->arena, sizeof *g);
    if (g == NULL)
        return NULL;
    const struct tensor *weight = member(r, r->weight, 0);
    *g = (struct grouped){
        .type = r->type,
        .list_type = (enum group_list_type)r->list_type,
        .x_count = count_of(r, r->x),
        .weight_count = count_of(r, r->weight),
        .out_count = count_of(r, r->out),
        .has_bias = !is_left_out(r->call, r->bias),
        .has_tensor = !r->has_array && has_groups(r),
        .ends = r->has_array && has_groups(r) ? ends_of(r) : NULL,
    };
    g->groups = r->type == GROUPS_OF_DEPTH                    ? member(r, r->out, 0)->dims[0]
                : g->weight_count > 1 || r->type == NO_GROUPS ? g->weight_count
                                                              : weight->dims[0];
    return g;
}

void list_grouped_product(struct l0_list *list, const struct call *call)
{
    struct reading r = read_call(call);
    read_layouts(&r);
    struct grouped *g = new_grouped(list, &r);
    if (g == NULL)
        return;
    size_t most = (size_t)g->x_count + 2 * (size_t)g->weight_count + 1;
    struct operands o = {.inputs = arena_take(list->arena, most * sizeof *o.inputs)};
    int *results = arena_take(list->arena, (size_t)g->out_count * sizeof *results);
    int *products = arena_take(list->arena, (size_t)g->out_count * sizeof *products);
    if (o.inputs == NULL || results == NULL || products == NULL)
        return;
    add_list(list, &r, &o, r.x, r.is_x_turned);
    add_list(list, &r, &o, r.weight, r.is_weight_turned);
    if (g->has_bias)
        add_list(list, &r, &o, r.bias, false);
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
        const struct tensor *out = member(&r, r.out, i);
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
    l0_step(list, L0_STEP_APPLY, &l0_GroupedMatmul, o.inputs, g->has_tensor ? count : o.count,
            products, g->out_count, g);
    for (int i = 0; i < g->out_count; i++)
        l0_view_copy(list, results[i],
                     l0_user_tensor(list, call_name(call, r.out), member(&r, r.out, i)));
}
