/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operands for the declared operators, at random: the table (declared.h) says what kinds a call
 * takes, phase one says whether they fit. The same seed gives the same operands.
 */
#ifndef ACLNN_PY_TESTS_STRESS_OPERANDS_H
#define ACLNN_PY_TESTS_STRESS_OPERANDS_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>

#include "aclnn/acl_meta.h"
#include "declared.h"
#include "hccl/hccl.h"
#include "program.h"

#define MOST_OPERANDS 64
#define MOST_MEMBERS 4
#define MOST_RANK 6
#define MOST_TEXT 16
#define MOST_TEXTS 3
#define MOST_WORKSPACE ((uint64_t)1 << 30)
#define EDGE 64
#define EDGE_BYTE 0x5A

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Calls that make something: ACLNN_FAULT may ask some of them to fail. */
#define SURELY(call)                        \
    do {                                    \
        int tries_ = 0;                     \
        while ((call) != 0) {               \
            CHECK(++tries_ < 50 && faulty); \
            (void)aclGetRecentErrMsg();     \
        }                                   \
    } while (0)

/* The same for a call that gives a handle. */
#define MADE(handle, call) SURELY(((handle) = (call)) == NULL)

extern char **environ;

static bool faulty; /* ACLNN_FAULT is set */

/* The communicator of calls that ranks make together: one rank, on the device of the thread. */
static inline HcclComm make_ranks(void)
{
    HcclComm comm = NULL;
    HcclRootInfo root;
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    strcpy(config.hcclCommName, "ranks");
    SURELY(HcclGetRootInfo(&root));
    SURELY(HcclCommInitRootInfoConfig(1, &root, 0, &config, &comm));
    return comm;
}

/* The same program once more, with a variable set, in another process. */
static inline void run_again(char **arguments, const char *variable, const char *value)
{
    pid_t child = 0;
    int status = 0;
    setenv(variable, value, 1);
    CHECK(posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ) == 0);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static const aclDataType operand_types[] = {
    ACL_FLOAT, ACL_FLOAT16, ACL_BF16,   ACL_INT64,     ACL_INT32,      ACL_INT16,  ACL_INT8,
    ACL_UINT8, ACL_BOOL,    ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128, ACL_UINT16,
};

/*
 * Shapes that chance finds seldom or never: a word for each parameter, "." for what is taken at
 * random. Of a tensor and of each member of a list a word has the dims, of an array the numbers, of
 * a number what it is: r and c are rows and columns, d two columns, n rows * columns, b and e rows
 * / 8 and rows * 8, q rows * 4, i 16, j 20, l 24, t 32, s 40, h 64, w 128, v 192, x 256, o 320, y
 * 512, g 1024, z -1, a 2147483647, of a real u 1 / 256, k the number of float8_e4m3fn, m the bytes
 * of n bits in groups of 128. F, H, I, L, U, B, E, S, W, T, O, P or G behind the dims, or behind
 * the "." of a scalar: it is of float32, float16, int32, int64, uint8, int8, float8_e4m3fn,
 * float8_e8m0, uint64, uint32, bool, float4_e2m1 or bfloat16; N behind that: the tensor is dense,
 * and its storage has no more; Z behind that: it is in ACL_FORMAT_FRACTAL_NZ, of blocks of 16 rows
 * of 32 bytes; * and a digit behind those of a list: it has so many members. "-" is NULL. Of a text
 * the word is the text.
 */
#define TYPE_LETTERS "FHILUBESWTOPG"

