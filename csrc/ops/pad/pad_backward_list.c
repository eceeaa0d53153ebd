/* SPDX-License-Identifier: Apache-2.0 */
/* ReflectionPadBackward, ReplicationPadBackward, CircularPadBackward: lists of L0 operators. */
#include "ops/pad/pad_backward.h"

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/common.h"
#include "declared/pad.h"
#include "ops/pad/pad.h"
#include "ops/resize/resample.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

#define MOST_OF_A_ROW 3000
#define MOST_REPEATED_IN_A_ROW 7200

/* ---- Lists ----------------------------------------------------------------------------------- */

struct gradient {
    enum pad_mode mode;
    int count;     /* number of dimensions that are padded */
    bool is_small; /* most types have kernels for these paddings */
};

/* The kernel for a gradient of this type and this many dimensions; NULL: the device's CPU. */
static const struct l0_row *kernel_of(const struct l0_list *list, const struct gradient *g,
                                      aclDataType type, const struct l0_tensor *grad)
{
    bool is_2201 = list->architecture == ARCHITECTURE_2201;
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
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
    int64_t rows = grad->dims[grad->rank - 2]; /* the dimension of channels, when rows are padded */
    int64_t columns = grad->dims[grad->rank - 1];
    bool fits = type == ACL_FLOAT ? rows <= 800 && columns <= 1500 : rows <= 950 && columns <= 3000;
    return fits ? &l0_PadV3Grad : NULL;
}

static uint64_t in_blocks(uint64_t places, uint64_t block)
{
    return (places + block - 1) / block * block;
}

/* A plane of the gradient, and the number of planes. */
struct plane {
    struct padding rows;
    struct padding columns;
    uint64_t height;
    uint64_t width;
    uint64_t count;
    uint64_t bytes; /* bytes of an element */
    uint64_t cores;
};

/* The columns around each row: for all rows, or for those that remain when the planes are large. */
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

/* The first and last rows, and the columns between them, of all planes. Entries are unsigned. */
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

/* The workspace of kernels for planes, a core: none when a plane fits into the buffer, little when
 * rows are whole. */
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

/* The workspace of an Ascend910B kernel, by its public tiling. */
static uint64_t kernel_bytes(const struct l0_list *list, const struct gradient *g,
                             const struct l0_tensor *grad, const struct l0_tensor *result,
                             const struct array *padding)
{
    int32_t rank = grad->rank;
    struct plane p = {.rows = pad_padding_of(padding, rank - 2, rank),
                      .columns = pad_padding_of(padding, rank - 1, rank),
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
    struct padding depths = pad_padding_of(padding, rank - 3, rank);
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
    struct resample *resample = l0_take(list, sizeof *resample);
    int grad = l0_contiguous(list, gradOutput);
    int own = l0_contiguous(list, self);
    if (grad == L0_NONE || own == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor like = list->tensors[own];
    aclDataType type = is_summed_in_float(g, like.type) ? ACL_FLOAT : like.type;
    *resample = (struct resample){.first = like.rank - g->count, .count = g->count};
    for (int i = 0; i < g->count; i++) {
        struct padding pads = pad_padding_of(padding, resample->first + i, like.rank);
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
    if (row != NULL && row != &l0_PadV3Grad && list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(
            list, kernel_bytes(list, g, &list->tensors[grad], &list->tensors[result], padding));
    resize_list_resample_step(list, row != NULL ? row : &l0_PadV3Grad, grad, result, resample);
    list_write(list, result, gradInput);
}

static struct gradient gradient_of(enum pad_mode mode, const struct array *padding)
{
    const int64_t *pads = array_integers(padding);
    struct gradient g = {.mode = mode, .count = (int)(padding->size / 2), .is_small = true};
    if (g.count == 2)
        g.is_small = pad_backward_are_small(padding);
    else
        for (uint64_t i = 0; i < padding->size; i++)
            g.is_small &= g.count == 1 ? pads[i] >= 0 : pads[i] <= MOST_OF_SMALL_PADS;
    return g;
}

void pad_list_reflection_pad_backward(struct l0_list *list, int gradOutput, int self,
                                      const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REFLECTION, padding);
    const int64_t *pads = array_integers(padding);
    if (g.count == 1)
        g.is_small &= pads[0] <= MOST_OF_A_ROW && pads[1] <= MOST_OF_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void pad_list_replication_pad_backward(struct l0_list *list, int gradOutput, int self,
                                       const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_REPLICATION, padding);
    const int64_t *pads = array_integers(padding);
    if (g.count == 1 && list->architecture != ARCHITECTURE_3510 && self != L0_NONE &&
        list->tensors[self].type == ACL_FLOAT)
        g.is_small &= pads[0] < MOST_REPEATED_IN_A_ROW && pads[1] < MOST_REPEATED_IN_A_ROW;
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}

void pad_list_circular_pad_backward(struct l0_list *list, int gradOutput, int self,
                                    const struct array *padding, int gradInput)
{
    struct gradient g = gradient_of(PAD_CIRCULAR, padding);
    list_pad_backward(list, &g, gradOutput, self, padding, gradInput);
}
