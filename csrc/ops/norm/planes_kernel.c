/* SPDX-License-Identifier: Apache-2.0 */
/* Norms of channels, and of groups of them, and their gradients. What is summed lies in dense
 * planes: those of a group of one image, or those of a channel in all images. The numbers equal
 * those of the formulas of GroupNorm, BNTrainingUpdate, BatchNormV3, LayerNormGradV3,
 * LayerNormGradOfFactors and BatchNormGradV3. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "declared/norm.h"
#include "executor/schedule.h"
#include "ops/common/rows.h"
#include "runtime/cores/ai_cores.h"
#include "runtime/cores/blocks.h"
#include "vector/row_lanes.h"

#define ELEMENTS_A_BLOCK ((int64_t)16 << 10)
/* The most elements that are converted, or written past the caches, at a time: whole lanes. */
#define STRIP 2048

/* A number for each plane, or one for all. */
struct each {
    const float *numbers;
    int64_t step;
};

/* What the elements of one plane have in common. */
struct numbers_of_plane {
    float mean;
    float rstd;
    float weight;
    float bias;
    float mean_of_d;
    float mean_of_dh;
};

/* The planes that a sum is over. */
struct planes {
    const struct vector_level *level;
    aclDataType type;
    bool streams;
    const char *dy;
    const char *x;
    char *y;
    int64_t count;
    int64_t size;  /* elements of a plane */
    int64_t step;  /* bytes from one plane to the next */
    int64_t ahead; /* from elements to those that come next, which are prefetched */
    struct each mean;
    struct each rstd;
    struct each weight;
    struct each bias;
    float mean_of_d;
    float mean_of_dh;
};

/* DISTANCES are squared; GRADIENTS have two sums, of d = dy * weight and of d * h, with h the
 * standardized x. */
enum summand { ELEMENTS, DISTANCES, GRADIENTS };
enum result { NORM, GRADIENT_OF_GROUP, GRADIENT_OF_BATCH };

enum strip { STRIP_Y, STRIP_X, STRIP_DY, STRIPS };
typedef float strips[STRIPS][STRIP];

INLINE float number_of(struct each each, int64_t plane)
{
    return each.numbers[plane * each.step];
}

INLINE struct numbers_of_plane numbers_of(const struct planes *p, int64_t plane)
{
    return (struct numbers_of_plane){
        .mean = number_of(p->mean, plane),
        .rstd = number_of(p->rstd, plane),
        .weight = number_of(p->weight, plane),
        .bias = number_of(p->bias, plane),
        .mean_of_d = p->mean_of_d,
        .mean_of_dh = p->mean_of_dh,
    };
}

/* ---- Sums ------------------------------------------------------------------------------------ */

/* Adds what is summed of some elements to lanes. */
INLINE void add_summands(enum summand summand, floats dy, floats x,
                         const struct numbers_of_plane *n, floats summands[2])
{
    const floats distance = x - n->mean;
    if (summand == ELEMENTS) {
        summands[0] = x;
    } else if (summand == DISTANCES) {
        summands[0] = distance * distance;
    } else {
        summands[0] = dy * n->weight;
        summands[1] = summands[0] * (distance * n->rstd);
    }
}

INLINE void add_some_lanes(enum type type, enum summand summand, const char *dy, const char *x,
                           const struct numbers_of_plane *n, int first, int past,
                           floats lanes[2][REGISTERS])
{
    floats dys[REGISTERS] = {{0}};
    floats xs[REGISTERS];
    some_lanes_of(type, x, first, past, xs);
    if (summand == GRADIENTS)
        some_lanes_of(type, dy, first, past, dys);
    EACH_REGISTER(v)
    {
        floats summands[2];
        add_summands(summand, dys[v], xs[v], n, summands);
        lanes[0][v] += kept_lanes(summands[0], v, first, past);
        if (summand == GRADIENTS)
            lanes[1][v] += kept_lanes(summands[1], v, first, past);
    }
}

