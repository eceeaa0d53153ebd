/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unwind.h"

#if defined(__x86_64__)

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* DWARF's numbers of registers on x86-64. */
enum { RBP = 6, RSP = 7, RETURN_ADDRESS = 16 };

/* How the frame that a call returns to ends: its CFA, DWARF's canonical frame address. The return
 * address to the next frame lies just below. */
enum cfa_base { UNKNOWN, OUTERMOST, FROM_RSP, FROM_RBP };

struct rule {
    enum cfa_base base;
    uint64_t cfa;       /* distance in bytes from the base up to the CFA */
    uint64_t saved_rbp; /* distance in bytes from the CFA down to the saved rbp of the caller; 0:
                         * rbp still holds it */
};

static const struct rule unknown = {UNKNOWN, 0, 0};
static const struct rule wrong = {UNKNOWN, 8, 0}; /* with a CFA, which the other has not */

static bool is_wrong(struct rule rule)
{
    return rule.base == UNKNOWN && rule.cfa == wrong.cfa;
}

/* ---- .eh_frame ------------------------------------------------------------------------------- */

struct reader {
    const uint8_t *at;
    const uint8_t *end;
    bool failed; /* the end was reached, or something that is not understood */
};

static uint64_t read_bytes(struct reader *reader, size_t count)
{
    uint64_t value = 0;
    if ((size_t)(reader->end - reader->at) < count) {
        reader->failed = true;
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, count);
    reader->at += count;
    return value;
}

static void skip(struct reader *reader, uint64_t count)
{
    if ((uint64_t)(reader->end - reader->at) < count) {
        reader->failed = true;
        count = (uint64_t)(reader->end - reader->at);
    }
    reader->at += count;
}

static uint64_t read_uleb(struct reader *reader)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint64_t byte;
    do {
        byte = read_bytes(reader, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static int64_t read_sleb(struct reader *reader)
{
    const uint8_t *begin = reader->at;
    uint64_t value = read_uleb(reader);
    size_t bits = 7 * (size_t)(reader->at - begin);
    bool is_negative = reader->at > begin && (reader->at[-1] & 0x40) != 0;
    return (int64_t)(is_negative && bits < 64 ? value | ~(uint64_t)0 << bits : value);
}

/* What is loaded of an object and may be read, up to the end of the part that an address lies in:
 * a reader that is at its end where that is none. */
static struct reader open_memory(const struct dl_phdr_info *object, uintptr_t address)
{
    struct reader reader = {(const uint8_t *)address, (const uint8_t *)address, false};
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_R) != 0 &&
            address - start < part->p_memsz)
            reader.end = (const uint8_t *)start + part->p_memsz;
    }
    return reader;
}

/* What begins with its length: a CIE or an FDE, from behind the length. */
static struct reader open_entry(const struct dl_phdr_info *object, uintptr_t entry)
{
    struct reader reader = open_memory(object, entry);
    uint64_t length = read_bytes(&reader, 4);
    if (length == 0 || length > (size_t)(reader.end - reader.at))
        reader.failed = true;
    else
        reader.end = reader.at + length;
    return reader;
}

/* A text of letters, up to and with its end; NULL: it has none. */
static const char *read_letters(struct reader *reader)
{
    const char *letters = (const char *)reader->at;
    const uint8_t *end = memchr(reader->at, '\0', (size_t)(reader->end - reader->at));
    if (end == NULL)
        return NULL;
    reader->at = end + 1;
    return letters;
}

/* What FDEs have in common. */
struct common {
    uint64_t code_factor;
    int64_t data_factor;
    struct reader instructions;
};

/* The one encoding of addresses that is read: four bytes, relative to where they stand. */
#define PC_RELATIVE_4 0x1b

static void skip_personality(struct reader *reader)
{
    static const uint8_t sizes[8] = {[0] = 8, [2] = 2, [3] = 4, [4] = 8};
    uint64_t encoding = read_bytes(reader, 1);
    uint8_t size = sizes[encoding & 7];
    reader->failed |= size == 0 || (encoding & 0x70) == 0x50; /* 0x50: aligned, which is not read
                                                               * either */
    skip(reader, size);
}

