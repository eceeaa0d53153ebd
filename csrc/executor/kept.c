/* SPDX-License-Identifier: Apache-2.0 */
#include "executor/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/finding.h"
#include "base/number.h"
#include "base/soc_current.h"
#include "runtime/device/options.h"
#include "tensor/lists.h"

/* What is kept at most: so many executors, each with so many bytes in blocks of its arena. Under
 * AddressSanitizer none, so that it watches each of them, and a test lets each allocation fail. */
#define SETS 32
#define OF_A_SET 4
#define MOST_BYTES ((size_t)32 << 10)
#ifdef __SANITIZE_ADDRESS__
#define KEEPS false
#else
#define KEEPS true
#endif

/* Executors of calls whose hash ends in the number of the set. Whoever takes one out has it for
 * itself. */
struct set {
    _Atomic(struct executor *) executors[OF_A_SET];
    _Atomic uint32_t next; /* the one that makes room */
};

static struct set sets[SETS];

/* ---- Which set ------------------------------------------------------------------------------- */

static uint64_t add_tensor(uint64_t hash, const struct tensor *tensor)
{
    hash = (hash ^ (uint64_t)tensor->type) * 0x9E3779B97F4A7C15;
    for (int32_t i = 0; i < tensor->rank; i++)
        hash = (hash ^ (uint64_t)tensor->dims[i]) * 0x9E3779B97F4A7C15;
    return hash;
}

static struct set *set_of(const struct operator *operator, uint64_t hash)
{
    return &sets[mix_bits(hash ^ (uint64_t)(uintptr_t)operator) % SETS];
}

/* Calls of one operator are told apart by their first tensor. */
static struct set *set_of_given(const struct operator *operator, const union given *given)
{
    uint64_t hash = 0;
    for (int i = 0; i < operator->parameter_count; i++) {
        if (operator->parameters[i].kind != ARGUMENT_TENSOR || given[i].handle == NULL)
            continue;
        const struct tensor *tensor = tensor_acquire(given[i].handle);
        if (tensor != NULL) {
            hash = add_tensor(hash, tensor);
            tensor_release(given[i].handle);
        }
        break;
    }
    return set_of(operator, hash);
}

static struct set *set_of_executor(const struct executor *executor)
{
    const struct operator *operator = executor->call.operator;
    uint64_t hash = 0;
    for (int i = 0; i < operator->parameter_count; i++) {
        if (operator->parameters[i].kind != ARGUMENT_TENSOR ||
            executor->call.arguments[i].tensor == NULL)
            continue;
        hash = add_tensor(hash, executor->call.arguments[i].tensor);
        break;
    }
    return set_of(operator, hash);
}

/* ---- Whether it is the same ------------------------------------------------------------------ */

/* An executor that is compared with what is given: how many of its tensors are pinned. */
struct comparison {
    struct executor *executor;
    int pinned;
};

static bool is_same_tensor(struct comparison *c, struct tensor *copy, const void *handle)
{
    if (copy == NULL || handle == NULL)
        return (const void *)copy == handle;
    if (!tensor_copy_again(copy, handle))
        return false;
    c->pinned++;
    return true;
}

static bool is_same_scalar(const struct scalar *copy, const void *handle)
{
    if (copy == NULL || handle == NULL)
        return (const void *)copy == handle;
    const struct scalar *scalar = scalar_acquire(handle);
    if (scalar == NULL)
        return false;
    bool same = scalar->type == copy->type &&
                memcmp(scalar->bytes, copy->bytes, sizeof copy->bytes) == 0;
    scalar_release(handle);
    return same;
}

static bool is_same_array(const struct array *copy, const void *handle, enum handle_kind kind,
                          size_t width)
{
    if (copy == NULL || handle == NULL)
        return (const void *)copy == handle;
    const struct array *array = array_acquire(handle, kind);
    if (array == NULL)
        return false;
    bool same = array->size == copy->size &&
                memcmp(array->values, copy->values, (size_t)copy->size * width) == 0;
    array_release(handle);
    return same;
}

static bool are_same_tensors(struct comparison *c, const struct tensor_array *copies,
                             const void *handle)
{
    if (copies == NULL || handle == NULL)
        return (const void *)copies == handle;
    const struct handle_list *list = handle_list_acquire(handle, HANDLE_TENSOR_LIST);
    if (list == NULL)
        return false;
    bool same = list->size == copies->count;
    for (uint64_t i = 0; same && i < copies->count; i++)
        same = is_same_tensor(c, copies->members[i], list->elements[i]);
    handle_list_release(handle);
    return same;
}

