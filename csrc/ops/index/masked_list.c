/* SPDX-License-Identifier: Apache-2.0 */
/* Calls whose elements a mask chooses: lists of L0 operators. */
#include "ops/index/masked.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/index.h"
#include "declared/copy_layout.h"
#include "declared/ternary.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

/* Appends MaskedFill. value is a tensor without dimensions, or a constant. */
static void fill_masked(struct l0_list *list, int self, int mask, int value, int selfRef)
{
    if (self == L0_NONE || mask == L0_NONE || value == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int filled = l0_new_shaped(list, "filled", like.type, like.dims, like.rank);
    l0_launch_row(list, &l0_MaskedFill, (int[]){self, mask, value}, 3, 0, &filled, 1, NULL);
    l0_step(list, L0_STEP_APPLY, &l0_SelectV2, (int[]){mask, value, self}, 3, &filled, 1, NULL);
    l0_view_copy(list, filled, selfRef);
}

void index_list_masked_fill_scalar(struct l0_list *list, int selfRef, int mask,
                                   const struct scalar *value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_constant(list, "value", value, list->tensors[self].type),
                    selfRef);
}

void index_list_masked_fill_tensor(struct l0_list *list, int selfRef, int mask, int value)
{
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    int number = l0_contiguous(list, value);
    if (self != L0_NONE)
        fill_masked(list, self, choice, l0_cast(list, number, list->tensors[self].type), selfRef);
}

int index_list_mask_places(struct l0_list *list, int mask, int *count)
{
    static const int64_t one[] = {1};
    const struct l0_tensor like = list->tensors[mask];
    const int64_t dims[] = {like.rank, like.elements};
    int places = l0_new_shaped(list, "places", ACL_INT64, dims, 2);
    *count = l0_new_shaped(list, "count", ACL_INT64, one, 1);
    l0_step(list, L0_STEP_APPLY, &l0_MaskPlaces, &mask, 1, (int[]){places, *count}, 2, NULL);
    return places;
}

void index_list_mask_put(struct l0_list *list, int32_t entry, int self, int mask, int values,
                         int out)
{
    struct mask_put *attributes = l0_take(list, sizeof *attributes);
    if (attributes == NULL || self == L0_NONE || mask == L0_NONE || values == L0_NONE)
        return;
    attributes->entry = entry;
    const struct l0_tensor like = list->tensors[self];
    int put = l0_new_shaped(list, "put", like.type, like.dims, like.rank);
    l0_step(list, L0_STEP_APPLY, &l0_MaskPut, (int[]){self, mask, values}, 3, &put, 1, attributes);
    if (put != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &put, 1, &out, 1, NULL);
}

/* ---- Choosing: checks and lists -------------------------------------------------------------- */

/* The types for which AI cores have MaskedSelectV3 and NonZero. */
#define SMALL                                                                            \
    (L0_TYPE(ACL_BOOL) | L0_TYPE(ACL_FLOAT16) | L0_TYPE(ACL_BF16) | L0_TYPE(ACL_FLOAT) | \
     L0_TYPE(ACL_INT8) | L0_TYPE(ACL_UINT8))
#define UNSIGNED (L0_TYPE(ACL_UINT16) | L0_TYPE(ACL_UINT32) | L0_TYPE(ACL_UINT64))
#define WIDE (L0_TYPE(ACL_INT16) | L0_TYPE(ACL_INT32) | L0_TYPE(ACL_INT64) | L0_TYPE(ACL_DOUBLE))

static const uint64_t selected[ARCHITECTURES] = {0, SMALL | WIDE, SMALL | WIDE | UNSIGNED};
static const uint64_t counted[ARCHITECTURES] = {
    0, SMALL, (SMALL | WIDE | UNSIGNED) & ~(L0_TYPE(ACL_DOUBLE) | L0_TYPE(ACL_UINT64))};

#define ASSUME_RANGE "aicpu-range"

/* The workspace of MaskedSelectV3: room for all elements, and a piece for each core. */
static uint64_t select_workspace(const struct l0_list *list, const struct l0_tensor *self)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    int64_t width = data_type_bits(self->type) / 8;
    int64_t each = 256 / width;
    int64_t whole = (self->elements + each - 1) / each * each;
    float parts = is_950 ? (float)(1 + 2 * width) : 1.0f + (float)width * 3.0f;
    if (!is_950)
        parts += width == 8 ? 4.0f + 0.25f : 2.0f + 0.125f;
    if (!is_950 && width == 1)
        parts += 4.0f;
    uint64_t buffer = list->soc->unified_buffer_bytes;
    buffer = is_950 ? buffer / 2 - 64 : buffer;
    float share = (float)width / parts;
    uint64_t pieces = (uint64_t)((float)buffer * (is_950 ? 1.0f : 0.65f) * share / 256);
    pieces -= !is_950 && pieces % 2 != 0;
    int64_t length = (int64_t)pieces * each;
    int64_t blocks = length > 0 ? (whole + length - 1) / length : 1;
    blocks = blocks < list->soc->vector_cores ? blocks : list->soc->vector_cores;
    return L0_SYSTEM_WORKSPACE + (uint64_t)(whole * width) + (uint64_t)blocks * 64;
}

static int repeated(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank)
{
    int result = l0_new_shaped(list, "repeated", list->tensors[tensor].type, dims, rank);
    l0_launch_row(list, &l0_BroadcastTo, &tensor, 1, 0, &result, 1, NULL);
    return result;
}

