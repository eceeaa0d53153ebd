/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: splits rows that hold queries, keys and values into tensors of heads. */
#include "ops/attention/transform_qkv.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "products/panel.h"
#include "products/product.h"
#include "runtime/cores/ai_cores.h"

#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)
#define MAX_BLOCKS 64

/* ---- The work -------------------------------------------------------------------------------- */

/* Elements of a head that are computed at once. */
#define ELEMENTS_TOGETHER 1024

/* Numbers [first, first + count) of a head, of one of the three parts. */
static void run_head(const struct work *work, const char *x, int64_t part, int64_t head,
                     int64_t first, int64_t count, char *to)
{
    const struct work_view *in = &work->inputs[0];
    const struct work_view *bias = &work->inputs[1];
    const struct work_view *out = &work->outputs[part];
    float numbers[ELEMENTS_TOGETHER];
    float more[ELEMENTS_TOGETHER];
    const struct panel panel = {numbers, 1, count, count};
    int64_t at = (part * out->dims[1] + head) * out->dims[3] + first;
    product_load(in->type, x + at * in->strides[2] * view_width(in), 0, in->strides[2], 1, count,
                 numbers, count);
    product_load(bias->type, bias->address + at * bias->strides[0] * view_width(bias), 0,
                 bias->strides[0], 1, count, more, count);
    panel_apply(KERNEL_PANEL_ADD, &panel, more);
    if (part == 0)
        panel_apply(KERNEL_PANEL_DIVIDE, &panel, &(float){sqrtf((float)out->dims[3])});
    product_store(out->type, to + first * out->strides[3] * view_width(out), 0, out->strides[3], 1,
                  count, numbers, count);
}

/* One row: the numbers of a head for all three. */
static void run_place(const struct work *work, int64_t batch, int64_t place)
{
    const struct work_view *in = &work->inputs[0];
    const char *x = in->address +
                    (batch * in->strides[0] + place * in->strides[1]) * view_width(in);
    for (int64_t part = 0; part < PARTS; part++) {
        const struct work_view *out = &work->outputs[part];
        for (int64_t head = 0; head < out->dims[1]; head++) {
            char *to = out->address + (batch * out->strides[0] + head * out->strides[1] +
                                       place * out->strides[2]) *
                                          view_width(out);
            for (int64_t first = 0; first < out->dims[3]; first += ELEMENTS_TOGETHER)
                run_head(work, x, part, head, first, least(ELEMENTS_TOGETHER, out->dims[3] - first),
                         to);
        }
    }
}

static void run_places(int64_t block, int64_t blocks, void *context)
{
    const struct work *work = context;
    int64_t places = work->inputs[0].dims[1];
    int64_t count = work->inputs[0].dims[0] * places;
    for (int64_t i = count * block / blocks; i < count * (block + 1) / blocks; i++)
        run_place(work, i / places, i % places);
}

static void run_qkv(const struct work *work, struct task_failure *failure)
{
    struct work given = *work;
    int64_t places = work->inputs[0].dims[0] * work->inputs[0].dims[1];
    int64_t blocks = view_count(&work->inputs[0]) / ELEMENTS_A_BLOCK + 1;
    (void)failure;
    blocks = blocks < MAX_BLOCKS ? blocks : MAX_BLOCKS;
    blocks = blocks < places ? blocks : places;
    if (blocks <= 1)
        run_places(0, 1, &given);
    else
        ai_cores_run_function("transform_qkv", run_places, blocks, &given);
}
const struct l0_run attention_kernel_transform_qkv = {.run = run_qkv};
