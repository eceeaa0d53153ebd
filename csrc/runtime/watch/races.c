/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/races.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call_stack.h"
#include "base/entry_current.h"
#include "base/finding.h"
#include "base/treap.h"

/* With each new access, up to this many are removed that are of no use any more. */
#define ENDED 16

/* How many records of events are remembered. */
#define MARKS 1000

/* Nobody has waited for the record; other values are numbers of streams. */
#define NOBODY (-1)
#define THE_HOST (-2)

enum place { BY_HOST, ON_STREAM, IN_FUNCTION };

/* An access that is remembered: a node of a treap by its first byte, in which each node knows how
 * far those below it reach, and of a list by age. */
struct access {
    struct treap_node node; /* the key is where the view begins, the value where it ends */
    struct access *older;
    struct access *newer;
    struct byte_view view; /* at home, if it has one */
    uintptr_t shift;       /* from the caller's address there */
    enum races_use use;
    uint32_t line; /* the number of its timeline */
    uint64_t tick;
    uint64_t number; /* the number of the call, or of the launch of the function that made it */
    struct argument_name argument;
    const char *call;
    const struct call_stack *stack;
    enum place place;
    int32_t stream; /* where there is one */
    bool is_default;
    uint64_t sequence;
    bool of_function; /* a function that a stream calls made or queued it */
    bool told;        /* for accesses of a function: one finding is enough */
};

/* A record of an event. */
struct mark {
    uint64_t number; /* counted from 1; its index follows from it */
    uint32_t line;
    uint64_t tick;
    int32_t stream;
    const void *event;
    int32_t id;    /* the number of the event */
    int32_t waits; /* the number of the stream that waited for it last */
    const char *call;
    const struct call_stack *stack;
};

/* order_lock guards all of this. */
static struct treap accesses;
static struct access *oldest;
static struct access *newest;
static struct access *spare; /* by newer */
static size_t access_count;
static bool has_forgotten;
static struct mark marks[MARKS];
static uint64_t mark_count;

static _Atomic(bool (*)(uintptr_t, struct memory_home *)) homes; /* NULL: nothing has one */

/* ---- What is remembered ---------------------------------------------------------------------- */

/* The node of the treap is the first member of its access. */
static struct access *access_of(struct treap_node *node)
{
    return (struct access *)node;
}

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

/* Gives an access back that is not in the treap any more. */
static void give_back(struct access *access)
{
    leave_list(access);
    access->newer = spare;
    spare = access;
    access_count--;
}

static void forget_access(struct access *access)
{
    treap_remove(&accesses, &access->node);
    give_back(access);
}

