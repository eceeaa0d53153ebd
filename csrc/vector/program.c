/* SPDX-License-Identifier: Apache-2.0 */
#include "vector/program.h"

#include <string.h>

#include "base/data_type.h"
#include "runtime/cores/ai_cores.h"
#include "tensor/convert.h"

static const struct vector_level *chosen_level(void)
{
    return &vector_levels[ai_cores_level()];
}

static bool in_tables(aclDataType type)
{
    return type >= 0 && (int)type < VECTOR_TYPES;
}

int vector_width(aclDataType type)
{
    int64_t bits = in_tables(type) ? data_type_bits(type) : 0;
    return data_type_is_packed(type) ? 1 : bits % 8 == 0 ? (int)(bits / 8) : 0;
}

/* The type of the elements that strips of a slot of this type hold. */
static aclDataType strip_type(aclDataType type)
{
    return type_is_half(type) ? ACL_FLOAT : type;
}

/* --- Growing ---------------------------------------------------------------------------------- */

#define FIRST_ROOM 8

/* Makes room for one more element behind *count and counts it; its contents are undefined. Returns
 * its number, or -1 when memory is short. */
static int append(struct vector_program *program, void **array, int *count, size_t size)
{
    if (program->failed)
        return -1;
    /* Arrays grow to powers of two. The first size suffices for most programs. */
    if (*count == 0 || (*count >= FIRST_ROOM && (*count & (*count - 1)) == 0)) {
        size_t room = *count == 0 ? FIRST_ROOM : (size_t)*count * 2;
        void *larger = arena_grow(program->arena, *array, (size_t)*count * size, room * size);
        if (larger == NULL) {
            program->failed = true;
            return -1;
        }
        *array = larger;
    }
    return (*count)++;
}

