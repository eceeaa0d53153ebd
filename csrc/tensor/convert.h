/* SPDX-License-Identifier: Apache-2.0 */
/* Values of scalars in other data types, as aclScalar converts them: by C's rules. */
#ifndef ACLNN_PY_TENSOR_CONVERT_H
#define ACLNN_PY_TENSOR_CONVERT_H

#include <stdbool.h>

#include "tensor/scalar.h"

/*
 * Writes the value as one element of the type: at most 16 bytes. A complex number becomes its real
 * part where the type is real; a number that an integer type does not have is cut to it (a float
 * saturates, NaN is 0; an integer keeps its low bits); bool is whether it is not 0.
 */
void scalar_convert(const struct scalar *scalar, aclDataType type, void *value);

int64_t scalar_int64(const struct scalar *scalar);
double scalar_double(const struct scalar *scalar);
float scalar_float(const struct scalar *scalar);
bool scalar_bool(const struct scalar *scalar);

/* A float as it is after it was stored in a half type: ACL_FLOAT16 or ACL_BF16. */
float rounded_to_half(float value, aclDataType type);

/* ---- Kinds of data types --------------------------------------------------------------------- */

bool type_is_complex(aclDataType type);
bool type_is_float(aclDataType type);   /* real ones, down to 4 bits */
bool type_is_half(aclDataType type);    /* float16 and bfloat16 */
bool type_is_integer(aclDataType type); /* of 8 bits and more, without bool */

/*
 * The type that both become in an expression, ACL_DT_UNDEFINED when there is none: CANN's table,
 * which is not symmetric for unsigned types of 16 bits and more with complex ones.
 */
aclDataType type_promote(aclDataType a, aclDataType b);

/* Whether CANN converts implicitly: not complex to real, float to integer, or a number to bool. */
bool type_can_cast(aclDataType from, aclDataType to);

#endif
