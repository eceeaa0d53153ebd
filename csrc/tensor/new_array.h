/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arrays that the caller releases with delete[], as CANN's interface asks. Where the process has
 * no C++ runtime they come from malloc, and a C program releases them with free. (It may where
 * some library brings that runtime, too: its operators are malloc and free. But AddressSanitizer
 * and valgrind then want to see delete[].)
 */
#ifndef ACLNN_PY_TENSOR_NEW_ARRAY_H
#define ACLNN_PY_TENSOR_NEW_ARRAY_H

#include <stdint.h>

/* Returns a copy of count values, which is not NULL for a count of 0; NULL when memory is short. */
int64_t *new_array_copy(const int64_t *values, uint64_t count);

#endif