#define APPEND(program, name)                                               \
    append(program, (void **)&(program)->name##s, &(program)->name##_count, \
           sizeof *(program)->name##s)

static int fail(struct vector_program *program)
{
    if (program != NULL)
        program->failed = true;
    return -1;
}

static bool is_open(const struct vector_program *program)
{
    return program != NULL && !program->failed && !program->finished;
}

static bool has_slot(const struct vector_program *program, int slot)
{
    return is_open(program) && slot >= 0 && slot < program->slot_count;
}

static int new_value(struct vector_program *program, enum value_kind kind, aclDataType type)
{
    int number = APPEND(program, value);
    if (number >= 0)
        program->values[number] = (struct value){
            .kind = kind, .type = type, .spread = -1, .saved = -1, .in_place = -1};
    return number;
}

/* Makes a slot of a value. exact: the value is rounded to the type, if that is a half. */
static int new_slot(struct vector_program *program, aclDataType type, int value, bool exact)
{
    int number = value < 0 ? fail(program) : APPEND(program, slot);
    if (number >= 0)
        program->slots[number] = (struct slot){type, value,
                                               exact || !type_is_half(type) ? value : -1};
    return number;
}

/* Passes are bits of a word, so there are at most this many. */
#define MOST_PASSES 63

static bool is_constant(const struct vector_program *program, int value)
{
    return program->values[value].kind == VALUE_CONSTANT;
}

/* Makes of a value of the kept dims one that every element has. */
static int spread_value(struct vector_program *program, int value)
{
    if (value < 0 || is_constant(program, value) || !program->values[value].is_kept)
        return value;
    int spread = program->values[value].spread;
    if (spread >= 0)
        return spread;
    spread = new_value(program, VALUE_SPREAD, program->values[value].type);
    if (spread < 0 || program->values[value].pass >= MOST_PASSES)
        return fail(program);
    program->values[spread].source = value;
    program->values[spread].pass = program->values[value].pass + 1;
    program->values[value].spread = spread;
    return spread;
}

/* Computes at once whatever depends on constants alone. */
static bool fold_constants(struct vector_program *program, const struct step *step,
                           const aclDataType *types)
{
    char *operands[VECTOR_MAX_INPUTS + VECTOR_MAX_OUTPUTS];
    for (int i = 0; i < step->outputs; i++) {
        int constant = APPEND(program, constant);
        int output = constant < 0 ? -1 : new_value(program, VALUE_CONSTANT, types[i]);
        if (output < 0 || output != step->values[step->inputs + i])
            return fail(program) >= 0;
        program->values[output].constant = constant;
    }
    for (int i = 0; i < step->inputs + step->outputs; i++)
        operands[i] = program->constants[program->values[step->values[i]].constant].bytes;
    step->function(1, operands);
    return true;
}

/* Adds a step, whose outputs are the next values. The step belongs to the kept dims when all of its
 * inputs do. */
static bool add_step(struct vector_program *program, struct step *step, const aclDataType *types)
{
    bool by_elements = false;
    bool constant = true;
    if (step->function == NULL)
        return fail(program) >= 0;
    for (int i = 0; i < step->inputs; i++) {
        if (step->values[i] < 0)
            return fail(program) >= 0;
        constant &= is_constant(program, step->values[i]);
        by_elements |= !is_constant(program, step->values[i]) &&
                       !program->values[step->values[i]].is_kept;
    }
    for (int i = 0; by_elements && i < step->inputs; i++) {
        step->values[i] = spread_value(program, step->values[i]);
        if (step->values[i] < 0)
            return false;
    }
    step->is_kept = !by_elements;
    for (int i = 0; i < step->inputs; i++)
        if (program->values[step->values[i]].pass > step->pass)
            step->pass = program->values[step->values[i]].pass;
    for (int i = 0; i < step->outputs; i++)
        step->values[step->inputs + i] = program->value_count + i;
    if (constant)
        return fold_constants(program, step, types);
    for (int i = 0; i < step->outputs; i++) {
        int output = new_value(program, VALUE_STEP, types[i]);
        if (output < 0)
            return false;
        program->values[output].is_kept = step->is_kept;
        program->values[output].pass = step->pass;
    }
    int number = APPEND(program, step);
    if (number >= 0)
        program->steps[number] = *step;
    return number >= 0;
}

/* Adds a step with one result and returns the number of that value. */
static int new_step(struct vector_program *program, vector_function function, int input,
                    aclDataType result)
{
    struct step step = {.function = function,
                        .operation = -1,
                        .type = ACL_DT_UNDEFINED,
                        .inputs = 1,
                        .outputs = 1,
                        .values = {input}};
    return add_step(program, &step, &result) ? step.values[1] : -1;
}

/* The value of a slot, rounded to the slot's type. The step that rounds is added when something
 * needs the result. */
static int exact_value(struct vector_program *program, int slot)
{
    struct slot *s = &program->slots[slot];
    if (s->rounded < 0) {
        int operation = s->type == ACL_FLOAT16 ? VECTOR_ROUND_FLOAT16 : VECTOR_ROUND_BFLOAT16;
        s->rounded = new_step(program, program->level->operations[operation][ACL_FLOAT], s->value,
                              ACL_FLOAT);
    }
    return s->rounded;
}

/* --- Building --------------------------------------------------------------------------------- */

struct vector_program *vector_program_new(struct arena *arena)
{
    struct vector_program *program = arena_take(arena, sizeof *program);
    if (program != NULL)
        *program = (struct vector_program){.arena = arena, .level = chosen_level()};
    return program;
}

bool vector_has(int operation, aclDataType type)
{
    return operation >= 0 && operation < VECTOR_OPERATION_COUNT && in_tables(type) &&
           chosen_level()->operations[operation][strip_type(type)] != NULL;
}

int vector_operand(struct vector_program *program, aclDataType type)
{
    int width = vector_width(type);
    int number = is_open(program) && width > 0 ? APPEND(program, operand) : fail(program);
    if (number >= 0)
        program->operands[number] = (struct operand){
            .type = type, .width = width, .is_packed = data_type_is_packed(type)};
    return number;
}

static int load(struct vector_program *program, int operand, bool is_kept)
{
    if (!is_open(program) || operand < 0 || operand >= program->operand_count)
        return fail(program);
    aclDataType type = program->operands[operand].type;
    int value = new_value(program, VALUE_LOAD, strip_type(type));
    if (value >= 0) {
        program->values[value].operand = operand;
        program->values[value].is_kept = is_kept;
        program->values[value].pass = is_kept ? -1 : 0;
        program->values[value].copied = data_type_is_packed(type);
        program->operands[operand].by_elements |= !is_kept;
        if (type_is_half(type))
            program->values[value].convert = program->level->casts[type][ACL_FLOAT];
    }
    return new_slot(program, type, value, true);
}

int vector_load(struct vector_program *program, int operand)
{
    return load(program, operand, false);
}

int vector_load_kept(struct vector_program *program, int operand)
{
    return load(program, operand, true);
}

int vector_spread(struct vector_program *program, int slot)
{
    if (!has_slot(program, slot))
        return fail(program);
    if (!program->values[program->slots[slot].value].is_kept)
        return slot;
    int value = spread_value(program, exact_value(program, slot));
    return new_slot(program, program->slots[slot].type, value, true);
}

aclDataType vector_type(const struct vector_program *program, int slot)
{
    return has_slot(program, slot) ? program->slots[slot].type : ACL_DT_UNDEFINED;
}

bool vector_is_kept(const struct vector_program *program, int slot)
{
    return has_slot(program, slot) && program->values[program->slots[slot].value].is_kept;
}

int vector_position(struct vector_program *program, aclDataType type)
{
    if (!is_open(program) || (type != ACL_INT32 && type != ACL_INT64))
        return fail(program);
    return new_slot(program, type, new_value(program, VALUE_POSITION, type), true);
}

int vector_constant(struct vector_program *program, aclDataType type, const void *element)
{
    if (!is_open(program) || vector_width(type) == 0)
        return fail(program);
    int value = new_value(program, VALUE_CONSTANT, strip_type(type));
    int constant = value < 0 ? -1 : APPEND(program, constant);
    if (constant < 0)
        return -1;
    program->values[value].constant = constant;
    program->constants[constant] = (struct constant){{0}};
    char *bytes = program->constants[constant].bytes;
    memcpy(bytes, element, (size_t)vector_width(type));
    if (type_is_half(type)) {
        char half[2];
        memcpy(half, element, sizeof half);
        program->level->casts[type][ACL_FLOAT](1, (char *const[]){half, bytes});
    }
    return new_slot(program, type, value, true);
}

bool vector_is_one(const struct vector_program *program, int slot)
{
    if (!has_slot(program, slot) || !is_constant(program, program->slots[slot].value))
        return false;
    const struct value *value = &program->values[program->slots[slot].value];
    const char *bytes = program->constants[value->constant].bytes;
    float narrow = 1;
    double wide = 1;
    return (value->type == ACL_FLOAT && memcmp(bytes, &narrow, sizeof narrow) == 0) ||
           (value->type == ACL_DOUBLE && memcmp(bytes, &wide, sizeof wide) == 0);
}

/* The number of float32 that a slot is everywhere; 0 where it is none. */
static float constant_float(const struct vector_program *program, int slot)
{
    float number = 0;
    const struct value *value = &program->values[program->slots[slot].value];
    if (value->kind == VALUE_CONSTANT && value->type == ACL_FLOAT)
        memcpy(&number, program->constants[value->constant].bytes, sizeof number);
    return number;
}

/* The operation that computes powers of floats by this exponent or of this base, and which of the
 * inputs it has; VECTOR_POW for most of them. */
static int operation_of_power(const struct vector_program *program, const int *inputs, int *own)
{
    static const struct {
        float exponent;
        int operation;
    } known[] = {
        {2, VECTOR_SQUARE},           {3, VECTOR_CUBE},
        {0.5F, VECTOR_ROOT},          {-1, VECTOR_RECIPROCAL},
        {-0.5F, VECTOR_INVERSE_ROOT}, {-2, VECTOR_INVERSE_SQUARE},
    };
    *own = 0;
    if (!has_slot(program, inputs[0]) || !has_slot(program, inputs[1]) ||
        strip_type(program->slots[inputs[0]].type) != ACL_FLOAT)
        return VECTOR_POW;
    float exponent = constant_float(program, inputs[1]);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].exponent == exponent)
            return known[i].operation;
    if (constant_float(program, inputs[0]) != 2)
        return VECTOR_POW;
    *own = 1;
    return VECTOR_EXP2;
}

