/* SPDX-License-Identifier: Apache-2.0 */
/* What a program says about the task that it submitted to a graph last. */
#include <stdlib.h>
#include <string.h>

#include "base/product.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/graph.h"

#define PRODUCTS (PRODUCT_910B | PRODUCT_910_93 | PRODUCT_950)
#define MOST_OPERATOR_BYTES 65536
#define MOST_WORDS 4096 /* the rest is cut off */

static aclError check(const void *info, const char *argument, size_t size)
{
    aclError status = product_require(PRODUCTS, "tasks that can be described");
    if (status == ACL_SUCCESS && info == NULL)
        status = REPORT_NULL(argument);
    if (status == ACL_SUCCESS && size == 0)
        status = report(ACL_ERROR_INVALID_PARAM, "infoSize is 0; one byte or more is required");
    return status;
}

static struct graph *acquire(uint32_t *node, aclError *status)
{
    struct graph *graph = graph_of_last_task(node);
    *status = ACL_SUCCESS;
    if (graph == NULL)
        *status = report(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                         "this thread has submitted no task to a graph that is still there; call "
                         "this behind the task, between aclmdlRICaptureBegin and "
                         "aclmdlRICaptureEnd");
    return graph;
}

/* Profiles and traces know the operator of each task by themselves. */
aclError aclrtCacheLastTaskOpInfoImpl(const void *const infoPtr, const size_t infoSize)
{
    uint32_t node;
    aclError status = check(infoPtr, "infoPtr", infoSize);
    if (status == ACL_SUCCESS && infoSize > MOST_OPERATOR_BYTES)
        status = report(ACL_ERROR_RT_PARAM_INVALID, "infoSize is %zu; 1 to %d bytes are required",
                        infoSize, MOST_OPERATOR_BYTES);
    if (status != ACL_SUCCESS)
        return status;
    struct graph *graph = acquire(&node, &status);
    if (graph != NULL)
        graph_release(graph);
    return status;
}

aclError aclrtCacheLastTaskExtendInfoImpl(const char *const extendInfoPtr, const size_t infoSize)
{
    uint32_t node;
    aclError status = check(extendInfoPtr, "extendInfoPtr", infoSize);
    if (status != ACL_SUCCESS)
        return status;
    struct graph *graph = acquire(&node, &status);
    if (graph == NULL)
        return status;
    char *said = strndup(extendInfoPtr, infoSize < MOST_WORDS ? infoSize : MOST_WORDS);
    if (said != NULL) {
        pthread_mutex_lock(&graph->lock);
        free(graph->nodes[node]->said);
        graph->nodes[node]->said = said;
        pthread_mutex_unlock(&graph->lock);
    } else {
        status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a part of a graph");
    }
    graph_release(graph);
    return status;
}
