/* SPDX-License-Identifier: Apache-2.0 */
/* Copies between memory and strips, and past the caches. */
#include "vector/memory.h"

#include <string.h>
#include <wchar.h>

#include "base/intrinsics.h"
#include "vector/shuffle.h"

/* Rows of fewer elements are copied element by element, because a call of memcpy costs more. */
#define SHORT_ROW 16

/* Edge of the blocks in which a transposed box is read: whole cache lines on both sides. */
#define TRANSPOSED_EDGE 64

/* How far ahead of a transposed box memory is prefetched. Processors follow only a few rows at once
 * by themselves, and none from one page to the next. */
#define AHEAD_BYTES 256

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "wmemset fills with 32 bits");

typedef struct {
    uint64_t half[2];
} word128;

/* Elements need not be aligned to their width. */
#define DEFINE_WIDTH(bits, type)                                                                  \
    static inline type load_##bits(const char *from)                                              \
    {                                                                                             \
        type value;                                                                               \
        memcpy(&value, from, sizeof value);                                                       \
        return value;                                                                             \
    }                                                                                             \
                                                                                                  \
    static inline void store_##bits(char *to, type value)                                         \
    {                                                                                             \
        memcpy(to, &value, sizeof value);                                                         \
    }                                                                                             \
                                                                                                  \
    static void copy_steps_##bits(char *to, int64_t to_step, const char *from, int64_t from_step, \
                                  int64_t count)                                                  \
    {                                                                                             \
        for (int64_t i = 0; i < count; i++)                                                       \
            store_##bits(to + i * to_step, load_##bits(from + i * from_step));                    \
    }

#define DEFINE_FILL(bits, type)                                              \
    static void fill_##bits(char *strip, const char *element, int64_t count) \
    {                                                                        \
        type value = load_##bits(element);                                   \
        for (int64_t i = 0; i < count; i++)                                  \
            store_##bits(strip + i * (int64_t)sizeof value, value);          \
    }

DEFINE_WIDTH(8, uint8_t)
DEFINE_WIDTH(16, uint16_t)
DEFINE_WIDTH(32, uint32_t)
DEFINE_WIDTH(64, uint64_t)
DEFINE_WIDTH(128, word128)
DEFINE_FILL(16, uint16_t)
DEFINE_FILL(64, uint64_t)
DEFINE_FILL(128, word128)

static void copy_steps(int width, char *to, int64_t to_step, const char *from, int64_t from_step,
                       int64_t count)
{
    switch (width) {
    case 1: copy_steps_8(to, to_step, from, from_step, count); break;
    case 2: copy_steps_16(to, to_step, from, from_step, count); break;
    case 4: copy_steps_32(to, to_step, from, from_step, count); break;
    case 8: copy_steps_64(to, to_step, from, from_step, count); break;
    default: copy_steps_128(to, to_step, from, from_step, count); break;
    }
}

static void fill(int width, char *strip, const char *element, int64_t count)
{
    switch (width) {
    case 1: memset(strip, *element, (size_t)count); break;
    case 2: fill_16(strip, element, count); break;
    case 4: wmemset((wchar_t *)(void *)strip, (wchar_t)load_32(element), (size_t)count); break;
    case 8: fill_64(strip, element, count); break;
    default: fill_128(strip, element, count); break;
    }
}

static void number(int width, char *strip, int64_t first, int64_t count)
{
    if (width == 8)
        for (int64_t i = 0; i < count; i++)
            store_64(strip + i * 8, (uint64_t)(first + i));
    else
        for (int64_t i = 0; i < count; i++)
            store_32(strip + i * 4, (uint32_t)(first + i));
}

typedef uint32_t words __attribute__((vector_size(16), aligned(1)));

typedef uint64_t longs __attribute__((vector_size(32), aligned(1)));

/* Transposes four by four elements of a type, a vector of four. */
#define DEFINE_TRANSPOSED(type)                                                      \
    static inline void transpose_##type(char *to, int64_t to_step, const char *from, \
                                        int64_t from_step)                           \
    {                                                                                \
        type a, b, c, d;                                                             \
        memcpy(&a, from, sizeof a);                                                  \
        memcpy(&b, from + from_step, sizeof b);                                      \
        memcpy(&c, from + 2 * from_step, sizeof c);                                  \
        memcpy(&d, from + 3 * from_step, sizeof d);                                  \
        type ac_low = SHUFFLE(type, a, c, 0, 4, 1, 5);                               \
        type ac_high = SHUFFLE(type, a, c, 2, 6, 3, 7);                              \
        type bd_low = SHUFFLE(type, b, d, 0, 4, 1, 5);                               \
        type bd_high = SHUFFLE(type, b, d, 2, 6, 3, 7);                              \
        type rows[4] = {                                                             \
            SHUFFLE(type, ac_low, bd_low, 0, 4, 1, 5),                               \
            SHUFFLE(type, ac_low, bd_low, 2, 6, 3, 7),                               \
            SHUFFLE(type, ac_high, bd_high, 0, 4, 1, 5),                             \
            SHUFFLE(type, ac_high, bd_high, 2, 6, 3, 7),                             \
        };                                                                           \
        for (int i = 0; i < 4; i++)                                                  \
            memcpy(to + i * to_step, &rows[i], sizeof rows[i]);                      \
    }

