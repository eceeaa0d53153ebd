/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The control line of a rank: the connection to where the ranks met, which stays open. It tells
 * which ranks have gone, and carries the word that a communicator is broken. A communicator and its
 * sub-communicators share one.
 */
#ifndef ACLNN_PY_HCCL_LINE_H
#define ACLNN_PY_HCCL_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line;

enum line_state { LINE_PRESENT, LINE_LEFT, LINE_GONE };

/* Takes the connection of rank `rank` over, and is the caller's. processes says in which process
 * each rank is, and `meeting` in which they met. NULL, with a report, when memory is short. */
struct line *line_open(int file, uint32_t size, uint32_t rank, const uint64_t *processes,
                       uint64_t meeting);

void line_retain(struct line *line);

/* The last one who uses it says that the rank has ended its communicator. */
void line_release(struct line *line);

/* What has become of a rank; *since is when it left (monotonic_nanoseconds). */
enum line_state line_look(struct line *line, uint32_t rank, int64_t *since);

/* Breaks the communicators of this line, here and for all other ranks; the first word counts. */
void line_break(struct line *line, const char *why);

bool line_is_broken(const struct line *line);

/* Why it is broken. */
void line_why(struct line *line, char *out, size_t size);

#endif
