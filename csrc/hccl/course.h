/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How collectives are carried out.
 *
 * Each rank sends its arguments to every other one, with what is small of the elements behind them,
 * and compares. Elements that are to be reduced are cut into a block a rank: each rank receives its
 * block of all others in chunks, joins them in the order of the ranks, and hands on the result. So
 * results depend on no timing, transport, size or cut.
 */
#ifndef ACLNN_PY_HCCL_COURSE_H
#define ACLNN_PY_HCCL_COURSE_H

#include "hccl/operation.h"

/* Carries an operation out; failure->status of the run says how it went. */
void course_run(const struct operation *operation, const struct operation_run *run);

#endif
