/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes and data types of Fourier transforms, permutations, numbers in bytes, and layers with
 * several residual streams. */
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

/* ---- Layers with several residual streams: x is [tokens..., n, D] ---------------------------- */

/* The dimensions of tokens, and two more; those below 0 are left out. */
static bool tokens_and(const struct call *call, int x, int64_t one, int64_t other,
                       struct shape *shape)
{
    const struct tensor *given = call_tensor(call, x);
    if (given->rank < 3 || given->rank > 4)
        return false;
    shape_push_dims(shape, given, 0, given->rank - 2);
    if (one >= 0)
        shape_push(shape, one);
    if (other >= 0)
        shape_push(shape, other);
    return true;
}

static int64_t streams_in(const struct call *call, int x)
{
    return shape_from_last(call_tensor(call, x), 2, 0);
}

static int64_t rows_of(const struct call *call, int phi)
{
    const struct tensor *given = call_tensor(call, phi);
    return given->rank > 0 ? given->dims[0] : 0;
}

bool other_shape_streams_joined(const struct call *call, int x, struct shape *shape)
{
    shape->rank = 0;
    return tokens_and(call, x, shape_from_last(call_tensor(call, x), 1, 0), -1, shape);
}

bool other_shape_streams_gate(const struct call *call, int x, struct shape *shape)
{
    shape->rank = 0;
    return tokens_and(call, x, streams_in(call, x), -1, shape);
}

bool other_shape_streams_token(const struct call *call, int x, struct shape *shape)
{
    shape->rank = 0;
    return tokens_and(call, x, -1, -1, shape);
}

bool other_shape_streams_matrix(const struct call *call, int x, int factors, struct shape *shape)
{
    const struct tensor *alpha = call_tensor(call, factors);
    if (alpha->rank == 1 && alpha->dims[0] == 2)
        return shape_absent(shape);
    shape->rank = 0;
    return tokens_and(call, x, streams_in(call, x), streams_in(call, x), shape);
}

bool other_shape_streams_square(const struct call *call, int x, struct shape *shape)
{
    int64_t n = streams_in(call, x);
    shape->rank = 0;
    return tokens_and(call, x, shape_product(n, n), -1, shape);
}

bool other_shape_streams_mixture(const struct call *call, int x, int phi, struct shape *shape)
{
    shape->rank = 0;
    return tokens_and(call, x, rows_of(call, phi), -1, shape);
}

bool other_shape_streams_bias(const struct call *call, int phi, struct shape *shape)
{
    return shape_line(shape, rows_of(call, phi));
}

bool other_shape_streams_factor(const struct call *call, int gamma, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, gamma);
    return given == NULL ? shape_absent(shape) : shape_copy(shape, given);
}

bool other_shape_streams_kept_gate(const struct call *call, int x, int wanted, struct shape *shape)
{
    return shape_integer(call, wanted) == 0 ? shape_absent(shape)
                                            : other_shape_streams_gate(call, x, shape);
}

bool other_shape_streams_kept_mixture(const struct call *call, int x, int phi, int wanted,
                                      struct shape *shape)
{
    return shape_integer(call, wanted) == 0 ? shape_absent(shape)
                                            : other_shape_streams_mixture(call, x, phi, shape);
}

bool other_shape_streams_kept_root(const struct call *call, int x, int wanted, struct shape *shape)
{
    shape->rank = 0;
    return shape_integer(call, wanted) == 0 ? shape_absent(shape)
                                            : tokens_and(call, x, 1, -1, shape);
}

static bool steps_of(const struct call *call, int x, int rounds, int wanted, bool of_sums,
                     struct shape *shape)
{
    int64_t n = streams_in(call, x);
    if (shape_integer(call, wanted) == 0)
        return shape_absent(shape);
    return shape_line(shape, shape_product(2, shape_integer(call, rounds))) &&
           tokens_and(call, x, n, of_sums ? -1 : n, shape);
}

bool other_shape_streams_sums(const struct call *call, int x, int rounds, int wanted,
                              struct shape *shape)
{
    return steps_of(call, x, rounds, wanted, true, shape);
}

bool other_shape_streams_quotients(const struct call *call, int x, int rounds, int wanted,
                                   struct shape *shape)
{
    return steps_of(call, x, rounds, wanted, false, shape);
}

/* In one dimension, 8 places for each row of a step. */
static bool places_of(const struct call *call, int x, int rounds, int64_t rows, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, x);
    int64_t n = shape_from_last(given, 1, 0);
    int64_t matrices = shape_quotient(shape_elements(given), shape_product(n, n));
    int64_t steps = shape_product(2, shape_integer(call, rounds));
    return given->rank > 2 && n > 0 &&
           shape_line(shape, shape_product(shape_product(matrices, steps), 8 * rows));
}

bool other_shape_sinkhorn_quotients(const struct call *call, int x, int rounds, struct shape *shape)
{
    return places_of(call, x, rounds, shape_from_last(call_tensor(call, x), 1, 0), shape);
}

bool other_shape_sinkhorn_sums(const struct call *call, int x, int rounds, struct shape *shape)
{
    return places_of(call, x, rounds, 1, shape);
}
