/* SPDX-License-Identifier: Apache-2.0 */
/* Bernoulli and Dropout: checks. */
#include "ops/random/dropout.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/random.h"
#include "ops/common/check.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static aclnnStatus check_chance(const char *name, double value)
{
    if (!(value > 1) && !(value < 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; a probability, 0 to 1, is required", name,
                  value);
}

aclnnStatus random_check_probability(struct call *call, int number)
{
    return check_chance(call_name(call, number), call->arguments[number].real);
}

aclnnStatus random_check_probability_scalar(struct call *call, int scalar)
{
    return check_chance(call_name(call, scalar), scalar_double(call_scalar(call, scalar)));
}

/* scale is 1 / (1 - probability), or 0. */
aclnnStatus random_check_scale(struct call *call, int scale)
{
    double value = call->arguments[scale].real;
    double probability = random_dropout_probability_of_scale(value);
    if (!(probability > 1) && !(probability < 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "scale is %g; 0 is required, or 1 and more, as 1 / (1 - probability)", value);
}

static aclnnStatus check_mask(struct call *call, int64_t elements, int mask, bool may_be_longer)
{
    int64_t bytes = 0;
    int64_t wanted = random_dropout_mask_bytes(elements);
    tensor_element_count(call_tensor(call, mask), &bytes);
    if (bytes == wanted || (may_be_longer && bytes > wanted))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s has %" PRId64 " bytes; %" PRId64 " elements need %" PRId64
                  ", a bit each in groups of 128",
                  call_name(call, mask), bytes, elements, wanted);
}

/* The mask has a bit for each element, in groups of 128: exactly that many, or at least, or for the
 * elements of a shape. */
aclnnStatus random_check_mask_of(struct call *call, int tensor, int mask)
{
    int64_t elements = 0;
    tensor_element_count(call_tensor(call, tensor), &elements);
    return check_mask(call, elements, mask, false);
}

aclnnStatus random_check_mask_covers(struct call *call, int tensor, int mask)
{
    int64_t elements = 0;
    tensor_element_count(call_tensor(call, tensor), &elements);
    return check_mask(call, elements, mask, true);
}

aclnnStatus random_check_mask_of_shape(struct call *call, int shape, int mask)
{
    const struct array *dims = call->arguments[shape].array;
    const int64_t *sizes = (const void *)dims->values;
    int64_t elements = 1;
    for (uint64_t i = 0; i < dims->size; i++)
        if (__builtin_mul_overflow(elements, sizes[i], &elements) || elements < 0)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "shape[%" PRIu64 "] is %" PRId64
                          "; 0 or more, and a product that fits into 63 bits, is required",
                          i, sizes[i]);
    return check_mask(call, elements, mask, false);
}

/* The type that a probability between 0 and 1 has on the device. */
aclnnStatus random_check_probability_type(struct call *call, int probability, int type)
{
    double value = call->arguments[probability].real;
    aclDataType given = (aclDataType)call->arguments[type].integer;
    if (random_dropout_is_near(value, 0) || random_dropout_is_near(value, 1) ||
        given == ACL_FLOAT || type_is_half(given))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "probDataType is %s; float32, float16 and bfloat16 are supported",
                  data_type_name(given));
}

aclnnStatus random_check_absent(struct call *call, int handle)
{
    if (call_tensor(call, handle) == NULL)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is given; it must be NULL", call_name(call, handle));
}
