/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stream/children.h"

void children_add(struct children *children, struct child *child)
{
    pthread_mutex_lock(&children->lock);
    child->id = children->next_id++;
    child->next = children->newest;
    child->link = &children->newest;
    if (child->next != NULL)
        child->next->link = &child->next;
    children->newest = child;
    pthread_mutex_unlock(&children->lock);
}

void children_remove(struct children *children, struct child *child)
{
    pthread_mutex_lock(&children->lock);
    *child->link = child->next;
    if (child->next != NULL)
        child->next->link = child->link;
    pthread_cond_broadcast(&children->removed);
    pthread_mutex_unlock(&children->lock);
}

static bool matches(const struct child *child, aclrtContext context, int32_t device)
{
    return (context == NULL || child->context == context) &&
           (device < 0 || child->device == device);
}

struct child *children_pick(struct children *children, aclrtContext context, int32_t device,
                            int32_t below)
{
    pthread_mutex_lock(&children->lock);
    struct child *child = children->newest;
    while (child != NULL && !(child->id < below && matches(child, context, device) &&
                              handle_acquire(child->handle, children->kind) != NULL))
        child = child->next;
    pthread_mutex_unlock(&children->lock);
    return child;
}

void children_await_removal(struct children *children, aclrtContext context)
{
    pthread_mutex_lock(&children->lock);
    struct child *child = children->newest;
    while (child != NULL) {
        if (matches(child, context, -1)) {
            pthread_cond_wait(&children->removed, &children->lock);
            child = children->newest;
        } else {
            child = child->next;
        }
    }
    pthread_mutex_unlock(&children->lock);
}
