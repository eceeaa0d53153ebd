/* SPDX-License-Identifier: Apache-2.0 */
/* EmbeddingDenseGradV2: the tilings of the kernels that add sorted rows, or few columns. */
#include <inttypes.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/embedding.h"
#include "workspace/arithmetic.h"
#include "ops/embedding/dense_grad_tiling.h"
#include "workspace/l0_operators.h"

#define BLOCK 32 /* alignment of pieces in the unified buffer */

/* ---- 910B and 910_93 ------------------------------------------------------------------------- */

#define RESERVED_BYTES 20480 /* bytes of the unified buffer */
#define INDEX_BYTES 96       /* bytes of the unified buffer for an index */
#define COLUMN_STEP 16
/* Elements of the unified buffer for a row, in the tiling for few columns. */
#define SORT_ELEMENTS 10
#define VECTOR_ELEMENTS 256

static uint64_t element_bytes(aclDataType type)
{
    return (uint64_t)data_type_bits(type) / 8;
}

/* The widest pass over columns. The buffer holds three rows, or four for types that are added as
 * floats. */
static uint64_t widest_pass(const struct soc *soc, uint64_t bytes)
{
    uint64_t rows = bytes == 4 ? 3 : 4;
    if (soc->unified_buffer_bytes < RESERVED_BYTES + INDEX_BYTES)
        return 0;
    uint64_t rest = soc->unified_buffer_bytes - RESERVED_BYTES - INDEX_BYTES;
    return rest / (COLUMN_STEP * 4 * rows) * COLUMN_STEP;
}

/* Rows, or weights, in nearly equal shares: the first `extra` cores take one more. */
struct shares {
    int64_t each;
    int64_t one_more;
    int64_t extra;
};

static struct shares share(uint64_t count, uint64_t cores)
{
    int64_t each = (int64_t)(count / cores);
    return (struct shares){each, each + 1, (int64_t)(count % cores)};
}

static bool tile_small_rows(const struct soc *soc, const struct embedding_dense_grad_call *call,
                            struct embedding_dense_grad_v2_2201 *t)
{
    uint64_t cores = (uint64_t)t->core_num_used;
    uint64_t row = SORT_ELEMENTS + align_up(call->columns, BLOCK / 4);
    uint64_t room = (soc->unified_buffer_bytes - RESERVED_BYTES) / 4;
    if (room < call->columns + VECTOR_ELEMENTS)
        return false;
    room -= call->columns + VECTOR_ELEMENTS;
    uint64_t in_buffer = room / row / (element_bytes(call->grad_type) == 4 ? 1 : 2);
    uint64_t each = call->rows / cores;
    uint64_t last = call->rows - each * (cores - 1);
    if (in_buffer == 0)
        return false;
    t->sd_partNum = 1;
    t->sd_formerCopyRow = (int64_t)each;
    t->sd_tailCopyRow = (int64_t)last;
    t->sd_formerCopyTime = (int64_t)divide_up(each, in_buffer);
    t->sd_tailCopyTime = (int64_t)divide_up(last, in_buffer);
    t->sd_maxRowInUb = (int64_t)in_buffer;
    t->sd_formerLastRow = (int64_t)(each - in_buffer * ((uint64_t)t->sd_formerCopyTime - 1));
    t->sd_tailLastRow = (int64_t)(last - in_buffer * ((uint64_t)t->sd_tailCopyTime - 1));
    return true;
}

/* The kernel's own workspace in global memory, besides the system's. */
static uint64_t own_workspace(const struct embedding_dense_grad_v2_2201 *t, uint64_t bytes,
                              bool small_rows)
{
    uint64_t counts = (uint64_t)t->scaleWorkspaceLength * 4;
    if (bytes == 4)
        return counts;
    if (small_rows)
        return counts + (uint64_t)t->outCastedWorkspaceLength * 4;
    return counts + (uint64_t)t->outStageWorkspaceLength * 4 +
           (uint64_t)t->outIndexWorkspaceLength * 4;
}

