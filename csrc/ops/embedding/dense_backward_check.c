/* SPDX-License-Identifier: Apache-2.0 */
/* aclnnEmbeddingDenseBackward: checks. */
#include <inttypes.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "workspace/l0.h"
#include "declared/embedding.h"
#include "tensor/layout.h"

enum { GRAD, INDICES, NUM_WEIGHTS, PADDING_IDX, SCALE_GRAD_BY_FREQ, OUT };

static int64_t columns_of(const struct tensor *grad)
{
    return grad->dims[grad->rank - 1];
}

aclnnStatus embedding_check_gradient_rows(struct call *call, int grad, int indices)
{
    char shape[160];
    char other[160];
    const struct tensor *rows_of = call_tensor(call, grad);
    const struct tensor *places = call_tensor(call, indices);
    int64_t columns = columns_of(rows_of);
    int64_t rows = 0;
    int64_t index_count = 0;
    tensor_element_count(rows_of, &rows);
    tensor_element_count(places, &index_count);
    /* CANN does not compare the number of rows when a row has no element. */
    if (columns == 0 || rows / columns == index_count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "grad %s has %" PRId64 " row(s) of %" PRId64 " element(s), indices %s has "
                  "%" PRId64 " element(s); there must be one index for each row",
                  dims_describe(rows_of->dims, rows_of->rank, shape, sizeof shape), rows / columns,
                  columns, dims_describe(places->dims, places->rank, other, sizeof other),
                  index_count);
}

aclnnStatus embedding_check_gradient_table(struct call *call, int grad, int num_weights, int out)
{
    char shape[160];
    const struct tensor *table = call_tensor(call, out);
    uint64_t weights = (uint64_t)call->arguments[num_weights].integer;
    int64_t columns = columns_of(call_tensor(call, grad));
    if (table->rank == 2 && table->dims[0] >= 0 && (uint64_t)table->dims[0] == weights &&
        table->dims[1] == columns)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the shape of out is %s; [numWeights, last dimension of grad] = "
                  "[%" PRIu64 ", %" PRId64 "] is required",
                  dims_describe(table->dims, table->rank, shape, sizeof shape), weights, columns);
}

/* On Ascend910 the kernel keeps counts, indices and rows in its buffer together when it scales by
 * frequency, which limits embeddingDim (the vendor's documentation of aclnnEmbeddingDenseBackward).
 * Its tiling runs in phase two there, so the vendor's library fails in phase two. */
aclnnStatus embedding_check_admit_dense_backward(const struct call *call)
{
    const struct soc *soc = call->soc;
    const struct tensor *grad = call_tensor(call, GRAD);
    const struct tensor *indices = call_tensor(call, INDICES);
    if (call->arguments[SCALE_GRAD_BY_FREQ].integer == 0 ||
        soc->architecture != ARCHITECTURE_1001 || tensor_is_empty(grad) || tensor_is_empty(indices))
        return ACLNN_SUCCESS;
    bool wide = indices->type == ACL_INT64;
    uint64_t weights = (uint64_t)call->arguments[NUM_WEIGHTS].integer;
    int64_t columns = columns_of(grad);
    uint64_t counts = weights / soc->vector_cores + weights % soc->vector_cores;
    double budget = 180192.0 - (double)counts * (wide ? 8 : 4);
    int divisor = wide ? 20 : 36;
    if ((double)columns * divisor < budget)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "with scaleGradByFreq on %s embeddingDim must be less than (180192 - countsSize "
                  "* %d) / %d, where countsSize = numWeights / cores + numWeights %% cores; here "
                  "embeddingDim is %" PRId64 ", cores %u, countsSize = %" PRIu64 " / %u + %" PRIu64
                  " %% %u = %" PRIu64 ", and the limit %.2f",
                  soc->name, wide ? 8 : 4, divisor, columns, soc->vector_cores, weights,
                  soc->vector_cores, weights, soc->vector_cores, counts, budget / divisor);
}