static bool read_common(struct reader reader, struct common *out)
{
    bool has_encoding = false;
    uint64_t id = read_bytes(&reader, 4);
    uint64_t version = read_bytes(&reader, 1);
    const char *augmentation = read_letters(&reader);
    if (reader.failed || id != 0 || (version != 1 && version != 3) || augmentation == NULL ||
        augmentation[0] != 'z')
        return false;
    out->code_factor = read_uleb(&reader);
    out->data_factor = read_sleb(&reader);
    uint64_t column = version == 1 ? read_bytes(&reader, 1) : read_uleb(&reader);
    uint64_t size = read_uleb(&reader);
    out->instructions = reader;
    skip(&out->instructions, size);
    for (const char *letter = augmentation + 1; *letter != '\0'; letter++)
        if (*letter == 'P') {
            skip_personality(&reader);
        } else if (*letter == 'L') {
            skip(&reader, 1);
        } else if (*letter == 'R' && read_bytes(&reader, 1) == PC_RELATIVE_4) {
            has_encoding = true;
        } else {
            return false; /* such as 'S', the frame of a signal */
        }
    return !reader.failed && !out->instructions.failed && has_encoding && column == RETURN_ADDRESS;
}

/* ---- Instructions ---------------------------------------------------------------------------- */

enum {
    DW_CFA_NOP = 0x00,
    DW_CFA_ADVANCE_LOC1 = 0x02,
    DW_CFA_ADVANCE_LOC2 = 0x03,
    DW_CFA_ADVANCE_LOC4 = 0x04,
    DW_CFA_OFFSET_EXTENDED = 0x05,
    DW_CFA_RESTORE_EXTENDED = 0x06,
    DW_CFA_UNDEFINED = 0x07,
    DW_CFA_SAME_VALUE = 0x08,
    DW_CFA_REGISTER = 0x09,
    DW_CFA_REMEMBER_STATE = 0x0a,
    DW_CFA_RESTORE_STATE = 0x0b,
    DW_CFA_DEF_CFA = 0x0c,
    DW_CFA_DEF_CFA_REGISTER = 0x0d,
    DW_CFA_DEF_CFA_OFFSET = 0x0e,
    DW_CFA_DEF_CFA_EXPRESSION = 0x0f,
    DW_CFA_EXPRESSION = 0x10,
    DW_CFA_OFFSET_EXTENDED_SF = 0x11,
    DW_CFA_DEF_CFA_SF = 0x12,
    DW_CFA_DEF_CFA_OFFSET_SF = 0x13,
    DW_CFA_VAL_OFFSET = 0x14,
    DW_CFA_VAL_OFFSET_SF = 0x15,
    DW_CFA_VAL_EXPRESSION = 0x16,
    DW_CFA_GNU_ARGS_SIZE = 0x2e,
    /* The upper two bits of these opcodes; the lower six are an operand. */
    DW_CFA_ADVANCE_LOC = 0x40,
    DW_CFA_OFFSET = 0x80,
    DW_CFA_RESTORE = 0xc0,
};

/* Where the caller's value of a register is kept. */
struct place {
    enum place_kind { SAME, AT_CFA, UNDEFINED, ELSEWHERE } kind;
    int64_t offset; /* for AT_CFA: the distance from the CFA */
};

#define NO_REGISTER UINT64_MAX

struct row {
    uint64_t cfa_register; /* NO_REGISTER: the CFA is an expression */
    int64_t cfa_offset;
    struct place rbp;
    struct place rsp;
    struct place return_address;
};

#define REMEMBERED 8

/* The state of the instructions while they are followed up to an address. */
struct machine {
    const struct common *common;
    struct row row;
    struct row remembered[REMEMBERED];
    size_t remembered_count;
};

