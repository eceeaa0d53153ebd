/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The L0 list: what an aclnn call becomes in CANN's phase one.
 *
 * CANN turns a call into small operators ("level 0") that hand tensors to each other. An operator
 * of this library describes its list with the functions of l0_operators.h, one call for each that
 * CANN makes, in CANN's order; planner.h then lays the list out and gives the workspace size.
 *
 * Two read it: the planner for bytes, from the operators, and the executor for work, from the
 * steps. They differ where the device copies only because its kernels want dense tensors, or writes
 * a result straight to its place: Contiguous is an operator and no step, a store may be a step and
 * no operator.
 *
 * A list works on figures alone: no memory is touched, and its cost does not depend on how large
 * the tensors are. The first error stays in the list, and everything after it does nothing; so
 * callers test once, at the end.
 */
#ifndef ACLNN_PY_WORKSPACE_L0_H
#define ACLNN_PY_WORKSPACE_L0_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "base/arena.h"
#include "base/soc.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

/* No tensor: the result of every call after an error, and the end of an array of tensors. It may be
 * looked up: list->tensors has a tensor without dimensions there. */
#define L0_NONE (-1)

/* A set of data types: bit t is data type t. */
#define L0_TYPE(type) ((uint64_t)1 << (type))

/* Whether a set has the type. No set has ACL_DT_UNDEFINED (-1). */
static inline bool l0_has_type(uint64_t types, aclDataType type)
{
    return type >= 0 && type < 64 && (types >> type & 1) != 0;
}

/* Names of assumptions: what sizes rest on besides public facts. */
#define L0_ASSUME_SORT "sort"
#define L0_ASSUME_TRANSPOSE "transpose"
#define L0_ASSUME_SLICE "slice"
#define L0_ASSUME_950_AS_STRIDED "950:AsStrided=16MiB"
#define L0_ASSUME_950_BROADCAST_TO "950:BroadcastTo=16MiB"
#define L0_ASSUME_950_SLICE "950:Slice=16MiB"
#define L0_ASSUME_950_STRIDED_SLICE "950:StridedSlice=16MiB"
#define L0_ASSUME_950_TRANSPOSE "950:Transpose=16MiB"
#define L0_ASSUME_STORAGE "storage"

/* The most assumptions that one list can rest on. */
#define L0_MAX_ASSUMPTIONS 16

enum l0_engine { L0_AI_CORE, L0_AI_CPU, L0_COPY };

enum l0_kind {
    L0_USER,      /* the caller's tensor, or one whose contents go to the caller's memory */
    L0_HOST,      /* a constant in host memory */
    L0_DEVICE,    /* in the workspace, from when an operator writes it */
    L0_WORKSPACE, /* the workspace of a kernel, while it runs */
};

/* ---- The table of L0 operators; rows are made from the [l0.*] tables of csrc/ops ------------- */

enum l0_work {
    L0_WORK_VECTOR, /* a vector operation on every element */
    L0_WORK_FOLD,   /* a vector operation that folds dimensions */
    L0_WORK_FILL,   /* writes its input, broadcast to the output */
    L0_WORK_STEPS,  /* done by steps of other rows, which the list function appends */
    L0_WORK_VIEW,   /* none: its output has the elements of its input, in the same sequence */
    L0_WORK_COPY,   /* moves elements between views */
    L0_WORK_RUN,    /* a function of its own */
    L0_WORK_ROWS,   /* a formula with folds */
};

/* The terms of a formula, computed one after another; build_support/operators/formula.py reads
 * them. */
enum l0_term_kind {
    L0_TERM_INPUT,
    L0_TERM_NUMBER,
    L0_TERM_COUNT,    /* how many elements are folded */
    L0_TERM_POSITION, /* the position of the element among those that are folded */
    L0_TERM_APPLY,
    L0_TERM_FOLD,
    L0_TERM_CAST,
};

struct l0_term {
    enum l0_term_kind kind;
    int operation;    /* VECTOR_..., for APPLY and FOLD */
    aclDataType type; /* for CAST, and for a FOLD to another type than the input's */
    double number;    /* for NUMBER */
    int input_count;
    int inputs[6]; /* indices of earlier terms */
};

/* A formula over the dimensions that its attributes, an l0_fold, name. The first input has the
 * shape of the elements; the others are broadcast to it, or are constants. Halves are computed as
 * float32. Without attributes nothing is folded and all inputs are broadcast to the output. */
struct l0_rows {
    int input_count; /* the first terms are the inputs */
    int term_count;
    const struct l0_term *terms;
    int output_count;
    const int *outputs; /* indices of terms */
};

struct l0_run;
struct l0_copy;
struct l0_list;

/* The tiling of a fold on Ascend950: how its kernel cuts the work. It adds the kernel's workspace
 * and the figures that it follows from to the operator that was appended last, which folds these
 * dims of a tensor. Returns false and adds nothing where that is not known. */