int vector_apply(struct vector_program *program, int operation, const int *inputs, int count)
{
    int own = 0;
    if (is_open(program) && operation == VECTOR_POW && count == 2) {
        operation = operation_of_power(program, inputs, &own);
        inputs += own;
        count = vector_operations[operation].inputs;
    }
    if (!is_open(program) || operation < 0 || operation >= VECTOR_OPERATION_COUNT ||
        count != vector_operations[operation].inputs)
        return fail(program);
    const struct vector_operation *row = &vector_operations[operation];
    struct step step = {
        .operation = operation,
        .type = ACL_DT_UNDEFINED,
        .inputs = count,
        .outputs = row->outputs,
    };
    for (int i = 0; i < count; i++) {
        if (!has_slot(program, inputs[i]))
            return fail(program);
        aclDataType type = program->slots[inputs[i]].type;
        if (row->types[i] == VECTOR_SAME && step.type == ACL_DT_UNDEFINED)
            step.type = type;
        aclDataType wanted = row->types[i] == VECTOR_SAME ? step.type : (aclDataType)row->types[i];
        if (type != wanted && (type != ACL_FLOAT || !type_is_half(wanted)))
            return fail(program);
        step.values[i] = exact_value(program, inputs[i]);
    }
    /* An operation without open inputs has only one body. */
    aclDataType column = step.type;
    for (int type = 0; column == ACL_DT_UNDEFINED && type < VECTOR_TYPES; type++)
        if (program->level->operations[operation][type] != NULL)
            column = (aclDataType)type;
    if (column == ACL_DT_UNDEFINED)
        return fail(program);
    step.strips = strip_type(column);
    step.function = program->level->operations[operation][step.strips];
    if (step.function == NULL)
        return fail(program);
    aclDataType types[VECTOR_MAX_OUTPUTS] = {0};
    aclDataType strips[VECTOR_MAX_OUTPUTS] = {0};
    for (int i = 0; i < row->outputs; i++) {
        int declared = row->types[count + i];
        types[i] = declared == VECTOR_SAME ? column : (aclDataType)declared;
        strips[i] = strip_type(types[i]);
    }
    if (!add_step(program, &step, strips))
        return -1;
    int first = program->slot_count;
    for (int i = 0; i < row->outputs; i++)
        if (new_slot(program, types[i], step.values[count + i], false) < 0)
            return -1;
    return first;
}

/* --- Casts ------------------------------------------------------------------------------------ */

static bool is_complex(aclDataType type)
{
    return type == ACL_COMPLEX64 || type == ACL_COMPLEX128;
}

static aclDataType part_type(aclDataType type)
{
    return type == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
}

/* Whether values of the type are codes that are computed with in another type only. */
static bool is_code(aclDataType type)
{
    return type == ACL_INT4 || (type >= ACL_HIFLOAT8 && in_tables(type));
}

static bool is_convertible(aclDataType type)
{
    return vector_has(VECTOR_ADD, type) ||
           (is_code(type) && chosen_level()->casts[ACL_FLOAT][type] != NULL);
}

bool vector_casts(aclDataType from, aclDataType to)
{
    return is_convertible(from) && is_convertible(to);
}

/* Adds the step that converts a value between two types of strips. */
void vector_widen(aclDataType from, const char *elements, int64_t count, float *to)
{
    char *const operands[] = {(char *)(uintptr_t)elements, (char *)(void *)to};
    chosen_level()->casts[from][ACL_FLOAT](count, operands);
}

static int cast_value(struct vector_program *program, int value, aclDataType to)
{
    aclDataType from = value < 0 ? ACL_DT_UNDEFINED : program->values[value].type;
    if (from == to)
        return value;
    return new_step(program, value < 0 ? NULL : program->level->casts[from][to], value, to);
}

/* A slot converted to a code. A float is rounded once; integers that a code can hold are numbers of
 * float32. */
static int cast_to_code(struct vector_program *program, int slot, aclDataType type)
{
    aclDataType from = program->slots[slot].type;
    bool is_whole = type == ACL_INT4 && type_is_whole(from);
    aclDataType wide = is_whole ? ACL_INT8 : ACL_FLOAT;
    int value = exact_value(program, slot);
    if (strip_type(from) == ACL_DOUBLE)
        value = new_step(program, program->level->operations[VECTOR_ROUND_TO_ODD][ACL_DOUBLE],
                         value, ACL_FLOAT);
    else if (strip_type(from) != wide)
        value = exact_value(program, vector_cast(program, slot, wide));
    return new_slot(program, type, cast_value(program, value, type), true);
}

int vector_cast(struct vector_program *program, int slot, aclDataType type)
{
    if (!has_slot(program, slot) || !vector_casts(program->slots[slot].type, type))
        return fail(program);
    aclDataType from = program->slots[slot].type;
    if (from == type)
        return slot;
    int value = exact_value(program, slot);
    if (is_code(from)) {
        aclDataType wide = from == ACL_INT4 ? ACL_INT8 : ACL_FLOAT;
        int widened = new_slot(program, wide, cast_value(program, value, wide), true);
        return vector_cast(program, widened, type);
    }
    if (is_code(type))
        return cast_to_code(program, slot, type);
    if (is_complex(from) && type == ACL_BOOL) {
        vector_function function = program->level->operations[VECTOR_IS_NOT_ZERO][from];
        return new_slot(program, type, new_step(program, function, value, type), false);
    }
    if (is_complex(from) && !is_complex(type)) {
        from = part_type(from);
        value = cast_value(program, value, from);
    }
    if (type_is_half(type) && strip_type(from) == ACL_DOUBLE)
        value = new_step(program, program->level->operations[VECTOR_ROUND_TO_ODD][ACL_DOUBLE],
                         value, ACL_FLOAT);
    else if (is_complex(type) && !is_complex(from))
        value = cast_value(program, cast_value(program, value, part_type(type)), type);
    else
        value = cast_value(program, value, strip_type(type));
    return new_slot(program, type, value, false);
}

