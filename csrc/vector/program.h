/* SPDX-License-Identifier: Apache-2.0 */
/* The inside of a program: program.c builds it, run.c and fold.c carry it out. */
#ifndef ACLNN_PY_VECTOR_PROGRAM_H
#define ACLNN_PY_VECTOR_PROGRAM_H

#include "vector/vector.h"

/* Bytes of a strip buffer. */
#define STRIP_BYTES 8192

struct operand {
    aclDataType type;
    int width;      /* bytes of an element in a strip */
    bool is_packed; /* two elements lie in a byte: addresses and steps count half bytes */
    bool stored;
    bool by_elements; /* it has an element for each element that is folded; otherwise one for each
                       * result */
};

enum value_kind {
    VALUE_LOAD,
    VALUE_CONSTANT,
    VALUE_STEP,
    VALUE_FOLD,
    VALUE_SPREAD,   /* a value of the kept dims, repeated for each element that is folded */
    VALUE_POSITION, /* the position of the element among those that are folded */
};

/* The passes in which something is needed: bit p is pass p. */
struct passes {
    uint64_t kept_rows; /* when steps are carried out once and the rows of their results are kept */
    uint64_t again;     /* when steps are carried out again in each pass that needs them */
};

/* The elements of a strip. A slot is a value with a type; slots of halves use float32 values. */
struct value {
    enum value_kind kind;
    aclDataType type; /* of the strip's elements; a half only where nothing computes with it */
    int width;        /* bytes of an element, set when the program is finished */
    int operand;      /* VALUE_LOAD */
    int constant;     /* VALUE_CONSTANT: its index among the constants */
    int source;       /* VALUE_SPREAD: the value of the kept dims */
    int spread;       /* for a value of the kept dims: the value that repeats it, or -1 */
    bool is_kept;     /* it belongs to the kept dims; constants belong to both */
    int pass; /* the first pass in which it is known; for the kept dims the pass after which it is
               * known, -1 before all */
    struct passes needed;
    int saved;               /* the index of its row among those that are kept, or -1 */
    bool copied;             /* VALUE_LOAD: it is copied to its buffer though it could be read in
                              * place */
    bool in_halves;          /* VALUE_LOAD of halves: in a row all that uses it reads halves */
    bool is_filled;          /* its strip has to be filled, because something needs it for each
                              * element: a VALUE_SPREAD in a row, or a VALUE_CONSTANT in a program
                              * without folds */
    vector_function convert; /* VALUE_LOAD: converts from the operand's type, or NULL */
    int buffer;
    int last_step; /* the last step that uses it; the number of steps when it is stored */
    int in_place;  /* the store for which a step may write it directly to memory, or -1 */
};

struct step {
    vector_function function;
    vector_function row; /* the body that takes one element for each input in `singles`, or NULL */
    unsigned singles;    /* a bit an input */
    int operation;       /* or -1 for a cast */
    aclDataType type;    /* its compute type, in terms of slots */
    aclDataType strips;  /* the type of its instruction: a half only where it works on memory
                          * directly */
    bool is_kept;
    int pass;
    struct passes needed;
    int inputs;
    int outputs;
    int values[VECTOR_MAX_INPUTS + VECTOR_MAX_OUTPUTS];
};

struct store {
    int value;
    int operand;
    bool is_kept;            /* it stores values of the kept dims: an element for each result */
    vector_function convert; /* converts to the operand's type, or NULL */
};

struct slot {
    aclDataType type;
    int value;
    int rounded; /* the value that is rounded to the half; -1 until it is needed; itself where it is
                  * exact */
};

struct constant {
    char bytes[16];
};

/* What is done in one phase, a pass over elements or the steps on results behind it: the numbers of
 * the values and steps that take part. */
struct agenda {
    const int *constants;
    const int *loads;
    const int *made; /* repeated values and positions */
    const int *steps;
    int constant_count, load_count, made_count, step_count;
};

/* A sum, a largest element and so on, over the dims that are not kept. */
struct fold {
    int operation;
    int input;             /* the value that is folded */
    int output;            /* the value of the kept dims that results, in the type of totals */
    int pass;              /* the pass of its input */
    aclDataType lane_type; /* the type of the lanes: that of the input */
    aclDataType total_type;
    int lane_width;
    int total_width;
    vector_function fold;
    vector_function fold_halves; /* folds halves in memory directly, or NULL */
    vector_function join_lanes;  /* joins lanes, and totals */
    vector_function join_totals;
    vector_function widen; /* converts lanes to totals, or NULL */
    char lane_identity[16];
    char total_identity[16];
};

/* A program with folds. It goes over the elements of a row once for each fold that needs the result
 * of another, and once more where elements are stored after the last. Each time is a pass. */
struct vector_program {
    struct arena *arena; /* the arena that the program lies in */
    const struct vector_level *level;
    bool failed;
    bool finished;
    bool is_direct; /* every dense operand may be read and written in place */
    bool is_loop;   /* direct, and a single step without strips, so that its length is not
                     * limited */
    bool moves;     /* it only moves elements from one operand to another */
    int operand_count, value_count, step_count, store_count, slot_count, constant_count;
    int fold_count;
    struct operand *operands;
    struct value *values;
    struct step *steps;
    struct store *stores;
    struct slot *slots;
    struct constant *constants;
    struct fold *folds;
    int passes;
    bool stores_elements;             /* elements of the folded dims are stored */
    struct agenda *kept_rows, *again; /* one a pass */
    struct agenda *results;           /* behind each pass; index -1 is before all */
    int *placed;                      /* values of elements that are not always in their buffers */
    int placed_count;
    int64_t saved_bytes;  /* bytes that a folded element takes in rows that are kept from pass to
                           * pass */
    int buffers;          /* number of buffers that the values need */
    int64_t strip;        /* elements of a strip of results: a power of two */
    int64_t folded_strip; /* elements of a strip of the folded dims */
    int64_t row_strip;    /* the same in a row */
};

/* The width in bytes of an element in a strip, of a type that instructions know; 0 for others. */
int vector_width(aclDataType type);

#endif
