/* SPDX-License-Identifier: Apache-2.0 */
/* UpsampleLinear1d, UpsampleBilinear2d, UpsampleTrilinear3d, UpsampleBicubic2d and their gradients;
 * UpsampleBilinear2dAA and UpsampleBicubic2dAA, which average over all elements that one of the
 * result covers: lists of L0 operators. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/resize.h"
#include "ops/common/list.h"
#include "ops/resize/resample.h"
#include "ops/resize/resize.h"
#include "ops/resize/resize_tiling.h"
#include "tensor/convert.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static int32_t first_of(aclFormat format)
{
    return format == ACL_FORMAT_NHWC || format == ACL_FORMAT_NDHWC ? 1 : 2;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A call. Its list has CANN's operators for the size, and one step that does the work. */
struct interpolation {
    enum resample_rule rule;
    int32_t first; /* the first spatial dimension of the tensors */
    int32_t count;
    bool is_gradient;
    bool corners;
    double factors[RESAMPLE_MAX_DIMS]; /* 0: none is given */
};

/* The tensors of a call: `from` is dense, and `to` is the caller's. */
struct resizing {
    struct interpolation interpolation;
    double given[RESAMPLE_MAX_DIMS]; /* the factors as the caller gave them */
    int from;
    int to;
    struct l0_tensor source;
    struct l0_tensor result;
    const int64_t *small; /* spatial sizes of the image */
    const int64_t *large; /* and of the result */
};

static bool is_area(enum resample_rule rule)
{
    return rule == RESAMPLE_LINEAR_AREA || rule == RESAMPLE_CUBIC_AREA;
}

/* How many elements of one size correspond to an element of the other. */
static double step_of(const struct interpolation *i, int32_t at, int64_t places, int64_t size)
{
    if (i->corners)
        return size > 1 ? (double)(places - 1) / (double)(size - 1) : 0;
    if (places == size && !is_area(i->rule))
        return 1;
    return i->factors[at] > 0 ? 1 / i->factors[at] : (double)places / (double)size;
}

static void forget_factors(struct resizing *r)
{
    for (int32_t i = 0; i < r->interpolation.count; i++)
        r->interpolation.factors[i] = 0;
}

static bool start(struct l0_list *list, const struct interpolation *given, int from, int to,
                  struct resizing *r)
{
    if (from == L0_NONE || to == L0_NONE)
        return false;
    *r = (struct resizing){.interpolation = *given, .to = to};
    r->interpolation.first = first_of(list->tensors[from].given->format);
    for (int32_t i = 0; i < given->count; i++) {
        r->given[i] = given->factors[i];
        r->interpolation.factors[i] = given->factors[i] > 0 ? given->factors[i] : 0;
    }
    r->from = l0_contiguous(list, from);
    if (r->from == L0_NONE)
        return false;
    r->source = list->tensors[r->from];
    r->result = list->tensors[to];
    r->small = (given->is_gradient ? r->result.dims : r->source.dims) + r->interpolation.first;
    r->large = (given->is_gradient ? r->source.dims : r->result.dims) + r->interpolation.first;
    return true;
}

static bool same_sizes(const struct resizing *r)
{
    return memcmp(r->small, r->large, (size_t)r->interpolation.count * sizeof *r->small) == 0;
}

/* Two factors of 1, when the sizes differ, count as not given. */
static bool are_ones(const struct resizing *r)
{
    for (int32_t i = 0; i < r->interpolation.count; i++)
        if (!(fabs(r->interpolation.factors[i] - 1) < 1e-9))
            return false;
    return true;
}

static bool all_are_given(const struct resizing *r)
{
    for (int32_t i = 0; i < r->interpolation.count; i++)
        if (!(r->interpolation.factors[i] > 0))
            return false;
    return true;
}

