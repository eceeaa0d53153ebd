/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs call of the graph engine (ge::) while they load: they register their operators and
 * error texts in objects of it. What makes and runs graphs is not implemented (symbols.def): an
 * object that such a function would have made is empty, which its own destructor takes.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "libraries/ascend_string.h"
#include "libraries/graph.h"
#include "single/single.h"

/* ---- Texts of errors ------------------------------------------------------------------------- */

void graph_error_text(void *result)
{
    const char *text = report_take();
    cxx_old_string_make(result, text == NULL ? "" : text);
}

void graph_error_ascend_string(void *result)
{
    const char *text = report_take();
    ascend_string_make(result, text == NULL ? "" : text);
}

void graph_warning_text(void *result)
{
    cxx_old_string_make(result, "");
}

void graph_warning_ascend_string(void *result)
{
    ascend_string_make(result, "");
}

/*
 * ge::StatusFactory: a std::map of the texts of statuses, which functions in CANN's header read and
 * write.
 */
struct tree_node {
    int32_t color; /* 0 is red: that of the end */
    struct tree_node *parent;
    struct tree_node *left;
    struct tree_node *right;
};

struct status_factory {
    uint64_t compare;
    struct tree_node end;
    size_t count;
};

struct status_factory *graph_status_factory(void) EXPORT_AS("_ZN2ge13StatusFactory8InstanceEv");
struct status_factory *graph_status_factory(void)
{
    static struct status_factory only = {.end = {.left = &only.end, .right = &only.end}};
    return &only;
}

/* ---- Operators ------------------------------------------------------------------------------- */

/* The types that programs have registered. */
static struct {
    pthread_mutex_t lock;
    size_t count;
    size_t room;
    char **names;
} registered = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_registered(const char *type)
{
    for (size_t i = 0; i < registered.count; i++)
        if (strcmp(registered.names[i], type) == 0)
            return true;
    return false;
}

/* Nothing is registered when memory is short. */
static void register_type(const char *type)
{
    if (registered.count == registered.room) {
        size_t room = registered.room == 0 ? 64 : 2 * registered.room;
        char **names = realloc(registered.names, room * sizeof *names);
        if (names == NULL)
            return;
        registered.names = names;
        registered.room = room;
    }
    char *copy = strdup(type);
    if (copy != NULL)
        registered.names[registered.count++] = copy;
}

/* ge::OperatorCreatorRegister(type, creator). The object has no members. A creator is not kept:
 * ge::OperatorFactory::CreateOperator makes operators without attributes. */
void graph_register_creator(void *self, const char *type, const void *creator)
    EXPORT_AS("_ZN2ge23OperatorCreatorRegisterC1EPKcRKSt8functionIFNS_8OperatorERKNS_"
              "12AscendStringEEE");
void graph_register_creator(void *self, const char *type, const void *creator)
{
    (void)self;
    (void)creator;
    if (type == NULL)
        return;
    pthread_mutex_lock(&registered.lock);
    if (!is_registered(type))
        register_type(type);
    pthread_mutex_unlock(&registered.lock);
}

void graph_register_creator_of(void *self, const void *type, const void *creator)
    EXPORT_AS("_ZN2ge23OperatorCreatorRegisterC1ERKSsRKSt8functionIFNS_8OperatorES2_EE");
void graph_register_creator_of(void *self, const void *type, const void *creator)
{
    graph_register_creator(self, cxx_text(type), creator);
}

/* Whether the program has registered a type, or it is one of CANN's that single operators have. */
bool graph_operator_exists(const char *type) EXPORT_AS("_ZN2ge15OperatorFactory9IsExistOpEPKc");
bool graph_operator_exists(const char *type)
{
    if (type == NULL)
        return false;
    pthread_mutex_lock(&registered.lock);
    bool exists = is_registered(type);
    pthread_mutex_unlock(&registered.lock);
    return exists || single_find(type) != NULL;
}

bool graph_operator_exists_of(const void *type) EXPORT_AS("_ZN2ge15OperatorFactory9IsExistOpERKSs");
bool graph_operator_exists_of(const void *type)
{
    return graph_operator_exists(cxx_text(type));
}

/* Functions that say what an operator's results are, kept for a compiler that is not there: the
 * object that registers one has no members. */
void graph_register_shape_function(void *self, const void *type, const void *function)
    EXPORT_AS("_ZN2ge22InferShapeFuncRegisterC1ERKSsRKSt8functionIFjRNS_8OperatorEEE");
void graph_register_shape_function(void *self, const void *type, const void *function)
{
    (void)self;
    (void)type;
    (void)function;
}

/* ge::Operator: its destructor is virtual. */
struct graph_operator {
    const void *functions;
    struct cxx_shared parts;
};

static void end_operator(struct graph_operator *self)
{
    cxx_shared_release(&self->parts);
}

static void end_and_free_operator(struct graph_operator *self)
{
    end_operator(self);
    cxx_delete(self);
}

static const struct {
    ptrdiff_t offset_to_top;
    const void *type_information;
    void (*end)(struct graph_operator *self);
    void (*end_and_free)(struct graph_operator *self);
} operator_table = {0, NULL, end_operator, end_and_free_operator};

void graph_operator_make(void *self)
{
    *(struct graph_operator *)self = (struct graph_operator){.functions = &operator_table.end};
}

/* ---- Names ----------------------------------------------------------------------------------- */

const char *graph_format_name(int32_t format) EXPORT_AS("_ZN2ge13GetFormatNameENS_6FormatE");
const char *graph_format_name(int32_t format)
{
    return format_name((aclFormat)format);
}
