/* SPDX-License-Identifier: Apache-2.0 */
/* GroupedMatmul and its versions: kernels. */
#include "ops/matmul/grouped_matmul.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "declared/matmul.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "products/blas.h"
#include "products/panel.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

#define TILE_ROWS 128
#define TILE_COLUMNS 256
#define STEP 256 /* the depth of a step */

/* ---- The work -------------------------------------------------------------------------------- */

/* A product of one group: addresses of first elements, and strides in elements. */
struct job {
    const char *left;
    const char *right;
    char *out;
    const char *bias; /* NULL: there is none */
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
    aclDataType out_type;
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
    int64_t out_width = data_type_bits(r->out_type) / 8;
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
        panel_apply(KERNEL_PANEL_ADD, &(struct panel){p->sums, rows, columns, TILE_COLUMNS},
                    p->bias);
    }
    product_store(r->out_type,
                  job->out + (row * job->out_strides[0] + first * job->out_strides[1]) * out_width,
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

/* Adds a job: rows of x times the group's matrix. A group of -1 writes zeros. */
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

/* Reads a number of the tensor of groups, or of the array. */
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

/* The end of group `at`, which begins at `first`, limited to what is left. Each number is read only
 * once. */
static int64_t group_end(const struct run *r, int64_t at, int64_t first, int64_t places)
{
    if (r->g->ends == NULL && !r->g->has_tensor)
        return places;
    int64_t number = group_number(r, at, 1);
    if (r->g->ends != NULL || r->g->list_type == ENDS)
        return number < first ? first : least(number, places);
    return number < 0 ? first : first + least(number, places - first);
}

static void divide_rows(struct run *r)
{
    bool is_joined = r->g->x_count == 1 && r->g->out_count == 1;
    int64_t row = 0;
    for (int64_t i = 0; i < r->g->groups; i++) {
        if (r->g->x_count > 1) { /* each group has its rows, in y's single tensor or in one of its
                                  * own */
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

/* y[g] = x[:, k] weight[k, :], where k runs over the group's part of the depth. */
static void divide_depth(struct run *r)
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

/* Each x times its matrix. Further dims of x are rows too, which the list has joined. */
static void divide_each(struct run *r)
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
    r.out_type = work->outputs[0].type;
    if (r.g->has_bias)
        r.bias_type = work->inputs[r.g->x_count + r.g->weight_count].type;
    if (r.g->type == GROUPS_OF_ROWS)
        divide_rows(&r);
    else if (r.g->type == GROUPS_OF_DEPTH)
        divide_depth(&r);
    else
        divide_each(&r);
    if (r.tiles > 0)
        ai_cores_run_function("grouped_product", run_tiles, least(r.tiles, ai_cores_count()), &r);
}
const struct l0_run matmul_kernel_grouped_product = {
    .check = check_blas, .scratch_bytes = scratch_bytes, .scratch_steers = true, .run = run_work};