static void set_place(struct row *row, uint64_t number, enum place_kind kind, int64_t offset)
{
    struct place *place = number == RBP              ? &row->rbp
                          : number == RSP            ? &row->rsp
                          : number == RETURN_ADDRESS ? &row->return_address
                                                     : NULL;
    if (place == NULL)
        return;
    place->kind = kind;
    place->offset = offset;
}

static void set_cfa(struct row *row, uint64_t number, int64_t offset)
{
    row->cfa_register = number;
    row->cfa_offset = offset;
}

/* Operands are read one after the other in statements of their own, because C evaluates arguments
 * of a call in any sequence. */
static void run_long(struct machine *machine, struct reader *code, uint64_t operation)
{
    struct row *row = &machine->row;
    int64_t factor = machine->common->data_factor;
    uint64_t number;
    switch (operation) {
    case DW_CFA_NOP: break;
    case DW_CFA_OFFSET_EXTENDED:
        number = read_uleb(code);
        set_place(row, number, AT_CFA, (int64_t)read_uleb(code) * factor);
        break;
    case DW_CFA_OFFSET_EXTENDED_SF:
        number = read_uleb(code);
        set_place(row, number, AT_CFA, read_sleb(code) * factor);
        break;
    case DW_CFA_RESTORE_EXTENDED:
    case DW_CFA_SAME_VALUE: set_place(row, read_uleb(code), SAME, 0); break;
    case DW_CFA_UNDEFINED: set_place(row, read_uleb(code), UNDEFINED, 0); break;
    case DW_CFA_REGISTER:
    case DW_CFA_VAL_OFFSET:
    case DW_CFA_VAL_OFFSET_SF:
        set_place(row, read_uleb(code), ELSEWHERE, 0);
        (void)read_uleb(code);
        break;
    case DW_CFA_EXPRESSION:
    case DW_CFA_VAL_EXPRESSION:
        set_place(row, read_uleb(code), ELSEWHERE, 0);
        skip(code, read_uleb(code));
        break;
    case DW_CFA_DEF_CFA:
        number = read_uleb(code);
        set_cfa(row, number, (int64_t)read_uleb(code));
        break;
    case DW_CFA_DEF_CFA_SF:
        number = read_uleb(code);
        set_cfa(row, number, read_sleb(code) * factor);
        break;
    case DW_CFA_DEF_CFA_REGISTER: set_cfa(row, read_uleb(code), row->cfa_offset); break;
    case DW_CFA_DEF_CFA_OFFSET: set_cfa(row, row->cfa_register, (int64_t)read_uleb(code)); break;
    case DW_CFA_DEF_CFA_OFFSET_SF: set_cfa(row, row->cfa_register, read_sleb(code) * factor); break;
    case DW_CFA_DEF_CFA_EXPRESSION:
        set_cfa(row, NO_REGISTER, 0);
        skip(code, read_uleb(code));
        break;
    case DW_CFA_REMEMBER_STATE:
        if (machine->remembered_count < REMEMBERED)
            machine->remembered[machine->remembered_count++] = *row;
        else
            code->failed = true;
        break;
    case DW_CFA_RESTORE_STATE:
        if (machine->remembered_count > 0)
            *row = machine->remembered[--machine->remembered_count];
        else
            code->failed = true;
        break;
    case DW_CFA_GNU_ARGS_SIZE: (void)read_uleb(code); break;
    default: code->failed = true;
    }
}

/* Runs instructions up to the rule for the code that is `distance` bytes behind where they
 * begin. */
