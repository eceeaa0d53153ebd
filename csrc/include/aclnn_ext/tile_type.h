/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/tile_type.h: the types of tiles, what lies where in one, and their bytes.
 *
 * The layout
 * ----------
 * The last two dimensions of a shape are a matrix, the others count matrices; a shape of one
 * dimension is a matrix of one row. Each matrix is padded with zeros to multiples of 32, and cut
 * into tiles of 32 x 32. The tiles of a matrix lie row major, the matrices one after another.
 *
 * A tile has four faces of 16 x 16 in the order upper left, upper right, lower left, lower right.
 * The elements of a face lie row major, little endian. A tile of a block float begins with the 64
 * exponents of its blocks, one byte each: face 0 rows 0 to 15, face 1, face 2, face 3; the codes
 * of the elements follow in the same order.
 *
 * Block floats
 * ------------
 * A block is one row of a face: 16 neighbouring columns of one row of the matrix. Its exponent E is
 * the largest exponent field (8 bits, bias 127) that its elements have as float32. An element is
 * a sign and a magnitude of 7 bits (BFLOAT8_B) or 3 bits (BFLOAT4_B), with the leading one written
 * out:
 *
 *     BFLOAT8_B   (-1)^sign * magnitude * 2^(E - 133)   a byte: sign in bit 7, magnitude below it
 *     BFLOAT4_B   (-1)^sign * magnitude * 2^(E - 129)   half a byte: sign in bit 3; the element of
 *                                                       the even column is in the low half
 *
 * Encoding. An element with exponent field 0 (zeros and subnormal numbers) becomes code 0. The 24
 * bits of the significand of any other one, with exponent field e, are shifted right by E - e and
 * what falls out is forgotten; the result is rounded to the bits of the magnitude, to nearest, ties
 * to even, and a magnitude that became too large by that is the largest one: E never grows. A
 * magnitude of 0 has no sign. So 1 + 2^-23 beside 128, where the step is 2, is taken for the tie
 * that 1 would be and becomes 0.
 *
 * Decoding is exact for every byte. Where E is 255 (the block had an infinity or a NaN) the rule
 * for the exponent is kept: a magnitude of 64 (BFLOAT4_B: 4) is an infinity, one above it a NaN,
 * one below it a large finite number. A NaN whose payload is in its low bits only is rounded to an
 * infinity, therefore. Encoding what was decoded gives the same bytes again, unless a value is
 * subnormal as a float32, which becomes 0.
 *
 * Source of these rules: ttnn's host code, as its unit tests show it; the device's own packer may
 * round in another way.
 */
#ifndef ACLNN_EXT_TILE_TYPE_H
#define ACLNN_EXT_TILE_TYPE_H

#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the elements of a tile are. The numbers are those of ttnn's data types. */
typedef enum aclnnExtTileType {
    ACLNN_EXT_TILE_BFLOAT16 = 0,  /* 2048 bytes a tile */
    ACLNN_EXT_TILE_FLOAT32 = 1,   /* 4096 */
    ACLNN_EXT_TILE_UINT32 = 2,    /* 4096 */
    ACLNN_EXT_TILE_BFLOAT8_B = 3, /* 1088: 64 exponents, 1024 codes */
    ACLNN_EXT_TILE_BFLOAT4_B = 4, /* 576: 64 exponents, 512 bytes of two codes */
    ACLNN_EXT_TILE_UINT8 = 5,     /* 1024 */
    ACLNN_EXT_TILE_UINT16 = 6,    /* 2048 */
    ACLNN_EXT_TILE_INT32 = 7      /* 4096 */
} aclnnExtTileType;

/*
 * aclnnExtTileByteCount: the bytes that a shape takes in tiles.
 *
 * dims     the dimensions, 1 to 8 of them, 0 or more each
 * dimsNum  how many
 * type     one of aclnnExtTileType
 * bytes    receives tiles * bytes of a tile; 0 if a dimension is 0
 *
 * 161001: dims or bytes NULL. 161002: dimsNum, a dimension or type none of those above, or a result
 * of more than 2^63 bytes. *bytes then keeps its value. Needs no device.
 */
ACLNN_API aclnnStatus aclnnExtTileByteCount(const int64_t *dims, uint64_t dimsNum, int32_t type,
                                            uint64_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
