/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the program that a call of the API calls at once. */
#ifndef ACLNN_PY_RUNTIME_STREAM_PROGRAM_CALL_H
#define ACLNN_PY_RUNTIME_STREAM_PROGRAM_CALL_H

/* Calls it, with no lock held. What it does changes neither the call that runs, in texts and
 * traces, nor the last failure of the thread. */
void program_call(void (*function)(void *), void *data);

#endif