static bool run(struct machine *machine, struct reader code, uint64_t distance)
{
    uint64_t advanced = 0;
    while (code.at < code.end && advanced <= distance && !code.failed) {
        uint64_t operation = read_bytes(&code, 1);
        uint64_t operand = operation & 0x3f;
        uint64_t steps = 0;
        switch (operation & 0xc0) {
        case DW_CFA_ADVANCE_LOC: steps = operand; break;
        case DW_CFA_OFFSET:
            set_place(&machine->row, operand, AT_CFA,
                      (int64_t)read_uleb(&code) * machine->common->data_factor);
            break;
        case DW_CFA_RESTORE: set_place(&machine->row, operand, SAME, 0); break;
        default:
            if (operation == DW_CFA_ADVANCE_LOC1)
                steps = read_bytes(&code, 1);
            else if (operation == DW_CFA_ADVANCE_LOC2)
                steps = read_bytes(&code, 2);
            else if (operation == DW_CFA_ADVANCE_LOC4)
                steps = read_bytes(&code, 4);
            else
                run_long(machine, &code, operation);
        }
        advanced += steps * machine->common->code_factor;
    }
    return !code.failed;
}

static struct rule rule_of_row(const struct row *row)
{
    struct rule rule = {.base = row->cfa_register == RSP   ? FROM_RSP
                                : row->cfa_register == RBP ? FROM_RBP
                                                           : UNKNOWN};
    if (row->return_address.kind == UNDEFINED)
        return (struct rule){OUTERMOST, 0, 0};
    if (row->return_address.kind != AT_CFA || row->return_address.offset != -8 ||
        row->rsp.kind != SAME || row->cfa_offset <= 0)
        return unknown;
    rule.cfa = (uint64_t)row->cfa_offset;
    if (row->rbp.kind == AT_CFA && row->rbp.offset < 0)
        rule.saved_rbp = (uint64_t)-row->rbp.offset;
    else if (row->rbp.kind != SAME)
        return unknown;
    return rule;
}

static struct rule rule_by_entry(const struct dl_phdr_info *object, uintptr_t fde, uintptr_t call)
{
    struct reader reader = open_entry(object, fde);
    uintptr_t here = (uintptr_t)reader.at;
    struct common common;
    uint64_t back = read_bytes(&reader, 4);
    struct reader cie = open_entry(object, here - back);
    if (reader.failed || cie.failed)
        return wrong;
    if (!read_common(cie, &common))
        return unknown;
    uintptr_t begin = (uintptr_t)reader.at;
    begin += (uintptr_t)(int64_t)(int32_t)read_bytes(&reader, 4);
    uint64_t size = read_bytes(&reader, 4);
    skip(&reader, read_uleb(&reader));
    if (reader.failed)
        return wrong;
    if (call - begin >= size)
        return unknown;
    struct machine machine = {.common = &common, .row = {.cfa_register = NO_REGISTER}};
    if (!run(&machine, common.instructions, UINT64_MAX) || !run(&machine, reader, call - begin))
        return unknown;
    return rule_of_row(&machine.row);
}

/* ---- Objects --------------------------------------------------------------------------------- */

/* .eh_frame_hdr in the form that linkers write: entries sorted by address, each of two offsets of
 * four bytes from its begin. */
struct table {
    uint8_t version;
    uint8_t encodings[3];
    int32_t frames;
    uint32_t count;
    struct {
        int32_t address;
        int32_t fde;
    } entries[];
};

/* Whether the table has the form that is read here, and lies in its part of the object. */
static bool table_is_whole(const struct table *table, struct reader memory)
{
    size_t bytes = (size_t)(memory.end - memory.at);
    return bytes >= sizeof *table &&
           table->count <= (bytes - sizeof *table) / sizeof table->entries[0];
}

static struct rule rule_by_table(const struct dl_phdr_info *object, uintptr_t begin, uintptr_t call)
{
    static const uint8_t encodings[3] = {PC_RELATIVE_4, 0x03, 0x3b};
    const struct table *table = (const struct table *)begin;
    if (!table_is_whole(table, open_memory(object, begin)))
        return wrong;
    if (table->version != 1 || memcmp(table->encodings, encodings, sizeof encodings) != 0)
        return unknown;
    size_t low = 0;
    size_t high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (begin + (uintptr_t)table->entries[middle].address <= call)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? rule_by_entry(object, begin + (uintptr_t)table->entries[low - 1].fde, call)
                   : unknown;
}

struct search {
    uintptr_t call;
    struct rule rule;
};