static void forget_oldest(void)
{
    if (!has_forgotten && !order_is_over(oldest->line, oldest->tick)) {
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
        spare = access->newer;
    access_count++;
    join_list(access);
    return access;
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* Writes "on stream 3 (task 2)". */
static const char *describe_place(const struct access *access, char *text, size_t size)
{
    if (access->place == BY_HOST)
        return "by the host";
    snprintf(text, size, "%son %sstream %" PRId32 " (task %" PRIu64 ")",
             access->place == IN_FUNCTION ? "by a host function " : "",
             access->is_default ? "the default " : "", access->stream, access->sequence);
    return text;
}

/* Writes "task 2 of stream 3". */
static const char *describe_other(const struct access *access, char *text, size_t size)
{
    if (access->place == BY_HOST)
        return "by the host";
    snprintf(text, size, "%stask %" PRIu64 " of %sstream %" PRId32,
             access->place == IN_FUNCTION ? "in a host function, " : "", access->sequence,
             access->is_default ? "the default " : "", access->stream);
    return text;
}

/* The names of the functions that order streams, in the interface that a call belongs to. */
struct interface {
    const char *record;
    const char *wait;
    const char *synchronize;
    const char *synchronize_event;
};

static const struct interface *interface_of(const char *call)
{
    static const struct interface acl = {"aclrtRecordEvent", "aclrtStreamWaitEvent",
                                         "aclrtSynchronizeStream", "aclrtSynchronizeEvent"};
    static const struct interface infini = {"infinirtEventRecord", "infinirtStreamWaitEvent",
                                            "infinirtStreamSynchronize",
                                            "infinirtEventSynchronize"};
    return strncmp(call, "infini", strlen("infini")) == 0 ? &infini : &acl;
}

/* The first mark after an access on its stream, or the last one before it; NULL: none. */
static const struct mark *find_mark(const struct access *access, bool behind)
{
    const struct mark *found = NULL;
    for (size_t i = 0; i < MARKS && access->place != BY_HOST; i++) {
        const struct mark *mark = &marks[i];
        if (mark->number == 0 || mark->line != access->line || mark->stream != access->stream ||
            (mark->tick >= access->tick) != behind)
            continue;
        if (found == NULL || (behind ? mark->tick < found->tick : mark->tick > found->tick))
            found = mark;
    }
    return found;
}

/* The newest record of an event that was recorded again before a stream waited for it. */
static const struct mark *find_again(const struct mark *mark, int32_t waits)
{
    const struct mark *found = NULL;
    for (size_t i = 0; i < MARKS; i++)
        if (marks[i].number > mark->number && marks[i].event == mark->event &&
            marks[i].waits == waits && (found == NULL || marks[i].number > found->number))
            found = &marks[i];
    return found;
}

struct advice {
    char text[400];
    const struct mark *mark; /* the record that the advice is about */
};

/* Finds what would have ordered a task of a stream after the other access. */
static void advise_stream(struct advice *advice, int32_t id, const struct access *other,
                          const struct interface *names)
{
    const struct mark *behind = find_mark(other, true);
    const struct mark *early = behind == NULL ? find_mark(other, false) : NULL;
    const struct mark *again = behind != NULL ? find_again(behind, id) : NULL;
    char *text = advice->text;
    const size_t size = sizeof advice->text;
    advice->mark = behind != NULL ? behind : early;
    if (again != NULL)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", but again on stream %" PRId32 " before stream %" PRId32
                 " waited for it, and the last record counts: let it wait in between (%s), or use "
                 "another event",
                 behind->id, other->stream, again->stream, id, names->wait);
    else if (behind != NULL && behind->waits >= 0 && behind->waits != id)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", and stream %" PRId32 " waits for it, not stream %" PRId32
                 ": let that wait for it first (%s)",
                 behind->id, other->stream, behind->waits, id, names->wait);
    else if (behind != NULL && behind->waits == id)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", and the wait of stream %" PRId32
                 " for it comes behind this, or was dropped: call %s before",
                 behind->id, other->stream, id, names->wait);
    else if (behind != NULL)
        snprintf(text, size,
                 "event %" PRId32 " was recorded behind that on stream %" PRId32
                 ", and stream %" PRId32 " does not wait for it: call %s before",
                 behind->id, other->stream, id, names->wait);
    else if (early != NULL)
        snprintf(text, size,
                 "event %" PRId32 " was recorded on stream %" PRId32
                 " in front of that: record it behind (%s), and let stream %" PRId32
                 " wait for it (%s)",
                 early->id, other->stream, names->record, id, names->wait);
    else
        snprintf(text, size,
                 "order the streams by an event that stream %" PRId32
                 " records behind that (%s) and stream %" PRId32
                 " waits for (%s), synchronize in between, or give each memory of its own",
                 other->stream, names->record, id, names->wait);
}

/* Finds what would have ordered the host after the other access. */
static void advise_host(struct advice *advice, const struct access *other,
                        const struct interface *names)
{
    const struct mark *behind = find_mark(other, true);
    const struct mark *early = find_mark(other, false);
    char *text = advice->text;
    const size_t size = sizeof advice->text;
    if (behind != NULL) {
        snprintf(text, size,
                 "event %" PRId32
                 " was recorded behind that, and nobody has waited for it: synchronize with the "
                 "event (%s) or with stream %" PRId32 " first",
                 behind->id, names->synchronize_event, other->stream);
        advice->mark = behind;
    } else if (early != NULL && early->waits == THE_HOST) {
        snprintf(text, size,
                 "event %" PRId32
                 ", which the host has waited for, was recorded in front of that: record it behind "
                 "(%s), or synchronize with stream %" PRId32 " (%s)",
                 early->id, names->record, other->stream, names->synchronize);
        advice->mark = early;
    } else {
        snprintf(text, size, "synchronize with the stream first (%s)", names->synchronize);
    }
}

