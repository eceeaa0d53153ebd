/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the kernels behind aclnnEmbeddingDenseBackward split their work, and the workspace they ask
 * for. There are four:
 *
 *     EmbeddingDenseGradV2 on 910B and 910_93    a tiling of its own for small rows
 *     EmbeddingDenseGradV2 on Ascend950          splits rows; wants sorted indices
 *     EmbeddingDenseGrad on Ascend950            splits columns
 *     EmbeddingDenseGrad on all others           closed; asks for nothing
 *
 * Figures carry the vendor's names. All are written after the vendor's public tiling, the closed
 * one after what is known of the kernel of CANN 8.1.
 */
#ifndef ACLNN_PY_OPS_EMBEDDING_DENSE_GRAD_TILING_H
#define ACLNN_PY_OPS_EMBEDDING_DENSE_GRAD_TILING_H

#include "workspace/l0.h"

/* The call as its kernel sees it: dense tensors, after casts. */
struct embedding_dense_grad_call {
    aclDataType grad_type;
    aclDataType index_type;
    uint64_t rows;
    uint64_t columns;
    uint64_t num_weights;
    uint64_t padding_index;
    bool scale;
    bool deterministic;
};

/* ---- EmbeddingDenseGradV2 on 910B and 910_93 ------------------------------------------------- */

/* With this few columns, and without determinism, each core adds to out in one pass. */
#define SMALL_DIM_COLUMNS 512
#define SMALL_DIM_WEIGHTS 16777216

#define EMBEDDING_DENSE_GRAD_V2_2201_FIGURES(FIGURE)                            \
    FIGURE(tiling_key, "tiling key: scale 1, deterministic 10, small rows 100") \
    FIGURE(core_num_used, "cores used")                                         \
    FIGURE(schedule_mode, NULL)                                                 \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")                 \
    FIGURE(base_tailRowNum, "rows per core")                                    \
    FIGURE(base_formerRowNum, "rows of the cores with one more")                \
    FIGURE(base_formerRowRepTime, "cores with one row more")                    \
    FIGURE(formerDimRepTime, "passes over the columns")                         \
    FIGURE(formerEmbeddingDim, "columns per pass")                              \
    FIGURE(tailEmbeddingDim, "columns of the rest")                             \
    FIGURE(scaleWorkspaceLength, "counts of scaleGradByFreq in the workspace")  \
    FIGURE(outStageWorkspaceLength, NULL)                                       \
    FIGURE(outIndexWorkspaceLength, NULL)                                       \
    FIGURE(outCastedWorkspaceLength, NULL)                                      \
    FIGURE(scale_tailCoreRowNum, "weights per core when scaling")               \
    FIGURE(scale_formerCoreRowNum, NULL)                                        \
    FIGURE(scale_formerCoreRowRepTime, NULL)                                    \
    FIGURE(det_gradRow, NULL)                                                   \
    FIGURE(det_tailRowNum, "rows per core, deterministic")                      \
    FIGURE(det_formerRowNum, NULL)                                              \
    FIGURE(det_formerRowNumRepTime, NULL)                                       \
    FIGURE(sd_partNum, NULL)                                                    \
    FIGURE(sd_formerCopyRow, "rows per core, small rows")                       \
    FIGURE(sd_tailCopyRow, "rows of the last core")                             \
    FIGURE(sd_formerCopyTime, "loads per core")                                 \
    FIGURE(sd_tailCopyTime, NULL)                                               \
    FIGURE(sd_maxRowInUb, "rows that fit the unified buffer")                   \
    FIGURE(sd_formerLastRow, NULL)                                              \
    FIGURE(sd_tailLastRow, NULL)

struct embedding_dense_grad_v2_2201 {
#define FIGURE(name, words) int64_t name;
    EMBEDDING_DENSE_GRAD_V2_2201_FIGURES(FIGURE)
#undef FIGURE
};

/* False when the vendor's tiling refuses: no core has work, or the unified buffer is too small. */
bool embedding_tiling_v2_2201(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_v2_2201 *tiling);

/* ---- EmbeddingDenseGradV2 on Ascend950 ------------------------------------------------------- */

#define EMBEDDING_DENSE_GRAD_V2_3510_FIGURES(FIGURE)                       \
    FIGURE(tiling_key, "tiling key: 1000000, scale 10, split columns 1")   \
    FIGURE(core_num_used, "cores used")                                    \
    FIGURE(schedule_mode, NULL)                                            \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")            \
    FIGURE(scatterDimSize, NULL)                                           \
    FIGURE(elewiseDimSize, NULL)                                           \
    FIGURE(scatterDimLoopNum, "loads of rows")                             \
    FIGURE(elewiseDimLoopNum, "passes over the columns")                   \
    FIGURE(elewiseDimOuterLoopNum, NULL)                                   \
    FIGURE(normalBlockLoopNum, "loads per core")                           \
    FIGURE(tailBlockLoopNum, NULL)                                         \
    FIGURE(numWeights, NULL)                                               \
    FIGURE(paddingIdx, NULL)                                               \
    FIGURE(scatterFactor, "rows that fit the unified buffer")              \
    FIGURE(elewiseFactor, "columns per pass")                              \
    FIGURE(usedCoreNum, NULL)                                              \
    FIGURE(blockNumForLastProcess, "cores that join the cores' edges")     \
    FIGURE(elewiseDimLastPerUbProcessNum, "columns per pass when joining") \
    FIGURE(elewiseDimLastProcessTailNum, NULL)                             \
    FIGURE(elewiseDimLastNormalLoopNum, NULL)                              \
    FIGURE(elewiseDimLastTailLoopNum, NULL)

