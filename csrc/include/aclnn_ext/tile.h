/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnn_ext/tile.h: tiled storage, block floats, and sums to a smaller shape.
 *
 * Introduction
 * ------------
 * Tenstorrent's ttnn keeps tensors in tiles: pieces of 32 x 32 elements, each of one type, among
 * them types in which 16 elements share an exponent. These functions turn matrices in device memory
 * into the bytes of such tiles and back, and add up what an operation has broadcast. None of them
 * exists in CANN; they are two-phase calls like its own (aclnn/acl_meta.h says how these work).
 *
 *     int64_t dims[] = {2, 100, 300};
 *     uint64_t bytes = 0;
 *     aclnnExtTileByteCount(dims, 3, ACLNN_EXT_TILE_BFLOAT8_B, &bytes);      2 * 4 * 10 tiles
 *     ... a tensor self of ACL_FLOAT [2, 100, 300], a tensor out of ACL_UINT8 [bytes] ...
 *     aclnnExtTilizeGetWorkspaceSize(self, ACLNN_EXT_TILE_BFLOAT8_B, out, &size, &executor);
 *     aclnnExtTilize(NULL, 0, executor, stream);
 *     aclrtSynchronizeStream(stream);
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
#ifndef ACLNN_EXT_TILE_H
#define ACLNN_EXT_TILE_H

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

/*-**********************************************
 *  Tilize
 ************************************************/

/*
 * aclnnExtTilizeGetWorkspaceSize: phase one of writing a tensor as tiles. Needs no device, and no
 * memory: tensors may have NULL addresses.
 *
 * self           [..., H, W] or [W], 1 to 8 dimensions, any strides and offset. ACL_FLOAT or
 *                ACL_BF16 for BFLOAT16, FLOAT32, BFLOAT8_B and BFLOAT4_B; ACL_UINT32, ACL_UINT8,
 *                ACL_UINT16 or ACL_INT32 for the type of the same name
 * type           one of aclnnExtTileType: what the elements of the tiles are
 * out            receives the tiles. ACL_UINT8, one dimension of exactly the bytes that
 *                aclnnExtTileByteCount gives for self's shape, stride 1
 * workspaceSize  receives 0
 * executor       receives the executor: the caller's until phase two spends it
 *
 * Elements are rounded once: ACL_FLOAT to BFLOAT16 to nearest, ties to even, with every NaN 0x7FC0;
 * to block floats as said above. Everything else keeps its bits, NaNs too.
 *
 * Errors, in the order tested. *workspaceSize and *executor keep their values.
 *
 *   361001  in a forked child
 *   161001  workspaceSize or executor NULL
 *   161001  self or out NULL
 *   161002  one of them destroyed or not a tensor
 *   161002  type none of aclnnExtTileType
 *   161002  data type of self not one for type; data type of out not ACL_UINT8
 *   161002  self of no dimension or of more than 8; a negative dimension, or a view or tiles of
 *           more than 2^63 bytes
 *   161002  out not [bytes of the tiles], or its stride not 1
 *   161002  a layout private to the device
 *   561101  out of host memory
 */
