/* SPDX-License-Identifier: Apache-2.0 */
/* Loading of other libraries: where this one lies, and settings that they read while they are
 * loaded. */
#ifndef ACLNN_PY_BASE_LOADING_H
#define ACLNN_PY_BASE_LOADING_H

#include <limits.h>
#include <stdbool.h>

/* Finds the directory of the file that holds this library; false when /proc does not say it. */
bool loading_own_directory(char directory[PATH_MAX]);

/*
 * Calls a function with other variables in the environment: with those of `settings`
 * ("NAME=value"), and without those that begin with a text of `hidden`. Both lists end with NULL;
 * the texts of `settings` must stay. Returns what the function returns; NULL without calling it
 * when memory is short. One thread at a time.
 */
void *loading_with_settings(char *const *settings, const char *const *hidden,
                            void *(*act)(void *argument), void *argument);

#endif
