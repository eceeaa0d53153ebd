/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unwind.h"

#if defined(__x86_64__)

#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Numbers of registers in DWARF for x86-64. */
enum { RBP = 6, RSP = 7, RETURN_ADDRESS = 16 };

/* How the frame that a call returns to ends: its CFA, DWARF's canonical frame address. The return
 * address to the next frame lies just below. */
enum cfa_base { UNKNOWN, OUTERMOST, FROM_RSP, FROM_RBP };

struct rule {
    enum cfa_base base;
    uint64_t cfa;       /* bytes from the base up to the CFA */
    uint64_t saved_rbp; /* bytes from the CFA down to the caller's rbp; 0: it is still in rbp */
};

/* ---- .eh_frame ------------------------------------------------------------------------------- */

struct reader {
    const uint8_t *at;
    const uint8_t *end;
    bool failed; /* at the end, or at something that is not understood */
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

/* What begins with its length: a CIE or an FDE, from behind the length. */
static struct reader open_entry(const uint8_t *entry)
{
    struct reader reader = {entry, entry + 4, false};
    uint32_t length = (uint32_t)read_bytes(&reader, 4);
    reader.failed = length == 0 || length >= 0xfffffff0;
    reader.end += reader.failed ? 0 : length;
    return reader;
}

/* What FDEs have in common. */
struct common {
    uint64_t code_factor;
    int64_t data_factor;
    struct reader instructions;
};

/* Addresses in FDEs are four bytes from where they stand: nothing else is read. */
#define PC_RELATIVE_4 0x1b

static void skip_personality(struct reader *reader)
{
    static const uint8_t sizes[8] = {[0] = 8, [2] = 2, [3] = 4, [4] = 8};
    uint64_t encoding = read_bytes(reader, 1);
    uint8_t size = sizes[encoding & 7];
    reader->failed |= size == 0 || (encoding & 0x70) == 0x50; /* aligned */
    skip(reader, size);
}

static bool read_common(const uint8_t *cie, struct common *out)
{
    struct reader reader = open_entry(cie);
    bool has_encoding = false;
    uint64_t id = read_bytes(&reader, 4);
    uint64_t version = read_bytes(&reader, 1);
    const char *augmentation = (const char *)reader.at;
    if (reader.failed || id != 0 || (version != 1 && version != 3) || augmentation[0] != 'z')
        return false;
    skip(&reader, strlen(augmentation) + 1);
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
            return false; /* 'S', a signal's frame, among others */
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
    /* The upper two bits of these, and an operand below. */
    DW_CFA_ADVANCE_LOC = 0x40,
    DW_CFA_OFFSET = 0x80,
    DW_CFA_RESTORE = 0xc0,
};

/* Where the caller's value of a register is. */
struct place {
    enum { SAME, AT_CFA, UNDEFINED, ELSEWHERE } kind;
    int64_t offset; /* AT_CFA: from there */
};

#define NO_REGISTER UINT64_MAX

struct row {
    uint64_t cfa_register; /* NO_REGISTER: an expression */
    int64_t cfa_offset;
    struct place rbp;
    struct place rsp;
    struct place return_address;
};

#define REMEMBERED 8

/* A row on its way to an address. */
struct machine {
    const struct common *common;
    struct row row;
    struct row remembered[REMEMBERED];
    size_t remembered_count;
};

static void set_place(struct row *row, uint64_t number, int kind, int64_t offset)
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

/* Numbers are read in their order: arguments of a call have none. */
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

/* Runs the instructions that hold for code from so many bytes in front of an address on. */
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
    static const struct rule unknown = {UNKNOWN, 0, 0};
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

static struct rule rule_by_entry(const uint8_t *fde, uintptr_t call)
{
    static const struct rule unknown = {UNKNOWN, 0, 0};
    struct reader reader = open_entry(fde);
    const uint8_t *here = reader.at;
    struct common common;
    uint64_t back = read_bytes(&reader, 4);
    if (reader.failed || !read_common(here - back, &common))
        return unknown;
    uintptr_t begin = (uintptr_t)reader.at;
    begin += (uintptr_t)(int64_t)(int32_t)read_bytes(&reader, 4);
    uint64_t size = read_bytes(&reader, 4);
    skip(&reader, read_uleb(&reader));
    if (reader.failed || call - begin >= size)
        return unknown;
    struct machine machine = {.common = &common, .row = {.cfa_register = NO_REGISTER}};
    if (!run(&machine, common.instructions, UINT64_MAX) || !run(&machine, reader, call - begin))
        return unknown;
    return rule_of_row(&machine.row);
}

/* ---- Objects --------------------------------------------------------------------------------- */

/* .eh_frame_hdr as linkers write it: the entries by address, both four bytes from its begin. */
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

static struct rule rule_by_table(const struct table *table, uintptr_t call)
{
    static const uint8_t encodings[3] = {PC_RELATIVE_4, 0x03, 0x3b};
    uintptr_t begin = (uintptr_t)table;
    size_t low = 0;
    size_t high = table->count;
    if (table->version != 1 || memcmp(table->encodings, encodings, sizeof encodings) != 0)
        high = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (begin + (uintptr_t)table->entries[middle].address <= call)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (struct rule){UNKNOWN, 0, 0};
    return rule_by_entry((const uint8_t *)table + table->entries[low - 1].fde, call);
}

struct search {
    uintptr_t call;
    struct rule rule;
};

static int look_into(struct dl_phdr_info *object, size_t size, void *context)
{
    struct search *search = context;
    const struct table *table = NULL;
    bool is_here = false;
    (void)size;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && search->call - start < part->p_memsz)
            is_here = true;
        if (part->p_type == PT_GNU_EH_FRAME)
            table = (const struct table *)start;
    }
    if (is_here && table != NULL)
        search->rule = rule_by_table(table, search->call);
    return is_here;
}