/* Adds elements of a plane to lanes, the first one to number `lane`. */
INLINE void add_elements(enum type type, enum summand summand, const char *dy, const char *x,
                         int64_t count, int lane, const struct numbers_of_plane *n,
                         floats lanes[2][REGISTERS])
{
    const int64_t width = width_of(type);
    int64_t at = 0;
    if (lane != 0) {
        int past = lane + count < LANES ? lane + (int)count : LANES;
        add_some_lanes(type, summand, dy, x, n, lane, past, lanes);
        at = past - lane;
    }
    for (; at + LANES <= count; at += LANES)
        EACH_REGISTER(v)
        {
            floats summands[2];
            floats each = {0};
            if (summand == GRADIENTS)
                each = elements_at(type, dy, at + v * REGISTER);
            add_summands(summand, each, elements_at(type, x, at + v * REGISTER), n, summands);
            lanes[0][v] += summands[0];
            if (summand == GRADIENTS)
                lanes[1][v] += summands[1];
        }
    if (at < count)
        add_some_lanes(type, summand, dy + at * width, x + at * width, n, 0, (int)(count - at),
                       lanes);
}

/* Numbers at `memory` that instructions read; where they do not convert, in the strip. */
static const char *readable(const struct planes *p, const char *memory, int64_t count, float *strip)
{
#if defined(HAS_HALVES)
    (void)p;
    (void)count;
    (void)strip;
    return memory;
#else
    return memory == NULL ? NULL : strip_of(numbers_at(p->level, memory, p->type, count, strip));
#endif
}

/* Sums of elements that are added one plane after the other. */
struct sums {
    float lanes[2][LANES];
    double totals[2];
    int64_t count; /* of elements so far */
};

INLINE void join_run(enum summand summand, floats lanes[2][REGISTERS], double totals[2])
{
    totals[0] += joined_numbers(joined_lanes(SUM, lanes[0]));
    if (summand == GRADIENTS)
        totals[1] += joined_numbers(joined_lanes(SUM, lanes[1]));
    EACH_REGISTER(v) lanes[0][v] = lanes[1][v] = (floats){0};
}

/* The registers of lanes in memory. */
INLINE void load_lanes(const float memory[LANES], floats lanes[REGISTERS])
{
    EACH_REGISTER(v) lanes[v] = floats_at((const any_float *)memory + v * REGISTER);
}

INLINE void store_lanes(float memory[LANES], const floats lanes[REGISTERS])
{
    EACH_REGISTER(v) put_floats(memory + v * REGISTER, lanes[v]);
}

INLINE void add_typed(enum type type, enum summand summand, const struct planes *p, struct sums *s)
{
    const int64_t width = data_type_bits(p->type) / 8;
    int64_t at = s->count;
    floats lanes[2][REGISTERS];
#if !defined(HAS_HALVES)
    strips some;
#else
    float *const some[STRIPS] = {NULL};
#endif
    load_lanes(s->lanes[0], lanes[0]);
    load_lanes(s->lanes[1], lanes[1]);
    for (int64_t plane = 0; plane < p->count; plane++) {
        const struct numbers_of_plane n = numbers_of(p, plane);
        int64_t count;
        for (int64_t begin = 0; begin < p->size; begin += count, at += count) {
            const int64_t offset = plane * p->step + begin * width;
            count = RUN - at % RUN;
#if !defined(HAS_HALVES)
            count = count < STRIP ? count : STRIP;
#endif
            count = count < p->size - begin ? count : p->size - begin;
            add_elements(
                type, summand,
                readable(p, summand == GRADIENTS ? p->dy + offset : NULL, count, some[STRIP_DY]),
                readable(p, p->x + offset, count, some[STRIP_X]), count, (int)(at % LANES), &n,
                lanes);
            if ((at + count) % RUN == 0)
                join_run(summand, lanes, s->totals);
        }
    }
    s->count = at;
    store_lanes(s->lanes[0], lanes[0]);
    store_lanes(s->lanes[1], lanes[1]);
}