static void advise(struct advice *advice, const struct access *later, const struct access *earlier)
{
    const struct interface *names = interface_of(later->call);
    const bool queued = (later->of_function && later->place == ON_STREAM) ||
                        (earlier->of_function && earlier->place == ON_STREAM);
    char *text = advice->text;
    const size_t size = sizeof advice->text;
    if (queued)
        snprintf(text, size,
                 "what a host function queues is in no order with what others queue: synchronize "
                 "with the stream that calls it in between (%s)",
                 names->synchronize);
    else if (earlier->place == BY_HOST)
        snprintf(text, size,
                 "what a host function does is in no order with the host's calls: synchronize with "
                 "its stream in between (%s)",
                 names->synchronize);
    else if (later->place == BY_HOST)
        advise_host(advice, earlier, names);
    else
        advise_stream(advice, later->stream, earlier, names);
}

static const char *const is_used[] = {"read", "written", "freed", "unregistered", "allocated"};
static const char *const uses[] = {"reads", "writes", "frees", "unregisters", "allocates"};

/* Tells a new access together with one that is remembered. */
static void tell(const struct access *now, const struct access *other)
{
    const struct access *later = now->number >= other->number ? now : other;
    const struct access *earlier = later == now ? other : now;
    struct advice advice = {.mark = NULL};
    char place[96];
    char other_place[96];
    advise(&advice, later, earlier);
    finding_note(earlier->call, "is the other", earlier->stack);
    if (advice.mark != NULL)
        finding_note(advice.mark->call, "recorded the event", advice.mark->stack);
    finding_about(FINDING_RACE, later->call, later->stack,
                  "%s, bytes 0x%zx to 0x%zx, is %s %s, and nothing orders that and %s (%s), which "
                  "%s %s, bytes 0x%zx to 0x%zx%s; %s",
                  ARGUMENT_TEXT(later->argument), (size_t)(later->view.first - later->shift),
                  (size_t)(later->view.past - later->shift), is_used[later->use],
                  describe_place(later, place, sizeof place), earlier->call,
                  describe_other(earlier, other_place, sizeof other_place), uses[earlier->use],
                  ARGUMENT_TEXT(earlier->argument), (size_t)(earlier->view.first - earlier->shift),
                  (size_t)(earlier->view.past - earlier->shift),
                  later->shift == earlier->shift
                      ? ""
                      : " (the same physical memory, which is mapped at both)",
                  advice.text);
}

/* ---- Looking --------------------------------------------------------------------------------- */

/* A new access while the treap is searched. */
struct search {
    struct races *races;
    struct access *access;
    struct access *race; /* the access that will be told */
    struct access *ended[ENDED];
    size_t ended_count;
};

static void describe(struct access *access, const struct races *races,
                     struct argument_name argument, enum races_use use)
{
    const struct order_function *function = order_function_here();
    const struct order_timeline *line = races->line;
    access->use = use;
    access->line = races->now.number;
    access->tick = races->now.tick;
    access->number = races->number;
    access->argument = argument;
    access->call = races->call;
    access->stack = races->stack;
    access->sequence = races->sequence;
    access->place = line != NULL ? ON_STREAM : BY_HOST;
    access->of_function = function != NULL;
    if (line == NULL && function != NULL) {
        access->place = IN_FUNCTION;
        line = function->line;
        access->sequence = function->sequence;
    }
    access->stream = line != NULL ? line->stream : 0;
    access->is_default = line != NULL && line->is_default;
    access->told = false;
}

static bool writes(const struct access *access)
{
    return access->use != RACES_READ;
}

