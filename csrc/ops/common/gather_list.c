/* SPDX-License-Identifier: Apache-2.0 */
/* GatherElements within lists: which of its kernels the device uses. */
#include "ops/common/gather.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "declared/index.h"
#include "ops/common/list.h"

#define UNIFIED_BUFFER 196608

/* The product of the dimensions before a dimension, and of those after it. */
struct around {
    int64_t before;
    int64_t behind;
};

static struct around around(const struct l0_tensor *tensor, int32_t dim)
{
    struct around sizes = {1, 1};
    for (int32_t i = 0; i < tensor->rank; i++)
        if (i != dim)
            *(i < dim ? &sizes.before : &sizes.behind) *= tensor->dims[i];
    return sizes;
}

/* Whether GatherElementsV2 can transpose inside its cores with less memory than Transpose takes. */
static bool saves_memory(const struct l0_tensor *self, const struct l0_tensor *index, int32_t dim)
{
    struct around sizes = around(index, dim);
    int64_t width = data_type_bits(self->type) / 8;
    int64_t index_width = data_type_bits(index->type) / 8;
    int64_t places = index->dims[dim];
    int64_t limit = self->dims[dim];
    if (limit * width >= 120000)
        return limit * width > UNIFIED_BUFFER;
    if (places < 16 || limit < 16)
        return false;
    int64_t lines = sizes.before * sizes.behind;
    if (lines <= 48)
        return self->elements > lines * (places + limit);
    int64_t groups = 48 / sizes.before > 1 ? 48 / sizes.before : 1;
    int64_t length = (sizes.behind + groups - 1) / groups;
    length = length < 512 / width ? length : 512 / width;
    return self->elements * width + index->elements * index_width >
           index->elements * width + 48 * length * (places * index_width + limit * width);
}

/* Which of the two kernels of 910B does a gather, and along which dimension. */
struct gather_kernel {
    bool is_v2;
    bool transposes;
};

static struct gather_kernel gather_kernel(const struct l0_list *list, const struct l0_tensor *self,
                                          const struct l0_tensor *index, int32_t dim)
{
    bool has_v2 = l0_has_type(l0_GatherElementsV2.ai_core[list->architecture], self->type);
    bool same = true;
    bool joins = true;
    for (int32_t i = 0; i < self->rank && joins; i++) {
        bool differs = index->dims[i] != self->dims[i];
        same = same && (i == dim || !differs);
        joins = !(i != 0 && i != dim && i != dim + 1 && differs);
    }
    bool is_last = dim == self->rank - 1;
    bool inside = !is_last && has_v2 && joins && around(self, dim).behind > 32 &&
                  self->elements < INT32_MAX && saves_memory(self, index, dim);
    return (struct gather_kernel){.is_v2 = inside || (has_v2 && same),
                                  .transposes = !is_last && !inside &&
                                                list->architecture != ARCHITECTURE_3510};
}

/* Whether a gather along the last dimension fits into the memory of the cores. */
static bool fits_last_dim(const struct l0_list *list, const struct l0_tensor *self,
                          const struct l0_tensor *index)
{
    int32_t last = self->rank - 1;
    int64_t width = data_type_bits(self->type) / 8;
    int64_t index_width = data_type_bits(index->type) / 8;
    int64_t limit = self->dims[last];
    int64_t places = index->dims[last];
    int64_t block = 32 / (width < index_width ? width : index_width);
    int64_t available = (list->architecture == ARCHITECTURE_2201 ? 192 << 10 : 256 << 10) -
                        (2 << 10);
    int64_t repeats = 1;
    bool same = true;
    for (int32_t i = 0; i < last; i++)
        same = same && self->dims[i] == index->dims[i];
    if (same && list->architecture == ARCHITECTURE_2201 &&
        (self->type == ACL_FLOAT16 || self->type == ACL_BF16) &&
        limit * width + places * (width + 2 * index_width) < available)
        return true;
    if (same && limit * width + places * (width + index_width) >= available &&
        limit * width <= available / 2 && places % block == 0)
        return true;
    if (!same && places < block)
        return false;
    while (same && repeats * places % block != 0)
        repeats++;
    return repeats * (limit * width + places * (width + index_width)) < available;
}

int list_gather_elements(struct l0_list *list, int self, int index, int32_t dim)
{
    const struct l0_tensor from = list->tensors[self];
    const struct l0_tensor places = list->tensors[index];
    int64_t width = data_type_bits(from.type) / 8;
    int gathered = l0_new_shaped(list, "gathered", from.type, places.dims, places.rank);
    bool on_cores = true;
    if (list->architecture != ARCHITECTURE_3510 &&
        l0_has_type(l0_GatherElements.ai_core[list->architecture], from.type)) {
        bool is_small = from.elements * width <= INT32_MAX && from.dims[dim] <= INT32_MAX / 2;
        on_cores = is_small && ((dim == from.rank - 1 && fits_last_dim(list, &from, &places)) ||
                                from.elements * width <= 3000 << 10 || places.elements <= 2000);
    }
    if (on_cores)
        l0_launch_row(list, &l0_GatherElements, (int[]){self, index}, 2, 0, &gathered, 1, NULL);
    else
        l0_launch(list, "GatherElements", L0_AI_CPU, (int[]){self, index, L0_NONE},
                  (int[]){gathered, L0_NONE});
    return gathered;
}

int list_launch_gather(struct l0_list *list, int self, int index, int32_t dim)
{
    int64_t order[TENSOR_MAX_DIMS];
    struct gather_kernel kernel = gather_kernel(list, &list->tensors[self], &list->tensors[index],
                                                dim);
    int32_t last = list->tensors[self].rank - 1;
    for (int32_t i = 0; i <= last; i++)
        order[i] = i;
    order[dim] = last;
    order[last] = dim;
    if (kernel.transposes) {
        self = list_launch_transpose(list, self, order);
        index = list_launch_transpose(list, index, order);
        dim = last;
    }
    if (self == L0_NONE || index == L0_NONE)
        return L0_NONE;
    int gathered = L0_NONE;
    if (kernel.is_v2) {
        const struct l0_tensor from = list->tensors[self];
        const struct l0_tensor places = list->tensors[index];
        int narrow = l0_launch_cast(list, index, ACL_INT32);
        gathered = l0_new_shaped(list, "gathered", from.type, places.dims, places.rank);
        l0_launch_row(list, &l0_GatherElementsV2, (int[]){self, narrow}, 2, 0, &gathered, 1, NULL);
    } else {
        gathered = list_gather_elements(list, self, index, dim);
    }
    return kernel.transposes ? list_launch_transpose(list, gathered, order) : gathered;
}
