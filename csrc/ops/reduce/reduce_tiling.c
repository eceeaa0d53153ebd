/* SPDX-License-Identifier: Apache-2.0 */
/* Folds: tilings. */
#include "ops/reduce/reduce_tiling.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/reduce.h"
#include "tensor/lists.h"
#include "workspace/arithmetic.h"
#include "workspace/l0_operators.h"
#include "workspace/view.h"

/* Bytes of the unified buffer for partial results of a pairwise fold. */
#define PARTIAL_BYTES 16384
/* The fewest bytes for results; before a fold, kept steps take no more. */
#define LEAST_RESULT 512
#define LINE 256         /* bytes of a cache line */
#define BLOCK 32         /* alignment of pieces in the unified buffer */
#define REGISTER 256     /* bytes of a vector register */
#define BUSY 0.95        /* a larger share of busy cores than this counts as all */
#define WELFORD_GROUPS 8 /* how many groups of a variance are joined at once */
#define MOST_AXES 9
#define MOST_DIMS 8
#define MOST_STRIDED_DIMS 4

/* ---- Kernels --------------------------------------------------------------------------------- */

/* What a kernel computes from an element. The buffers that it needs follow from this. */
struct kernel {
    const char *name;
    uint64_t types;
    uint8_t largest;  /* bytes of the widest intermediate value */
    uint8_t smallest; /* bytes of the narrowest */
    uint8_t before;   /* number of conversions before the fold; when they go through several values,
                       * as many as exist at the same time */
    uint8_t after;    /* operations after the fold */
    uint8_t inputs;
};

#define WIDE L0_TYPE(ACL_INT64)
#define WORD (L0_TYPE(ACL_FLOAT) | L0_TYPE(ACL_INT32))
#define F32 L0_TYPE(ACL_FLOAT)
#define F16 L0_TYPE(ACL_FLOAT16)
#define BF16 L0_TYPE(ACL_BF16)
#define TRUTH L0_TYPE(ACL_BOOL)
#define BYTES (L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8) | L0_TYPE(ACL_BOOL))

