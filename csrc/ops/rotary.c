/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rotary position embedding: pairs of columns are turned by the angles of their rows. Elements are
 * float32 while they are calculated with, and rounded once.
 */
#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "products/product.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/layout.h"

#pragma GCC optimize("O3")

#define MOST_COLUMNS 1024
#define ROWS_TOGETHER 16
#define ELEMENTS_A_BLOCK ((int64_t)1 << 15)

enum rotary_mode { HALVES, NEIGHBOURS, QUARTERS, NEIGHBOURS_TO_HALVES, ROTARY_MODES };

struct rotary {
    enum rotary_mode mode;
    bool is_backward;  /* the gradient of x; inputs are dy, cos and sin */
    bool is_of_angles; /* the gradients of cos and sin; inputs are dy and x */
};

/* Pairs (a, b) of x and (a, b) of the result: the first of each, and how far the next is. */
struct pairs {
    int64_t x[2];
    int64_t y[2];
    int64_t x_step;
    int64_t y_step;
    int64_t count;
};

static int find_pairs(enum rotary_mode mode, int64_t columns, struct pairs *pairs)
{
    int64_t half = columns / 2;
    int64_t quarter = columns / 4;
    switch (mode) {
    case NEIGHBOURS: pairs[0] = (struct pairs){{0, 1}, {0, 1}, 2, 2, half}; return 1;
    case NEIGHBOURS_TO_HALVES: pairs[0] = (struct pairs){{0, 1}, {0, half}, 2, 1, half}; return 1;
    case QUARTERS:
        pairs[0] = (struct pairs){{0, quarter}, {0, quarter}, 1, 1, quarter};
        pairs[1] = (struct pairs){{half, half + quarter}, {half, half + quarter}, 1, 1, quarter};
        return 2;
    default: pairs[0] = (struct pairs){{0, half}, {0, half}, 1, 1, half}; return 1;
    }
}

static void turn(const struct pairs *p, const float *restrict x, const float *restrict cosines,
                 const float *restrict sines, float *restrict y)
{
    const float *a = x + p->x[0];
    const float *b = x + p->x[1];
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        float first = a[i * p->x_step];
        float second = b[i * p->x_step];
        y[c] = first * cosines[c] - second * sines[c];
        y[d] = second * cosines[d] + first * sines[d];
    }
}

static void turn_back(const struct pairs *p, const float *restrict dy,
                      const float *restrict cosines, const float *restrict sines,
                      float *restrict dx)
{
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        dx[p->x[0] + i * p->x_step] = dy[c] * cosines[c] + dy[d] * sines[d];
        dx[p->x[1] + i * p->x_step] = dy[d] * cosines[d] - dy[c] * sines[c];
    }
}

