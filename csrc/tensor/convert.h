/* SPDX-License-Identifier: Apache-2.0 */
/* Values of scalars in other data types, as aclScalar converts them: by C's rules. */
#ifndef ACLNN_PY_TENSOR_CONVERT_H
#define ACLNN_PY_TENSOR_CONVERT_H

#include <stdbool.h>

#include "tensor/scalar.h"

/* Writes the value as one element of the type, which has at most 16 bytes. A complex number becomes
 * its real part where the type is real. A number that does not fit into an integer type is cut: a
 * float saturates, NaN is 0, an integer keeps its low bits. As bool a number is true when it is not
 * 0. */
void scalar_convert(const struct scalar *scalar, aclDataType type, void *value);

int64_t scalar_int64(const struct scalar *scalar);
double scalar_double(const struct scalar *scalar);
float scalar_float(const struct scalar *scalar);
bool scalar_bool(const struct scalar *scalar);

/* The float after it was stored in ACL_FLOAT16 or ACL_BF16. */
float rounded_to_half(float value, aclDataType type);

/* ---- Kinds of data types --------------------------------------------------------------------- */

bool type_is_complex(aclDataType type);
bool type_is_float(aclDataType type);   /* real floating-point types, down to those of 4 bits */
bool type_is_half(aclDataType type);    /* float16 and bfloat16 */
bool type_is_float8(aclDataType type);  /* float8_e4m3fn and float8_e5m2 */
bool type_is_integer(aclDataType type); /* integers of 8 bits and more, without bool */
bool type_is_whole(aclDataType type);   /* the same, and bool */

/* The type in which an expression of both types is computed, ACL_DT_UNDEFINED when there is none.
 * This is CANN's table, which is not symmetric for a complex type with an unsigned one of 16 bits
 * or more. */
aclDataType type_promote(aclDataType a, aclDataType b);

/* Whether CANN converts implicitly: not from complex to real, from float to integer, or from a
 * number to bool. */
bool type_can_cast(aclDataType from, aclDataType to);

#endif
