/* SPDX-License-Identifier: Apache-2.0 */
/* HansEncode, HansDecode: kernels. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl_base.h"
#include "declared/other.h"
#include "executor/schedule.h"
#include "ops/common/work_views.h"
#include "ops/other/hans.h"
#include "runtime/cores/ai_cores.h"

#define MAGIC 12138
#define TILE (HANS_ROWS * HANS_ROW)
#define WORD_BITS 16 /* a state that holds more gives so many away */
#define MOST_BITS 8

/* Where the header has what. */
enum header { OF_MAGIC, OF_CORES, OF_ROWS, OF_CODED, OF_LEFT, OF_BYTES = 8, OF_REST = 64 };

/* What the cores work on. Of x and mantissa as of every other operand the bytes count. */
struct hans {
    const struct hans_cut *cut;
    int64_t width; /* bytes of a number */
    unsigned char *x;
    unsigned char *mantissa;
    unsigned char *fixed;
    unsigned char *var;
    int32_t counts[HANS_MOST_CORES][HANS_SYMBOLS];
    unsigned char table[HANS_SYMBOLS]; /* ranks of bytes, or bytes of ranks */
    int64_t coded[HANS_MOST_CORES];    /* numbers of each core that are coded */
    int64_t bytes[HANS_MOST_CORES];    /* that they take */
    int64_t at[HANS_MOST_CORES];       /* where these begin, in fixed */
    int64_t rest[HANS_MOST_CORES];     /* where the bytes of the others begin, in var */
    bool is_broken[HANS_MOST_CORES];
};

/* The numbers that are coded side by side: the bits that wait, and how many each row has. */
struct states {
    uint32_t bits[HANS_ROWS][HANS_ROW];
    int32_t counts[HANS_ROWS];
};

static int64_t numbers_of(const struct hans *h, int64_t core)
{
    return HANS_ROW * (core < h->cut->cores - 1 ? h->cut->rows : h->cut->last_rows);
}

static int64_t first_of(const struct hans *h, int64_t core)
{
    return HANS_ROW * h->cut->rows * core;
}

static int64_t room_of(const struct hans *h, int64_t core)
{
    return core < h->cut->cores - 1 ? h->cut->room : h->cut->last_room;
}

static unsigned char high_byte(const struct hans *h, int64_t number)
{
    return h->x[(number + 1) * h->width - 1];
}

/* Bytes by how often they are there, the most frequent first; of two the lower one. */
static void sort_bytes(const int32_t *counts, unsigned char *bytes)
{
    for (int i = 0; i < HANS_SYMBOLS; i++) {
        int at = i;
        for (; at > 0 && counts[bytes[at - 1]] < counts[i]; at--)
            bytes[at] = bytes[at - 1];
        bytes[at] = (unsigned char)i;
    }
}

static void read_counts(const struct work_view *view, int32_t *counts)
{
    for (int i = 0; i < HANS_SYMBOLS; i++)
        memcpy(&counts[i], view_element(view, i), sizeof counts[i]);
}

/* ---- Encode ---------------------------------------------------------------------------------- */

/* Counts bytes, and takes the others to the mantissa. */
static void part_block(int64_t core, int64_t blocks, void *context)
{
    struct hans *h = context;
    int64_t first = first_of(h, core);
    int64_t past = first + numbers_of(h, core);
    int32_t *counts = h->counts[core];
    size_t others = (size_t)h->width - 1;
    (void)blocks;
    memset(counts, 0, sizeof h->counts[core]);
    for (int64_t i = first; i < past; i++) {
        counts[high_byte(h, i)]++;
        memcpy(h->mantissa + i * (int64_t)others, h->x + i * h->width, others);
    }
}

static int bits_for(unsigned rank)
{
    int bits = 1;
    for (; rank > 1; rank >>= 1)
        bits++;
    return bits;
}

/* The bits that each row of a tile takes; 0 for rows behind its last one. Returns how many rows
 * then have more bits than a word. */