static bool has_ended(const struct search *search, const struct access *access)
{
    if (order_is_over(access->line, access->tick))
        return true;
    return (writes(search->access) || !writes(access)) && !order_functions_are_queued() &&
           byte_view_covers(&search->access->view, &access->view);
}

/* Whether an access is told rather than another, when both are unordered with the new one. */
static bool goes_before(const struct access *access, const struct access *one,
                        const struct access *other)
{
    const bool is_behind = access->of_function && one->number > access->number;
    const bool other_is = access->of_function && other->number > access->number;
    if (is_behind != other_is)
        return other_is;
    return is_behind ? one->number < other->number : one->number > other->number;
}

/* Handles an access that nothing orders with the new one. */
static void meet_unordered(struct search *search, struct access *access)
{
    if (access->of_function && !search->access->of_function) {
        if (!access->told)
            tell(search->access, access);
        access->told = true;
    } else if (!search->races->told && !access->told &&
               (search->race == NULL || goes_before(search->access, access, search->race))) {
        search->race = access;
    }
}

static void meet(struct search *search, struct access *access)
{
    const struct order_moment *now = &search->races->now;
    if (order_is_before(access->line, access->tick, now)) {
        if (search->ended_count < ENDED && has_ended(search, access))
            search->ended[search->ended_count++] = access;
    } else if ((writes(search->access) || writes(access)) &&
               !order_is_behind(access->line, access->tick, now) &&
               byte_views_meet(&search->access->view, &access->view)) {
        meet_unordered(search, access);
    }
}

static void look(struct search *search, struct treap_node *tree)
{
    const struct byte_view *view = &search->access->view;
    while (tree != NULL && tree->largest > view->first) {
        look(search, tree->left);
        if (tree->key >= view->past)
            return;
        if (tree->value > view->first)
            meet(search, access_of(tree));
        tree = tree->right;
    }
}

static void tell_race(struct search *search)
{
    if (search->race == NULL)
        return;
    tell(search->access, search->race);
    search->races->told = true;
    search->access->told = search->access->of_function;
    search->race->told = search->race->of_function;
}

/* Reuses the node of an ended access with the same bounds, so that the treap stays as it is. */
static struct access *take_place(struct search *search)
{
    const struct byte_view *view = &search->access->view;
    struct access *found = NULL;
    for (size_t i = 0; i < search->ended_count; i++) {
        struct access *access = search->ended[i];
        if (found == NULL && access->view.first == view->first && access->view.past == view->past) {
            found = access;
            leave_list(found);
            join_list(found);
        } else {
            forget_access(access);
        }
    }
    return found;
}

/* Copies an access without its links in the treap and the list. */
static void fill_in(struct access *access, const struct access *from)
{
    access->view = from->view;
    access->shift = from->shift;
    access->use = from->use;
    access->line = from->line;
    access->tick = from->tick;
    access->number = from->number;
    access->argument = from->argument;
    access->call = from->call;
    access->stack = from->stack;
    access->place = from->place;
    access->stream = from->stream;
    access->is_default = from->is_default;
    access->sequence = from->sequence;
    access->of_function = from->of_function;
    access->told = from->told;
}

static void remember(struct search *search)
{
    struct access *access = take_place(search);
    bool is_new = access == NULL;
    /* Everything that follows comes after what the host does, except functions that are queued
     * already. */
    if (search->access->place == BY_HOST && !order_functions_are_queued()) {
        if (access != NULL)
            forget_access(access);
        return;
    }
    if (is_new)
        access = take_access();
    if (access == NULL)
        return;
    fill_in(access, search->access);
    if (is_new)
        treap_add(&accesses, &access->node, access->view.first, access->view.past);
}

static void number_call(struct races *races)
{
    const struct order_function *function = order_function_here();
    races->number = function != NULL ? function->launch : order_next_call();
}

void races_begin_task(struct races *races, const char *name, const struct call_stack *queued_in,
                      struct order_timeline *line, uint64_t sequence)
{
    *races = (struct races){.call = name, .stack = queued_in, .line = line, .sequence = sequence};
    order_lock();
    races->is_known = order_next_task(line, sequence, &races->now);
    number_call(races);
}