INLINE void add_planes(enum summand summand, const struct planes *p, struct sums *s)
{
#if defined(HAS_HALVES)
    if (p->type == ACL_BF16) {
        add_typed(BFLOAT16_ROW, summand, p, s);
        return;
    }
    if (p->type == ACL_FLOAT16) {
        add_typed(FLOAT16_ROW, summand, p, s);
        return;
    }
#endif
    add_typed(FLOAT32_ROW, summand, p, s);
}

#if defined(HAS_HALVES)
INLINE void add_both_typed(enum type type, const struct planes *p, const struct numbers_of_plane n,
                           struct sums *of_group, struct sums *of_channel)
{
    floats group[2][REGISTERS];
    floats channel[2][REGISTERS];
    load_lanes(of_group->lanes[0], group[0]);
    load_lanes(of_group->lanes[1], group[1]);
    load_lanes(of_channel->lanes[0], channel[0]);
    load_lanes(of_channel->lanes[1], channel[1]);
    for (int64_t at = 0; at < p->size;) {
        const int64_t left = RUN - of_group->count % RUN;
        const int64_t other = RUN - of_channel->count % RUN;
        int64_t past = p->size - at < left ? p->size : at + left;
        past = at + other < past ? at + other : past;
        of_group->count += past - at;
        of_channel->count += past - at;
        for (; at < past; at += LANES)
            EACH_REGISTER(v)
            {
                const floats dy = elements_at(type, p->dy, at + v * REGISTER);
                const floats h = (elements_at(type, p->x, at + v * REGISTER) - n.mean) * n.rstd;
                const floats d = dy * n.weight;
                group[0][v] += d;
                group[1][v] += d * h;
                channel[0][v] += dy;
                channel[1][v] += dy * h;
            }
        if (of_group->count % RUN == 0)
            join_run(GRADIENTS, group, of_group->totals);
        if (of_channel->count % RUN == 0)
            join_run(GRADIENTS, channel, of_channel->totals);
    }
    store_lanes(of_group->lanes[0], group[0]);
    store_lanes(of_group->lanes[1], group[1]);
    store_lanes(of_channel->lanes[0], channel[0]);
    store_lanes(of_channel->lanes[1], channel[1]);
}

/* Adds what is summed over a group, and what is over a channel, of a plane of whole lanes. */
static void add_both(const struct planes *p, const struct numbers_of_plane n, struct sums *of_group,
                     struct sums *of_channel)
{
    if (p->type == ACL_BF16)
        add_both_typed(BFLOAT16_ROW, p, n, of_group, of_channel);
    else if (p->type == ACL_FLOAT16)
        add_both_typed(FLOAT16_ROW, p, n, of_group, of_channel);
    else
        add_both_typed(FLOAT32_ROW, p, n, of_group, of_channel);
}
#endif

static void end_sums(struct sums *s)
{
    for (int i = 0; i < 2 && s->count % RUN != 0; i++)
        s->totals[i] += joined(s->lanes[i]);
}

INLINE void sum_planes(enum summand summand, const struct planes *p, double totals[2])
{
    struct sums s = {.count = 0};
    add_planes(summand, p, &s);
    end_sums(&s);
    memcpy(totals, s.totals, sizeof s.totals);
}

/* ---- Results --------------------------------------------------------------------------------- */

INLINE floats result_of(enum result result, floats dy, floats x, const struct numbers_of_plane *n)
{
    const floats h = (x - n->mean) * n->rstd;
    floats y;
    if (result == NORM)
        y = h * n->weight + n->bias;
    else if (result == GRADIENT_OF_GROUP)
        y = n->rstd * (dy * n->weight - n->mean_of_d - h * n->mean_of_dh);
    else
        y = n->weight * n->rstd * (dy - n->mean_of_d - h * n->mean_of_dh);
    return with_one_nan(y);
}

INLINE floats result_at(enum type type, enum result result, const char *dy, const char *x,
                        int64_t at, const struct numbers_of_plane *n)
{
    floats each = {0};
    if (result != NORM)
        each = elements_at(type, dy, at);
    return result_of(result, each, elements_at(type, x, at), n);
}

