/* SPDX-License-Identifier: Apache-2.0 */
/* Data types and formats. The tables are data_type.def and format.def. */
#ifndef ACLNN_PY_BASE_DATA_TYPE_H
#define ACLNN_PY_BASE_DATA_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "acl/acl_base.h"

/* Whether the number is one of aclDataType (ACL_DT_UNDEFINED is not). */
bool data_type_is_known(aclDataType type);

/* Storage bits of one element; 0 for types without a fixed size and for unknown numbers. */
int64_t data_type_bits(aclDataType type);

/* Whether two elements of the type lie in a byte, the first in its lower half. */
bool data_type_is_packed(aclDataType type);

/* The whole bytes that so many elements take, rounded down; of a number below 0 toward more. */
int64_t data_type_bytes(aclDataType type, int64_t elements);

/* The name in the vendor's messages, as in "DT_FLOAT"; "DT_UNDEFINED" for unknown numbers. */
const char *data_type_name(aclDataType type);

/* What aclDataTypeSize answers. The vendor answers 8 for unknown numbers. */
uint64_t data_type_reported_size(aclDataType type);

bool format_is_known(aclFormat format);

/* Whether the format puts elements in an arrangement of the device's own, which no operator here
 * can address. */
bool format_is_private(aclFormat format);

/* The name, as in "NCHW"; "UNDEFINED" when unknown. */
const char *format_name(aclFormat format);

#endif