/* Adds to the gradients of cos and sin. */
static void add_angles(const struct pairs *p, const float *dy, const float *x, double *cosines,
                       double *sines)
{
    for (int64_t i = 0; i < p->count; i++) {
        int64_t c = p->y[0] + i * p->y_step;
        int64_t d = p->y[1] + i * p->y_step;
        double first = (double)x[p->x[0] + i * p->x_step];
        double second = (double)x[p->x[1] + i * p->x_step];
        cosines[c] += (double)dy[c] * first;
        cosines[d] += (double)dy[d] * second;
        sines[c] -= (double)dy[c] * second;
        sines[d] += (double)dy[d] * first;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

struct turning {
    const struct work *work;
    const struct rotary *rotary;
    struct pairs pairs[2];
    int pair_kinds;
    int64_t columns;
    int64_t rows;
};

/* Row `index` of a tensor with the dims of `like`, which it is broadcast to. */
static char *row_of(const struct work_view *view, const struct work_view *like, int64_t index)
{
    int64_t offset = 0;
    for (int32_t i = like->rank - 2; i >= 0; i--) {
        if (view->dims[i] != 1)
            offset += index % like->dims[i] * view->strides[i];
        index /= like->dims[i];
    }
    return view->address + offset * (data_type_bits(view->type) / 8);
}

static void load_row(const struct work_view *view, const char *row, int64_t columns, float *to)
{
    product_load(view->type, row, 0, view->strides[view->rank - 1], 1, columns, to, columns);
}

static void store_row(const struct work_view *view, char *row, int64_t columns, const float *from)
{
    product_store(view->type, row, 0, view->strides[view->rank - 1], 1, columns, from, columns);
}

static void turn_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    const struct work_view *in = t->work->inputs;
    const struct work_view *out = &t->work->outputs[0];
    float x[MOST_COLUMNS];
    float y[MOST_COLUMNS];
    float angles[2][MOST_COLUMNS];
    const char *known[2] = {NULL, NULL};
    struct block_share share = share_of_block(t->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++) {
        load_row(&in[0], row_of(&in[0], out, row), t->columns, x);
        for (int i = 0; i < 2; i++) {
            const char *at = row_of(&in[1 + i], out, row);
            if (at != known[i])
                load_row(&in[1 + i], at, t->columns, angles[i]);
            known[i] = at;
        }
        for (int i = 0; i < t->pair_kinds; i++)
            (t->rotary->is_backward ? turn_back : turn)(&t->pairs[i], x, angles[0], angles[1], y);
        store_row(out, row_of(out, out, row), t->columns, y);
    }
}

/* A row of the gradients of cos and sin: the sum over all rows that it was broadcast to. */
static void sum_angles(const struct turning *t, int64_t row)
{
    const struct work_view *dy = &t->work->inputs[0];
    const struct work_view *x = &t->work->inputs[1];
    const struct work_view *to = t->work->outputs;
    double sums[2][MOST_COLUMNS];
    float rows[2][MOST_COLUMNS];
    int64_t dims[3];   /* of the rows that are added */
    int64_t places[3]; /* the first of them */
    int64_t count = 1;
    int64_t rest = row;
    for (int i = 2; i >= 0; i--) {
        places[i] = rest % to->dims[i];
        rest /= to->dims[i];
        dims[i] = to->dims[i] == 1 ? dy->dims[i] : 1;
        count *= dims[i];
    }
    memset(sums, 0, sizeof sums);
    for (int64_t j = 0; j < count; j++) {
        int64_t at[3];
        int64_t left = j;
        for (int i = 2; i >= 0; i--) {
            at[i] = places[i] + left % dims[i];
            left /= dims[i];
        }
        int64_t index = (at[0] * dy->dims[1] + at[1]) * dy->dims[2] + at[2];
        load_row(dy, row_of(dy, dy, index), t->columns, rows[0]);
        load_row(x, row_of(x, dy, index), t->columns, rows[1]);
        for (int i = 0; i < t->pair_kinds; i++)
            add_angles(&t->pairs[i], rows[0], rows[1], sums[0], sums[1]);
    }
    for (int i = 0; i < 2; i++) {
        for (int64_t j = 0; j < t->columns; j++)
            rows[0][j] = (float)sums[i][j];
        store_row(&to[i], row_of(&to[i], &to[i], row), t->columns, rows[0]);
    }
}

static void sum_rows(int64_t block, int64_t blocks, void *context)
{
    const struct turning *t = context;
    struct block_share share = share_of_block(t->rows, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        sum_angles(t, row);
}

static void run_rotary_work(const struct work *work, struct task_failure *failure)
{
    const struct rotary *rotary = work->attributes;
    const struct work_view *out = &work->outputs[0];
    struct turning t = {.work = work, .rotary = rotary, .rows = 1};
    (void)failure;
    t.columns = out->dims[out->rank - 1];
    t.pair_kinds = find_pairs(rotary->mode, t.columns, t.pairs);
    for (int32_t i = 0; i < out->rank - 1; i++)
        t.rows *= out->dims[i];
    int64_t worth = rotary->is_of_angles ? 1 : ELEMENTS_A_BLOCK; /* rows of more are added */
    int64_t blocks = blocks_for(t.rows * t.columns, worth, t.rows);
    if (t.rows > 0 && t.columns > 0)
        ai_cores_run_function("rotary", rotary->is_of_angles ? sum_rows : turn_rows, blocks, &t);
}

extern const struct l0_run run_rotary;
const struct l0_run run_rotary = {.run = run_rotary_work};

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse_shape(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *t = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_TILING_ERROR, "the shape of %s is %s; %s",
                  call_name(call, tensor), dims_describe(t->dims, t->rank, shape, sizeof shape),
                  required);
}

static bool has_dims_of(const struct tensor *tensor, const struct tensor *other)
{
    return tensor->rank == other->rank &&
           memcmp(tensor->dims, other->dims, (size_t)tensor->rank * sizeof *tensor->dims) == 0;
}

static aclnnStatus check_columns_of(const struct call *call, int x, int64_t parts)
{
    const struct tensor *t = call_tensor(call, x);
    int64_t columns = t->rank == 4 ? t->dims[3] : 0;
    if (t->rank != 4 || columns > MOST_COLUMNS || columns % parts != 0)
        return refuse_shape(call, x,
                            "four dimensions are required, the last of at most 1024 and a "
                            "multiple of the parts of the mode");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_angles(const struct call *call, int x, int cosines, int sines)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cosines);
    if (!has_dims_of(call_tensor(call, sines), c))
        return refuse_shape(call, sines, "that of cos is required");
    bool fits = c->rank == 4 && c->dims[3] == t->dims[3];
    for (int i = 0; fits && i < 3; i++)
        fits = c->dims[i] == 1 || c->dims[i] == t->dims[i];
    return fits ? ACLNN_SUCCESS
                : refuse_shape(call, cosines,
                               "the dims of what is turned, or 1 but for the "
                               "last, are required");
}