static const struct {
    const char *name;
    const char *words;
} given_shapes[] = {
    /* ranks: the communicator that make_ranks makes */
    {"aclnnAllGatherMatmul", "rxH xcH - ranks 0 0 1 rcH rxH"},
    {"aclnnMatmulReduceScatter", "rxH xcH - ranks sum 0 1 rcH"},
    {"aclnnAllGatherMatmulV2", "rxH xcH - - - - 0 ranks 0 0 1 0 aiv rcH rxH -"},
    {"aclnnMatmulReduceScatterV2", "rxH xcH - - - - 0 ranks sum 0 1 0 aiv rcH -"},
    {"aclnnQuantAllReduce", "rgB r8F ranks sum rgF"},
    {"aclnnQuantReduceScatter", "rgB r8F ranks sum rgF"},
    {"aclnnAlltoAllMatmul", "rhH hcH cH - ranks 0 0 rcH rhH"},
    {"aclnnAlltoAllMatmulV2", "rhH hcH cH - ranks aiv 0 0 rcH rhH"},
    {"aclnnMatmulAlltoAll", "rhH hcH cH - ranks 0 0 rcH"},
    {"aclnnMatmulAlltoAllV2", "rhH hcH cH - ranks aiv 0 0 rcH"},
    {"aclnnAlltoAllQuantMatmul", "rhH hcB cF - cF - - - ranks - 7 2 0 z 0 0 0 0 rcH rhH"},
    {"aclnnAlltoAllQuantMatmulV2", "rhH hcB cF - cF - - - ranks aiv - 7 2 0 z 0 0 0 0 rcH rhH"},
    {"aclnnQuantMatmulAlltoAll", "rhB hcB cH rF cF - - - - ranks 3 2 0 z 0 0 0 rcH"},
    {"aclnnQuantMatmulAlltoAllV2", "rhB hcB cH rF cF - - - - ranks aiv 3 2 0 z 0 0 0 rcH"},
    {"aclnnMatmulAllReduce", "rhH hcH cH ranks sum 0 1 rcH"},
    {"aclnnMatmulAllReduceV2", "rhH hcH cH rcH ranks sum 0 1 rcH"},
    {"aclnnMatmulAllReduceV3", "rhH hcH cH rcH ranks sum ai_cpu 0 1 rcH"},
    {"aclnnMatmulAllReduceAddRmsNorm", "rhH hcH cH 1rcH cH . ranks sum 0 1 1rcH 1rcH"},
    {"aclnnInplaceMatmulAllReduceAddRmsNorm", "rhH hcH cH 1rcH cH . ranks sum 0 1 1rcH"},
    {"aclnnQuantMatmulAllReduce", "rhB hcB cI rcH cW ranks sum 0 1 rcH"},
    {"aclnnQuantMatmulAllReduceV2", "rhB hcB cI rcH cF rF ranks sum 0 1 rcH"},
    {"aclnnQuantMatmulAllReduceV3", "rhB hcB cI rcH cF rF cH cH ranks sum 0 1 rcH"},
    {"aclnnQuantMatmulAllReduceV4", "rhB hcB cI rcH rF cF cH cH ranks sum 0 1 0 0 rcH"},
    {"aclnnQuantMatmulAllReduceV5", "rhB hcB cI rcH rF cF cH cH ranks sum ai_cpu 0 1 0 0 rcH"},
    {"aclnnQuantMatmulAllReduceAddRmsNorm", "rhB hcB cI cW 1rcH cH . ranks sum 0 1 1rcH 1rcH"},
    {"aclnnInplaceQuantMatmulAllReduceAddRmsNorm", "rhB hcB cI cW 1rcH cH . ranks sum 0 1 1rcH"},
    {"aclnnWeightQuantMatmulAllReduce", "rhH hcB cH cH cH rcH ranks sum 0 1 0 rcH"},
    {"aclnnWeightQuantMatmulAllReduceV2", "rhH hcB cH cH cH rcH ranks sum ai_cpu 0 1 0 rcH"},
    {"aclnnWeightQuantMatmulAllReduceAddRmsNorm",
     "rhH hcB cH cH cH 1rcH cH . ranks sum 0 1 0 1rcH 1rcH"},
    {"aclnnInplaceWeightQuantMatmulAllReduceAddRmsNorm",
     "rhH hcB cH cH cH 1rcH cH . ranks sum 0 1 0 1rcH"},
    {"aclnnAlltoAllAllGatherBatchMatMul", "2rcH 2chH 2hH ranks ranks 1 1 0 0 2rhH 2rcH -"},
    {"aclnnBatchMatMulReduceScatterAlltoAll", "2rcH 2chH 2hH ranks ranks 1 1 0 2rhH"},
    {"aclnnMoeDistributeDispatch",
     "2tH 21I - 2O - ranks 1 0 4 - 0 0 0 0 0 0 0 1 2tH - 2I 4L 4I 1I 2F"},
    {"aclnnMoeDistributeDispatchV2",
     "2tH 21I - 2O - ranks 1 0 4 - 0 0 0 0 0 0 0 1 - 2tH - xI 4L 4I 1I 2F"},
    {"aclnnMoeDistributeDispatchV3",
     "2tH 21I - 2O - - ranks 1 0 4 - 0 0 0 0 0 0 0 1 - 0 0 0 2tH - xI 4L 4I 1I 2F"},
    {"aclnnMoeDistributeDispatchV4",
     "2tH 21I - 2O - - - ranks 1 0 4 - 0 0 0 0 0 0 0 1 - 0 0 0 2tH - xI 4L 4I 1I 2F"},
    {"aclnnMoeDistributeCombine",
     "2tH 21I 2I 4I 21F - 2O - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 2tH"},
    {"aclnnMoeDistributeCombineV2",
     "2tH 21I xI 4I 21F - 2O - - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 - 2tH"},
    {"aclnnMoeDistributeCombineV3",
     "2tH 21I xI 4I 21F - 2O - - - - - - - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 - 0 0 0 2tH"},
    {"aclnnMoeDistributeCombineV4",
     "2tH 21I xI 4I 21F - 2O - - - - - - - - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 - 0 0 0 2tH"},
    {"aclnnMoeDistributeCombineAddRmsNorm",
     "2tH 21I xI 4I 21F 21tH tH - 2O - - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 - . 21tH 211F 21tH"},
    {"aclnnMoeDistributeCombineAddRmsNormV2",
     "2tH 21I xI 4I 21F 21tH tH - 2O - - - - - - - - - - ranks 1 0 4 - 0 0 0 0 0 0 0 0 0 - . 0 0 0 "
     "21tH 211F 21tH"},
    {"aclnnAlltoAllvGroupedMatMul", "7tH 2thH - - - - ranks 1 34 34 0 0 0 7hH - -"},
    {"aclnnAlltoAllvGroupedMatMulV2", "7tH 2thH - - - - ranks ai_cpu 1 34 34 0 0 0 7hH - -"},
    {"aclnnGroupedMatMulAlltoAllv", "7tH 2thH - - - - ranks 1 34 34 0 0 7hH -"},
    {"aclnnGroupedMatMulAlltoAllvV2", "7tH 2thH - - - - ranks ai_cpu 1 34 34 0 0 7hH -"},
    {"aclnnDistributeBarrier", "rc ranks 1"},
    {"aclnnDistributeBarrierV2", "rc - - ranks 1"},
    {"aclnnInnerDistributeBarrier", "rc - - ranks 1"},
    {"aclnnElasticReceivableTest", "4I ranks 1 4"},
    {"aclnnElasticReceivableInfoCollect", "ranks 1 11I"},
    {"aclnnMoeDistributeBufferReset", "1I ranks 1 0"},
    {"aclnnTransposeBatchMatMul", "234 245 - - 012 012 102 0 1 325"},
    {"aclnnGroupedMatmulFinalizeRouting", "6xB 2xtIN 21xL 2xF 6F 2L - 6F 6L 0 . 0 0 0 1 6xF"},
    {"aclnnGroupedMatmulFinalizeRoutingV2",
     "6xB 2xtIN 21xL 2xF - - - 6F 2L - 6F 6L 0 . 0 0 0 1 6xF"},
    {"aclnnGroupedMatmulFinalizeRoutingV3",
     "6xB 2xtIN 21xL 2xF - - - 6F 2L - 6F 6L 0 . 0 0 0 1 - 6xF"},
    {"aclnnGroupedMatmulFinalizeRoutingWeightNz", "6tB 2txBZ 2xF - 6F 2L - 6F 6L 0 . 0 0 0 1 6xF"},
    {"aclnnGroupedMatmulFinalizeRoutingWeightNzV2",
     "6tB 2txBZ 2xF - - - - 6F 2L - 6F 6L 0 . 0 0 0 1 - 6xF"},
    {"aclnnGroupedMatmulSwigluQuant", "6tB 2txBZ - - 2xF 6F 2L 6wB 6F -"},
    {"aclnnGroupedMatmulSwigluQuantV2", "6tB 2txBZ*1 2xF*1 - - 6F - 2L 0 0 0 0 - 6wB 6F"},
    {"aclnnGroupedMatmulSwigluQuantWeightNzV2", "6tB 2txBZ*1 2xF*1 - - 6F - 2L 0 0 0 0 - 6wB 6F"},
    {"aclnnGroupedMatmulSwigluQuantWeightNZ", "6tB 2txBZ - - 2xF 6F 2L 6wB 6F -"},
    {"aclnnMatmulWeightNz", "rhH htHZ rtH 0"},
    {"aclnnBatchMatMulWeightNz", "2rhH 2htHZ 2rtH 0"},
    {"aclnnAddmmWeightNz", "tH rhH htHZ . . rtH 0"},
    {"aclnnTransposeBatchMatMulWeightNz", "24hH 4htHZ - - 102 012 102 0 1 24tH"},
    {"aclnnFusedMatmulGelu", "rcH 3cH 3H 1 r3H"},
    {"aclnnFusedMatmul", "rc c3 - - relu 3 r3"},
    {"aclnnGroupedMatmul", "rc*2 c3*2 - - - - - - 0 r3*2"},
    {"aclnnGroupedMatmulV2", "64*1 245*1 - - - - - 36 3 0 65*1"},
    {"aclnnGroupedMatmulV3", "64*1 245*1 - - - - - 2L 3 0 65*1"},
    {"aclnnGroupedMatmulV4", "64*1 245*1 - - - - - - 2L - - - 3 0 1 0 65*1 - -"},
    {"aclnnGroupedMatmulV5", "64*1 245*1 - - - - - - 2L - - - 3 0 1 0 - 65*1 - -"},
    {"aclnnGroupedMatmulAdd", "64H 65H 2L 245F 1 0 2"},
    {"aclnnGroupedMatmulAddV2", "64H 65H 2L 245F 1 0 2 0"},
    {"aclnnGroupedMatmulWeightNz", "6h*1 2ht*1 - - - - - - 2L - - - 3 0 1 0 - 0 6t*1 - -"},
    {"aclnnAscendQuant", "rc c c 0 round 2 rcB"},
    {"aclnnAscendQuantV3", "rc c c 0 round 2 1 rcB"},
    {"aclnnAscendAntiQuant", "rcB cF cF 1 0 rc"},
    {"aclnnQuantize", "rc c cI 2 1 rcB"},
    {"aclnnDynamicQuant", "rc c rcB rF"},
    {"aclnnDynamicQuantV2", "rc c - 2 rcB rF rF"},
    {"aclnnDynamicQuantV3", "rc c - 2 1 pertoken rcB rF -"},
    {"aclnnDynamicQuantV4", "rc c - 2 1 pertoken 0 rcB rF -"},
    {"aclnnTransQuantParamV2", "cF cF cL"},
    {"aclnnTransQuantParamV3", "cF cF 1 cL"},
    {"aclnnFakeQuantPerTensorAffineCachemask", "rc 1 1I . 0 9 rc rc"},
    {"aclnnFakeQuantPerChannelAffineCachemask", "rc c cI 1 0 9 rc rc"},
    {"aclnnRmsNormQuant", "rc c c 1 1B . rcB"},
    {"aclnnRmsNormQuantV3", "rc c 1F 1F c . 1 1 rcB r1F"},
    {"aclnnAddRmsNormQuant", "rc rc c cF cF cI cI 1 . 1 rcB rcB rc"},
    {"aclnnAddRmsNormDynamicQuant", "rc rc c c c . rcB rcB rc rF rF"},
    {"aclnnAddRmsNormDynamicQuantV2", "rc rc c c c c . - rcB rcB rc rF rF"},
    {"aclnnLayerNormQuant", "rc c c 1 1B 0 . rcB 1F"},
    {"aclnnGroupQuant", "rc 1c 1L 1 2 rcB"},
    {"aclnnDequantBias", "rcI cF rF cF 1 rc"},
    {"aclnnRmsNormDynamicQuant", "rc c c c . 2 rcB rF"},
    {"aclnnAddRmsNormQuantV2", "rc rc c cF - cI - - 1 . 1 rcB rcB rc -"},
    {"aclnnGeluQuant", "rc - - none dynamic rint 2 rcB rF"},
    {"aclnnSwiGluQuant", "rd 1cF - - 1 dynamic rcB rF"},
    {"aclnnSwiGluQuantV2", "rd 1cF - - 1 dynamic 0 2 rcB rF"},
    {"aclnnDequantSwigluQuant", "rdI dF - - - - - 1 dynamic rcB rF"},
    {"aclnnDequantSwigluQuantV2", "rdI dF - - - - - 1 dynamic 2 rint 1 0 7 1 1 rcB rF"},
    {"aclnnInplaceQuantScatter", "2rcB 2I 21c cF - 1 2 1"},
    {"aclnnInplaceQuantScatterV2", "2rcB 2I 21c cF - 1 2 1 rint"},
    {"aclnnRmsNormDynamicMxQuant", "rh h h . 0 rint k 1 rhE r12S r1F"},
    {"aclnnAddRmsNormDynamicMxQuant", "rh rh h h . 0 rint k 1 rhE rh r12S r1F"},
    {"aclnnRmsNormGradQuant", "rc rc rF c 1F 1I static 1 rcB cF"},
    {"aclnnAddLayerNormQuant", "rc rc c c - c - - - static . 1 1 rcB rcB rc 1F 1F"},
    {"aclnnAddLayerNormQuantV2", "rc rc c c - c - - - static . 1 1 rcB rcB rc rc 1F 1F"},
    {"aclnnAdaLayerNormQuant", "rc c c c c c . dynamic rcB rF -"},
    {"aclnnGroupNormSiluQuant", "rc c c 1F 1 . 1 rcB r1 r1"},
    {"aclnnQuantizedBatchNorm", "rc22B cF cF .F .I .F .I cF cF . rc22B"},
    {"aclnnDynamicMxQuantWithDualAxis", "th rint k 0 thE t12S thE 1h2S"},
    {"aclnnDynamicMxQuantWithDualAxisV2", "th rint k 0 0 thE t12S thE 1h2S"},
    {"aclnnGroupedDynamicMxQuant", "tc 1I rint k t tcE 1c2S"},
    {"aclnnGroupedDynamicMxQuantV2", "tc 1I rint k t 0 0 tcE 1c2S"},
    {"aclnnGroupedQuantMax", "rc 1F 1L rint k rcE 1"},
    {"aclnnFlatQuant", "rch cc hh 1 rc8I rF"},
    {"aclnnFlatQuantV2", "rch cc hh 1 0 rc8I rF"},
    {"aclnnFlatQuantV3", "rch cc hh - 1 0 0 rc8I rF"},
    {"aclnnRotateQuant", "rh tt - 1 rint 0 0 0 rhB rF"},
    {"aclnnHansEncode", "yhF xI 1 0 vwF yhF yhF"},
    {"aclnnSparse4to2QuantMatmulWeightNz", "rhB ttBZ 4hU rF tF - rtG"},
    {"aclnnDequantRopeQuantKvcache",
     "rwI rtH rtH rh1tB rh1tB rI tF tF - - wF - - htt static BSND 1 contiguous r2tH r1tH r1tH"},
    {"aclnnGroupedDynamicMxQuantWithDualAxis", "th 1L rint 1 k 0 thE t12S thE 1h2S"},
    {"aclnnSwigluMxQuantWithDualAxis", "tw - 1 rint 0 k 0 thE t12S thE 1h2S"},
    {"aclnnQuantBatchMatmulInplaceAdd", "htE hcE 1t2S 1c2S tcF 1 0 0"},
    {"aclnnTransposeQuantBatchMatMul", "r2yE 2ywE - rF wF 1 0 102 012 102 1 r2wH"},
    {"aclnnTransposeQuantBatchMatMulWeightNz", "r2hE 2htEZ - r212S 21t2S 1 t 102 012 102 1 r2tH"},
    {"aclnnQuantMatmulReduceSumWeightNz", "2rhB 2htBZ 2rF tG - - - - - 0 0 0 0 0 rtG"},
    {"aclnnMatmulEmuSplitWeight", "rhG htG htG rtF u 0"},
    {"aclnnWeightQuantBatchMatmul", "wtH thB - - - - - - 0 0 1 0 whH"},
    {"aclnnGroupedDynamicBlockQuant", "thH 1I 0 rint k w w 0 thE 11F"},
    {"aclnnGroupedDynamicBlockQuantV2", "thH 1I 0 rint k w w 0 0 thE 11F"},
    {"aclnnSwigluGroupQuant", "rxH - - - k 1 0 1 z 0 1 rwE r22S rwH"},
    {"aclnnSwigluGroupQuantGrad", "rh rw - - - z rw -"},
    {"aclnnDequantSituQuant", "rdB dF - - - - - 4 2 1 dynamic rcB rF"},
    {"aclnnApplyAdamWQuant", "w w wU wU xF xF 1F 1F 1L 0 0 0 0 1 1 . x"},
    {"aclnnAddLora", "rwH rhH 22ttH rI 22thH 1 1 0 z rwH"},
    {"aclnnMatmulSwiglu", "rtF teF eF 0 rqF"},
    {"aclnnSwigluGatedMlp", "rtF teF qcF 1 rcF"},
    {"aclnnFusedPatchMlp", "rtF ttF tF 1 rtF"},
    {"aclnnDynamicBlockMxQuant", "th rint k 0 0 thE t12S 1h2S"},
    {"aclnnMxToBlockMxQuant", "thP t12S k thE t12S 1h2S"},
    {"aclnnSwigluMxQuant", "tw - 1 1 0 7 1 1 0 1 k rint 0 0 thE t12S"},
    {"aclnnSituMxQuant", "tw 1 0 1 z k rint thE t12S"},
    {"aclnnSwigluBackwardMxQuantWithDualAxis", "tw th - 1 rint 1 k 0 twE t22S twE 1w2S"},
    {"aclnnDynamicDualLevelMxQuant", "rh - rint y t rhP r1F r12S"},
    {"aclnnDynamicMxQuant", "rh 1 rint k t 0 rhE r12S"},
    {"aclnnDynamicMxQuantV2", "rh 1 rint k t 0 0 rhE r12S"},
    {"aclnnDynamicMxQuantV3", "rh 1 rint k t 0 0 0 rhE r12S"},
    {"aclnnAntiMxQuant", "rhE r12S 1 0 rhF"},
    {"aclnnDynamicBlockQuant", "rh 0 rint 2 1 w rhB r1F"},
    {"aclnnDynamicBlockQuantV2", "rh 0 rint 2 1 w 0 rhB r1F"},
    {"aclnnQuantMax", "rc 1F rint k rcE 1"},
    {"aclnnBiasAdd", "rc c NHWC rc"},
    {"aclnnApplyAdadelta", "rcF rcF rcF . . . rcF rcF rcF rcF"},
    {"aclnnApplyAdamax", "rcF rcF rcF . . . . . rcF rcF rcF rcF"},
    {"aclnnLayerNormWithImplMode", "rc c c c . rc r1 r1 0"},
    {"aclnnApplyAdamD", "rcF rcF rcF 1F 1F 1F 1F 1F 1F rcF 0 0 rcF rcF rcF"},
    {"aclnnIou", "r4 c4 iou 1 0 rc"},
    {"aclnnCIoU", "40 40 0 0 iou 10 10"},
    {"aclnnClippedSwiglu", "rd - 1 1 9 1 0 rc"},
    {"aclnnClippedSwigluV2", "rd - 1 1 9 1 0 0 rc"},
    {"aclnnSwigluGroupGrad", "rc rd - - - 0 rd -"},
    {"aclnnGlobalAveragePool", "r345 r311"},
    {"aclnnGlobalMaxPool", "r345 r311"},
    {"aclnnResize", "1345 2222 nearest 1345"},
    {"aclnnRopeWithSinCosCache", "6L 68 68 54 - 4 1 68 68"},
    {"aclnnRopeWithSinCosCacheV2", "6L 68 68 54 - 4 1 0 68 68"},
    {"aclnnThnnFusedLstmCell", "r8 r8 r2 8 8 r2 r2 r8"},
    {"aclnnThnnFusedLstmCellBackward", "r2 r2 r2 r2 r8 1 r8 r2 8"},
    {"aclnnLSTM", "d2F 82F*2 1c2F*2 2L 0 1 . 0 0 . 2c2F 1c2F 1c2F . . . . . . ."},
    {"aclnnLstmBackward", "432F 132F*2 82F*2 432F 132F 132F 432F*1 432F*1 432F*1 432F*1 432F*1 "
                          "432F*1 432F*1 - 0 1 0 1 0 0 - 432F 132F 132F 82F*2"},
    {"aclnnGRU", "432F 62F*2 132F - 0 1 0 1 0 0 432F 132F 432F*1 432F*1 432F*1 432F*1 432F*1"},
    {"aclnnGRUBackward",
     "432F 62F*2 132F 432F 132F 432F*1 432F*1 432F*1 432F*1 432F*1 - 0 1 0 0 432F 132F 62F*2"},
    {"aclnnFlashAttentionScore", "2r4 2c4 2c4 - - - - - 1 1 9 9 2 BSH 0 0 22r8F 22r8F - 2r4"},
    {"aclnnFlashAttentionScoreV2",
     "2r4 2c4 2c4 - - - - - - - 1 1 9 9 2 BSH 0 0 1 22r8F 22r8F - 2r4"},
    {"aclnnFlashAttentionScoreV3",
     "2r4H 2c4H 2c4H - - - - 2F - - - 1 1 9 9 2 BSH 0 0 1 22r8F 22r8F - 2r4H"},
    {"aclnnFlashAttentionScoreGrad",
     "2r4F 2c4F 2c4F 2r4F - - - - 22r8F 22r8F - 2r4F - 1 1 9 9 2 BSH 0 0 2r4F 2c4F 2c4F -"},
    {"aclnnFlashAttentionScoreGradV2",
     "2r4F 2c4F 2c4F 2r4F - - - - 22r8F 22r8F - 2r4F - - - 1 1 9 9 2 BSH 0 0 1 2r4F 2c4F 2c4F -"},
    {"aclnnFlashAttentionVarLenScore",
     "624 824 824 - - - - - 36 48 1 1 9 9 2 TND 0 0 628F 628F - 624"},
    {"aclnnFlashAttentionVarLenScoreV2",
     "624 824 824 - - - - - 36 48 - - 1 1 9 9 2 TND 0 0 1 628F 628F - 624"},
    {"aclnnFlashAttentionUnpaddingScoreGrad",
     "624F 824F 824F 624F - - - - 628F 628F - 624F - 36 48 1 1 9 9 2 TND 0 0 624F 824F 824F -"},
    {"aclnnFlashAttentionUnpaddingScoreGradV2", "624F 824F 824F 624F - - - - 628F 628F - 624F - 36 "
                                                "48 - - 1 1 9 9 2 TND 0 0 1 624F 824F 824F -"},
    {"aclnnFlashAttentionVarLenScoreV3",
     "62t 628 82t 828 82t - - - 34U - 36 48 - - 1 1 9 9 2 TND 0 "
     "0 1 628F 628F - 62t"},
    {"aclnnFlashAttentionUnpaddingScoreGradV3", "62t 628 82t 828 82t 62t - - - 34U 628F 628F - 62t "
                                                "- 36 48 - - 1 1 9 9 2 TND 0 0 1 62t 628 82t "
                                                "828 82t -"},
    {"aclnnFlashAttentionVarLenScoreV4",
     "624 824 824 - - - - - 36 48 1 1 9 9 2 TND 0 0 same_as_input 628F 628F - 624"},
    {"aclnnFlashAttentionUnpaddingScoreGradV4",
     "624F 824F 824F 624F - - - - 628F 628F - 624F - 36 48 1 1 9 9 2 TND 0 0 624F 824F 824F - "
     "same_as_input"},
    {"aclnnFlashAttentionScoreGradV3",
     "2r4H 2c4H 2c4H 2r4H - - - - 22r8F 22r8F - 2r4H 2F - - - 1 1 "
     "9 9 2 BSH 0 0 1 2r4H 2c4H 2c4H - 2F"},
    {"aclnnFlashAttentionScoreV4",
     "2r4H 2c4H 2c4H - - - - - - - - - 2F - - - - - 1 1 9 9 2 BSH 0 0 0 1 - 0 0 "
     "22r8F 22r8F - 2r4H"},
    {"aclnnFlashAttentionScoreGradV4",
     "2r4H 2c4H 2c4H 2r4H - - - - 22r8F 22r8F - 2r4H 2F - - - - - - - - - - - - 1 1 "
     "9 9 2 BSH - 0 0 1 0 0 0 2r4H 2c4H 2c4H - - - 2F"},
    {"aclnnFlashAttentionUnpaddingScoreGradV5",
     "62t 628 82t 828 82t 62t - - - 34U 628F 628F - 62t 2F - 36 48 - - 1 1 9 9 2 TND 0 0 1 "
     "same_as_input 62t 628 82t 828 82t - 2F"},
    {"aclnnFlashAttentionVarLenScoreV5",
     "62t 628 82t 828 82t - - - 34U 2F - 36 48 - - 1 1 9 9 2 TND 0 "
     "0 1 same_as_input 628F 628F - 62t"},
    {"aclnnBlockSparseAttention",
     "22hH 22hH 22hH 1221B - 1w 2 2 - TND TND 2 0 1 0 0 a a 1 22hH 221F"},
    {"aclnnBlockSparseAttentionV2",
     "22hH 22hH 22hH 1221B - 1w 2 2 - - - - TND TND 2 0 1 0 0 a a 1 22hH 221F"},
    {"aclnnRainFusionAttention", "22hH 22hH 22hH 221L 22L 1w - 2 2 - TND TND 2 0 1 0 0 22hH -"},
    {"aclnnBlockSparseAttentionGrad",
     "22wH 22wH 22wH 22wH 22wH 221F 1211U - hw 2 2 TND TND 2 0 1 a a 22wH 22wH 22wH"},
    {"aclnnNsaCompress", "h2t t2 h TND t t 0 22t"},
    {"aclnnNsaCompressGrad", "22t h2t t2 h t t 0 TND h2t t2"},
    {"aclnnNsaSelectedAttention", "22t t2t t2t 221I - 2 t 1 2 TND 0 t 1 228F 228F 22t"},
    {"aclnnNsaSelectedAttentionGrad",
     "22t t2t t2t 22t 22t 228F 228F 221I 2 t - 1 t 1 2 TND 0 22t t2t t2t"},
    {"aclnnNsaCompressWithCache", "4t2t t2 3I 34 34I TND t t 1 t 62t"},
    {"aclnnNsaCompressAttention", "22t t2t t2t - - 2 t - 1 2 TND 0 t t t 1 228F 228F 22t 221I"},
    {"aclnnNsaCompressAttentionInfer", "22t 4th 4th - 24I - tt - - 2 2 t 1 t t 1 TND t 0 22t 221I"},
    {"aclnnNsaSelectedAttentionInfer", "212v 4h2v 4h2w 2121I - 24I 11 tt BSND 2 2 t 1 h 1 0 212w"},
    {"aclnnAttentionUpdate", "rF*2 rt*2 0 rt -"},
    {"aclnnKvRmsNormRopeCache",
     "212vH wH 212hH 212hH 22L 214hH 214wH - - - - . Norm 0 212hH 212wH"},
    {"aclnnKvRmsNormRopeCacheV2",
     "222vH vH 212hH 212hH 22L 224vH 224wH - - - - 222wH . Norm 0 222vH 222wH"},
    {"aclnnQkvRmsNormRopeCache",
     "2yH wH wH 2wH 2wH 2L 2xH 28tiH 28tiH - - - - 124w 211 . PA_NZ 2xH 2wH 2wH"},
    {"aclnnQkvRmsNormRopeCacheWithKScale",
     "r3wG wF wF hwF rI 31hwE 31hwE 31h1F 2I 1I wwG 1F 111 TND TND . r1wE r1F"},
    {"aclnnRecurrentGatedDeltaRule", "r2tG r2tG r4tG r4G r4ttG 2I rI r4F - - 1 r4tG"},
    {"aclnnChunkGatedDeltaRule", "r2tG r2tG r4tG r4G 24ttG 2I r4F 1 r4tG 24ttG"},
    {"aclnnMoeGatingTopKV2", "rc - - - 1 1 1 0 0 1 0 . . r1 r1I rcF"},
    {"aclnnMoeGatingTopKSoftmax", "rc - 1 r1 r1I r1I"},
    {"aclnnMoeGatingTopKSoftmaxV2", "rc - 1 0 1 r1 r1I rcF"},
    {"aclnnRingAttentionUpdate", "r2hF 22r8F 22r8F r2hF 22r8F 22r8F - SBH r2hF 22r8F 22r8F"},
    {"aclnnRingAttentionUpdateV2", "r2hF 22r8F 22r8F r2hF 22r8F 22r8F - SBH SBH r2hF 22r8F 22r8F"},
    {"aclnnScatterPaKvCache", "r24 3624 rI r25 3625 - - - Norm None - -"},
    {"aclnnScatterPaCache", "r25 3625 rI - - - Norm"},
    {"aclnnScatterPaKvCacheWithKScale", "r24E r25E 3264E 3265E rI r2F 3261F BNBD"},
    {"aclnnKvCompressEpilog", "361xU rwG rI h 1 1 ."},
    {"aclnnIndexerQuantCache", "361wE 3611F rwG rI 1 1 ."},
    {"aclnnGatherPaKvCache", "3624 3625 23I 2I 824 825 - Norm 0"},
    {"aclnnPromptFlashAttention", "2r4 2c4 2c4 - - - 2 1 9 9 BSH 2 2r4"},
    {"aclnnPromptFlashAttentionV2", "2r4 2c4 2c4 - - - - - - - - - 2 1 9 9 BSH 2 0 2r4"},
    {"aclnnPromptFlashAttentionV3", "2r4 2c4 2c4 - - - - - - - - - 2 1 9 9 BSH 2 0 0 2r4"},
    {"aclnnIncreFlashAttention", "214 2c4 2c4 - - - 2 1 BSH 2 214"},
    {"aclnnIncreFlashAttentionV2", "214 2c4 2c4 - - - - - - - - 2 1 BSH 2 214"},
    {"aclnnIncreFlashAttentionV3", "214 2c4 2c4 - - - - - - - - - - - 2 1 BSH 2 0 0 214"},
    {"aclnnIncreFlashAttentionV4", "214 2c4 2c4 - - - - - - - - - - - - 2 1 BSH 2 0 0 214"},
    {"aclnnFusedInferAttentionScore",
     "2r4 2c4 2c4 - - - - - - - - - - - - - - 2 1 9 9 BSH 2 0 0 0 0 0 2r4 1F"},
    {"aclnnFusedInferAttentionScoreV2",
     "2r4 2c4 2c4 - - - - - - - - - - - - - - - - - - - - - 2 1 9 9 BSH 2 0 0 0 0 0 0 0 2r4 1F"},
    {"aclnnFusedInferAttentionScoreV3", "2r4 2c4 2c4 - - - - - - - - - - - - - - - - - - - - - - - "
                                        "- 2 1 9 9 BSH 2 0 0 0 0 0 0 0 2r4 1F"},
    {"aclnnFusedInferAttentionScoreV4", "2r4 2c4 2c4 - - - - - - - - - - - - - - - - - - - - - - - "
                                        "- - - 2 1 9 9 BSH 2 0 0 0 0 0 0 0 0 2r4 1F"},
    {"aclnnFusedInferAttentionScoreV5", "2r4 2c4 2c4 - - - - - - - - - - - - - - - - - - - - - - - "
                                        "- - - - - 2 1 9 9 BSH 2 0 0 0 0 0 0 0 0 0 2r4 1F"},
    {"aclnnAdaLayerNorm", "2rc 2c 2c c c . 2rc"},
    {"aclnnAdaLayerNormV2", "2rc 2c 2c c c . 2rc 2r1 2r1"},
    {"aclnnAffineGrid", "r23 r145 . r452"},
    {"aclnnAdaptiveAvgPool2d", "r45 23 r23"},
    {"aclnnAdaptiveAvgPool2dBackward", "r23 r45 r45"},
    {"aclnnAdaptiveAvgPool3d", "1r345 223 1r223"},
    {"aclnnAdaptiveAvgPool3dBackward", "1r223 1r345 1r345"},
    {"aclnnAdaptiveMaxPool2d", "r45 23 r23 r23L"},
    {"aclnnAdaptiveMaxPool2dBackward", "r23 r45 r23I r45"},
    {"aclnnAdaptiveMaxPool3d", "1r345 223 1r223 1r223I"},
    {"aclnnAdaptiveMaxPool3dBackward", "1r223 1r345 1r223I 1r345"},
    {"aclnnAvgPool3dBackward", "1r234 1r345 222 111 000 0 1 0 1r345"},
    {"aclnnMaxPool3dWithArgmax", "1r345 222 111 000 111 0 1r234 1r234I"},
    {"aclnnMaxPool3dWithArgmaxBackward", "1r234 1r345 1r234I 222 111 000 111 0 1r345"},
    {"aclnnMaxUnpool2d", "r23 r23L 45 r45"},
    {"aclnnMaxUnpool2dBackward", "r45 r23 r23L 45 r23"},
    {"aclnnMaxUnpool3d", "1r223 1r223L 345 111 000 1r345"},
    {"aclnnMaxUnpool3dBackward", "1r345 1r223 1r223L 345 111 000 1r223"},
    {"aclnnAddLayerNorm", "rc rc c c c . . rc r1 r1 rc"},
    {"aclnnAddLayerNormGrad", "rc rc rc r1 r1 c rc rc c c"},
    {"aclnnAddRmsNorm", "rc rc c . rc r1 rc"},
    {"aclnnAddRmsNormBias", "rc rc c c . rc r1F rc"},
    {"aclnnAddRmsNormCast", "rc rc c . rcF rc r1F rc"},
    {"aclnnAddbmm", "r3 2rc 2c3 . . r3 ."},
    {"aclnnAddmv", "r rc c . . r ."},
    {"aclnnAmpUpdateScale", "1 1I 1 . . 1 1 1I"},
    {"aclnnApplyTopKTopP", "rc r rI rc"},
    {"aclnnApplyAdam", "rc rc rc 1F 1F 1F 1F 1F 1F rc . ."},
    {"aclnnApplyAdamW", "rc rc rc 1 1 1 1 1 1 1 rc rc . ."},
    {"aclnnApplyRotaryPosEmb", "2r2h 2r2h 2r1h 2r1h 1"},
    {"aclnnApplyRotaryPosEmbV2", "2r2h 2r2h 2r1h 2r1h 1 half"},
    {"aclnnInplacePartialRotaryMul", "2r2h 2r1d 2r1d 1 02"},
    {"aclnnInplacePartialRotaryMulGrad", "2r2h 211d 211d 1 02"},
    {"aclnnNormRopeConcat", "2r2h 2r2h 2r2h - - - h h h h - - - - rh rh 2 0 1 0 1 1 22rh 22rh 22rh "
                            "2r21F 2r21F 2r21F 2r21F - - - -"},
    {"aclnnNormRopeConcatBackward", "22rh 22rh 22rh 2r2h 2r2h - - h 2r21F 2r21F h 2r21F 2r21F - - "
                                    "- - - - rh rh 2 0 2 0 2r2h 2r2h 2r2h - - - h h h h - - - -"},
    {"aclnnRotaryPositionEmbeddingV2", "2r2h 2r1h 2r1h 0 - 2r2h"},
    {"aclnnAvgPool2d", "r45 22 11 00 0 1 0 2 r34"},
    {"aclnnAvgPool2dBackward", "r34 r45 22 11 00 0 1 0 1 r45"},
    {"aclnnAvgPool3d", "1r345 222 111 000 0 1 0 1r234"},
    {"aclnnBaddbmm", "2r3 2rc 2c3 . . 2r3 ."},
    {"aclnnBatchMatMul", "2rc 2c3 2r3 ."},
    {"aclnnBatchNorm", "rc c c c c . . . rc c c"},
    {"aclnnBatchNormBackward", "rc rc c c c c c . . 111 rc c c"},
    {"aclnnBatchNormElemt", "rc c c c c . rc"},
    {"aclnnBatchNormElemtBackward", "rc rc c c c c c 1 rc"},
    {"aclnnBatchNormGatherStatsWithCounts", "1c rc rc c c . . r c c"},
    {"aclnnBatchNormReduceBackward", "rc rc c c c . . . c c c c"},
    {"aclnnBatchNormStats", "rc . c c"},
    {"aclnnBincount", "r r 3 3"},
    {"aclnnBucketize", "rc 3 . . rc"},
    {"aclnnEmbeddingBag", "rc 3L 2L . 0 . 3 0 . 2c 3L 2L 2L"},
    {"aclnnEmbeddingRenorm", "rc 3 . ."},
    {"aclnnHistc", "rc 3 . . 3"},
    {"aclnnSearchSorted", "r rc . . r rc"},
    {"aclnnSearchSorteds", "r . . . r 1"},
    {"aclnnCdist", "rc dc . 2 rd"},
    {"aclnnCdistBackward", "rd rc dc rd . rc"},
    {"aclnnPdist", "4c . 6"},
    {"aclnnPdistForward", "4c . 6"},
    {"aclnnBatchNormReduce", "rc23 cF cF"},
    {"aclnnTransformBiasRescaleQkv", "rc6 6 1 r1c2 r1c2 r1c2"},
    {"aclnnChannelShuffle", "rd2 2 rd2"},
    {"aclnnCircularPad2d", "133 1111 155"},
    {"aclnnCircularPad2dBackward", "155 133 1111 133"},
    {"aclnnCircularPad3d", "1333 111111 1555"},
    {"aclnnCircularPad3dBackward", "1555 1333 111111 1333"},
    {"aclnnAdvanceStep", "4L 21L 4L 4L 4L 4hL 4 2 t"},
    {"aclnnAdvanceStepV2", "8L 42L 8L 8L 8L 4hL 41L 4L 4 4 t"},
    {"aclnnExpandIntoJaggedPermute", "rI 3I 3I 6 6I"},
    {"aclRfft1D", "r8F 8 1 1 r52F"},
    {"aclStft", "hF - 582F 8 8 8 0 1 0"},
    {"aclnnSortWithIndex", "rc rcI 1 . . rc rcI"},
    {"aclnnDiagPart", "33 3"},
    {"aclnnDataFormatDimMap", "rcI NHWC NCHW rcI"},
    {"aclnnStridedSliceAssignV2", "45 23 12 35 11 -"},
    {"aclnnExpandv", "13 23 23"},
    {"aclnnCastV3", "rcF 1 rcH"},
    {"aclnnAveragePoolingGrad", "1246 1223 2 2 2 2 0 0 0 0 0 1 0 1246"},
    {"aclnnMaxPool3D", "12345 222 222 VALID - - 0 NCDHW 12122"},
    {"aclnnMaxPoolingGrad", "rc rc rc rc"},
    {"aclnnBidirectionLSTM", "324H 128H 128H t4H t8H tH tH - - - - 1 1 0 0 328H 128H 128H"},
    {"aclnnBidirectionLSTMV2", "324H 128H 128H t4H t8H - - - - - - - 1 0 0 0 0 328H 128H 128H"},
    {"aclnnBackgroundReplace", "rc3H rc3H rc1H rc3H"},
    {"aclnnBlendImagesCustom", "rc3U rc1U rc3U rc3U"},
    {"aclnnMrgbaCustom", "rc3U rc1U rc3U"},
    {"aclnnRgb2yuv422", "rc3 NHWC rc2"},
    {"aclnnGaussianBlur", "rc3F 33 2 0 4 rc3F"},
    {"aclnnRasterizer", "34F 13I - 5 4 . 0 45I 453F"},
    {"aclnnSinkhorn", "rc - rc"},
    {"aclnnSimThreadExponential", "rc n 1 0 4"},
    {"aclnnDeformableConv2dBackward",
     "2345 2645 2345 6311 2345 11 1111 0000 1111 1 1 1 2345 6311 2345 6"},
    {"aclnnFresnelCos", "rc rc"},
    {"aclnnFresnelSin", "rc rc"},
    {"aclnnTopKTopPSample", "rc rI r rcF . . . rL rcF"},
    {"aclnnTopKTopPSampleV2", "rc rI r rcF r . 1 . t 1 0 rL rcF - -"},
    {"aclnnCoalesceSparse", "rI nI ncI ncF rcI rcF"},
    {"aclnnConstantPadNd", "33 11 . 35"},
    {"aclnnConvDepthwise2d", "1233 2122 22 2 11 00 11 1222 1"},
    {"aclnnConvTbc", "42r 2rc c 0 32c 1"},
    {"aclnnConvTbcBackward", "32c 42r 2rc c 0 1 42r 2rc c"},
    {"aclnnQuantConvolution", "11333B r1222B rF rF - 111 000 111 0 000 1 0 - 1r222H"},
    {"aclnnDualLevelQuantMatmulWeightNz", "rhP ttBZ r1F 1tF r12S t12S tF 0 1 y t rtH"},
    {"aclnnQuantMatmulActivationQuantWeightNz",
     "rhE htEZ r12S 1t2S tF 0 0 0 gelu_tanh mx rint 0 0 rtE r12S"},
    {"aclnnTurboQuantCompressLatent", "2yF 44F 2oU"},
    {"aclnnMhcPost", "24wH 244F 2wH 24F 24wH"},
    {"aclnnMhcPostBackward", "24wH 24wH 244F 2wH 24F 24wH 244F 2wH 24F"},
    {"aclnnMhcSinkhorn", "244F . 1 244F wF tF"},
    {"aclnnMhcSinkhornBackward", "244F wF tF 244F"},
    {"aclnnMhcPre", "24tH 8wF 2F 8F 4tF . . 2tH 24F - 2F 28F 24F"},
    {"aclnnMhcPreBackward", "24hH lxF 3F 2hH 24F 244F 2F 2lF 24F 24F - - . 24hH lxF 3F lF -"},
    {"aclnnMhcPreSinkhorn", "124wH lyF 3F lF 4 j . . 1 12wH 124F 12iF 124F 12lF 121F s124F s1244F"},
    {"aclnnMhcPreSinkhornBackward",
     "12wH 124F 1244F 124wH lyF 3F lF 124F 12lF 121F s124F s1244F . 124wH lyF 3F lF"},
    {"aclnnConvolution", "1133 r122 r 11 00 11 0 00 1 1r22 1"},
    {"aclnnConvolutionBackward", "1r22 1133 r122 r 11 00 11 0 00 1 111 1 1133 r122 r"},
    {"aclnnCrossEntropyLoss", "rc rL cF . . . . . 1 rc 1 r"},
    {"aclnnCrossEntropyLossGrad", "1 rc rL cF 1 r . . . . rc"},
    {"aclnnCtcLoss", "3rc r2 . . 0 . r r38"},
    {"aclnnCtcLossBackward", "r 3rc r2 . . r r38 0 . 3rc"},
    {"aclnnFusedLinearOnlineMaxSum", "9c 3c 9I 1 3 9F 9F 9F 2U 9I 93"},
    {"aclnnFusedCrossEntropyLossWithMaxSum", "rF rF rF 0 - - rc rF rcF"},
    {"aclnnFusedLinearCrossEntropyLossGrad", "rF rc 3c r rI 0 rF rF - rc 3c"},
    {"aclnnCrossEntropySumExpAndIndexLogit", "rt rI r 0 t rF rF rtF rI rI"},
    {"aclnnGroupedBiasAddGrad", "rc 2I 2c"},
    {"aclnnGroupedBiasAddGradV2", "rc 2I 1 2c"},
    {"aclnnPrecisionCompare", "rc rc .T"},
    {"aclnnApplyFusedEmaAdam", "rc rc rc rc rc 1L . . . . . 1 1 ."},
    {"aclnnSituGluGrad", "rc rd 1 . . 1 rd"},
    {"aclnnClippedSwigluGrad", "rc rd - 1 1 9 1 0 rd"},
    {"aclnnSwigluGroup", "rd - - 2 rc"},
    {"aclnnGaussianNllLoss", "rc rc rc 0 1 none rc"},
    {"aclnnGaussianNllLossGrad", "rc rc rc rc 0 1 none rc rc"},
    {"aclnnHingeEmbeddingLoss", "rc rc 1 none rc"},
    {"aclnnMaskedSoftmaxWithRelPosBias", "23rc 2rc 3rc . 0 23rc"},
    {"aclnnDeformableConv2d", "2345 6311 2345 6 11 1111 0000 1111 1 1 1 2645 -"},
    {"aclnnRoiAlign", "2345 r4 rI avg 2 3 2 . r323"},
    {"aclnnRoiAlignV2", "2345 r5 2 3 . 2 . r323"},
    {"aclnnRoiAlignV2Backward", "r323 r5 2345 2 3 . 2 . 2345"},
    {"aclnnRoiPoolingWithArgMax", "2345 r5 2 3 . . r323 r323I"},
    {"aclnnRoiPoolingGradWithArgMax", "r323 2345 r5 r323I 2 3 ."},
    {"aclnnThreeInterpolateBackward", "23r 2r3 2r3 5 235"},
    {"aclnnChamferDistanceBackward", "2r2 2c2 2rI 2cI 2r 2c 2r2 2c2"},
    {"aclnnMultiScaleDeformableAttnFunction", "2r18 22 2 2t1222 2t122 2t8"},
    {"aclnnMultiScaleDeformableAttentionGrad", "2r18 22 2 231222 23122 238 2r18 231222 23122"},
    {"aclnnAdaLayerNormBackward", "2rc 2rc c 2r1 2r1 2c 2c c c 2rc 2c 2c c c"},
    {"aclnnFastBatchNormBackward", "rc rc c c c c c . . 111 . rc c c"},
    {"aclnnFusedAddRmsNorm", "rc rc c . . rc r1F rc"},
    {"aclnnGroupNormalizationGrad", "2rc 2rc 2rc 2r 2r 2rc"},
    {"aclnnDeepNorm", "rc rc c c . . r1 r1 rc"},
    {"aclnnDeepNormGrad", "rc rc rc c r1 r1 . rc rc c c"},
    {"aclnnDropout", "rc . . . . rc mU"},
    {"aclnnDropoutBackward", "rc mU . rc"},
    {"aclnnDropoutDoMask", "rc mU . rc"},
    {"aclnnDropoutGenMask", "rc . . . mU"},
    {"aclnnDropoutGenMaskV2", "rc . . . . mU"},
    {"aclnnDropoutGenMaskV2Tensor", "rc . 1L 1L . . mU"},
    {"aclnnDropoutV3", "rc - . . . rc mU"},
    {"aclnnDropoutV3Grad", "rc mU . rc"},
    {"aclnnEinsum", "r a,b->ab rr"},
    {"aclnnEye", "r c rc"},
    {"aclnnFastLayerNorm", "rc c c c . rc r1 r1"},
    {"aclnnForeachRoundOffNumber", ". 1 ."},
    {"aclnnGatherNd", "rc r1 . rc"},
    {"aclnnGeGlu", "rd 1 . rc rc"},
    {"aclnnGeGluBackward", "rc rd rc 1 . rd"},
    {"aclnnGeGluV3", "rd 1 . . rc rc"},
    {"aclnnGeGluV3Backward", "rc rd rc 1 . . rd"},
    {"aclnnGemmaRmsNorm", "rc c . rc r1"},
    {"aclnnGluBackward", "rc rd 1 rd"},
    {"aclnnGridSampler2D", "rc34 r232 0 . . rc23"},
    {"aclnnGridSampler2DBackward", "rc23 rc34 r232 0 . . . rc34 r232"},
    {"aclnnGridSampler3D", "rc234 r2323 0 . . rc232"},
    {"aclnnGridSampler3DBackward", "rc232 rc234 r2323 0 . . . rc234 r2323"},
    {"aclnnGroupNorm", "32 2 2 3 2 1 2 . 32 32 32"},
    {"aclnnGroupNormBackward", "32 32 32 32 2 3 2 1 2 111 32 2 2"},
    {"aclnnGroupNormSilu", "rc c c 1 . rc r1 r1"},
    {"aclnnGroupNormSiluV2", "rc c c 1 . . rc r1 r1"},
    {"aclnnGroupNormSwish", "rd d d 1 . . . . rd r1 r1"},
    {"aclnnGroupNormSwishGrad", "rd r1 r1 rd d d 1 . . . . rd d d"},
    {"aclnnIm2col", "r13 22 11 11 11 q8"},
    {"aclnnIm2colBackward", "q8 13 22 11 11 11 r13"},
    {"aclnnIndex", "rc . r1c"},
    {"aclnnIndexPutImpl", "rc . 11 . ."},
    {"aclnnInplaceAddRmsNorm", "rc rc c . r1"},
    {"aclnnInplaceAddbmm", "r3 2rc 2c3 . . ."},
    {"aclnnInplaceBaddbmm", "2r3 2rc 2c3 . . ."},
    {"aclnnInplaceScatterUpdate", "rc r r1 1"},
    {"aclnnLayerNorm", "rc c c c . rc r1 r1"},
    {"aclnnLayerNormBackward", "rc rc c r1 r1 c c 111 rc c c"},
    {"aclnnMaxPoolV3", "rc45 1122 1111 0000 - rc34"},
    {"aclnnAsStrided", "rcF rc c1 0 rcF"},
    {"aclnnTensorMove", "rcF rcF"},
    {"aclnnSoftmaxGrad", "rcF rcF rcF"},
    {"aclnnLpLoss", "rcF rcF 1 mean 1F"},
    {"aclnnMseLossGrad", "rcF rcF rcF mean rcF"},
    {"aclnnAxpyV2", "rcF rcF 1F rcF"},
    {"aclnnEmbeddingDenseGrad", "4cF 4I 5 z 0 5cF"},
    {"aclnnMaxPool", "r45 22 11 0 00 11 0 r34"},
    {"aclnnMaskedSelect", "rc rcU n"},
    {"aclnnMaxPool2dWithIndices", "r45 22 11 00 11 0 r34 r34"},
    {"aclnnMaxPool2dWithIndicesBackward", "r34 r45 r34 22 11 00 11 0 r45"},
    {"aclnnMaxPool2dWithMask", "r45 22 11 00 11 0 r34 r4hB"},
    {"aclnnMaxPool2dWithMaskBackward", "r34 r45 r4hB 22 11 00 11 0 r45"},
    {"aclnnModulate", "r3c rc rc r3c"},
    {"aclnnModulateBackward", "r3c r3c rc rc r3c rc rc"},
    {"aclnnMultinomialTensor", "rc 1 . 1 1 . r1"},
    {"aclnnNLLLoss", "rc r c 1 . 1 1"},
    {"aclnnNLLLoss2d", "2345 245 3 1 . 1 1"},
    {"aclnnNLLLoss2dBackward", "1 2345 245 3 1 . 1 2345"},
    {"aclnnNLLLossBackward", "1 rc r c 1 . 1 rc"},
    {"aclnnNonzero", "rc n2L"},
    {"aclnnNonzeroV2", "rc 2nL"},
    {"aclnnOneHot", "rc 3 1 1 2 rc3"},
    {"aclnnPreluBackward", "rc rc c rc c"},
    {"aclnnReflectionPad1d", "33 11 35"},
    {"aclnnReflectionPad1dBackward", "35 33 11 33"},
    {"aclnnReflectionPad2d", "133 1111 155"},
    {"aclnnReflectionPad2dBackward", "155 133 1111 133"},
    {"aclnnReflectionPad3d", "1333 111111 1555"},
    {"aclnnReflectionPad3dBackward", "1555 1333 111111 1333"},
    {"aclnnReplicationPad1d", "33 11 35"},
    {"aclnnReplicationPad1dBackward", "35 33 11 33"},
    {"aclnnReplicationPad2d", "133 1111 155"},
    {"aclnnReplicationPad2dBackward", "155 133 1111 133"},
    {"aclnnReplicationPad3d", "1333 111111 1555"},
    {"aclnnReplicationPad3dBackward", "1555 1333 111111 1333"},
    {"aclnnRmsNorm", "rc c . rc r1"},
    {"aclnnRmsNormGrad", "rc rc r1 c rc c"},
    {"aclnnScale", "rc c c 1 1 . rc"},
    {"aclnnScaledMaskedSoftmax", "23rc 13rc . 0 23rc"},
    {"aclnnScaledMaskedSoftmaxBackward", "23rc 23rc 13rc . 0 23rc"},
    {"aclnnScatterDiv", "rc r rc ."},
    {"aclnnScatterMax", "rc r rc ."},
    {"aclnnScatterMin", "rc r rc ."},
    {"aclnnScatterMul", "rc r rc ."},
    {"aclnnScatterNd", "rc r1 rc rc"},
    {"aclnnScatterNdUpdate", "rc r1 rc"},
    {"aclnnSignBitsPack", "r 1 1b"},
    {"aclnnSignBitsUnpack", "r 1 . 1e"},
    {"aclnnMoeComputeExpertTokens", "rI 9 9I"},
    {"aclnnMoeFinalizeRouting", "rc rc - 9c r1 rI r1I rc"},
    {"aclnnMoeFinalizeRoutingV2", "rc rI - - - - - 2 rc"},
    {"aclnnMoeFinalizeRoutingV3", "rc rI - - - - - - - - - 2 - - - rc"},
    {"aclnnMoeFinalizeRoutingV4", "rc rI - - - - - - - - - 2 - - - 1 rc"},
    {"aclnnMoeFinalizeRoutingV2Grad", "rc rI - - - - 0 0 0 0 rc r"},
    {"aclnnMoeGatingTopK", "rc - 1 1 1 0 0 1 0 . . r1 r1I rcF"},
    {"aclnnMoeInitRouting", "rc r1I r1I r rc rI rI"},
    {"aclnnMoeInitRoutingQuant", "rc r1I r1I r . . rcB rI rI"},
    {"aclnnMoeInitRoutingQuantV2", "rc r1I - - 0 0 0 0 0 0 1 rcB rI - - rF"},
    {"aclnnMoeInitRoutingV2", "rc r1I 0 0 0 0 0 0 rc rI - -"},
    {"aclnnMoeInitRoutingV2Grad", "rc rI 1 0 0 rc"},
    {"aclnnMoeInitRoutingCustom", "rc r1I - - r 0 9 0 1 1 1 01 0 rcB rI 1L rF"},
    {"aclnnMoeInitRoutingV3", "rc r1I - - r 0 9 0 1 1 1 01 0 rcB rI 1L rF"},
    {"aclnnMoeTokenPermute", "rc r1I 0 0 rc rI"},
    {"aclnnMoeTokenPermuteGrad", "rc rI 1 0 rc"},
    {"aclnnMoeTokenPermuteV2", "rc r1I 0 0 z rc rI 1F"},
    {"aclnnMoeTokenPermuteWithRoutingMap", "rc r4B - r 0 rc - rI"},
    {"aclnnMoeTokenPermuteWithRoutingMapGrad", "rc - rI - 1 r 0 rc -"},
    {"aclnnMoeTokenPermuteWithEp", "rc r1I r1 00 0 0 rc rI r"},
    {"aclnnMoeTokenPermuteWithEpGrad", "rc rI r 1 04 0 rc r1"},
    {"aclnnMoeTokenUnpermuteWithEp", "rc rI - 1 04 0 - rc"},
    {"aclnnMoeTokenUnpermuteWithEpGrad", "rc rI rc r1 0 - - 1 rc r1"},
    {"aclnnMoeTokenUnpermute", "rc rI - 0 - rc"},
    {"aclnnMoeTokenUnpermuteGrad", "rc rc rI - 0 - rc r"},
    {"aclnnMoeTokenUnpermuteWithRoutingMap", "rc rI - - 0 rc rc rI rI -"},
    {"aclnnMoeTokenUnpermuteWithRoutingMapGrad", "rc rI rI - - - 0 - rc -"},
    {"aclnnFFN", "rc cr rc - - - - - - - - - - - relu 0 rc"},
    {"aclnnFFNV2", "rc cr rc - - - - - - - - - - - gelu 0 0 rc"},
    {"aclnnFFNV3", "rc ccr crc cL - - - - - - - - - - silu 0 0 rc"},
    {"aclnnMoeFusedTopk", "r8F 8F - - 2 1 2 3 0 1 1 0 r3F r3I"},
    {"aclnnMoeGatingTopKBackward", "r4F r2F r2I 0 1 . . r4F"},
    {"aclnnCausalConv1dFn", "25tH 4tH 33tH tH - 2I 2I - - - - silu z 0 25tH"},
    {"aclnnFusedCausalConv1d", "26hH 3hH 29hH - 2I - - - - - - - 0 z 0 z 1 1 0 26hH"},
    {"aclnnInplaceFusedCausalConv1d", "26hH 3hH 29hH - 2I - - - - - - - 0 z 0 z 1 1 0"},
    {"aclnnMaskedCausalConv1d", "32yH 3yH 23O 32yH"},
    {"aclnnMaskedCausalConv1dBackward", "32yH 32yH 3yH 23O 32yH 3yH"},
    {"aclnnCausalConv1dUpdate", "21tH 4tH 34tH tH - 2I 2I - - silu z z 21tH"},
    {"aclnnMoeUpdateExpert", "r2I 49I - - - 0 8 0 r2I r2"},
    {"aclnnScatterList", "rc 1L 1rc 1U update 1"},
    {"aclnnSoftmaxCrossEntropyWithLogits", "rc rc r rc"},
    {"aclnnStridedSlice", "33 10 33 21 0 0 0 0 0 13"},
    {"aclnnSwiGluGrad", "rc rd 1 rd"},
    {"aclnnSyncBatchNormGatherStats", "rc rc r c c . . c c"},
    {"aclnnTfScatterAdd", "rc r rc"},
    {"aclnnSvd", "r34 0 1 r3 r33 r43"},
    {"aclnnUnique", "rc 1 1 n rcL"},
    {"aclnnUnique2", "rc 1 1 1 n rcL nL"},
    {"aclnnUniqueConsecutive", "rc 1 1 0 rc rL rL"},
    {"aclnnUniqueDim", "rc 1 1 0 rc rL rL"},
    {"aclnnWeightQuantBatchMatmulV2", "rc c3B 3 - - - - 0 r3"},
    {"aclnnWeightQuantBatchMatmulNz", "rhH htBZ tH - - - - 0 rtH"},
    {"aclnnWeightQuantBatchMatmulV3", "rc c3B 3 - - - - 0 0 r3"},
    {"aclnnBatchMatmulQuant", "rcH c3H 1W - 0 0 r3B"},
    {"aclnnQuantMatmul", "rcB c3B 3I 1 r3"},
    {"aclnnQuantMatmulV2", "rcB chB - hW 0 0 rh"},
    {"aclnnQuantMatmulV3", "rcB c3B 3L - - 0 0 r3"},
    {"aclnnQuantMatmulV4", "rcB c3B 3F - rF - 0 0 r3"},
    {"aclnnQuantMatmulV5", "rcB c3B - 3L - - - - - 0 0 0 r3"},
    {"aclnnQuantMatmulWeightNz", "rhB hhBN - hL - - - - - 0 0 0 rh"},
    {"aclnnFusedQuantMatmul", "rcB c3B rF 3F - - - - - - gelu_erf 0 r3"},
    {"aclnnFusedQuantMatmulWeightNz", "rhB hhBN rF hF - - - - - - gelu_tanh 0 rh"},
    {"aclnnUnfoldGrad", "r33 r5 1 3 1 r5"},
    {"aclnnUpsampleBicubic2d", "1r32 64 . . . 1r64"},
    {"aclnnUpsampleBicubic2dAA", "1r32 64 . . . 1r64"},
    {"aclnnUpsampleBicubic2dAAGrad", "1r64 64 1r32 . . . 1r32"},
    {"aclnnUpsampleBicubic2dBackward", "1r64 64 1r32 . . . 1r32"},
    {"aclnnUpsampleBilinear2d", "1r32 64 . 2 2 1r64"},
    {"aclnnUpsampleBilinear2dAA", "1r32 64 . 2 2 1r64"},
    {"aclnnUpsampleBilinear2dAABackward", "1r64 64 1r32 . . . 1r32"},
    {"aclnnUpsampleBilinear2dBackward", "1r64 64 1r32 . . . 1r32"},
    {"aclnnUpsampleBilinear2dBackwardV2", "1r64 64 1r32 . . . 1r32"},
    {"aclnnUpsampleLinear1d", "r13 6 . 2 r16"},
    {"aclnnUpsampleLinear1dBackward", "r16 6 r13 . . r13"},
    {"aclnnUpsampleNearest1d", "r13 6 r16"},
    {"aclnnUpsampleNearest1dBackward", "r16 6 r13 0 r13"},
    {"aclnnUpsampleNearest1dV2", "r13 6 2 r16"},
    {"aclnnUpsampleNearest2d", "1r32 64 1r64"},
    {"aclnnUpsampleNearest2dBackward", "1r64 64 1r32 0 0 1r32"},
    {"aclnnUpsampleNearest2dV2", "1r32 64 2 2 1r64"},
    {"aclnnUpsampleNearest3d", "1r232 464 0 0 0 1r464"},
    {"aclnnUpsampleNearest3dBackward", "1r464 464 1r232 0 0 0 1r232"},
    {"aclnnUpsampleNearestExact1d", "r13 6 . r16"},
    {"aclnnUpsampleNearestExact1dBackward", "r16 6 r13 0 r13"},
    {"aclnnUpsampleNearestExact2d", "1r32 64 0 0 1r64"},
    {"aclnnUpsampleNearestExact2dBackward", "1r64 64 1r32 0 0 1r32"},
    {"aclnnUpsampleNearestExact3d", "1r232 464 0 0 0 1r464"},
    {"aclnnUpsampleNearestExact3dBackward", "1r464 464 1r232 0 0 0 1r232"},
    {"aclnnUpsampleTrilinear3d", "1r232 464 . . . . 1r464"},
    {"aclnnUpsampleTrilinear3dBackward", "1r464 464 1r232 . . . . 1r232"},
};