INLINE void put_results(enum type type, enum result result, const char *dy, const char *x,
                        int64_t count, const struct numbers_of_plane *n, int64_t ahead, char *y)
{
    const int64_t width = width_of(type);
    int64_t at = 0;
    if (count < REGISTER) {
        floats each = {0};
        if (result != NORM)
            each = register_at(type, dy, 0, count);
        put_register_at(type, y, 0, count,
                        result_of(result, each, register_at(type, x, 0, count), n));
        return;
    }
    /* They are read before their place is written, which may be the same. */
    const floats last = result_at(type, result, dy, x, count - REGISTER, n);
    for (; at + 2 * REGISTER < count; at += 2 * REGISTER) {
        memory_ask_early(x + at * width + ahead, 2 * REGISTER * width);
        if (result != NORM)
            memory_ask_early(dy + at * width + ahead, 2 * REGISTER * width);
        put_two_registers(type, y, at, result_at(type, result, dy, x, at, n),
                          result_at(type, result, dy, x, at + REGISTER, n));
    }
    if (at + REGISTER < count)
        put_elements(type, y, at, result_at(type, result, dy, x, at, n));
    put_elements(type, y, count - REGISTER, last);
}

INLINE void write_elements(enum result result, const struct planes *p, int64_t offset,
                           int64_t count, const struct numbers_of_plane *n)
{
    _Alignas(CACHE_LINE) strips some;
    const char *dy = readable(p, result == NORM ? NULL : p->dy + offset, count, some[STRIP_DY]);
    const char *x = readable(p, p->x + offset, count, some[STRIP_X]);
    char *to = p->streams ? strip_of(some[STRIP_Y]) : p->y + offset;
    if (p->type == ACL_FLOAT) {
        put_results(FLOAT32_ROW, result, dy, x, count, n, p->ahead, to);
    } else {
#if defined(HAS_HALVES)
        if (p->type == ACL_BF16)
            put_results(BFLOAT16_ROW, result, dy, x, count, n, p->ahead, to);
        else
            put_results(FLOAT16_ROW, result, dy, x, count, n, p->ahead, to);
#else
        put_results(FLOAT32_ROW, result, dy, x, count, n, 0, strip_of(some[STRIP_X]));
        p->level->casts[ACL_FLOAT][p->type](count, (char *const[]){strip_of(some[STRIP_X]), to});
#endif
    }
    if (p->streams)
        memory_stream(p->y + offset, to, count * data_type_bits(p->type) / 8);
}

INLINE void write_planes(enum result result, const struct planes *p)
{
    const int64_t width = data_type_bits(p->type) / 8;
    const int64_t parts = divide_up(p->size, STRIP);
    for (int64_t plane = 0; plane < p->count; plane++) {
        const struct numbers_of_plane n = numbers_of(p, plane);
        for (int64_t i = 0; i < parts; i++) {
            struct block_share part = share_of_block(p->size, i, parts);
            write_elements(result, p, plane * p->step + part.first * width, part.past - part.first,
                           &n);
        }
    }
}

/* ---- Works ----------------------------------------------------------------------------------- */

#define MOST_NUMBERS 6
static const float one = 1;
static const float zero = 0;

/* The planes of all images: [images][groups][channels of a group][elements], where channels have no
 * groups with one channel each. */
struct images {
    const struct work *work;
    struct planes planes; /* of the first sum */
    int64_t images;
    int64_t groups;
    int64_t channels;
    int first;                        /* input with numbers, not elements */
    struct each inputs[MOST_NUMBERS]; /* from there on, and all as float32 */
    struct sums *sums;                /* of each channel */
};

static uint64_t numbers_bytes(const struct work *work, int first, int count)
{
    uint64_t bytes = 0;
    for (int i = first; i < first + count; i++)
        bytes += (uint64_t)view_count(&work->inputs[i]) * sizeof(float);
    return bytes;
}