static int look_into(struct dl_phdr_info *object, size_t size, void *context)
{
    struct search *search = context;
    uintptr_t table = 0;
    bool is_here = false;
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && search->call - start < part->p_memsz)
            is_here = true;
        if (part->p_type == PT_GNU_EH_FRAME)
            table = start;
    }
    if (is_here && table != 0)
        search->rule = rule_by_table(object, table, search->call);
    return is_here;
}

/* Counts the objects that were loaded and closed so far. */
static int count_objects(struct dl_phdr_info *object, size_t size, void *generation)
{
    (void)size;
    *(uint64_t *)generation = (uint64_t)object->dlpi_adds << 32 | (uint32_t)object->dlpi_subs;
    return 1;
}

/* ---- Rules that are kept --------------------------------------------------------------------- */

/*
 * Each in one word, which threads and handlers of signals read while others write: the return
 * address, whose lowest bits are the place, and the rule. What does not fit is not kept.
 *
 *     35 bits: the address   2: base   20: cfa / 8   7: saved_rbp / 8
 */
#define PLACE_BITS 12
#define ADDRESS_BITS 47
#define CFA_BITS 20
#define SAVED_BITS 7

static _Atomic uint64_t kept[1 << PLACE_BITS];
static _Atomic uint64_t kept_generation;

static bool fits(uint64_t bytes, unsigned bits)
{
    return bytes % 8 == 0 && bytes / 8 >> bits == 0;
}

static uint64_t pack(uintptr_t address, struct rule rule)
{
    uint64_t word = (uint64_t)address >> PLACE_BITS;
    word = word << 2 | rule.base;
    word = word << CFA_BITS | rule.cfa / 8;
    return word << SAVED_BITS | rule.saved_rbp / 8;
}

static struct rule unpack(uint64_t word)
{
    return (struct rule){word >> (CFA_BITS + SAVED_BITS) & 3,
                         (word >> SAVED_BITS & ((1 << CFA_BITS) - 1)) * 8,
                         (word & ((1 << SAVED_BITS) - 1)) * 8};
}

static struct rule rule_of(uintptr_t address)
{
    _Atomic uint64_t *place = &kept[address & ((1 << PLACE_BITS) - 1)];
    uint64_t word = atomic_load_explicit(place, memory_order_relaxed);
    if (address >> ADDRESS_BITS != 0)
        return unknown;
    if (word >> (2 + CFA_BITS + SAVED_BITS) != address >> PLACE_BITS) {
        struct search search = {.call = address - 1};
        dl_iterate_phdr(look_into, &search);
        if (!fits(search.rule.cfa, CFA_BITS) || !fits(search.rule.saved_rbp, SAVED_BITS))
            return search.rule;
        word = pack(address, search.rule);
        atomic_store_explicit(place, word, memory_order_relaxed);
    }
    return unpack(word);
}

/* Another object may now lie where a closed one lay. A thread that sees the new counts finds the
 * rules empty or empties them. An object with a frame on the stack is not closed, so its rules are
 * right whenever they are kept. */
static void forget_closed(void)
{
    uint64_t generation = 0;
    dl_iterate_phdr(count_objects, &generation);
    if (atomic_load(&kept_generation) == generation)
        return;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        atomic_store(&kept[i], 0);
    atomic_store(&kept_generation, generation);
}

/* ---- The stack ------------------------------------------------------------------------------- */

#define PAGE ((uintptr_t)4096)

/* Pages of this thread's stack that were seen to be readable, and follow each other. */
struct pages {
    uintptr_t first;
    uintptr_t past;
};

static _Thread_local struct pages seen;

enum reading { READABLE, CLOSED, NOT_TOLD };

/* Asks the kernel, which faults in the caller's place. */
static enum reading try_page(uintptr_t page)
{
    char byte;
    struct iovec to = {&byte, 1};
    struct iovec from = {(void *)page, 1};
    int error = errno;
    long count = syscall(SYS_process_vm_readv, (long)getpid(), &to, 1L, &from, 1L, 0L);
    enum reading reading = count == 1 ? READABLE : errno == EFAULT ? CLOSED : NOT_TOLD;
    errno = error;
    return reading;
}