static const struct kernel kernels[] = {
    {"ReduceSum", WIDE, 8, 8, 0, 0, 1},
    {"ReduceSum", WORD, 4, 4, 0, 0, 1},
    {"ReduceSum", F16 | BF16, 4, 2, 1, 1, 1},
    {"ReduceSum", TRUTH, 8, 1, 3, 0, 1}, /* to int64 by way of float16 and float32 */
    {"ReduceNansum", F32, 4, 4, 0, 0, 1},
    {"ReduceNansum", F16 | BF16, 4, 2, 1, 1, 1},
    {"ReduceMean", F32, 4, 4, 0, 1, 1},
    {"ReduceMean", F16 | BF16, 4, 2, 1, 2, 1},
    {"ReduceLogSum", F32, 4, 4, 0, 1, 1},
    {"ReduceLogSum", F16 | BF16, 4, 2, 1, 2, 1},
    {"ReduceLogSumExp", F32, 4, 4, 1, 1, 1}, /* exp before, log behind */
    {"ReduceLogSumExp", F16 | BF16, 4, 2, 2, 2, 1},
    {"ReduceProd", WIDE, 8, 8, 0, 0, 1},
    {"ReduceProd", WORD, 4, 4, 0, 0, 1},
    {"ReduceProd", F16 | BF16, 4, 2, 1, 1, 1},
    {"ReduceProd", BYTES, 2, 1, 1, 1, 1},
    {"ReduceMax", WIDE, 8, 8, 0, 0, 1},
    {"ReduceMax", WORD, 4, 4, 0, 0, 1},
    {"ReduceMax", F16, 2, 2, 0, 0, 1},
    {"ReduceMax", BF16, 4, 2, 1, 1, 1},
    {"ReduceMax", BYTES, 1, 1, 0, 0, 1},
    {"ReduceMin", WIDE, 8, 8, 0, 0, 1},
    {"ReduceMin", WORD, 4, 4, 0, 0, 1},
    {"ReduceMin", F16, 2, 2, 0, 0, 1},
    {"ReduceMin", BF16, 4, 2, 1, 1, 1},
    {"ReduceMin", BYTES, 1, 1, 0, 0, 1},
    {"ReduceAny", F32, 4, 1, 1, 1, 1},
    {"ReduceAny", TRUTH, 2, 1, 1, 1, 1},
    {"ReduceAll", F32, 4, 1, 1, 1, 1},
    {"ReduceAll", F16 | BF16 | TRUTH, 2, 1, 1, 1, 1},
    {"ReduceVar", F32, 4, 4, 0, 0, 1},
    {"ReduceVar", F16 | BF16, 4, 2, 1, 1, 1},
    {"ReduceStdV2", F32, 4, 4, 0, 0, 1},
    {"ReduceStdV2", F16 | BF16, 4, 2, 1, 1, 1},
    {"PReluGradReduce", WORD, 4, 4, 0, 0, 1},
    {"PReluGradReduce", F16 | BF16, 4, 2, 1, 1, 1},
    /* Losses with a reduction, under the vendor's names for what they compute. */
    {"MseLossSumDag", F32, 4, 4, 2, 0, 2},
    {"MseLossSumDag", F16 | BF16, 4, 2, 4, 1, 2},
    {"MseLossMeanDag", F32, 4, 4, 2, 1, 2},
    {"MseLossMeanDag", F16 | BF16, 4, 2, 4, 2, 2},
    {"LpLossSumDag", F32, 4, 4, 2, 0, 2},
    {"LpLossSumDag", F16 | BF16, 4, 2, 4, 1, 2},
    {"LpLossMeanDag", F32, 4, 4, 2, 1, 2},
    {"LpLossMeanDag", F16 | BF16, 4, 2, 4, 2, 2},
    {"SmoothL1LossV2SumDag", F32, 4, 1, 6, 0, 2},
    {"SmoothL1LossV2SumDag", F16 | BF16, 4, 1, 6, 1, 2},
    {"SmoothL1LossV2MeanDag", F32, 4, 1, 6, 1, 2},
    {"SmoothL1LossV2MeanDag", F16 | BF16, 4, 1, 6, 2, 2},
    {"SoftMarginLossSumDag", F32, 4, 4, 4, 0, 2},
    {"SoftMarginLossSumDag", F16 | BF16, 4, 2, 4, 1, 2},
    {"SoftMarginLossMeanDag", F32, 4, 4, 4, 1, 2},
    {"SoftMarginLossMeanDag", F16 | BF16, 4, 2, 4, 2, 2},
    {"KLDivDagSumLogFalse", F32, 4, 1, 3, 0, 2},
    {"KLDivDagSumLogFalse", F16 | BF16, 4, 1, 5, 1, 2},
    {"KLDivDagMeanLogFalse", F32, 4, 1, 3, 1, 2},
    {"KLDivDagMeanLogFalse", F16 | BF16, 4, 1, 5, 2, 2},
    {"KLDivDagSumLogTrue", F32, 4, 4, 3, 0, 2},
    {"KLDivDagSumLogTrue", F16 | BF16, 4, 2, 5, 1, 2},
    {"KLDivDagMeanLogTrue", F32, 4, 4, 3, 1, 2},
    {"KLDivDagMeanLogTrue", F16 | BF16, 4, 2, 5, 2, 2},
    {"BCESumDag", F32, 4, 4, 1, 0, 2},
    {"BCESumDag", F16 | BF16, 4, 2, 3, 1, 2},
    {"BCEMeanDag", F32, 4, 4, 2, 0, 2},
    {"BCEMeanDag", F16 | BF16, 4, 2, 4, 1, 2},
    {"BCEHasWeightSumDag", F32, 4, 4, 2, 0, 3},
    {"BCEHasWeightSumDag", F16 | BF16, 4, 2, 4, 1, 3},
    {"BCEHasWeightMeanDag", F32, 4, 4, 3, 0, 3},
    {"BCEHasWeightMeanDag", F16 | BF16, 4, 2, 4, 1, 3},
};

static const struct kernel *find_kernel(const char *name, aclDataType type)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strcmp(kernels[i].name, name) == 0 && l0_has_type(kernels[i].types, type))
            return &kernels[i];
    return NULL;
}

/* Buffers for loading: two for each input and each conversion of one, four for what the fold takes
 * as it is loaded. */
static uint64_t loaded_buffers(const struct kernel *kernel)
{
    return kernel->before == 0 ? 4 : 2 * (uint64_t)kernel->inputs;
}

static uint64_t converted_buffers(const struct kernel *kernel)
{
    return kernel->before == 0 ? 0 : 2 + (uint64_t)kernel->before - 1;
}