static void read_numbers(const struct vector_level *level, const struct work_view *view,
                         int64_t count, float *to)
{
    if (!view_is_ordered(view)) {
        for (int64_t i = 0; i < count; i++)
            to[i] = number_of_row(level, view, i);
        return;
    }
    const any_float *numbers = numbers_at(level, view->address, view->type, count, to);
    if (numbers != (const any_float *)to)
        memcpy(to, (const void *)numbers, (size_t)count * sizeof *to);
}

/* The first input has the dims; count: of inputs with numbers, which are read to scratch. */
static struct images images_of(const struct work *work, bool has_groups, int first, int count)
{
    const struct work_view *elements = &work->inputs[0];
    const int64_t *dims = elements->dims;
    float *scratch = (float *)(void *)work->scratch;
    struct images im = {.work = work,
                        .images = dims[0],
                        .groups = dims[1],
                        .channels = has_groups ? dims[2] : 1,
                        .first = first};
    struct planes *p = &im.planes;
    p->level = &vector_levels[ai_cores_level()];
    p->type = elements->type;
    p->size = view_count(elements) / (im.images * im.groups * im.channels);
    p->streams = view_count(elements) * view_width(elements) > memory_streamed_bytes();
    p->dy = first > 1 ? work->inputs[0].address : NULL;
    p->x = work->inputs[first - 1].address;
    p->mean = p->bias = (struct each){&zero, 0};
    p->rstd = p->weight = (struct each){&one, 0};
    for (int i = 0; i < count; i++) {
        int64_t numbers = view_count(&work->inputs[first + i]);
        read_numbers(p->level, &work->inputs[first + i], numbers, scratch);
        im.inputs[i] = (struct each){scratch, numbers > 1};
        scratch += numbers;
    }
    return im;
}

/* The numbers of some planes, from number `first` on. */
static struct each some_of(struct each each, int64_t first, int64_t step)
{
    return (struct each){each.numbers + first * each.step, step * each.step};
}

/* `count` planes, `step` apart, and `ahead` before those that come next; all in planes. */
static struct planes planes_from(const struct images *im, int64_t first, int64_t count,
                                 int64_t step, int64_t ahead)
{
    struct planes p = im->planes;
    const int64_t bytes = p.size * data_type_bits(p.type) / 8;
    p.dy = p.dy == NULL ? NULL : p.dy + first * bytes;
    p.x += first * bytes;
    p.y = p.y == NULL ? NULL : p.y + first * bytes;
    p.count = count;
    p.step = step * bytes;
    p.ahead = ahead * bytes;
    return p;
}

/* The planes of a group of one image. */
static struct planes planes_of_group(const struct images *im, int64_t group)
{
    return planes_from(im, group * im->channels, im->channels, 1, im->channels);
}

/* Those of a channel in all images. */
static struct planes planes_of_channel(const struct images *im, int64_t channel)
{
    return planes_from(im, channel, im->images, im->groups * im->channels, 1);
}

static void put_output(const struct images *im, int output, int64_t row, float number)
{
    put_number_of_row(im->planes.level, &im->work->outputs[output], row,
                      number_with_one_nan(number));
}

static float mean_of(const struct planes *p, double sum)
{
    return (float)(sum / (double)(p->count * p->size));
}

static float operation_on(const struct planes *p, int operation, float number)
{
    float result = 0;
    p->level->operations[operation][ACL_FLOAT](
        1, (char *const[]){strip_of(&number), strip_of(&result)});
    return result;
}

static void run_blocks(const char *name, void (*run)(int64_t, int64_t, void *), int64_t rows,
                       struct images *im)
{
    const int64_t elements = im->images * im->groups * im->channels * im->planes.size;
    ai_cores_run_function(name, run, blocks_for(elements, ELEMENTS_A_BLOCK, rows), im);
}

enum { GROUP_WEIGHT, GROUP_BIAS, GROUP_EPSILON, GROUP_NUMBERS };

