/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What CANN turns aclnnEmbeddingDenseBackward into: the L0 operators in the order of op_api, which
 * differ with the architecture, the types and the sizes.
 */
#include "ops/embedding_dense_backward.h"
#include "ops/sort/sort.h"
#include "tensor/layout.h"
#include "workspace/embedding_dense_grad_tiling.h"
#include "workspace/l0_operators.h"

/* What 32-bit positions can count. */
#define MOST_ROWS INT32_MAX
#define MOST_WEIGHTS INT32_MAX

/* On 910B and 910_93 half-precision gradients stay as they are when both tensors are large. */
#define CAST_LIMIT ((uint64_t)100 << 20)
#define CAST_ROWS 512

/* On 910B and 910_93 indices are sorted as floats, as long as none is an infinity. */
#define SORTABLE_ROWS 0x7f800000

/* On Ascend950 EmbeddingDenseGradV2 wants many rows, or wide ones of a large table. */
#define V2_ROWS 512
#define V2_COLUMNS 2048
#define V2_WEIGHTS_A_COLUMN 5

struct sizes {
    uint64_t rows;
    uint64_t columns;
    uint64_t weights;
};

static bool needs_cast(const struct embedding_dense_backward_call *call, const struct sizes *n)
{
    return (n->rows + n->weights) * n->columns * 2 < CAST_LIMIT || n->rows < CAST_ROWS ||
           call->scale;
}

static bool takes_v2(const struct embedding_dense_backward_call *call, const struct sizes *n,
                     uint32_t architecture)
{
    if (architecture == ARCHITECTURE_1001 || n->rows > MOST_ROWS)
        return false;
    if (architecture == ARCHITECTURE_2201)
        return n->weights <= MOST_WEIGHTS;
    uint64_t enough = call->grad->type == ACL_FLOAT ? V2_ROWS : 2 * V2_ROWS;
    bool is_large = n->weights > n->columns * V2_WEIGHTS_A_COLUMN ||
                    (n->weights != 0 && n->columns / n->weights < 2 && call->scale);
    return (n->rows >= n->columns && n->rows >= enough) || (n->columns > V2_COLUMNS && is_large);
}

/* Few columns need no sorted indices; only 910B and 910_93 make use of it. */
static bool takes_small_rows(const struct l0_list *list, const struct sizes *n)
{
    return list->soc->architecture == ARCHITECTURE_2201 && !list->deterministic &&
           n->columns <= SMALL_DIM_COLUMNS && n->weights <= SMALL_DIM_WEIGHTS;
}

/* Indices in a type that the kernels of the product have. */
static int cast_indices(struct l0_list *list, int indices, bool v2)
{
    if (indices == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[indices].type;
    bool is_3510 = list->soc->architecture == ARCHITECTURE_3510;
    if (is_3510 && type == ACL_DOUBLE)
        return l0_cast(list, indices, ACL_INT64);
    if (type == ACL_INT64 && (is_3510 || !v2))
        return indices;
    return l0_cast(list, indices, ACL_INT32);
}

/* Sorted indices, and where they came from. One index is sorted as it is. */
static int sort_indices(struct l0_list *list, int indices, uint64_t rows, int *positions)
{
    if (rows == 1) {
        *positions = l0_host_tensor(list, "positions", ACL_INT32, 1);
        return indices;
    }
    if (indices == L0_NONE || list->soc->architecture == ARCHITECTURE_3510)
        return sort_list_indices(list, indices, positions);
    int sortable = l0_view(list, indices, rows < SORTABLE_ROWS ? ACL_FLOAT : ACL_INT32);
    return l0_view(list, sort_list_indices(list, sortable, positions), ACL_INT32);
}

static int append_v2(struct l0_list *list, const struct embedding_dense_backward_call *call,
                     const struct embedding_dense_grad_call *kernel, const struct sizes *n,
                     int grad, int indices)
{
    int positions = indices;
    int out = grad == L0_NONE ? L0_NONE
                              : l0_new_tensor(list, "out", list->tensors[grad].type,
                                              call->out->dims[0] * call->out->dims[1]);
    if (!takes_small_rows(list, n)) {
        indices = sort_indices(list, indices, n->rows, &positions);
        out = l0_zeros_like(list, out);
    }
    l0_embedding_dense_grad_v2(list, grad, indices, positions, out, kernel);
    return out;
}

static int append_v1(struct l0_list *list, const struct embedding_dense_backward_call *call,
                     const struct embedding_dense_grad_call *kernel, int grad, int indices)
{
    if (grad == L0_NONE)
        return L0_NONE;
    int out = l0_new_tensor(list, "out", list->tensors[grad].type,
                            call->out->dims[0] * call->out->dims[1]);
    l0_embedding_dense_grad(list, grad, indices, out, kernel);
    return out;
}

static void append_computation(struct l0_list *list,
                               const struct embedding_dense_backward_call *call,
                               const struct sizes *n)
{
    const struct embedding_dense_grad_call kernel = {
        .rows = n->rows,
        .columns = n->columns,
        .num_weights = n->weights,
        .padding_index = call->padding_index,
        .scale = call->scale,
        .deterministic = list->deterministic,
    };
    uint32_t architecture = list->soc->architecture;
    bool v2 = takes_v2(call, n, architecture);
    int user_out = l0_user_tensor(list, "out", call->out);
    int grad = l0_contiguous(list, l0_user_tensor(list, "grad", call->grad));
    if (architecture == ARCHITECTURE_1001 ||
        (architecture == ARCHITECTURE_2201 && needs_cast(call, n)))
        grad = l0_cast(list, grad, ACL_FLOAT);
    int indices = l0_contiguous(list, l0_user_tensor(list, "indices", call->indices));
    indices = cast_indices(list, indices, v2);
    int out = v2 ? append_v2(list, call, &kernel, n, grad, indices)
                 : append_v1(list, call, &kernel, grad, indices);
    l0_launch_view_copy(list, l0_cast(list, out, call->out->type), user_out);
}

void embedding_dense_backward_list(const struct embedding_dense_backward_call *call,
                                   struct l0_list *list)
{
    list->doubts_copies = true;
    int64_t elements = 0;
    int64_t rows = 0;
    tensor_element_count(call->grad, &elements);
    tensor_element_count(call->indices, &rows);
    if (elements == 0 || rows == 0) {
        int out = l0_user_tensor(list, "out", call->out);
        l0_launch_view_copy(list, l0_zeros_like(list, l0_contiguous(list, out)), out);
        return;
    }
    const struct sizes n = {
        .rows = (uint64_t)rows,
        .columns = (uint64_t)call->grad->dims[call->grad->rank - 1],
        .weights = call->num_weights,
    };
    append_computation(list, call, &n);
}