typedef bool l0_tiling(struct l0_list *list, int tensor, uint64_t folded);

struct l0_row {
    const char *name; /* CANN's operator type: "Add" */
    enum l0_work work;
    int operation;                      /* VECTOR_..., for L0_WORK_VECTOR and L0_WORK_FOLD */
    const struct l0_copy *const *copy;  /* for L0_WORK_COPY, one a level: executor/copies.h */
    const struct l0_run *const *run;    /* for L0_WORK_RUN, one a level: executor/schedule.h */
    const struct l0_rows *rows;         /* for L0_WORK_ROWS */
    l0_tiling *tiling;                  /* for folds whose tiling is known; otherwise NULL */
    uint64_t ai_core[ARCHITECTURES];    /* bit t: the AI cores have a kernel for data type t */
    int64_t workspace[ARCHITECTURES];   /* bytes of workspace that its kernel on the AI cores asks
                                         * for; -1: none, or by its tiling */
    const char *assumed[ARCHITECTURES]; /* the assumption that its size on an architecture rests on;
                                         * NULL: none but public facts */
};

/* ---- The list -------------------------------------------------------------------------------- */

/* A tensor object. Several objects may be views of one storage, which is the first of them: reading
 * or writing any of them uses that storage. All objects are dense but the views of the caller's
 * tensors. */
struct l0_tensor {
    const char *name;           /* what it holds, as in "grad" */
    const struct tensor *given; /* the caller's tensor with its view; NULL for all others */
    const void *value;          /* the value of a constant in host memory; NULL where nothing here
                                 * reads it */
    enum l0_kind kind;          /* for the storage: see l0_kind() */
    aclDataType type;
    int32_t rank; /* -1: a number of bytes whose shape does not matter */
    const int64_t *dims;
    int64_t elements;
    uint64_t bytes;
    int storage;
    int source; /* for a copy that only the device makes: the tensor with the same elements in the
                 * same sequence; else L0_NONE */
    int whole;  /* the tensor that this one is a part of along a dimension, or L0_NONE */
    int32_t part_dim;
    int64_t part_first;
    bool is_placed; /* set by the planner */
};

struct l0_operator {
    const char *name; /* CANN's operator type: "Cast" */
    enum l0_engine engine;
    int input_count;
    int output_count;
    int workspace_count;
    int *inputs;
    int *outputs;
    int *workspaces;
};

/* What the executor reads: what the list computes, step by step. */
enum l0_step_kind {
    L0_STEP_APPLY, /* does the work of a row */
    L0_STEP_CAST,  /* writes the input in the output's type */
    L0_STEP_STORE, /* writes the input to the caller's tensor */
    L0_STEP_EACH,  /* does a row's vector work on every member of tensor lists */
};

struct l0_step {
    enum l0_step_kind kind;
    const struct l0_row *row; /* for L0_STEP_APPLY */
    int input_count;
    int output_count;
    int *inputs;
    int *outputs;
    const void *attributes; /* l0_fold for a fold and for a formula, l0_each for tensor lists,
                             * otherwise the row's own */
};

/* Attributes of a fold, and of a formula. */
struct l0_fold {
    uint64_t dims; /* bit d: dimension d of the input is folded */
};

/* Attributes of work on tensor lists. The inputs are the members of the first list, then those of
 * the next and so on, then the inputs that all members share. The outputs are the caller's, one a
 * member. */
struct l0_each {
    int count;          /* members of each list */
    int lists;          /* number of lists that are read */
    int factors;        /* how many of the lists, the last ones, have one element a member */
    bool is_spread;     /* those lists are one tensor, with element i for member i; otherwise its
                         * first element is for all members */
    bool factors_first; /* the row's work takes those lists before the others */
};

/* One figure of a kernel's tiling, under the vendor's name. words describe the figures that people
 * look for first. */
struct l0_figure {
    int operator; /* the index of the operator that it belongs to */
    const char *name;
    const char *words;
    int64_t value;
};

struct l0_list {
    struct arena *arena; /* the arena of everything below */
    const struct soc *soc;
    enum soc_architecture architecture;
    bool deterministic;
    bool for_longest;          /* kernels are asked what they take for the longest sequences */
    bool wants_figures;        /* the figures will be read */
    bool doubts_copies;        /* nobody has executed this call's copies on Ascend950, so each is an
                                * assumption */
    bool asks_nothing;         /* the vendor answers 0 bytes, whatever the operators ask for */
    aclnnStatus status;        /* the first error; it has been reported unless is_too_large */
    bool is_too_large;         /* a tensor's bytes do not fit into 63 bits */
    bool depends_on_addresses; /* with tensors at other addresses the list may be another one */
    bool changes_operands;     /* what it says of an operand is not what it was made from */
    int assumption_count;
    const char *assumptions[L0_MAX_ASSUMPTIONS];
    int operator_count;
    int tensor_count;
    int step_count;
    int figure_count;
    int operator_room;
    int tensor_room;
    int step_room;
    int figure_room;
    struct l0_operator *operators;
    struct l0_tensor none;     /* tensors[L0_NONE] of a list without others */
    struct l0_tensor *tensors; /* from L0_NONE */
    struct l0_step *steps;
    struct l0_figure *figures;
};

