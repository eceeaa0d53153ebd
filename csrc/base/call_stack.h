/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where in the program something happened: the calls that led into the library, the innermost
 * first, without the library's own. They are addresses until somebody wants to read them.
 */
#ifndef ACLNN_PY_BASE_CALL_STACK_H
#define ACLNN_PY_BASE_CALL_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/python_calls.h"

#define CALL_STACK_FRAMES 12
#define CALL_STACK_TOLD PYTHON_CALLS

struct call_stack {
    size_t count;
    uintptr_t frames[CALL_STACK_FRAMES]; /* an address within each call */
    size_t told_count;
    /* The calls of an interpreter that led to these, each text one or more of them, as lines that
       call_stack_set_caller takes. */
    const char *told[CALL_STACK_TOLD];
};

/* call_stack_here works between start and stop. A thread that may load libraries starts it, once;
 * it is stopped when the program has ended. */
void call_stack_start(void);
void call_stack_stop(void);

/*
 * The calls that led here. The same calls give the same pointer, which stays valid. NULL in threads
 * of the library, in forked children, and where nothing was started.
 */
const struct call_stack *call_stack_here(void);

/*
 * The calls of an interpreter that led here, the innermost first, at most so many texts as lines
 * that call_stack_set_caller takes; they stay valid. Returns their number: 0 outside of Python and
 * in forked children. Works once call_stack_prepare was called.
 */
size_t call_stack_python(const char *told[], size_t most);

/* Sets the text that stands in place of this thread's stack (aclnn_ext/finding.h). The text is
 * copied. */
void call_stack_set_caller(const char *calls);

/*
 * The calls that led to an instruction that faulted, for the handler of the signal, once it was
 * started or call_stack_prepare was called. Needs no memory and no lock. Those of Python are told
 * of the first fault only.
 */
struct unwind_place;
void call_stack_of_fault(const struct unwind_place *fault, struct call_stack *out);
void call_stack_prepare(void);

/* What is known of an address without reading files. */
struct call_frame {
    const char *object;   /* the program or library that the address lies in; "" when unknown */
    uintptr_t address;    /* the address as addr2line expects it for that file */
    const char *function; /* the function's linker name when it is exported; otherwise "" */
    size_t offset;        /* the distance from the function's start */
};

void call_frame_find(uintptr_t frame, struct call_frame *out);

#endif