/* Whether the words below an address, from the innermost frame on, are of the stack. */
static enum reading look_up_to(struct pages *stack, uintptr_t past)
{
    enum reading reading = READABLE;
    while (reading == READABLE && stack->past < past) {
        reading = try_page(stack->past);
        if (reading == READABLE)
            stack->past += PAGE;
    }
    return reading;
}

/* A stack that has grown by no more than these is not looked at as another one. */
#define GROWN (64 * PAGE)

/* What is known of the stack that a frame lies on. A handler of a signal may come in between. */
static struct pages stack_of(uintptr_t rsp)
{
    struct pages known = seen;
    struct pages stack = {rsp / PAGE * PAGE, rsp / PAGE * PAGE};
    if (rsp >= known.first && rsp < known.past)
        return known;
    if (rsp < known.first && known.first - rsp < GROWN &&
        look_up_to(&stack, known.first) == READABLE)
        stack.past = known.past;
    return stack;
}

static void keep_stack(const struct pages *stack)
{
    seen.past = 0;
    atomic_signal_fence(memory_order_seq_cst);
    seen.first = stack->first;
    atomic_signal_fence(memory_order_seq_cst);
    seen.past = stack->past;
}

/* Sanitizers know nothing of what lies between the variables of a stack. */
__attribute__((no_sanitize("address", "thread"))) static uintptr_t word_at(uintptr_t address)
{
    return *(const uintptr_t *)address;
}

/* A frame: the address that it returns to, and the registers that hold then. */
struct frame {
    uintptr_t address;
    uintptr_t rsp;
    uintptr_t rbp;
};

/* Goes on to the caller's frame. UNWIND_ALL: it is there, or the address is 0. */
static enum unwind_end step(struct pages *stack, struct frame *frame)
{
    struct rule rule = rule_of(frame->address);
    uintptr_t cfa = (rule.base == FROM_RSP ? frame->rsp : frame->rbp) + rule.cfa;
    if (rule.base == UNKNOWN)
        return is_wrong(rule) ? UNWIND_WRONG : UNWIND_FOREIGN;
    if (rule.base == OUTERMOST) {
        frame->address = 0;
        return UNWIND_ALL;
    }
    if (cfa <= frame->rsp || cfa % 8 != 0 || rule.saved_rbp > cfa - frame->rsp)
        return UNWIND_WRONG;
    enum reading reading = look_up_to(stack, cfa);
    if (reading != READABLE)
        return reading == CLOSED ? UNWIND_WRONG : UNWIND_FOREIGN;
    frame->address = word_at(cfa - 8);
    if (rule.saved_rbp != 0)
        frame->rbp = word_at(cfa - rule.saved_rbp);
    frame->rsp = cfa;
    return UNWIND_ALL;
}

static enum unwind_end walk(struct frame frame, unwind_take *take, void *context)
{
    enum unwind_end end = UNWIND_ALL;
    struct pages stack = stack_of(frame.rsp);
    forget_closed();
    while (end == UNWIND_ALL && frame.address != 0 && take(frame.address - 1, context))
        end = step(&stack, &frame);
    keep_stack(&stack);
    return end;
}

enum unwind_end unwind(unwind_take *take, void *context)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return walk((struct frame){word_at(here + 8), here + 16, word_at(here)}, take, context);
}

enum unwind_end unwind_from(const struct unwind_place *place, unwind_take *take, void *context)
{
    /* As if the instruction were a call. */
    return walk((struct frame){place->instruction + 1, place->rsp, place->rbp}, take, context);
}

#else

enum unwind_end unwind(unwind_take *take, void *context)
{
    (void)take;
    (void)context;
    return UNWIND_FOREIGN;
}

enum unwind_end unwind_from(const struct unwind_place *place, unwind_take *take, void *context)
{
    (void)place;
    return unwind(take, context);
}

#endif