static int64_t levels_of(const unsigned char *ranks, int64_t rows, const struct states *s,
                         int32_t *levels)
{
    int64_t full = 0;
    memset(levels, 0, HANS_ROWS * sizeof *levels);
    for (int64_t row = 0; row < rows; row++) {
        unsigned most = 0;
        for (int i = 0; i < HANS_ROW; i++) {
            unsigned rank = ranks[row * HANS_ROW + i];
            most = rank > most ? rank : most;
        }
        levels[row] = bits_for(most);
        full += s->counts[row] + levels[row] > WORD_BITS;
    }
    return full;
}

/* Where there is little room left, the words of a tile and its levels must leave some for a tail
 * more than there will be. */
static bool fits(int64_t bytes, int64_t full, int64_t room)
{
    return bytes + 2 * HANS_TAIL <= room ||
           bytes + HANS_ROWS * 4 + full * HANS_ROW * 2 + HANS_TAIL <= room;
}

/* The low words of a row's states. */
static unsigned char *put_words(unsigned char *to, const uint32_t *states)
{
    for (int i = 0; i < HANS_ROW; i++) {
        uint16_t word = (uint16_t)(states[i] & 0xFFFF);
        memcpy(to + 2 * i, &word, sizeof word);
    }
    return to + sizeof(uint16_t) * HANS_ROW;
}

/* Adds a tile to the states, and writes words of those that are full, and the levels. */
static unsigned char *encode_tile(unsigned char *to, const unsigned char *ranks, int64_t rows,
                                  const int32_t *levels, struct states *s)
{
    for (int64_t row = 0; row < rows; row++) {
        uint32_t *bits = s->bits[row];
        for (int i = 0; i < HANS_ROW; i++)
            bits[i] = (bits[i] << levels[row]) + ranks[row * HANS_ROW + i];
        s->counts[row] += levels[row];
        if (s->counts[row] <= WORD_BITS)
            continue;
        to = put_words(to, bits);
        for (int i = 0; i < HANS_ROW; i++)
            bits[i] >>= WORD_BITS;
        s->counts[row] -= WORD_BITS;
    }
    for (int row = 0; row < HANS_ROWS; row++) {
        uint16_t level = (uint16_t)levels[row];
        memcpy(to + 2 * row, &level, sizeof level);
    }
    return to + sizeof(uint16_t) * HANS_ROWS;
}

static unsigned char *put_states(unsigned char *to, const struct states *s)
{
    for (int row = 0; row < HANS_ROWS; row++)
        to = put_words(to, s->bits[row]);
    memcpy(to, s->counts, sizeof s->counts);
    return to + sizeof s->counts;
}

static void encode_block(int64_t core, int64_t blocks, void *context)
{
    struct hans *h = context;
    unsigned char *begin = h->fixed + h->at[core];
    unsigned char *to = begin;
    unsigned char ranks[TILE];
    int32_t levels[HANS_ROWS];
    struct states s;
    int64_t count = numbers_of(h, core);
    int64_t done = 0;
    (void)blocks;
    memset(&s, 0, sizeof s);
    while (done < count && room_of(h, core) >= HANS_TAIL) {
        int64_t size = count - done < TILE ? count - done : TILE;
        for (int64_t i = 0; i < size; i++)
            ranks[i] = h->table[high_byte(h, first_of(h, core) + done + i)];
        int64_t full = levels_of(ranks, size / HANS_ROW, &s, levels);
        if (!fits(to - begin, full, room_of(h, core)))
            break;
        to = encode_tile(to, ranks, size / HANS_ROW, levels, &s);
        done += size;
    }
    if (room_of(h, core) >= HANS_TAIL)
        to = put_states(to, &s);
    h->coded[core] = done;
    h->bytes[core] = to - begin;
}

