/* SPDX-License-Identifier: Apache-2.0 */
/* Scales and offsets in the 64 bits that products with quantised weights read. */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_trans_quant_param.h"
#include "base/report.h"
#include "impl/aclnnop/aclnn_trans_quant_param.h"

#define WORDS 16 /* the number of words is 1 or a multiple of this */
#define HAS_SCALE (UINT64_C(1) << 46)
#define OFFSET_SHIFT 37
#define OFFSET_BITS 0x1FF

static uint64_t scale_word(float scale)
{
    uint32_t bits;
    memcpy(&bits, &scale, sizeof bits);
    return bits | HAS_SCALE;
}

static uint64_t offset_word(float offset)
{
    int whole = 0;
    if (offset >= 255)
        whole = 255;
    else if (offset <= -256)
        whole = -256;
    else if (offset == offset)
        whole = (int)((double)offset + (offset < 0 ? -0.5 : 0.5));
    return ((uint64_t)whole & OFFSET_BITS) << OFFSET_SHIFT;
}

aclnnStatus aclnnTransQuantParamImpl(const float *scaleArray, uint64_t scaleSize,
                                     const float *offsetArray, uint64_t offsetSize,
                                     uint64_t **quantParam, uint64_t *quantParamSize)
{
    if (scaleArray == NULL || scaleSize == 0 || (offsetArray == NULL) != (offsetSize == 0))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "scaleSize is %" PRIu64 " and offsetSize %" PRIu64
                      "; scales are required, and a size above 0 with each array that is given",
                      scaleSize, offsetSize);
    if (quantParam == NULL || quantParamSize == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; a valid pointer is required",
                      quantParam == NULL ? "quantParam" : "quantParamSize");
    uint64_t count = scaleSize > offsetSize ? scaleSize : offsetSize;
    uint64_t words = count == 1 ? 1 : count / WORDS * WORDS + (count % WORDS != 0 ? WORDS : 0);
    uint64_t *packed = words < count ? NULL : calloc(words, sizeof *packed);
    if (packed == NULL)
        return report(ACLNN_ERR_INNER_NULLPTR, "no host memory for %" PRIu64 " words of quantParam",
                      count);
    for (uint64_t i = 0; i < scaleSize; i++)
        packed[i] = scale_word(scaleArray[i]);
    for (uint64_t i = 0; i < offsetSize; i++)
        packed[i] |= offset_word(offsetArray[i]);
    *quantParam = packed;
    *quantParamSize = words;
    return ACLNN_SUCCESS;
}