/* The operands of one call. Tensors lie between edges that nobody may write to. */
struct operands {
    const struct declared *call;
    bool has_images;  /* formats say what three to five dimensions are */
    const char *word; /* of given_shapes, for the parameter that is made; NULL: none is given */
    uint64_t state;   /* of the random numbers */
    int64_t rows;
    int64_t columns;
    aclDataType type;
    uint32_t members;                  /* of each list */
    size_t bytes;                      /* of the storage of each tensor */
    char texts[MOST_TEXTS][MOST_TEXT]; /* of the parameters that are one */
    size_t text_count;
    size_t count;
    union value values[MOST_OPERANDS];
    char *memory[MOST_OPERANDS * MOST_MEMBERS];
    size_t memories;
    bool is_filled;
};

static inline bool chance(struct operands *o, uint32_t of)
{
    return pick(&o->state, of) == 0;
}

static inline aclDataType operand_type(struct operands *o)
{
    switch (o->word != NULL ? o->word[strcspn(o->word, TYPE_LETTERS " ")] : 0) {
    case 'F': return ACL_FLOAT;
    case 'H': return ACL_FLOAT16;
    case 'I': return ACL_INT32;
    case 'L': return ACL_INT64;
    case 'U': return ACL_UINT8;
    case 'B': return ACL_INT8;
    case 'E': return ACL_FLOAT8_E4M3FN;
    case 'S': return ACL_FLOAT8_E8M0;
    case 'W': return ACL_UINT64;
    case 'T': return ACL_UINT32;
    case 'O': return ACL_BOOL;
    case 'P': return ACL_FLOAT4_E2M1;
    case 'G': return ACL_BF16;
    default: break;
    }
    if (!chance(o, 4))
        return o->type;
    return chance(o, 2) ? ACL_INT64 : operand_types[pick(&o->state, COUNT(operand_types))];
}

