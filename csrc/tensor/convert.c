/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/convert.h"

#include <stdint.h>
#include <string.h>

#include "base/data_type.h"

/* ---- Half types ------------------------------------------------------------------------------ */

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float widen_half(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t exponent = half >> 10 & 0x1F;
    uint32_t fraction = half & 0x3FF;
    if (exponent == 0x1F)
        return float_from_bits(sign | 0x7F800000 | fraction << 13);
    if (exponent != 0)
        return float_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
    float magnitude = (float)fraction * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
}

/* Returns value / 2^shift, rounded to nearest, ties to even. */
static uint32_t shift_rounded(uint32_t value, uint32_t shift)
{
    uint32_t rest = value & ((1u << shift) - 1);
    uint32_t tie = 1u << (shift - 1);
    uint32_t quotient = value >> shift;
    return quotient + (rest > tie || (rest == tie && (quotient & 1) != 0));
}

static uint16_t narrow_half(float value)
{
    uint32_t bits = float_bits(value);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint32_t half;
    if (magnitude > 0x7F800000)
        half = 0x7E00;
    else if (magnitude >= 0x47800000) /* 65536 */
        half = 0x7C00;
    else if (magnitude >= 0x38800000) /* the smallest normal half */
        half = shift_rounded(magnitude - (112u << 23), 13);
    else if (magnitude >= 0x33000000) /* half of the smallest half */
        half = shift_rounded((magnitude & 0x7FFFFF) | 0x800000, 126 - (magnitude >> 23));
    else
        half = 0;
    return (uint16_t)(sign | half);
}

static uint16_t narrow_bfloat16(float value)
{
    uint32_t bits = float_bits(value);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return (uint16_t)((bits >> 16 & 0x8000) | 0x7FC0);
    return (uint16_t)shift_rounded(bits, 16);
}

float rounded_to_half(float value, aclDataType type)
{
    if (type == ACL_FLOAT16)
        return widen_half(narrow_half(value));
    return float_from_bits((uint32_t)narrow_bfloat16(value) << 16);
}

/* ---- Scalars --------------------------------------------------------------------------------- */

/* A value of any type: an exact integer, a float, or a complex number. */
struct number {
    bool is_integer;
    bool is_unsigned;
    uint64_t integer; /* in two's complement */
    double real;
    double imaginary;
};

#define READ(type, bytes) (*(const type *)(const void *)memcpy(&(type){0}, bytes, sizeof(type)))

static struct number integer_number(int64_t value)
{
    return (struct number){true, false, (uint64_t)value, (double)value, 0};
}

static struct number unsigned_number(uint64_t value)
{
    return (struct number){true, true, value, (double)value, 0};
}

static struct number real_number(double real, double imaginary)
{
    return (struct number){.real = real, .imaginary = imaginary};
}

static struct number read_scalar(const struct scalar *scalar)
{
    const unsigned char *bytes = scalar->bytes;
    switch ((int)scalar->type) {
    case ACL_BOOL: return unsigned_number(bytes[0] != 0);
    case ACL_INT8: return integer_number((int8_t)bytes[0]);
    case ACL_INT16: return integer_number(READ(int16_t, bytes));
    case ACL_INT32: return integer_number(READ(int32_t, bytes));
    case ACL_INT64: return integer_number(READ(int64_t, bytes));
    case ACL_UINT8: return unsigned_number(bytes[0]);
    case ACL_UINT16: return unsigned_number(READ(uint16_t, bytes));
    case ACL_UINT32: return unsigned_number(READ(uint32_t, bytes));
    case ACL_UINT64: return unsigned_number(READ(uint64_t, bytes));
    case ACL_FLOAT16: return real_number((double)widen_half(READ(uint16_t, bytes)), 0);
    case ACL_BF16:
        return real_number((double)float_from_bits((uint32_t)READ(uint16_t, bytes) << 16), 0);
    case ACL_FLOAT: return real_number((double)READ(float, bytes), 0);
    case ACL_DOUBLE: return real_number(READ(double, bytes), 0);
    case ACL_COMPLEX64:
        return real_number((double)READ(float, bytes), (double)READ(float, bytes + 4));
    case ACL_COMPLEX128: return real_number(READ(double, bytes), READ(double, bytes + 8));
    default: return real_number(0, 0);
    }
}

/* Cuts toward zero, and to the range of int64_t, or of uint64_t when the value is above it. NaN
 * becomes 0. */
