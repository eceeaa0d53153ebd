/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of elements that came from one: Im2colBackward and UnfoldGrad, of windows that share places,
 * and RepeatInterleaveGrad, of repeats. All are added in float64, in one order, and rounded to
 * float32; halves are converted before and after that.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/number.h"
#include "base/report.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/tensor_checks.h"
#include "ops/work_views.h"
#include "runtime/ai_cores.h"
#include "runtime/blocks.h"
#include "tensor/layout.h"

#define ELEMENTS_A_BLOCK ((int64_t)64 << 10)
#define STRIP 512

/* Channels of a block in the device's layouts of images and matrices. */
#define CHANNELS_A_BLOCK 16

static const int64_t *integers(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

static void clear(double *sums, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sums[i] = 0;
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Of rows and columns, in this order. */
struct axis {
    int64_t kernel; /* places of a window */
    int64_t dilation;
    int64_t padding;
    int64_t stride;
    int64_t count;   /* windows */
    int64_t size;    /* places of the sums */
    int64_t element; /* the steps of the windows' elements, in elements of the input */
    int64_t window;
    int64_t place; /* and those of the sums */
};

/* Attributes: which dims of the input [outer, inner, windows and elements ...] they are. */
struct window_attributes {
    struct axis axes[2];
    int element_dims[2];
    int window_dims[2];
    int place_dims[2];
};

struct window_sums {
    const struct work_view *from;
    const struct work_view *to;
    struct axis rows;
    struct axis columns;
    int64_t count; /* rows of all sums */
};

/* The windows that an element of the kernel takes to places in [first, past). */
static void windows_within(const struct axis *axis, int64_t element, int64_t first, int64_t past,
                           int64_t *begin, int64_t *end)
{
    int64_t offset = element * axis->dilation - axis->padding;
    *begin = first <= offset ? 0 : divide_up(first - offset, axis->stride);
    *end = past <= offset ? 0 : (past - 1 - offset) / axis->stride + 1;
    if (*end > axis->count)
        *end = axis->count;
}

static void add_columns(const struct axis *columns, const any_float *from, int64_t first,
                        int64_t past, double *sums)
{
    for (int64_t j = 0; j < columns->kernel; j++) {
        int64_t begin = 0;
        int64_t end = 0;
        windows_within(columns, j, first, past, &begin, &end);
        int64_t at = j * columns->dilation - columns->padding - first; /* of window 0 */
        for (int64_t x = begin; x < end; x++)
            sums[at + x * columns->stride] += (double)
                from[j * columns->element + x * columns->window];
    }
}

/* One row of sums: the windows that reach it, from the first on. */
static void sum_row(const struct window_sums *s, const any_float *from, any_float *to, int64_t row)
{
    const struct axis *rows = &s->rows;
    int64_t place = row + rows->padding;
    int64_t reach = (rows->kernel - 1) * rows->dilation;
    int64_t begin = place <= reach ? 0 : divide_up(place - reach, rows->stride);
    int64_t end = place / rows->stride + 1 < rows->count ? place / rows->stride + 1 : rows->count;
    for (int64_t first = 0; first < s->columns.size; first += STRIP) {
        double sums[STRIP];
        int64_t past = first + STRIP < s->columns.size ? first + STRIP : s->columns.size;
        clear(sums, past - first);
        for (int64_t y = begin; y < end; y++) {
            int64_t distance = place - y * rows->stride;
            if (distance % rows->dilation == 0)
                add_columns(&s->columns,
                            from + distance / rows->dilation * rows->element + y * rows->window,
                            first, past, sums);
        }
        for (int64_t i = first; i < past; i++)
            to[i * s->columns.place] = (float)sums[i - first];
    }
}

static void sum_rows(int64_t block, int64_t blocks, void *context)
{
    const struct window_sums *s = context;
    struct block_share share = share_of_block(s->count, block, blocks);
    int64_t inner = s->to->dims[1];
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t row = i % s->rows.size;
        int64_t a = i / s->rows.size / inner;
        int64_t b = i / s->rows.size % inner;
        const any_float *from = (const any_float *)(const void *)s->from->address +
                                a * s->from->strides[0] + b * s->from->strides[1];
        any_float *to = (any_float *)(void *)s->to->address + a * s->to->strides[0] +
                        b * s->to->strides[1] + row * s->rows.place;
        sum_row(s, from, to, row);
    }
}

static void run_in_blocks(const char *name, block_function function, int64_t rows, int64_t row,
                          void *context)
{
    int64_t blocks = blocks_for(rows * row, ELEMENTS_A_BLOCK, rows);
    ai_cores_run_function(name, function, blocks, context);
}

static void run_windows(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    const struct window_attributes *attributes = work->attributes;
    struct window_sums s = {.from = &work->inputs[0], .to = &work->outputs[0]};
    struct axis *axes[] = {&s.rows, &s.columns};
    for (int i = 0; i < 2; i++) {
        *axes[i] = attributes->axes[i];
        axes[i]->element = s.from->strides[attributes->element_dims[i]];
        axes[i]->window = s.from->strides[attributes->window_dims[i]];
        axes[i]->place = s.to->strides[attributes->place_dims[i]];
    }
    s.count = s.to->dims[0] * s.to->dims[1] * s.rows.size;
    run_in_blocks("window_sums", sum_rows, s.count, s.columns.size, &s);
}

extern const struct l0_run run_window_sums;
const struct l0_run run_window_sums = {.run = run_windows};

/* ---- Im2colBackward -------------------------------------------------------------------------- */

aclnnStatus check_columns_rank(struct call *call, int grad, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    aclnnStatus status = check_rank(call, grad, 2, 3);
    return status == ACLNN_SUCCESS ? check_rank(call, out, tensor->rank + 1, tensor->rank + 1)
                                   : status;
}

/* How many windows there are in an image; below 0: none fits, or a number is beyond 63 bits. */
static int64_t windows_in(int64_t image, int64_t kernel, int64_t dilation, int64_t padding,
                          int64_t stride)
{
    int64_t reach = 0;
    int64_t padded = 0;
    if (__builtin_mul_overflow(kernel - 1, dilation, &reach) ||
        __builtin_mul_overflow(padding, 2, &padded) ||
        __builtin_add_overflow(padded, image, &padded) || padded <= reach)
        return -1;
    return (padded - reach - 1) / stride + 1;
}

aclnnStatus check_columns(struct call *call, int grad, int size, int kernel, int dilation,
                          int padding, int stride, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const int numbers[] = {size, kernel, dilation, padding, stride};
    const int64_t least[] = {INT64_MIN, 1, 1, 0, 1};
    const int64_t *values[5];
    int64_t counts[2];
    int64_t dims[4] = {tensor->dims[0]};
    int32_t first = tensor->rank - 2;
    int64_t elements = 0;
    int64_t windows = 0;
    for (int i = 0; i < 5; i++) {
        const char *name = call->operator->parameters[numbers[i]].name;
        const struct array *array = call->arguments[numbers[i]].array;
        values[i] = integers(array);
        if (array->size != 2)
            return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 2 are required",
                          name, array->size);
        for (int j = 0; j < 2; j++)
            if (values[i][j] < least[i])
                return report(ACLNN_ERR_PARAM_INVALID,
                              "%s[%d] is %" PRId64 "; %" PRId64 " or more is required", name, j,
                              values[i][j], least[i]);
    }
    if (__builtin_mul_overflow(values[1][0], values[1][1], &elements) ||
        tensor->dims[first] % elements != 0)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "gradOutput has %" PRId64 " rows; a multiple of the elements of kernelSize, "
                      "[%" PRId64 ", %" PRId64 "], is required",
                      tensor->dims[first], values[1][0], values[1][1]);
    for (int i = 0; i < 2; i++)
        counts[i] = windows_in(values[0][i], values[1][i], values[2][i], values[3][i],
                               values[4][i]);
    if (counts[0] < 0 || counts[1] < 0 || __builtin_mul_overflow(counts[0], counts[1], &windows) ||
        windows != tensor->dims[first + 1])
        return report(ACLNN_ERR_PARAM_INVALID,
                      "gradOutput has %" PRId64 " columns; as many as windows are required",
                      tensor->dims[first + 1]);
    dims[first] = tensor->dims[first] / elements;
    dims[first + 1] = values[0][0];
    dims[first + 2] = values[0][1];
    return call_shape_is(call, out, dims, first + 3, false, "that of the images");
}

