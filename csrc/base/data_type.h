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

/* "DT_FLOAT" and so on, as the vendor's messages print them; "DT_UNDEFINED" when unknown. */
const char *data_type_name(aclDataType type);

/* What aclDataTypeSize answers, including its oddities (facts: 8 for unknown numbers). */
uint64_t data_type_reported_size(aclDataType type);

bool format_is_known(aclFormat format);

/* Whether elements lie in a device-private order that no operator here can address. */
bool format_is_private(aclFormat format);

/* "ND", "NCHW", ...; "UNDEFINED" when unknown. */
const char *format_name(aclFormat format);

#endif