static uint64_t cut(double value)
{
    if (!(value > -0x1p63))
        return value <= -0x1p63 ? (uint64_t)INT64_MIN : 0;
    if (value < 0x1p63)
        return (uint64_t)(int64_t)value;
    return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

/* Converts to an integer of so many bits: a float saturates, other numbers keep their low bits. */
static uint64_t to_integer(const struct number *number, int bits, bool is_unsigned)
{
    if (number->is_integer)
        return number->integer;
    double low = is_unsigned ? 0 : -(double)((uint64_t)1 << (bits - 1));
    double past = is_unsigned ? 2 * (double)((uint64_t)1 << (bits - 1))
                              : (double)((uint64_t)1 << (bits - 1));
    if (number->real >= past)
        return is_unsigned ? UINT64_MAX >> (64 - bits) : UINT64_MAX >> (65 - bits);
    return number->real < low ? cut(low) : cut(number->real);
}

#define WRITE(type, number)                      \
    do {                                         \
        type written = (type)(number);           \
        memcpy(value, &written, sizeof written); \
    } while (0)

static void write_float(const struct number *number, aclDataType type, void *value)
{
    float real = number->is_integer && !number->is_unsigned ? (float)(int64_t)number->integer
                 : number->is_integer                       ? (float)number->integer
                                                            : (float)number->real;
    switch ((int)type) {
    case ACL_FLOAT16: WRITE(uint16_t, narrow_half(real)); break;
    case ACL_BF16: WRITE(uint16_t, narrow_bfloat16(real)); break;
    default: WRITE(float, real); break;
    }
}

void scalar_convert(const struct scalar *scalar, aclDataType type, void *value)
{
    struct number number = read_scalar(scalar);
    size_t width = (size_t)(data_type_bits(type) + 7) / 8;
    if (scalar->type == type) {
        memcpy(value, scalar->bytes, width);
        return;
    }
    switch ((int)type) {
    case ACL_BOOL: WRITE(uint8_t, number.real != 0 || number.imaginary != 0); break;
    case ACL_INT8: WRITE(int8_t, to_integer(&number, 8, false)); break;
    case ACL_INT16: WRITE(int16_t, to_integer(&number, 16, false)); break;
    case ACL_INT32: WRITE(int32_t, to_integer(&number, 32, false)); break;
    case ACL_INT64: WRITE(int64_t, to_integer(&number, 64, false)); break;
    case ACL_UINT8: WRITE(uint8_t, to_integer(&number, 8, true)); break;
    case ACL_UINT16: WRITE(uint16_t, to_integer(&number, 16, true)); break;
    case ACL_UINT32: WRITE(uint32_t, to_integer(&number, 32, true)); break;
    case ACL_UINT64: WRITE(uint64_t, to_integer(&number, 64, true)); break;
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16: write_float(&number, type, value); break;
    case ACL_DOUBLE: WRITE(double, number.real); break;
    case ACL_COMPLEX64: {
        const float parts[] = {(float)number.real, (float)number.imaginary};
        memcpy(value, parts, sizeof parts);
        break;
    }
    case ACL_COMPLEX128: {
        const double parts[] = {number.real, number.imaginary};
        memcpy(value, parts, sizeof parts);
        break;
    }
    default: memset(value, 0, width); break;
    }
}

int64_t scalar_int64(const struct scalar *scalar)
{
    int64_t value;
    scalar_convert(scalar, ACL_INT64, &value);
    return value;
}

double scalar_double(const struct scalar *scalar)
{
    return read_scalar(scalar).real;
}

float scalar_float(const struct scalar *scalar)
{
    return (float)read_scalar(scalar).real;
}

bool scalar_bool(const struct scalar *scalar)
{
    struct number number = read_scalar(scalar);
    return number.real != 0 || number.imaginary != 0;
}

/* ---- Kinds of data types --------------------------------------------------------------------- */

bool type_is_complex(aclDataType type)
{
    return type == ACL_COMPLEX32 || type == ACL_COMPLEX64 || type == ACL_COMPLEX128;
}

bool type_is_half(aclDataType type)
{
    return type == ACL_FLOAT16 || type == ACL_BF16;
}

bool type_is_float8(aclDataType type)
{
    return type == ACL_FLOAT8_E4M3FN || type == ACL_FLOAT8_E5M2;
}

bool type_is_float(aclDataType type)
{
    return type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16 || type == ACL_DOUBLE ||
           (type >= ACL_HIFLOAT8 && type <= ACL_FLOAT4_E1M2);
}

bool type_is_integer(aclDataType type)
{
    switch ((int)type) {
    case ACL_INT8:
    case ACL_INT16:
    case ACL_INT32:
    case ACL_INT64:
    case ACL_UINT8:
    case ACL_UINT16:
    case ACL_UINT32:
    case ACL_UINT64: return true;
    default: return false;
    }
}

bool type_is_whole(aclDataType type)
{
    return type == ACL_BOOL || type_is_integer(type);
}

static bool is_wide_unsigned(aclDataType type)
{
    return type == ACL_UINT16 || type == ACL_UINT32 || type == ACL_UINT64;
}

/* The rank of an integer type in promotion, with bool lowest; -1 for other types. */
static int integer_width(aclDataType type)
{
    switch ((int)type) {
    case ACL_BOOL: return 0;
    case ACL_INT8: return 8;
    case ACL_INT16: return 16;
    case ACL_INT32: return 32;
    case ACL_INT64: return 64;
    default: return -1;
    }
}

/* How many bits the real part of a complex type has. */
static int part_bits(aclDataType type)
{
    return type == ACL_COMPLEX128 ? 64 : type == ACL_COMPLEX64 ? 32 : 16;
}

static aclDataType complex_of(int bits)
{
    return bits == 64 ? ACL_COMPLEX128 : bits == 32 ? ACL_COMPLEX64 : ACL_COMPLEX32;
}

/* How many bits a real operand asks of the parts of a complex result: none for integers. */
static int real_bits(aclDataType type)
{
    return type == ACL_DOUBLE ? 64 : type == ACL_FLOAT || type == ACL_BF16 ? 32 : 16;
}

static aclDataType promote_complex(aclDataType a, aclDataType b)
{
    if (is_wide_unsigned(b))
        return ACL_DT_UNDEFINED;
    if (is_wide_unsigned(a))
        return b == ACL_COMPLEX32                       ? ACL_DT_UNDEFINED
               : a == ACL_UINT64 || b == ACL_COMPLEX128 ? ACL_COMPLEX128
                                                        : ACL_COMPLEX64;
    int first = type_is_complex(a) ? part_bits(a) : real_bits(a);
    int second = type_is_complex(b) ? part_bits(b) : real_bits(b);
    return complex_of(first > second ? first : second);
}

static aclDataType promote_float(aclDataType a, aclDataType b)
{
    if (!type_is_float(a))
        return b;
    if (!type_is_float(b))
        return a;
    return a == ACL_DOUBLE || b == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
}

static aclDataType promote_integer(aclDataType a, aclDataType b)
{
    if (a == ACL_UINT8 || b == ACL_UINT8) {
        aclDataType other = a == ACL_UINT8 ? b : a;
        return other == ACL_BOOL ? ACL_UINT8 : other == ACL_INT8 ? ACL_INT16 : other;
    }
    return integer_width(a) > integer_width(b) ? a : b;
}

/* Whether the promotion table has a row for the type. It leaves out types of 8 bits and less. */
static bool is_ordinary(aclDataType type)
{
    return type_is_whole(type) || type_is_complex(type) || type == ACL_FLOAT ||
           type == ACL_FLOAT16 || type == ACL_BF16 || type == ACL_DOUBLE;
}

aclDataType type_promote(aclDataType a, aclDataType b)
{
    if (a == b)
        return a;
    if (!is_ordinary(a) || !is_ordinary(b))
        /* CANN's table has no entries for the types behind complex32, and so answers float32. */
        return a >= ACL_HIFLOAT8 || b >= ACL_HIFLOAT8 ? ACL_FLOAT : ACL_DT_UNDEFINED;
    if (type_is_complex(a) || type_is_complex(b))
        return promote_complex(a, b);
    if (is_wide_unsigned(a) || is_wide_unsigned(b))
        return ACL_DT_UNDEFINED;
    if (type_is_float(a) || type_is_float(b))
        return promote_float(a, b);
    return promote_integer(a, b);
}

bool type_can_cast(aclDataType from, aclDataType to)
{
    if (type_is_complex(from) && !type_is_complex(to))
        return false;
    if (type_is_float(from) && type_is_whole(to))
        return false;
    return from == ACL_BOOL || to != ACL_BOOL;
}