/* Begins an empty list for a product. */
void l0_start(struct l0_list *list, struct arena *arena, const struct soc *soc, bool deterministic);

/*
 * A piece of the list's arena, contents undefined; NULL after an error, which memory that is short
 * is too.
 */
void *l0_take(struct l0_list *list, size_t size);

/* The error of a list that is short of memory; reports it where there is none yet. NULL. */
void *l0_no_memory(struct l0_list *list);

/* Makes room for so many more tensors at once, for lists of thousands. */
void l0_expect(struct l0_list *list, int tensors);

/* ---- Tensors: each gives the position of a tensor object, or L0_NONE after an error ---------- */

/* A tensor of the caller's. */
int l0_user_tensor(struct l0_list *list, const char *name, const struct tensor *tensor);

/* A dense tensor without memory yet: it takes workspace once an operator writes it. */
int l0_new_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);
int l0_new_shaped(struct l0_list *list, const char *name, aclDataType type, const int64_t *dims,
                  int32_t rank);

/* A constant in host memory whose value nothing here reads. */
int l0_host_tensor(struct l0_list *list, const char *name, aclDataType type, int64_t elements);

/* A constant of one element: the scalar in another type, converted by CANN's rules. */
int l0_constant(struct l0_list *list, const char *name, const struct scalar *scalar,
                aclDataType type);

/* Another object over the same storage, whose bytes it reads as another type. */
int l0_view(struct l0_list *list, int tensor, aclDataType type);

/* Another object over the same storage, with other dimensions of as many elements. */
int l0_reshape(struct l0_list *list, int tensor, const int64_t *dims, int32_t rank);

/* Another object over the same storage: count indices of a dimension, from the first on. */
int l0_part(struct l0_list *list, int tensor, int32_t dim, int64_t first, int64_t count);

/* Says that the storage of tensor lies in the caller's memory from here on. */
void l0_redirect_to_user(struct l0_list *list, int tensor);

enum l0_kind l0_kind(const struct l0_list *list, int tensor);

/* ---- Operators ------------------------------------------------------------------------------- */

/* Appends an operator that reads inputs and writes outputs (both end with L0_NONE), for the size
 * alone. Appends nothing after an error, or when an argument is L0_NONE because of one. */
void l0_launch(struct l0_list *list, const char *name, enum l0_engine engine, const int *inputs,
               const int *outputs);

/* The same as l0_launch for arrays of a given length. */
void l0_launch_many(struct l0_list *list, const char *name, enum l0_engine engine,
                    const int *inputs, int input_count, const int *outputs, int output_count);

/* Appends a step, which the executor carries out. attributes live as long as the list's arena. */
void l0_step(struct l0_list *list, enum l0_step_kind kind, const struct l0_row *row,
             const int *inputs, int input_count, const int *outputs, int output_count,
             const void *attributes);

/* Appends the operator of a row, with its kernel's workspace and its assumption on the product, and
 * the step that does its work. The last constant_count inputs are constants that the operator has
 * as attributes, not as tensors. The operator runs on the AI cores where they have a kernel for the
 * type of the first input (of the first whose type is open, or of the output where there is no
 * input), and otherwise on the device's CPU. */
void l0_apply(struct l0_list *list, const struct l0_row *row, const int *inputs, int input_count,
              int attribute_count, const int *outputs, int output_count, const void *attributes);

/* The same as l0_apply without the step: steps of other rows do the work. */
void l0_launch_row(struct l0_list *list, const struct l0_row *row, const int *inputs,
                   int input_count, int attribute_count, const int *outputs, int output_count,
                   const void *attributes);

/* Gives the operator that was appended last a workspace. One of 0 bytes counts too. */
void l0_kernel_workspace(struct l0_list *list, uint64_t bytes);

/* Adds a figure to the tiling of the operator that was appended last; words may be NULL. */
void l0_figure(struct l0_list *list, const char *name, const char *words, int64_t value);

/* Says that the size of the last operator rests on an assumption, whose name is a constant. */
void l0_assume(struct l0_list *list, const char *assumption);

/* Writes the names of the list's assumptions, joined with "+" and cut when they do not fit. Returns
 * text. */
char *l0_describe_assumptions(const struct l0_list *list, char *text, size_t size);

#endif
