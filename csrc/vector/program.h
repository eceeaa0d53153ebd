/* SPDX-License-Identifier: Apache-2.0 */
/* What a program is inside: program.c builds it, run.c and fold.c carry it out. */
#ifndef ACLNN_PY_VECTOR_PROGRAM_H
#define ACLNN_PY_VECTOR_PROGRAM_H

#include "vector/vector.h"

/* Bytes of a strip buffer. */
#define STRIP_BYTES 8192

struct operand {
    aclDataType type;
    int width;
    bool stored;
    bool by_elements; /* it has an element for each that is folded; else one for each result */
};

enum value_kind {
    VALUE_LOAD,
    VALUE_CONSTANT,
    VALUE_STEP,
    VALUE_FOLD,
    VALUE_SPREAD,   /* a value of the kept dims, for each element that is folded */
    VALUE_POSITION, /* the number of the element among those that are folded */
};

/* In which passes something is needed: bit p for pass p. */
struct passes {
    uint64_t kept_rows; /* where steps are carried out once, and rows of their results kept */
    uint64_t again;     /* where they are carried out again in each pass that needs them */
};

/* The elements of a strip. Slots are values with a type: those of halves share float32 ones. */
struct value {
    enum value_kind kind;
    aclDataType type; /* of the strip's elements; a half only where nothing is computed with it */
    int width;        /* bytes of one, when the program is finished */
    int operand;      /* VALUE_LOAD */
    int constant;     /* VALUE_CONSTANT: place among the constants */
    int source;       /* VALUE_SPREAD: the value of the kept dims */
    int spread;       /* of a value of the kept dims: that value; -1: none yet */
    bool is_kept;     /* it is one of the kept dims; constants are of both */
    int pass; /* the first in which it is known; of the kept dims, behind it: -1 is before all */
    struct passes needed;
    int saved;               /* the place of its row among those that are kept, or -1 */
    bool copied;             /* VALUE_LOAD: into its buffer, where it could be read in place */
    bool folds_alone;        /* VALUE_LOAD of halves: nothing but folds that take halves needs it */
    bool is_filled;          /* VALUE_SPREAD: something in a row needs it for each element;
                                VALUE_CONSTANT: the same, of a program without folds */
    vector_function convert; /* VALUE_LOAD: from the operand's type, or NULL */
    int buffer;
    int last_step; /* that uses it; the number of steps when it is stored */
    int in_place;  /* the store that a step may write it to directly, or -1 */
};

struct step {
    vector_function function;
    vector_function row; /* where the inputs in `singles` are one element each, or NULL */
    unsigned singles;    /* a bit each */
    int operation;       /* or -1 for a cast */
    aclDataType type;    /* its compute type, as the slots have it */
    aclDataType strips;  /* the type of its instruction: a half only where it is fused */
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
    bool is_kept;            /* of the kept dims: an element for each result */
    vector_function convert; /* to the operand's type, or NULL */
};

struct slot {
    aclDataType type;
    int value;
    int rounded; /* the value rounded to a half; -1 while none was needed, value where it is */
};

struct constant {
    char bytes[16];
};

/*
 * What there is to do at a time, in a pass over elements or on the results behind one: the numbers
 * of the values and steps that take part.
 */
struct agenda {
    const int *constants;
    const int *loads;
    const int *made; /* spread values and positions */
    const int *steps;
    int constant_count, load_count, made_count, step_count;
};

/* Sum, largest and so on of the elements that are not kept. */
struct fold {
    int operation;
    int input;             /* value that is folded */
    int output;            /* value of the kept dims, of the type of totals */
    int pass;              /* of its input */
    aclDataType lane_type; /* that of the input */
    aclDataType total_type;
    int lane_width;
    int total_width;
    vector_function fold;
    vector_function fold_halves; /* its input as it lies in memory, or NULL */
    vector_function join_lanes;  /* the operation on lanes, and on totals */
    vector_function join_totals;
    vector_function widen; /* lanes to totals, or NULL */
    char lane_identity[16];
    char total_identity[16];
};

/*
 * A program with folds goes over the elements of a row once for each fold that waits for another
 * one, and once more where elements are stored behind the last: these are its passes.
 */
struct vector_program {
    struct arena *arena; /* that it lies in */
    const struct vector_level *level;
    bool failed;
    bool finished;
    bool is_direct; /* every operand may be read and written where it lies, if it is dense */
    bool is_loop;   /* direct, and one step without strips of its own: of any length */
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
    bool stores_elements;             /* of rows that are folded */
    struct agenda *kept_rows, *again; /* by pass */
    struct agenda *results;           /* behind each pass, and before all at -1 */
    int *placed;                      /* values of elements that are not always in their buffers */
    int placed_count;
    int64_t saved_bytes;  /* of each element in rows that are kept from pass to pass */
    int buffers;          /* that the values need */
    int64_t strip;        /* elements of a strip of results: a power of two */
    int64_t folded_strip; /* of what is folded */
};

/* Bytes of an element of one of the types that instructions know; 0 for others. */
int vector_width(aclDataType type);

#endif