/* How many objects were loaded, and how many closed. */
static int count_objects(struct dl_phdr_info *object, size_t size, void *generation)
{
    (void)size;
    *(uint64_t *)generation = (uint64_t)object->dlpi_adds << 32 | (uint32_t)object->dlpi_subs;
    return 1;
}

/* ---- Rules that are kept --------------------------------------------------------------------- */

/*
 * Each in one word, which threads and handlers of signals read while others write: the return
 * address, whose lowest bits are the place, and the rule. What does not fit is not known.
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
    if (!fits(rule.cfa, CFA_BITS) || !fits(rule.saved_rbp, SAVED_BITS))
        rule = (struct rule){UNKNOWN, 0, 0};
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
        return (struct rule){UNKNOWN, 0, 0};
    if (word >> (2 + CFA_BITS + SAVED_BITS) != address >> PLACE_BITS) {
        struct search search = {.call = address - 1};
        dl_iterate_phdr(look_into, &search);
        word = pack(address, search.rule);
        atomic_store_explicit(place, word, memory_order_relaxed);
    }
    return unpack(word);
}

/*
 * Another object may be where one was that is closed. Whoever looks behind that finds the rules
 * empty or empties them; an object that a thread is in is not closed, so that what it keeps
 * meanwhile is right.
 */
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

/* Sanitizers know nothing of what lies between the variables of a stack. */
__attribute__((no_sanitize("address", "thread"))) static uintptr_t word_at(uintptr_t address)
{
    return *(const uintptr_t *)address;
}

bool unwind(bool (*take)(uintptr_t call, void *context), void *context)
{
    uintptr_t rsp = (uintptr_t)__builtin_frame_address(0) + 16;
    uintptr_t rbp = word_at(rsp - 16);
    uintptr_t address = word_at(rsp - 8);
    forget_closed();
    while (address != 0 && take(address - 1, context)) {
        struct rule rule = rule_of(address);
        if (rule.base == UNKNOWN || rule.base == OUTERMOST)
            return rule.base == OUTERMOST;
        uintptr_t cfa = (rule.base == FROM_RSP ? rsp : rbp) + rule.cfa;
        if (cfa <= rsp || cfa % 8 != 0)
            return false;
        address = word_at(cfa - 8);
        if (rule.saved_rbp != 0)
            rbp = word_at(cfa - rule.saved_rbp);
        rsp = cfa;
    }
    return true;
}

#else

bool unwind(bool (*take)(uintptr_t call, void *context), void *context)
{
    (void)take;
    (void)context;
    return false;
}

#endif
