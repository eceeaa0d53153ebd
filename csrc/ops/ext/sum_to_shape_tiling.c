/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnExtSumToShape: sums over the dimensions that a smaller shape broadcasts. */
#include "ops/ext/sum_to_shape_tiling.h"

#include <string.h>

#include "base/number.h"
#include "tensor/layout.h"

#define TILING(field) REDUCTION_TILING_##field
#define MAX_RANK REDUCTION_MAXIMUM_RANK

/* A block of fewer elements is not worth waking a thread for. */
#define ELEMENTS_A_BLOCK 65536
#define MAX_BLOCKS 64

/* ---- Dimensions ------------------------------------------------------------------------------ */

/* The dims that are kept, with their strides in both tensors. */
struct kept {
    int count;
    int64_t dims[MAX_RANK];
    int64_t strides[MAX_RANK];
    int64_t out_strides[MAX_RANK];
};

/* Adds a dim. One of size 1 is left out, and one that continues the dim before it in both tensors
 * is joined with it. */
static void keep(struct kept *kept, int64_t dim, int64_t stride, int64_t out_stride)
{
    int64_t joined = 0;
    int64_t out_joined = 0;
    int last = kept->count - 1;
    if (dim == 1)
        return;
    if (last >= 0 && !__builtin_mul_overflow(dim, stride, &joined) &&
        !__builtin_mul_overflow(dim, out_stride, &out_joined) && kept->strides[last] == joined &&
        kept->out_strides[last] == out_joined) {
        kept->dims[last] *= dim;
    } else {
        last = kept->count++;
        kept->dims[last] = dim;
    }
    kept->strides[last] = stride;
    kept->out_strides[last] = out_stride;
}

/* Chooses the dim of columns: one whose elements are neighbours in self if there is any, otherwise
 * the last. */
static int choose_columns(const struct kept *kept)
{
    for (int i = kept->count - 1; i >= 0; i--)
        if (kept->strides[i] == 1)
            return i;
    return kept->count - 1;
}

static void fill_kept(const struct kept *kept, int64_t *t)
{
    int columns = choose_columns(kept);
    int64_t rank = 0;
    t[TILING(OUTER)] = 1;
    t[TILING(COLUMNS)] = 1;
    for (int i = 0; i < kept->count; i++) {
        if (i == columns) {
            t[TILING(COLUMNS)] = kept->dims[i];
            t[TILING(COLUMN_STRIDE)] = kept->strides[i];
            t[TILING(COLUMN_OUT_STRIDE)] = kept->out_strides[i];
            continue;
        }
        t[TILING(OUTER)] *= kept->dims[i];
        t[TILING(OUTER_DIMS) + rank] = kept->dims[i];
        t[TILING(OUTER_STRIDES) + rank] = kept->strides[i];
        t[TILING(OUTER_OUT_STRIDES) + rank] = kept->out_strides[i];
        rank++;
    }
    if (rank == 0)
        t[TILING(OUTER_DIMS)] = 1;
    t[TILING(OUTER_RANK)] = rank > 0 ? rank : 1;
}

/* Fills in the tiling; out has elements. */
static void fill_tiling(const struct tensor *self, const struct tensor *out, int64_t *t)
{
    struct kept kept = {.count = 0};
    int64_t dims[MAX_RANK];
    int64_t strides[MAX_RANK];
    int reduced = 0;
    int64_t elements = 0;
    for (int i = 0; i < self->rank; i++) {
        int j = i - (self->rank - out->rank);
        if (j >= 0 && out->dims[j] == self->dims[i]) {
            keep(&kept, self->dims[i], self->strides[i], out->strides[j]);
        } else {
            dims[reduced] = self->dims[i];
            strides[reduced++] = self->strides[i];
        }
    }
    fill_kept(&kept, t);
    tensor_element_count(self, &elements);
    t[TILING(COUNT)] = elements > 0 ? 1 : 0;
    for (int i = 0; elements > 0 && i < reduced; i++)
        t[TILING(COUNT)] *= dims[i];
    t[TILING(REDUCED_RANK)] = collapse_dims(dims, strides, elements > 0 ? reduced : 0,
                                            &t[TILING(REDUCED_DIMS)], &t[TILING(REDUCED_STRIDES)]);
    t[TILING(RUN)] = REDUCTION_RUN_LENGTH;
}