static bool are_same_scalars(const struct scalar_array *copies, const void *handle)
{
    if (copies == NULL || handle == NULL)
        return (const void *)copies == handle;
    const struct handle_list *list = handle_list_acquire(handle, HANDLE_SCALAR_LIST);
    if (list == NULL)
        return false;
    bool same = list->size == copies->count;
    for (uint64_t i = 0; same && i < copies->count; i++)
        same = is_same_scalar(copies->members[i], list->elements[i]);
    handle_list_release(handle);
    return same;
}

static bool is_same_text(const char *copy, const char *text)
{
    return copy == NULL || text == NULL ? copy == text : strcmp(copy, text) == 0;
}

static bool is_same_argument(struct comparison *c, int index, const union given *given)
{
    const struct argument *own = &c->executor->call.arguments[index];
    switch (c->executor->call.operator->parameters[index].kind) {
    case ARGUMENT_TENSOR: return is_same_tensor(c, own->tensor, given->handle);
    case ARGUMENT_SCALAR: return is_same_scalar(own->scalar, given->handle);
    case ARGUMENT_INT_ARRAY:
        return is_same_array(own->array, given->handle, HANDLE_INT_ARRAY, sizeof(int64_t));
    case ARGUMENT_FLOAT_ARRAY:
        return is_same_array(own->array, given->handle, HANDLE_FLOAT_ARRAY, sizeof(float));
    case ARGUMENT_BOOL_ARRAY:
        return is_same_array(own->array, given->handle, HANDLE_BOOL_ARRAY, sizeof(bool));
    case ARGUMENT_TENSOR_LIST: return are_same_tensors(c, own->tensors, given->handle);
    case ARGUMENT_SCALAR_LIST: return are_same_scalars(own->scalars, given->handle);
    case ARGUMENT_TEXT: return is_same_text(own->text, given->handle);
    default: return own->integer == given->integer;
    }
}

/* Compares an executor with what is given, and pins the tensors if it is the same. */
static bool is_same(struct executor *executor, const struct operator *operator,
                    const union given *given)
{
    struct comparison c = {.executor = executor};
    const struct call *call = &executor->call;
    bool same = call->operator == operator && call->soc == soc_current() &&
                call->deterministic == (options_deterministic_level() > 0);
    for (int i = 0; same && i < operator->parameter_count; i++)
        same = is_same_argument(&c, i, &given[i]);
    for (int i = 0; !same && i < c.pinned; i++)
        tensor_drop(executor->operands[i].tensor);
    return same;
}

/* ---- Executors that are kept ----------------------------------------------------------------- */

/* Arrays are told to be destroyed by their handles, where findings are wanted; nothing is kept
 * then. */
static bool may_keep(const struct executor *executor)
{
    const struct call *call = &executor->call;
    return KEEPS && !finding_wanted() && !executor->list.depends_on_addresses &&
           !executor->list.changes_operands && !call->for_longest &&
           call->late_status == ACLNN_SUCCESS && call->groups[0].communicator == NULL &&
           call->groups[1].communicator == NULL &&
           arena_block_bytes(&executor->arena) <= MOST_BYTES;
}

/* Puts an executor where there is room, and otherwise in the place of another one. Returns that. */
static struct executor *put(struct set *set, struct executor *executor)
{
    for (int i = 0; i < OF_A_SET; i++) {
        struct executor *none = NULL;
        if (atomic_load_explicit(&set->executors[i], memory_order_relaxed) == NULL &&
            atomic_compare_exchange_strong(&set->executors[i], &none, executor))
            return NULL;
    }
    uint32_t next = atomic_fetch_add_explicit(&set->next, 1, memory_order_relaxed);
    return atomic_exchange(&set->executors[next % OF_A_SET], executor);
}

void kept_free(struct executor *executor)
{
    if (executor == NULL)
        return;
    ranks_drop(&executor->call);
    arena_end(&executor->arena);
    free(executor);
}

void kept_give(struct executor *executor)
{
    if (!may_keep(executor)) {
        kept_free(executor);
        return;
    }
    executor->handle = NULL;
    atomic_store_explicit(&executor->repeatable, false, memory_order_relaxed);
    kept_free(put(set_of_executor(executor), executor));
}

struct executor *kept_take(const struct operator *operator, const union given *given)
{
    if (!KEEPS || finding_wanted())
        return NULL;
    struct set *set = set_of_given(operator, given);
    for (int i = 0; i < OF_A_SET; i++) {
        if (atomic_load_explicit(&set->executors[i], memory_order_relaxed) == NULL)
            continue;
        struct executor *executor = atomic_exchange(&set->executors[i], NULL);
        if (executor == NULL)
            continue;
        if (is_same(executor, operator, given))
            return executor;
        kept_free(put(set, executor));
    }
    return NULL;
}
