/* SPDX-License-Identifier: Apache-2.0 */
/* Gather, GatherV2, GatherV3, Take, Embedding, which read by index along one dimension: lists of L0
 * operators. */
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "declared/copy_layout.h"
#include "declared/embedding.h"
#include "ops/common/gather.h"
#include "ops/common/list.h"
#include "ops/index/indexed.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Appends a row that reads rows of self by index, and its work, which writes to out. */
static void take_rows(struct l0_list *list, const struct l0_row *row, int self, int32_t dim,
                      int index, int32_t batches, int out)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "index");
    int rows = list_at_least_1d(list, self);
    if (rows == L0_NONE || index == L0_NONE || indexed == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    int taken = l0_new_shaped(list, "taken", result.type, result.dims, result.rank);
    l0_launch_row(list, row, (int[]){self, index}, 2, 0, &taken, 1, NULL);
    index_rows(indexed, &list->tensors[rows], dim, &list->tensors[index], batches);
    if (list->tensors[self].rank == 0)
        for (int32_t i = 0; i < indexed->loop_count; i++)
            indexed->loops[i].other = -1;
    if (list->tensors[index].rank == 1 && result.rank == list->tensors[rows].rank - 1)
        for (int32_t i = 0; i < indexed->loop_count; i++)
            indexed->loops[i].other = i == dim ? -1 : i - (i > dim);
    index_list_gather_step(list, indexed, rows, &index, 1, taken);
    l0_view_copy(list, taken, out);
}

static int32_t front_dim(const struct l0_list *list, int self, int64_t dim)
{
    int32_t rank = self == L0_NONE || list->tensors[self].rank == 0 ? 1 : list->tensors[self].rank;
    return (int32_t)(dim < 0 ? dim + rank : dim);
}

void index_list_gather_v2(struct l0_list *list, int self, int64_t dim, int index, int out)
{
    int rows = l0_contiguous(list, self);
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    take_rows(list, &l0_GatherV2, rows, front_dim(list, self, dim), places, 0, out);
}

void index_list_gather_v3(struct l0_list *list, int self, int64_t dim, int index, int64_t batches,
                          int out)
{
    int rows = l0_contiguous(list, self);
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    int64_t rank = places == L0_NONE ? 1 : list->tensors[places].rank;
    take_rows(list, &l0_GatherV2, rows, front_dim(list, self, dim), places,
              (int32_t)(batches < 0 ? batches + rank : batches), out);
}

void index_list_select(struct l0_list *list, int self, int64_t dim, int index, int out)
{
    int rows = l0_contiguous(list, self);
    int places = list_at_least_1d(list, l0_contiguous(list, index));
    bool has_v3 = rows != L0_NONE &&
                  l0_has_type(l0_GatherV3.ai_core[list->architecture], list->tensors[rows].type);
    take_rows(list, has_v3 ? &l0_GatherV3 : &l0_GatherV2, rows, front_dim(list, self, dim), places,
              0, out);
}

void index_list_take(struct l0_list *list, int self, int index, int out)
{
    int elements = l0_contiguous(list, self);
    int places = l0_contiguous(list, index);
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "index");
    if (elements == L0_NONE || places == L0_NONE || indexed == NULL)
        return;
    int64_t count = list->tensors[elements].elements;
    const struct l0_tensor result = list->tensors[out];
    int flat = l0_reshape(list, elements, &count, 1);
    int taken = l0_new_shaped(list, "taken", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_GatherV2, (int[]){flat, places}, 2, 0, &taken, 1, NULL);
    if (flat == L0_NONE)
        return;
    indexed->from_end = true;
    index_rows(indexed, &list->tensors[flat], 0, &list->tensors[places], 0);
    index_list_gather_step(list, indexed, flat, &places, 1, taken);
    l0_view_copy(list, taken, out);
}

/* ---- Embedding ------------------------------------------------------------------------------- */

static bool is_dense(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].given == NULL || view_is_dense(list->tensors[tensor].given);
}

/* Whether Ascend950's kernel reads strided operands directly. */
static bool embeds_strided(const struct l0_list *list, int weight, int indices, int out)
{
    const struct l0_tensor *table = &list->tensors[weight];
    const struct l0_tensor *places = &list->tensors[indices];
    if (list->architecture != ARCHITECTURE_3510 ||
        !l0_has_type(l0_Embedding.ai_core[ARCHITECTURE_3510], table->type) || table->rank != 2 ||
        places->rank != 2 || (is_dense(list, weight) && is_dense(list, indices)) ||
        !is_dense(list, out))
        return false;
    int64_t width = data_type_bits(table->type) / 8;
    int64_t cores = list->soc->vector_cores;
    int64_t row = table->dims[1];
    int64_t bytes = places->elements * row * width;
    int64_t lasting = width * (table->given->strides[1] == 1 ? row : 1);
    if (places->given->strides[0] == 0 || places->given->strides[1] == 0 ||
        (lasting < 128 && bytes >= cores * 8192))
        return false;
    if (is_dense(list, indices))
        return true;
    int64_t each = (places->elements * row + cores - 1) / cores;
    each = (each + 2047) / 2048 * 2048;
    int64_t needed = (each + row - 1) / row + 1;
    return row > 0 && needed * (data_type_bits(places->type) / 8) <= (int64_t)120 << 10;
}

