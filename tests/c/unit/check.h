/* SPDX-License-Identifier: Apache-2.0 */
/* CHECK(condition): ends the test program when it does not hold, NDEBUG or not. */
#ifndef ACLNN_PY_TESTS_UNIT_CHECK_H
#define ACLNN_PY_TESTS_UNIT_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

#endif