ACLNN_API aclnnStatus aclnnExtTilizeGetWorkspaceSize(const aclTensor *self, int32_t type,
                                                     const aclTensor *out, uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/*
 * aclnnExtTilize: queues the executor on a stream and returns. Results are there, and the memory of
 * the tensors may be released, after the stream was synchronized with.
 *
 * workspace      NULL, or device memory that is not used
 * workspaceSize  its size
 * executor       from phase one of this operator. Spent by the call, also by one that fails,
 *                unless it is repeatable (aclSetAclOpExecutorRepeatable)
 * stream         NULL is the default stream of the current context
 *
 * Every byte of out is written, the padding with zeros. out must not share memory with self. The
 * bytes are equal for every number of cores and kind of stream.
 *
 * Errors, in the order tested. Nothing was queued.
 *
 *   361001  in a forked child
 *   161001  executor NULL
 *   561000  executor spent, destroyed, foreign, or of another operator
 *   161001  workspace NULL though workspaceSize is not 0
 *   361001  stream destroyed, foreign, or of a context that is not current; no current context
 *   161002  self or out, unless empty: address NULL, host memory that is not mapped (see
 *           aclrtHostRegister), freed, on another device, or in an allocation that does not hold
 *           every element that the view can reach
 */
ACLNN_API aclnnStatus aclnnExtTilize(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  Untilize
 ************************************************/

/*
 * aclnnExtUntilizeGetWorkspaceSize: phase one of reading tiles into a tensor; the reverse of
 * aclnnExtTilize.
 *
 * self  the tiles. ACL_UINT8, one dimension of exactly the bytes that aclnnExtTileByteCount gives
 *       for out's shape, stride 1
 * type  one of aclnnExtTileType: what the elements of the tiles are
 * out   [..., H, W] or [W], 1 to 8 dimensions, any strides and offset with which no two elements
 *       share memory. The types are those of self in aclnnExtTilizeGetWorkspaceSize
 *
 * The padding is dropped. FLOAT32 to ACL_BF16 is rounded to nearest, ties to even, with every NaN
 * 0x7FC0; everything else is exact, block floats in ACL_BF16 too.
 *
 * The other arguments and the errors are as above, with the parts of self and out exchanged, and
 *
 *   161002  elements of out share memory                            (after the private layout)
 */
ACLNN_API aclnnStatus aclnnExtUntilizeGetWorkspaceSize(const aclTensor *self, int32_t type,
                                                       const aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnExtUntilize: phase two; as aclnnExtTilize. Between the elements of out nothing is written. */
ACLNN_API aclnnStatus aclnnExtUntilize(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  Sum to a shape
 ************************************************/

/*
 * aclnnExtSumToShapeGetWorkspaceSize: phase one of the sum of a tensor over the dimensions that a
 * smaller shape broadcasts: the gradient of a broadcast operand.
 *
 * self  ACL_FLOAT or ACL_BF16, up to 8 dimensions, any strides and offset
 * out   ACL_FLOAT or ACL_BF16, any strides and offset with which no two elements share memory. Its
 *       dimensions, aligned with the last ones of self, are each self's own or 1; it may have
 *       fewer. self is added up over the dimensions that out lacks, and over those that are 1 in
 *       out and not in self
 *
 * The other arguments are as above, and workspaceSize is 0.
 *
 * Where every element of out has one element of self, in particular for equal shapes, this is a
 * copy, converted if the types differ: ACL_FLOAT to ACL_BF16 is rounded to nearest, ties to even,
 * with every NaN 0x7FC0; other bits are kept, -0 and NaNs too. (Indices of ACL_BF16 become ones
 * that aclnnEmbeddingDenseBackward takes, truncated toward zero and out of range for a NaN, by a
 * copy to ACL_FLOAT.)
 *
 * The order of the sums. An element of out is a sum in float32, rounded to out's type once. The
 * elements of self that go into it are numbered from 0 in row-major order of the dimensions that
 * are added up, and cut into runs of 4096. In a run number i is added to partial sum i mod 16, one
 * after another, each partial sum beginning with +0; then partial sum j + 8 is added to j for j in
 * 0 to 7, j + 4 to j for 0 to 3, j + 2 to j for 0 and 1, and 1 to 0. If there are several runs
 * their results are numbered and added up in the same way, as one run. Nothing in this depends on
 * the strides, the number of cores, or the kind of stream. A NaN among the elements, or
 * infinities of both signs, give the NaN 0x7FC00000 (0x7FC0). A sum of no elements is +0.
 *
 * Errors, in the order tested. *workspaceSize and *executor keep their values.
 *
 *   361001  in a forked child
 *   161001  workspaceSize or executor NULL
 *   161001  self or out NULL
 *   161002  one of them destroyed or not a tensor
 *   161002  data type of self or out neither ACL_FLOAT nor ACL_BF16
 *   161002  more than 8 dimensions; a negative dimension, or a view of more than 2^63 bytes
 *   161002  out has more dimensions than self, or one that is neither self's nor 1
 *   161002  a layout private to the device
 *   161002  elements of out share memory
 *   561101  out of host memory
 */
ACLNN_API aclnnStatus aclnnExtSumToShapeGetWorkspaceSize(const aclTensor *self,
                                                         const aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/*
 * aclnnExtSumToShape: phase two; as aclnnExtTilize. Every element of out is overwritten. 207001
 * from the next synchronize: no host memory for scratch.
 */
ACLNN_API aclnnStatus aclnnExtSumToShape(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