/* Appends the work, with the factors that the operators use. */
static void add_work(struct l0_list *list, const struct l0_row *row, const struct resizing *r)
{
    const struct interpolation *interpolation = &r->interpolation;
    struct resample *resample = l0_take(list, sizeof *resample);
    if (resample == NULL)
        return;
    *resample = (struct resample){.first = interpolation->first, .count = interpolation->count};
    for (int32_t i = 0; i < interpolation->count; i++)
        resample->dims[i] = (struct resample_dim){
            .rule = interpolation->rule,
            .is_gradient = interpolation->is_gradient,
            .corners = interpolation->corners,
            .step = step_of(interpolation, i, r->small[i], r->large[i])};
    int resized = l0_new_shaped(list, "resized", r->source.type, r->result.dims, r->result.rank);
    resize_list_resample_step(list, row, r->from, resized, resample);
    int converted = l0_convert(list, resized, r->result.type);
    if (converted != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &converted, 1, &r->to, 1, NULL);
}

/* Stores the operators' result. */
static void finish(struct l0_list *list, const struct l0_row *row, const struct resizing *r,
                   int made)
{
    if (made == L0_NONE)
        return;
    l0_launch_view_copy(list, made, r->to);
    add_work(list, row, r);
}

static int wide(struct l0_list *list, int tensor)
{
    bool is_half = tensor != L0_NONE && type_is_half(list->tensors[tensor].type);
    return is_half ? l0_launch_cast(list, tensor, ACL_FLOAT) : tensor;
}

static int new_result(struct l0_list *list, aclDataType type, const struct resizing *r)
{
    return l0_new_shaped(list, "resized", type, r->result.dims, r->result.rank);
}

/* Appends a kernel that reads one tensor and writes a new one, of the same type. */
static int launch_new(struct l0_list *list, const struct l0_row *row, const struct resizing *r,
                      int from)
{
    if (from == L0_NONE)
        return L0_NONE;
    int made = new_result(list, list->tensors[from].type, r);
    l0_launch_row(list, row, &from, 1, 0, &made, 1, NULL);
    return made;
}

/* Adds the workspace of the kernel that was appended last on Ascend910B. The kernel's factors are
 * the reciprocals of the caller's. */
static void ask(struct l0_list *list, const struct resizing *r, int from, int to,
                resize_tiling *tiling)
{
    if (list->architecture != ARCHITECTURE_2201 || from == L0_NONE || to == L0_NONE)
        return;
    struct resize_kernel k = resize_kernel(list, from, to, r->interpolation.count);
    k.corners = r->interpolation.corners;
    for (int32_t i = 0; i < r->interpolation.count; i++) {
        double factor = r->interpolation.factors[i];
        k.factors[RESIZE_MAX_DIMS - r->interpolation.count + i] = factor > 0 ? (float)(1 / factor)
                                                                             : 0;
    }
    l0_kernel_workspace(list, tiling(list->soc, &k));
}

/* Appends a kernel with casts to float32 and back around it. */
static int launch_wide(struct l0_list *list, const struct l0_row *row, const struct resizing *r,
                       resize_tiling *tiling)
{
    int numbers = list->architecture == ARCHITECTURE_3510 ? r->from : wide(list, r->from);
    int made = launch_new(list, row, r, numbers);
    ask(list, r, numbers, made, tiling);
    return l0_launch_cast(list, made, r->source.type);
}