static aclnnStatus check_mode(int64_t mode)
{
    return mode >= 0 && mode < ROTARY_MODES
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_TILING_ERROR, "mode is %" PRId64 "; 0 to 3 is required",
                        mode);
}

static bool is_2201(const struct call *call)
{
    return call->soc->architecture == ARCHITECTURE_2201;
}

/* Angles of one dimension's places are broadcast over the others, but for the last. */
static bool has_one_length(const struct tensor *t, const struct tensor *angles)
{
    for (int i = 0; i < 3; i++)
        if (angles->dims[i] == t->dims[i] && angles->dims[(i + 1) % 3] == 1 &&
            angles->dims[(i + 2) % 3] == 1)
            return true;
    return false;
}

/* Halves of [B, N, S, D] with many heads, or of short rows whose halves are no blocks of 32 bytes:
   CANN refuses them because smaller operators are faster. */
static bool is_slow_on_2201(const struct call *call, const struct tensor *t,
                            const struct tensor *angles)
{
    int64_t bytes = t->type == ACL_FLOAT ? 4 : 2;
    int64_t others = t->dims[0] * t->dims[1];
    int64_t cores = call->soc->vector_cores;
    bool is_single = angles->dims[0] == 1 && angles->dims[1] == 1 && angles->dims[2] == 1;
    if (is_single || t->dims[0] == angles->dims[0] || t->dims[1] == angles->dims[1])
        return false;
    if (t->dims[3] / 2 * bytes % 32 == 0)
        return others > 8 * t->dims[2];
    return t->dims[3] < 80 && 2 * others > (t->dims[2] + cores - 1) / cores;
}

/* What the tilings of 910B take, which are fewer shapes than those of Ascend950. */
static aclnnStatus check_rotary_2201(const struct call *call, int x, int cosines, bool in_halves)
{
    const struct tensor *t = call_tensor(call, x);
    const struct tensor *c = call_tensor(call, cosines);
    if (!is_2201(call))
        return ACLNN_SUCCESS;
    if (in_halves && t->dims[3] > 896)
        return refuse_shape(call, x, "a last dimension of at most 896 is required");
    if (in_halves && is_slow_on_2201(call, t, c))
        return refuse_shape(call, x,
                            "[B, N, S, D] of fewer heads beside S, or of whole blocks of "
                            "32 bytes in half a row, is required");
    if (!in_halves && !has_one_length(t, c))
        return refuse_shape(call, cosines, "1 in all dims but one and the last is required");
    return ACLNN_SUCCESS;
}

