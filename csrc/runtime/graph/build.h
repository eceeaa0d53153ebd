/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of graphs that are being built. */
#ifndef ACLNN_PY_RUNTIME_GRAPH_BUILD_H
#define ACLNN_PY_RUNTIME_GRAPH_BUILD_H

#include "acl/acl_rt.h"

struct branch;

/* The branch of a stream that is bound to a graph which is being built, its graph pinned; NULL,
 * with a report and *status (107005 where it is not bound). argument is the stream's name. */
struct branch *build_acquire_branch(aclrtStream handle, const char *argument, aclError *status);

#endif
