/* SPDX-License-Identifier: Apache-2.0 */
/* Labels: places of streams that are bound to graphs, and lists of them. */
#ifndef ACLNN_PY_RUNTIME_GRAPH_LABEL_H
#define ACLNN_PY_RUNTIME_GRAPH_LABEL_H

#include <stdint.h>

#include "acl/acl_rt.h"

struct branch;
struct graph;
struct label_list;

/* The list of a handle, pinned; NULL, with a report and *status, when it is none. */
struct label_list *label_list_acquire(aclrtLabelList handle, aclError *status);
void label_list_retain(const struct label_list *list);
void label_list_release(const struct label_list *list);

uint32_t label_list_count(const struct label_list *list);

/* Where a label of the list lies: the branch, and *place, the node that comes behind it. NULL where
 * it was not set on a stream of this graph. */
struct branch *label_list_find(const struct label_list *list, uint32_t index,
                               const struct graph *graph, uint32_t *place);

#endif
