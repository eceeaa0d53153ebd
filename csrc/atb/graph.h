/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of operations: operations of several nodes. */
#ifndef ACLNN_PY_ATB_GRAPH_H
#define ACLNN_PY_ATB_GRAPH_H

#include "atb/layout.h"

/* atb::CreateOperation of an atb::GraphParam. */
int32_t atb_graph_create(const void *param, struct atb_operation **operation);

#endif