static void do_groups(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    struct block_share share = share_of_block(im->images * im->groups, block, blocks);
    for (int64_t row = share.first; row < share.past; row++) {
        struct planes p = planes_of_group(im, row);
        struct planes all = p;
        const int64_t channel = row % im->groups * im->channels;
        double count = (double)(p.count * p.size);
        double sums[2];
        float epsilon = number_of(im->inputs[GROUP_EPSILON], 0);
        float mean;
        float rstd = 0;
        all.size *= all.count;
        all.count = 1;
        sum_planes(ELEMENTS, &all, sums);
        mean = mean_of(&p, sums[0]);
        put_output(im, 1, row, mean);
        all.mean = p.mean = (struct each){&mean, 0};
        sum_planes(DISTANCES, &all, sums);
        p.level->operations[VECTOR_RSTD_OF][ACL_FLOAT](
            1, (char *const[]){(char *)sums, (char *)&count, strip_of(&epsilon), strip_of(&rstd)});
        put_output(im, 2, row, rstd);
        p.rstd = (struct each){&rstd, 0};
        p.weight = some_of(im->inputs[GROUP_WEIGHT], channel, 1);
        p.bias = some_of(im->inputs[GROUP_BIAS], channel, 1);
        write_planes(NORM, &p);
    }
    memory_stream_end();
}

static uint64_t group_bytes(const struct work *work)
{
    return numbers_bytes(work, 1, GROUP_NUMBERS);
}

static void run_group_norm(const struct work *work, struct task_failure *failure)
{
    struct images im = images_of(work, true, 1, GROUP_NUMBERS);
    (void)failure;
    im.planes.y = work->outputs[0].address;
    run_blocks("group norm", do_groups, im.images * im.groups, &im);
}

enum { GRADIENT_MEAN, GRADIENT_RSTD, GRADIENT_WEIGHT, GRADIENT_NUMBERS };

/* Finds the gradients of one group's elements, and adds what the gradients of its factors are the
 * sums of to `sums` of each channel; NULL: none. ahead: groups to the one that comes next. */
static void do_group(const struct images *im, int64_t row, int64_t ahead, struct sums *sums)
{
    struct planes p = planes_of_group(im, row);
    struct planes plane;
    double totals[2];
    p.mean = some_of(im->inputs[GRADIENT_MEAN], row, 0);
    p.rstd = some_of(im->inputs[GRADIENT_RSTD], row, 0);
    plane = p;
    plane.count = 1;
    p.weight = some_of(im->inputs[GRADIENT_WEIGHT], row % im->groups * im->channels, 1);
#if defined(HAS_HALVES)
    if (sums != NULL && p.size % LANES == 0) {
        struct sums all = {.count = 0};
        for (int64_t i = 0; i < p.count; i++) {
            add_both(&plane, numbers_of(&p, i), &all, &sums[i]);
            plane.dy += p.step;
            plane.x += p.step;
        }
        end_sums(&all);
        memcpy(totals, all.totals, sizeof totals);
        sums = NULL;
    } else
#endif
        sum_planes(GRADIENTS, &p, totals);
    for (int64_t i = 0; sums != NULL && i < p.count; i++) {
        add_planes(GRADIENTS, &plane, &sums[i]);
        plane.dy += p.step;
        plane.x += p.step;
    }
    p.ahead *= ahead;
    p.mean_of_d = mean_of(&p, totals[0]);
    p.mean_of_dh = mean_of(&p, totals[1]);
    write_planes(GRADIENT_OF_GROUP, &p);
}

static void do_group_gradients(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    struct block_share share = share_of_block(im->images * im->groups, block, blocks);
    for (int64_t row = share.first; row < share.past; row++)
        do_group(im, row, 1, NULL);
    memory_stream_end();
}

