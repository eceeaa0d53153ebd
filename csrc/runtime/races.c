/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/races.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/call_stack.h"
#include "base/finding.h"
#include "base/number.h"
#include "runtime/stream_queue.h"

/* So many accesses that are of no use any more leave at once with a new one. */
#define ENDED 16

/* Marks that are looked at for a finding. */
#define MARKS 1000

/*
 * An access that is remembered: a node of a treap by where it begins, in which every node knows how
 * far those below reach, and of a list by age.
 */
struct access {
    struct access *left;
    struct access *right;
    uint64_t priority;
    uintptr_t highest;
    uint64_t age;
    struct access *older;
    struct access *newer;
    struct byte_view view;
    bool written;
    uint32_t number; /* of its timeline */
    uint64_t tick;
    struct argument_name argument;
    const char *call;
    const struct call_stack *stack;
    int32_t stream; /* -1: the host */
    uint64_t sequence;
};

/* All of this is guarded by order_lock. */
static struct access *root;
static struct access *oldest;
static struct access *newest;
static struct access *spare; /* by right */
static size_t access_count;
static uint64_t last_age;
static bool has_forgotten;
static struct races_mark *marks; /* newest first */

/* ---- The treap ------------------------------------------------------------------------------ */

static bool comes_before(const struct access *a, const struct access *b)
{
    return a->view.first != b->view.first ? a->view.first < b->view.first : a < b;
}

static void update(struct access *node)
{
    node->highest = node->view.past;
    if (node->left != NULL && node->left->highest > node->highest)
        node->highest = node->left->highest;
    if (node->right != NULL && node->right->highest > node->highest)
        node->highest = node->right->highest;
}

/* What begins before an address, and the rest. */
static void split_at(struct access *tree, uintptr_t address, struct access **low,
                     struct access **high)
{
    if (tree == NULL) {
        *low = *high = NULL;
    } else if (tree->view.first < address) {
        *low = tree;
        split_at(tree->right, address, &tree->right, high);
        update(tree);
    } else {
        *high = tree;
        split_at(tree->left, address, low, &tree->left);
        update(tree);
    }
}

/* The same by a node that is not in the tree. */
static void split_by(struct access *tree, const struct access *node, struct access **low,
                     struct access **high)
{
    if (tree == NULL) {
        *low = *high = NULL;
    } else if (comes_before(tree, node)) {
        *low = tree;
        split_by(tree->right, node, &tree->right, high);
        update(tree);
    } else {
        *high = tree;
        split_by(tree->left, node, low, &tree->left);
        update(tree);
    }
}

static struct access *merge(struct access *low, struct access *high)
{
    if (low == NULL || high == NULL)
        return low != NULL ? low : high;
    if (low->priority > high->priority) {
        low->right = merge(low->right, high);
        update(low);
        return low;
    }
    high->left = merge(low, high->left);
    update(high);
    return high;
}

static struct access *insert(struct access *tree, struct access *node)
{
    if (tree == NULL || node->priority > tree->priority) {
        split_by(tree, node, &node->left, &node->right);
        update(node);
        return node;
    }
    if (comes_before(node, tree))
        tree->left = insert(tree->left, node);
    else
        tree->right = insert(tree->right, node);
    update(tree);
    return tree;
}

static struct access *without(struct access *tree, const struct access *node)
{
    if (tree == node)
        return merge(tree->left, tree->right);
    if (comes_before(node, tree))
        tree->left = without(tree->left, node);
    else
        tree->right = without(tree->right, node);
    update(tree);
    return tree;
}

/* ---- What is remembered --------------------------------------------------------------------- */

static void leave_list(struct access *access)
{
    *(access->older != NULL ? &access->older->newer : &oldest) = access->newer;
    *(access->newer != NULL ? &access->newer->older : &newest) = access->older;
}

static void join_list(struct access *access)
{
    access->older = newest;
    access->newer = NULL;
    *(newest != NULL ? &newest->newer : &oldest) = access;
    newest = access;
}

/* It is in the treap no more. */
static void give_back(struct access *access)
{
    leave_list(access);
    access->right = spare;
    spare = access;
    access_count--;
}