struct embedding_dense_grad_v2_3510 {
#define FIGURE(name, words) int64_t name;
    EMBEDDING_DENSE_GRAD_V2_3510_FIGURES(FIGURE)
#undef FIGURE
};

/* False when the unified buffer is too small. */
bool embedding_tiling_v2_3510(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_v2_3510 *tiling);

/* ---- EmbeddingDenseGrad on Ascend950 --------------------------------------------------------- */

#define EMBEDDING_DENSE_GRAD_3510_FIGURES(FIGURE)                                \
    FIGURE(tiling_key, "tiling key: 100 with all indices loaded, else by types") \
    FIGURE(core_num_used, "cores used")                                          \
    FIGURE(schedule_mode, NULL)                                                  \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")                  \
    FIGURE(numWeights, NULL)                                                     \
    FIGURE(paddingIdx, NULL)                                                     \
    FIGURE(scaleGradByFreq, NULL)                                                \
    FIGURE(embeddingDim, NULL)                                                   \
    FIGURE(indicesFactor, "rows per load")                                       \
    FIGURE(gradFactor, "elements per load")                                      \
    FIGURE(loopPerCoreIndice, "loads of rows")                                   \
    FIGURE(loopPerCoreGrad, "passes over a core's columns")                      \
    FIGURE(loopPerCoreIndiceFreq, NULL)                                          \
    FIGURE(loopPerCoreGradFreq, NULL)                                            \
    FIGURE(embeddingDimPerCore, "columns per core")                              \
    FIGURE(embeddingDimLastCore, "columns of the last core")                     \
    FIGURE(gradFactorPerRow, "columns per pass")                                 \
    FIGURE(gradFactorPerRowTail, NULL)                                           \
    FIGURE(indicesFactorTail, NULL)                                              \
    FIGURE(indicesFactorFreq, "weights per load when scaling")                   \
    FIGURE(indicesFactorFreqTail, NULL)                                          \
    FIGURE(gradFactorPerRowFreq, NULL)                                           \
    FIGURE(gradFactorPerRowTailFreq, NULL)                                       \
    FIGURE(sortSharedBufSize, "bytes of the unified buffer for sorting")         \
    FIGURE(baseACast, NULL)                                                      \
    FIGURE(baseWCast, "weights per load when rounding")                          \
    FIGURE(cntACast, NULL)                                                       \
    FIGURE(cntWCast, NULL)                                                       \
    FIGURE(tailACast, NULL)                                                      \
    FIGURE(tailWCast, NULL)                                                      \
    FIGURE(processBlock, NULL)                                                   \
    FIGURE(clearBlock, "cores that clear out")

struct embedding_dense_grad_3510 {
#define FIGURE(name, words) int64_t name;
    EMBEDDING_DENSE_GRAD_3510_FIGURES(FIGURE)
#undef FIGURE
};

/* False when no split fits the unified buffer. */
bool embedding_tiling_v1_3510(const struct soc *soc, const struct embedding_dense_grad_call *call,
                              struct embedding_dense_grad_3510 *tiling);

/* ---- EmbeddingDenseGrad elsewhere ------------------------------------------------------------ */

#define EMBEDDING_DENSE_GRAD_FIGURES(FIGURE)                                 \
    FIGURE(core_num_used, "cores used")                                      \
    FIGURE(rows_per_core, "rows per core")                                   \
    FIGURE(weights_per_core, "weights per core when scaling")                \
    FIGURE(counts_bytes, "bytes of the counts of scaleGradByFreq, per core") \
    FIGURE(rows_in_buffer, "rows that fit the unified buffer")               \
    FIGURE(mode, NULL)

struct embedding_dense_grad {
#define FIGURE(name, words) int64_t name;
    EMBEDDING_DENSE_GRAD_FIGURES(FIGURE)
#undef FIGURE
};

void embedding_tiling_v1(const struct soc *soc, const struct embedding_dense_grad_call *call,
                         struct embedding_dense_grad *tiling);

/* ---- The L0 operators ------------------------------------------------------------------------ */

/* Appends the kernel with its workspace and figures, or refuses the call with 561103 as the
 * vendor's tiling does. `positions` of V2 are those of the sorted indices before they were sorted,
 * or the indices themselves when those are not sorted. The types, rows and columns of call are read
 * from the tensors. */
void embedding_tiling_launch_v1(struct l0_list *list, int grad, int indices, int out,
                                const struct embedding_dense_grad_call *call);
void embedding_tiling_launch_v2(struct l0_list *list, int grad, int indices, int positions, int out,
                                const struct embedding_dense_grad_call *call);

#endif
