/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of pads: ReflectionPadBackward, ReplicationPadBackward, CircularPadBackward. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/pad.h"
#include "ops/resample.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* More places than that before or behind a dimension are padded by other kernels. */
#define MOST_OF_SMALL_PADS 7
#define MOST_OF_A_ROW 3000
#define MOST_REPEATED_IN_A_ROW 7200

/* ---- Checks ---------------------------------------------------------------------------------- */

static const int64_t *entries(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

aclnnStatus check_pad_gradient(struct call *call, int gradOutput, int self, int padding, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    aclnnStatus status = check_rank(call, self, count + 1, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, gradOutput, tensor->rank, tensor->rank);
    if (status == ACLNN_SUCCESS && array->size != 2 * (uint64_t)count)
        return report(ACLNN_ERR_PARAM_INVALID, "padding has %" PRIu64 " entries; %d are required",
                      array->size, 2 * count);
    for (int32_t i = tensor->rank - count; status == ACLNN_SUCCESS && i < tensor->rank; i++) {
        struct padding pads = padding_of(array, i, tensor->rank);
        int64_t places = 0;
        if (__builtin_add_overflow(pads.before, pads.after, &places) ||
            __builtin_add_overflow(places, tensor->dims[i], &places) || places != grad->dims[i])
            status = report(ACLNN_ERR_PARAM_INVALID,
                            "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                            ", padded by %" PRId64 " before and %" PRId64 " behind",
                            i, grad->dims[i], tensor->dims[i], pads.before, pads.after);
    }
    return status;
}

aclnnStatus check_pads_fit(struct call *call, int self, int padding)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct array *array = call->arguments[padding].array;
    for (int32_t i = tensor->rank - (int32_t)(array->size / 2); i < tensor->rank; i++) {
        struct padding pads = padding_of(array, i, tensor->rank);
        if (pads.before >= tensor->dims[i] || pads.after >= tensor->dims[i])
            return report(ACLNN_ERR_PARAM_INVALID,
                          "padding pads dimension %d of self, of %" PRId64 " places, by %" PRId64
                          " before and %" PRId64 " behind; less than it has is required",
                          i, tensor->dims[i], pads.before, pads.after);
    }
    return ACLNN_SUCCESS;
}

/* Whether the kernel for few places takes pads of two dimensions. */
static bool are_small(const struct array *array)
{
    const int64_t *pads = entries(array);
    bool below = true;
    for (int i = 0; i < 4; i++) {
        if (pads[i] < 0)
            return false;
        below &= pads[i] <= MOST_OF_SMALL_PADS;
    }
    return below || (pads[2] == 0 && pads[3] == 0);
}

aclnnStatus check_bfloat16_pads(struct call *call, int self, int padding)
{
    if (call_tensor(call, self)->type != ACL_BF16 || are_small(call->arguments[padding].array))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "padding has an entry below 0 or above %d; bfloat16 takes neither where rows are "
                  "padded",
                  MOST_OF_SMALL_PADS);
}

static bool has_no_elements(const struct tensor *tensor)
{
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] == 0)
            return true;
    return false;
}

aclnnStatus check_empty_pad_gradient(struct call *call, int gradOutput, int self, int count,
                                     int without_batch)
{
    const struct tensor *tensor = call_tensor(call, self);
    if (!has_no_elements(call_tensor(call, gradOutput)) && !has_no_elements(tensor))
        return ACLNN_SUCCESS;
    call->is_empty = true;
    bool is_allowed = tensor->rank == count + 2 || without_batch != 0;
    for (int32_t i = 1; i < tensor->rank; i++)
        is_allowed &= tensor->dims[i] != 0;
    if (is_allowed)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "self or gradOutput has no elements; only the first dimension may be 0%s",
                  without_batch != 0 ? "" : ", of a batch");
}

