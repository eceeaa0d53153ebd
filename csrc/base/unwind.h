/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls on the stack of this thread, faster than backtrace finds them: what .eh_frame says of a
 * return address is read once and kept until an object is loaded or closed. Needs no lock of its
 * own and no memory, and may be interrupted by itself.
 *
 * Only frames as compilers commonly make them are understood, and those of x86-64: the frame ends
 * at a fixed distance from rsp or rbp. All others (of signals, of code without .eh_frame, with a
 * realigned argument pointer) are left to backtrace.
 */
#ifndef ACLNN_PY_BASE_UNWIND_H
#define ACLNN_PY_BASE_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Calls `take` with the last byte of each call instruction, the caller's own call first, until it
 * returns false or the stack ends. False when a frame of another kind comes before that: what was
 * taken so far is right, and not all.
 */
bool unwind(bool (*take)(uintptr_t call, void *context), void *context);

#endif