/* Whole numbers that are small, now and then what no operand should have. Most operands are refused
   before anybody reads them: they stay as they are. */
static inline void operands_fill(struct operands *o)
{
    static const int bytes[] = {0, 1, 0, 1, 0, 0x3f, 0x7f, 0xff};
    uint64_t state = o->state; /* each time the same */
    for (size_t i = 0; i < o->memories; i++) {
        char *memory = o->memory[i];
        int byte = bytes[pick(&state, COUNT(bytes))];
        SURELY(aclrtMemset(memory, o->bytes + 2 * EDGE, EDGE_BYTE, o->bytes + 2 * EDGE));
        SURELY(aclrtMemset(memory + EDGE, o->bytes, byte, o->bytes));
    }
    o->is_filled = true;
}

/* A number that follows from all bytes of the operands' storage. */
static inline uint64_t operands_hash(const struct operands *o)
{
    uint64_t hash = 0xCBF29CE484222325;
    unsigned char *bytes = malloc(o->bytes);
    CHECK(bytes != NULL);
    for (size_t i = 0; i < o->memories; i++) {
        SURELY(
            aclrtMemcpy(bytes, o->bytes, o->memory[i] + EDGE, o->bytes, ACL_MEMCPY_DEVICE_TO_HOST));
        for (size_t j = 0; j < o->bytes; j++)
            hash = (hash ^ bytes[j]) * 0x100000001B3;
    }
    free(bytes);
    return hash;
}