/* Adds the sizes of outputSize as a tensor for the device's CPU or AI cores. */
static void launch_size(struct l0_list *list, int64_t count)
{
    l0_launch_cast(list, l0_host_tensor(list, "size", ACL_INT64, count), ACL_INT32);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static bool is_linear_kernel(const struct l0_list *list, const struct resizing *r)
{
    const struct interpolation *i = &r->interpolation;
    float step = (float)step_of(i, 0, r->small[0], r->large[0]);
    return list->architecture == ARCHITECTURE_2201 && step <= 50 && step >= 0.00125f;
}

void resize_list_upsample_linear1d(struct l0_list *list, int self, bool corners, double scale,
                                   int out)
{
    const int64_t large_bytes = ((int64_t)500 << 20) - 192 * 1024 * 20;
    struct interpolation given = {RESAMPLE_LINEAR, 0, 1, false, corners != 0, {scale}};
    struct resizing r;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    if (self == L0_NONE || out == L0_NONE)
        return;
    if (!is_950 && list->tensors[self].dims[2] == list->tensors[out].dims[2]) {
        l0_view_copy(list, self, out); /* without a copy before */
        return;
    }
    if (!start(list, &given, self, out, &r))
        return;
    const struct l0_row *row = is_950                       ? &l0_ResizeLinear
                               : is_linear_kernel(list, &r) ? &l0_UpsampleLinear1d
                                                            : &l0_ResizeD;
    int numbers = r.from;
    if (row == &l0_ResizeD && r.source.type == ACL_BF16)
        numbers = wide(list, numbers);
    if (row == &l0_UpsampleLinear1d) {
        int64_t places = r.source.dims[0] * r.source.dims[1] * (r.small[0] + r.large[0]);
        if (places * 4 > large_bytes)
            numbers = wide(list, numbers);
        launch_size(list, 1);
    }
    int made = launch_new(list, row, &r, numbers);
    if (row == &l0_UpsampleLinear1d)
        ask(list, &r, numbers, made, resize_tiling_upsample_linear1d);
    finish(list, row, &r, l0_launch_cast(list, made, r.source.type));
}

/* Whether floor(size * factor) gives the requested size. Only factors other than 0 are tested. */
static bool leads(const struct resizing *r)
{
    bool is_given = false;
    bool leads = true;
    for (int32_t i = 0; i < r->interpolation.count; i++) {
        double factor = r->given[i];
        is_given |= fabs(factor) > 1e-9;
        leads &= (double)r->large[i] == floor((double)r->small[i] * factor);
    }
    return !is_given || leads;
}

/* The gradient by ResizeBilinearV2, which adds float32 in blocks of channels and knows sizes
 * only. */
static int launch_bilinear_blocks(struct l0_list *list, struct resizing *r, bool cast_first)
{
    aclDataType type = r->source.type;
    int32_t first = r->interpolation.first;
    int seen = cast_first ? wide(list, r->from) : r->from;
    int blocks = resize_in_blocks(list, seen, first);
    if (!cast_first)
        blocks = wide(list, blocks);
    /* The image's shape comes from a tensor that nobody writes. */
    int image = resize_in_blocks(list, new_result(list, ACL_FLOAT, r), first);
    int sums = resize_blocks(list, ACL_FLOAT, &r->result, first);
    const int inputs[] = {blocks, image};
    if (blocks == L0_NONE || image == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_ResizeBilinearV2Grad, inputs, 2, 0, &sums, 1, NULL);
    forget_factors(r);
    if (!cast_first)
        sums = l0_launch_cast(list, sums, type);
    int made = resize_from_blocks(list, sums, r->result.dims, r->result.rank);
    return l0_launch_cast(list, made, type);
}

void resize_list_upsample_linear1d_backward(struct l0_list *list, int gradOut, bool corners,
                                            double scales, int out)
{
    const int64_t many = 1000000; /* another kernel takes images of more elements */
    struct interpolation given = {RESAMPLE_LINEAR, 0, 1, true, corners != 0, {scales}};
    struct resizing r;
    if (!start(list, &given, gradOut, out, &r))
        return;
    if (list->architecture == ARCHITECTURE_3510) {
        int made = same_sizes(&r) ? r.from : launch_new(list, &l0_ResizeLinearGrad, &r, r.from);
        finish(list, &l0_ResizeLinearGrad, &r, made);
        return;
    }
    resize_copy(list, out);
    bool has_kernel = list->architecture == ARCHITECTURE_2201;
    int made = r.from;
    if (r.large[0] >= many || (!same_sizes(&r) && (!has_kernel || !leads(&r)))) {
        made = launch_bilinear_blocks(list, &r, true);
    } else if (has_kernel) {
        int numbers = wide(list, r.from);
        made = launch_new(list, &l0_UpsampleBilinear2dGrad, &r, numbers);
        ask(list, &r, numbers, made, resize_tiling_upsample_bilinear2d_grad);
        made = l0_launch_cast(list, made, r.source.type);
    }
    finish(list, has_kernel ? &l0_UpsampleBilinear2dGrad : &l0_ResizeBilinearV2Grad, &r, made);
}

/* ---- Planes, linear -------------------------------------------------------------------------- */

/* Whether UpsampleBilinear2d of Ascend910B is used. It looks at the last two dimensions, whatever
 * the format, and at factors that lead to the requested size. */
static bool is_bilinear_kernel(const struct l0_list *list, const struct resizing *r)
{
    const double *factors = r->interpolation.factors;
    bool is_bfloat16 = r->source.type == ACL_BF16;
    const int64_t *from = r->source.dims + 2;
    const int64_t *to = r->result.dims + 2;
    bool changes = from[0] != to[0] || from[1] != to[1];
    if (list->architecture != ARCHITECTURE_2201 || r->source.type == ACL_DOUBLE)
        return false;
    if (!is_bfloat16 && fabs(factors[0] - 2) < 1e-9 && fabs(factors[1] - 2) < 1e-9)
        return false;
    if (fabs(factors[0]) < 1e-12 || fabs(factors[1]) < 1e-12 ||
        (are_ones(r) && changes && !is_bfloat16))
        return false;
    for (int i = 0; i < 2; i++) {
        double product = (double)from[i] * factors[i];
        struct interpolation seen = r->interpolation;
        if (are_ones(r) && changes)
            seen.factors[i] = 0;
        if (!(product < 0x1p62) || (int64_t)product != to[i] ||
            (float)step_of(&seen, i, from[i], to[i]) > 50)
            return false;
    }
    return true;
}

static int launch_bilinear_kernel(struct l0_list *list, struct resizing *r, int target)
{
    static const int64_t order[] = {0, 1, 3, 2};
    const int64_t *from = r->source.dims + 2;
    const int64_t *to = r->result.dims + 2;
    bool turns = from[1] == 1 && from[0] != 1;
    launch_size(list, 2);
    if (from[0] == to[0] && from[1] == to[1])
        return r->from;
    int seen = turns ? list_launch_transpose(list, r->from, order) : r->from;
    int held = turns ? list_launch_transpose(list, target, order) : target;
    seen = wide(list, seen);
    held = wide(list, held);
    if (seen == L0_NONE || held == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_UpsampleBilinear2d, &seen, 1, 0, &held, 1, NULL);
    struct resizing kernel = *r;
    if (turns) {
        kernel.interpolation.factors[0] = r->interpolation.factors[1];
        kernel.interpolation.factors[1] = r->interpolation.factors[0];
    }
    ask(list, &kernel, seen, held, resize_tiling_upsample_bilinear2d);
    held = l0_launch_cast(list, held, r->source.type);
    return turns ? list_launch_transpose(list, held, order) : held;
}

static int launch_bilinear_by_sizes(struct l0_list *list, struct resizing *r, int target)
{
    const struct l0_row *row = &l0_ResizeBilinearV2;
    aclDataType type = r->source.type;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    if (type == ACL_DOUBLE) {
        /* The device's CPU gives float32 for every type. */
        int made = new_result(list, ACL_FLOAT, r);
        l0_launch(list, row->name, L0_AI_CPU, (int[]){r->from, L0_NONE}, (int[]){made, L0_NONE});
        forget_factors(r);
        return l0_launch_cast(list, made, type);
    }
    launch_size(list, 2);
    if (is_950) {
        l0_launch_row(list, row, &r->from, 1, 0, &target, 1, NULL);
        return target;
    }
    bool is_wide = type == ACL_BF16;
    int seen = is_wide ? wide(list, r->from) : r->from;
    int held = is_wide ? wide(list, target) : target;
    seen = resize_in_blocks(list, seen, r->interpolation.first);
    held = resize_in_blocks(list, held, r->interpolation.first);
    if (seen == L0_NONE || held == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, row, &seen, 1, 0, &held, 1, NULL);
    forget_factors(r);
    return l0_launch_cast(list, resize_from_blocks(list, held, r->result.dims, r->result.rank),
                          type);
}

void resize_list_upsample_bilinear2d(struct l0_list *list, int self, bool corners, double scalesH,
                                     double scalesW, int out)
{
    struct interpolation given = {RESAMPLE_LINEAR, 0, 2, false, corners != 0, {scalesH, scalesW}};
    struct resizing r;
    if (!start(list, &given, self, out, &r))
        return;
    int steps = list->step_count;
    int target = l0_contiguous(list, out);
    list->step_count = steps;
    if (target == L0_NONE)
        return;
    bool has_kernel = is_bilinear_kernel(list, &r);
    if (are_ones(&r) && !same_sizes(&r))
        forget_factors(&r);
    int made = has_kernel ? launch_bilinear_kernel(list, &r, target)
                          : launch_bilinear_by_sizes(list, &r, target);
    finish(list, has_kernel ? &l0_UpsampleBilinear2d : &l0_ResizeBilinearV2, &r, made);
}

void resize_list_upsample_bilinear2d_backward(struct l0_list *list, int gradOut, bool corners,
                                              double scalesH, double scalesW, int out)
{
    struct interpolation given = {RESAMPLE_LINEAR, 0, 2, true, corners != 0, {scalesH, scalesW}};
    struct resizing r;
    if (!start(list, &given, gradOut, out, &r))
        return;
    if (are_ones(&r) && !same_sizes(&r))
        forget_factors(&r);
    int made = r.from;
    if (!same_sizes(&r))
        made = list->architecture == ARCHITECTURE_3510
                   ? launch_new(list, &l0_ResizeBilinearV2Grad, &r, r.from)
                   : launch_bilinear_blocks(list, &r, false);
    finish(list, &l0_ResizeBilinearV2Grad, &r, made);
}

/* Whether the step is below a hundredth, the smallest that the kernel takes. It looks at the last
 * two dimensions in every format. */
static bool is_small_step(const struct resizing *r)
{
    for (int i = 0; i < 2; i++) {
        double factor = r->interpolation.factors[i];
        double step = factor > 0 ? 1 / factor
                                 : (double)r->result.dims[2 + i] / (double)r->source.dims[2 + i];
        if (step < 0.01)
            return true;
    }
    return false;
}

void resize_list_upsample_bilinear2d_backward_v2(struct l0_list *list, int gradOut, bool corners,
                                                 double scalesH, double scalesW, int out)
{
    struct interpolation given = {RESAMPLE_LINEAR, 0, 2, true, corners != 0, {scalesH, scalesW}};
    struct resizing r;
    if (!start(list, &given, gradOut, out, &r))
        return;
    bool has_kernel = list->architecture == ARCHITECTURE_2201;
    bool is_last = r.interpolation.first == 1;
    resize_copy(list, out);
    if (list->architecture == ARCHITECTURE_3510) {
        if (are_ones(&r) && !same_sizes(&r))
            forget_factors(&r);
        finish(list, &l0_ResizeBilinearV2Grad, &r,
               launch_new(list, &l0_ResizeBilinearV2Grad, &r, r.from));
        return;
    }
    if (!same_sizes(&r) && (!has_kernel || !leads(&r) || is_small_step(&r))) {
        int made = launch_bilinear_blocks(list, &r, false);
        finish(list, &l0_ResizeBilinearV2Grad, &r, made);
        return;
    }
    if (!has_kernel) {
        add_work(list, &l0_ResizeBilinearV2Grad, &r); /* the vendor's library copies nothing here */
        return;
    }
    int seen = wide(list, is_last ? resize_channels_first(list, r.from, 1) : r.from);
    int made = resize_like(list, ACL_FLOAT, &r.result, is_last);
    if (seen == L0_NONE || made == L0_NONE)
        return;
    l0_launch_row(list, &l0_UpsampleBilinear2dGrad, &seen, 1, 0, &made, 1, NULL);
    ask(list, &r, seen, made, resize_tiling_upsample_bilinear2d_grad);
    made = is_last ? resize_channels_last(list, made, 2) : made;
    finish(list, &l0_UpsampleBilinear2dGrad, &r, l0_launch_cast(list, made, r.source.type));
}

/* ---- Planes, cubic --------------------------------------------------------------------------- */

static void cubic_steps(const struct resizing *r, float steps[2])
{
    for (int i = 0; i < 2; i++) {
        int64_t small = r->interpolation.is_gradient ? r->result.dims[2 + i]
                                                     : r->source.dims[2 + i];
        int64_t large = r->interpolation.is_gradient ? r->source.dims[2 + i]
                                                     : r->result.dims[2 + i];
        double factor = r->interpolation.factors[i];
        if (r->interpolation.corners)
            steps[i] = large > 1 ? (float)((double)(small - 1) / (double)(large - 1)) : 0;
        else
            steps[i] = (float)(factor > 0 ? 1 / factor : (double)small / (double)large);
    }
}

/* ResizeD and its gradient have batches and channels behind the spatial dims. */
static int launch_turned(struct l0_list *list, const struct l0_row *row, const struct resizing *r,
                         bool cast_first, bool is_wide)
{
    static const int64_t order[] = {2, 3, 0, 1};
    int steps = list->step_count;
    int tensors[2] = {r->from, r->to};
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            tensors[i] = l0_contiguous(list, tensors[i]);
        list->step_count = steps;
        if (is_wide && cast_first)
            tensors[i] = wide(list, tensors[i]);
        tensors[i] = tensors[i] == L0_NONE ? L0_NONE
                                           : list_launch_transpose(list, tensors[i], order);
        if (is_wide && !cast_first)
            tensors[i] = wide(list, tensors[i]);
        if (tensors[i] == L0_NONE)
            return L0_NONE;
    }
    int made = tensors[1];
    if (r->interpolation.is_gradient)
        made = l0_new_shaped(list, "resized", list->tensors[made].type, list->tensors[made].dims,
                             r->result.rank);
    l0_launch_row(list, row, &tensors[0], 1, 0, &made, 1, NULL);
    made = l0_launch_cast(list, made, r->source.type);
    return made == L0_NONE ? L0_NONE : list_launch_transpose(list, made, order);
}