/* ---- Plan ------------------------------------------------------------------------------------ */

static int choose_copy(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_REDUCTION_COPY_BITS16 : KERNEL_REDUCTION_COPY_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_REDUCTION_COPY_FLOAT32_BFLOAT16 : KERNEL_REDUCTION_COPY_BITS32;
}

static int choose_sum(bool from_bfloat16, bool to_bfloat16)
{
    if (from_bfloat16)
        return to_bfloat16 ? KERNEL_REDUCTION_SUM_BFLOAT16_BFLOAT16
                           : KERNEL_REDUCTION_SUM_BFLOAT16_FLOAT32;
    return to_bfloat16 ? KERNEL_REDUCTION_SUM_FLOAT32_BFLOAT16
                       : KERNEL_REDUCTION_SUM_FLOAT32_FLOAT32;
}

int64_t ext_tiling_sum_blocks(int64_t elements)
{
    int64_t worth = elements / ELEMENTS_A_BLOCK;
    return clamp(worth, 1, MAX_BLOCKS);
}

/* Divides the elements of each sum into runs. Their sums go to scratch, as float32 [run][row of
 * outer][column], and are then added in the same way. */
static void split_into_runs(struct ext_sums *division, int64_t runs)
{
    int64_t *t = division->tiling;
    int64_t *last = division->last_tiling;
    int64_t outputs = t[TILING(OUTER)] * t[TILING(COLUMNS)];
    memcpy(last, t, sizeof division->tiling);
    int64_t stride = t[TILING(COLUMNS)];
    for (int64_t i = t[TILING(OUTER_RANK)] - 1; i >= 0; i--) {
        t[TILING(OUTER_OUT_STRIDES) + i] = stride;
        last[TILING(OUTER_STRIDES) + i] = stride;
        stride *= t[TILING(OUTER_DIMS) + i];
    }
    t[TILING(COLUMN_OUT_STRIDE)] = 1;
    t[TILING(RUN_STRIDE)] = outputs;
    last[TILING(COLUMN_STRIDE)] = 1;
    last[TILING(COUNT)] = runs;
    last[TILING(RUN)] = runs;
    last[TILING(REDUCED_RANK)] = 1;
    last[TILING(REDUCED_DIMS)] = runs;
    last[TILING(REDUCED_STRIDES)] = outputs;
    /* This does not overflow: self has at least RUN_LENGTH / 2 elements for each sum. */
    division->scratch = (uint64_t)(runs * outputs) * sizeof(float);
}

void ext_tiling_sum_to_shape(const struct tensor *self, const struct tensor *out,
                             struct ext_sums *division)
{
    bool from_bfloat16 = self->type == ACL_BF16;
    bool to_bfloat16 = out->type == ACL_BF16;
    int64_t outputs = 0;
    int64_t elements = 0;
    int64_t *t = division->tiling;
    tensor_element_count(self, &elements);
    tensor_element_count(out, &outputs);
    if (outputs == 0)
        return;
    division->blocks = ext_tiling_sum_blocks(elements > outputs ? elements : outputs);
    fill_tiling(self, out, t);
    int64_t runs = t[TILING(COUNT)] / REDUCTION_RUN_LENGTH +
                   (t[TILING(COUNT)] % REDUCTION_RUN_LENGTH != 0);
    if (t[TILING(COUNT)] == 1) {
        division->kernel = choose_copy(from_bfloat16, to_bfloat16);
    } else if (runs <= 1) {
        division->kernel = choose_sum(from_bfloat16, to_bfloat16);
    } else {
        division->kernel = choose_sum(from_bfloat16, false);
        division->last_kernel = choose_sum(false, to_bfloat16);
        split_into_runs(division, runs);
    }
}
