/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/other.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

aclnnStatus other_check_transform(struct call *call, int self, int length, int dim, int norm)
{
    const int64_t longest = 262144;
    int64_t n = call->arguments[length].integer;
    int64_t kind = call->arguments[norm].integer;
    if (n != -1 && (n < 1 || n > longest))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "%s is %" PRId64 "; 1 to %" PRId64 ", or -1, is required",
                      call_name(call, length), n, longest);
    if (kind < 1 || kind > 3)
        return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; 1 to 3 is required",
                      call_name(call, norm), kind);
    return call_dim_is_in(call, dim, call_tensor(call, self)->rank);
}

aclnnStatus other_check_transformed(struct call *call, int self, int length, int dim, int out)
{
    struct shape shape;
    return call_shape_follows(call, out, other_shape_halves(call, self, length, dim, &shape),
                              &shape, false, "a pair for each frequency");
}

static aclnnStatus refuse(const struct call *call, int number, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, number), call->arguments[number].integer, required);
}

aclnnStatus other_check_windows(struct call *call, int self, int window, int length, int hop,
                                int width, int onesided)
{
    const struct tensor *given = call_tensor(call, self);
    const struct tensor *shape = call_tensor(call, window);
    int64_t n = call->arguments[length].integer;
    int64_t wide = call->arguments[width].integer;
    if (n <= 0 || given->dims[given->rank - 1] < n)
        return refuse(call, length, "1 to the places of a sequence");
    if (call->arguments[hop].integer <= 0)
        return refuse(call, hop, "a number above 0");
    if (wide <= 0 || wide > n)
        return refuse(call, width, "1 to the length of the transform");
    if (shape != NULL && shape->rank != 1)
        return call_refuse_shape(call, window, "[places of the window] is required");
    if (shape != NULL && wide != n && shape->dims[0] != wide)
        return call_refuse_shape(call, window, "as many places as the window has are required");
    if (type_is_complex(given->type) && call->arguments[onesided].integer != 0)
        return refuse(call, onesided, "false, for complex numbers,");
    return ACLNN_SUCCESS;
}

aclnnStatus other_check_windowed(struct call *call, int self, int length, int hop, int onesided,
                                 int complex, int out)
{
    struct shape shape;
    bool has_shape = other_shape_windows(call, self, length, hop, onesided, complex, &shape);
    return call_shape_follows(call, out, has_shape, &shape, false, "[frequencies, windows]");
}