/* The size of an image in the layout of products before Ascend950, whose channels lie in blocks. */
static int blocked(struct l0_list *list, int tensor)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor whole = list->tensors[tensor];
    const int64_t dims[] = {whole.dims[0], divide_up(whole.dims[1], CHANNELS_A_BLOCK),
                            whole.dims[2], whole.dims[3], CHANNELS_A_BLOCK};
    int result = l0_new_shaped(list, "TransData", whole.type, dims, 5);
    l0_launch_row(list, &l0_TransData, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

/* The operators; the result is an image in the type of the input. */
static int launch_col2im(struct l0_list *list, int columns, const int64_t *image)
{
    int result = l0_new_shaped(list, "Col2im", list->tensors[columns].type, image, 4);
    if (list->architecture == L0_3510) {
        l0_launch_row(list, &l0_Col2im, &columns, 1, 0, &result, 1, NULL);
        return result;
    }
    int transposed = blocked(list, columns);
    const int64_t dims[] = {image[0], divide_up(image[1], CHANNELS_A_BLOCK), image[2], image[3],
                            CHANNELS_A_BLOCK};
    int sums = l0_new_shaped(list, "Col2im", list->tensors[columns].type, dims, 5);
    l0_launch_row(list, &l0_Col2im, &transposed, 1, 0, &sums, 1, NULL);
    l0_launch_row(list, &l0_TransData, &sums, 1, 0, &result, 1, NULL);
    return result;
}

/* The work: float32 in and out, and the result in its own type. */
static void sum_windows(struct l0_list *list, int input, const int64_t *dims, int32_t rank,
                        const int64_t *sums, int32_t sum_rank, int result,
                        const struct window_attributes *attributes)
{
    int numbers = l0_convert(list, l0_reshape(list, input, dims, rank), ACL_FLOAT);
    if (numbers == L0_NONE || result == L0_NONE)
        return;
    const struct l0_tensor to = list->tensors[result];
    int added = l0_new_shaped(list, "sums", ACL_FLOAT, sums, sum_rank);
    l0_step(list, L0_STEP_APPLY, &l0_WindowSums, &numbers, 1, &added, 1, attributes);
    int shaped = l0_reshape(list, added, to.dims, to.rank);
    l0_step(list, L0_STEP_CAST, NULL, &shaped, 1, &result, 1, NULL);
}

void list_im2col_backward(struct l0_list *list, int gradOutput, const struct array *inputSize,
                          const struct array *kernelSize, const struct array *dilation,
                          const struct array *padding, const struct array *stride, int out)
{
    struct window_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    int dense = l0_contiguous(list, gradOutput);
    if (dense == L0_NONE || out == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const struct l0_tensor given = list->tensors[out];
    const int64_t *kernel = integers(kernelSize);
    int32_t first = grad.rank - 2;
    int64_t batch = first > 0 ? grad.dims[0] : 1;
    int64_t channels = grad.dims[first] / (kernel[0] * kernel[1]);
    *attributes = (struct window_attributes){
        .element_dims = {2, 3}, .window_dims = {4, 5}, .place_dims = {2, 3}};
    for (int i = 0; i < 2; i++) {
        int64_t count = windows_in(integers(inputSize)[i], kernel[i], integers(dilation)[i],
                                   integers(padding)[i], integers(stride)[i]);
        attributes->axes[i] = (struct axis){
            .kernel = kernel[i],
            .dilation = integers(dilation)[i],
            .padding = integers(padding)[i],
            .stride = integers(stride)[i],
            .count = count,
            .size = integers(inputSize)[i],
        };
    }
    const int64_t columns[] = {batch, channels, kernel[0] * kernel[1], grad.dims[first + 1]};
    const int64_t dims[] = {batch,
                            channels,
                            kernel[0],
                            kernel[1],
                            attributes->axes[0].count,
                            attributes->axes[1].count};
    const int64_t image[] = {batch, channels, attributes->axes[0].size, attributes->axes[1].size};
    int result = launch_col2im(list, l0_reshape(list, dense, columns, 4), image);
    sum_windows(list, dense, dims, 6, image, 4, result, attributes);
    list_write(list, l0_reshape(list, result, given.dims, given.rank), out);
}

/* ---- UnfoldGrad ------------------------------------------------------------------------------ */

aclnnStatus check_unfolded(struct call *call, int grad, int sizes, int dim, int size, int step,
                           int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct array *dims = call->arguments[sizes].array;
    int64_t at = call->arguments[dim].integer;
    const int positive[] = {size, step};
    aclnnStatus status = check_rank(call, grad, 1, 8);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 1, 8);
    if (status != ACLNN_SUCCESS)
        return status;
    if (dims->size + 1 != (uint64_t)tensor->rank)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "inputSizes has %" PRIu64 " entries; one less than gradOut has dimensions, "
                      "%d, is required",
                      dims->size, tensor->rank);
    status = call_shape_is(call, out, integers(dims), (int32_t)dims->size, false, "inputSizes");
    if (status != ACLNN_SUCCESS)
        return status;
    if (at < 0 || at >= tensor->rank - 1)
        return report(ACLNN_ERR_PARAM_INVALID, "dim is %" PRId64 "; 0 to %d are supported", at,
                      tensor->rank - 2);
    for (int i = 0; i < 2; i++)
        if (call->arguments[positive[i]].integer <= 0)
            return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; it must be above 0",
                          call->operator->parameters[positive[i]].name,
                          call->arguments[positive[i]].integer);
    return ACLNN_SUCCESS;
}