void races_begin_now(struct races *races)
{
    *races = (struct races){.call = entry_name(), .stack = call_stack_here(), .is_known = true};
    order_lock();
    order_now(&races->now);
    number_call(races);
}

/* What a view of an access is in its parts. */
struct adding {
    struct races *races;
    struct argument_name argument;
    enum races_use use;
    int parts_left; /* what lies in more parts is known in part */
};

static void add_part(struct adding *adding, const struct byte_view *view, uintptr_t shift)
{
    struct access access = {.view = *view, .shift = shift};
    struct search search = {.races = adding->races, .access = &access};
    access.view.first += shift;
    access.view.past += shift;
    describe(&access, adding->races, adding->argument, adding->use);
    look(&search, accesses.root);
    tell_race(&search);
    remember(&search);
}

/* The beginning of a view that lies in a home, as a view: of its bytes, or of its largest steps.
 * False where not even the first of these does. */
static bool cut(const struct byte_view *view, const struct memory_home *home, struct byte_view *out)
{
    *out = *view;
    if (view->past <= home->past)
        return true;
    if (view->rank == 0) {
        byte_view_dense(out, view->first, home->past - view->first);
        return true;
    }
    struct byte_view_dim *dim = &out->dims[out->rank - 1];
    if (dim->reach > home->past - view->first)
        return false;
    dim->count = 1 + (home->past - view->first - dim->reach) / dim->step;
    out->past = view->first + (dim->count - 1) * dim->step + dim->reach;
    return true;
}

/* What is left of a view behind a part that was cut; false when nothing is. */
static bool drop(struct byte_view *view, const struct byte_view *part)
{
    if (part->past == view->past)
        return false;
    if (view->rank == 0) {
        byte_view_dense(view, part->past, view->past - part->past);
        return true;
    }
    struct byte_view_dim *dim = &view->dims[view->rank - 1];
    const struct byte_view_dim *cut_dim = &part->dims[view->rank - 1];
    view->first += cut_dim->count * dim->step;
    dim->count -= cut_dim->count;
    return dim->count > 0;
}

/* The first of a view's largest steps, as a view. */
static struct byte_view first_step(const struct byte_view *view)
{
    struct byte_view step = *view;
    const struct byte_view_dim *dim = &view->dims[view->rank - 1];
    step.rank--;
    step.past = view->first + dim->reach;
    if (step.rank == 0)
        step.width = dim->reach;
    return step;
}

/* Mapped memory lies in parts that follow each other, each with a home of its own. */
static void add_parts(struct adding *adding, struct byte_view view)
{
    bool (*home_at)(uintptr_t, struct memory_home *) = atomic_load(&homes);
    struct memory_home home;
    bool is_left = true;
    while (is_left && adding->parts_left-- > 0) {
        struct byte_view part;
        if (home_at == NULL || !home_at(view.first, &home)) {
            add_part(adding, &view, 0);
            return;
        }
        if (cut(&view, &home, &part)) {
            add_part(adding, &part, home.home - home.first);
        } else {
            add_parts(adding, first_step(&view));
            part = view;
            part.dims[view.rank - 1].count = 1;
            part.past = 0;
        }
        is_left = drop(&view, &part);
    }
}

#define MOST_PARTS 1000

void races_add(struct races *races, struct argument_name argument, const struct byte_view *view,
               enum races_use use)
{
    struct adding adding = {races, argument, use, MOST_PARTS};
    if (races->is_known && !order_is_lost() && view->first != view->past)
        add_parts(&adding, *view);
}

void races_ask_homes(bool (*home_at)(uintptr_t address, struct memory_home *out))
{
    atomic_store(&homes, home_at);
}

void races_end(struct races *races)
{
    (void)races;
    order_unlock();
}

/* ---- Memory that ends ------------------------------------------------------------------------ */

/* Tells the accesses that are unordered with the end of their memory. */
static void meet_all(struct search *search, struct treap_node *tree)
{
    const struct order_moment *now = &search->races->now;
    for (; tree != NULL; tree = tree->right) {
        struct access *access = access_of(tree);
        meet_all(search, tree->left);
        if (!order_is_before(access->line, access->tick, now) &&
            !order_is_behind(access->line, access->tick, now))
            meet_unordered(search, access);
    }
}

