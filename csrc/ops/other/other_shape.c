/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes and data types of Fourier transforms, permutations, and numbers in bytes. */
#include <stdbool.h>
#include <stdint.h>

#include "base/data_type.h"
#include "declared/other.h"
#include "ops/common/shape.h"
#include "ops/other/latent.h"

/* Half of the frequencies, as pairs. */
bool other_shape_halves(const struct call *call, int self, int length, int dim, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, self);
    int64_t n = shape_integer(call, length);
    int32_t along = 0;
    if (given->rank == 0 || !shape_dim_of(shape_integer(call, dim), given->rank, &along))
        return false;
    shape_copy(shape, given);
    shape->dims[along] = shape_quotient(n < 0 ? given->dims[along] : n, 2) + 1;
    shape_push(shape, 2);
    return true;
}

/* A slot for each token. */
bool other_shape_compressed(const struct call *call, int latent, struct shape *shape)
{
    const struct tensor *rows = call_tensor(call, latent);
    return rows->rank == 2 && shape_pair(shape, rows->dims[0], LATENT_BYTES);
}

bool other_shape_windows(const struct call *call, int self, int length, int hop, int onesided,
                         int complex, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, self);
    int64_t n = shape_integer(call, length);
    int64_t step = shape_integer(call, hop);
    if (given->rank < 1 || given->rank > 2 || n < 1 || step < 1)
        return false;
    shape->rank = 0;
    if (given->rank == 2)
        shape_push(shape, given->dims[0]);
    shape_push(shape, shape_integer(call, onesided) != 0 ? n / 2 + 1 : n);
    shape_push(shape, shape_quotient(shape_difference(given->dims[given->rank - 1], n), step) + 1);
    if (shape_integer(call, complex) == 0)
        shape_push(shape, 2);
    return true;
}

aclDataType other_shape_frequency_type(const struct call *call, int self, int complex)
{
    aclDataType type = call_tensor(call, self)->type;
    bool is_wide = type == ACL_DOUBLE || type == ACL_COMPLEX128;
    if (shape_integer(call, complex) != 0)
        return is_wide ? ACL_COMPLEX128 : ACL_COMPLEX64;
    return is_wide ? ACL_DOUBLE : ACL_FLOAT;
}

/* In one dimension all bytes but one of each number, and the numbers of such bytes. */
bool other_shape_mantissa(const struct call *call, int numbers, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, numbers);
    int64_t width = data_type_bits(given->type) / 8;
    shape->rank = 0;
    shape_push(shape, shape_quotient(shape_product(shape_elements(given), width - 1), width));
    return width > 1;
}

bool other_shape_restored(const struct call *call, int mantissa, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, mantissa);
    int64_t width = data_type_bits(given->type) / 8;
    shape->rank = 0;
    if (width < 2)
        return false;
    shape_push(shape, shape_quotient(shape_product(shape_elements(given), width), width - 1));
    return true;
}