aclnnStatus check_unfolded_windows(struct call *call, int grad, int sizes, int dim, int size,
                                   int step)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct array *dims = call->arguments[sizes].array;
    int64_t at = call->arguments[dim].integer;
    int64_t places = call->arguments[size].integer;
    bool fit = tensor->dims[tensor->rank - 1] == places && integers(dims)[at] >= places &&
               tensor->dims[at] ==
                   (integers(dims)[at] - places) / call->arguments[step].integer + 1;
    for (int32_t i = 0; fit && i < tensor->rank - 1; i++)
        fit = i == at || tensor->dims[i] == integers(dims)[i];
    return fit ? ACLNN_SUCCESS
               : report(ACLNN_ERR_INNER_NULLPTR,
                        "the shape of gradOut is not that of the windows of inputSizes");
}

/* Whether the AI cores have a kernel: CANN's limits for the last two dimensions. */
static bool has_kernel(const struct l0_tensor *grad, int64_t dim, int64_t size, int64_t step)
{
    int64_t most = size > step ? size : step;
    bool is_single = grad->type == ACL_FLOAT;
    if (dim == grad->rank - 2)
        return most <= (is_single ? 49088 : 32720);
    return dim == grad->rank - 3 && most <= (is_single ? 88 : 72);
}

void list_unfold_grad(struct l0_list *list, int gradOut, const struct array *inputSizes,
                      int64_t dim, int64_t size, int64_t step, int gradIn)
{
    struct window_attributes *attributes = arena_take(list->arena, sizeof *attributes);
    int dense = l0_contiguous(list, gradOut);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const int64_t *sizes = integers(inputSizes);
    int64_t outer = 1;
    int64_t inner = 1;
    for (int32_t i = 0; i < grad.rank - 1; i++) {
        outer *= i < dim ? sizes[i] : 1;
        inner *= i > dim ? sizes[i] : 1;
    }
    /* gradOut is [outer, 1, windows, inner, size], the sums [outer, 1, places, inner]. */
    *attributes = (struct window_attributes){
        .axes = {{size, 1, 0, step, grad.dims[dim], sizes[dim], 0, 0, 0},
                 {1, 1, 0, 1, inner, inner, 0, 0, 0}},
        .element_dims = {4, 4},
        .window_dims = {2, 3},
        .place_dims = {2, 3},
    };
    const int64_t dims[] = {outer, 1, grad.dims[dim], inner, size};
    const int64_t sums[] = {outer, 1, sizes[dim], inner};
    int result = l0_new_shaped(list, "UnfoldGrad", grad.type, sizes, grad.rank - 1);
    if (has_kernel(&grad, dim, size, step)) {
        l0_launch_row(list, &l0_UnfoldGrad, &dense, 1, 0, &result, 1, NULL);
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE +
                                      (uint64_t)list->tensors[result].elements * sizeof(float));
    } else {
        l0_launch(list, "UnfoldGrad", L0_AI_CPU, (int[]){dense, L0_NONE}, (int[]){result, L0_NONE});
    }
    sum_windows(list, dense, dims, 5, sums, 4, result, attributes);
    l0_view_copy(list, result, gradIn);
}

