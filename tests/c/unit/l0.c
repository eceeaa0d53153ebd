/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the stock operators run: casts, copies and zeros of every data type on every architecture,
 * a line each of the operators that a list then has:
 *
 *     NAME ARCHITECTURE INPUT OUTPUT ENGINE WORKSPACE ASSUMED
 *
 * with data types by their numbers, "core" or "cpu", the bytes of the kernel workspace or "none",
 * and how many assumptions the list rests on. A cast that no kernel does has no line.
 */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/arena.h"
#include "check.h"
#include "tensor/tensor.h"
#include "workspace/l0_operators.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static const aclDataType types[] = {ACL_FLOAT,     ACL_FLOAT16,    ACL_INT8,   ACL_INT32,
                                    ACL_UINT8,     ACL_INT16,      ACL_UINT16, ACL_UINT32,
                                    ACL_INT64,     ACL_UINT64,     ACL_DOUBLE, ACL_BOOL,
                                    ACL_COMPLEX64, ACL_COMPLEX128, ACL_BF16,   ACL_COMPLEX32};

/* Views that CANN makes dense by a Slice, StridedSlice, Transpose, BroadcastTo and AsStrided. */
static const struct tensor views[] = {
    {.rank = 2, .dims = {4, 4}, .strides = {8, 1}, .storage_rank = 1, .storage_dims = {32}},
    {.rank = 2, .dims = {4, 4}, .strides = {8, 2}, .storage_rank = 1, .storage_dims = {32}},
    {.rank = 2, .dims = {4, 5}, .strides = {1, 4}, .storage_rank = 1, .storage_dims = {20}},
    {.rank = 2, .dims = {4, 4}, .strides = {0, 1}, .storage_rank = 1, .storage_dims = {4}},
    {.rank = 2, .dims = {4, 4}, .strides = {2, 1}, .storage_rank = 1, .storage_dims = {10}},
};

/* Rows with a gap between them, which the AI cores of every architecture can write. */
static const struct tensor rows = {
    .rank = 2, .dims = {64, 64}, .strides = {128, 1}, .storage_rank = 1, .storage_dims = {8192}};

static void print(const struct l0_list *list)
{
    CHECK(list->status == ACLNN_SUCCESS);
    for (int i = 0; i < list->operator_count; i++) {
        const struct l0_operator *each = &list->operators[i];
        printf("%s %" PRIu32 " %d %d %s ", each->name,
               soc_architecture_number(list->soc->architecture),
               list->tensors[each->inputs[0]].type, list->tensors[each->outputs[0]].type,
               each->engine == L0_AI_CORE ? "core" : "cpu");
        if (each->workspace_count == 0)
            printf("none");
        else
            printf("%" PRIu64, list->tensors[each->workspaces[0]].bytes);
        printf(" %d\n", list->assumption_count);
    }
}

enum what { ZEROS, STORE, CAST, DENSE };

/* One list: casts to and copies of a view are tried for each of them. */
static void try(const struct soc *soc, enum what what, aclDataType type, int which)
{
    struct arena arena;
    struct l0_list list;
    _Atomic(void *) address = NULL;
    struct tensor view = what == STORE ? rows : what == DENSE ? views[which] : views[0];
    view.type = type;
    view.format = ACL_FORMAT_ND;
    view.address = &address;
    arena_start(&arena, NULL, 0);
    l0_start(&list, &arena, soc, false);
    if (what == DENSE)
        l0_contiguous(&list, l0_user_tensor(&list, "view", &view));
    else {
        int tensor = what == STORE ? l0_new_shaped(&list, "tensor", type, rows.dims, rows.rank)
                                   : l0_new_tensor(&list, "tensor", type, 4096);
        if (what == ZEROS)
            l0_zeros_like(&list, tensor);
        else if (what == STORE)
            l0_view_copy(&list, tensor, l0_user_tensor(&list, "view", &view));
        else
            l0_cast(&list, tensor, types[which]);
    }
    /* Neither the AI cores nor the CPU have a kernel for pairs of complex32 with most others. */
    if (what == CAST && list.status == ACLNN_ERR_INNER_NULLPTR)
        CHECK(type == ACL_COMPLEX32 || types[which] == ACL_COMPLEX32);
    else
        print(&list);
    arena_end(&arena);
}

int main(void)
{
    for (int i = 0; i < ARCHITECTURES; i++) {
        const struct soc soc = {.name = "", .architecture = (enum soc_architecture)i};
        for (size_t type = 0; type < LENGTH(types); type++) {
            try(&soc, ZEROS, types[type], 0);
            try(&soc, STORE, types[type], 0);
            for (int to = 0; to < (int)LENGTH(types); to++)
                try(&soc, CAST, types[type], to);
            for (int view = 0; view < (int)LENGTH(views); view++)
                try(&soc, DENSE, types[type], view);
        }
    }
    return 0;
}