/* --- Folds ------------------------------------------------------------------------------------ */

static bool is_integer(aclDataType type)
{
    return type == ACL_INT8 || type == ACL_INT16 || type == ACL_INT32 || type == ACL_INT64 ||
           type == ACL_UINT8 || type == ACL_UINT16 || type == ACL_UINT32 || type == ACL_UINT64;
}

/* The integer type in which a fold from one type to another is exact. It holds both types; for sums
 * and products, where low bits suffice, it has as many low bits. */
static aclDataType lane_integer(aclDataType from, aclDataType to)
{
    if (from == ACL_UINT64 || to == ACL_UINT64)
        return ACL_UINT64;
    if (vector_width(from) == 8 || vector_width(to) == 8 || from == ACL_UINT32 || to == ACL_UINT32)
        return ACL_INT64;
    return ACL_INT32;
}

/* Writes the identity of an operation as an element of a type that is folded. */
static void write_identity(const struct vector_program *program, enum vector_identity identity,
                           aclDataType type, char bytes[16])
{
    memset(bytes, 0, 16);
    double number = identity == VECTOR_ONE ? 1 : 0;
    if (identity == VECTOR_LOWEST || identity == VECTOR_HIGHEST) {
        int64_t lowest = INT64_MIN; /* the least signed integer; shifted, the largest unsigned
                                     * one */
        bool low = identity == VECTOR_LOWEST;
        if (type == ACL_BOOL) {
            bytes[0] = low ? 0 : 1;
        } else if (type == ACL_INT32) {
            int32_t end = low ? INT32_MIN : INT32_MAX;
            memcpy(bytes, &end, sizeof end);
        } else if (type == ACL_INT64) {
            int64_t end = low ? lowest : INT64_MAX;
            memcpy(bytes, &end, sizeof end);
        } else if (type == ACL_UINT64) {
            uint64_t end = low ? 0 : UINT64_MAX;
            memcpy(bytes, &end, sizeof end);
        } else {
            number = low ? -__builtin_inf() : __builtin_inf();
        }
        if (vector_width(type) != 0 && number == 0)
            return;
    }
    char *from = (char *)&number;
    aclDataType part = is_complex(type) ? part_type(type) : type;
    if (part == ACL_DOUBLE)
        memcpy(bytes, from, sizeof number);
    else
        program->level->casts[ACL_DOUBLE][part](1, (char *const[]){from, bytes});
}

int vector_fold(struct vector_program *program, int slot, int operation, aclDataType type)
{
    if (!has_slot(program, slot) || operation < 0 || operation >= VECTOR_OPERATION_COUNT ||
        vector_operations[operation].identity == VECTOR_NO_FOLD ||
        !vector_casts(program->slots[slot].type, type))
        return fail(program);
    const struct vector_level *level = program->level;
    aclDataType from = program->slots[slot].type;
    aclDataType lanes = strip_type(from);
    if (is_integer(from) || (from == ACL_BOOL && type != ACL_BOOL))
        lanes = is_integer(type) ? lane_integer(from, type) : ACL_INT64;
    /* The relative errors of factors add up, so products use wider lanes. Errors of summands are
     * small beside the sum of many. */
    if (operation == VECTOR_MUL && lanes == ACL_FLOAT)
        lanes = ACL_DOUBLE;
    if (operation == VECTOR_MUL && lanes == ACL_COMPLEX64)
        lanes = ACL_COMPLEX128;
    int input = exact_value(program, slot);
    input = spread_value(program, cast_value(program, input, lanes));
    int number = input < 0 ? fail(program) : APPEND(program, fold);
    if (number < 0)
        return -1;
    aclDataType totals = lanes == ACL_FLOAT       ? ACL_DOUBLE
                         : lanes == ACL_COMPLEX64 ? ACL_COMPLEX128
                                                  : lanes;
    struct fold *fold = &program->folds[number];
    enum vector_identity identity = vector_operations[operation].identity;
    *fold = (struct fold){
        .operation = operation,
        .input = input,
        .pass = program->values[input].pass,
        .lane_type = lanes,
        .total_type = totals,
        .lane_width = vector_width(lanes),
        .total_width = vector_width(totals),
        .fold = level->folds[operation][lanes],
        .join_lanes = level->operations[operation][lanes],
        .join_totals = level->operations[operation][totals],
        .widen = level->casts[lanes][totals],
    };
    if (fold->fold == NULL || fold->join_lanes == NULL || fold->join_totals == NULL)
        return fail(program);
    write_identity(program, identity, lanes, fold->lane_identity);
    write_identity(program, identity, totals, fold->total_identity);
    fold->output = new_value(program, VALUE_FOLD, totals);
    if (fold->output < 0)
        return -1;
    program->values[fold->output].is_kept = true;
    program->values[fold->output].pass = fold->pass;
    int result = new_slot(program, totals, fold->output, true);
    return result < 0 ? -1 : vector_cast(program, result, type);
}

/* A constant of a half type, of one whose strips would be float32. */
static int narrowed_constant(struct vector_program *program, int value, aclDataType type)
{
    int half = new_value(program, VALUE_CONSTANT, type);
    int constant = half < 0 ? -1 : APPEND(program, constant);
    if (constant < 0)
        return -1;
    struct constant wide = program->constants[program->values[value].constant];
    program->values[half].constant = constant;
    program->constants[constant] = (struct constant){{0}};
    program->level->casts[ACL_FLOAT][type](
        1, (char *const[]){wide.bytes, program->constants[constant].bytes});
    return half;
}