void resize_list_upsample_bicubic2d(struct l0_list *list, int self, bool corners, double scalesH,
                                    double scalesW, int out)
{
    struct interpolation given = {RESAMPLE_CUBIC, 0, 2, false, corners != 0, {scalesH, scalesW}};
    struct resizing r;
    float steps[2];
    if (!start(list, &given, self, out, &r))
        return;
    cubic_steps(&r, steps);
    if (list->architecture == ARCHITECTURE_3510) {
        resize_copy(list, out);
        finish(list, &l0_ResizeBicubicV2, &r, launch_new(list, &l0_ResizeBicubicV2, &r, r.from));
        return;
    }
    bool fits = steps[0] <= 40 && steps[1] <= 40 && !(steps[0] > 30 && steps[1] > 30);
    if (list->architecture == ARCHITECTURE_2201 && fits)
        finish(list, &l0_UpsampleBicubic2d, &r,
               launch_wide(list, &l0_UpsampleBicubic2d, &r, resize_tiling_upsample_bicubic2d));
    else
        finish(list, &l0_ResizeD, &r,
               launch_turned(list, &l0_ResizeD, &r, false, r.source.type == ACL_BF16));
}

/* Whether Ascend910B has a kernel for the gradient. */
static bool is_cubic_gradient_kernel(const struct resizing *r, const float steps[2])
{
    const float most_step = 50;
    const float least_step = 1 / most_step;
    double rows = (double)r->result.dims[0] * (double)r->result.dims[1] * (double)r->small[0];
    double width = (double)r->small[1];
    if (steps[1] < most_step && steps[1] >= least_step && steps[0] < most_step &&
        steps[0] >= least_step)
        return true;
    if (width > 130000 || steps[0] >= most_step || (steps[1] >= most_step && rows > width / 2))
        return false;
    return !(steps[0] < least_step && steps[1] < least_step && rows > width * 10000);
}

