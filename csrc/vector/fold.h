/* SPDX-License-Identifier: Apache-2.0 */
/* Programs with folds. */
#ifndef ACLNN_PY_VECTOR_FOLD_H
#define ACLNN_PY_VECTOR_FOLD_H

#include <stdbool.h>

#include "vector/program.h"

/* Runs an instance; with `alone` on this thread only. False when memory is short. */
bool fold_run(const struct vector_program *program, const struct vector_instance *instance,
              bool alone);

#endif
