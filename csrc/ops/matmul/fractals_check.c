/* SPDX-License-Identifier: Apache-2.0 */
/* Products with matrices in FRACTAL_NZ: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/matmul.h"
#include "ops/common/check.h"
#include "ops/common/fractals.h"
#include "ops/matmul/matmul.h"

aclnnStatus matmul_check_fractal_storage(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t->storage_rank == t->rank + FRACTAL_DIMS
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s has %d dimensions; %d, two more than %s has, are "
                        "required in ACL_FORMAT_FRACTAL_NZ",
                        call_name(call, tensor), (int)t->storage_rank, (int)t->rank + FRACTAL_DIMS,
                        call_name(call, tensor));
}

aclnnStatus matmul_check_fills_fractals(struct call *call, int tensor)
{
    const struct tensor *t = call_tensor(call, tensor);
    return t->rank < 2 || fills_fractals(t)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the storage of %s has not as many elements as its blocks of 16 rows of "
                        "32 bytes, as aclnnTransMatmulWeight makes them",
                        call_name(call, tensor));
}

aclnnStatus matmul_check_fractal_types(struct call *call, int self, int mat2, int out, int mode)
{
    aclDataType left = call_type(call, self);
    aclDataType right = call_type(call, mat2);
    if (type_is_half(left) && type_is_half(right) && left != right)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is %s and that of %s %s; halves of one type are "
                      "required with fractals",
                      call_name(call, self), data_type_name(left), call_name(call, mat2),
                      data_type_name(right));
    if (call->arguments[mode].integer == KEEP && left == ACL_FLOAT &&
        call_type(call, out) == ACL_FLOAT16)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the data type of %s is float32 and that of %s float16, with %s 0; float32 "
                      "is required of both",
                      call_name(call, self), call_name(call, out), call_name(call, mode));
    return ACLNN_SUCCESS;
}

aclnnStatus matmul_check_result_type(struct call *call, int out, int self)
{
    aclDataType type = call_type(call, out);
    return type == ACL_FLOAT || type == call_type(call, self)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the data type of %s is %s; %s or float32 is required",
                        call_name(call, out), data_type_name(type),
                        data_type_name(call_type(call, self)));
}