/* Buffers for the fold's results, for what is stored, and for values between operations. */
static uint64_t result_buffers(const struct kernel *kernel)
{
    return kernel->after > 1 ? 2 + (uint64_t)kernel->after - 1 : 2;
}

/* ---- Axes: dimensions joined to runs that are kept and folded in turn ------------------------ */

/* An axis of the memory. Runs of strided memory are its pieces; a step is a part of a piece, or
 * some whole pieces. */
struct axis {
    uint64_t length;
    uint64_t pieces;
    uint64_t piece;
};

/* The split of one call. Axes with even numbers are kept; there is always a first one, if of length
 * 1. */
struct split {
    const struct kernel *kernel;
    uint64_t cores;
    uint64_t element_bytes;
    uint64_t block; /* elements, counted in the widest type, that are worked on at once */
    int count;
    struct axis axes[MOST_AXES];
    int line_axis; /* the axis in which a cache line ends */
    uint64_t line_step;
    uint64_t line_kept; /* elements of a line in the axes behind that one */
    uint64_t line_folded;
    uint64_t step_kept; /* steps of the kept axes that one core takes together */
    uint64_t kept_parts;
    uint64_t folded_parts;
};

static bool is_kept(int axis)
{
    return axis % 2 == 0;
}

static void open_axis(struct split *s)
{
    s->axes[s->count++] = (struct axis){1, 1, 1};
}

static void join(struct axis *axis, uint64_t length, bool ends_piece)
{
    axis->pieces = ends_piece ? axis->length : axis->pieces;
    axis->piece = ends_piece ? length : axis->piece * length;
    axis->length *= length;
}

/* The view without dimensions that have no effect: those of length 1 behind which memory
 * continues. */
struct dimensions {
    int32_t rank;
    uint64_t lengths[TENSOR_MAX_DIMS];
    uint64_t strides[TENSOR_MAX_DIMS];
    bool folded[TENSOR_MAX_DIMS];
};

/* The stride that a dimension would have if it were dense over those behind it. */
static uint64_t dense_stride(const int64_t *dims, const uint64_t *strides, int32_t rank, int32_t i)
{
    return i + 1 < rank ? strides[i + 1] * (uint64_t)dims[i + 1] : 1;
}

static void find_dimensions(const struct reduce_view *view, struct dimensions *d)
{
    uint64_t strides[TENSOR_MAX_DIMS];
    d->rank = 0;
    for (int32_t i = view->rank - 1; i >= 0; i--)
        strides[i] = view->strides != NULL ? (uint64_t)view->strides[i]
                                           : dense_stride(view->dims, strides, view->rank, i);
    for (int32_t i = 0; i < view->rank; i++) {
        if (view->dims[i] == 1 && strides[i] == dense_stride(view->dims, strides, view->rank, i))
            continue;
        d->lengths[d->rank] = (uint64_t)view->dims[i];
        d->strides[d->rank] = strides[i];
        d->folded[d->rank++] = (view->folded >> i & 1) != 0;
    }
}

/* Behind a dimension with gaps a new axis begins, even when the next dimension is of the same
 * kind. */
static void find_axes(const struct reduce_view *view, struct split *s)
{
    struct dimensions d;
    find_dimensions(view, &d);
    open_axis(s);
    for (int32_t i = 0; i < d.rank; i++) {
        bool is_last = i == d.rank - 1;
        bool has_gap = d.strides[i] != (is_last ? 1 : d.strides[i + 1] * d.lengths[i + 1]);
        if (d.folded[i] == is_kept(s->count - 1))
            open_axis(s);
        join(&s->axes[s->count - 1], d.lengths[i], has_gap);
        if (has_gap && !is_last)
            open_axis(s);
    }
}

/* From 5 axes on the kernel has loops only for 8 and 9, so axes of length 1 are added in front. */
static void pad_axes(struct split *s)
{
    int more = s->count == 5 ? 4 : s->count == 6 || s->count == 7 ? 2 : 0;
    memmove(s->axes + more, s->axes, (size_t)s->count * sizeof s->axes[0]);
    for (int i = 0; i < more; i++)
        s->axes[i] = (struct axis){1, 1, 1};
    s->count += more;
}

static uint64_t parts_of(const struct axis *axis, uint64_t step)
{
    return step >= axis->piece ? divide_up(axis->length, step)
                               : axis->pieces * divide_up(axis->piece, step);
}