/* ---- RepeatInterleaveGrad -------------------------------------------------------------------- */

struct repeat_sums {
    const struct work_view *from; /* [outer, places, inner] */
    const struct work_view *to;
    const int64_t *ends; /* by place of the sums: the first place behind its repeats */
};

static void sum_repeats(int64_t block, int64_t blocks, void *context)
{
    const struct repeat_sums *s = context;
    const int64_t *dims = s->to->dims;
    struct block_share share = share_of_block(dims[0] * dims[1], block, blocks);
    for (int64_t i = share.first; i < share.past; i++) {
        int64_t place = i % dims[1];
        const any_float *from = (const any_float *)(const void *)s->from->address +
                                i / dims[1] * s->from->strides[0];
        any_float *to = (any_float *)(void *)s->to->address + i / dims[1] * s->to->strides[0] +
                        place * s->to->strides[1];
        for (int64_t first = 0; first < dims[2]; first += STRIP) {
            double sums[STRIP];
            int64_t some = dims[2] - first < STRIP ? dims[2] - first : STRIP;
            clear(sums, some);
            for (int64_t r = place > 0 ? s->ends[place - 1] : 0; r < s->ends[place]; r++)
                for (int64_t j = 0; j < some; j++)
                    sums[j] += (double)
                        from[r * s->from->strides[1] + (first + j) * s->from->strides[2]];
            for (int64_t j = 0; j < some; j++)
                to[(first + j) * s->to->strides[2]] = (float)sums[j];
        }
    }
}

