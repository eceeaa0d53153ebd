/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions of graphs: a value in device memory chooses which inner graph runs. */
#ifndef ACLNN_PY_RUNTIME_GRAPH_CONDITION_H
#define ACLNN_PY_RUNTIME_GRAPH_CONDITION_H

#include <stdbool.h>

struct graph;

/* Whether an inner graph was not captured to its end. */
bool condition_is_open(struct graph *graph);

#endif
