/* SPDX-License-Identifier: Apache-2.0 */
/* The table of declared operators, which build_support/declared_table.py makes from csrc/ops. */
#ifndef ACLNN_PY_TESTS_FUZZ_DECLARED_H
#define ACLNN_PY_TESTS_FUZZ_DECLARED_H

#include <stddef.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"

union value {
    void *handle;
    int64_t integer;
    double real;
};

struct declared {
    const char *name;
    /*
     * A letter a parameter: t tensor, s scalar, i f b arrays, T S lists, c text, n integer, r real,
     * d data type.
     */
    const char *kinds;
    const char *roles; /* i in, o out, x both */
    aclnnStatus (*phase_one)(const union value *, uint64_t *, aclOpExecutor **);
    /* The values are those of phase one: a few calls take them again. */
    aclnnStatus (*phase_two)(const union value *, void *, uint64_t, aclOpExecutor *, aclrtStream);
};

extern const struct declared declared_calls[];
extern const size_t declared_count;

#endif