static int64_t repeat_at(const struct work_view *repeats, int64_t place)
{
    int64_t at = repeats->dims[0] == 1 ? 0 : place * repeats->strides[0];
    int32_t narrow = 0;
    int64_t wide = 0;
    if (repeats->type == ACL_INT32) {
        memcpy(&narrow, repeats->address + at * 4, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, repeats->address + at * 8, sizeof wide);
    return wide;
}

static void run_repeats(const struct work *work, struct task_failure *failure)
{
    int64_t *ends = (int64_t *)(void *)work->scratch;
    struct repeat_sums s = {&work->inputs[0], &work->outputs[0], ends};
    int64_t sum = 0;
    for (int64_t i = 0; i < s.to->dims[1]; i++) {
        int64_t times = repeat_at(&work->inputs[1], i);
        if (times < 0 || __builtin_add_overflow(sum, times, &sum)) {
            failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
            snprintf(failure->text, sizeof failure->text,
                     "repeats[%" PRId64 "] is %" PRId64 "; it must be 0 or more, and fit", i,
                     times);
            return;
        }
        ends[i] = sum;
    }
    if (sum != s.from->dims[1]) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "the sum of repeats is %" PRId64 " and yGrad has %" PRId64
                 " places; they must be equal",
                 sum, s.from->dims[1]);
        return;
    }
    run_in_blocks("repeat_sums", sum_repeats, s.to->dims[0] * s.to->dims[1],
                  s.to->dims[2] * (sum / (s.to->dims[1] + 1) + 1), &s);
}