/* Storage of its own, or that of another operand, which then overlaps it; at an odd place too. */
static inline char *operand_memory(struct operands *o)
{
    void *memory = NULL;
    size_t distance = chance(o, 4) ? EDGE + pick(&o->state, 16) : EDGE;
    if (o->memories > 0 && chance(o, 4))
        return o->memory[pick(&o->state, (uint32_t)o->memories)] + distance;
    CHECK(o->memories < COUNT(o->memory));
    SURELY(aclrtMalloc(&memory, o->bytes + 2 * EDGE, ACL_MEM_MALLOC_HUGE_FIRST));
    o->memory[o->memories++] = memory;
    return (char *)memory + distance;
}

/* The words of a call, or NULL. */
static inline const char *words_of(const char *name)
{
    for (size_t i = 0; i < COUNT(given_shapes); i++)
        if (strcmp(given_shapes[i].name, name) == 0)
            return given_shapes[i].words;
    return NULL;
}

static inline const char *next_word(const char *word)
{
    const char *space = word != NULL ? strchr(word, ' ') : NULL;
    return space != NULL ? space + 1 : NULL;
}

static inline int64_t letter(const struct operands *o, char character)
{
    switch (character) {
    case 'r': return o->rows;
    case 'c': return o->columns;
    case 'd': return 2 * o->columns;
    case 'b': return (o->rows + 7) / 8;
    case 'e': return 8 * o->rows;
    case 'q': return 4 * o->rows;
    case 'n': return o->rows * o->columns;
    case 'i': return 16;
    case 'j': return 20;
    case 'l': return 24;
    case 's': return 40;
    case 'h': return 64;
    case 't': return 32;
    case 'w': return 128;
    case 'v': return 192;
    case 'x': return 256;
    case 'o': return 320;
    case 'y': return 512;
    case 'g': return 1024;
    case 'z': return -1;
    case 'a': return INT32_MAX;
    case 'u': return 0;
    case 'k': return ACL_FLOAT8_E4M3FN;
    case 'm': return (o->rows * o->columns + 127) / 128 * 16;
    default: CHECK(character >= '0' && character <= '9'); return character - '0';
    }
}

