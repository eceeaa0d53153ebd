/* SPDX-License-Identifier: Apache-2.0 */
/* atb/train_op_params.h: parameters of operations for training. docs/reference/atb.md has the
 * tensors of each. */
#ifndef ATB_TRAINOPPARAM_H
#define ATB_TRAINOPPARAM_H

#include <cstdint>

#include "atb/svector.h"

namespace atb
{
namespace train
{

struct RmsNormBackwardParam {
    uint8_t rsv[8] = {0};
};

} /* namespace train */
} /* namespace atb */

#endif
