/* SPDX-License-Identifier: Apache-2.0 */
/* SignBitsPack and SignBitsUnpack: checks. */
#include "ops/bitwise/sign_bits.h"

#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/report.h"
#include "declared/bitwise.h"
#include "ops/common/tensor_check.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* How many elements of out follow from those of self: packed bytes of bits, or eight signs from a
 * byte. */
static int64_t signs_out(const struct tensor *self, int bits)
{
    int64_t count = self->dims[0];
    return bits == 1 ? count / SIGNS + (count % SIGNS != 0) : count * bits;
}

aclnnStatus bitwise_check_sign_bits(struct call *call, int self, int size, int out, int bits)
{
    char is[160];
    const struct tensor *from = call_tensor(call, self);
    const struct tensor *to = call_tensor(call, out);
    int64_t rows = call->arguments[size].integer;
    if (from->format != ACL_FORMAT_ND || to->format != ACL_FORMAT_ND)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the format of self is %d and that of out %d; ACL_FORMAT_ND (2) is required "
                      "of both",
                      (int)from->format, (int)to->format);
    if (from->rank != 1 || to->rank != 2)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "self has %d dimension(s) and out %d; one and two are required", from->rank,
                      to->rank);
    aclnnStatus status = check_tensor_dims(from, argument_named("self"));
    if (status == ACLNN_SUCCESS)
        status = check_tensor_dims(to, argument_named("out"));
    if (status != ACLNN_SUCCESS)
        return status;
    int64_t elements = signs_out(from, bits);
    if (rows > 0 && elements % rows == 0 && to->dims[0] == rows && to->dims[1] == elements / rows)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "size is %lld and the shape of out %s; [size, %lld / size], without a rest, is "
                  "required",
                  (long long)rows, dims_describe(to->dims, to->rank, is, sizeof is),
                  (long long)elements);
}