static void rest_block(int64_t core, int64_t blocks, void *context)
{
    struct hans *h = context;
    (void)blocks;
    for (int64_t i = h->coded[core]; i < numbers_of(h, core); i++)
        h->var[h->rest[core] + i - h->coded[core]] = high_byte(h, first_of(h, core) + i);
}

static void sum_counts(struct hans *h)
{
    for (int64_t core = 1; core < h->cut->cores; core++)
        for (int i = 0; i < HANS_SYMBOLS; i++)
            h->counts[0][i] += h->counts[core][i];
}

static void write_header(const struct hans *h)
{
    int32_t header[HANS_HEADER] = {0};
    for (int64_t core = 0; core < h->cut->cores; core++) {
        int64_t rest = numbers_of(h, core) - h->coded[core];
        header[OF_MAGIC] += MAGIC;
        header[OF_CORES] += 1;
        header[OF_ROWS] += (int32_t)(numbers_of(h, core) / HANS_ROW);
        header[OF_CODED] += (int32_t)(h->coded[core] / HANS_ROW);
        header[OF_LEFT] += (int32_t)(rest / HANS_ROW);
        header[OF_BYTES + core] = (int32_t)h->bytes[core];
        header[OF_REST + core] = (int32_t)rest;
    }
    memcpy(h->fixed, header, sizeof header);
}

/* Closes the gaps between the cores' bytes. Returns where they end. */
static int64_t pack(const struct hans *h)
{
    int64_t past = HANS_HEADER_BYTES;
    for (int64_t core = 0; core < h->cut->cores; core++) {
        memmove(h->fixed + past, h->fixed + h->at[core], (size_t)h->bytes[core]);
        past += h->bytes[core];
    }
    return past;
}

/* Where the bytes of numbers that are not coded begin. Returns how many there are. */
static int64_t place_rest(struct hans *h)
{
    int64_t past = 0;
    for (int64_t core = 0; core < h->cut->cores; core++) {
        h->rest[core] = past;
        past += numbers_of(h, core) - h->coded[core];
    }
    return past;
}

static void encode_all(struct hans *h, int64_t fixed_bytes, int64_t var_bytes,
                       struct task_failure *failure)
{
    memset(h->fixed, 0, (size_t)fixed_bytes);
    if (var_bytes > 0)
        memset(h->var, 0, (size_t)var_bytes);
    for (int64_t core = 0; core < h->cut->cores; core++)
        h->at[core] = HANS_HEADER_BYTES + h->cut->room * core;
    ai_cores_run_function("hans_encode", encode_block, h->cut->cores, h);
    int64_t rest = place_rest(h);
    if (rest > var_bytes) {
        failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
        snprintf(failure->text, sizeof failure->text,
                 "varOut has %" PRId64 " bytes; the numbers that fixedOut has no room for take "
                 "%" PRId64,
                 var_bytes, rest);
        return;
    }
    ai_cores_run_function("hans_rest", rest_block, h->cut->cores, h);
    write_header(h);
    if (h->cut->packs) {
        int64_t past = pack(h);
        memset(h->fixed + past, 0, (size_t)(fixed_bytes - past));
    }
}

static int64_t bytes_in(const struct work_view *view)
{
    return view_count(view) * view_width(view);
}

static uint64_t scratch(const struct work *work)
{
    (void)work;
    return sizeof(struct hans);
}

static void encode(const struct work *work, struct task_failure *failure)
{
    struct hans *h = (void *)work->scratch;
    unsigned char bytes[HANS_SYMBOLS];
    memset(h, 0, sizeof *h);
    h->cut = work->attributes;
    h->width = view_width(&work->inputs[0]);
    h->x = (unsigned char *)work->inputs[0].address;
    h->mantissa = (unsigned char *)work->outputs[1].address;
    h->fixed = (unsigned char *)work->outputs[2].address;
    h->var = (unsigned char *)work->outputs[3].address;
    ai_cores_run_function("hans_part", part_block, h->cut->cores, h);
    if (h->cut->counts)
        sum_counts(h);
    else
        read_counts(&work->inputs[1], h->counts[0]);
    sort_bytes(h->counts[0], bytes);
    for (int i = 0; i < HANS_SYMBOLS; i++)
        h->table[bytes[i]] = (unsigned char)i;
    memcpy(work->outputs[0].address, h->counts[0], sizeof h->counts[0]);
    encode_all(h, bytes_in(&work->outputs[2]), bytes_in(&work->outputs[3]), failure);
}
const struct l0_run other_kernel_hans_encode = {
    .scratch_bytes = scratch, .scratch_steers = true, .run = encode};