DEFINE_TRANSPOSED(words)
DEFINE_TRANSPOSED(longs)

typedef uint16_t halves __attribute__((vector_size(16), aligned(1)));

/* Transposes eight by eight elements of 16 bits: three times each vector is interleaved with the
 * one four behind it. */
static inline void transpose_halves(char *to, int64_t to_step, const char *from, int64_t from_step)
{
    halves rows[8];
    halves next[8];
    for (int i = 0; i < 8; i++)
        memcpy(&rows[i], from + i * from_step, sizeof rows[i]);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 4; i++) {
            next[2 * i] = SHUFFLE(halves, rows[i], rows[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
            next[2 * i + 1] = SHUFFLE(halves, rows[i], rows[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
        }
        memcpy(rows, next, sizeof rows);
    }
    for (int i = 0; i < 8; i++)
        memcpy(to + i * to_step, &rows[i], sizeof rows[i]);
}

/* The widest vectors of the level. */
#if defined(__AVX512F__)
#define WIDEST 64
#define LONGS_DOWN 7, 6, 5, 4, 3, 2, 1, 0
#define WORDS_DOWN 15, 14, 13, 12, 11, 10, 9, 8, LONGS_DOWN
#define HALVES_DOWN 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, WORDS_DOWN
#elif defined(__AVX2__)
#define WIDEST 32
#define LONGS_DOWN 3, 2, 1, 0
#define WORDS_DOWN 7, 6, 5, 4, LONGS_DOWN
#define HALVES_DOWN 15, 14, 13, 12, 11, 10, 9, 8, WORDS_DOWN
#else
#define WIDEST 16
#define LONGS_DOWN 1, 0
#define WORDS_DOWN 3, 2, LONGS_DOWN
#define HALVES_DOWN 7, 6, 5, 4, WORDS_DOWN
#endif

typedef uint8_t some_bytes __attribute__((vector_size(16), aligned(1)));
typedef uint16_t many_halves __attribute__((vector_size(WIDEST), aligned(1)));
typedef uint32_t many_words __attribute__((vector_size(WIDEST), aligned(1)));
typedef uint64_t many_longs __attribute__((vector_size(WIDEST), aligned(1)));

/* Copies whole vectors of elements that lie in memory in the opposite order, the last of them just
 * before `past`; how many elements. */
#define DEFINE_REVERSED(type, ...)                                                  \
    static inline int64_t reverse_##type(char *to, const char *past, int64_t count) \
    {                                                                               \
        const int64_t lanes = (int64_t)(sizeof(type) / sizeof((type){0}[0]));       \
        int64_t vectors = count / lanes;                                            \
        for (int64_t i = 0; i < vectors; i++) {                                     \
            type some;                                                              \
            memcpy(&some, past - (i + 1) * (int64_t)sizeof some, sizeof some);      \
            some = SHUFFLE(type, some, some, __VA_ARGS__);                          \
            memcpy(to + i * (int64_t)sizeof some, &some, sizeof some);              \
        }                                                                           \
        return vectors * lanes;                                                     \
    }

DEFINE_REVERSED(some_bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
DEFINE_REVERSED(many_halves, HALVES_DOWN)
DEFINE_REVERSED(many_words, WORDS_DOWN)
DEFINE_REVERSED(many_longs, LONGS_DOWN)

/* Copies elements that lie in memory in the opposite order, from the address of the first on. */
static void copy_reversed(int width, char *to, const char *from, int64_t count)
{
    const char *past = from + width;
    int64_t done = 0;
    switch (width) {
    case 1: done = reverse_some_bytes(to, past, count); break;
    case 2: done = reverse_many_halves(to, past, count); break;
    case 4: done = reverse_many_words(to, past, count); break;
    case 8: done = reverse_many_longs(to, past, count); break;
    default: break;
    }
    if (done < count)
        copy_steps(width, to + done * width, width, from - done * width, -width, count - done);
}

/* Prefetches what lies behind each of the rows. */
static void read_ahead(const char *from, int64_t step, int64_t rows, int64_t bytes)
{
    for (int64_t row = 0; row < rows; row++)
        memory_ask_early(from + row * step + AHEAD_BYTES, bytes);
}

/* to[r * to_step + c * width] = from[c * from_step + r * width]. Both sides are dense, each along
 * another dimension. */
static void transpose(int width, char *to, int64_t to_step, const char *from, int64_t from_step,
                      int64_t rows, int64_t columns, bool goes_on)
{
    /* The edge of squares that are transposed in registers. */
    int64_t edge = width == 2 ? 8 : width == 4 || width == 8 ? 4 : 0;
    int64_t whole_rows = edge > 0 ? rows & -edge : 0;
    int64_t whole_columns = edge > 0 ? columns & -edge : 0;
    for (int64_t c = 0; c < whole_columns; c += edge) {
        if (goes_on)
            read_ahead(from + c * from_step, from_step, edge, rows * width);
        for (int64_t r = 0; r < whole_rows; r += edge) {
            char *square = to + r * to_step + c * width;
            const char *source = from + c * from_step + r * width;
            if (width == 4)
                transpose_words(square, to_step, source, from_step);
            else if (width == 8)
                transpose_longs(square, to_step, source, from_step);
            else
                transpose_halves(square, to_step, source, from_step);
        }
    }
    for (int64_t c = rows > whole_rows ? 0 : whole_columns; c < columns; c++) {
        if (goes_on && c >= whole_columns)
            read_ahead(from + c * from_step, 0, 1, rows * width);
        int64_t first = c < whole_columns ? whole_rows : 0;
        copy_steps(width, to + first * to_step + c * width, to_step,
                   from + c * from_step + first * width, width, rows - first);
    }
}

/* Transposes in blocks. */
static void transpose_blocks(int width, char *to, int64_t to_step, const char *from,
                             int64_t from_step, int64_t rows, int64_t columns, bool goes_on)
{
    for (int64_t r = 0; r < rows; r += TRANSPOSED_EDGE)
        for (int64_t c = 0; c < columns; c += TRANSPOSED_EDGE) {
            int64_t some_rows = rows - r < TRANSPOSED_EDGE ? rows - r : TRANSPOSED_EDGE;
            int64_t some_columns = columns - c < TRANSPOSED_EDGE ? columns - c : TRANSPOSED_EDGE;
            transpose(width, to + r * to_step + c * width, to_step,
                      from + c * from_step + r * width, from_step, some_rows, some_columns,
                      goes_on);
        }
}

static bool is_transposed(int width, const struct box *box)
{
    return box->row_step == width && box->column_step != width && box->column_step != 0 &&
           box->rows >= 4;
}

/* ---- Two elements a byte --------------------------------------------------------------------- */

static inline unsigned char *byte_of(uintptr_t at)
{
    return (unsigned char *)(at / 2);
}

static inline unsigned char read_packed(uintptr_t at)
{
    return (unsigned char)(*byte_of(at) >> (at % 2 * 4) & 15);
}

static inline void write_packed(uintptr_t at, unsigned char value)
{
    unsigned char *byte = byte_of(at);
    unsigned int shift = at % 2 * 4;
    *byte = (unsigned char)((*byte & (0xF0u >> shift)) | (value & 15u) << shift);
}

static void unpack_row(unsigned char *strip, uintptr_t at, int64_t step, int64_t count)
{
    int64_t i = 0;
    if (step == 1 && count > 0 && at % 2 != 0)
        strip[i++] = read_packed(at);
    if (step == 1) {
        const unsigned char *bytes = byte_of(at + (uintptr_t)i);
        unsigned char *to = strip + i;
        int64_t pairs = (count - i) / 2;
        for (int64_t pair = 0; pair < pairs; pair++) {
            to[2 * pair] = bytes[pair] & 15;
            to[2 * pair + 1] = bytes[pair] >> 4;
        }
        i += 2 * pairs;
    }
    for (; i < count; i++)
        strip[i] = read_packed(at + (uintptr_t)(i * step));
}

static void pack_row(uintptr_t at, int64_t step, const unsigned char *strip, int64_t count)
{
    int64_t i = 0;
    if (step == 1 && count > 0 && at % 2 != 0)
        write_packed(at, strip[i++]);
    if (step == 1) {
        unsigned char *bytes = byte_of(at + (uintptr_t)i);
        const unsigned char *from = strip + i;
        int64_t pairs = (count - i) / 2;
        for (int64_t pair = 0; pair < pairs; pair++)
            bytes[pair] = (unsigned char)((from[2 * pair] & 15) | from[2 * pair + 1] << 4);
        i += 2 * pairs;
    }
    for (; i < count; i++)
        write_packed(at + (uintptr_t)(i * step), strip[i]);
}

static void gather_packed(char *strip, const char *memory, const struct box *box)
{
    unsigned char *to = (unsigned char *)strip;
    for (int64_t r = 0; r < box->rows; r++)
        unpack_row(to + r * box->columns, (uintptr_t)memory + (uintptr_t)(r * box->row_step),
                   box->column_step, box->columns);
}

static void scatter_packed(char *memory, const char *strip, const struct box *box)
{
    const unsigned char *from = (const unsigned char *)strip;
    for (int64_t r = 0; r < box->rows; r++)
        pack_row((uintptr_t)memory + (uintptr_t)(r * box->row_step), box->column_step,
                 from + r * box->columns, box->columns);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static void gather_row(int width, char *to, const char *from, int64_t step, int64_t count)
{
    if (step == width)
        memcpy(to, from, (size_t)(count * width));
    else if (step == 0)
        fill(width, to, from, count);
    else if (step == -width)
        copy_reversed(width, to, from, count);
    else
        copy_steps(width, to, width, from, step, count);
}

static void gather(int width, char *to, int64_t to_step, const char *memory, const struct box *box)
{
    if (width == PACKED) {
        gather_packed(to, memory, box);
        return;
    }
    bool is_one = box->column_step == 0 && (box->row_step == 0 || box->rows == 1);
    if (is_one && to_step == box->columns * width) {
        fill(width, to, memory, box->rows * box->columns);
    } else if (is_transposed(width, box)) {
        transpose_blocks(width, to, to_step, memory, box->column_step, box->rows, box->columns,
                         box->goes_on);
    } else if (box->columns < box->rows && box->columns < SHORT_ROW) {
        for (int64_t c = 0; c < box->columns; c++)
            copy_steps(width, to + c * width, to_step, memory + c * box->column_step, box->row_step,
                       box->rows);
    } else {
        for (int64_t r = 0; r < box->rows; r++)
            gather_row(width, to + r * to_step, memory + r * box->row_step, box->column_step,
                       box->columns);
    }
}

static void scatter(int width, char *memory, const char *strip, const struct box *box)
{
    if (width == PACKED) {
        scatter_packed(memory, strip, box);
        return;
    }
    int64_t row_bytes = box->columns * width;
    if (is_transposed(width, box)) {
        transpose_blocks(width, memory, box->column_step, strip, row_bytes, box->columns, box->rows,
                         false);
    } else if (box->columns < box->rows && box->columns < SHORT_ROW) {
        for (int64_t c = 0; c < box->columns; c++)
            copy_steps(width, memory + c * box->column_step, box->row_step, strip + c * width,
                       row_bytes, box->rows);
    } else {
        for (int64_t r = 0; r < box->rows; r++) {
            char *to = memory + r * box->row_step;
            const char *from = strip + r * row_bytes;
            if (box->column_step == width)
                memcpy(to, from, (size_t)row_bytes);
            else
                copy_steps(width, to, box->column_step, from, width, box->columns);
        }
    }
}

/* --- Past the caches -------------------------------------------------------------------------- */

#if defined(__x86_64__)
/* Writes whole cache lines, each with one store where the level has such a store. */
static void stream_lines(char *to, const char *from, int64_t bytes)
{
#if defined(__AVX512F__)
    for (int64_t done = 0; done < bytes; done += CACHE_LINE)
        _mm512_stream_si512((__m512i *)(void *)(to + done),
                            _mm512_loadu_si512((const void *)(from + done)));
#else
    for (int64_t done = 0; done < bytes; done += 16) {
        __m128i value = _mm_loadu_si128((const __m128i *)(const void *)(from + done));
        _mm_stream_si128((__m128i *)(void *)(to + done), value);
    }
#endif
}

static void stream(char *to, const char *from, int64_t bytes)
{
    int64_t head = -(int64_t)(uintptr_t)to & (CACHE_LINE - 1);
    if (head > bytes)
        head = bytes;
    if (head > 0)
        memcpy(to, from, (size_t)head);
    int64_t lines = (bytes - head) & -CACHE_LINE;
    stream_lines(to + head, from + head, lines);
    int64_t done = head + lines;
    if (done < bytes)
        memcpy(to + done, from + done, (size_t)(bytes - done));
}
#else
static void stream(char *to, const char *from, int64_t bytes)
{
    memcpy(to, from, (size_t)bytes);
}
#endif

const struct memory_kernel vector_kernel_memory = {
    .gather = gather, .scatter = scatter, .fill = fill, .number = number, .stream = stream};
