/* SPDX-License-Identifier: Apache-2.0 */
#include "base/python_calls.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * Functions of CPython's C API that look at one object and change nothing, so that they need no
 * lock: not even the number of references to an object may be changed without it.
 */
static struct {
    int (*is_initialized)(void);
    const char *(*version)(void);
    void *(*thread_state)(void);
    int (*line_of_code)(const void *code, int instruction); /* instruction: in bytes */
    int (*line_of_frame)(const void *frame);                /* NULL in 3.11 */
    intptr_t (*length)(const void *text);
    uint32_t (*character)(const void *text, intptr_t index);
    const void *code_type;
    const void *text_type;
} api;

/* Where things lie, in bytes from the begin of what has them. */
struct layout {
    size_t type;         /* of any object */
    size_t record;       /* of a thread: to what has its innermost frame; NO_RECORD: itself */
    size_t frame;        /* the innermost */
    size_t previous;     /* of a frame */
    size_t code;         /* of a frame */
    size_t owner;        /* of a frame, one byte: NO_OWNER where there is none */
    size_t file;         /* of a code object */
    size_t function;     /* of a code object */
    size_t instruction;  /* of a frame, for line_of_code */
    size_t instructions; /* of a code object, for line_of_code */
    size_t characters;   /* of a text in ASCII */
};

#define NO_RECORD SIZE_MAX
#define NO_OWNER SIZE_MAX

static struct layout layout;
static bool is_known;

/* ---- Layouts --------------------------------------------------------------------------------- */

/* These versions do not say where things lie, and are changed no more. */
static const struct layout python_3_10 = {
    8, NO_RECORD, 24, 24, 32, NO_OWNER, 104, 112, 0, 0, 48,
};
static const struct layout python_3_11 = {
    8, 56, 8, 48, 32, NO_OWNER, 112, 128, 56, 184, 48,
};
static const struct layout python_3_12 = {
    8, 56, 0, 8, 0, 70, 112, 128, 0, 0, 40,
};

/*
 * Since 3.13 _PyRuntime begins with a table for debuggers: eight letters, the version, whether the
 * interpreter does without its lock, and the places, eight bytes each. The table itself differs
 * from version to version.
 */
struct places {
    size_t frame, previous, code, owner, file, function, type;
};
static const struct places places_3_13 = {184, 232, 240, 264, 280, 296, 360};
static const struct places places_3_14 = {208, 256, 264, 288, 320, 336, 408};

#define LETTERS "xdebugpy"
#define WITHOUT_LOCK 16

static uint64_t number_at(const char *table, size_t place)
{
    uint64_t number;
    memcpy(&number, table + place, sizeof number);
    return number;
}

static bool read_table(const char *table, const struct places *places)
{
    if (table == NULL || memcmp(table, LETTERS, sizeof LETTERS - 1) != 0 ||
        number_at(table, WITHOUT_LOCK) != 0)
        return false;
    layout = (struct layout){
        .type = number_at(table, places->type),
        .record = NO_RECORD,
        .frame = number_at(table, places->frame),
        .previous = number_at(table, places->previous),
        .code = number_at(table, places->code),
        .owner = number_at(table, places->owner),
        .file = number_at(table, places->file),
        .function = number_at(table, places->function),
        .characters = 40,
    };
    /* A table of another form than the version's would be read at the wrong places. */
    return layout.type == sizeof(void *);
}

static bool take_layout(const struct layout *known)
{
    layout = *known;
    return true;
}

static bool find_layout(long minor)
{
    const char *table = dlsym(RTLD_DEFAULT, "_PyRuntime");
    switch (minor) {
    case 10: return take_layout(&python_3_10);
    case 11: return take_layout(&python_3_11);
    case 12: return take_layout(&python_3_12);
    case 13: return read_table(table, &places_3_13);
    case 14: return read_table(table, &places_3_14);
    default: return false;
    }
}

static void *symbol(const char *name)
{
    return dlsym(RTLD_DEFAULT, name);
}

static bool find_api(void)
{
    *(void **)&api.is_initialized = symbol("Py_IsInitialized");
    *(void **)&api.version = symbol("Py_GetVersion");
    *(void **)&api.thread_state = symbol("PyGILState_GetThisThreadState");
    *(void **)&api.line_of_code = symbol("PyCode_Addr2Line");
    *(void **)&api.length = symbol("PyUnicode_GetLength");
    *(void **)&api.character = symbol("PyUnicode_ReadChar");
    api.code_type = symbol("PyCode_Type");
    api.text_type = symbol("PyUnicode_Type");
    return api.is_initialized != NULL && api.version != NULL && api.thread_state != NULL &&
           api.line_of_code != NULL && api.length != NULL && api.character != NULL &&
           api.code_type != NULL && api.text_type != NULL;
}

/* What tells the line of a frame; 3.11 has no such function. */
static bool find_line_of_frame(long minor)
{
    const char *name = minor == 10 ? "PyFrame_GetLineNumber"
                                   : "PyUnstable_InterpreterFrame_GetLine";
    *(void **)&api.line_of_frame = minor == 11 ? NULL : symbol(name);
    return minor == 11 || api.line_of_frame != NULL;
}

void python_calls_prepare(void)
{
    char *end = NULL;
    if (!find_api() || strncmp(api.version(), "3.", 2) != 0)
        return;
    long minor = strtol(api.version() + 2, &end, 10);
    is_known = find_layout(minor) && find_line_of_frame(minor);
}

