/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of single tilings.
 *
 *     tiling FILE    a call a line; for each prints name=value pairs, or "refused"
 *     tiling         tries many sizes and checks that shares add up
 *
 * A line is: KERNEL CORES BUFFER GRAD INDEX ROWS COLUMNS WEIGHTS PADDING SCALE DETERMINISTIC, with
 * the kernels v2_2201, v2_3510, v1_3510, v1 and sort (which takes INDEX and ROWS), and data types
 * by their numbers.
 */
#include <inttypes.h>
#include <string.h>

#include "check.h"
#include "workspace/embedding_dense_grad_tiling.h"
#include "workspace/sort_tiling.h"

struct question {
    char kernel[16];
    struct soc soc;
    struct embedding_dense_grad_call call;
};

#define FIGURE(name, words) printf(#name "=%" PRId64 " ", t.name);

static bool print_figures(const struct question *q)
{
    if (strcmp(q->kernel, "v2_2201") == 0) {
        struct embedding_dense_grad_v2_2201 t;
        if (!embedding_dense_grad_v2_2201(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_V2_2201_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v2_3510") == 0) {
        struct embedding_dense_grad_v2_3510 t;
        if (!embedding_dense_grad_v2_3510(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_V2_3510_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v1_3510") == 0) {
        struct embedding_dense_grad_3510 t;
        if (!embedding_dense_grad_3510(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_3510_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v1") == 0) {
        struct embedding_dense_grad t;
        embedding_dense_grad(&q->soc, &q->call, &t);
        EMBEDDING_DENSE_GRAD_FIGURES(FIGURE)
    } else {
        CHECK(strcmp(q->kernel, "sort") == 0);
        struct sort_tiling t;
        if (!sort_tiling_3510(&q->soc, q->call.index_type, (int64_t)q->call.rows, &t))
            return false;
        SORT_TILING_FIGURES(FIGURE)
    }
    return true;
}

static void answer(const char *line)
{
    struct question q = {0};
    int grad = 0;
    int index = 0;
    int scale = 0;
    int deterministic = 0;
    int read = sscanf(
        line,
        "%15s %" SCNu32 " %" SCNu64 " %d %d %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %d %d",
        q.kernel, &q.soc.vector_cores, &q.soc.unified_buffer_bytes, &grad, &index, &q.call.rows,
        &q.call.columns, &q.call.num_weights, &q.call.padding_index, &scale, &deterministic);
    CHECK(read == 11);
    q.call.grad_type = (aclDataType)grad;
    q.call.index_type = (aclDataType)index;
    q.call.scale = scale != 0;
    q.call.deterministic = deterministic != 0;
    puts(print_figures(&q) ? "" : "refused");
}

/* ---- Without a file
 * ----------------------------------------------------------------------------*/

static const uint64_t row_counts[] = {
    1, 2, 7, 48, 511, 512, 1024, 1025, 12345, 65536, 1 << 20, 0x3fffffff, 0x40000000, 0x7fffffff};
static const uint64_t column_counts[] = {1, 8, 63, 512, 513, 2048, 2049, 14641, 100000};
static const uint64_t weight_counts[] = {0, 1, 8, 1000, 50257, 16777216, 16777217, 0x7fffffff};

/* Whether shares of which the last may be shorter make up the whole. */
static bool adds_up(int64_t whole, int64_t parts, int64_t part, int64_t last)
{
    return (parts - 1) * part + last == whole && last > 0 && last <= part;
}

static void try_2201(const struct soc *soc, const struct embedding_dense_grad_call *call)
{
    struct embedding_dense_grad_v2_2201 t;
    int64_t rows = (int64_t)call->rows;
    bool fits = embedding_dense_grad_v2_2201(soc, call, &t);
    CHECK(fits == (!call->scale || call->num_weights > 0));
    if (!fits)
        return;
    int64_t cores = t.core_num_used;
    CHECK(cores >= 1 && cores <= soc->vector_cores && cores <= rows);
    CHECK(t.formerDimRepTime * t.formerEmbeddingDim + t.tailEmbeddingDim == (int64_t)call->columns);
    CHECK(t.kernel_workspace_bytes >= 16 << 20);
    if (t.tiling_key >= 100)
        CHECK((cores - 1) * t.sd_formerCopyRow + t.sd_tailCopyRow == rows);
    else if (t.tiling_key >= 10)
        CHECK(cores * t.det_tailRowNum + t.det_formerRowNumRepTime == rows);
    else
        CHECK(cores * t.base_tailRowNum + t.base_formerRowRepTime == rows);
    if (call->scale)
        CHECK(cores * t.scale_tailCoreRowNum + t.scale_formerCoreRowRepTime ==
              (int64_t)call->num_weights);
}

static void try_v2_3510(const struct soc *soc, const struct embedding_dense_grad_call *call)
{
    struct embedding_dense_grad_v2_3510 t;
    CHECK(embedding_dense_grad_v2_3510(soc, call, &t));
    CHECK(t.core_num_used >= 1 && t.core_num_used <= soc->vector_cores);
    CHECK(adds_up(t.scatterDimLoopNum, t.core_num_used, t.normalBlockLoopNum, t.tailBlockLoopNum));
    CHECK(t.scatterDimLoopNum * t.scatterFactor >= (int64_t)call->rows);
    CHECK((t.scatterDimLoopNum - 1) * t.scatterFactor < (int64_t)call->rows);
    CHECK(t.kernel_workspace_bytes > 16 << 20);
}

static void try_v1_3510(const struct soc *soc, const struct embedding_dense_grad_call *call)
{
    struct embedding_dense_grad_3510 t;
    CHECK(embedding_dense_grad_3510(soc, call, &t));
    CHECK(t.core_num_used >= 1 && t.core_num_used <= soc->vector_cores);
    CHECK(t.processBlock <= t.core_num_used && t.clearBlock <= t.core_num_used);
    CHECK(adds_up((int64_t)call->columns, t.processBlock, t.embeddingDimPerCore,
                  t.embeddingDimLastCore));
    if (t.tiling_key >= 400)
        CHECK(adds_up((int64_t)call->rows, t.loopPerCoreIndice, t.indicesFactor,
                      t.indicesFactorTail));
    CHECK(t.kernel_workspace_bytes >= 16 << 20);
}

static void try_v1(const struct soc *soc, const struct embedding_dense_grad_call *call)
{
    struct embedding_dense_grad t;
    embedding_dense_grad(soc, call, &t);
    CHECK(t.core_num_used >= 0 && t.core_num_used <= soc->vector_cores);
    CHECK(t.core_num_used * t.rows_per_core >= (int64_t)call->rows || call->scale);
    CHECK(t.core_num_used * t.weights_per_core >= (int64_t)call->num_weights || !call->scale);
}

static void try_sort(const struct soc *soc, aclDataType type, uint64_t rows)
{
    struct sort_tiling t;
    int64_t length = (int64_t)rows;
    CHECK(sort_tiling_3510(soc, type, length, &t));
    CHECK(t.core_num_used >= 1 && t.core_num_used <= soc->vector_cores);
    CHECK(t.lastDimTileNum * t.tileData >= length && (t.lastDimTileNum - 1) * t.tileData < length);
    CHECK((t.kernel_workspace_bytes == 16 << 20) == (t.schedule != 2));
}

static void try_types(struct embedding_dense_grad_call *call)
{
    static const struct soc a2 = {
        .architecture = 2201, .vector_cores = 48, .unified_buffer_bytes = 196352};
    static const struct soc a3510 = {
        .architecture = 3510, .vector_cores = 64, .unified_buffer_bytes = 253952};
    static const struct soc a1001 = {
        .architecture = 1001, .vector_cores = 30, .unified_buffer_bytes = 262144};
    static const aclDataType grads[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
    for (int grad = 0; grad < 3; grad++)
        for (int wide = 0; wide < 2; wide++) {
            call->grad_type = grads[grad];
            call->index_type = wide ? ACL_INT64 : ACL_INT32;
            try_2201(&a2, call);
            try_v2_3510(&a3510, call);
            try_v1_3510(&a3510, call);
            try_v1(&a1001, call);
            if (call->rows > 1)
                try_sort(&a3510, call->index_type, call->rows);
        }
}

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static void try_sizes(void)
{
    for (size_t row = 0; row < LENGTH(row_counts); row++)
        for (size_t column = 0; column < LENGTH(column_counts); column++)
            for (size_t weight = 0; weight < LENGTH(weight_counts); weight++)
                for (int flags = 0; flags < 4; flags++) {
                    struct embedding_dense_grad_call call = {
                        .rows = row_counts[row],
                        .columns = column_counts[column],
                        .num_weights = weight_counts[weight],
                        .scale = (flags & 1) != 0,
                        .deterministic = (flags & 2) != 0,
                    };
                    try_types(&call);
                }
}

int main(int count, char **arguments)
{
    char line[256];
    if (count == 1) {
        try_sizes();
        puts("tiling: ok");
        return 0;
    }
    FILE *file = fopen(arguments[1], "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        answer(line);
    fclose(file);
    return 0;
}
