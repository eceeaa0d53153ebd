/* SPDX-License-Identifier: Apache-2.0 */
/* Running sums, products, largest and smallest elements: lists of L0 operators. */
#include "ops/scan/scan.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/scan.h"
#include "ops/common/list.h"
#include "tensor/convert.h"

/* The fewest rows, and elements of a row, for which Ascend910B and 910_93 use the matrix unit. */
#define CUBE_ROWS 12800
#define CUBE_LENGTH 512
#define CUBE_MOST 50000000

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Appends the step of a scan. Without indices there is no second output; with indices halves are
 * computed in float32. */
static void step(struct l0_list *list, const struct l0_row *row, int dense,
                 const struct scan_attributes *given, int values, int places)
{
    struct scan_attributes *attributes = l0_take(list, sizeof *attributes);
    if (dense == L0_NONE || values == L0_NONE || attributes == NULL)
        return;
    *attributes = *given;
    const struct l0_tensor result = list->tensors[values];
    bool is_half = type_is_half(result.type) && places != L0_NONE;
    int input = is_half ? l0_convert(list, dense, ACL_FLOAT) : dense;
    int outputs[] = {values, places};
    if (is_half)
        outputs[0] = l0_new_shaped(list, "values", ACL_FLOAT, result.dims, result.rank);
    l0_step(list, L0_STEP_APPLY, row, &input, 1, outputs, places == L0_NONE ? 1 : 2, attributes);
    if (is_half)
        l0_step(list, L0_STEP_CAST, NULL, outputs, 1, &values, 1, NULL);
}

static int32_t place_of_dim(int64_t dim, int32_t rank)
{
    return rank == 0 ? 0 : (int32_t)(dim < 0 ? dim + rank : dim);
}

static int new_like(struct l0_list *list, const char *name, int tensor, aclDataType type)
{
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor like = list->tensors[tensor];
    return l0_new_shaped(list, name, type, like.dims, like.rank);
}

/* Whether the matrix unit adds: there are many long rows along the last dimension. */
static bool is_cube_sum(const struct l0_list *list, const struct l0_tensor *shape, int32_t dim)
{
    int64_t rows = 1;
    bool is_float = shape->type == ACL_FLOAT || type_is_half(shape->type);
    if (list->architecture != ARCHITECTURE_2201 || !is_float || shape->rank == 0 ||
        dim != shape->rank - 1)
        return false;
    for (int32_t i = 0; i <= dim; i++) {
        if (shape->dims[i] > CUBE_MOST)
            return false;
        rows *= i < dim ? shape->dims[i] : 1;
    }
    return rows >= CUBE_ROWS && shape->dims[dim] >= CUBE_LENGTH;
}

static void cumsum(struct l0_list *list, int self, int64_t dim, bool exclusive, bool reverse,
                   bool cube, int out)
{
    if (self == L0_NONE || out == L0_NONE || list->tensors[self].elements == 0)
        return;
    int dense = l0_cast(list, l0_contiguous(list, self), list->tensors[out].type);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[dense];
    const struct scan_attributes attributes = {SCAN_SUM, place_of_dim(dim, shape.rank), exclusive,
                                               reverse};
    int sums;
    if (cube && is_cube_sum(list, &shape, attributes.dim)) {
        sums = new_like(list, "sums", dense, shape.type);
        l0_launch_row(list, &l0_CumsumCube, &dense, 1, 0, &sums, 1, NULL);
    } else {
        const int inputs[] = {dense,
                              l0_host_tensor(list, "dim", dim == 0 ? ACL_INT64 : ACL_INT32, 1)};
        sums = new_like(list, "sums", dense, shape.type);
        l0_launch_row(list, &l0_Cumsum, inputs, 2, 0, &sums, 1, NULL);
    }
    step(list, &l0_Cumsum, dense, &attributes, sums, L0_NONE);
    l0_view_copy(list, sums, out);
}

void scan_list_cumsum(struct l0_list *list, int self, int64_t dim, int out)
{
    cumsum(list, self, dim, false, false, true, out);
}

void scan_list_cumsum_v2(struct l0_list *list, int self, int64_t dim, bool exclusive, bool reverse,
                         int out)
{
    cumsum(list, self, dim, exclusive, reverse, false, out);
}