void vector_store(struct vector_program *program, int slot, int operand)
{
    if (!has_slot(program, slot) || operand < 0 || operand >= program->operand_count ||
        program->slots[slot].type != program->operands[operand].type) {
        fail(program);
        return;
    }
    aclDataType type = program->slots[slot].type;
    int value = program->slots[slot].value;
    vector_function convert = type_is_half(type) ? program->level->casts[ACL_FLOAT][type] : NULL;
    bool is_kept = program->values[value].is_kept ||
                   (is_constant(program, value) && program->fold_count > 0);
    /* A copy must keep its bits, so it is not converted to float32 and back. */
    int source = program->values[value].operand;
    if (convert != NULL && program->values[value].kind == VALUE_LOAD &&
        program->operands[source].type == type) {
        value = new_value(program, VALUE_LOAD, type);
        if (value < 0)
            return;
        program->values[value].operand = source;
        program->values[value].is_kept = is_kept;
        program->values[value].pass = is_kept ? -1 : 0;
        convert = NULL;
    }
    if (convert != NULL && is_constant(program, value)) {
        value = narrowed_constant(program, value, type);
        if (value < 0)
            return;
        convert = NULL;
    }
    int number = APPEND(program, store);
    if (number < 0)
        return;
    program->stores[number] = (struct store){value, operand, is_kept, convert};
    program->operands[operand].stored = true;
    program->operands[operand].by_elements |= !is_kept;
}

/* --- Finishing -------------------------------------------------------------------------------- */

/* Whether a float32 constant is a number of the half type; its bits if so. */
static bool half_constant(const struct vector_program *program, const struct value *value,
                          aclDataType type, char half[2])
{
    char *bytes = program->constants[value->constant].bytes;
    char back[4];
    program->level->casts[ACL_FLOAT][type](1, (char *const[]){bytes, half});
    program->level->casts[type][ACL_FLOAT](1, (char *const[]){half, back});
    return memcmp(back, bytes, sizeof back) == 0;
}

/* Whether a step rounds float32 to a half type. */
static bool rounds_to(const struct vector_program *program, const struct step *step,
                      aclDataType half)
{
    int operation = half == ACL_FLOAT16 ? VECTOR_ROUND_FLOAT16 : VECTOR_ROUND_BFLOAT16;
    return step->operation < 0 &&
           step->function == program->level->operations[operation][ACL_FLOAT];
}

/* Whether only this step, stores of the type and what rounds to it use the value. */
static bool is_for_step_alone(const struct vector_program *program, int value, int step,
                              aclDataType half)
{
    for (int i = 0; i < program->step_count; i++)
        for (int j = 0; i != step && j < program->steps[i].inputs; j++)
            if (program->steps[i].values[j] == value &&
                !rounds_to(program, &program->steps[i], half))
                return false;
    for (int i = 0; i < program->fold_count; i++)
        if (program->folds[i].input == value)
            return false;
    return program->values[value].spread < 0;
}

/* What rounded a value to a half type converts it from that type. */
static void widen_rounded(struct vector_program *program, int value, aclDataType half)
{
    for (int i = 0; i < program->step_count; i++)
        if (program->steps[i].values[0] == value && rounds_to(program, &program->steps[i], half))
            program->steps[i].function = program->level->casts[half][ACL_FLOAT];
}

/* The value of a half type that a step only widens to this one, for one step alone; or -1. */
static int widened_half(const struct vector_program *program, int value, aclDataType half, int step)
{
    for (int i = 0; i < step; i++) {
        const struct step *before = &program->steps[i];
        if (before->inputs == 1 && before->outputs == 1 && before->values[1] == value)
            return before->function == program->level->casts[half][ACL_FLOAT] &&
                           program->values[before->values[0]].kind == VALUE_STEP &&
                           program->values[before->values[0]].type == half &&
                           program->values[value].is_kept ==
                               program->values[before->values[0]].is_kept &&
                           is_for_step_alone(program, value, step, half)
                       ? before->values[0]
                       : -1;
    }
    return -1;
}

/* Whether a program stores a value. */
static bool is_stored(const struct vector_program *program, int value)
{
    for (int i = 0; i < program->store_count; i++)
        if (program->stores[i].value == value)
            return true;
    return false;
}

/* The half type in whose instruction a step may be: its own, or that of what it reads where it is
 * of float32. ACL_DT_UNDEFINED: in none. */
static aclDataType half_of_step(const struct vector_program *program, const struct step *step)
{
    aclDataType half = type_is_half(step->type) ? step->type : ACL_DT_UNDEFINED;
    for (int i = 0; step->type == ACL_FLOAT && half == ACL_DT_UNDEFINED && i < step->inputs; i++) {
        const struct value *value = &program->values[step->values[i]];
        if (value->kind == VALUE_LOAD && value->convert != NULL)
            half = program->operands[value->operand].type;
    }
    bool is_there = step->operation >= 0 && half != ACL_DT_UNDEFINED &&
                    program->level->operations[step->operation][half] != NULL;
    return is_there ? half : ACL_DT_UNDEFINED;
}

/* Lets a step whose operands are halves in memory, or what a step before made of such, work on them
 * directly where there is an instruction for that. */