static void forget_access(struct access *access)
{
    root = without(root, access);
    give_back(access);
}

static void forget_oldest(void)
{
    if (!has_forgotten && !order_is_over(oldest->number, oldest->tick)) {
        has_forgotten = true;
        finding_incomplete("the oldest of more than %d accesses that nothing has ordered yet were "
                           "forgotten, and races with them are not seen; a synchronize now and "
                           "then keeps them few",
                           ACCESSES_KEPT);
    }
    forget_access(oldest);
}

static struct access *take_access(void)
{
    if (access_count == ACCESSES_KEPT)
        forget_oldest();
    struct access *access = spare != NULL ? spare : malloc(sizeof *access);
    if (access == NULL)
        return NULL;
    if (access == spare)
        spare = access->right;
    access->priority = mix_bits(++last_age);
    access_count++;
    join_list(access);
    return access;
}

/* ---- Findings ------------------------------------------------------------------------------- */

/* "by the host", "on stream 3 (task 2)" */
static const char *describe_place(const struct races *races, char *text, size_t size)
{
    const struct order_function *function = order_function_here();
    if (races->stream != NULL)
        snprintf(text, size, "on stream %" PRId32 " (task %" PRIu64 ")", stream_id(races->stream),
                 races->sequence);
    else if (function != NULL)
        snprintf(text, size, "by a host function on stream %" PRId32 " (task %" PRIu64 ")",
                 stream_id(function->stream), function->sequence);
    else
        snprintf(text, size, "by the host");
    return text;
}

/* The first mark behind an access on its stream, or the last in front of it; NULL: none. */
static const struct races_mark *find_mark(const struct access *access, bool behind)
{
    const struct races_mark *found = NULL;
    int looked = 0;
    for (const struct races_mark *mark = marks; mark != NULL && looked < MARKS;
         mark = mark->next, looked++) {
        uint32_t number;
        uint64_t tick = order_tick(mark->stream, mark->sequence, &number);
        if (number != access->number || stream_id(mark->stream) != access->stream ||
            (tick >= access->tick) != behind)
            continue;
        bool is_nearer = found == NULL || (behind ? mark->sequence < found->sequence
                                                  : mark->sequence > found->sequence);
        if (is_nearer)
            found = mark;
    }
    return found;
}

/* What would have ordered a task of a stream behind the access. */
static void advise_stream(const struct stream *stream, const struct access *other,
                          const struct races_mark *behind, const struct races_mark *early,
                          char *text, size_t size)
{
    int32_t id = stream_id(stream);
    if (behind != NULL && behind->waits >= 0 && behind->waits != id)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", and stream %" PRId32 " waits for it, not stream %" PRId32
                 ": let that wait for it first (aclrtStreamWaitEvent)",
                 behind->event, other->stream, behind->waits, id);
    else if (behind != NULL)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", and stream %" PRId32 " does not wait for it: call aclrtStreamWaitEvent before",
                 behind->event, other->stream, id);
    else if (early != NULL)
        snprintf(text, size,
                 "event %" PRId32 " was recorded on stream %" PRId32
                 " in front of that: record it behind (aclrtRecordEvent), and let stream %" PRId32
                 " wait for it (aclrtStreamWaitEvent)",
                 early->event, other->stream, id);
    else
        snprintf(text, size,
                 "order the streams by an event that stream %" PRId32
                 " records behind that (aclrtRecordEvent) and stream %" PRId32
                 " waits for (aclrtStreamWaitEvent), synchronize in between, or give each memory "
                 "of its own",
                 other->stream, id);
}

static void advise(const struct races *races, const struct access *other, char *text, size_t size)
{
    const struct races_mark *behind = other->stream >= 0 ? find_mark(other, true) : NULL;
    const struct races_mark *early = other->stream >= 0 ? find_mark(other, false) : NULL;
    const struct races_mark *mark = behind != NULL ? behind : early;
    if (other->stream < 0 || order_function_here() != NULL)
        snprintf(text, size,
                 "what a host function does is in no order with the host's calls: synchronize "
                 "with its stream in between");
    else if (races->stream != NULL)
        advise_stream(races->stream, other, behind, early, text, size);
    else if (behind != NULL)
        snprintf(text, size,
                 "event %" PRId32
                 " was recorded behind that, and nobody has waited for it: synchronize with the "
                 "event (aclrtSynchronizeEvent) or with stream %" PRId32 " first",
                 behind->event, other->stream);
    else
        snprintf(text, size, "synchronize with the stream first (aclrtSynchronizeStream)");
    finding_note(other->call, "is the other", other->stack);
    if (mark != NULL && (races->stream != NULL || mark == behind))
        finding_note("aclrtRecordEvent", "recorded the event", mark->stack);
}