aclnnStatus check_rotary(struct call *call, int x, int cosines, int sines, int mode, int out)
{
    int64_t number = call->arguments[mode].integer;
    aclnnStatus status = check_mode(number);
    call->is_empty = tensor_is_empty(call_tensor(call, x)) &&
                     tensor_is_empty(call_tensor(call, out));
    if (status != ACLNN_SUCCESS || call->is_empty)
        return status;
    status = check_columns_of(call, x, number == QUARTERS ? 4 : 2);
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, x, cosines, sines);
    if (status == ACLNN_SUCCESS && strcmp(call_name(call, x), "x") == 0)
        status = check_rotary_2201(call, x, cosines, number != NEIGHBOURS);
    if (status == ACLNN_SUCCESS && !has_dims_of(call_tensor(call, out), call_tensor(call, x)))
        status = refuse_shape(call, out, "that of what is turned is required");
    return status;
}

aclnnStatus check_rotary_grad(struct call *call, int dy, int cosines, int sines, int x, int mode,
                              int dx, int dcos, int dsin)
{
    const int angles[] = {dcos, dsin};
    aclnnStatus status = check_rotary(call, dy, cosines, sines, mode, dx);
    if (status != ACLNN_SUCCESS || call_tensor(call, x) == NULL)
        return status;
    if (call->is_empty) {
        /* Sums of nothing are 0. */
        call->is_empty = tensor_is_empty(call_tensor(call, dcos));
        if (!call->is_empty)
            status = check_columns_of(call, dy, 2);
        if (status == ACLNN_SUCCESS && !call->is_empty)
            status = check_angles(call, dy, cosines, sines);
        if (status != ACLNN_SUCCESS || call->is_empty)
            return status;
    }
    if (!has_dims_of(call_tensor(call, x), call_tensor(call, dy)))
        return refuse_shape(call, x, "that of dy is required");
    for (int i = 0; i < 2; i++)
        if (!has_dims_of(call_tensor(call, angles[i]), call_tensor(call, cosines)))
            return refuse_shape(call, angles[i], "that of cos is required");
    return ACLNN_SUCCESS;
}

aclnnStatus check_interleaved_rotary(struct call *call, int x, int cosines, int sines, int out)
{
    call->is_empty = tensor_is_empty(call_tensor(call, x)) &&
                     tensor_is_empty(call_tensor(call, out));
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_columns_of(call, x, 2);
    if (status == ACLNN_SUCCESS && call_tensor(call, x)->dims[3] != 64)
        status = refuse_shape(call, x, "a last dimension of 64 is required");
    if (status == ACLNN_SUCCESS)
        status = check_angles(call, x, cosines, sines);
    /* [B, 1, S, D] or [B, 1, 1, D]. */
    if (status == ACLNN_SUCCESS &&
        (call_tensor(call, cosines)->dims[0] != call_tensor(call, x)->dims[0] ||
         call_tensor(call, cosines)->dims[1] != 1))
        status = refuse_shape(call, cosines, "the batches of x, and one head, are required");
    if (status == ACLNN_SUCCESS && !has_dims_of(call_tensor(call, out), call_tensor(call, x)))
        status = refuse_shape(call, out, "that of what is turned is required");
    return status;
}

