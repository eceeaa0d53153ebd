/* SPDX-License-Identifier: Apache-2.0 */
/* atb/utils.h: sizes of tensors, and other small things. */
#ifndef ATB_UTILS_H
#define ATB_UTILS_H

#include <cstdint>
#include <string>

#include "atb/types.h"

namespace atb
{

class Utils
{
  public:
    /* "aclnn_py" and its version. */
    static std::string GetAtbVersion();
    /* Bytes, and elements; 0 where a size is not above 0 or the product does not fit. */
    static uint64_t GetTensorSize(const Tensor &tensor);
    static uint64_t GetTensorSize(const TensorDesc &tensorDesc);
    static uint64_t GetTensorNumel(const Tensor &tensor);
    static uint64_t GetTensorNumel(const TensorDesc &tensorDesc);
    /* The bits of each float in the low half of a uint64_t. */
    static void QuantParamConvert(const float *src, uint64_t *dest, uint64_t itemCount);
    /* Checked, and without effect: ACLNN_LOG says what is logged. */
    static Status SetLogLevel(const LogLevel atbLogLevel);
    static Status ResetLogLevel();
};

} /* namespace atb */

#endif