/* The numbers that a word has; false when nothing is given for the parameter. */
static inline bool given_numbers(const struct operands *o, int64_t *numbers, uint64_t *count)
{
    if (o->word == NULL || *o->word == '.' || *o->word == '-')
        return false;
    *count = strcspn(o->word, TYPE_LETTERS "* ");
    CHECK(*count <= MOST_RANK);
    for (uint64_t i = 0; i < *count; i++)
        numbers[i] = letter(o, o->word[i]);
    return true;
}

/* Elements of the largest tensor that the call's words give. */
static inline int64_t given_elements(const struct operands *o)
{
    int64_t most = 0;
    const char *kind = o->call->kinds;
    for (struct operands at = *o; at.word != NULL; at.word = next_word(at.word)) {
        if (*kind++ == 'c' || *at.word == 'a') /* no tensor has so many */
            continue;
        int64_t numbers[MOST_RANK];
        int64_t elements = 1;
        uint64_t count = 0;
        (void)given_numbers(&at, numbers, &count);
        for (uint64_t i = 0; i < count; i++)
            elements *= numbers[i];
        most = elements > most ? elements : most;
    }
    return most;
}

/* The common shape, or one of those that operators reduce, broadcast, turn or index it to. */
static inline uint64_t operand_shape(struct operands *o, int64_t *dims)
{
    uint64_t rank;
    if (given_numbers(o, dims, &rank))
        return rank;
    dims[0] = o->rows;
    dims[1] = o->columns;
    switch (pick(&o->state, 16)) {
    case 5: dims[1] = 2 * o->columns; return 2;
    case 6: return 1;
    case 7: dims[0] = o->rows * o->columns; return 1;
    case 8: dims[0] = 1; return 1;
    case 0: dims[0] = 1; return 2;
    case 1: dims[1] = 1; return 2;
    case 2: dims[0] = o->columns; return 1;
    case 3:
        dims[0] = o->columns;
        dims[1] = o->rows;
        return 2;
    case 4: return 0;
    default: return 2;
    }
}

/* Of a view, counted from the start of its storage; -1: it has none. */
static inline int64_t last_element(const int64_t *dims, const int64_t *strides, uint64_t rank,
                                   int64_t offset)
{
    bool is_empty = false;
    for (uint64_t i = 0; i < rank; i++) {
        is_empty |= dims[i] == 0;
        offset += strides[i] > 0 ? (dims[i] - 1) * strides[i] : 0;
    }
    return is_empty ? -1 : offset;
}

