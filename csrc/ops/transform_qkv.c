/* SPDX-License-Identifier: Apache-2.0 */
/* TransformBiasRescaleQkv: queries, keys and values that lie behind each other become those of
 * heads. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "executor/operator.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "tensor/layout.h"

#define PARTS 3 /* queries, keys, values */
#define ELEMENTS_A_BLOCK ((int64_t)32 << 10)
#define MAX_BLOCKS 64

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus refuse(const struct call *call, int tensor, const char *required)
{
    char shape[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_INNER_TILING_ERROR, "the shape of %s is %s; of heads %s",
                  call_name(call, tensor),
                  dims_describe(given->dims, given->rank, shape, sizeof shape), required);
}

aclnnStatus check_qkv(struct call *call, int qkv, int bias, int heads, int out)
{
    const struct tensor *x = call_tensor(call, qkv);
    const struct tensor *added = call_tensor(call, bias);
    const struct tensor *result = call_tensor(call, out);
    int64_t count = call->arguments[heads].integer;
    if (x->rank != 3)
        return refuse(call, qkv, "three dimensions are required");
    if (count <= 0 || x->dims[2] % PARTS != 0 || x->dims[2] / PARTS % count != 0)
        return refuse(call, qkv, "the last dimension is three times numHeads times a size");
    if (added->rank != 1 || added->dims[0] != x->dims[2])
        return refuse(call, bias, "a number for each in the last dimension of qkv is required");
    const int64_t dims[] = {x->dims[0], count, x->dims[1], x->dims[2] / PARTS / count};
    for (int i = 0; i < 4; i++)
        if (result->rank != 4 || result->dims[i] != dims[i])
            return refuse(call, out, "batch, heads, places and the size of a head are required");
    return ACLNN_SUCCESS;
}

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

extern const struct l0_run run_transform_qkv;
const struct l0_run run_transform_qkv = {.run = run_qkv};

/* ---- The list -------------------------------------------------------------------------------- */

void list_transform_qkv(struct l0_list *list, int qkv, int qkvBias, int qOut, int kOut, int vOut)
{
    const int given[PARTS] = {qOut, kOut, vOut};
    int inputs[] = {l0_contiguous(list, qkv), l0_contiguous(list, qkvBias)};
    int outputs[PARTS];
    if (inputs[0] == L0_NONE || inputs[1] == L0_NONE)
        return;
    for (int i = 0; i < PARTS; i++) {
        if (given[i] == L0_NONE)
            return;
        const struct l0_tensor result = list->tensors[given[i]];
        outputs[i] = l0_new_shaped(list, "heads", result.type, result.dims, result.rank);
    }
    l0_apply(list, &l0_TransformBiasRescaleQkv, inputs, 2, 0, outputs, PARTS, NULL);
    for (int i = 0; i < PARTS; i++)
        l0_view_copy(list, outputs[i], given[i]);
}