static uint64_t repeats_scratch(const struct work *work)
{
    return (uint64_t)work->outputs[0].dims[1] * sizeof(int64_t);
}

extern const struct l0_run run_repeat_sums;
const struct l0_run run_repeat_sums = {
    .scratch_bytes = repeats_scratch, .scratch_steers = true, .run = run_repeats};

aclnnStatus check_repeated_grad(struct call *call, int grad, int repeats, int axis, int out)
{
    const struct tensor *tensor = call_tensor(call, grad);
    const struct tensor *counts = call_tensor(call, repeats);
    const struct tensor *sums = call_tensor(call, out);
    int64_t at = call->arguments[axis].integer;
    at += at < 0 ? tensor->rank : 0;
    int64_t entries = counts->rank == 0 ? 1 : counts->dims[0];
    if (tensor->rank < 1 || tensor->rank > 8 || counts->rank > 1 || at < 0 || at >= tensor->rank)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "yGrad has %d dimension(s), repeats %d, and axis is %" PRId64
                      "; 1 to 8, up to 1, and one of yGrad's are supported",
                      tensor->rank, counts->rank, call->arguments[axis].integer);
    bool fit = sums->rank == tensor->rank && (entries == 1 || sums->dims[at] == entries);
    for (int32_t i = 0; fit && i < sums->rank; i++)
        fit = i == at || sums->dims[i] == tensor->dims[i];
    if (!fit || entries == 0)
        return report(ACLNN_ERR_INNER_TILING_ERROR,
                      "the shape of out is not that of yGrad with a place for each of repeats");
    return tensor_check_dims(tensor, argument_named("yGrad"));
}

void list_repeat_interleave_grad(struct l0_list *list, int yGrad, int repeats, int64_t axis,
                                 int out)
{
    int dense = l0_contiguous(list, yGrad);
    int counts = l0_contiguous(list, repeats);
    if (dense == L0_NONE || counts == L0_NONE || out == L0_NONE)
        return;
    const struct l0_tensor grad = list->tensors[dense];
    const struct l0_tensor given = list->tensors[out];
    const int64_t entries = list->tensors[counts].elements;
    int64_t at = axis < 0 ? axis + grad.rank : axis;
    int64_t dims[] = {1, grad.dims[at], 1};
    for (int32_t i = 0; i < grad.rank; i++)
        if (i != at)
            dims[i < at ? 0 : 2] *= grad.dims[i];
    const int64_t sums[] = {dims[0], given.dims[at], dims[2]};
    int result = l0_new_shaped(list, "RepeatInterleaveGrad", grad.type, given.dims, given.rank);
    l0_launch_row(list, &l0_RepeatInterleaveGrad, (int[]){dense, counts}, 2, 0, &result, 1, NULL);
    int numbers = l0_convert(list, l0_reshape(list, dense, dims, 3), ACL_FLOAT);
    int row = l0_reshape(list, counts, &entries, 1);
    int added = l0_new_shaped(list, "sums", ACL_FLOAT, sums, 3);
    l0_step(list, L0_STEP_APPLY, &l0_RepeatSums, (int[]){numbers, row}, 2, &added, 1, NULL);
    int shaped = l0_reshape(list, added, given.dims, given.rank);
    l0_step(list, L0_STEP_CAST, NULL, &shaped, 1, &result, 1, NULL);
    l0_view_copy(list, result, out);
}
