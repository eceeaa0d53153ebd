/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The fuzz target: bytes that decode to a sequence of calls. What its files share.
 *
 * An input is a row of pieces of PIECE bytes, cut short at the end. The first byte of a piece
 * chooses the call, the others its arguments: handles out of a small pool (live, destroyed, of
 * another kind, made up, NULL), addresses, and numbers, which are small or come from a dictionary
 * of nasty ones. After each call its status must be one that the headers name, and a failure must
 * have left a text. At the end everything is destroyed and nothing may be left.
 *
 * fuzz.c      the target, acl and aclnn calls
 * extension.c the operators that CANN does not have
 * declared.c  the operators that csrc/ops declares
 * infini.c    infinirt and infiniop calls
 * mutate.c    a main of its own with mutations, where there is no libFuzzer
 */
#ifndef ACLNN_PY_TESTS_FUZZ_FUZZ_H
#define ACLNN_PY_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"

#define PIECE 24
#define MOST_PIECES 64

/* The largest launch, in elements of its operands, that an input may run. */
#define MOST_WORK 65536

/* The arguments of one call. Reading past the end gives zeros. */
struct arguments {
    const uint8_t *bytes;
    size_t left;
};

uint8_t take_byte(struct arguments *a);

/* A small number, or one of the dictionary. */
uint64_t take_number(struct arguments *a);

/* Below limit. */
size_t take_below(struct arguments *a, size_t limit);

/* True once in `often` times. */
bool take_chance(struct arguments *a, unsigned often);

/* The out pointer, or sometimes NULL. */
void *take_out(struct arguments *a, void *out);

/* Host memory that copies may read and write; `left` receives the bytes to its end. */
void *take_host(struct arguments *a, size_t *left);

/* Device memory: live, freed, inside, past the end, or NULL. */
void *take_device(struct arguments *a);

/* The same, or any address: for calls that never take it as host memory. */
void *take_address(struct arguments *a);

/* An allocation of the pool with a guard behind it; NULL when pool or device are full. */
char *device_malloc(size_t size);

/* Like a size for host memory of `left` bytes: it fits, or no device has as many bytes. */
size_t take_size(struct arguments *a, size_t left);

/* What a view covers. Elements saturate at MOST_WORK + 1. low and high: bytes from its address. */
struct extent {
    uint64_t elements;
    __int128 low;
    __int128 high;
};

void measure(struct extent *e, size_t rank, const int64_t *dims, const int64_t *strides,
             int64_t offset, size_t element);

/* More bytes than a device of the test has. */
bool is_beyond_device(const struct extent *e);

/* Looks at what a call returned; give the status back. */
int acl_returned(int line, const char *call, int status);
int aclnn_returned(int line, const char *call, int status);
int infini_returned(int line, const char *call, int status);

#define ACL(call) acl_returned(__LINE__, #call, (call))
#define ACLNN(call) aclnn_returned(__LINE__, #call, (call))
#define INFINI(call) infini_returned(1000 + __LINE__, #call, (int)(call))

/* Ends the process: the library broke a promise. */
#define MUST(condition)                                     \
    do {                                                    \
        if (!(condition))                                   \
            broken_promise(__FILE__, __LINE__, #condition); \
    } while (0)

void broken_promise(const char *file, int line, const char *what) __attribute__((noreturn));

/* What an input has done that the checks at its end must know. */
struct history {
    bool moved; /* devices or contexts changed: streams, events and memory may be gone */
    bool loose; /* a made-up handle may have been a live one */
    bool raced; /* memory was released: guards may lie where a tensor or queued work writes */
};

extern struct history history;

/* A tensor of the pool, or a handle that is none. */
aclTensor *take_tensor(struct arguments *a);

/* A new tensor of one or two dimensions with memory of its own, or one that something spoiled. */
aclTensor *take_operand(struct arguments *a, const int64_t *shape, size_t rank, aclDataType type);

/* False for no tensor. */
bool extent_of(const aclTensor *tensor, struct extent *e);

/* The call of extension.c. */
void call_extension(struct arguments *a);

/* The call of declared.c. */
void call_declared(struct arguments *a);

/* Calls of infini.c: one of `infini_call_count`, and the end of an input. */
extern const size_t infini_call_count;
void infini_call(size_t number, struct arguments *a);
void infini_end(void);

/* Told of everything that tells two runs apart; a driver that wants to know defines it. */
void fuzz_feature(uint32_t feature) __attribute__((weak));

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