/* ---- Decode ---------------------------------------------------------------------------------- */

static void put_number(const struct hans *h, int64_t number, unsigned char byte)
{
    size_t others = (size_t)h->width - 1;
    unsigned char *to = h->x + number * h->width;
    memcpy(to, h->mantissa + number * (int64_t)others, others);
    to[others] = byte;
}

static uint32_t word_at(const unsigned char *from, int64_t number)
{
    uint16_t word;
    memcpy(&word, from + 2 * number, sizeof word);
    return word;
}

/* The states before the last tile that is in front of `from`; returns where the one before it
 * ends, or NULL where the levels are none. A row that has no more bits than it took gave a word
 * away; before the first tile there are none. */
static const unsigned char *undo_tile(const unsigned char *begin, const unsigned char *from,
                                      int32_t *levels, struct states *s)
{
    int64_t short_rows = 0;
    if (from - begin < HANS_ROWS * 2)
        return NULL;
    from -= HANS_ROWS * 2;
    for (int row = 0; row < HANS_ROWS; row++) {
        levels[row] = (int32_t)word_at(from, row);
        if (levels[row] > MOST_BITS)
            return NULL;
        short_rows += s->counts[row] <= levels[row];
    }
    bool has_words = from - begin >= short_rows * HANS_ROW * 2;
    from -= has_words ? short_rows * HANS_ROW * 2 : 0;
    const unsigned char *words = from;
    for (int row = 0; row < HANS_ROWS; row++) {
        bool is_short = has_words && s->counts[row] <= levels[row];
        for (int i = 0; i < HANS_ROW && is_short; i++)
            s->bits[row][i] = s->bits[row][i] << WORD_BITS | word_at(words, i);
        words += is_short ? HANS_ROW * 2 : 0;
        s->counts[row] += (is_short ? WORD_BITS : 0) - levels[row];
    }
    return from;
}

static void decode_rows(const struct hans *h, int64_t first, int64_t rows, const int32_t *levels,
                        struct states *s)
{
    for (int64_t row = 0; row < rows; row++) {
        uint32_t mask = (UINT32_C(1) << levels[row]) - 1;
        for (int i = 0; i < HANS_ROW; i++) {
            put_number(h, first + row * HANS_ROW + i, h->table[s->bits[row][i] & mask]);
            s->bits[row][i] >>= levels[row];
        }
    }
}

static const unsigned char *take_states(const unsigned char *from, struct states *s)
{
    from -= sizeof s->counts;
    memcpy(s->counts, from, sizeof s->counts);
    from -= TILE * 2;
    for (int i = 0; i < TILE; i++)
        s->bits[i / HANS_ROW][i % HANS_ROW] = word_at(from, i);
    return from;
}

static void decode_block(int64_t core, int64_t blocks, void *context)
{
    struct hans *h = context;
    const unsigned char *begin = h->fixed + h->at[core];
    int32_t levels[HANS_ROWS];
    struct states s;
    int64_t left = h->coded[core];
    (void)blocks;
    for (int64_t i = left; i < numbers_of(h, core); i++)
        put_number(h, first_of(h, core) + i, h->var[h->rest[core] + i - left]);
    if (left == 0)
        return;
    const unsigned char *from = take_states(begin + h->bytes[core], &s);
    for (int i = 0; i < HANS_ROWS; i++)
        h->is_broken[core] |= s.counts[i] < 0 || s.counts[i] > WORD_BITS;
    while (left > 0 && !h->is_broken[core]) {
        int64_t size = left % TILE != 0 ? left % TILE : TILE;
        from = undo_tile(begin, from, levels, &s);
        h->is_broken[core] = from == NULL;
        left -= size;
        if (from != NULL)
            decode_rows(h, first_of(h, core) + left, size / HANS_ROW, levels, &s);
    }
}

