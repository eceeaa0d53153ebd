/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cxx.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The program's operator new, which may be its own. Without one nothing but malloc can be behind
 * operator delete. operator new(size_t, nothrow) would need a symbol of libstdc++. */
void *cxx_new(size_t size)
{
    union {
        void *object;
        void *(*function)(size_t size);
    } found = {dlsym(RTLD_DEFAULT, "_Znwm")};
    return found.object != NULL ? found.function(size) : malloc(size);
}

void cxx_delete(void *memory)
{
    union {
        void *object;
        void (*function)(void *memory);
    } found = {dlsym(RTLD_DEFAULT, "_ZdlPv")};
    if (found.object != NULL)
        found.function(memory);
    else
        free(memory);
}

/* ---- std::string ----------------------------------------------------------------------------- */

/* A function of the libstdc++ that the program has loaded, wherever it did. */
static void *standard_function(const char *symbol)
{
    void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL)
        return NULL;
    void *found = dlsym(library, symbol);
    dlclose(library);
    return found;
}

bool cxx_string_assign(void *string, enum cxx_abi abi, const char *text)
{
    /* std::string::assign(const char *, size_t) */
    static const char *const symbols[] = {
        [CXX_NEW_STRING] = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6assignEPKcm",
        [CXX_OLD_STRING] = "_ZNSs6assignEPKcm"};
    union {
        void *object;
        void *(*assign)(void *self, const char *text, size_t length);
    } found = {standard_function(symbols[abi])};
    if (found.object == NULL)
        return false;
    found.assign(string, text, strlen(text));
    return true;
}

/* What lies before the text of a std::string of the old layout. */
struct old_string {
    size_t length;
    size_t room;
    int32_t other_owners;
    int32_t unused;
    char text[];
};

void cxx_old_string_make(void *string, const char *text)
{
    size_t length = strlen(text);
    struct old_string *made = cxx_new(sizeof *made + length + 1);
    if (made != NULL) {
        made->length = made->room = length;
        made->other_owners = made->unused = 0;
        memcpy(made->text, text, length + 1);
    }
    *(char **)string = made == NULL ? NULL : made->text;
}

void cxx_no_old_string(void *string)
{
    cxx_old_string_make(string, "");
}

const void *cxx_old_string_none(void)
{
    static struct {
        size_t length;
        size_t room;
        int32_t other_owners;
        int32_t unused;
        char text[8];
    } none;
    static const char *const string = none.text;
    return &string;
}

/* ---- std::shared_ptr ------------------------------------------------------------------------- */

/* The virtual functions of std::_Sp_counted_base, in the sequence of the class. */
struct count_functions {
    void (*end)(struct cxx_count *self);
    void (*end_and_free)(struct cxx_count *self);
    void (*end_object)(struct cxx_count *self);
    void (*free)(struct cxx_count *self);
    void *(*deleter)(struct cxx_count *self, const void *type);
};

struct cxx_count {
    const struct count_functions *functions;
    _Atomic int32_t owners;
    _Atomic int32_t watchers; /* weak owners; all owners together are one of them */
    max_align_t object[];
};

static void do_nothing(struct cxx_count *self)
{
    (void)self;
}

static void free_count(struct cxx_count *self)
{
    free(self);
}

static void *no_deleter(struct cxx_count *self, const void *type)
{
    (void)self;
    (void)type;
    return NULL;
}

static const struct {
    ptrdiff_t offset_to_top;
    const void *type_information;
    struct count_functions functions;
} count_table = {0, NULL, {do_nothing, free_count, do_nothing, free_count, no_deleter}};

void *cxx_shared_make(struct cxx_shared *shared, size_t size)
{
    struct cxx_count *count = calloc(1, sizeof *count + size);
    *shared = (struct cxx_shared){0};
    if (count == NULL)
        return NULL;
    count->functions = &count_table.functions;
    atomic_init(&count->owners, 1);
    atomic_init(&count->watchers, 1);
    *shared = (struct cxx_shared){count->object, count};
    return shared->object;
}

void cxx_shared_release(struct cxx_shared *shared)
{
    struct cxx_count *count = shared->count;
    *shared = (struct cxx_shared){0};
    if (count == NULL || atomic_fetch_sub(&count->owners, 1) != 1)
        return;
    count->functions->end_object(count);
    if (atomic_fetch_sub(&count->watchers, 1) == 1)
        count->functions->free(count);
}
