/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of the lanes of others. */
#ifndef ACLNN_PY_VECTOR_SHUFFLE_H
#define ACLNN_PY_VECTOR_SHUFFLE_H

/* Lanes of two vectors, counted through both; `type` is a vector of as many integers of their
 * width. GCC has Clang's name since version 12. */
#if defined(__clang__)
#define SHUFFLE(type, first, second, ...) __builtin_shufflevector(first, second, __VA_ARGS__)
#else
#define SHUFFLE(type, first, second, ...) __builtin_shuffle(first, second, (type){__VA_ARGS__})
#endif

#endif
