/* SPDX-License-Identifier: Apache-2.0 */
/* Walks the calls on the stack of this thread, faster than backtrace does: what .eh_frame says of a
 * return address is read once and kept until an object is loaded or closed. It takes no lock of its
 * own and no memory, and may be interrupted by itself.
 *
 * Only frames as compilers commonly make them are understood, and those of x86-64: the frame ends
 * at a fixed distance from rsp or rbp. All others (of signals, of code without .eh_frame, with a
 * realigned argument pointer) are left to backtrace.
 *
 * What objects say of their frames may be wrong. Only memory of the object itself is read for it,
 * and a frame counts where it lies on the stack: in the pages that follow each other upwards from
 * the innermost frame.
 */
#ifndef ACLNN_PY_BASE_UNWIND_H
#define ACLNN_PY_BASE_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

enum unwind_end {
    UNWIND_ALL,     /* to the end of the stack, or as far as `take` wanted */
    UNWIND_FOREIGN, /* up to a frame of another kind: what was taken is right, and not all */
    UNWIND_WRONG,   /* up to one that says of itself what cannot be: backtrace would follow it */
};

/* Takes the last byte of a call instruction; false when that is enough. */
typedef bool unwind_take(uintptr_t call, void *context);

/* Calls `take` with each call, the caller's own first. */
enum unwind_end unwind(unwind_take *take, void *context);

/* Where a thread stood when a signal came: the instruction, and two of its registers. */
struct unwind_place {
    uintptr_t instruction;
    uintptr_t rsp;
    uintptr_t rbp;
};

/* The same from there on, for the handler of the signal; the instruction itself is the first. */
enum unwind_end unwind_from(const struct unwind_place *place, unwind_take *take, void *context);

#endif