void resize_list_upsample_bicubic2d_backward(struct l0_list *list, int gradOut, bool corners,
                                             double scalesH, double scalesW, int gradInput)
{
    struct interpolation given = {RESAMPLE_CUBIC, 0, 2, true, corners != 0, {scalesH, scalesW}};
    struct resizing r;
    float steps[2];
    if (!start(list, &given, gradOut, gradInput, &r))
        return;
    cubic_steps(&r, steps);
    if (list->architecture == ARCHITECTURE_3510) {
        resize_copy(list, gradInput);
        finish(list, &l0_ResizeBicubicV2Grad, &r,
               launch_new(list, &l0_ResizeBicubicV2Grad, &r, r.from));
        return;
    }
    if (list->architecture == ARCHITECTURE_1001 || !is_cubic_gradient_kernel(&r, steps)) {
        bool is_wide = r.source.type == ACL_BF16 ||
                       (r.source.type == ACL_FLOAT16 &&
                        (list->architecture == ARCHITECTURE_1001 || list->deterministic));
        finish(list, &l0_ResizeGradD, &r, launch_turned(list, &l0_ResizeGradD, &r, true, is_wide));
        return;
    }
    int made = r.from;
    if (!same_sizes(&r)) {
        int before = list->step_count;
        int target = l0_contiguous(list, gradInput);
        list->step_count = before;
        int numbers = wide(list, r.from);
        wide(list, target);
        made = launch_new(list, &l0_UpsampleBicubic2dGrad, &r, numbers);
        if (made == L0_NONE)
            return;
        struct resize_kernel k = resize_kernel(list, numbers, made, 2);
        k.factors[RESIZE_HEIGHT] = steps[0];
        k.factors[RESIZE_WIDTH] = steps[1];
        l0_kernel_workspace(list, resize_tiling_upsample_bicubic2d_grad(list->soc, &k));
        made = l0_launch_cast(list, made, r.source.type);
    }
    finish(list, &l0_UpsampleBicubic2dGrad, &r, made);
}

