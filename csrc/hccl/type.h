/* SPDX-License-Identifier: Apache-2.0 */
/* The types and operations of collectives: their names, sizes, and which a product has. */
#ifndef ACLNN_PY_HCCL_TYPE_H
#define ACLNN_PY_HCCL_TYPE_H

#include <stddef.h>

#include "hccl/hccl_types.h"

/* What a function does with elements. */
enum type_use { TYPE_MOVED, TYPE_REDUCED, TYPE_REDUCED_V };

/* Bytes of an element; 0 for what is no type, or has no elements that can be moved. */
size_t type_bytes(HcclDataType type);

/* "fp32"; "type 99" is written to buffer. */
const char *type_name(HcclDataType type, char *buffer, size_t size);
const char *type_op_name(HcclReduceOp op);

/* Reports and returns HCCL_E_NOT_SUPPORT for a type, or an operation on it, that the product does
 * not have. argument is the name of the type's. op is not looked at for TYPE_MOVED. */
HcclResult type_check(const char *argument, HcclDataType type, HcclReduceOp op, enum type_use use);

/* Reports and returns HCCL_E_NOT_SUPPORT on a product that does not have the function at all. */
HcclResult type_check_function(void);

#endif
