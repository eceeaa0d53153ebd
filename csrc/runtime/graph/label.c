/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/graph/label.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/entry_current.h"
#include "base/handle.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/graph/build.h"
#include "runtime/stream/context.h"
#include "runtime/stream/graph.h"

/* Of a process, and of a list. */
#define MOST_LABELS 65535

struct label {
    void *handle;
    aclrtContext context; /* of its creation */
    bool is_listed;
    bool is_set;
    int32_t
        graph; /* the number of the graph of its branch, which may have ended; no other has it */
    struct branch *branch;
    uint32_t place;
};

/* A list keeps its labels after their handles have ended. */
struct label_list {
    void *handle;
    size_t count;
    struct label *labels[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the members of labels */
static _Atomic uint32_t label_count;

/* ---- Labels ---------------------------------------------------------------------------------- */

static void free_label(void *object)
{
    atomic_fetch_sub(&label_count, 1);
    free(object);
}

static aclError refuse_number(void)
{
    atomic_fetch_sub(&label_count, 1);
    return report(ACL_ERROR_RT_INTERNAL_ERROR,
                  "the process has %d labels, and can have no more; end one first "
                  "(aclrtDestroyLabel)",
                  MOST_LABELS);
}

static aclError make_label(aclrtContext context, aclrtLabel *out)
{
    if (atomic_fetch_add(&label_count, 1) >= MOST_LABELS)
        return refuse_number();
    struct label *label = calloc(1, sizeof *label);
    void *handle = label != NULL ? handle_create(HANDLE_LABEL, label, free_label) : NULL;
    if (handle == NULL) {
        atomic_fetch_sub(&label_count, 1);
        free(label);
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a label");
    }
    label->handle = handle;
    label->context = context;
    *out = handle;
    return ACL_SUCCESS;
}

aclError aclrtCreateLabelImpl(aclrtLabel *label)
{
    if (label == NULL)
        return REPORT_NULL("label");
    const struct context *context = context_acquire_current();
    if (context == NULL)
        return ACL_ERROR_RT_CONTEXT_NULL;
    aclError status = make_label(context->handle, label);
    context_release((struct context *)context);
    return status;
}

static aclError refuse(const void *handle, enum handle_kind kind, const char *argument)
{
    char what[96];
    return report(ACL_ERROR_RT_INVALID_HANDLE, "%s is %p, %s; a live %s is required", argument,
                  handle, handle_describe(handle, what, sizeof what), handle_kind_name(kind));
}

/* The label of a handle, pinned, if it is one of the current context. */
static struct label *acquire(aclrtLabel handle, const char *argument, aclError *status)
{
    *status = context_require();
    if (*status != ACL_SUCCESS)
        return NULL;
    struct label *label = handle_acquire(handle, HANDLE_LABEL);
    if (label == NULL) {
        *status = refuse(handle, HANDLE_LABEL, argument);
        return NULL;
    }
    struct context *context = context_acquire_current();
    bool is_own = context != NULL && context->handle == label->context;
    if (context != NULL)
        context_release(context);
    if (is_own)
        return label;
    *status = report(ACL_ERROR_RT_LABEL_CONTEXT,
                     "%s is %p, a label of another context than the current one", argument, handle);
    handle_release(handle);
    return NULL;
}

aclError aclrtDestroyLabelImpl(aclrtLabel label)
{
    aclError status;
    if (label == NULL)
        return REPORT_NULL("label");
    if (acquire(label, "label", &status) == NULL)
        return status;
    bool is_closed = handle_close(label, HANDLE_LABEL, entry_name());
    handle_release(label);
    return is_closed ? ACL_SUCCESS : refuse(label, HANDLE_LABEL, "label");
}

static aclError set(struct label *label, struct branch *branch)
{
    aclError status = ACL_SUCCESS;
    pthread_mutex_lock(&lock);
    if (label->is_set)
        status = report(ACL_ERROR_RT_INTERNAL_ERROR,
                        "label was set on a stream before; each label has one place");
    else if (!label->is_listed)
        status = report(ACL_ERROR_RT_INTERNAL_ERROR,
                        "label is in no list; call aclrtCreateLabelList with it first");
    if (status == ACL_SUCCESS) {
        label->is_set = true;
        label->graph = branch->graph->child.id;
        label->branch = branch;
        label->place = graph_place_of(branch);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

aclError aclrtSetLabelImpl(aclrtLabel label, aclrtStream stream)
{
    aclError status;
    if (label == NULL)
        return REPORT_NULL("label");
    if (stream == NULL)
        return REPORT_NULL("stream");
    struct label *object = acquire(label, "label", &status);
    if (object == NULL)
        return status;
    struct branch *branch = build_acquire_branch(stream, "stream", &status);
    if (branch != NULL) {
        status = set(object, branch);
        graph_release(branch->graph);
    }
    handle_release(label);
    return status;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void free_list(void *object)
{
    struct label_list *list = object;
    for (size_t i = 0; i < list->count; i++)
        handle_release(list->labels[i]->handle);
    free(list);
}

/* Takes labels that are in no list yet. On failure the list has those before. */
static aclError take(struct label_list *list, const aclrtLabel *labels, size_t count)
{
    aclError status = ACL_SUCCESS;
    while (status == ACL_SUCCESS && list->count < count) {
        struct label *label = acquire(labels[list->count], "a label of labels", &status);
        if (label == NULL)
            break;
        list->labels[list->count++] = label;
        pthread_mutex_lock(&lock);
        bool was_listed = label->is_listed;
        label->is_listed = true;
        pthread_mutex_unlock(&lock);
        if (was_listed) {
            handle_release(label->handle);
            list->count--;
            status = report(ACL_ERROR_RT_INTERNAL_ERROR,
                            "labels[%zu] is in a list already; each label is in one, once",
                            list->count);
        }
    }
    return status;
}

/* A list that was not made leaves its labels to another one. */
static void give_up(struct label_list *list)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < list->count; i++)
        list->labels[i]->is_listed = false;
    pthread_mutex_unlock(&lock);
    free_list(list);
}

static aclError make_list(const aclrtLabel *labels, size_t count, aclrtLabelList *out)
{
    struct label_list *list = calloc(1, sizeof *list + count * sizeof list->labels[0]);
    if (list == NULL)
        return report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no host memory for a list of labels");
    aclError status = take(list, labels, count);
    if (status == ACL_SUCCESS) {
        list->handle = handle_create(HANDLE_LABEL_LIST, list, free_list);
        if (list->handle == NULL)
            status = report(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                            "no host memory for a list of labels");
    }
    if (status == ACL_SUCCESS)
        *out = list->handle;
    else
        give_up(list);
    return status;
}

aclError aclrtCreateLabelListImpl(aclrtLabel *labels, size_t num, aclrtLabelList *labelList)
{
    if (labels == NULL)
        return REPORT_NULL("labels");
    if (labelList == NULL)
        return REPORT_NULL("labelList");
    if (num == 0 || num > MOST_LABELS)
        return report(ACL_ERROR_RT_PARAM_INVALID, "num is %zu; 1 to %d labels are required", num,
                      MOST_LABELS);
    return make_list(labels, num, labelList);
}

aclError aclrtDestroyLabelListImpl(aclrtLabelList labelList)
{
    if (labelList == NULL)
        return REPORT_NULL("labelList");
    if (!handle_close(labelList, HANDLE_LABEL_LIST, entry_name()))
        return refuse(labelList, HANDLE_LABEL_LIST, "labelList");
    return ACL_SUCCESS;
}

/* ---- For tasks that jump --------------------------------------------------------------------- */

struct label_list *label_list_acquire(aclrtLabelList handle, aclError *status)
{
    struct label_list *list = handle_acquire(handle, HANDLE_LABEL_LIST);
    *status = list != NULL ? ACL_SUCCESS : refuse(handle, HANDLE_LABEL_LIST, "labelList");
    return list;
}

void label_list_retain(const struct label_list *list)
{
    handle_retain(list->handle);
}

void label_list_release(const struct label_list *list)
{
    handle_release(list->handle);
}

uint32_t label_list_count(const struct label_list *list)
{
    return (uint32_t)list->count;
}

struct branch *label_list_find(const struct label_list *list, uint32_t index,
                               const struct graph *graph, uint32_t *place)
{
    const struct label *label = list->labels[index];
    pthread_mutex_lock(&lock);
    bool is_here = label->is_set && label->graph == graph->child.id;
    *place = label->place;
    pthread_mutex_unlock(&lock);
    return is_here ? label->branch : NULL;
}