/* ---- Volumes --------------------------------------------------------------------------------- */

static bool is_volume_kernel(const struct l0_list *list, const struct resizing *r)
{
    bool is_core_type = r->source.type == ACL_FLOAT || type_is_half(r->source.type);
    bool has_kernel = list->architecture == ARCHITECTURE_2201 ||
                      (list->architecture == ARCHITECTURE_3510 && !r->interpolation.is_gradient);
    for (int32_t i = 0; has_kernel && i < RESAMPLE_MAX_DIMS; i++) {
        struct interpolation seen = r->interpolation;
        seen.corners &= !seen.is_gradient;
        float step = (float)step_of(&seen, i, r->small[i], r->large[i]);
        if (seen.is_gradient && seen.factors[i] > 0)
            step = (float)(1 / seen.factors[i]);
        has_kernel = seen.is_gradient ? step >= 0.02f : step <= 50;
    }
    return has_kernel && is_core_type;
}

/* Whether the rows of the images, and a plane of the results, are as many as the public tiling of
 * 910B takes; else the list fails. */
static bool are_rows_taken(struct l0_list *list, int seen, int made)
{
    const int64_t *from = list->tensors[seen].dims;
    const int64_t *to = list->tensors[made].dims;
    int64_t rows = from[0];
    int64_t plane = 0;
    for (int i = 1; i < 4; i++)
        if (__builtin_mul_overflow(rows, from[i], &rows))
            rows = INT64_MAX;
    if (__builtin_mul_overflow(to[3], to[4], &plane))
        plane = INT64_MAX;
    if (rows <= INT32_MAX && plane <= INT32_MAX)
        return true;
    if (list->status == ACLNN_SUCCESS)
        list->status = report(ACLNN_ERR_INNER_NULLPTR,
                              "self has %" PRId64 " rows and a plane of out %" PRId64
                              " places; at most 2147483647 of each are supported",
                              rows, plane);
    return false;
}

