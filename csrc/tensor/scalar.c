/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/scalar.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "impl/aclnn/acl_meta.h"
#include "tensor/object.h"

const struct scalar *scalar_acquire(const aclScalar *handle)
{
    return handle_acquire(handle, HANDLE_SCALAR);
}

void scalar_release(const aclScalar *handle)
{
    handle_release(handle);
}

/* The vendor accepts scalars of the floating-point types below 8 bits, a byte each, but not of the
 * integers below 8 bits. */
static bool is_scalar_type(aclDataType type)
{
    switch ((int)type) {
    case ACL_STRING:
    case ACL_INT4:
    case ACL_UINT1:
    case ACL_COMPLEX32: return false;
    default: return data_type_is_known(type);
    }
}

static void report_type(aclDataType type)
{
    report_as("EZ1006", ACLNN_ERR_PARAM_INVALID,
              "dataType is %d (%s); a scalar may have every type of aclDataType except "
              "DT_UNDEFINED, DT_STRING, DT_INT4, DT_UINT1 and DT_COMPLEX32",
              (int)type, data_type_name(type));
    report(ACLNN_ERR_INNER, "no aclScalar was created, because of its dataType %d (%s)", (int)type,
           data_type_name(type));
}

aclScalar *aclCreateScalarImpl(void *value, aclDataType dataType)
{
    if (value == NULL)
        return NULL;
    if (!is_scalar_type(dataType)) {
        report_type(dataType);
        return NULL;
    }
    struct scalar *scalar = calloc(1, sizeof *scalar);
    if (scalar != NULL) {
        scalar->type = dataType;
        memcpy(scalar->bytes, value, (size_t)(data_type_bits(dataType) + 7) / 8);
    }
    return object_publish(HANDLE_SCALAR, scalar, free);
}

aclnnStatus aclDestroyScalarImpl(const aclScalar *scalar)
{
    return object_destroy(scalar, HANDLE_SCALAR, "scalar");
}