static void fuse_half_step(struct vector_program *program, int number)
{
    struct step *step = &program->steps[number];
    char halves[VECTOR_MAX_INPUTS][2];
    int widened[VECTOR_MAX_INPUTS];
    const aclDataType half = half_of_step(program, step);
    if (half == ACL_DT_UNDEFINED)
        return;
    const int *types = vector_operations[step->operation].types;
    for (int i = 0; i < step->inputs + step->outputs; i++) {
        const struct value *value = &program->values[step->values[i]];
        bool is_input = i < step->inputs;
        if (is_input)
            widened[i] = -1;
        if (types[i] != VECTOR_SAME)
            continue;
        if (value->type != ACL_FLOAT || !is_for_step_alone(program, step->values[i], number, half))
            return;
        if (is_input && value->kind == VALUE_LOAD) {
            if (program->operands[value->operand].type != half)
                return;
        } else if (is_input && value->kind == VALUE_CONSTANT) {
            if (!half_constant(program, value, half, halves[i]))
                return;
        } else if (is_input) {
            widened[i] = widened_half(program, step->values[i], half, number);
            if (widened[i] < 0 || is_stored(program, step->values[i]))
                return;
        }
    }
    for (int i = 0; i < program->store_count; i++)
        for (int j = 0; j < step->inputs + step->outputs; j++)
            if (types[j] == VECTOR_SAME && program->stores[i].value == step->values[j] &&
                (j < step->inputs || program->operands[program->stores[i].operand].type != half))
                return;
    for (int i = 0; i < step->inputs; i++) /* nothing needs the step that widens any more */
        step->values[i] = widened[i] >= 0 ? widened[i] : step->values[i];
    for (int i = 0; i < step->inputs + step->outputs; i++) {
        struct value *value = &program->values[step->values[i]];
        if (types[i] != VECTOR_SAME)
            continue;
        value->type = half;
        value->convert = NULL;
        if (value->kind == VALUE_CONSTANT)
            memcpy(program->constants[value->constant].bytes, halves[i], 2);
        widen_rounded(program, step->values[i], half);
    }
    for (int i = 0; i < program->store_count; i++)
        if (program->values[program->stores[i].value].type == half)
            program->stores[i].convert = NULL;
    step->strips = half;
    step->function = program->level->operations[step->operation][step->strips];
}

/* Whether a value is the same for all elements of a row. */
static bool is_single(const struct vector_program *program, int value)
{
    return program->values[value].kind == VALUE_SPREAD || is_constant(program, value);
}

/* Chooses the body of a step for loops over a row, where inputs that are the same for the whole row
 * are one element each. */
static void find_row_step(struct vector_program *program, struct step *step)
{
    if (step->is_kept || step->operation < 0)
        return;
    unsigned singles = vector_operations[step->operation].row;
    for (int i = 0; i < step->inputs; i++)
        if ((singles >> i & 1) != 0 && !is_single(program, step->values[i]))
            return;
    step->row = program->level->rows[step->operation][step->strips];
    step->singles = step->row != NULL ? singles : 0;
}

/* The body of a step for a row that reads an input as halves in memory, or NULL. */
static vector_function find_half_row(const struct vector_program *program, const struct step *step,
                                     int value, aclDataType half)
{
    const int *types = step->operation < 0 ? NULL : vector_operations[step->operation].types;
    bool reads = step->row != NULL;
    for (int i = 0; i < step->inputs + step->outputs && reads; i++)
        reads = (types[i] == VECTOR_SAME) == (step->values[i] == value);
    return reads ? program->level->rows[step->operation][half] : NULL;
}

/* Whether all that uses a loaded value can read it as halves in a row. */
static bool is_read_as_halves(const struct vector_program *program, int value, aclDataType half)
{
    for (int i = 0; i < program->step_count; i++)
        for (int j = 0; j < program->steps[i].inputs; j++)
            if (program->steps[i].values[j] == value &&
                find_half_row(program, &program->steps[i], value, half) == NULL)
                return false;
    for (int i = 0; i < program->fold_count; i++)
        if (program->folds[i].input == value &&
            program->level->folds[program->folds[i].operation][half] == NULL)
            return false;
    for (int i = 0; i < program->store_count; i++)
        if (program->stores[i].value == value)
            return false;
    return true;
}

/* Lets folds, and steps in a row, read halves without a strip of float32. */
static void read_halves(struct vector_program *program, int number)
{
    struct value *value = &program->values[number];
    aclDataType half = program->operands[value->operand].type;
    if (value->kind != VALUE_LOAD || value->convert == NULL ||
        !is_read_as_halves(program, number, half))
        return;
    value->in_halves = true;
    for (int i = 0; i < program->fold_count; i++)
        if (program->folds[i].input == number)
            program->folds[i].fold_halves =
                program->level->folds[program->folds[i].operation][half];
    for (int i = 0; i < program->step_count; i++)
        for (int j = 0; j < program->steps[i].inputs; j++)
            if (program->steps[i].values[j] == number)
                program->steps[i].row = find_half_row(program, &program->steps[i], number, half);
}

/* Finds the strips that loops over a row do not need: of one number, and of halves as float32. */
static void find_row_loops(struct vector_program *program)
{
    for (int i = 0; i < program->step_count; i++) {
        struct step *step = &program->steps[i];
        find_row_step(program, step);
        for (int j = 0; j < step->inputs; j++)
            program->values[step->values[j]].is_filled |= (step->singles >> j & 1) == 0;
        /* A program without folds has only one row. */
        if (program->fold_count == 0 && step->row != NULL)
            step->function = step->row;
    }
    for (int i = 0; i < program->store_count; i++)
        program->values[program->stores[i].value].is_filled = true;
    for (int i = 0; i < program->fold_count; i++) {
        program->values[program->folds[i].input].is_filled = true;
        read_halves(program, program->folds[i].input);
    }
}

/* Counts the passes over the elements of a row, and finds what is needed in which. */
static void count_passes(struct vector_program *program)
{
    program->passes = 1;
    for (int i = 0; i < program->fold_count; i++)
        if (program->folds[i].pass >= program->passes)
            program->passes = program->folds[i].pass + 1;
    for (int i = 0; i < program->store_count; i++) {
        const struct value *value = &program->values[program->stores[i].value];
        if (program->stores[i].is_kept)
            continue;
        program->stores_elements = program->fold_count > 0;
        if (value->pass >= program->passes)
            program->passes = value->pass + 1;
    }
}

static void need(struct value *value, struct passes passes)
{
    value->needed.kept_rows |= passes.kept_rows;
    value->needed.again |= passes.again;
}