/* The same and the gradients of factors and summands, of whole groups. */
static void do_all_gradients(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    struct block_share share = share_of_block(im->groups, block, blocks);
    for (int64_t group = share.first; group < share.past; group++) {
        struct sums *sums = im->sums + group * im->channels;
        memset(sums, 0, (size_t)im->channels * sizeof *sums);
        for (int64_t image = 0; image < im->images; image++)
            do_group(im, image * im->groups + group, im->groups, sums);
        for (int64_t i = 0; i < im->channels; i++) {
            end_sums(&sums[i]);
            put_output(im, 1, group * im->channels + i, (float)sums[i].totals[1]);
            put_output(im, 2, group * im->channels + i, (float)sums[i].totals[0]);
        }
    }
    memory_stream_end();
}

static uint64_t gradient_bytes(const struct work *work)
{
    return numbers_bytes(work, 2, GRADIENT_NUMBERS);
}

static void run_group_gradient(const struct work *work, struct task_failure *failure)
{
    struct images im = images_of(work, true, 2, GRADIENT_NUMBERS);
    (void)failure;
    im.planes.y = work->outputs[0].address;
    run_blocks("group norm gradient", do_group_gradients, im.images * im.groups, &im);
}

/* Those of the numbers; what lies behind them begins with a cache line. */
static uint64_t before_sums(const struct work *work)
{
    return (uint64_t)round_up((int64_t)gradient_bytes(work), CACHE_LINE);
}

static uint64_t all_gradients_bytes(const struct work *work)
{
    const int64_t *dims = work->inputs[0].dims;
    return before_sums(work) + (uint64_t)(dims[1] * dims[2]) * sizeof(struct sums);
}

static void run_all_gradients(const struct work *work, struct task_failure *failure)
{
    struct images im = images_of(work, true, 2, GRADIENT_NUMBERS);
    (void)failure;
    im.planes.y = work->outputs[0].address;
    im.sums = (struct sums *)(void *)(work->scratch + before_sums(work));
    run_blocks("group norm gradient", do_all_gradients, im.groups, &im);
}

/* The gradients of factors and summands. */
static void do_factors(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    struct block_share share = share_of_block(im->groups * im->channels, block, blocks);
    for (int64_t channel = share.first; channel < share.past; channel++) {
        struct planes p = planes_of_channel(im, channel);
        double sums[2];
        p.mean = some_of(im->inputs[GRADIENT_MEAN], channel / im->channels, im->groups);
        p.rstd = some_of(im->inputs[GRADIENT_RSTD], channel / im->channels, im->groups);
        sum_planes(GRADIENTS, &p, sums);
        put_output(im, 0, channel, (float)sums[1]);
        put_output(im, 1, channel, (float)sums[0]);
    }
}

static uint64_t factors_bytes(const struct work *work)
{
    return numbers_bytes(work, 2, GRADIENT_WEIGHT);
}

static void run_group_factors(const struct work *work, struct task_failure *failure)
{
    struct images im = images_of(work, true, 2, GRADIENT_WEIGHT);
    (void)failure;
    run_blocks("group norm gradient", do_factors, im.groups * im.channels, &im);
}

static void do_batch_gradients(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    struct block_share share = share_of_block(im->groups, block, blocks);
    for (int64_t channel = share.first; channel < share.past; channel++) {
        struct planes p = planes_of_channel(im, channel);
        double sums[2];
        p.mean = some_of(im->inputs[GRADIENT_MEAN], channel, 0);
        p.rstd = some_of(im->inputs[GRADIENT_RSTD], channel, 0);
        sum_planes(GRADIENTS, &p, sums);
        put_output(im, 1, channel, (float)sums[1]);
        put_output(im, 2, channel, (float)sums[0]);
        p.weight = some_of(im->inputs[GRADIENT_WEIGHT], channel, 0);
        p.mean_of_d = mean_of(&p, sums[0]);
        p.mean_of_dh = mean_of(&p, sums[1]);
        write_planes(GRADIENT_OF_BATCH, &p);
    }
    memory_stream_end();
}