/* Dense, transposed, with gaps; what is only read also repeated or backwards. */
static inline aclTensor *operand_tensor(struct operands *o, bool is_read, const int64_t *dims,
                                        uint64_t rank)
{
    int64_t strides[MOST_RANK] = {1, 1, 1, 1, 1, 1};
    int64_t offset = chance(o, 4) ? pick(&o->state, 4) : 0;
    int64_t storage = (int64_t)o->bytes / 16 - 1;
    for (int64_t i = (int64_t)rank - 2; i >= 0; i--)
        strides[i] = strides[i + 1] * dims[i + 1];
    switch (pick(&o->state, is_read ? 8 : 6)) {
    case 0:
        if (rank == 2) {
            strides[0] = 1;
            strides[1] = dims[0];
        }
        break;
    case 1:
        if (rank <= 2) {
            strides[0] = rank == 2 ? 2 * dims[1] + 1 : 3;
            strides[1] = 2;
        }
        break;
    case 6: strides[pick(&o->state, 2)] = 0; break;
    case 7:
        offset = rank > 0 && dims[0] > 0 ? (dims[0] - 1) * strides[0] : 0;
        strides[0] = -strides[0];
        break;
    default: break;
    }
    const char *type_letter = o->word == NULL ? NULL : o->word + strcspn(o->word, TYPE_LETTERS " ");
    char layout = type_letter != NULL && type_letter[0] != '\0' ? type_letter[1] : ' ';
    if (layout == 'N' || layout == 'Z') {
        offset = 0;
        storage = 1;
        for (int64_t i = (int64_t)rank - 1; i >= 0; i--) {
            strides[i] = storage;
            storage *= dims[i];
        }
    }
    CHECK(last_element(dims, strides, rank, offset) < storage); /* what is beside is an edge */
    aclDataType type = operand_type(o);
    char *memory = operand_memory(o);
    static const aclFormat image_formats[] = {ACL_FORMAT_NCL, ACL_FORMAT_NCHW, ACL_FORMAT_NCDHW};
    bool is_image = o->has_images && rank >= 3 && rank <= 5;
    aclFormat format = is_image ? image_formats[rank - 3] : ACL_FORMAT_ND;
    aclTensor *tensor = NULL;
    if (layout == 'Z') {
        int64_t blocks[MOST_RANK + 2] = {0};
        int64_t width = 32 / (int64_t)aclDataTypeSize(type);
        memcpy(blocks, dims, (rank - 2) * sizeof *dims);
        blocks[rank - 2] = (dims[rank - 1] + width - 1) / width;
        blocks[rank - 1] = (dims[rank - 2] + 15) / 16;
        blocks[rank] = 16;
        blocks[rank + 1] = width;
        MADE(tensor, aclCreateTensor(dims, rank, type, strides, offset, ACL_FORMAT_FRACTAL_NZ,
                                     blocks, rank + 2, memory));
        return tensor;
    }
    MADE(tensor, aclCreateTensor(dims, rank, type, strides, offset, format, &storage, 1, memory));
    return tensor;
}

static inline aclTensor *any_tensor(struct operands *o, bool is_read)
{
    int64_t dims[MOST_RANK];
    uint64_t rank = operand_shape(o, dims);
    return operand_tensor(o, is_read, dims, rank);
}

static inline aclScalar *any_scalar(struct operands *o)
{
    static const uint64_t bits[] = {0, 1, 2, 0x3f800000, 0x3ff0000000000000, UINT64_MAX};
    uint64_t value[2] = {bits[pick(&o->state, COUNT(bits))], 0};
    aclScalar *scalar = NULL;
    char letter_of_type = o->word == NULL ? 0 : o->word[strcspn(o->word, TYPE_LETTERS " ")];
    bool is_given = letter_of_type != 0 && letter_of_type != ' ';
    aclDataType type = !is_given && chance(o, 2) ? o->type : operand_type(o);
    MADE(scalar, aclCreateScalar(value, type));
    return scalar;
}

static inline void *any_array(struct operands *o, char kind)
{
    int64_t numbers[MOST_RANK];
    float floats[MOST_RANK];
    bool flags[MOST_RANK];
    uint64_t count = pick(&o->state, 3);
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = (int64_t)pick(&o->state, 4) - 2;
    (void)given_numbers(o, numbers, &count);
    for (uint64_t i = 0; i < count; i++) {
        floats[i] = (float)numbers[i] / 2;
        flags[i] = numbers[i] > 0;
    }
    void *array = NULL;
    switch (kind) {
    case 'i': MADE(array, aclCreateIntArray(numbers, count)); break;
    case 'f': MADE(array, aclCreateFloatArray(floats, count)); break;
    default: MADE(array, aclCreateBoolArray(flags, count)); break;
    }
    return array;
}

/* Members of a list: as many as its word says, or as all lists have. */
static inline uint32_t list_members(const struct operands *o)
{
    const char *star = o->word == NULL ? "" : o->word + strcspn(o->word, "* ");
    uint32_t count = *star == '*' ? (uint32_t)(star[1] - '0') : o->members;
    CHECK(count <= MOST_MEMBERS);
    return count;
}

/* Members in step: the n-th of each list has the same shape. */
static inline void *any_list(struct operands *o, char kind, bool is_read)
{
    const aclTensor *tensors[MOST_MEMBERS];
    const aclScalar *scalars[MOST_MEMBERS];
    uint32_t members = list_members(o);
    for (uint32_t i = 0; i < members; i++) {
        int64_t dims[MOST_RANK] = {i % 2 == 0 ? o->rows : o->columns, 1 + i};
        uint64_t rank = 2 - i % 2;
        (void)given_numbers(o, dims, &rank);
        if (kind == 'T')
            tensors[i] = operand_tensor(o, is_read, dims, rank);
        else
            scalars[i] = any_scalar(o);
    }
    void *list = NULL;
    if (kind == 'T')
        MADE(list, aclCreateTensorList(tensors, members));
    else
        MADE(list, aclCreateScalarList(scalars, members));
    return list;
}

static inline int64_t any_number(struct operands *o)
{
    int64_t numbers[MOST_RANK] = {(int64_t)pick(&o->state, 5) - 2};
    uint64_t count;
    (void)given_numbers(o, numbers, &count);
    return numbers[0];
}

static inline double any_real(struct operands *o)
{
    double half = (double)pick(&o->state, 5) / 2;
    int64_t numbers[MOST_RANK] = {0};
    uint64_t count;
    if (o->word != NULL && *o->word == 'u')
        return 0x1p-8;
    return given_numbers(o, numbers, &count) ? (double)numbers[0] : half;
}

static inline const char *any_text(struct operands *o)
{
    static const char *const texts[] = {"none", "tanh", "half"};
    if (o->word == NULL || *o->word == '.')
        return texts[pick(&o->state, COUNT(texts))];
    size_t length = strcspn(o->word, " ");
    CHECK(length < MOST_TEXT && o->text_count < MOST_TEXTS);
    char *text = o->texts[o->text_count++];
    memcpy(text, o->word, length);
    text[length] = '\0';
    return text;
}

static inline union value any_value(struct operands *o, char kind, bool is_read)
{
    union value value = {.integer = 0};
    if (o->word != NULL && *o->word == '-')
        return value;
    switch (kind) {
    case 't': value.handle = any_tensor(o, is_read); break;
    case 's': value.handle = any_scalar(o); break;
    case 'i':
    case 'f':
    case 'b': value.handle = any_array(o, kind); break;
    case 'T':
    case 'S': value.handle = any_list(o, kind, is_read); break;
    case 'c': value.handle = (void *)any_text(o); return value;
    case 'd': value.integer = operand_type(o); return value;
    case 'r': value.real = any_real(o); return value;
    default: value.integer = any_number(o); return value;
    }
    return value;
}

/* Operands for a call: of the same shape and type most often, and square every other time. */
static inline void operands_open(struct operands *o, const struct declared *call, uint64_t seed)
{
    memset(o, 0, sizeof *o);
    o->call = call;
    o->state = seed * 0x9E3779B97F4A7C15 + 1;
    o->word = words_of(call->name);
    (void)pick(&o->state, 2);
    o->has_images = chance(o, 2);
    bool is_large = chance(o, 16);
    o->rows = chance(o, 16) ? 0 : 1 + pick(&o->state, is_large ? 300 : 12);
    o->columns = chance(o, 2) ? o->rows : 1 + pick(&o->state, is_large ? 60 : 12);
    o->type = operand_types[pick(&o->state, COUNT(operand_types))];
    o->members = 1 + pick(&o->state, MOST_MEMBERS);
    /* With gaps a view takes two to three times as much. */
    int64_t highest = o->rows > o->columns ? o->rows : o->columns;
    int64_t elements = 4 * o->rows * o->columns + 2 * MOST_MEMBERS * highest;
    int64_t given = 3 * given_elements(o);
    o->bytes = (size_t)((given > elements ? given : elements) + 8) * 16;
    for (o->count = 0; call->kinds[o->count] != 0; o->count++) {
        CHECK(o->count < MOST_OPERANDS);
        o->values[o->count] = any_value(o, call->kinds[o->count], call->roles[o->count] == 'i');
        o->word = next_word(o->word);
    }
}

static inline void end_value(char kind, union value value)
{
    switch (kind) {
    case 't': OK_(aclDestroyTensor(value.handle)); break;
    case 's': OK_(aclDestroyScalar(value.handle)); break;
    case 'i': OK_(aclDestroyIntArray(value.handle)); break;
    case 'f': OK_(aclDestroyFloatArray(value.handle)); break;
    case 'b': OK_(aclDestroyBoolArray(value.handle)); break;
    case 'T': OK_(aclDestroyTensorList(value.handle)); break;
    case 'S': OK_(aclDestroyScalarList(value.handle)); break;
    default: break;
    }
}

/* No work may use them any more. */
static inline void operands_close(struct operands *o)
{
    unsigned char edges[2][EDGE];
    for (size_t i = 0; i < o->count; i++)
        end_value(o->call->kinds[i], o->values[i]);
    for (size_t i = 0; i < o->memories; i++) {
        char *memory = o->memory[i];
        if (!o->is_filled) {
            OK_(aclrtFree(memory));
            continue;
        }
        SURELY(aclrtMemcpy(edges[0], EDGE, memory, EDGE, ACL_MEMCPY_DEVICE_TO_HOST));
        SURELY(
            aclrtMemcpy(edges[1], EDGE, memory + EDGE + o->bytes, EDGE, ACL_MEMCPY_DEVICE_TO_HOST));
        for (int edge = 0; edge < 2 * EDGE; edge++)
            if (edges[edge / EDGE][edge % EDGE] != EDGE_BYTE) {
                fprintf(stderr, "%s, operand %zu\n", o->call->name, i);
                give_up(__FILE__, __LINE__, "nothing is written beside an operand");
            }
        OK_(aclrtFree(memory));
    }
}

/* Operands that do not fit, types that CANN computes alone, and what ACLNN_FAULT asks for. */
static inline bool is_refusal(int status)
{
    return status == 161001 || status == 161002 || status == 561002 || status == 561103 ||
           status == 207000 || (status == 561101 && faulty);
}

/* Whether a call gives its results another shape each time that it runs. */
static inline bool changes_shapes(const struct declared *call)
{
    static const char *const found[] = {"aclnnMaskedSelect", "aclnnNonzero", "aclnnUnique"};
    for (size_t i = 0; i < COUNT(found); i++)
        if (strncmp(call->name, found[i], strlen(found[i])) == 0)
            return true;
    return false;
}

