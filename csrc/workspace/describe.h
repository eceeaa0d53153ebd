/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_WORKSPACE_DESCRIBE_H
#define ACLNN_PY_WORKSPACE_DESCRIBE_H

#include <stddef.h>

#include "workspace/planner.h"

/* Writes the list and its layout as JSON, the text of aclnnExtDescribeWorkspace: at most size bytes
 * with the final 0. Returns the length of the whole text. */
size_t describe_workspace(const char *operator, const struct l0_list *list,
                          const struct workspace_plan *plan, char *buffer, size_t size);

#endif