static void run_batch_gradient(const struct work *work, struct task_failure *failure)
{
    struct images im = images_of(work, false, 2, GRADIENT_NUMBERS);
    (void)failure;
    im.planes.y = work->outputs[0].address;
    run_blocks("batch norm gradient", do_batch_gradients, im.groups, &im);
}

enum {
    BATCH_WEIGHT,
    BATCH_BIAS,
    BATCH_MEAN,
    BATCH_VARIANCE,
    BATCH_EPSILON,
    BATCH_MOMENTUM,
    BATCH_NUMBERS
};

INLINE void do_channels(const struct images *im, bool saves_roots, struct block_share share)
{
    const float epsilon = number_of(im->inputs[BATCH_EPSILON], 0);
    const float momentum = number_of(im->inputs[BATCH_MOMENTUM], 0);
    for (int64_t channel = share.first; channel < share.past; channel++) {
        struct planes p = planes_of_channel(im, channel);
        double sums[2];
        float mean;
        float rstd;
        sum_planes(ELEMENTS, &p, sums);
        mean = mean_of(&p, sums[0]);
        p.mean = (struct each){&mean, 0};
        sum_planes(DISTANCES, &p, sums);
        float variance = mean_of(&p, sums[0]);
        float whole = (float)(sums[0] / ((double)(p.count * p.size) - 1));
        rstd = operation_on(&p, VECTOR_RSQRT, variance + epsilon);
        p.rstd = (struct each){&rstd, 0};
        p.weight = some_of(im->inputs[BATCH_WEIGHT], channel, 0);
        p.bias = some_of(im->inputs[BATCH_BIAS], channel, 0);
        write_planes(NORM, &p);
        float running = (1 - momentum) * number_of(im->inputs[BATCH_MEAN], channel);
        float spread = (1 - momentum) * number_of(im->inputs[BATCH_VARIANCE], channel);
        put_output(im, 1, channel, running + momentum * mean);
        put_output(im, 2, channel, spread + momentum * whole);
        put_output(im, 3, channel, mean);
        put_output(im, 4, channel, saves_roots ? rstd : variance);
    }
    memory_stream_end();
}

static void do_with_variances(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    do_channels(im, false, share_of_block(im->groups, block, blocks));
}

static void do_with_roots(int64_t block, int64_t blocks, void *context)
{
    const struct images *im = context;
    do_channels(im, true, share_of_block(im->groups, block, blocks));
}

static uint64_t batch_bytes(const struct work *work)
{
    return numbers_bytes(work, 1, BATCH_NUMBERS);
}

static void run_batch(const struct work *work, void (*run)(int64_t, int64_t, void *))
{
    struct images im = images_of(work, false, 1, BATCH_NUMBERS);
    im.planes.y = work->outputs[0].address;
    run_blocks("batch norm", run, im.groups, &im);
}

static void run_batch_with_variances(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_batch(work, do_with_variances);
}

static void run_batch_with_roots(const struct work *work, struct task_failure *failure)
{
    (void)failure;
    run_batch(work, do_with_roots);
}

const struct l0_run norm_kernel_group_planes = {
    .scratch_bytes = group_bytes, .in_place = true, .run = run_group_norm};
const struct l0_run norm_kernel_group_gradient_planes = {
    .scratch_bytes = gradient_bytes, .in_place = true, .run = run_group_gradient};
const struct l0_run norm_kernel_group_gradients_planes = {
    .scratch_bytes = all_gradients_bytes, .in_place = true, .run = run_all_gradients};
const struct l0_run norm_kernel_group_factors_planes = {.scratch_bytes = factors_bytes,
                                                        .run = run_group_factors};
const struct l0_run norm_kernel_batch_planes = {
    .scratch_bytes = batch_bytes, .in_place = true, .run = run_batch_with_variances};
const struct l0_run norm_kernel_batch_roots_planes = {
    .scratch_bytes = batch_bytes, .in_place = true, .run = run_batch_with_roots};
const struct l0_run norm_kernel_batch_gradient_planes = {
    .scratch_bytes = gradient_bytes, .in_place = true, .run = run_batch_gradient};
