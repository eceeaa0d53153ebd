/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Executors that have run, kept for the next call that is given the same. Programs make the same
 * calls again and again; for those phase one has to compare what it is given, and not to check,
 * list and schedule it once more. An executor is either kept here or somebody's alone.
 */
#ifndef ACLNN_PY_EXECUTOR_KEPT_H
#define ACLNN_PY_EXECUTOR_KEPT_H

#include "executor/executor.h"

/* An executor that was made for the same operator, product and arguments, of which only the
 * addresses and the handles may be others, with the tensors of these handles pinned; NULL: there is
 * none. It is the caller's, and has no handle. */
struct executor *kept_take(const struct operator *operator, const union given *given);

/* Hands over an executor that nobody uses any more, and whose tensors are no longer pinned: to be
 * kept or, where that may not be, freed. */
void kept_give(struct executor *executor);

/* Frees such an executor. NULL is none. */
void kept_free(struct executor *executor);

#endif
