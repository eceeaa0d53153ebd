/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of Python that this thread is in, for programs whose calls come from an extension
 * module, ctypes or a plug-in: on the C stack there is only the interpreter.
 */
#ifndef ACLNN_PY_BASE_PYTHON_CALLS_H
#define ACLNN_PY_BASE_PYTHON_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than these are not told. */
#define PYTHON_CALLS 20

/* A function of Python, and the line in it. It lasts while the thread does not return to it. */
struct python_call {
    const void *code;
    int line; /* 0: not known */
};

/* Looks for an interpreter in the process. Called once, before the others. */
void python_calls_prepare(void);

/* An address in the interpreter; 0 when there is none. */
uintptr_t python_calls_interpreter(void);

/*
 * Finds the calls, the innermost first, and returns their number: 0 outside of Python, and for
 * interpreters other than CPython 3.10 to 3.14 with its lock.
 *
 * It neither takes nor needs that lock, which a function that was called without it must not wait
 * for: its caller may hold what the owner of the lock waits for. It reads only what belongs to this
 * thread and does not change while the thread is here. Needs no memory: a handler of a signal may
 * call it.
 */
size_t python_calls_here(struct python_call calls[PYTHON_CALLS]);

/*
 * Writes "function\tfile\tline\n", as aclnnExtSetCaller takes it, and returns its length: 0 for a
 * function of the interpreter itself, and where there is no room.
 */
size_t python_call_write(const struct python_call *call, char *text, size_t size);

/* Whether that would write this text, found out faster; false also when it would take as long. */
bool python_call_is(const struct python_call *call, const char *text);

#endif
