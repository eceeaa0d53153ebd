/* SPDX-License-Identifier: Apache-2.0 */
/* Histc and Bincount: lists of L0 operators. */
#include "ops/sort/histogram.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/sort.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/sort/sort.h"
#include "tensor/convert.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

static bool finds_range(const struct l0_list *list, aclDataType type, const struct scalar *min,
                        const struct scalar *max)
{
    float low = scalar_float(min);
    float high = scalar_float(max);
    if (list->architecture == ARCHITECTURE_1001)
        return low == high;
    if (type_is_integer(type))
        return scalar_int64(min) == scalar_int64(max);
    return (isinf(low) && low == high) || fabsf(high - low) < 1e-6F;
}

void sort_list_histc(struct l0_list *list, int self, const struct scalar *min,
                     const struct scalar *max, int out)
{
    struct histogram_attributes *attributes = l0_take(list, sizeof *attributes);
    if (list->tensors[self].elements == 0) {
        sort_list_write_zeros_like(list, out);
        return;
    }
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE || attributes == NULL)
        return;
    const struct l0_tensor given = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    bool is_whole = type_is_integer(given.type);
    *attributes = (struct histogram_attributes){
        .is_found = finds_range(list, given.type, min, max)};
    if (is_whole) {
        attributes->low.whole = scalar_int64(min);
        attributes->high.whole = scalar_int64(max);
    } else {
        attributes->low.real = scalar_float(min);
        attributes->high.real = scalar_float(max);
    }
    int counted;
    if (list->architecture == ARCHITECTURE_1001) {
        aclDataType type = given.type == ACL_FLOAT16 ? ACL_FLOAT : given.type;
        counted = l0_new_shaped(list, "counts", type, result.dims, 1);
        l0_launch(list, "Histogram", L0_AI_CPU, (int[]){dense, L0_NONE}, (int[]){counted, L0_NONE});
    } else {
        int low = l0_constant(list, "min", min, given.type);
        int high = l0_constant(list, "max", max, given.type);
        if (attributes->is_found && given.rank > 0) {
            low = l0_new_shaped(list, "min", given.type, NULL, 0);
            high = l0_new_shaped(list, "max", given.type, NULL, 0);
            l0_launch_row(list, &l0_ReduceMin, &dense, 1, 0, &low, 1, NULL);
            l0_launch_row(list, &l0_ReduceMax, &dense, 1, 0, &high, 1, NULL);
        }
        bool is_float = list->architecture == ARCHITECTURE_3510 &&
                        (result.type == ACL_FLOAT || result.type == ACL_FLOAT16);
        counted = l0_new_shaped(list, "counts", is_float ? ACL_FLOAT : ACL_INT32, result.dims, 1);
        l0_launch_row(list, &l0_HistogramV2, (int[]){dense, low, high}, 3, 0, &counted, 1, NULL);
    }
    int wide = l0_new_shaped(list, "counts", ACL_INT64, result.dims, 1);
    int elements = type_is_half(given.type) ? l0_convert(list, dense, ACL_FLOAT) : dense;
    l0_step(list, L0_STEP_APPLY, &l0_HistogramV2, &elements, 1, &wide, 1, attributes);
    l0_launch_view_copy(list, l0_launch_cast(list, counted, result.type), out);
    int stored = l0_convert(list, wide, result.type);
    l0_step(list, L0_STEP_STORE, NULL, &stored, 1, &out, 1, NULL);
}

void sort_list_bincount(struct l0_list *list, int self, int weights, int64_t minlength, int out)
{
    const struct l0_tensor result = list->tensors[out];
    if (list->tensors[self].elements == 0) {
        if (minlength > 0)
            l0_view_copy(list, list_fill(list, result.type, 0, result.dims, result.rank), out);
        return;
    }
    int dense = l0_contiguous(list, self);
    int places = l0_launch_cast(list, dense, ACL_INT32);
    int factors = L0_NONE;
    if (weights != L0_NONE) {
        factors = l0_contiguous(list, weights);
        aclDataType type = factors != L0_NONE ? list->tensors[factors].type : ACL_FLOAT;
        factors = l0_cast(list, factors, type == ACL_FLOAT ? ACL_FLOAT : ACL_DOUBLE);
    }
    if (places == L0_NONE || (weights != L0_NONE && factors == L0_NONE))
        return;
    aclDataType type = factors != L0_NONE                        ? list->tensors[factors].type
                       : list->architecture == ARCHITECTURE_3510 ? ACL_FLOAT
                                                                 : ACL_INT64;
    int ones = factors;
    if (ones == L0_NONE)
        ones = l0_new_tensor(
            list, "ones", type,
            list->architecture == ARCHITECTURE_3510 ? 0 : list->tensors[dense].elements);
    if (factors == L0_NONE && list->architecture != ARCHITECTURE_3510)
        l0_launch(list, "Fill", L0_AI_CORE, (int[]){L0_NONE}, (int[]){ones, L0_NONE});
    int size = l0_host_tensor(list, "size", ACL_INT32, 1);
    int counted = l0_new_shaped(list, "bins", type, result.dims, 1);
    l0_launch(list, "Bincount",
              list->architecture == ARCHITECTURE_3510 && type == ACL_FLOAT ? L0_AI_CORE : L0_AI_CPU,
              (int[]){places, size, ones, L0_NONE}, (int[]){counted, L0_NONE});
    l0_assume(list, "kernel:Bincount");
    int sums = l0_new_shaped(list, "bins", factors != L0_NONE ? ACL_DOUBLE : ACL_INT64, result.dims,
                             1);
    int wide = l0_convert(list, dense, ACL_INT64);
    int exact = factors != L0_NONE ? l0_convert(list, factors, ACL_DOUBLE) : L0_NONE;
    l0_step(list, L0_STEP_APPLY, &l0_Bincount, (int[]){wide, exact}, factors != L0_NONE ? 2 : 1,
            &sums, 1, NULL);
    l0_launch_view_copy(list, l0_launch_cast(list, counted, result.type), out);
    int rounded = factors != L0_NONE ? l0_convert(list, sums, type) : sums;
    int stored = l0_convert(list, rounded, result.type);
    l0_step(list, L0_STEP_STORE, NULL, &stored, 1, &out, 1, NULL);
}
