/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings: what a program does wrong and CANN lets pass, so that no status can say it. They are
 * lines of ACLNN_LOG=finding, and of the file that ACLNN_FINDINGS names, which `aclnn run --strict`
 * reads when the program has ended.
 *
 * A file whose name ends with ".jsonl" has an object a line. Its "kind" is one of those below, or
 *
 *     begin   a process uses the library for the first time
 *     incomplete  not everything could be looked at: "text" says what
 *     total   how often the call failed that has the same "number", and how often the program said
 *             that this was to be expected (aclnn_ext/finding.h)
 *     end     the process ends. Without it there may be more than could be written, and nobody
 *             has looked at what is left
 */
#ifndef ACLNN_PY_BASE_FINDING_H
#define ACLNN_PY_BASE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct call_stack;

enum finding_kind {
    FINDING_ORDER,     /* a call outside of aclInit and aclFinalize */
    FINDING_LEAK,      /* what was never given back */
    FINDING_BEYOND,    /* more used than was asked for, in pages that a device would give */
    FINDING_WORKSPACE, /* an output in the workspace of its own call */
    FINDING_DESTROYED, /* a tensor or an array that phase two reads on a device, and that is gone */
    FINDING_OVERWRITE, /* bytes behind the end of an allocation */
    FINDING_ACCESS,    /* device memory touched by the host */
    FINDING_RACE,      /* two accesses of the same memory that nothing orders */
    FINDING_UNFETCHED, /* a failure on a stream that no synchronize returned */
    FINDING_DROPPED,   /* work that ended with its stream */
    FINDING_MASK,      /* a mask that is not the one its mode stands for */
    FINDING_FAILURE,   /* a call that failed, of which nobody may have taken note */
    FINDING_LENGTH,    /* an output with more or fewer elements than there are numbers for it */
    FINDING_NAN,       /* the first NaN or infinity of a calculation */
};

/* Whether findings are wanted: by ACLNN_LOG or ACLNN_FINDINGS. */
bool finding_wanted(void);

/* Tells a finding. Its text begins with the API call that runs on this thread; with it go the stack
 * of that call and the notes of this thread. */
void finding(enum finding_kind kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same as finding, for another call than the one that runs: its name, and where it was made. */
void finding_about(enum finding_kind kind, const char *call, const struct call_stack *where,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same as finding, for another place than the call that runs. */
void finding_at(enum finding_kind kind, const struct call_stack *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as finding_at, for damage that has been done already: it is written to standard error in
 * any case. */
void finding_damage(enum finding_kind kind, const struct call_stack *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as finding_about for what was asked for: on standard error where there is no file. */
void finding_asked_about(enum finding_kind kind, const char *call, const struct call_stack *where,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Other calls that have to do with what may become a finding on this thread: "aclrtFree" that
 * "freed it". Nothing is noted without a stack (call_stack_here).
 */
#define FINDING_NOTES 4

struct finding_note {
    const char *call;
    const char *what;
    const struct call_stack *stack;
};

struct finding_notes {
    bool is_asked_for; /* the failure comes from ACLNN_FAULT */
    size_t count;
    struct finding_note list[FINDING_NOTES];
};

void finding_note(const char *call, const char *what, const struct call_stack *stack);

/* Says that the next failure on this thread comes from ACLNN_FAULT. */
void finding_is_asked_for(void);
bool finding_was_asked_for(void);

/* Drops the notes of this thread, because a new call or task begins. */
void finding_forget_notes(void);

/* Moves the notes of this thread, on which work failed, to the thread that will tell it. */
void finding_take_notes(struct finding_notes *notes);
void finding_give_notes(const struct finding_notes *notes);

/* The number of a new finding, for failure.c: when the process ends, the total is told under it. */
uint64_t finding_next_number(void);
void finding_failure(uint64_t number, int status, const struct call_stack *where,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
void finding_total(uint64_t number, const char *call, int status, uint64_t times,
                   uint64_t expected);

/* Says that not everything could be looked at. `aclnn run --strict` tells it. */
void finding_incomplete(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the search for findings. */
void finding_end(void);

#endif