void scan_list_cumprod(struct l0_list *list, int input, const struct scalar *dim, int out)
{
    static const int64_t one = 1;
    if (input == L0_NONE || out == L0_NONE || list->tensors[input].elements == 0)
        return;
    const struct l0_tensor result = list->tensors[out];
    int dense = l0_contiguous(list, input);
    if (result.rank == 0)
        dense = l0_reshape(list, dense, &one, 1);
    dense = l0_cast(list, dense, result.type);
    if (dense == L0_NONE)
        return;
    const struct scan_attributes attributes = {
        SCAN_PRODUCT, place_of_dim((int32_t)scalar_int64(dim), result.rank), false, false};
    const int inputs[] = {dense, l0_host_tensor(list, "dim", ACL_INT32, 1)};
    int products = new_like(list, "products", dense, result.type);
    l0_launch_row(list, &l0_Cumprod, inputs, 2, 0, &products, 1, NULL);
    step(list, &l0_Cumprod, dense, &attributes, products, L0_NONE);
    l0_view_copy(list, l0_reshape(list, products, result.dims, result.rank), out);
}

void scan_list_inplace_cumprod(struct l0_list *list, int input, const struct scalar *dim)
{
    scan_list_cumprod(list, input, dim, input);
}

void scan_list_cummax(struct l0_list *list, int self, int64_t dim, int valuesOut, int indicesOut)
{
    if (self == L0_NONE || valuesOut == L0_NONE || indicesOut == L0_NONE ||
        list->tensors[self].elements == 0)
        return;
    int dense = l0_contiguous(list, self);
    if (list->tensors[self].type == ACL_BOOL)
        dense = l0_cast(list, dense, ACL_UINT8);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor shape = list->tensors[dense];
    const struct scan_attributes attributes = {SCAN_LARGEST, place_of_dim(dim, shape.rank), false,
                                               false};
    const int outputs[] = {new_like(list, "values", dense, shape.type),
                           new_like(list, "indices", dense, list->tensors[indicesOut].type)};
    l0_launch_row(list, &l0_Cummax, &dense, 1, 0, outputs, 2, NULL);
    step(list, &l0_Cummax, dense, &attributes, outputs[0], outputs[1]);
    list_write(list, outputs[0], valuesOut);
    l0_view_copy(list, outputs[1], indicesOut);
}

/* Before Ascend950 the kernel scans along the first dimension, so another one is moved there. */
static int launch_first(struct l0_list *list, int tensor, int32_t dim)
{
    int64_t order[TENSOR_MAX_DIMS];
    if (tensor == L0_NONE)
        return L0_NONE;
    for (int32_t i = 0; i < list->tensors[tensor].rank; i++)
        order[i] = i;
    order[0] = dim;
    order[dim] = 0;
    return list_launch_transpose(list, tensor, order);
}

static bool has_cummin_kernel(aclDataType type)
{
    return type == ACL_FLOAT || type_is_half(type) || type == ACL_INT32 || type == ACL_INT8 ||
           type == ACL_UINT8;
}

void scan_list_cummin(struct l0_list *list, int self, int64_t dim, int valuesOut, int indicesOut)
{
    static const int64_t one = 1;
    if (self == L0_NONE || valuesOut == L0_NONE || indicesOut == L0_NONE ||
        list->tensors[self].elements == 0)
        return;
    const struct l0_tensor given = list->tensors[self];
    aclDataType places = list->tensors[indicesOut].type;
    int dense = l0_contiguous(list, self);
    if (given.rank == 0)
        dense = l0_reshape(list, dense, &one, 1);
    if (given.type == ACL_BOOL)
        dense = l0_cast(list, dense, ACL_UINT8);
    if (dense == L0_NONE)
        return;
    bool is_3510 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = list->tensors[dense].type;
    if (is_3510 && (type == ACL_INT8 || type == ACL_UINT8))
        dense = l0_cast(list, dense, type = ACL_FLOAT16);
    const struct scan_attributes attributes = {SCAN_SMALLEST, place_of_dim(dim, given.rank), false,
                                               false};
    bool is_moved = !is_3510 && dim != 0 && has_cummin_kernel(type);
    int launched = is_moved ? launch_first(list, dense, attributes.dim) : dense;
    if (!is_3510 && (has_cummin_kernel(type) || places == ACL_INT32))
        places = ACL_INT32;
    int outputs[] = {new_like(list, "values", launched, type),
                     new_like(list, "indices", launched, places)};
    l0_launch_row(list, &l0_Cummin, &launched, 1, 0, outputs, 2, NULL);
    if (is_moved) {
        outputs[0] = launch_first(list, outputs[0], attributes.dim);
        outputs[1] = launch_first(list, outputs[1], attributes.dim);
    }
    step(list, &l0_Cummin, dense, &attributes, outputs[0], outputs[1]);
    int values = l0_reshape(list, outputs[0], given.dims, given.rank);
    int indices = l0_reshape(list, outputs[1], given.dims, given.rank);
    list_write(list, values, valuesOut);
    list_write(list, indices, indicesOut);
}