bool embedding_tiling_v2_2201(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_v2_2201 *t)
{
    uint64_t bytes = element_bytes(call->grad_type);
    uint64_t cores = smaller(soc->vector_cores, call->rows);
    uint64_t widest = widest_pass(soc, bytes);
    bool deterministic = call->deterministic && bytes == 4;
    bool small_rows = !call->deterministic && call->columns <= SMALL_DIM_COLUMNS &&
                      call->num_weights <= SMALL_DIM_WEIGHTS;
    if (call->scale)
        cores = smaller(cores, call->num_weights);
    *t = (struct embedding_dense_grad_v2_2201){0};
    if (cores == 0 || call->columns == 0 || widest == 0)
        return false;
    t->core_num_used = (int64_t)cores;
    t->tiling_key = call->scale + 10 * deterministic + 100 * small_rows;
    t->schedule_mode = t->tiling_key == 0 || t->tiling_key == 100;

    uint64_t pass = smaller(call->columns, widest);
    t->formerEmbeddingDim = (int64_t)pass;
    t->formerDimRepTime = (int64_t)(call->columns / pass);
    t->tailEmbeddingDim = (int64_t)(call->columns % pass);

    struct shares rows = share(call->rows, cores);
    if (small_rows) {
        if (!tile_small_rows(soc, call, t))
            return false;
    } else if (deterministic) {
        t->det_gradRow = (int64_t)call->rows;
        t->det_tailRowNum = rows.each;
        t->det_formerRowNum = rows.one_more;
        t->det_formerRowNumRepTime = rows.extra;
    } else {
        t->det_gradRow = (int64_t)call->rows;
        t->base_tailRowNum = rows.each;
        t->base_formerRowNum = rows.one_more;
        t->base_formerRowRepTime = rows.extra;
    }
    if (call->scale) {
        struct shares weights = share(call->num_weights, cores);
        t->scale_tailCoreRowNum = weights.each;
        t->scale_formerCoreRowNum = weights.one_more;
        t->scale_formerCoreRowRepTime = weights.extra;
        t->scaleWorkspaceLength = (int64_t)align_up(call->num_weights, BLOCK / 4);
    }
    t->outStageWorkspaceLength = (int64_t)align_up(pass * cores * 2, BLOCK / 4);
    t->outIndexWorkspaceLength = (int64_t)cores * 2;
    t->outCastedWorkspaceLength = (int64_t)(call->num_weights * call->columns);
    t->kernel_workspace_bytes = (int64_t)(L0_SYSTEM_WORKSPACE +
                                          own_workspace(t, bytes, small_rows));
    return true;
}

/* ---- Ascend950 ------------------------------------------------------------------------------- */

#define CACHE_LINE 128
#define PASS_BYTES 512    /* bytes of a row that one pass takes at most */
#define RESULT_BYTES 8192 /* bytes of the unified buffer for the sum of a row, at most */
#define COUNT_BYTES 128   /* bytes of the unified buffer, for two counters */
/* How much smaller a core's load becomes at a time, until all cores have work. */
#define SPLIT_STEP 4096
#define FEWEST_ROWS 10 /* rows of a load at least */

/* The rows that one load can bring into this much of the unified buffer; 0 when they are too
 * few. */
static uint32_t rows_of_load(int64_t buffer, uint64_t index_bytes, uint64_t row_bytes,
                             uint64_t result_bytes)
{
    int64_t rest = buffer - (int64_t)align_up(result_bytes, BLOCK) - COUNT_BYTES;
    if (rest <= 0)
        return 0;
    uint64_t rows = align_down((uint64_t)rest / (2 * index_bytes + 4 + 2 * row_bytes), BLOCK);
    return rows <= FEWEST_ROWS ? 0 : (uint32_t)rows;
}

/* Makes loads smaller until every core has one, or they become too small. Returns the number of
 * loads. */
static uint64_t split_rows(const struct soc *soc, const struct embedding_dense_grad_call *call,
                           uint64_t row_bytes, uint64_t result_bytes,
                           struct embedding_dense_grad_v2_3510 *t)
{
    uint64_t loads = 0;
    for (int64_t buffer = (int64_t)soc->unified_buffer_bytes;;) {
        uint32_t rows = rows_of_load(buffer, element_bytes(call->index_type), row_bytes,
                                     result_bytes);
        if (rows == 0)
            return loads;
        t->scatterFactor = rows;
        loads = divide_up(call->rows, rows);
        buffer -= SPLIT_STEP;
        if (loads >= soc->vector_cores || buffer <= SPLIT_STEP)
            return loads;
    }
}

/* Each core writes its first and last sum to the workspace; the last step joins them, divided by
 * columns. */
static void split_join(const struct soc *soc, const struct embedding_dense_grad_call *call,
                       struct embedding_dense_grad_v2_3510 *t)
{
    uint64_t cores = (uint64_t)t->core_num_used;
    uint64_t index_bytes = element_bytes(call->index_type);
    uint32_t sums = (uint32_t)cores * 2 - 1;
    uint32_t slots = (uint32_t)align_up(sums + 1, BLOCK / index_bytes);
    /* Computed in 32 bits, like the vendor's. */
    uint32_t buffer = (uint32_t)(soc->unified_buffer_bytes - COUNT_BYTES -
                                 (slots * index_bytes * 4 + slots * BLOCK));
    uint32_t column_bytes = (uint32_t)(4 + element_bytes(call->grad_type)) * sums;
    uint32_t columns = buffer / BLOCK * BLOCK / column_bytes / (BLOCK / 4) * (BLOCK / 4);
    uint64_t passes = divide_up(call->columns, columns);
    uint64_t each = divide_up(passes, cores);
    uint64_t joiners = divide_up(passes, each);
    t->elewiseDimLastPerUbProcessNum = columns;
    t->elewiseDimLastProcessTailNum = (uint32_t)(call->columns - (passes - 1) * columns);
    t->elewiseDimLastNormalLoopNum = (int64_t)each;
    t->blockNumForLastProcess = (int64_t)joiners;
    t->elewiseDimLastTailLoopNum = (int64_t)(passes - (joiners - 1) * each);
}