uintptr_t python_calls_interpreter(void)
{
    return (uintptr_t)api.thread_state;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static const void *pointer_at(const void *object, size_t place)
{
    const void *pointer;
    memcpy(&pointer, (const char *)object + place, sizeof pointer);
    return pointer;
}

/* The lowest bits of a reference say how it is counted (3.14). */
static const void *object_at(const void *holder, size_t place)
{
    return (const void *)((uintptr_t)pointer_at(holder, place) & ~(uintptr_t)7);
}

static bool is_a(const void *object, const void *type)
{
    return object != NULL && pointer_at(object, layout.type) == type;
}

static const void *innermost_frame(void)
{
    const void *thread = is_known && api.is_initialized() ? api.thread_state() : NULL;
    if (thread != NULL && layout.record != NO_RECORD)
        thread = pointer_at(thread, layout.record);
    return thread != NULL ? pointer_at(thread, layout.frame) : NULL;
}

/* What the interpreter puts between its own functions since 3.12 is owned by the C stack. */
#define OWNED_BY_C 3

static const void *code_of(const void *frame)
{
    if (layout.owner != NO_OWNER && ((const unsigned char *)frame)[layout.owner] >= OWNED_BY_C)
        return NULL;
    const void *code = object_at(frame, layout.code);
    return is_a(code, api.code_type) && is_a(pointer_at(code, layout.file), api.text_type) &&
                   is_a(pointer_at(code, layout.function), api.text_type)
               ? code
               : NULL;
}

static int line_of(const void *frame, const void *code)
{
    const char *instructions = (const char *)code + layout.instructions;
    int line = api.line_of_frame != NULL
                   ? api.line_of_frame(frame)
                   : api.line_of_code(
                         code,
                         (int)((const char *)pointer_at(frame, layout.instruction) - instructions));
    return line > 0 ? line : 0;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Memory for a text; what does not fit is left out. */
struct output {
    char *text;
    size_t size;
    size_t length;
    bool is_full;
};

static void put_byte(struct output *out, unsigned byte)
{
    if (out->length + 1 < out->size)
        out->text[out->length++] = (char)byte;
    else
        out->is_full = true;
}

/* As UTF-8. What would end a field, and halves of a pair, become a question mark. */
static void put_character(struct output *out, uint32_t character)
{
    if (character < 0x20 || character == 0x7f || (character >= 0xd800 && character < 0xe000))
        character = '?';
    if (character < 0x80) {
        put_byte(out, character);
        return;
    }
    static const unsigned first[] = {[1] = 0xc0, [2] = 0xe0, [3] = 0xf0};
    unsigned following = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    put_byte(out, first[following] | character >> (6 * following));
    while (following-- > 0)
        put_byte(out, 0x80 | (character >> (6 * following) & 0x3f));
}

static void put_text(struct output *out, const void *text)
{
    intptr_t length = api.length(text);
    for (intptr_t i = 0; i < length && !out->is_full; i++)
        put_character(out, api.character(text, i));
}

static const char *file_in(const char *text)
{
    return strchr(text, '\t') + 1;
}

/* "<frozen importlib._bootstrap>" is the interpreter itself. */
static bool is_frozen(const char *file)
{
    static const char frozen[] = "<frozen ";
    return strncmp(file, frozen, sizeof frozen - 1) == 0;
}

/* The digits of a number as they are read, and their count. */
static size_t digits_of(int number, char digits[10])
{
    size_t count = 0;
    for (int rest = number; count == 0 || rest > 0; rest /= 10)
        count++;
    for (size_t i = count; i-- > 0; number /= 10)
        digits[i] = (char)('0' + number % 10);
    return count;
}

size_t python_call_write(const struct python_call *call, char *text, size_t size)
{
    struct output out = {.text = text, .size = size};
    char digits[10];
    size_t count = digits_of(call->line, digits);
    put_text(&out, pointer_at(call->code, layout.function));
    put_byte(&out, '\t');
    put_text(&out, pointer_at(call->code, layout.file));
    put_byte(&out, '\t');
    for (size_t i = 0; i < count; i++)
        put_byte(&out, (unsigned char)digits[i]);
    put_byte(&out, '\n');
    text[out.length] = '\0';
    return out.is_full || is_frozen(file_in(text)) ? 0 : out.length;
}

/* Behind a field that has the characters of an object; NULL when it has others. */
static const char *skip_field(const char *text, const void *object)
{
    size_t length = (size_t)api.length(object);
    if (strlen(text) <= length ||
        memcmp(text, (const char *)object + layout.characters, length) != 0)
        return NULL;
    return text[length] == '\t' ? text + length + 1 : NULL;
}

bool python_call_is(const struct python_call *call, const char *text)
{
    char digits[10];
    size_t count = digits_of(call->line, digits);
    const char *rest = skip_field(text, pointer_at(call->code, layout.function));
    rest = rest != NULL ? skip_field(rest, pointer_at(call->code, layout.file)) : NULL;
    return rest != NULL && strncmp(rest, digits, count) == 0 && rest[count] == '\n';
}

size_t python_calls_here(struct python_call calls[PYTHON_CALLS])
{
    size_t count = 0;
    const void *frame = innermost_frame();
    while (frame != NULL && count < PYTHON_CALLS) {
        const void *code = code_of(frame);
        if (code != NULL)
            calls[count++] = (struct python_call){code, line_of(frame, code)};
        frame = pointer_at(frame, layout.previous);
    }
    return count;
}
