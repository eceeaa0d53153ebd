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
    FINDING_NAN,       /* the first NaN or infinity of a calculation */
};

/* Whether anybody wants to know. */
bool finding_wanted(void);

/*
 * A finding, with the API call that runs on this thread in front. It says where that was called,
 * and what this thread has noted.
 */
void finding(enum finding_kind kind, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same about another call than the one that runs: its name, and where it was made. */
void finding_about(enum finding_kind kind, const char *call, const struct call_stack *where,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same about another place than the call that runs. */
void finding_at(enum finding_kind kind, const struct call_stack *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for damage that was done already: it is written to standard error in any case. */
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
    bool is_asked_for; /* by ACLNN_FAULT */
    size_t count;
    struct finding_note list[FINDING_NOTES];
};

void finding_note(const char *call, const char *what, const struct call_stack *stack);

/* The failure that comes is one that ACLNN_FAULT has asked for. */
void finding_is_asked_for(void);
bool finding_was_asked_for(void);

/* What was noted belongs to something else: a call or a task begins. */
void finding_forget_notes(void);

/* Takes the notes from the thread where work failed to the one that is told. */
void finding_take_notes(struct finding_notes *notes);
void finding_give_notes(const struct finding_notes *notes);

/* For failure.c: a finding that has a number, so that its total can be told when the process ends.
 */
uint64_t finding_next_number(void);
void finding_failure(uint64_t number, int status, const struct call_stack *where,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
void finding_total(uint64_t number, const char *call, int status, uint64_t times,
                   uint64_t expected);

/* Not everything could be looked at: `aclnn run --strict` says so. */
void finding_incomplete(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Nothing more is looked for. */
void finding_end(void);

#endif
