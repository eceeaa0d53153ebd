/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers quantised and restored at once: lists of L0 operators. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/norm.h"
#include "declared/quant.h"
#include "ops/common/list.h"
#include "ops/norm/statistics.h"
#include "ops/quant/quant.h"
#include "workspace/l0_operators.h"

struct fake_quant {
    int self;
    int scale;
    int points;
    int64_t least;
    int64_t most;
    int out;
    int mask;
};

/* The operands as the operator takes them. */
struct operands {
    int self;
    int scale;
    int points;
    struct l0_tensor elements;
};

static struct operands operands_of(struct l0_list *list, const struct fake_quant *f,
                                   aclDataType type)
{
    struct operands operands = {.self = quant_dense_in(list, f->self, type),
                                .scale = quant_dense_in(list, f->scale, type),
                                .points = l0_contiguous(list, f->points)};
    operands.elements = list->tensors[operands.self];
    return operands;
}

static void new_results(struct l0_list *list, const struct l0_tensor *like, int results[2])
{
    results[0] = l0_new_shaped(list, "restored", like->type, like->dims, like->rank);
    results[1] = l0_new_shaped(list, "mask", ACL_BOOL, like->dims, like->rank);
}

/* The work; scale and points lie beside the elements. */
static void compute(struct l0_list *list, const struct fake_quant *f, const struct operands *o,
                    int64_t axis, const int results[2])
{
    const int inputs[] = {o->self, quant_along(list, o->scale, o->elements.rank, axis),
                          quant_along(list, o->points, o->elements.rank, axis),
                          list_number_of(list, (double)f->least),
                          list_number_of(list, (double)f->most)};
    l0_step(list, L0_STEP_APPLY, &l0_FakeQuantAffineCachemask, inputs, 5, results, 2, NULL);
}

static void launch(struct l0_list *list, int self, int scale, int points, const int results[2])
{
    const int launched[] = {self, scale, points};
    l0_launch_row(list, &l0_FakeQuantAffineCachemask, launched, 3, 0, results, 2, NULL);
}

/* The operator takes channels first: numbers are transposed before it, and back behind it. */
static void launch_transposed(struct l0_list *list, const struct operands *o, int64_t axis,
                              int launched[2])
{
    int64_t order[TENSOR_MAX_DIMS];
    int results[2];
    for (int32_t i = 0; i < o->elements.rank; i++)
        order[i] = i;
    order[0] = axis;
    order[axis] = 0;
    int turned = list_launch_transpose(list, o->self, order);
    const struct l0_tensor like = list->tensors[turned];
    new_results(list, &like, results);
    launch(list, turned, o->scale, o->points, results);
    for (int i = 0; i < 2; i++)
        launched[i] = list_launch_transpose(list, results[i], order);
}

static void write(struct l0_list *list, const struct fake_quant *f, const int results[2],
                  const int launched[2])
{
    int cast = l0_launch_cast(list, launched[0], list->tensors[f->out].type);
    norm_write_launched(list, results[0], cast, f->out);
    norm_write_launched(list, results[1], launched[1], f->mask);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void quant_list_fake_quant_channels(struct l0_list *list, int self, int scale, int zeroPoint,
                                    int64_t axis, int64_t quantMin, int64_t quantMax,
                                    aclDataType promoted, int out, int mask)
{
    int results[2];
    int launched[2];
    if (self == L0_NONE || scale == L0_NONE || zeroPoint == L0_NONE || out == L0_NONE ||
        mask == L0_NONE)
        return;
    const struct fake_quant f = {self, scale, zeroPoint, quantMin, quantMax, out, mask};
    const struct operands o = operands_of(list, &f, promoted);
    int64_t at = axis < 0 ? axis + o.elements.rank : axis;
    bool is_turned = list->architecture != ARCHITECTURE_3510 && axis != 0 && o.elements.rank > 0;
    new_results(list, &o.elements, results);
    if (is_turned) {
        launch_transposed(list, &o, at, launched);
    } else {
        launch(list, o.self, o.scale, o.points, results);
        launched[0] = results[0];
        launched[1] = results[1];
    }
    compute(list, &f, &o, at, results);
    write(list, &f, results, launched);
}

void quant_list_fake_quant(struct l0_list *list, int self, int scale, int zeroPoint,
                           double fakeQuantEnabled, int64_t quantMin, int64_t quantMax,
                           aclDataType promoted, int out, int mask)
{
    int results[2];
    if (self == L0_NONE || scale == L0_NONE || zeroPoint == L0_NONE || out == L0_NONE ||
        mask == L0_NONE)
        return;
    const struct fake_quant f = {self, scale, zeroPoint, quantMin, quantMax, out, mask};
    struct operands o = operands_of(list, &f, promoted);
    const struct l0_tensor marks = list->tensors[mask];
    if (fakeQuantEnabled < 1) {
        list_write(list, o.self, out);
        l0_view_copy(list, list_fill(list, ACL_BOOL, 1, marks.dims, marks.rank), mask);
        return;
    }
    int64_t first = o.elements.rank > 0 ? o.elements.dims[0] : 1;
    int one = l0_reshape(list, o.scale, (const int64_t[]){1}, 1);
    int point = l0_reshape(list, o.points, (const int64_t[]){1}, 1);
    int scales = l0_append_broadcast_to(list, one, &first, 1);
    int points = l0_append_broadcast_to(list, point, &first, 1);
    new_results(list, &o.elements, results);
    launch(list, o.self, scales, points, results);
    o.scale = one;
    o.points = point;
    compute(list, &f, &o, 0, results);
    write(list, &f, results, results);
}