static void list_trilinear(struct l0_list *list, const struct l0_row *row, struct resizing *r,
                           const char *name, resize_tiling *tiling)
{
    bool is_last = r->interpolation.first == 1;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = r->source.type;
    if (!all_are_given(r))
        forget_factors(r);
    bool has_kernel = is_volume_kernel(list, r);
    int seen = is_last ? resize_channels_first(list, r->from, 1) : r->from;
    bool is_wide = has_kernel ? !is_950 : type == ACL_BF16;
    seen = is_wide ? wide(list, seen) : seen;
    if (seen == L0_NONE)
        return;
    int made = resize_like(list, list->tensors[seen].type, &r->result, is_last);
    if (has_kernel && !is_950 && !r->interpolation.is_gradient && !are_rows_taken(list, seen, made))
        return;
    if (has_kernel) {
        l0_launch_row(list, row, &seen, 1, 0, &made, 1, NULL);
        ask(list, r, seen, made, tiling);
    } else {
        l0_launch(list, name, L0_AI_CPU, (int[]){seen, L0_NONE}, (int[]){made, L0_NONE});
    }
    made = l0_launch_cast(list, made, type);
    finish(list, row, r, is_last ? resize_channels_last(list, made, 2) : made);
}

void resize_list_upsample_trilinear3d(struct l0_list *list, int self, bool corners, double scalesD,
                                      double scalesH, double scalesW, int out)
{
    struct interpolation given = {
        RESAMPLE_LINEAR, 0, 3, false, corners != 0, {scalesD, scalesH, scalesW}};
    struct resizing r;
    if (start(list, &given, self, out, &r))
        list_trilinear(list, &l0_ResizeUpsampleTrilinear, &r, "UpsampleTrilinear3d",
                       resize_tiling_upsample_trilinear3d);
}

