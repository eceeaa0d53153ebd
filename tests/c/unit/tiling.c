/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of single tilings.
 *
 *     tiling FILE    a call a line; for each prints name=value pairs, or "refused"
 *     tiling         tries many sizes and checks that shares add up
 *
 * A line is: KERNEL CORES BUFFER GRAD INDEX ROWS COLUMNS WEIGHTS PADDING SCALE DETERMINISTIC, with
 * the kernels v2_2201, v2_3510, v1_3510, v1 and sort (which takes INDEX and ROWS), and data types
 * by their numbers; or for kernels that fold: fold KERNEL CORES BUFFER TYPE FOLDED RANK, the
 * dimensions, and the strides or "dense".
 */
#include <inttypes.h>
#include <string.h>

#include "check.h"
#include "ops/embedding/dense_grad_tiling.h"
#include "ops/reduce/reduce_tiling.h"
#include "ops/sort/sort_tiling.h"

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
        if (!embedding_tiling_v2_2201(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_V2_2201_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v2_3510") == 0) {
        struct embedding_dense_grad_v2_3510 t;
        if (!embedding_tiling_v2_3510(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_V2_3510_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v1_3510") == 0) {
        struct embedding_dense_grad_3510 t;
        if (!embedding_tiling_v1_3510(&q->soc, &q->call, &t))
            return false;
        EMBEDDING_DENSE_GRAD_3510_FIGURES(FIGURE)
    } else if (strcmp(q->kernel, "v1") == 0) {
        struct embedding_dense_grad t;
        embedding_tiling_v1(&q->soc, &q->call, &t);
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

/* The numbers that a word begins; how many characters they are. */
static int read_numbers(const char *line, int count, int64_t *numbers)
{
    int at = 0;
    for (int i = 0; i < count; i++) {
        int length = 0;
        CHECK(sscanf(line + at, "%" SCNd64 "%n", &numbers[i], &length) == 1);
        at += length;
    }
    return at;
}

static void answer_fold(const char *line)
{
    char kernel[32];
    struct soc soc = {.architecture = ARCHITECTURE_3510};
    struct reduce_tiling t;
    struct reduce_view view = {0};
    int64_t dims[8];
    int64_t strides[8];
    int type = 0;
    int at = 0;
    int read = sscanf(line, "fold %31s %" SCNu32 " %" SCNu64 " %d %" SCNu64 " %" SCNd32 "%n",
                      kernel, &soc.vector_cores, &soc.unified_buffer_bytes, &type, &view.folded,
                      &view.rank, &at);
    CHECK(read == 6 && view.rank <= 8);
    at += read_numbers(line + at, view.rank, dims);
    view.dims = dims;
    if (strstr(line, "dense") == NULL) {
        read_numbers(line + at, view.rank, strides);
        view.strides = strides;
    }
    if (!reduce_tiling_3510(&soc, kernel, (aclDataType)type, &view, &t)) {
        puts("refused");
        return;
    }
    REDUCE_TILING_FIGURES(FIGURE)
    puts("");
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

/* ---- Without a file -------------------------------------------------------------------------- */

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
    bool fits = embedding_tiling_v2_2201(soc, call, &t);
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
    CHECK(embedding_tiling_v2_3510(soc, call, &t));
    CHECK(t.core_num_used >= 1 && t.core_num_used <= soc->vector_cores);
    CHECK(adds_up(t.scatterDimLoopNum, t.core_num_used, t.normalBlockLoopNum, t.tailBlockLoopNum));
    CHECK(t.scatterDimLoopNum * t.scatterFactor >= (int64_t)call->rows);
    CHECK((t.scatterDimLoopNum - 1) * t.scatterFactor < (int64_t)call->rows);
    CHECK(t.kernel_workspace_bytes > 16 << 20);
}

static void try_v1_3510(const struct soc *soc, const struct embedding_dense_grad_call *call)
{
    struct embedding_dense_grad_3510 t;
    CHECK(embedding_tiling_v1_3510(soc, call, &t));
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
    embedding_tiling_v1(soc, call, &t);
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
        .architecture = ARCHITECTURE_2201, .vector_cores = 48, .unified_buffer_bytes = 196352};
    static const struct soc a3510 = {
        .architecture = ARCHITECTURE_3510, .vector_cores = 64, .unified_buffer_bytes = 253952};
    static const struct soc a1001 = {
        .architecture = ARCHITECTURE_1001, .vector_cores = 30, .unified_buffer_bytes = 262144};
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

/* Three dimensions of which any are folded: what cores take makes up the whole. */
static void try_fold(const struct soc *soc, const char *kernel, aclDataType type,
                     const int64_t *dims)
{
    for (uint64_t folded = 0; folded < 8; folded++) {
        struct reduce_tiling t;
        int64_t results = 1;
        for (int i = 0; i < 3; i++)
            results *= (folded >> i & 1) != 0 ? 1 : dims[i];
        CHECK(reduce_tiling_3510(soc, kernel, type, &(struct reduce_view){dims, NULL, 3, folded},
                                 &t));
        CHECK(t.outSize == results && t.groupR >= 0 && t.groupR <= soc->vector_cores);
        CHECK((t.groupR > 1) == (t.kernel_workspace_bytes > 16 << 20));
        CHECK((t.kernel_workspace_bytes - (16 << 20)) % (soc->vector_cores * 256) == 0);
        if (t.groupR > 0)
            CHECK(t.groupR * t.factorRCntPerCore >= t.factorRTotalCnt &&
                  (t.groupR - 1) * t.factorRCntPerCore < t.factorRTotalCnt);
    }
}

static void try_folds(void)
{
    static const char *const names[] = {"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin",
                                        "ReduceProd"};
    static const int64_t lengths[] = {1, 2, 31, 64, 65, 4099, 1 << 20};
    static const struct soc soc = {
        .architecture = ARCHITECTURE_3510, .vector_cores = 64, .unified_buffer_bytes = 253952};
    static const struct soc small = {
        .architecture = ARCHITECTURE_3510, .vector_cores = 7, .unified_buffer_bytes = 32768};
    struct reduce_tiling t;
    CHECK(!reduce_tiling_3510(&soc, "CumSum", ACL_FLOAT, &(struct reduce_view){0}, &t));
    CHECK(!reduce_tiling_3510(&soc, "ReduceSum", ACL_DOUBLE, &(struct reduce_view){0}, &t));
    for (size_t name = 0; name < LENGTH(names); name++)
        for (size_t i = 0; i < LENGTH(lengths) * LENGTH(lengths) * LENGTH(lengths); i++) {
            size_t n = LENGTH(lengths);
            const int64_t dims[] = {lengths[i / n / n], lengths[i / n % n], lengths[i % n]};
            try_fold(&soc, names[name], name % 2 == 0 ? ACL_FLOAT16 : ACL_FLOAT, dims);
            try_fold(&small, names[name], ACL_FLOAT, dims);
        }
}

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
        try_folds();
        puts("tiling: ok");
        return 0;
    }
    FILE *file = fopen(arguments[1], "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        (strncmp(line, "fold ", 5) == 0 ? answer_fold : answer)(line);
    fclose(file);
    return 0;
}