void index_list_masked_select(struct l0_list *list, int self, int mask, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int from = l0_contiguous(list, self);
    int choice = l0_contiguous(list, mask);
    aclDataType type = list->tensors[self].type;
    choice = l0_cast(list, choice, ACL_BOOL);
    from = l0_cast(list, from, list->tensors[out].type);
    if (from == L0_NONE || choice == L0_NONE)
        return;
    const struct l0_tensor a = list->tensors[from];
    const struct l0_tensor b = list->tensors[choice];
    int32_t rank = a.rank > b.rank ? a.rank : b.rank;
    for (int32_t i = 0; i < rank; i++) {
        int64_t left = i < rank - a.rank ? 1 : a.dims[i - (rank - a.rank)];
        int64_t right = i < rank - b.rank ? 1 : b.dims[i - (rank - b.rank)];
        dims[i] = left == 1 ? right : left;
    }
    if (l0_has_type(selected[list->architecture], type)) {
        bool same = same_dims(a.dims, a.rank, b.dims, b.rank);
        int all = same ? from : repeated(list, from, dims, rank);
        int chosen = same ? choice : repeated(list, choice, dims, rank);
        if (all == L0_NONE || chosen == L0_NONE)
            return;
        l0_launch(list, "MaskedSelectV3", L0_AI_CORE, (int[]){all, chosen, L0_NONE},
                  (int[]){out, L0_NONE});
        l0_kernel_workspace(list, select_workspace(list, &list->tensors[all]));
        l0_kernel_workspace(list, 16);
    } else {
        l0_launch(list, "MaskedSelect", L0_AI_CPU, (int[]){from, choice, L0_NONE},
                  (int[]){out, L0_NONE});
        l0_assume(list, ASSUME_RANGE);
    }
    l0_step(list, L0_STEP_APPLY, &l0_MaskedSelect, (int[]){from, choice}, 2, &out, 1, NULL);
}

void index_list_nonzero(struct l0_list *list, int self, int columns, int out)
{
    static const enum choice choices[] = {CHOICE_ROWS, CHOICE_COLUMNS};
    int from = l0_contiguous(list, self);
    if (from == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[from];
    bool on_cores = l0_has_type(counted[list->architecture], like.type) &&
                    (list->architecture == ARCHITECTURE_3510 || like.rank > 0);
    bool copies = columns != 0 && list->architecture == ARCHITECTURE_3510 && on_cores &&
                  !view_is_dense(list->tensors[out].given);
    int to = copies ? l0_contiguous(list, out) : out;
    l0_launch(list, "NonZero", on_cores ? L0_AI_CORE : L0_AI_CPU, (int[]){from, L0_NONE},
              (int[]){to, L0_NONE});
    if (!on_cores) {
        l0_assume(list, ASSUME_RANGE);
    } else if (list->architecture == ARCHITECTURE_3510) {
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE + 9216);
        l0_kernel_workspace(list, 72);
    } else {
        l0_kernel_workspace(list, 4 * ((uint64_t)list->tensors[out].rank + 1));
        l0_assume(list, "kernel:NonZero");
    }
    if (copies)
        l0_launch_view_copy(list, to, out);
    int mask = l0_convert(list, from, ACL_BOOL);
    l0_step(list, L0_STEP_APPLY, &l0_Places, &mask, 1, &out, 1, &choices[columns]);
}

/* Whether 910B's cores take the mask: it has the shape of self, or 1 for its last size when self
 * and source share that size. */
static bool fits_mask(const struct l0_list *list, int self, int mask, int source)
{
    const struct l0_tensor *target = &list->tensors[self];
    const struct l0_tensor *choice = &list->tensors[mask];
    const struct l0_tensor *from = &list->tensors[source];
    int32_t last = target->rank - 1;
    if (choice->rank != target->rank || !same_dims(choice->dims, last, target->dims, last))
        return false;
    return choice->dims[last] == target->dims[last] ||
           (choice->dims[last] == 1 && target->dims[last] == from->dims[from->rank - 1]);
}

/* Ascend950 counts the chosen elements of a mask that is repeated along inner dimensions. */
void index_list_masked_scatter(struct l0_list *list, int selfRef, int mask, int source)
{
    static const int64_t one[] = {1};
    int self = l0_contiguous(list, selfRef);
    int choice = l0_contiguous(list, mask);
    int from = source != L0_NONE && list->tensors[source].elements > 0 ? l0_contiguous(list, source)
                                                                       : source;
    choice = l0_cast(list, choice, ACL_BOOL);
    if (self == L0_NONE || choice == L0_NONE || from == L0_NONE)
        return;
    const struct l0_tensor like = list->tensors[self];
    int target = like.rank > 0 ? self : l0_reshape(list, self, one, 1);
    choice = list->tensors[choice].rank > 0 ? choice : l0_reshape(list, choice, one, 1);
    from = list->tensors[from].rank > 0 ? from : l0_reshape(list, from, one, 1);
    if (target == L0_NONE || choice == L0_NONE || from == L0_NONE)
        return;
    const struct l0_tensor flat = list->tensors[target];
    int result = l0_new_shaped(list, "scattered", flat.type, flat.dims, flat.rank);
    if (list->architecture != ARCHITECTURE_2201 || fits_mask(list, target, choice, from)) {
        l0_apply(list, &l0_MaskedScatter, (int[]){target, choice, from}, 3, 0, &result, 1, NULL);
    } else {
        l0_launch(list, l0_MaskedScatter.name, L0_AI_CPU, (int[]){target, choice, from, L0_NONE},
                  (int[]){result, L0_NONE});
        l0_step(list, L0_STEP_APPLY, &l0_MaskedScatter, (int[]){target, choice, from}, 3, &result,
                1, NULL);
    }
    if (like.rank == 0)
        result = l0_reshape(list, result, NULL, 0);
    l0_view_copy(list, result, selfRef);
}
