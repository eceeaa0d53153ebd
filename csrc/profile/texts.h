/* SPDX-License-Identifier: Apache-2.0 */
/* Texts with a number each, by which programs name them when they report something themselves. */
#ifndef ACLNN_PY_PROFILE_TEXTS_H
#define ACLNN_PY_PROFILE_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/* The number of a text: the same for the same bytes in every process. It is never 0. The text is
 * remembered; beyond 65,536 of them, or without memory, it is not. */
uint64_t texts_number(const char *text, size_t length);

/* The text of a number, which lasts; NULL: none was remembered. */
const char *texts_find(uint64_t number);

#endif