/* How the cores cut the numbers, as the header says; false where it cannot be. */
static bool read_header(struct hans *h, struct hans_cut *cut, const int32_t *header, int64_t count,
                        int64_t fixed_bytes, int64_t var_bytes)
{
    int64_t cores = header[OF_CORES];
    int64_t rows = count / HANS_ROW;
    int64_t past = HANS_HEADER_BYTES;
    int64_t coded = 0;
    int64_t left = 0;
    if (cores < 1 || cores > HANS_MOST_CORES || rows < cores || header[OF_ROWS] != rows ||
        header[OF_MAGIC] != MAGIC * cores || count % HANS_ROW != 0)
        return false;
    int64_t room = (fixed_bytes - HANS_HEADER_BYTES) / cores;
    *cut = (struct hans_cut){cores, rows / cores, rows / cores + rows % cores, 0, 0,
                             false, cut->packs};
    h->cut = cut;
    for (int64_t core = 0; core < cores; core++) {
        int64_t rest = header[OF_REST + core];
        h->coded[core] = numbers_of(h, core) - rest;
        h->bytes[core] = header[OF_BYTES + core];
        h->at[core] = cut->packs ? past : HANS_HEADER_BYTES + room * core;
        if (rest < 0 || h->coded[core] < 0 || rest % HANS_ROW != 0 || h->bytes[core] < 0 ||
            (h->coded[core] > 0 && h->bytes[core] < HANS_TAIL) ||
            h->bytes[core] > fixed_bytes - h->at[core])
            return false;
        past += h->bytes[core];
        coded += h->coded[core] / HANS_ROW;
        left += rest / HANS_ROW;
    }
    return header[OF_CODED] == (int32_t)coded && header[OF_LEFT] == (int32_t)left &&
           place_rest(h) <= var_bytes;
}

static void refuse_codes(struct task_failure *failure)
{
    failure->status = ACL_ERROR_RT_AICORE_EXCEPTION;
    snprintf(failure->text, sizeof failure->text,
             "fixed holds no codes of HansEncode for so many numbers");
}

static void decode(const struct work *work, struct task_failure *failure)
{
    struct hans *h = (void *)work->scratch;
    struct hans_cut cut = {.packs = *(const bool *)work->attributes};
    int32_t header[HANS_HEADER];
    int64_t fixed_bytes = bytes_in(&work->inputs[1]);
    memset(h, 0, sizeof *h);
    h->width = view_width(&work->outputs[0]);
    h->mantissa = (unsigned char *)work->inputs[0].address;
    h->fixed = (unsigned char *)work->inputs[1].address;
    h->var = (unsigned char *)work->inputs[2].address;
    h->x = (unsigned char *)work->outputs[0].address;
    read_counts(&work->inputs[3], h->counts[0]);
    sort_bytes(h->counts[0], h->table);
    if (fixed_bytes < HANS_HEADER_BYTES) {
        refuse_codes(failure);
        return;
    }
    memcpy(header, h->fixed, sizeof header);
    if (!read_header(h, &cut, header, view_count(&work->outputs[0]), fixed_bytes,
                     bytes_in(&work->inputs[2]))) {
        refuse_codes(failure);
        return;
    }
    ai_cores_run_function("hans_decode", decode_block, cut.cores, h);
    for (int64_t core = 0; core < cut.cores; core++)
        if (h->is_broken[core])
            refuse_codes(failure);
}
const struct l0_run other_kernel_hans_decode = {
    .scratch_bytes = scratch, .scratch_steers = true, .run = decode};