bool embedding_tiling_v2_3510(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_v2_3510 *t)
{
    uint64_t bytes = element_bytes(call->grad_type);
    uint64_t pass = smaller(call->columns, PASS_BYTES / bytes);
    uint64_t aligned_pass = align_up(pass, BLOCK / bytes);
    uint64_t row = call->columns * 4;
    uint64_t result = smaller(row, RESULT_BYTES);
    *t = (struct embedding_dense_grad_v2_3510){0};
    uint64_t loads = split_rows(soc, call, aligned_pass * bytes, result, t);
    if (loads == 0)
        return false;
    uint64_t each = divide_up(loads, soc->vector_cores);
    uint64_t cores = divide_up(loads, each);
    t->tiling_key = 1000000 + 10 * call->scale + (call->columns > pass);
    t->core_num_used = (int64_t)cores;
    t->usedCoreNum = (int64_t)cores;
    t->schedule_mode = 1;
    t->scatterDimSize = (int64_t)call->rows;
    t->elewiseDimSize = (int64_t)call->columns;
    t->scatterDimLoopNum = (int64_t)loads;
    t->elewiseDimLoopNum = (int64_t)divide_up(row > RESULT_BYTES ? RESULT_BYTES / 4 : call->columns,
                                              aligned_pass);
    t->elewiseDimOuterLoopNum = (int64_t)divide_up(row, RESULT_BYTES);
    t->normalBlockLoopNum = (int64_t)each;
    t->tailBlockLoopNum = (int64_t)(loads - (cores - 1) * each);
    t->numWeights = (int64_t)call->num_weights;
    t->paddingIdx = (int64_t)call->padding_index;
    t->elewiseFactor = (int64_t)pass;
    split_join(soc, call, t);
    t->kernel_workspace_bytes = (int64_t)(L0_SYSTEM_WORKSPACE + CACHE_LINE +
                                          cores * 2 * (2 * CACHE_LINE + align_up(row, CACHE_LINE)));
    return true;
}

/* ---- The L0 operator ------------------------------------------------------------------------- */

static void refuse(struct l0_list *list, const struct embedding_dense_grad_call *call)
{
    bool no_weights = call->scale && call->num_weights == 0;
    list->status = report(
        ACLNN_ERR_INNER_NULLPTR,
        "EmbeddingDenseGradV2 cannot be tiled on %s: %s (numWeights %" PRIu64
        ", scaleGradByFreq %s, %" PRIu64 " rows of %" PRIu64 ", %" PRIu64
        " bytes of unified buffer)",
        list->soc->name,
        no_weights ? "with scaleGradByFreq no core has work unless numWeights is at least 1"
                   : "the unified buffer is too small",
        call->num_weights, call->scale ? "true" : "false", call->rows, call->columns,
        list->soc->unified_buffer_bytes);
}

void embedding_tiling_launch_v2(struct l0_list *list, int grad, int indices, int positions, int out,
                                const struct embedding_dense_grad_call *given)
{
    if (list->status != ACLNN_SUCCESS)
        return;
    struct embedding_dense_grad_call call = *given;
    call.grad_type = list->tensors[grad].type;
    call.index_type = list->tensors[indices].type;
    l0_launch_row(list, &l0_EmbeddingDenseGradV2, (int[]){grad, indices, positions}, 3, 0, &out, 1,
                  NULL);
    if (list->soc->architecture == ARCHITECTURE_3510) {
        struct embedding_dense_grad_v2_3510 t;
        if (!embedding_tiling_v2_3510(list->soc, &call, &t)) {
            refuse(list, &call);
            return;
        }
        l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
#define FIGURE(name, words) l0_figure(list, #name, words, t.name);
        EMBEDDING_DENSE_GRAD_V2_3510_FIGURES(FIGURE)
    } else {
        struct embedding_dense_grad_v2_2201 t;
        if (!embedding_tiling_v2_2201(list->soc, &call, &t)) {
            refuse(list, &call);
            return;
        }
        l0_kernel_workspace(list, (uint64_t)t.kernel_workspace_bytes);
        EMBEDDING_DENSE_GRAD_V2_2201_FIGURES(FIGURE)
#undef FIGURE
    }
}