static void tell(struct races *races, struct argument_name argument, const char *does,
                 uintptr_t first, uintptr_t past, const struct access *other)
{
    char cure[400];
    char place[80];
    char other_place[80] = "by the host";
    if (other->stream >= 0)
        snprintf(other_place, sizeof other_place, "task %" PRIu64 " of stream %" PRId32,
                 other->sequence, other->stream);
    races->told = true;
    advise(races, other, cure, sizeof cure);
    finding_at(FINDING_RACE, races->stack,
               "%s, bytes 0x%zx to 0x%zx, is %s %s, and nothing orders that and %s (%s), which %s "
               "%s, bytes 0x%zx to 0x%zx; %s",
               ARGUMENT_TEXT(argument), (size_t)first, (size_t)past, does,
               describe_place(races, place, sizeof place), other->call, other_place,
               other->written ? "writes" : "reads", ARGUMENT_TEXT(other->argument),
               (size_t)other->view.first, (size_t)other->view.past, cure);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* A new access on its way through the treap. */
struct search {
    const struct races *races;
    const struct byte_view *view;
    bool written;
    const struct access *race; /* the newest that is in no order with it */
    struct access *ended[ENDED];
    size_t ended_count;
};

static bool has_ended(const struct search *search, const struct access *access)
{
    if (order_is_over(access->number, access->tick))
        return true;
    return (search->written || !access->written) && !order_functions_are_queued() &&
           byte_view_covers(search->view, &access->view);
}

static void meet(struct search *search, struct access *access)
{
    const struct order_moment *now = &search->races->now;
    bool is_before = order_is_before(access->number, access->tick, now);
    if (is_before) {
        if (search->ended_count < ENDED && has_ended(search, access))
            search->ended[search->ended_count++] = access;
    } else if (!search->races->told && (search->written || access->written) &&
               !order_is_behind(access->number, access->tick, now) &&
               byte_views_meet(search->view, &access->view)) {
        if (search->race == NULL || access->age > search->race->age)
            search->race = access;
    }
}

static void look(struct search *search, struct access *tree)
{
    while (tree != NULL && tree->highest > search->view->first) {
        look(search, tree->left);
        if (tree->view.first >= search->view->past)
            return;
        if (tree->view.past > search->view->first)
            meet(search, tree);
        tree = tree->right;
    }
}

/* The place of one that ended and has the same bounds, so that the treap stays as it is. */
static struct access *take_place(struct search *search)
{
    struct access *found = NULL;
    for (size_t i = 0; i < search->ended_count; i++) {
        struct access *access = search->ended[i];
        if (found == NULL && access->view.first == search->view->first &&
            access->view.past == search->view->past) {
            found = access;
            leave_list(found);
            join_list(found);
        } else {
            forget_access(access);
        }
    }
    return found;
}

static void remember(struct search *search, struct argument_name argument)
{
    const struct races *races = search->races;
    struct access *access = take_place(search);
    bool is_new = access == NULL;
    /* All that comes is behind what the host does, but for functions that are queued already. */
    bool of_host = races->stream == NULL && order_function_here() == NULL;
    if (of_host && !order_functions_are_queued()) {
        if (access != NULL)
            forget_access(access);
        return;
    }
    if (is_new)
        access = take_access();
    if (access == NULL)
        return;
    const struct order_function *function = order_function_here();
    access->age = ++last_age;
    access->view = *search->view;
    access->written = search->written;
    access->number = races->now.number;
    access->tick = races->now.tick;
    access->argument = argument;
    access->call = races->call;
    access->stack = races->stack;
    access->stream = -1;
    access->sequence = races->sequence;
    if (races->stream != NULL) {
        access->stream = stream_id(races->stream);
    } else if (function != NULL) {
        access->stream = stream_id(function->stream);
        access->sequence = function->sequence;
    }
    if (is_new)
        root = insert(root, access);
}

void races_begin_task(struct races *races, struct task *task, struct stream *stream)
{
    task->queued_in = call_stack_here();
    *races = (struct races){.call = task->name, .stack = task->queued_in, .stream = stream};
    races->sequence = stream_newest(stream) + 1;
    order_lock();
    races->is_known = order_next_task(stream, &races->sequence, &races->now);
}

void races_begin_now(struct races *races)
{
    *races = (struct races){.call = entry_name(), .stack = call_stack_here(), .is_known = true};
    order_lock();
    order_now(&races->now);
}

void races_add(struct races *races, struct argument_name argument, const struct byte_view *view,
               bool written)
{
    struct search search = {.races = races, .view = view, .written = written};
    if (!races->is_known || order_is_lost() || view->first == view->past)
        return;
    look(&search, root);
    if (search.race != NULL)
        tell(races, argument, written ? "written" : "read", view->first, view->past, search.race);
    remember(&search, argument);
}

void races_end(struct races *races)
{
    (void)races;
    order_unlock();
}

/* ---- Memory that ends ----------------------------------------------------------------------- */

/* The newest of these that is in no order with now. */
static const struct access *find_unordered(const struct access *tree,
                                           const struct order_moment *now)
{
    const struct access *found = NULL;
    for (; tree != NULL; tree = tree->right) {
        const struct access *left = find_unordered(tree->left, now);
        if (left != NULL && (found == NULL || left->age > found->age))
            found = left;
        if (!order_is_before(tree->number, tree->tick, now) &&
            !order_is_behind(tree->number, tree->tick, now) &&
            (found == NULL || tree->age > found->age))
            found = tree;
    }
    return found;
}

static void give_back_all(struct access *tree)
{
    while (tree != NULL) {
        struct access *right = tree->right;
        give_back_all(tree->left);
        give_back(tree);
        tree = right;
    }
}

/* Takes what begins in a range out of the treap: no access reaches over the end of its memory. */
static struct access *take_range(uintptr_t start, size_t bytes)
{
    struct access *low;
    struct access *inside;
    struct access *high;
    split_at(root, start, &low, &high);
    split_at(high, start + bytes, &inside, &high);
    root = merge(low, high);
    return inside;
}

void races_free(const void *start, size_t bytes)
{
    struct races races;
    if (!order_is_kept())
        return;
    races_begin_now(&races);
    struct access *inside = take_range((uintptr_t)start, bytes);
    const struct access *other = find_unordered(inside, &races.now);
    if (other != NULL && !order_is_lost())
        tell(&races, (struct argument_name){"the allocation", -1}, "freed", (uintptr_t)start,
             (uintptr_t)start + bytes, other);
    give_back_all(inside);
    races_end(&races);
}

void races_forget(const void *start, size_t bytes)
{
    if (!order_is_kept())
        return;
    order_lock();
    give_back_all(take_range((uintptr_t)start, bytes));
    order_unlock();
}

/* ---- Events --------------------------------------------------------------------------------- */

void races_mark(struct races_mark *mark, const struct stream *stream, uint64_t sequence,
                int32_t event)
{
    if (!order_is_kept())
        return;
    mark->stream = stream;
    mark->sequence = sequence;
    mark->event = event;
    mark->waits = -1;
    mark->stack = call_stack_here();
    order_lock();
    mark->next = marks;
    mark->link = &marks;
    if (marks != NULL)
        marks->link = &mark->next;
    marks = mark;
    order_unlock();
}

void races_mark_waited(struct races_mark *mark, const struct stream *stream)
{
    if (!order_is_kept())
        return;
    order_lock();
    mark->waits = stream_id(stream);
    order_unlock();
}

void races_unmark(struct races_mark *mark)
{
    if (!order_is_kept())
        return;
    order_lock();
    if (mark->link != NULL) {
        *mark->link = mark->next;
        if (mark->next != NULL)
            mark->next->link = mark->link;
        mark->link = NULL;
    }
    order_unlock();
}
