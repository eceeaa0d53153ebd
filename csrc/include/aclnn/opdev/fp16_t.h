/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opdev/fp16_t.h: op::fp16_t, a float16 number of the host, for C++.
 *
 * 2 bytes, the bits of ACL_FLOAT16: an array of them can be copied to a tensor as it is. Made from
 * any number, which becomes float first and then a float16 as aclFloatToFloat16 makes it; used as
 * a float. In C the header is empty.
 */
#ifndef ACLNN_OPDEV_FP16_T_H
#define ACLNN_OPDEV_FP16_T_H

#ifdef __cplusplus

#include <cstdint>
#include <type_traits>

#include "acl/acl_base.h"

namespace op {

struct fp16_t {
    uint16_t val; /* the bits */

    constexpr fp16_t() : val(0) {}

    template <typename Number,
              typename = typename std::enable_if<std::is_arithmetic<Number>::value>::type>
    fp16_t(Number number) : val(aclFloatToFloat16(static_cast<float>(number)))
    {
    }

    operator float() const { return aclFloat16ToFloat(val); }

    float toFloat() const { return aclFloat16ToFloat(val); }
};

static_assert(sizeof(fp16_t) == 2, "an element of ACL_FLOAT16");

} // namespace op

#endif

#endif