/* A step of more than a piece takes whole pieces. */
static uint64_t whole_pieces(const struct axis *axis, uint64_t step)
{
    return step > axis->piece ? align_down(step, axis->piece) : step;
}

/* ---- The unified buffer ---------------------------------------------------------------------- */

/* The elements of one result, in the layout of the buffer. */
static uint64_t folded_elements(const struct split *s)
{
    uint64_t elements = 1;
    for (int i = 1; i < s->count; i += 2)
        elements *= i == s->count - 1 ? align_up(s->axes[i].length, BLOCK / s->element_bytes)
                                      : s->axes[i].length;
    return elements;
}

/* Fills the buffer; false when it is too small. */
static bool fill_buffer(const struct soc *soc, struct split *s, struct reduce_tiling *t)
{
    uint64_t ratio = divide_up(s->kernel->largest, s->element_bytes);
    uint64_t elements = folded_elements(s);
    uint64_t results = result_buffers(s->kernel);
    uint64_t inputs = loaded_buffers(s->kernel) + converted_buffers(s->kernel) * ratio;
    if (soc->unified_buffer_bytes <= PARTIAL_BYTES)
        return false;
    uint64_t room = soc->unified_buffer_bytes - PARTIAL_BYTES;
    double loaded = (double)room / ((double)inputs + (double)(results * ratio) / (double)elements);
    uint64_t result = align_down((uint64_t)(loaded * (double)ratio / (double)elements), LINE);
    result = smaller(larger(result, LEAST_RESULT), PARTIAL_BYTES);
    if (room <= result * results)
        return false;
    uint64_t bytes = align_down((room - result * results) / inputs, REGISTER);
    t->resultBlock = (int64_t)result;
    t->basicBlock = (int64_t)bytes;
    s->block = bytes * ratio / s->kernel->largest;
    return bytes > 0;
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

/* Finds the axis in which a cache line ends, counted from the last axis. */
static void find_line(struct split *s)
{
    uint64_t room = LINE / s->element_bytes;
    uint64_t alignment = BLOCK / (is_kept(s->count - 1) ? s->kernel->smallest : s->element_bytes);
    int i = s->count - 1;
    s->line_kept = s->line_folded = 1;
    for (; i > 0 && s->axes[i].length <= room; i--) {
        uint64_t *size = is_kept(i) ? &s->line_kept : &s->line_folded;
        uint64_t length = s->axes[i].length;
        room /= length;
        *size *= i == s->count - 1 ? align_up(length, alignment) : length;
    }
    s->line_axis = i;
}

/* The step of the axis in which the line ends: what is left of the line, rounded up. */
static void step_line(struct split *s)
{
    const struct axis *axis = &s->axes[s->line_axis];
    uint64_t elements = 1;
    for (int i = s->count - 1; i > s->line_axis; i--)
        elements *= s->axes[i].length;
    uint64_t step = divide_up(LINE / s->element_bytes, elements);
    s->line_step = axis->length <= LINE / s->element_bytes / elements ? axis->length
                                                                      : whole_pieces(axis, step);
    s->kept_parts = s->folded_parts = 1;
    for (int i = 0; i <= s->line_axis; i++)
        *(is_kept(i) ? &s->kept_parts : &s->folded_parts) *= i < s->line_axis
                                                                 ? s->axes[i].length
                                                                 : parts_of(axis, s->line_step);
}

/* The share of the cores that have work, when each of the `groups` cores of a result gives a result
 * of its own. */
static double busy(const struct split *s, uint64_t kept_parts, uint64_t folded_parts)
{
    uint64_t parts = kept_parts * folded_parts;
    uint64_t cores = parts / divide_up(parts, s->cores);
    if (cores > kept_parts)
        cores = align_down(cores, kept_parts);
    return (double)cores / (double)s->cores;
}

/* The step of a kept axis; 0 when the axis is shorter than a block. inner: elements of the axes
 * behind, which are taken with it; outer: the product of those in front. The step fits the buffer
 * and keeps the cores busy: the longest such step for the last axis, otherwise the best. is_full: a
 * longer one would not fit. */
static uint64_t kept_step(const struct split *s, int axis, uint64_t inner, uint64_t outer,
                          bool *is_full)
{
    const struct axis *a = &s->axes[axis];
    uint64_t most = LEAST_RESULT / s->kernel->largest;
    uint64_t chosen = axis == s->line_axis ? s->line_step : 1;
    double best = 0;
    *is_full = false;
    for (uint64_t i = chosen; i <= a->length; i++) {
        uint64_t step = whole_pieces(a, i);
        if (axis == s->count - 1 && step <= a->piece)
            step = align_down(step, BLOCK / s->kernel->smallest);
        uint64_t kept = inner * step * s->line_kept;
        *is_full = kept > most || kept * s->line_folded > s->block;
        if (*is_full)
            break;
        double share = busy(s, outer * parts_of(a, step), s->folded_parts);
        if (share > BUSY && (is_kept(s->count - 1) || share > best))
            chosen = step;
        best = share > best ? share : best;
    }
    return chosen;
}

/* Cuts the kept axes, from the line's axis or the one before it to the first. */
static void cut_kept(struct split *s)
{
    int axis = is_kept(s->line_axis) ? s->line_axis : s->line_axis - 1;
    uint64_t inner = 1;
    uint64_t outer = 1;
    for (int i = 0; i < axis; i += 2)
        outer *= s->axes[i].length;
    for (bool is_full = false;; axis -= 2) {
        uint64_t length = s->axes[axis].length;
        uint64_t step = kept_step(s, axis, inner, outer, &is_full);
        if (is_full || step != length || axis == 0) {
            step = larger(step, 1);
            s->step_kept = inner * step;
            s->kept_parts = outer * parts_of(&s->axes[axis], step);
            return;
        }
        inner *= axis == s->count - 1 ? align_up(length, BLOCK / s->kernel->smallest) : length;
        outer /= s->axes[axis - 2].length;
    }
}

/* The longest shorter step that cuts an axis into more parts. */
static uint64_t shorter_step(const struct axis *axis, uint64_t step, uint64_t alignment)
{
    if (axis->pieces > 1)
        return step - 1;
    uint64_t longest = (axis->length - 1) / divide_up(axis->length, step);
    return align_down(longest, alignment) + alignment - 1;
}

/* The longest step of a folded axis that fits, or a shorter one that keeps the cores busy. */
static uint64_t folded_step(const struct split *s, int axis, uint64_t room, uint64_t outer)
{
    const struct axis *a = &s->axes[axis];
    uint64_t alignment = axis == s->count - 1 ? BLOCK / s->element_bytes : 1;
    uint64_t least = axis == s->line_axis ? s->line_step : 1;
    uint64_t longest = align_down(whole_pieces(a, smaller(room, a->length)), alignment);
    for (uint64_t i = longest; i > least;) {
        uint64_t step = whole_pieces(a, i);
        if (step != a->piece)
            step = align_down(step, alignment);
        if (busy(s, s->kept_parts, outer * parts_of(a, step)) > BUSY)
            return step;
        i = smaller(i - 1, shorter_step(a, step, alignment));
    }
    return longest;
}

/* Takes as many whole folded axes as fit besides the kept steps, and cuts the next one. */
static void cut_folded(struct split *s, struct reduce_tiling *t)
{
    int axis = is_kept(s->line_axis) ? s->line_axis - 1 : s->line_axis;
    uint64_t room = s->block / (s->step_kept * s->line_kept * s->line_folded);
    uint64_t outer = 1;
    for (int i = 1; i < axis; i += 2)
        outer *= s->axes[i].length;
    s->folded_parts = 1;
    t->ubFactorR = 1;
    for (; axis > 0; axis -= 2) {
        uint64_t length = s->axes[axis].length;
        if (axis == s->count - 1)
            length = align_up(length, BLOCK / s->element_bytes);
        if (length > room) {
            uint64_t step = folded_step(s, axis, room, outer);
            t->ubFactorR = (int64_t)step;
            s->folded_parts = outer * parts_of(&s->axes[axis], step);
            return;
        }
        room /= length;
        if (axis > 1)
            outer /= s->axes[axis - 2].length;
    }
}

/* ---- Variances ------------------------------------------------------------------------------- */

/* Variances. A variance is stored with its mean and count, and cores exchange both. Axes are cut
 * between cache lines. */
static bool is_variance(const struct kernel *kernel)
{
    return strcmp(kernel->name, "ReduceVar") == 0 || strcmp(kernel->name, "ReduceStdV2") == 0;
}

/* The elements of a line, kept or folded, that ends at the cut axis. */
static uint64_t whole_line(const struct split *s, bool kept)
{
    return (kept ? s->line_kept : s->line_folded) *
           (is_kept(s->line_axis) == kept ? s->line_step : 1);
}

/* How often an axis can be cut. The axis in which a line ends is cut between lines. */
static uint64_t places(const struct split *s, int axis)
{
    const struct axis *a = &s->axes[axis];
    return axis == s->line_axis ? divide_up(a->length, s->line_step) : a->length;
}

static bool fill_variance_buffer(const struct soc *soc, struct split *s, struct reduce_tiling *t)
{
    uint64_t groups = (uint64_t)(WELFORD_GROUPS + 1) * LEAST_RESULT * 2;
    uint64_t wide = s->kernel->largest / s->element_bytes;
    uint64_t inputs = 4 + 7 * wide; /* numbers of half blocks */
    uint64_t elements = 1;
    if (soc->unified_buffer_bytes <= groups)
        return false;
    for (int i = 1; i < s->count; i += 2)
        elements *= s->axes[i].length;
    uint64_t room = soc->unified_buffer_bytes - groups;
    double loaded = (double)(room * 2) / ((double)inputs + (double)(8 * wide) / (double)elements);
    uint64_t result = align_down((uint64_t)(loaded * (double)wide / (double)elements), LINE);
    uint64_t least = whole_line(s, true) * s->kernel->largest;
    if (result < least)
        result = align_up(least, LINE);
    result = smaller(larger(result, LEAST_RESULT), PARTIAL_BYTES);
    uint64_t bytes = align_down((room - result * 4) * 2 / inputs, REGISTER);
    t->resultBlock = (int64_t)result;
    t->basicBlock = (int64_t)bytes;
    s->block = bytes * wide / s->kernel->largest;
    return bytes > 0;
}

/* Cuts the kept axes: as many lines as there is room for results, so that the most cores are
 * busy. */
static void cut_kept_lines(struct split *s)
{
    uint64_t kept = whole_line(s, true);
    uint64_t folded = whole_line(s, false);
    uint64_t most = LEAST_RESULT / s->kernel->largest;
    s->step_kept = 1;
    for (int axis = is_kept(s->line_axis) ? s->line_axis : s->line_axis - 1;; axis -= 2) {
        uint64_t length = places(s, axis);
        uint64_t outer = s->kept_parts / length;
        uint64_t best = 0;
        double most_busy = 0;
        bool is_full = false;
        for (uint64_t step = 1; step <= length && !is_full; step++) {
            uint64_t results = s->step_kept * step * kept;
            if (axis == s->line_axis)
                results = s->line_kept * smaller(s->line_step * step, s->axes[axis].length);
            is_full = results > most || results * folded > s->block;
            if (is_full)
                break;
            double share = busy(s, outer * divide_up(length, step), s->folded_parts);
            best = share > BUSY && share > most_busy ? step : best;
            most_busy = share > most_busy ? share : most_busy;
        }
        if (is_full || best != length || axis < 2) {
            best = larger(best, 1);
            s->step_kept *= best;
            s->kept_parts = outer * divide_up(length, best);
            return;
        }
        s->step_kept *= length;
        s->kept_parts = outer;
    }
}

/* Takes as many whole folded axes as fit besides the kept lines, and cuts the next one. */
static void cut_folded_lines(struct split *s, struct reduce_tiling *t)
{
    uint64_t taken = s->step_kept * whole_line(s, true) * whole_line(s, false);
    t->ubFactorR = 1;
    for (int axis = is_kept(s->line_axis) ? s->line_axis - 1 : s->line_axis; axis > 0; axis -= 2) {
        uint64_t length = places(s, axis);
        uint64_t outer = s->folded_parts / length;
        if (taken * length <= s->block) {
            taken *= length;
            s->folded_parts = outer;
            continue;
        }
        uint64_t step = larger(smaller(s->block / taken, length), 1);
        for (uint64_t i = step; i > 1; i--)
            if (busy(s, s->kept_parts, outer * divide_up(length, i)) > BUSY) {
                step = i;
                break;
            }
        s->folded_parts = outer * divide_up(length, step);
        t->ubFactorR = (int64_t)(axis == s->line_axis ? step * s->line_step : step);
        return;
    }
}

/* ---- Cores ----------------------------------------------------------------------------------- */

/* How many cores share a result. When there are fewer results than cores, each has the same
 * number. */
static void share_cores(const struct split *s, struct reduce_tiling *t)
{
    uint64_t parts = s->kept_parts * s->folded_parts;
    uint64_t used = divide_up(parts, divide_up(parts, s->cores));
    if (s->kept_parts < used) {
        uint64_t even = align_up(used, s->kept_parts);
        used = even <= s->cores ? even : align_down(used, s->kept_parts);
    }
    uint64_t per_core = divide_up(s->folded_parts, divide_up(used, s->kept_parts));
    t->factorRTotalCnt = (int64_t)s->folded_parts;
    t->factorRCntPerCore = (int64_t)per_core;
    t->groupR = (int64_t)divide_up(s->folded_parts, per_core);
}

static void count_results(const struct split *s, struct reduce_tiling *t)
{
    uint64_t results = 1;
    for (int i = 0; i < s->count; i += 2)
        results *= s->axes[i].length;
    t->outSize = (int64_t)results;
}

static bool is_empty(const struct split *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->axes[i].length == 0)
            return true;
    return false;
}