/* Whether the product has the call. */
static inline bool has_operands(const struct declared *call)
{
    static const char *const only_ascend950[] = {"aclnnApplyAdam",
                                                 "aclnnQuantAllReduce",
                                                 "aclnnQuantReduceScatter",
                                                 "aclnnInplacePartialRotaryMulGrad",
                                                 "aclnnScatterPaCache",
                                                 "aclnnScatterPaKvCacheWithKScale",
                                                 "aclnnKvCompressEpilog",
                                                 "aclnnIndexerQuantCache",
                                                 "aclnnQkvRmsNormRopeCacheWithKScale",
                                                 "aclnnBucketize",
                                                 "aclnnDropoutV3Grad",
                                                 "aclnnMaskedScale",
                                                 "aclnnScatterDiv",
                                                 "aclnnScatterMax",
                                                 "aclnnScatterMin",
                                                 "aclnnScatterMul",
                                                 "aclnnSquare",
                                                 "aclnnStridedSlice",
                                                 "aclnnDynamicQuantV3",
                                                 "aclnnDynamicQuantV4",
                                                 "aclnnRmsNormQuantV3",
                                                 "aclnnApplyAdadelta",
                                                 "aclnnApplyAdamax",
                                                 "aclnnForeachACosInplace",
                                                 "aclnnForeachLogInplace",
                                                 "aclnnForeachMulListInplace",
                                                 "aclnnForeachDivListInplace",
                                                 "aclnnForeachAddListInplace",
                                                 "aclnnForeachSubListInplace",
                                                 "aclnnForeachMulScalarInplace",
                                                 "aclnnForeachSubScalarInplace",
                                                 "aclnnCIoU",
                                                 "aclnnApproximateEqual",
                                                 "aclnnGeluQuant",
                                                 "aclnnRmsNormDynamicMxQuant",
                                                 "aclnnAddRmsNormDynamicMxQuant",
                                                 "aclnnRmsNormGradQuant",
                                                 "aclnnAddLayerNormQuant",
                                                 "aclnnDynamicMxQuantWithDualAxis",
                                                 "aclnnDynamicMxQuantWithDualAxisV2",
                                                 "aclnnGroupedDynamicMxQuant",
                                                 "aclnnGroupedDynamicMxQuantV2",
                                                 "aclnnGroupedQuantMax",
                                                 "aclnnGroupedDynamicMxQuantWithDualAxis",
                                                 "aclnnSwigluMxQuantWithDualAxis",
                                                 "aclnnQuantBatchMatmulInplaceAdd",
                                                 "aclnnTransposeQuantBatchMatMul",
                                                 "aclnnTransposeQuantBatchMatMulWeightNz",
                                                 "aclnnMatmulEmuSplitWeight",
                                                 "aclnnGroupedDynamicBlockQuant",
                                                 "aclnnGroupedDynamicBlockQuantV2",
                                                 "aclnnSwigluGroupQuant",
                                                 "aclnnSwigluGroupQuantGrad",
                                                 "aclnnDynamicBlockMxQuant",
                                                 "aclnnMxToBlockMxQuant",
                                                 "aclnnSwigluMxQuant",
                                                 "aclnnSituMxQuant",
                                                 "aclnnSwigluBackwardMxQuantWithDualAxis",
                                                 "aclnnDynamicDualLevelMxQuant",
                                                 "aclnnDualLevelQuantMatmulWeightNz",
                                                 "aclnnQuantMatmulActivationQuantWeightNz",
                                                 "aclnnDynamicMxQuant",
                                                 "aclnnDynamicMxQuantV2",
                                                 "aclnnDynamicMxQuantV3",
                                                 "aclnnAntiMxQuant",
                                                 "aclnnQuantMax",
                                                 "aclnnInplaceQuantScatterV2",
                                                 "aclnnRoiPoolingWithArgMax",
                                                 "aclnnSwigluGroup",
                                                 "aclnnCrossEntropySumExpAndIndexLogit",
                                                 "aclnnWeightQuantBatchMatmulNz",
                                                 "aclnnDataFormatDimMap",
                                                 "aclnnDeformableConv2dBackward",
                                                 "aclnnRgb2yuv422",
                                                 "aclnnGaussianBlur",
                                                 "aclnnFresnelCos",
                                                 "aclnnFresnelSin",
                                                 "aclnnKvRmsNormRopeCache",
                                                 "aclnnFusedCausalConv1d",
                                                 "aclnnInplaceFusedCausalConv1d",
                                                 "aclnnMaskedCausalConv1d",
                                                 "aclnnMaskedCausalConv1dBackward",
                                                 "aclnnCausalConv1dFn",
                                                 "aclnnCausalConv1dUpdate",
                                                 "aclnnMhcSinkhorn",
                                                 "aclnnMhcSinkhornBackward",
                                                 "aclnnMhcPre",
                                                 "aclnnMhcPreBackward"};
    /* The smallest tensors that these take are larger than the memory here, chance finds no strides
     * that stay within a tensor, or their weights lie in FRACTAL_Z_3D; tests/sweep has them. */
    if (strncmp(call->name, "aclnnMlaProlog", 14) == 0 ||
        strncmp(call->name, "aclnnSparseFlashAttention", 25) == 0 ||
        strncmp(call->name, "aclnnSparseFlashMla", 19) == 0 ||
        strncmp(call->name, "aclnnFusedFloydAttention", 24) == 0 ||
        strcmp(call->name, "aclnnCompressor") == 0 ||
        strcmp(call->name, "aclnnQuantGroupedMatmulInplaceAdd") == 0 ||
        strstr(call->name, "Metadata") != NULL || /* of numbers that go together */
        strncmp(call->name, "aclnnLightningIndexer", 21) == 0 ||
        strncmp(call->name, "aclnnQuantLightningIndexer", 26) == 0 ||
        strncmp(call->name, "aclnnSparseLightningIndexer", 27) == 0 ||
        strncmp(call->name, "aclnnDenseLightningIndexer", 26) == 0 ||
        strcmp(call->name, "aclnnViewCopy") == 0 ||
        strcmp(call->name, "aclnnWeightQuantPreprocess") == 0 ||
        strcmp(call->name, "aclnnHansDecode") == 0 || /* of what HansEncode has written alone */
        strcmp(call->name, "aclnnQuantConvolutionWeightNz") == 0)
        return false;
    const char *product = getenv("ACLNN_SOC");
    bool is_ascend950 = product != NULL && strcmp(product, "Ascend950") == 0;
    for (size_t i = 0; i < COUNT(only_ascend950); i++)
        if (strcmp(call->name, only_ascend950[i]) == 0)
            return is_ascend950;
    static const char *const not_ascend950[] = {"aclnnQuantMatmul",
                                                "aclnnAllGatherMatmulV2",
                                                "aclnnMatmulReduceScatterV2",
                                                "aclnnAlltoAllMatmulV2",
                                                "aclnnMatmulAlltoAllV2",
                                                "aclnnAlltoAllQuantMatmul",
                                                "aclnnAlltoAllQuantMatmulV2",
                                                "aclnnQuantMatmulAlltoAll",
                                                "aclnnQuantMatmulAlltoAllV2",
                                                "aclnnMoeGatingTopKBackward",
                                                "aclnnMoeFusedTopk",
                                                "aclnnMhcPreSinkhorn",
                                                "aclnnBlockSparseAttention",
                                                "aclnnBlockSparseAttentionV2",
                                                "aclnnRainFusionAttention",
                                                "aclnnKvRmsNormRopeCacheV2",
                                                "aclnnQkvRmsNormRopeCache",
                                                "aclnnAddRmsNormBias",
                                                "aclnnTurboQuantCompressLatent",
                                                "aclnnChunkGatedDeltaRule",
                                                "aclnnRecurrentGatedDeltaRule",
                                                "aclnnQuantMatmulReduceSumWeightNz",
                                                "aclnnWeightQuantBatchMatmul",
                                                "aclnnDequantSituQuant",
                                                "aclnnAddLora",
                                                "aclnnFusedPatchMlp",
                                                "aclnnMatmulSwiglu",
                                                "aclnnSwigluGatedMlp",
                                                "aclnnBatchMatmulQuant",
                                                "aclnnQuantMatmulV2",
                                                "aclnnQuantMatmulWeightNz",
                                                "aclnnReluV3",
                                                "aclnnSiluMul",
                                                "aclnnFatreluMul",
                                                "aclnnAcoshGrad",
                                                "aclnnAsinGrad",
                                                "aclnnReluGradV3",
                                                "aclnnAssignSub",
                                                "aclnnBiasAdd",
                                                "aclnnTruncateMod",
                                                "aclnnHingeLoss",
                                                "aclnnHingeLossGrad",
                                                "aclnnHuberLoss",
                                                "aclnnApplyAdamD",
                                                "aclnnApplyFtrl",
                                                "aclnnReduceMinV2",
                                                "aclnnRotateQuant",
                                                "aclnnDequantRopeQuantKvcache",
                                                "aclnnSparse4to2QuantMatmulWeightNz",
                                                "aclnnRmsNormDynamicQuant",
                                                "aclnnRoiAlign",
                                                "aclnnRoiAlignV2",
                                                "aclnnAdaLayerNormBackward",
                                                "aclnnGroupNormalizationGrad",
                                                "aclnnFusedLinearOnlineMaxSum",
                                                "aclnnFusedLinearCrossEntropyLossGrad",
                                                "aclnnGaussianNllLoss",
                                                "aclnnGaussianNllLossGrad",
                                                "aclnnHingeEmbeddingLoss",
                                                "aclnnTopKTopPSample",
                                                "aclnnExpandIntoJaggedPermute",
                                                "aclnnAveragePoolingGrad",
                                                "aclnnMaxPool3D",
                                                "aclnnMaxPoolingGrad",
                                                "aclnnSinkhorn",
                                                "aclnnRasterizer",
                                                "aclnnMoeComputeExpertTokens",
                                                "aclnnMoeFinalizeRouting",
                                                "aclnnMoeInitRoutingQuant",
                                                "aclnnMoeTokenPermuteWithEp",
                                                "aclnnMoeTokenPermuteWithEpGrad",
                                                "aclnnMoeTokenUnpermuteWithEp",
                                                "aclnnMoeTokenUnpermuteWithEpGrad"};
    for (size_t i = 0; i < COUNT(not_ascend950); i++)
        if (strcmp(call->name, not_ascend950[i]) == 0)
            return !is_ascend950;
    return !is_ascend950 ||
           (strncmp(call->name, "aclnnCircularPad", 16) != 0 &&
            strncmp(call->name, "aclnnPromptFlashAttention", 25) != 0 &&
            strncmp(call->name, "aclnnIncreFlashAttention", 24) != 0 &&
            (strncmp(call->name, "aclnnFusedInferAttentionScore", 29) != 0 ||
             strcmp(call->name, "aclnnFusedInferAttentionScoreV5") == 0) &&
            strncmp(call->name, "aclnnNsa", 8) != 0 && strncmp(call->name, "aclnnGRU", 8) != 0 &&
            strncmp(call->name, "aclnnThnnFusedLstmCell", 22) != 0 &&
            strcmp(call->name, "aclnnRopeWithSinCosCache") != 0 &&
            strcmp(call->name, "aclnnAscendQuant") != 0 &&
            strcmp(call->name, "aclnnMoeUpdateExpert") != 0 &&
            strncmp(call->name, "aclnnFFN", 8) != 0 &&
            strncmp(call->name, "aclnnMoeDistribute", 18) != 0 &&
            strncmp(call->name, "aclnnElastic", 12) != 0 &&
            strstr(call->name, "DistributeBarrier") == NULL &&
            strncmp(call->name, "aclnnGroupedMatmulFinalizeRouting", 33) != 0 &&
            strncmp(call->name, "aclnnGroupedMatmulSwigluQuant", 29) != 0 &&
            strstr(call->name, "WithRoutingMap") == NULL &&
            strncmp(call->name, "aclnnMaxPool2dWithMask", 22) != 0);
}

/*
 * Operands that phase one takes, from this seed on; gives the seed behind them. The executor is the
 * caller's.
 */
static inline uint64_t operands_find(struct operands *o, const struct declared *call, uint64_t seed,
                                     uint64_t *size, aclOpExecutor **executor)
{
    for (uint64_t last = seed + 40000; seed < last; seed++) {
        operands_open(o, call, seed);
        int status = 561101;
        for (int tries = 0; status == 561101 && tries < 50; tries++)
            status = call->phase_one(o->values, size, executor); /* ACLNN_FAULT stops some */
        if (status == 0 && *size <= MOST_WORKSPACE) {
            operands_fill(o);
            return seed + 1;
        }
        if (status == 0) {
            OK_(aclDestroyAclOpExecutor(*executor));
            operands_close(o);
            continue;
        }
        if (!is_refusal(status)) {
            fprintf(stderr, "%s: status %d\n", call->name, status);
            give_up(__FILE__, __LINE__, "a refusal of operands");
        }
        (void)aclGetRecentErrMsg();
        operands_close(o);
    }
    fprintf(stderr, "%s: operands.h makes no operands that it takes: give shapes there\n",
            call->name);
    _Exit(1);
}

#endif