static void find_needs(struct vector_program *program)
{
    count_passes(program);
    for (int i = 0; i < program->fold_count; i++) {
        uint64_t bit = (uint64_t)1 << program->folds[i].pass;
        need(&program->values[program->folds[i].input], (struct passes){bit, bit});
    }
    for (int i = 0; i < program->store_count; i++) {
        uint64_t bit = (uint64_t)1 << (program->passes - 1);
        if (!program->stores[i].is_kept)
            need(&program->values[program->stores[i].value], (struct passes){bit, bit});
    }
    for (int i = program->step_count - 1; i >= 0; i--) {
        struct step *step = &program->steps[i];
        uint64_t own = (uint64_t)1 << step->pass;
        for (int j = step->inputs; j < step->inputs + step->outputs; j++) {
            struct value *value = &program->values[step->values[j]];
            step->needed.again |= value->needed.again;
            step->needed.kept_rows |= value->needed.kept_rows != 0 ? own : 0;
            if (step->is_kept || (value->needed.kept_rows & ~own) == 0)
                continue;
            value->saved = (int)program->saved_bytes;
            program->saved_bytes += vector_width(value->type);
        }
        for (int j = 0; j < step->inputs && !step->is_kept; j++)
            need(&program->values[step->values[j]], step->needed);
    }
    /* An operand that is converted while it is loaded is loaded once. */
    for (int i = 0; i < program->value_count; i++) {
        struct value *value = &program->values[i];
        uint64_t passes = value->needed.kept_rows;
        if (value->kind != VALUE_LOAD || value->convert == NULL || value->in_halves ||
            (passes & (passes - 1)) == 0)
            continue;
        value->needed.kept_rows = passes & -passes;
        value->saved = (int)program->saved_bytes;
        program->saved_bytes += vector_width(value->type);
    }
}

static void find_uses(struct vector_program *program)
{
    int last_load_step = -1;
    for (int i = 0; i < program->step_count; i++)
        for (int j = 0; j < program->steps[i].inputs; j++) {
            struct value *value = &program->values[program->steps[i].values[j]];
            value->last_step = i;
            if (value->kind == VALUE_LOAD)
                last_load_step = i;
        }
    for (int i = 0; i < program->store_count; i++) {
        struct value *value = &program->values[program->stores[i].value];
        value->last_step = program->step_count;
        bool first_store = value->in_place < 0;
        bool is_whole = program->stores[i].convert == NULL &&
                        !program->operands[program->stores[i].operand].is_packed;
        if (value->kind == VALUE_STEP && first_store && is_whole)
            value->in_place = i;
    }
    /* A store may write memory that an input reads as well. So nothing is written before the last
     * step that reads an input, and nothing early when a store or a fold reads one. Values of later
     * passes stay in their buffers. */
    bool reads_load = false;
    for (int i = 0; i < program->fold_count; i++) {
        program->values[program->folds[i].input].last_step = program->step_count;
        reads_load |= program->stores_elements && program->folds[i].pass == program->passes - 1 &&
                      program->values[program->folds[i].input].kind == VALUE_LOAD;
    }
    for (int i = 0; i < program->store_count; i++)
        reads_load |= program->values[program->stores[i].value].kind == VALUE_LOAD;
    for (int i = 0; i < program->step_count; i++)
        for (int j = program->steps[i].inputs;
             j < program->steps[i].inputs + program->steps[i].outputs; j++) {
            struct value *value = &program->values[program->steps[i].values[j]];
            if (i < last_load_step || reads_load ||
                (value->is_kept && (program->passes > 1 || program->stores_elements)))
                value->in_place = -1;
        }
}

/* Assigns buffers. Loads, constants and what a pass hands to another have buffers of their own; the
 * others are shared. */
static bool assign_buffers(struct vector_program *program)
{
    int *owner_ends = arena_take(program->arena,
                                 ((size_t)program->value_count + 1) * sizeof *owner_ends);
    if (owner_ends == NULL)
        return false;
    int count = 0;
    for (int i = 0; i < program->value_count; i++) {
        const struct value *value = &program->values[i];
        if (value->kind != VALUE_STEP || (value->is_kept && program->passes > 1)) {
            program->values[i].buffer = count;
            owner_ends[count++] = program->step_count;
        }
    }
    for (int i = 0; i < program->step_count; i++) {
        const struct step *step = &program->steps[i];
        for (int j = step->inputs; j < step->inputs + step->outputs; j++) {
            struct value *value = &program->values[step->values[j]];
            int buffer = 0;
            if (value->is_kept && program->passes > 1)
                continue;
            while (buffer < count && owner_ends[buffer] >= i)
                buffer++;
            value->buffer = buffer;
            owner_ends[buffer] = value->last_step > i ? value->last_step : i;
            if (buffer == count)
                count++;
        }
    }
    program->buffers = count;
    return true;
}

/* What strips are for. */
enum strips {
    STRIPS_OF_RESULTS,
    STRIPS_OF_ELEMENTS,
    STRIPS_OF_ROWS, /* of elements, where halves are read in memory */
};

/* The bytes that an element of a value takes in strips; 0 if it has none. */
static int strip_width(const struct vector_program *program, const struct value *value,
                       enum strips strips)
{
    bool is_constant = value->kind == VALUE_CONSTANT;
    int width = vector_width(value->type);
    int loaded = value->kind == VALUE_LOAD ? program->operands[value->operand].width : 0;
    if (strips == STRIPS_OF_RESULTS)
        return !is_constant && !value->is_kept ? 0 : loaded > width ? loaded : width;
    if (value->is_kept || (is_constant && value->needed.again == 0))
        return 0;
    if (strips == STRIPS_OF_ROWS && value->in_halves)
        return loaded;
    if (strips == STRIPS_OF_ROWS && value->kind == VALUE_SPREAD && !value->is_filled)
        return 0;
    return loaded > width ? loaded : width;
}