bool reduce_tiling_3510(const struct soc *soc, const char *kernel, aclDataType type,
                        const struct reduce_view *view, struct reduce_tiling *t)
{
    struct split s = {.kernel = find_kernel(kernel, type),
                      .cores = soc->vector_cores,
                      .element_bytes = (uint64_t)data_type_bits(type) / 8};
    if (s.kernel == NULL || view->rank > (view->strides != NULL ? MOST_STRIDED_DIMS : MOST_DIMS))
        return false;
    *t = (struct reduce_tiling){.kernel_workspace_bytes = (int64_t)L0_SYSTEM_WORKSPACE};
    find_axes(view, &s);
    pad_axes(&s);
    count_results(&s, t);
    /* Nothing is shared when nothing is folded or the input is empty. The vendor's tiling goes on
     * even when the buffer is too small. */
    if (s.count == 1 || is_empty(&s))
        return true;
    bool both = is_variance(s.kernel);
    find_line(&s);
    step_line(&s);
    if (!(both ? fill_variance_buffer(soc, &s, t) : fill_buffer(soc, &s, t)))
        return true;
    if (both) {
        cut_kept_lines(&s);
        cut_folded_lines(&s, t);
    } else {
        cut_kept(&s);
        cut_folded(&s, t);
    }
    share_cores(&s, t);
    if (t->groupR > 1)
        t->kernel_workspace_bytes += (int64_t)(s.cores *
                                               align_up((uint64_t)t->outSize * s.kernel->largest,
                                                        LINE) *
                                               (both ? 2 : 1));
    return true;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

bool reduce_tiling_fold(struct l0_list *list, int tensor, uint64_t folded)
{
    if (list->status != ACLNN_SUCCESS)
        return true;
    const char *kernel = list->operators[list->operator_count - 1].name;
    return reduce_tiling_fold_as(list, kernel, tensor, folded);
}

bool reduce_tiling_fold_as(struct l0_list *list, const char *kernel, int tensor, uint64_t folded)
{
    struct reduce_tiling t;
    if (list->status != ACLNN_SUCCESS)
        return true;
    const struct l0_tensor *input = &list->tensors[tensor];
    bool is_strided = input->given != NULL && !view_is_dense(input->given);
    const struct reduce_view view = {input->dims, is_strided ? input->given->strides : NULL,
                                     input->rank, folded};
    if (!reduce_tiling_3510(list->soc, kernel, input->type, &view, &t))
        return false;
    l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
#define FIGURE(name, words) l0_figure(list, #name, words, t.name);
    REDUCE_TILING_FIGURES(FIGURE)
#undef FIGURE
    return true;
}

bool reduce_tiling_takes_view_3510(const struct tensor *tensor, uint64_t folded)
{
    bool folds = false;
    if (tensor->rank < 1 || tensor->rank > MOST_STRIDED_DIMS || !view_is_in_storage(tensor) ||
        tensor->strides[tensor->rank - 1] <= 0)
        return false;
    for (int32_t i = 0; i < tensor->rank; i++)
        folds = folds || ((folded >> i & 1) != 0 && tensor->dims[i] != 1);
    for (int32_t i = 1; i < tensor->rank; i++)
        if ((tensor->dims[i] - 1) * tensor->strides[i] >= tensor->strides[i - 1] ||
            tensor->strides[i] > tensor->strides[i - 1])
            return false;
    return folds;
}