/* CANN finds that out when the result is copied to its place. */
aclnnStatus check_same_batches(struct call *call, int gradOutput, int self, int count)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; !call->is_empty && i < tensor->rank - count; i++)
        if (grad->dims[i] != tensor->dims[i])
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "dimension %d of gradOutput is %" PRId64 ", and that of self %" PRId64
                          "; they must be equal",
                          i, grad->dims[i], tensor->dims[i]);
    return ACLNN_SUCCESS;
}

/* A kernel adds up what came from places of the other half, or from two thirds. */
static bool goes_back(int64_t places, struct padding pads)
{
    if (pads.before > 0 && pads.after > 0)
        return pads.before + pads.after <= places * 2 / 3;
    return (pads.before > pads.after ? pads.before : pads.after) <= places / 2;
}

aclnnStatus check_goes_back(struct call *call, int gradOutput, int padding)
{
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct array *array = call->arguments[padding].array;
    for (int32_t i = 0; !call->is_empty && i < grad->rank; i++) {
        struct padding pads = padding_of(array, i, grad->rank);
        if (!goes_back(grad->dims[i], pads))
            return report(ACLNN_ERR_INNER_NULLPTR,
                          "padding pads dimension %d, of %" PRId64
                          " places of gradOutput, by %" PRId64 " before and %" PRId64
                          " behind; at most half of them, or two thirds by "
                          "both, is supported",
                          i, grad->dims[i], pads.before, pads.after);
    }
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct gradient {
    enum pad_mode mode;
    int count;     /* dimensions that are padded */
    bool is_small; /* pads that the kernels of most types take */
};

/* The kernel for a gradient of this type and so many places; NULL: the device's CPU. */
static const struct l0_row *kernel_of(const struct l0_list *list, const struct gradient *g,
                                      aclDataType type, const struct l0_tensor *grad)
{
    bool is_2201 = list->architecture == L0_2201;
    bool is_3510 = list->architecture == L0_3510;
    bool is_float = type == ACL_FLOAT || type_is_half(type);
    if (g->mode == PAD_CIRCULAR)
        return is_3510 ? &l0_PadV3Grad : &l0_CircularPadGrad;
    if (is_float && (is_2201 || is_3510) &&
        (g->is_small || (g->mode == PAD_REPLICATION && g->count == 3))) {
        if (is_3510)
            return &l0_PadV3Grad;
        if (g->mode == PAD_REFLECTION)
            return g->count == 3 ? &l0_ReflectionPad3dGrad : &l0_PadV4Grad;
        return g->count == 3 ? &l0_PadV3GradReplication : &l0_PadV3GradReplicate;
    }
    if (!g->is_small || g->count == 3 || (type != ACL_FLOAT && type != ACL_FLOAT16))
        return NULL;
    int64_t rows = grad->dims[grad->rank - 2]; /* channels, where rows are padded */
    int64_t columns = grad->dims[grad->rank - 1];
    bool fits = type == ACL_FLOAT ? rows <= 800 && columns <= 1500 : rows <= 950 && columns <= 3000;
    return fits ? &l0_PadV3Grad : NULL;
}

static uint64_t in_blocks(uint64_t places, uint64_t block)
{
    return (places + block - 1) / block * block;
}

/* A plane that is padded: of the gradient, and how many there are. */
struct plane {
    struct padding rows;
    struct padding columns;
    uint64_t height;
    uint64_t width;
    uint64_t count;
    uint64_t bytes; /* of an element */
    uint64_t cores;
};

/* Columns around each row, for all rows, or for those that are left where the planes are large. */
static uint64_t circular_bytes(const struct l0_list *list, const struct plane *p)
{
    uint64_t held = list->soc->unified_buffer_bytes / (p->bytes == 4 ? 2 : 6) / p->bytes;
    uint64_t line = in_blocks(p->width * p->bytes, 32) / p->bytes;
    uint64_t rows = p->height;
    if (rows * line >= held)
        rows -= (uint64_t)((p->rows.before > 0 ? p->rows.before : 0) +
                           (p->rows.after > 0 ? p->rows.after : 0));
    return p->count * rows * (line + 16) * 4;
}

/* The first and last rows, and columns between them, of all planes; entries are unsigned. */
static uint64_t replication_bytes(const struct plane *p, const struct l0_tensor *result)
{
    uint32_t before = (uint32_t)p->rows.before;
    uint32_t after = (uint32_t)p->rows.after;
    int64_t height = result->dims[result->rank - 2];
    if (height == 1) {
        before += after;
        after = 0;
    }
    uint32_t around = (before != 0 ? before + 1 : 0) + (after != 0 ? after + 1 : 0);
    uint64_t left = (uint32_t)p->height - around;
    return p->count * (p->width + left) * 2 * 4;
}

/* What kernels of planes ask for a core: nothing for those that fit, little where rows are whole.
 */
static uint64_t plane_bytes(const struct gradient *g, const struct plane *p)
{
    const uint64_t lines = 64;
    bool has_columns = p->columns.before != 0 || p->columns.after != 0;
    bool has_rows = p->rows.before != 0 || p->rows.after != 0;
    bool reflects = g->mode == PAD_REFLECTION;
    int64_t most = p->columns.before > p->columns.after ? p->columns.before : p->columns.after;
    uint64_t cores = p->count < p->cores ? p->count : p->cores;
    if (reflects && p->height <= 128 && p->width <= 112)
        return 0;
    if (!has_columns && has_rows && (!reflects || p->height > lines))
        return 0;
    if (has_columns && !has_rows) {
        uint64_t rows = p->count * p->height;
        uint64_t places = in_blocks((uint64_t)most + 1, 32);
        if (reflects)
            places = most < 16 ? 64 : in_blocks(2 * (uint64_t)most + 1, 8);
        return 2 * places * p->bytes * (rows < p->cores ? rows : p->cores);
    }
    uint64_t width = in_blocks(p->width, 16);
    uint64_t height = in_blocks(p->height, 16);
    uint64_t longest = !reflects && height > width ? height : width;
    return longest * lines * p->bytes * cores;
}

/* What a kernel of Ascend910B asks for, by its public tiling. */
static uint64_t kernel_bytes(const struct l0_list *list, const struct gradient *g,
                             const struct l0_tensor *grad, const struct l0_tensor *result,
                             const struct array *padding)
{
    int32_t rank = grad->rank;
    struct plane p = {.rows = padding_of(padding, rank - 2, rank),
                      .columns = padding_of(padding, rank - 1, rank),
                      .height = (uint64_t)grad->dims[rank - 2],
                      .width = (uint64_t)grad->dims[rank - 1],
                      .count = 1,
                      .bytes = (uint64_t)data_type_bits(grad->type) / 8,
                      .cores = list->soc->vector_cores};
    for (int32_t i = 0; i < rank - 2; i++)
        p.count *= (uint64_t)grad->dims[i];
    if (g->mode == PAD_CIRCULAR)
        return L0_SYSTEM_WORKSPACE + circular_bytes(list, &p);
    if (g->count < 3)
        return L0_SYSTEM_WORKSPACE + plane_bytes(g, &p);
    uint64_t volumes = p.count / (uint64_t)grad->dims[rank - 3];
    if (g->mode == PAD_REPLICATION) {
        uint64_t layers = (uint64_t)(result->dims[rank - 2] * result->dims[rank - 1]);
        return L0_SYSTEM_WORKSPACE + replication_bytes(&p, result) + volumes * layers * 2 * 4;
    }
    struct padding depths = padding_of(padding, rank - 3, rank);
    uint64_t parts = depths.before == 0 && depths.after == 0 ? p.count : volumes;
    uint64_t height = in_blocks(p.height, 16);
    uint64_t width = in_blocks(p.width, 16);
    uint64_t each = p.bytes == 4 ? (height > width ? height : width) * 32 : height * width;
    return L0_SYSTEM_WORKSPACE + each * 4 * (parts < p.cores ? parts : p.cores);
}

static bool is_summed_in_float(const struct gradient *g, aclDataType type)
{
    if (!type_is_half(type) || g->mode == PAD_CIRCULAR)
        return false;
    if (g->count == 1)
        return g->is_small;
    if (g->count == 2)
        return type == ACL_BF16 || g->mode == PAD_REFLECTION;
    return !g->is_small && g->mode == PAD_REFLECTION;
}

static void list_pad_backward(struct l0_list *list, const struct gradient *g, int gradOutput,
                              int self, const struct array *padding, int gradInput)
{
    static const enum resample_rule rules[] = {
        [PAD_REFLECTION] = RESAMPLE_REFLECTION,
        [PAD_REPLICATION] = RESAMPLE_REPLICATION,
        [PAD_CIRCULAR] = RESAMPLE_CIRCULAR,
    };
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    int grad = l0_contiguous(list, gradOutput);
    int own = l0_contiguous(list, self);
    if (grad == L0_NONE || own == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor like = list->tensors[own];
    aclDataType type = is_summed_in_float(g, like.type) ? ACL_FLOAT : like.type;
    *resample = (struct resample){.first = like.rank - g->count, .count = g->count};
    for (int i = 0; i < g->count; i++) {
        struct padding pads = padding_of(padding, resample->first + i, like.rank);
        resample->dims[i] = (struct resample_dim){.rule = rules[g->mode],
                                                  .is_gradient = true,
                                                  .before = pads.before,
                                                  .after = pads.after};
    }
    grad = l0_cast(list, grad, type);
    int paddings = l0_host_tensor(list, "paddings", ACL_INT64, 2 * (int64_t)like.rank);
    int result = l0_new_shaped(list, "sums", type, like.dims, like.rank);
    if (grad == L0_NONE || result == L0_NONE || paddings == L0_NONE)
        return;
    const struct l0_row *row = kernel_of(list, g, type, &list->tensors[grad]);
    if (row == NULL)
        l0_launch(list, "PadV3Grad", L0_AI_CPU, (int[]){grad, paddings, L0_NONE},
                  (int[]){result, L0_NONE});
    else
        l0_launch_row(list, row, (int[]){grad, paddings}, 2, 0, &result, 1, NULL);
    if (row != NULL && row != &l0_PadV3Grad && list->architecture == L0_2201)
        l0_kernel_workspace(
            list, kernel_bytes(list, g, &list->tensors[grad], &list->tensors[result], padding));
    list_resample_step(list, row != NULL ? row : &l0_PadV3Grad, grad, result, resample);
    list_write(list, result, gradInput);
}

static struct gradient gradient_of(enum pad_mode mode, const struct array *padding)
{
    const int64_t *pads = entries(padding);
    struct gradient g = {.mode = mode, .count = (int)(padding->size / 2), .is_small = true};
    if (g.count == 2)
        g.is_small = are_small(padding);
    else
        for (uint64_t i = 0; i < padding->size; i++)
            g.is_small &= g.count == 1 ? pads[i] >= 0 : pads[i] <= MOST_OF_SMALL_PADS;
    return g;
}

void list_reflection_pad_backward(struct l0_list *list, int gradOutput, int self,
                                  const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REFLECTION, padding);
    const int64_t *pads = entries(padding);
    if (g.count == 1)
        g.is_small &= pads[0] <= MOST_OF_A_ROW && pads[1] <= MOST_OF_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void list_replication_pad_backward(struct l0_list *list, int gradOutput, int self,
                                   const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REPLICATION, padding);
    const int64_t *pads = entries(padding);
    if (g.count == 1 && list->architecture != L0_3510 && self != L0_NONE &&
        list->tensors[self].type == ACL_FLOAT)
        g.is_small &= pads[0] < MOST_REPEATED_IN_A_ROW && pads[1] < MOST_REPEATED_IN_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void list_circular_pad_backward(struct l0_list *list, int gradOutput, int self,
                                const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_CIRCULAR, padding);
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}
