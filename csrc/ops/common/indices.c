/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for indices that name rows. */
#include "ops/common/indices.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/data_type.h"
#include "kernels.h"
#include "tensor/layout.h"

const struct index_kernels *indices_kernels_of(aclDataType type)
{
    static const struct index_kernels all[] = {
#define SORTED(type, NAME, sorting, gather)         \
    {type,                                          \
     EMBEDDING_DENSE_GRAD_INDEX_##NAME,             \
     KERNEL_EMBEDDING_DENSE_GRAD_COUNT_##sorting,   \
     KERNEL_EMBEDDING_DENSE_GRAD_SCATTER_##sorting, \
     KERNEL_EMBEDDING_DENSE_GRAD_LIST_##sorting,    \
     gather}
#define INTEGER(type, NAME, sorting) SORTED(type, NAME, sorting, KERNEL_EMBEDDING_GATHER_##NAME)
        INTEGER(ACL_INT8, INT8, ANY),
        INTEGER(ACL_UINT8, UINT8, ANY),
        INTEGER(ACL_INT16, INT16, ANY),
        INTEGER(ACL_UINT16, UINT16, ANY),
        INTEGER(ACL_INT32, INT32, INT32),
        INTEGER(ACL_UINT32, UINT32, ANY),
        INTEGER(ACL_INT64, INT64, INT64),
        /* A value that int64 cannot hold becomes negative, and is out of range either way. */
        INTEGER(ACL_UINT64, INT64, INT64),
        SORTED(ACL_FLOAT16, FLOAT16, ANY, -1),
        SORTED(ACL_FLOAT, FLOAT32, ANY, -1),
        SORTED(ACL_DOUBLE, FLOAT64, ANY, -1),
        SORTED(ACL_BOOL, BOOL, ANY, -1),
#undef INTEGER
#undef SORTED
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].type == type)
            return &all[i];
    return NULL;
}

int64_t indices_first_bad_row(const int64_t *errors, int64_t blocks, int64_t rows)
{
    const volatile int64_t *found = errors;
    for (int64_t b = 0; b < blocks; b++) {
        int64_t row = found[b];
        if (row >= 0 && row < rows)
            return row;
    }
    return -1;
}

/* Converts a half to a number, infinities and NaNs included, which the vendor's aclFloat16ToFloat
 * does not do. */
static double half_value(uint16_t bits)
{
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double magnitude = exponent == 0   ? ldexp(fraction, -24)
                       : exponent < 31 ? ldexp(fraction + 1024, exponent - 25)
                       : fraction == 0 ? (double)INFINITY
                                       : (double)NAN;
    return bits >> 15 ? -magnitude : magnitude;
}

/* Prints an element in the way of its type. */
static void print_element(aclDataType type, const char *element, char *text, size_t size)
{
    union {
        uint16_t u16;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
    } value;
    memcpy(&value, element, (size_t)data_type_bits(type) / 8);
    switch (type) {
    case ACL_FLOAT16: snprintf(text, size, "%g", half_value(value.u16)); break;
    case ACL_FLOAT: snprintf(text, size, "%.9g", (double)value.f32); break;
    case ACL_DOUBLE: snprintf(text, size, "%.17g", value.f64); break;
    case ACL_INT8: snprintf(text, size, "%d", (int)*(const signed char *)element); break;
    case ACL_INT16: snprintf(text, size, "%d", (int)value.i16); break;
    case ACL_INT32: snprintf(text, size, "%" PRId32, value.i32); break;
    case ACL_UINT16: snprintf(text, size, "%u", (unsigned)value.u16); break;
    case ACL_UINT32: snprintf(text, size, "%" PRIu32, value.u32); break;
    case ACL_UINT64: snprintf(text, size, "%" PRIu64, value.u64); break;
    case ACL_INT64: snprintf(text, size, "%" PRId64, value.i64); break;
    default: snprintf(text, size, "%d", (int)*(const unsigned char *)element); break;
    }
}

void indices_fail(const struct named_indices *indices, const char *first, int64_t row,
                  struct task_failure *failure)
{
    const struct tensor *tensor = indices->tensor;
    int64_t place[TENSOR_MAX_DIMS];
    int64_t rest = row;
    int64_t offset = 0;
    int64_t count = 0;
    char where[200];
    char value[40];
    for (int i = tensor->rank - 1; i >= 0; i--) {
        place[i] = rest % tensor->dims[i];
        rest /= tensor->dims[i];
        offset += place[i] * tensor->strides[i];
    }
    tensor_element_count(tensor, &count);
    print_element(tensor->type, first + offset * (data_type_bits(tensor->type) / 8), value,
                  sizeof value);
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "%s%s (position %" PRId64 " of %" PRId64 ") is %s; every index must be in [0, %" PRIu64
             ")%s",
             indices->name, dims_describe(place, tensor->rank, where, sizeof where), row, count,
             value, indices->limit,
             indices->others_took_part ? ". The entry was skipped; all others were computed" : "");
}