/* Whether Ascend950 has a kernel of its own for a dense table. */
static bool has_embedding_kernel(const struct l0_list *list, int weight, int indices)
{
    const struct l0_tensor *table = &list->tensors[weight];
    int64_t count = list->tensors[indices].elements;
    if (list->architecture != ARCHITECTURE_3510 ||
        !l0_has_type(l0_Embedding.ai_core[ARCHITECTURE_3510], table->type) || table->rank != 2)
        return false;
    int64_t row = table->dims[1];
    if (row * (data_type_bits(table->type) / 8) >= 2048 && count >= 32)
        return false;
    return table->elements <= INT32_MAX && count * row <= INT32_MAX;
}

void index_list_embedding(struct l0_list *list, int weight, int indices, int out)
{
    if (embeds_strided(list, weight, indices, out)) {
        take_rows(list, &l0_Embedding, weight, 0, indices, 0, out);
        return;
    }
    int table = l0_contiguous(list, weight);
    int places = list_at_least_1d(list, l0_contiguous(list, indices));
    if (table == L0_NONE || places == L0_NONE)
        return;
    const struct l0_row *row = has_embedding_kernel(list, table, places) ? &l0_Embedding
                                                                         : &l0_GatherV2;
    take_rows(list, row, table, 0, places, 0, out);
}

/* ---- Gather ---------------------------------------------------------------------------------- */

/* Whether every row of self has one index, which is stored once and repeated by strides. */
static bool is_row_index(const struct l0_list *list, int self, int index, int32_t dim)
{
    const struct l0_tensor *from = &list->tensors[self];
    const struct tensor *places = list->tensors[index].given;
    return dim == 0 && places != NULL && from->rank == 2 && places->rank == 2 &&
           places->strides[0] == 1 && places->strides[1] == 0 && places->storage_rank == 1 &&
           from->dims[1] == places->dims[1];
}

/* Gathers by the first element of each row of the index. */
static int gather_rows(struct l0_list *list, int self, int index)
{
    const struct l0_tensor places = list->tensors[index];
    int column = l0_new_shaped(list, "column", places.type, places.dims, 1);
    if (list->architecture == ARCHITECTURE_3510)
        column = l0_user_tensor(list, "column", places.given);
    else
        l0_launch_row(list, &l0_Slice, (int[]){index}, 1, 0, &column, 1, NULL);
    const struct l0_tensor from = list->tensors[self];
    int gathered = l0_new_shaped(list, "gathered", from.type, places.dims, places.rank);
    l0_launch_row(list, &l0_GatherV2, (int[]){self, column}, 2, 0, &gathered, 1, NULL);
    return gathered;
}

void index_list_gather(struct l0_list *list, int self, int64_t dim, int index, int out)
{
    struct indexed *indexed = index_new(list, INDEXED_MOVE, "index");
    int from = list_at_least_1d(list, self);
    int places = list_at_least_1d(list, index);
    if (indexed == NULL || from == L0_NONE || places == L0_NONE)
        return;
    int32_t at = front_dim(list, from, dim);
    bool by_rows = is_row_index(list, from, index, at);
    int gathered;
    if (!by_rows && list->architecture == ARCHITECTURE_3510 &&
        list->tensors[self].type != ACL_DOUBLE &&
        !(is_dense(list, self) && is_dense(list, index))) {
        gathered = list_gather_elements(list, from, places, at);
    } else {
        int dense = list_at_least_1d(list, l0_contiguous(list, self));
        gathered = dense == L0_NONE ? L0_NONE
                   : by_rows
                       ? gather_rows(list, dense, index)
                       : list_launch_gather(list, dense,
                                            list_at_least_1d(list, l0_contiguous(list, index)), at);
    }
    if (gathered == L0_NONE)
        return;
    indexed->from_end = true;
    index_move_elements(indexed, at, &list->tensors[places]);
    index_list_gather_step(list, indexed, from, &places, 1, gathered);
    const struct l0_tensor result = list->tensors[out];
    if (result.rank == 0)
        gathered = l0_reshape(list, gathered, NULL, 0);
    l0_view_copy(list, gathered, out);
}
