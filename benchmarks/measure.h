/* SPDX-License-Identifier: Apache-2.0 */
/* What programs that measure calls share: they end at the first failure, and read one clock. */
#ifndef ACLNN_PY_BENCHMARKS_MEASURE_H
#define ACLNN_PY_BENCHMARKS_MEASURE_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "clock.h"

#define NO_PADDING ((uint64_t)-1)

static inline void check(int status, const char *what)
{
    if (status == 0)
        return;
    const char *text = aclGetRecentErrMsg();
    fprintf(stderr, "%s: %d\n%s\n", what, status, text != NULL ? text : "");
    exit(1);
}

#define CHECK(call) check((call), #call)

#endif
