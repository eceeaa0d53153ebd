/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: queries, keys and values that lie behind each other become those of
 * heads. */
#include "ops/attention/transform_qkv.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/attention.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "runtime/cores/ai_cores.h"

#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)
#define MAX_BLOCKS 64

/* ---- The work -------------------------------------------------------------------------------- */

static float load(const struct work_view *view, int64_t offset)
{
    uint16_t half;
    float value;
    if (view->type == ACL_FLOAT) {
        memcpy(&value, view->address + offset * (int64_t)sizeof value, sizeof value);
        return value;
    }
    memcpy(&half, view->address + offset * (int64_t)sizeof half, sizeof half);
    return view->type == ACL_FLOAT16 ? float_of_float16(half) : float_of_bfloat16(half);
}

static void store(const struct work_view *view, int64_t offset, float value)
{
    uint16_t half = view->type == ACL_FLOAT16 ? float16_of_float(value) : bfloat16_of_float(value);
    if (view->type == ACL_FLOAT)
        memcpy(view->address + offset * (int64_t)sizeof value, &value, sizeof value);
    else
        memcpy(view->address + offset * (int64_t)sizeof half, &half, sizeof half);
}

/* One place of the sequence: a head's numbers of all three. */
static void run_place(const struct work *work, int64_t batch, int64_t place)
{
    const struct work_view *x = &work->inputs[0];
    const struct work_view *bias = &work->inputs[1];
    int64_t heads = work->outputs[0].dims[1];
    int64_t size = work->outputs[0].dims[3];
    float root = sqrtf((float)size);
    int64_t from = batch * x->strides[0] + place * x->strides[1];
    for (int64_t at = 0; at < PARTS * heads * size; at++) {
        int64_t part = at / (heads * size);
        const struct work_view *out = &work->outputs[part];
        int64_t head = at / size % heads;
        float value = load(x, from + at * x->strides[2]) + load(bias, at * bias->strides[0]);
        store(out,
              batch * out->strides[0] + head * out->strides[1] + place * out->strides[2] +
                  at % size * out->strides[3],
              part == 0 ? value / root : value);
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
