/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward: the L0 operators in the sequence of op_api, which depend on
 * architecture, types and sizes. They are there for the size. The work is one step on the caller's
 * tensors, with float32 sums that are rounded once. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "ops/embedding/dense_grad_tiling.h"
#include "declared/embedding.h"
#include "ops/embedding/gradient_list.h"
#include "ops/sort/sort.h"
#include "tensor/layout.h"
#include "workspace/l0_operators.h"

/* The most rows that positions of 32 bits can count. */
#define MOST_ROWS INT32_MAX
#define MOST_WEIGHTS INT32_MAX

/* 910B and 910_93 do not cast half-precision gradients when both tensors are large. */
#define CAST_LIMIT ((uint64_t)100 << 20)
#define CAST_ROWS 512

/* 910B and 910_93 sort indices as floats, as long as none becomes an infinity. */
#define SORTABLE_ROWS 0x7f800000

/* Ascend950 uses EmbeddingDenseGradV2 for many rows, or for wide rows of a large table. */
#define V2_ROWS 512
#define V2_COLUMNS 2048
#define V2_WEIGHTS_A_COLUMN 5

/* The call, while its list is made. */
struct making {
    struct l0_list *list;
    const struct tensor *grad; /* the caller's tensors */
    const struct tensor *out;
    struct embedding_dense_grad_call kernel; /* the types are filled in later */
};

static bool needs_cast(const struct making *m)
{
    const struct embedding_dense_grad_call *n = &m->kernel;
    return (n->rows + n->num_weights) * n->columns * 2 < CAST_LIMIT || n->rows < CAST_ROWS ||
           n->scale;
}

static bool takes_v2(const struct making *m)
{
    const struct embedding_dense_grad_call *n = &m->kernel;
    enum soc_architecture architecture = m->list->soc->architecture;
    if (architecture == ARCHITECTURE_1001 || n->rows > MOST_ROWS)
        return false;
    if (architecture == ARCHITECTURE_2201)
        return n->num_weights <= MOST_WEIGHTS;
    uint64_t enough = m->grad->type == ACL_FLOAT ? V2_ROWS : 2 * V2_ROWS;
    bool is_large = n->num_weights > n->columns * V2_WEIGHTS_A_COLUMN ||
                    (n->num_weights != 0 && n->columns / n->num_weights < 2 && n->scale);
    return (n->rows >= n->columns && n->rows >= enough) || (n->columns > V2_COLUMNS && is_large);
}

/* Whether there are so few columns that indices need not be sorted; only 910B and 910_93 have such
 * a kernel. */
static bool takes_small_rows(const struct making *m)
{
    return m->list->soc->architecture == ARCHITECTURE_2201 && !m->list->deterministic &&
           m->kernel.columns <= SMALL_DIM_COLUMNS && m->kernel.num_weights <= SMALL_DIM_WEIGHTS;
}

