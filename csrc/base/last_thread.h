/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A process whose main function ends by pthread_exit ends with its last thread: the C library calls
 * exit on that thread, or on the main thread if no other is left. Destructors run there, and do not
 * count as a thread any more: when one of them calls this library, which starts a thread, the end
 * of that thread is the last once more, and ends the process in the middle of the destructor.
 */
#ifndef ACLNN_PY_BASE_LAST_THREAD_H
#define ACLNN_PY_BASE_LAST_THREAD_H

/*
 * To be called before a thread is started. Where the calling thread may be one that has ended in
 * the sense above, starts a thread that stays until the calling one is gone, in the same mode and
 * with the same signals blocked.
 */
void last_thread_guard(void);

#endif
