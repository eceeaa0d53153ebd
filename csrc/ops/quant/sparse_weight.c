/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps two of each four numbers of a weight, on the host. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_trans_sparse4to2_para.h"
#include "base/report.h"
#include "impl/aclnnop/aclnn_trans_sparse4to2_para.h"
#include "ops/quant/sparse.h"
#include "tensor/arrays.h"
#include "tensor/object.h"

#define NO_INDEX 16

/* The index of four numbers by which of them are not 0, the first in the highest bit: two bits for
 * the place of the one that is kept first, two for the other's, less 1. */
static const uint8_t indices[NO_INDEX] = {
    [0x0] = 0x0, [0x1] = 0x8,      [0x2] = 0x2,      [0x3] = 0xA,
    [0x4] = 0x1, [0x5] = 0x9,      [0x6] = 0x5,      [0x7] = NO_INDEX,
    [0x8] = 0x0, [0x9] = 0x8,      [0xA] = 0x4,      [0xB] = NO_INDEX,
    [0xC] = 0x0, [0xD] = NO_INDEX, [0xE] = NO_INDEX, [0xF] = NO_INDEX,
};

struct sparse_weight {
    int64_t n;
    int64_t k;
    struct sparse_blocks blocks;
    int8_t *kept;
    uint8_t *index;
    int64_t *dims;
    int64_t *index_dims;
};

/* The two of four numbers that are kept; false where two are not all. Where the second number alone
 * is not 0 the index names its place twice. */
static bool keep_two(const int8_t *four, int8_t *kept, unsigned *index)
{
    unsigned pattern = 0;
    for (int i = 0; i < SPARSE_FOUR; i++)
        pattern = pattern << 1 | (four[i] != 0);
    *index = indices[pattern];
    if (*index == NO_INDEX)
        return false;
    kept[0] = four[*index & 3];
    kept[1] = pattern == 0x4 ? 0 : four[(*index >> 2) + 1];
    return true;
}

/* Eight numbers, or as many as there are. */
static bool keep_eight(const int8_t *from, int64_t count, int8_t *kept, uint8_t *index)
{
    int8_t numbers[SPARSE_EIGHT] = {0};
    unsigned halves[2];
    memcpy(numbers, from, (size_t)(count < SPARSE_EIGHT ? count : SPARSE_EIGHT));
    if (!keep_two(numbers, kept, &halves[0]) ||
        !keep_two(numbers + SPARSE_FOUR, kept + 2, &halves[1]))
        return false;
    *index = (uint8_t)(halves[1] << 4 | halves[0]);
    return true;
}

static bool keep_all(const struct sparse_weight *w, const int8_t *weight)
{
    for (int64_t row = 0; row < w->n; row++)
        for (int64_t at = 0; at < w->k; at += SPARSE_EIGHT) {
            int64_t place = at / SPARSE_PART * w->blocks.rows + row;
            int64_t part = at % SPARSE_PART / SPARSE_EIGHT;
            if (!keep_eight(weight + row * w->k + at, w->k - at,
                            w->kept + place * SPARSE_KEPT + part * SPARSE_FOUR,
                            w->index + place * SPARSE_INDEX + part))
                return false;
        }
    return true;
}

static int64_t *dims_of(const struct sparse_blocks *blocks, int64_t last)
{
    int64_t *dims = malloc(4 * sizeof *dims);
    if (dims != NULL) {
        const int64_t found[] = {blocks->parts, blocks->rows / SPARSE_ROWS, SPARSE_ROWS, last};
        memcpy(dims, found, sizeof found);
    }
    return dims;
}

/* Sets the sides and blocks; false where they are none. */
static bool read_sides(struct sparse_weight *w, const struct array *shape)
{
    int64_t places;
    const int64_t *sides = array_integers(shape);
    if (shape->size != 2 || sides[0] < 0 || sides[1] < 0 || sides[0] > INT64_MAX - SPARSE_ROWS ||
        sides[1] > INT64_MAX - SPARSE_PART)
        return false;
    w->n = sides[0];
    w->k = sides[1];
    w->blocks = sparse_blocks_of(w->n, (w->k + 1) / 2);
    return sparse_places(&w->blocks, &places);
}

static aclnnStatus take_sides(struct sparse_weight *w, const aclIntArray *handle)
{
    const struct array *shape = array_acquire(handle, HANDLE_INT_ARRAY);
    if (shape == NULL)
        return object_refuse(handle, HANDLE_INT_ARRAY, "shape");
    uint64_t size = shape->size;
    bool fits = read_sides(w, shape);
    array_release(handle);
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_PARAM_INVALID,
                         "shape has %" PRIu64 " entries; the two sides of the weight, neither "
                         "below 0, are required, of blocks that 63 bits count",
                         size);
}

static aclnnStatus refuse_null(const void *const *given, int count)
{
    static const char *const names[] = {
        "shape", "weight",    "sparseWeight", "sparseWeightDims", "sparseWeightDimsNum",
        "index", "indexDims", "indexDimsNum"};
    for (int i = 0; i < count; i++)
        if (given[i] == NULL)
            return report(ACLNN_ERR_INNER_NULLPTR, "%s is NULL; a valid pointer is required",
                          names[i]);
    return ACLNN_SUCCESS;
}

static void drop(struct sparse_weight *w)
{
    free(w->kept);
    free(w->index);
    free(w->dims);
    free(w->index_dims);
    *w = (struct sparse_weight){0};
}

/* Makes the arrays, all of them or none. */
static aclnnStatus make(struct sparse_weight *w, const int8_t *weight)
{
    size_t places = (size_t)(w->blocks.parts * w->blocks.rows);
    aclnnStatus status = ACLNN_SUCCESS;
    w->kept = calloc(places + 1, SPARSE_KEPT);
    w->index = calloc(places + 1, SPARSE_INDEX);
    w->dims = dims_of(&w->blocks, SPARSE_KEPT);
    w->index_dims = dims_of(&w->blocks, SPARSE_INDEX);
    if (w->kept == NULL || w->index == NULL || w->dims == NULL || w->index_dims == NULL)
        status = report(ACLNN_ERR_INNER_NULLPTR, "no host memory for %zu rows of blocks", places);
    else if (!keep_all(w, weight))
        status = report(ACLNN_ERR_PARAM_INVALID, "of four numbers of weight more than two are not "
                                                 "0; two at most are required");
    if (status != ACLNN_SUCCESS)
        drop(w);
    return status;
}

aclnnStatus aclnnTransSparse4to2ParaImpl(const int8_t *weight, aclIntArray *shape,
                                         int8_t **sparseWeight, int64_t **sparseWeightDims,
                                         uint64_t *sparseWeightDimsNum, uint8_t **index,
                                         int64_t **indexDims, uint64_t *indexDimsNum)
{
    const void *const given[] = {
        shape, weight,    sparseWeight, sparseWeightDims, sparseWeightDimsNum,
        index, indexDims, indexDimsNum};
    struct sparse_weight w = {0};
    aclnnStatus status = refuse_null(given, 8);
    if (status == ACLNN_SUCCESS)
        status = take_sides(&w, shape);
    if (status != ACLNN_SUCCESS)
        return status;
    status = make(&w, weight);
    *sparseWeight = w.kept;
    *index = w.index;
    *sparseWeightDims = w.dims;
    *indexDims = w.index_dims;
    if (status != ACLNN_SUCCESS)
        return status;
    *sparseWeightDimsNum = 4;
    *indexDimsNum = 4;
    return ACLNN_SUCCESS;
}
