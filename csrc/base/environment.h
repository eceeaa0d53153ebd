/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ACLNN_* variables and the product (SoC) they select. They are read once, at the first
 * call into the library.
 */
#ifndef ACLNN_PY_BASE_ENVIRONMENT_H
#define ACLNN_PY_BASE_ENVIRONMENT_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/soc.h"

#define MAX_DEVICES 16
#define MAX_WORKER_THREADS 64

enum stream_mode { STREAM_ASYNC, STREAM_LAZY, STREAM_SYNC };

enum check_mode { CHECK_ON, CHECK_OFF, CHECK_ISOLATE, CHECK_LENIENT };

/* How ranks of several processes reach each other: by shared memory or TCP, or by TCP alone. */
enum transport { TRANSPORT_ANY, TRANSPORT_TCP };

enum log_category { LOG_API = 1, LOG_MEM = 2, LOG_STREAM = 4, LOG_KERNEL = 8, LOG_FINDING = 16 };

#define MAX_FAULTS 64

/*
 * ACLNN_FAULT: the count-th call of this function fails, or, when count is 0, each with the given
 * probability. "*" is any function that makes something or submits work, "launch" the work of a
 * launch on its stream.
 */
struct fault {
    char given[128]; /* the text of the variable, for messages */
    char function[96];
    unsigned long count;
    double probability;
    unsigned long seed;
};

#define MAX_EXPECTED 32

/* ACLNN_EXPECT: a failure of this function, or of any ("*"), with this status is no finding. */
struct expected {
    char function[96];
    bool any_status;
    bool is_null; /* the function returns a pointer, which is NULL */
    int status;   /* 0 when the failure is a NULL pointer */
};

struct environment {
    struct soc soc;
    uint32_t device_count;
    int32_t devices[MAX_DEVICES]; /* the logical number of each */
    uint32_t worker_threads;
    char isa[8];
    enum stream_mode stream_mode;
    enum check_mode check_mode;
    enum transport transport;
    bool checks_nan; /* a NaN that appears is a finding (executor/not_finite.h) */
    unsigned log_categories;
    struct fault faults[MAX_FAULTS];
    unsigned fault_count;
    struct expected expected[MAX_EXPECTED];
    unsigned expected_count;
    /* ACLNN_BLAS: the absolute path of the OpenBLAS to load (products/blas.h); "" when it is to be
     * searched. */
    char blas[PATH_MAX];
    /* The first variable that could not be read, as a sentence; "" when all is well. */
    char problem[320];
};

/* The settings of this process. The first call reads them. */
const struct environment *environment(void);

#endif