static void give_back_all(struct treap_node *tree)
{
    while (tree != NULL) {
        struct treap_node *right = tree->right;
        give_back_all(tree->left);
        give_back(access_of(tree));
        tree = right;
    }
}

/* Takes the accesses that begin in a range out of the treap. No access reaches beyond the end of
 * its memory. */
static struct treap_node *take_range(uintptr_t start, size_t bytes)
{
    return treap_take(&accesses, start, start + bytes);
}

/* Tells what is unordered with the end of the memory of these accesses, and forgets them. */
static void end_accesses(struct search *search, struct treap_node *ended)
{
    if (!order_is_lost()) {
        meet_all(search, ended);
        tell_race(search);
    }
    give_back_all(ended);
    races_end(search->races);
}

void races_free(const void *start, size_t bytes, enum races_use use)
{
    static const char *const what[] = {[RACES_FREED] = "the allocation",
                                       [RACES_UNREGISTERED] = "the registered memory"};
    struct races races;
    struct access access = {.told = false};
    struct search search = {.races = &races, .access = &access};
    if (!order_is_kept())
        return;
    races_begin_now(&races);
    byte_view_dense(&access.view, (uintptr_t)start, bytes);
    describe(&access, &races, (struct argument_name){what[use], -1}, use);
    struct treap_node *inside = take_range((uintptr_t)start, bytes);
    end_accesses(&search, inside);
}

/* Of a tree, those that were made by the addresses of a mapping, as a tree that only grows to the
 * right; the others are put back. */
static struct treap_node *sort_out(struct treap_node *tree, uintptr_t shift,
                                   struct treap_node *found)
{
    while (tree != NULL) {
        struct treap_node *right = tree->right;
        found = sort_out(tree->left, shift, found);
        if (access_of(tree)->shift == shift) {
            tree->left = NULL;
            tree->right = found;
            found = tree;
        } else {
            treap_add(&accesses, tree, tree->key, tree->value);
        }
        tree = right;
    }
    return found;
}

void races_unmap(const struct memory_home *mapping)
{
    const uintptr_t shift = mapping->home - mapping->first;
    const size_t bytes = mapping->past - mapping->first;
    struct races races;
    struct access access = {.shift = shift};
    struct search search = {.races = &races, .access = &access};
    if (!order_is_kept())
        return;
    races_begin_now(&races);
    byte_view_dense(&access.view, mapping->home, bytes);
    describe(&access, &races, (struct argument_name){"the mapped memory", -1}, RACES_FREED);
    struct treap_node *ended = sort_out(take_range(mapping->home, bytes), shift, NULL);
    end_accesses(&search, ended);
}

void races_forget(const void *start, size_t bytes)
{
    if (!order_is_kept())
        return;
    order_lock();
    give_back_all(take_range((uintptr_t)start, bytes));
    order_unlock();
}

/* ---- Events ---------------------------------------------------------------------------------- */

uint64_t races_mark(struct order_timeline *line, uint64_t sequence, const void *event, int32_t id)
{
    uint64_t number = 0;
    if (!order_is_kept())
        return 0;
    const struct call_stack *stack = call_stack_here();
    order_lock();
    struct mark *mark = &marks[(mark_count + 1) % MARKS];
    if (order_tick(line, sequence, &mark->line, &mark->tick)) {
        number = ++mark_count;
        mark->number = number;
        mark->stream = line->stream;
        mark->event = event;
        mark->id = id;
        mark->waits = NOBODY;
        mark->call = entry_name();
        mark->stack = stack;
    }
    order_unlock();
    return number;
}

void races_mark_waited(uint64_t number, const struct order_timeline *line)
{
    if (!order_is_kept() || number == 0)
        return;
    order_lock();
    struct mark *mark = &marks[number % MARKS];
    if (mark->number == number)
        mark->waits = line != NULL ? line->stream : THE_HOST;
    order_unlock();
}