static int mode_named(const char *text)
{
    static const char *const names[] = {"half", "interleave", "quarter"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

aclnnStatus check_rotated_pair(struct call *call, int query, int key, int cosines, int sines)
{
    const int tensors[] = {query, key};
    aclnnStatus status = ACLNN_SUCCESS;
    call->is_empty = tensor_is_empty(call_tensor(call, query)) &&
                     tensor_is_empty(call_tensor(call, key));
    for (int i = 0; i < 2 && status == ACLNN_SUCCESS && !call->is_empty; i++) {
        status = check_columns_of(call, tensors[i], 2);
        if (status == ACLNN_SUCCESS)
            status = check_angles(call, tensors[i], cosines, sines);
    }
    return status;
}

aclnnStatus check_rotary_layout(struct call *call, int layout, int highest)
{
    int64_t number = call->arguments[layout].integer;
    return number >= 1 && number <= highest
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_TILING_ERROR, "layout is %" PRId64 "; 1 to %d is required",
                        number, highest);
}

aclnnStatus check_rotary_mode(struct call *call, int text, int query)
{
    int mode = mode_named(call->arguments[text].text);
    if (mode < 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "rotaryMode is \"%s\"; \"half\", \"interleave\" or \"quarter\" is required",
                      call->arguments[text].text);
    return tensor_is_empty(call_tensor(call, query))
               ? ACLNN_SUCCESS
               : check_columns_of(call, query, mode == QUARTERS ? 4 : 2);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static struct rotary *new_rotary(struct l0_list *list, int64_t mode)
{
    struct rotary *rotary = arena_take(list->arena, sizeof *rotary);
    if (rotary != NULL)
        *rotary = (struct rotary){.mode = (enum rotary_mode)mode};
    return rotary;
}

static int result_like(struct l0_list *list, const struct l0_row *row, int tensor)
{
    const struct l0_tensor like = list->tensors[tensor];
    return l0_new_shaped(list, row->name, like.type, like.dims, like.rank);
}

void list_rotary(struct l0_list *list, const struct l0_row *row, int x, int cosines, int sines,
                 int64_t mode, int out)
{
    struct rotary *rotary = new_rotary(list, mode);
    const int inputs[] = {l0_contiguous(list, x), l0_contiguous(list, cosines),
                          l0_contiguous(list, sines)};
    if (rotary == NULL || inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE)
        return;
    int turned = result_like(list, row, inputs[0]);
    l0_apply(list, row, inputs, 3, 0, &turned, 1, rotary);
    l0_view_copy(list, turned, out);
}

void list_rotary_grad(struct l0_list *list, int dy, int cosines, int sines, int x, int64_t mode,
                      int dx, int dcos, int dsin)
{
    struct rotary *rotary = new_rotary(list, mode);
    struct rotary *angles = new_rotary(list, mode);
    const struct l0_row *row = &l0_RotaryPositionEmbeddingGrad;
    bool has_x = x != L0_NONE;
    int inputs[] = {l0_contiguous(list, dy), l0_contiguous(list, cosines),
                    l0_contiguous(list, sines), has_x ? l0_contiguous(list, x) : L0_NONE};
    if (angles == NULL || inputs[0] == L0_NONE || inputs[1] == L0_NONE || inputs[2] == L0_NONE ||
        (has_x && inputs[3] == L0_NONE))
        return;
    rotary->is_backward = true;
    angles->is_of_angles = true;
    int results[] = {result_like(list, row, inputs[0]), result_like(list, row, inputs[1]),
                     result_like(list, row, inputs[2])};
    l0_launch_row(list, row, inputs, has_x ? 4 : 3, 0, results, 3, rotary);
    l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding, inputs, 3, results, 1, rotary);
    l0_view_copy(list, results[0], dx);
    if (!has_x)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding, (int[]){inputs[0], inputs[3]}, 2,
            &results[1], 2, angles);
    l0_view_copy(list, results[1], dcos);
    l0_view_copy(list, results[2], dsin);
}

static void rotate_pair(struct l0_list *list, int query, int key, int cosines, int sines, int mode)
{
    struct rotary *rotary = new_rotary(list, mode);
    const struct l0_row *row = &l0_ApplyRotaryPosEmb;
    const int inputs[] = {l0_contiguous(list, query), l0_contiguous(list, key),
                          l0_contiguous(list, cosines), l0_contiguous(list, sines)};
    for (int i = 0; i < 4; i++)
        if (inputs[i] == L0_NONE)
            return;
    if (rotary == NULL)
        return;
    int results[] = {result_like(list, row, inputs[0]), result_like(list, row, inputs[1])};
    l0_launch_row(list, row, inputs, 4, 0, results, 2, NULL);
    for (int i = 0; i < 2; i++)
        l0_step(list, L0_STEP_APPLY, &l0_RotaryPositionEmbedding,
                (int[]){inputs[i], inputs[2], inputs[3]}, 3, &results[i], 1, rotary);
    l0_view_copy(list, results[0], query);
    l0_view_copy(list, results[1], key);
}

void list_rotated_pair(struct l0_list *list, int query, int key, int cosines, int sines)
{
    rotate_pair(list, query, key, cosines, sines, HALVES);
}

void list_rotated_pair_by(struct l0_list *list, int query, int key, int cosines, int sines,
                          const char *mode)
{
    rotate_pair(list, query, key, cosines, sines, mode_named(mode));
}