void resize_list_upsample_trilinear3d_backward(struct l0_list *list, int gradOut, bool corners,
                                               double scalesD, double scalesH, double scalesW,
                                               int gradInput)
{
    struct interpolation given = {
        RESAMPLE_LINEAR, 0, 3, true, corners != 0, {scalesD, scalesH, scalesW}};
    struct resizing r;
    if (start(list, &given, gradOut, gradInput, &r))
        list_trilinear(list, &l0_UpsampleTrilinear3dBackward, &r, "UpsampleTrilinear3dGrad",
                       resize_tiling_upsample_trilinear3d_backward);
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static void list_area(struct l0_list *list, const struct l0_row *row, enum resample_rule rule,
                      bool is_gradient, const double factors[2], int64_t corners, int from, int to,
                      resize_tiling *tiling)
{
    struct interpolation given = {rule, 0, 2, is_gradient, corners != 0, {factors[0], factors[1]}};
    struct resizing r;
    if (!start(list, &given, from, to, &r))
        return;
    if (rule == RESAMPLE_LINEAR_AREA && list->architecture != ARCHITECTURE_3510 && same_sizes(&r)) {
        l0_launch_view_copy(list, r.from, to);
        l0_step(list, L0_STEP_STORE, NULL, &r.from, 1, &to, 1, NULL);
        return;
    }
    if (rule == RESAMPLE_CUBIC_AREA && is_gradient) {
        resize_copy(list, to);
        int made = launch_new(list, row, &r, r.from);
        ask(list, &r, r.from, made, tiling);
        finish(list, row, &r, made);
        return;
    }
    finish(list, row, &r, launch_wide(list, row, &r, tiling));
}

void resize_list_upsample_bilinear2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                          bool corners, double scalesH, double scalesW,
                                          int is_gradient, int to)
{
    list_area(list, row, RESAMPLE_LINEAR_AREA, is_gradient != 0, (double[]){scalesH, scalesW},
              corners, from, to,
              is_gradient ? resize_tiling_upsample_bilinear2d_area_backward
                          : resize_tiling_upsample_bilinear2d_area);
}

void resize_list_upsample_bicubic2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                         bool corners, double scalesH, double scalesW,
                                         int is_gradient, int to)
{
    list_area(list, row, RESAMPLE_CUBIC_AREA, is_gradient != 0, (double[]){scalesH, scalesW},
              corners, from, to,
              is_gradient ? resize_tiling_upsample_bicubic2d_area_grad
                          : resize_tiling_upsample_bicubic2d_area);
}