/* Casts indices to a type for which the product has kernels. */
static int cast_indices(struct l0_list *list, int indices, bool v2)
{
    if (indices == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[indices].type;
    bool is_3510 = list->soc->architecture == ARCHITECTURE_3510;
    if (is_3510 && type == ACL_DOUBLE)
        return l0_launch_cast(list, indices, ACL_INT64);
    if (type == ACL_INT64 && (is_3510 || !v2))
        return indices;
    return l0_launch_cast(list, indices, ACL_INT32);
}

/* Sorts the indices, with their positions before that. A single index counts as sorted. */
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

/* Makes the tensor for the sums, in the type of grad. */
static int new_sums(const struct making *m, int grad)
{
    if (grad == L0_NONE)
        return L0_NONE;
    return l0_new_tensor(m->list, "out", m->list->tensors[grad].type,
                         m->out->dims[0] * m->out->dims[1]);
}

static int append_v2(const struct making *m, int grad, int indices)
{
    int positions = indices;
    int out = new_sums(m, grad);
    if (!takes_small_rows(m)) {
        indices = sort_indices(m->list, indices, m->kernel.rows, &positions);
        out = l0_zeros_like(m->list, out);
    }
    embedding_tiling_launch_v2(m->list, grad, indices, positions, out, &m->kernel);
    return out;
}

static int append_v1(const struct making *m, int grad, int indices)
{
    int out = new_sums(m, grad);
    embedding_tiling_launch_v1(m->list, grad, indices, out, &m->kernel);
    return out;
}

static void append_computation(const struct making *m, int grad, int indices, int out)
{
    struct l0_list *list = m->list;
    enum soc_architecture architecture = list->soc->architecture;
    bool v2 = takes_v2(m);
    grad = l0_contiguous(list, grad);
    if (architecture == ARCHITECTURE_1001 || (architecture == ARCHITECTURE_2201 && needs_cast(m)))
        grad = l0_launch_cast(list, grad, ACL_FLOAT);
    indices = cast_indices(list, l0_contiguous(list, indices), v2);
    int sums = v2 ? append_v2(m, grad, indices) : append_v1(m, grad, indices);
    l0_launch_view_copy(list, l0_launch_cast(list, sums, m->out->type), out);
}

/* Appends CANN's operators. */
static void append_operators(const struct making *m, int grad, int indices, int out)
{
    m->list->doubts_copies = true;
    if (tensor_is_empty(m->grad) || m->kernel.rows == 0)
        l0_launch_view_copy(m->list, l0_zeros_like(m->list, l0_contiguous(m->list, out)), out);
    else
        append_computation(m, grad, indices, out);
}

typedef void append_function(const struct making *m, int grad, int indices, int out);

/* Appends the work, and by a function the operators. */
static void make_list(struct l0_list *list, append_function *append, int out, int grad, int indices,
                      uint64_t numWeights, uint64_t paddingIdx, bool scaleGradByFreq)
{
    if (list->status != ACLNN_SUCCESS)
        return;
    const struct tensor *rows_of = list->tensors[grad].given;
    int64_t rows = list->tensors[indices].elements;
    const struct making m = {
        .list = list,
        .grad = rows_of,
        .out = list->tensors[out].given,
        .kernel = {.rows = (uint64_t)rows,
                   .columns = (uint64_t)rows_of->dims[rows_of->rank - 1],
                   .num_weights = numWeights,
                   .padding_index = paddingIdx,
                   .scale = scaleGradByFreq,
                   .deterministic = list->deterministic},
    };
    const struct embedding_table table = {.indices = indices,
                                          .out = out,
                                          .num_weights = numWeights,
                                          .padding_index = paddingIdx,
                                          .scale = scaleGradByFreq,
                                          .alpha = 1.0};
    const struct embedding_gradient *work = embedding_list_gradient(list, grad, &table, 1);
    if (work == NULL && list->status == ACLNN_SUCCESS) {
        list->status = report(ACLNN_ERR_PARAM_INVALID,
                              "the scratch for %" PRId64 " rows and %" PRIu64
                              " weights does not fit into 63 bits",
                              rows, numWeights);
        return;
    }
    int steps = list->step_count;
    append(&m, grad, indices, out);
    list->step_count = steps;
    embedding_list_gradient_step(list, grad, &table, 1, work);
}

void embedding_list_dense_backward(struct l0_list *list, int out, int grad, int indices,
                                   uint64_t numWeights, uint64_t paddingIdx, bool scaleGradByFreq)
{
    make_list(list, append_operators, out, grad, indices, numWeights, paddingIdx, scaleGradByFreq);
}

/* ---- The kernel's own interface ---------------------------------------------------------------
 */

static void append_kernel(const struct making *m, int grad, int indices, int out)
{
    int rows = l0_contiguous(m->list, grad);
    int places = l0_contiguous(m->list, indices);
    if (!tensor_is_empty(m->grad) && m->kernel.rows > 0)
        l0_launch_view_copy(m->list, append_v1(m, rows, places), out);
}

void embedding_list_dense_grad(struct l0_list *list, int y, int grad, int indices,
                               int64_t numWeights, int64_t paddingIdx, bool scaleGradByFreq)
{
    make_list(list, append_kernel, y, grad, indices, (uint64_t)numWeights, (uint64_t)paddingIdx,
              scaleGradByFreq);
}