/* How many elements fit into a buffer. */
static int64_t strip_elements(const struct vector_program *program, enum strips strips)
{
    int widest = 1;
    for (int i = 0; i < program->value_count; i++) {
        int width = strip_width(program, &program->values[i], strips);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < program->store_count; i++) {
        int width = program->operands[program->stores[i].operand].width;
        if (program->stores[i].is_kept == (strips == STRIPS_OF_RESULTS) && width > widest)
            widest = width;
    }
    return STRIP_BYTES / widest;
}

/* Two stores of loaded values may exchange two operands, so both values are copied before one is
 * stored. */
static void copy_stored_loads(struct vector_program *program)
{
    for (int i = 0; program->store_count > 1 && i < program->store_count; i++)
        program->values[program->stores[i].value].copied = true;
}

static bool is_direct(const struct vector_program *program)
{
    bool direct = program->fold_count == 0;
    for (int i = 0; i < program->value_count; i++)
        direct = direct && program->values[i].convert == NULL && !program->values[i].copied;
    for (int i = 0; i < program->store_count; i++)
        direct = direct && program->stores[i].convert == NULL &&
                 !program->operands[program->stores[i].operand].is_packed;
    return direct;
}

static bool is_loop(const struct vector_program *program)
{
    bool loop = program->is_direct && program->step_count == 1 && program->store_count == 1;
    for (int i = 0; i < program->value_count && loop; i++) {
        const struct value *value = &program->values[i];
        loop = value->kind == VALUE_LOAD || (value->kind == VALUE_CONSTANT && !value->is_filled) ||
               (value->kind == VALUE_STEP && value->in_place >= 0);
    }
    return loop;
}

static bool moves(const struct vector_program *program)
{
    return program->is_direct && program->step_count == 0 && program->store_count == 1 &&
           program->values[program->stores[0].value].kind == VALUE_LOAD;
}

/* Whether a value or step takes part in a pass over elements. */
static bool is_needed(const struct passes *needed, bool keeps_rows, int pass)
{
    return ((keeps_rows ? needed->kept_rows : needed->again) >> pass & 1) != 0;
}

/* Finds what takes part in a phase. False when memory is short. */
static bool make_agenda(struct vector_program *program, struct agenda *agenda, bool is_kept,
                        bool keeps_rows, int pass)
{
    int *items = arena_take(program->arena,
                            (size_t)(program->value_count + program->step_count) * sizeof *items);
    *agenda = (struct agenda){0};
    if (items == NULL)
        return false;
    static const enum value_kind kinds[] = {VALUE_CONSTANT, VALUE_LOAD, VALUE_SPREAD};
    const int **lists[] = {&agenda->constants, &agenda->loads, &agenda->made};
    int *counts[] = {&agenda->constant_count, &agenda->load_count, &agenda->made_count};
    for (int list = 0; list < 3; list++) {
        *lists[list] = items;
        for (int i = 0; i < program->value_count; i++) {
            const struct value *value = &program->values[i];
            enum value_kind kind = value->kind == VALUE_POSITION ? VALUE_SPREAD : value->kind;
            bool takes_part = is_kept
                                  ? kind == VALUE_CONSTANT ||
                                        (value->is_kept && value->pass == pass)
                                  : !value->is_kept && is_needed(&value->needed, keeps_rows, pass);
            if (kind == kinds[list] && takes_part)
                items[(*counts[list])++] = i;
        }
        items += *counts[list];
    }
    agenda->steps = items;
    for (int i = 0; i < program->step_count; i++) {
        const struct step *step = &program->steps[i];
        if (step->is_kept == is_kept &&
            (is_kept ? step->pass == pass : is_needed(&step->needed, keeps_rows, pass)))
            items[agenda->step_count++] = i;
    }
    return true;
}

static bool make_agendas(struct vector_program *program)
{
    size_t passes = (size_t)program->passes;
    int kinds = program->fold_count > 0 ? 3 : 1;
    struct agenda *agendas = arena_take(program->arena,
                                        ((size_t)kinds * passes + 1) * sizeof *agendas);
    program->placed = arena_take(program->arena,
                                 ((size_t)program->value_count + 1) * sizeof *program->placed);
    if (agendas == NULL || program->placed == NULL)
        return false;
    program->again = agendas;
    program->kept_rows = agendas + (kinds == 3 ? passes : 0);
    program->results = agendas + (kinds == 3 ? 2 * passes + 1 : 0);
    bool made = kinds == 1 || make_agenda(program, &program->results[-1], true, false, -1);
    for (int pass = 0; pass < program->passes && made; pass++) {
        made = make_agenda(program, &program->again[pass], false, false, pass);
        if (kinds == 3)
            made = made && make_agenda(program, &program->kept_rows[pass], false, true, pass) &&
                   make_agenda(program, &program->results[pass], true, false, pass);
    }
    for (int i = 0; i < program->value_count; i++) {
        const struct value *value = &program->values[i];
        program->values[i].width = vector_width(value->type);
        if (!value->is_kept && (value->saved >= 0 || value->in_place >= 0))
            program->placed[program->placed_count++] = i;
    }
    return made;
}

bool vector_finish(struct vector_program *program)
{
    if (!is_open(program) || program->store_count == 0)
        return false;
    for (int i = 0; i < program->step_count; i++)
        fuse_half_step(program, i);
    copy_stored_loads(program);
    find_row_loops(program);
    find_needs(program);
    find_uses(program);
    program->is_direct = is_direct(program);
    program->is_loop = is_loop(program);
    program->moves = moves(program);
    program->strip = strip_elements(program, program->fold_count > 0 ? STRIPS_OF_RESULTS
                                                                     : STRIPS_OF_ELEMENTS);
    program->folded_strip = strip_elements(program, STRIPS_OF_ELEMENTS);
    program->row_strip = strip_elements(program, STRIPS_OF_ROWS);
    program->finished = assign_buffers(program) && make_agendas(program);
    return program->finished;
}
