/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions: lists of L0 operators. The operators are there for the size: before Ascend950
 * images and weights are converted to blocks of channels, which only the device does. The work is
 * one step on the caller's tensors, with float32 sums that are rounded once. */
#include "ops/conv/convolution.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "declared/conv.h"
#include "declared/binary.h"
#include "ops/common/list.h"
#include "ops/conv/convolution_layout.h"
#include "ops/conv/image_gradient_tiling.h"
#include "ops/matmul/matmul.h"
#include "workspace/arithmetic.h"

/* Limits of a core's instructions, and its buffer for matrices. */
#define LARGEST_STRIDE 63
#define LARGEST_DISTANCE 255
#define LARGEST_WINDOW 511
#define LARGEST_INDEX 65535
#define LARGEST_ROW 32767
#define L1_BYTES 524288
#define L1_BYTES_3D 524032
#define LEAST_BIAS_BYTES 64

/* ---- Convolutions ---------------------------------------------------------------------------- */

struct forward {
    struct l0_list *list;
    int input;
    int weight;
    int bias;
    int output;
    struct l0_tensor out;
    const struct array *stride;
    const struct array *padding;
    const struct array *dilation;
    const struct array *more; /* outputPadding */
    bool transposed;
    int64_t groups;
    int64_t mode;
    aclDataType type;      /* the type of input and weight in the kernel */
    aclDataType result;    /* the type that it writes */
    aclDataType bias_type; /* the type of the bias */
};

static bool is_transposed_to_float(const struct forward *f)
{
    return f->transposed && f->out.type == ACL_FLOAT &&
           f->list->architecture != ARCHITECTURE_1001 && f->mode != USE_FLOAT16;
}

static aclDataType bias_type_of(const struct forward *f)
{
    if (f->bias == L0_NONE)
        return f->type;
    aclDataType type = f->type;
    bool is_2201 = f->list->architecture == ARCHITECTURE_2201;
    if (f->transposed && is_2201)
        type = conv_convolved_joint_type(f->result, f->list->tensors[f->bias].type);
    else if (f->transposed && f->list->architecture == ARCHITECTURE_3510)
        type = ACL_FLOAT;
    return type == ACL_BF16 && is_2201 && !(f->transposed && f->out.rank == 5) ? ACL_FLOAT : type;
}

/* A convolution of one or two spatial dimensions, as one of two. */
struct planar {
    int64_t count, channels, height, width;
    int64_t kernel[2];
    int64_t stride[2];
    int64_t dilation[2];
    int64_t sides[4]; /* padding: top, bottom, left, right */
    int64_t out_width;
};

static struct planar planar_of(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    int32_t spatial = input->rank - SPATIAL;
    struct planar p = {.count = input->dims[0],
                       .channels = input->dims[1],
                       .height = spatial == 2 ? input->dims[2] : 1,
                       .width = input->dims[input->rank - 1],
                       .kernel = {1, 1},
                       .stride = {1, 1},
                       .dilation = {1, 1},
                       .out_width = f->out.dims[f->out.rank - 1]};
    for (int32_t i = 0; i < spatial; i++) {
        int32_t to = 2 - spatial + i;
        p.kernel[to] = weight->dims[SPATIAL + i];
        p.stride[to] = conv_array_numbers(f->stride)[i];
        p.dilation[to] = conv_array_numbers(f->dilation)[i];
        conv_sides(f->padding, spatial, i, &p.sides[2 * to], &p.sides[2 * to + 1]);
    }
    return p;
}

static bool is_beyond_instructions(const struct planar *p)
{
    for (int i = 0; i < 2; i++)
        if (p->stride[i] > LARGEST_STRIDE || p->dilation[i] > LARGEST_DISTANCE ||
            p->kernel[i] > LARGEST_WINDOW)
            return true;
    for (int i = 0; i < 4; i++)
        if (p->sides[i] > LARGEST_DISTANCE)
            return true;
    return false;
}

/* How much of the input windows at so many positions read. */
static int64_t reached(const struct planar *p, int dim, int64_t places, int64_t there)
{
    int64_t reach = (places - 1) * p->stride[dim] + (p->kernel[dim] - 1) * p->dilation[dim] + 1;
    return reach < there ? reach : there;
}

static bool fits_few_channels(const struct planar *p, bool has_bias)
{
    if (is_beyond_instructions(p) ||
        align_up((uint64_t)(p->kernel[0] * p->kernel[1] * FEW_CHANNELS_COUNT), LAYOUT_ROWS) >
            LARGEST_INDEX)
        return false;
    bool is_row = p->height == 1 && p->kernel[0] == 1 && p->sides[0] == 0 && p->sides[1] == 0;
    if (!is_row && p->width > LARGEST_ROW)
        return false;
    int64_t height = reached(p, 0, LAYOUT_ROWS / p->out_width + 2, p->height);
    int64_t width = is_row ? reached(p, 1, LAYOUT_ROWS, p->width) : p->width;
    return conv_layout_times(conv_layout_times(height, width), FEW_CHANNELS_COUNT * 2) +
               (has_bias ? LEAST_BIAS_BYTES : 0) <=
           L1_BYTES;
}

static bool has_few_channels(const struct forward *f, const struct planar *p)
{
    return f->list->architecture == ARCHITECTURE_2201 && f->type == ACL_BF16 && f->groups == 1 &&
           p->channels <= FEW_CHANNELS_COUNT && fits_few_channels(p, f->bias != L0_NONE);
}

/* Whether CANN lists this image among those for the kernel of three dimensions: 3 channels, and 64
 * windows of 3 by 3. */
static bool is_named_image(const struct forward *f, const struct planar *p)
{
    static const int64_t images[][2] = {{1600, 3840}, {1600, 4000}, {1760, 4000}, {1600, 4160},
                                        {1920, 4160}, {2048, 4160}, {2144, 4160}, {3520, 4736},
                                        {2144, 4672}, {2592, 6368}, {2912, 5696}, {2880, 3840},
                                        {1280, 3264}, {1760, 2336}, {2048, 2048}, {2016, 2016}};
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    bool is_kind = f->list->tensors[f->input].type == ACL_BF16 && f->groups == 1 && p->count == 1 &&
                   p->channels == 3 && weight->dims[0] == 64 && p->stride[0] == p->stride[1] &&
                   p->stride[0] <= 2;
    for (int i = 0; i < 2; i++)
        is_kind &= p->kernel[i] == 3 && p->dilation[i] == 1 && p->sides[2 * i] == 1 &&
                   p->sides[2 * i + 1] == 1;
    for (size_t i = 0; is_kind && i < sizeof images / sizeof *images; i++)
        if (p->height == images[i][0] && p->width == images[i][1])
            return true;
    return false;
}

/* Whether rows are too long for a core's buffer, so that the kernel of three dimensions cuts
 * them. */
static bool has_long_rows(const struct forward *f, const struct planar *p)
{
    bool is_point = p->kernel[0] == 1 && p->kernel[1] == 1 && p->stride[0] == 1 &&
                    p->stride[1] == 1 && p->height != 1 && p->sides[0] == 0 && p->sides[2] == 0 &&
                    f->type == ACL_BF16;
    bool is_row = p->height == 1 && p->kernel[0] == 1 && p->sides[0] == 0;
    if (f->list->architecture != ARCHITECTURE_2201 || f->groups != 1 ||
        p->sides[0] != p->sides[1] || p->sides[2] != p->sides[3] ||
        p->stride[0] >= 2 * p->kernel[0] || is_point || is_row || is_beyond_instructions(p) ||
        p->kernel[0] * p->kernel[1] * conv_layout_channels(f->type) > LARGEST_INDEX)
        return false;
    int64_t bias = f->bias == L0_NONE ? 0
                                      : LAYOUT_ROWS * (int64_t)(data_type_bits(f->bias_type) / 8);
    int64_t height = reached(p, 0, LAYOUT_ROWS / p->out_width + 2, p->height);
    int64_t cut = conv_layout_times(reached(p, 0, 1, p->height),
                                    reached(p, 1, LAYOUT_ROWS, p->width));
    return conv_layout_times(conv_layout_times(height, p->width), LAYOUT_BYTES) > L1_BYTES - bias &&
           conv_layout_times(cut, LAYOUT_BYTES) <= L1_BYTES_3D - bias;
}

static bool is_pointwise_3d(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    int64_t places = 1;
    for (int32_t i = SPATIAL; i < input->rank; i++) {
        if (weight->dims[i] != 1)
            return false;
        places = conv_layout_times(places, input->dims[i]);
    }
    return f->list->architecture == ARCHITECTURE_2201 && f->groups == 1 &&
           conv_array_is_all(f->dilation, 1) && conv_array_is_all(f->stride, 1) &&
           conv_array_is_all(f->padding, 0) && places < LARGEST_INDEX + 1;
}

static enum layout choose_layout(const struct forward *f)
{
    if (f->list->architecture == ARCHITECTURE_3510)
        return AS_GIVEN;
    if (f->out.rank == 5)
        return !f->transposed && is_pointwise_3d(f) ? AS_GIVEN : IN_BLOCKS_3D;
    if (f->transposed)
        return IN_BLOCKS;
    const struct planar p = planar_of(f);
    if (f->out.rank == 4 && is_named_image(f, &p))
        return IN_BLOCKS_3D;
    if (has_few_channels(f, &p))
        return FEW_CHANNELS;
    return f->out.rank == 4 && has_long_rows(f, &p) ? IN_BLOCKS_3D : IN_BLOCKS;
}

/* Whether Ascend950 reads the image directly: its channels are last in memory, behind the spatial
 * dims and the batch. */
static bool is_read_as_it_lies(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    if (f->list->architecture != ARCHITECTURE_3510 || f->transposed || input->rank > 4 ||
        f->groups > 1 || input->given == NULL || input->given->offset != 0)
        return false;
    const struct planar p = planar_of(f);
    const int64_t *strides = input->given->strides;
    int64_t pixel = conv_layout_times(p.count, p.channels);
    if (pixel > LARGEST_INDEX || strides[0] != p.channels || strides[1] != 1 ||
        strides[input->rank - 1] != pixel ||
        (input->rank == 4 && strides[2] != conv_layout_times(pixel, p.width)) ||
        is_beyond_instructions(&p))
        return false;
    int64_t bytes = (int64_t)(data_type_bits(f->type) / 8);
    int64_t block = conv_layout_channels(f->type);
    int64_t index = p.kernel[0] * p.kernel[1] * block;
    int64_t rows = p.out_width < LAYOUT_ROWS ? conv_layout_blocks(LAYOUT_ROWS, p.out_width) : 1;
    int64_t image = conv_layout_times(reached(&p, 0, rows, p.height),
                                      reached(&p, 1, LAYOUT_ROWS, p.width));
    int64_t bias = f->bias == L0_NONE ? 0
                                      : LAYOUT_ROWS * (int64_t)(data_type_bits(f->bias_type) / 8);
    return index <= LARGEST_INDEX &&
           bias + index * LAYOUT_ROWS * bytes + conv_layout_times(image, block * bytes) <= L1_BYTES;
}

struct operands {
    int input;
    int weight;
    int bias;
};

/* Makes dense copies, in CANN's sequence. */
static struct operands make_dense(const struct forward *f)
{
    struct operands o = {.bias = L0_NONE};
    bool is_row = f->out.rank == 3 && !f->transposed;
    if (!is_row)
        o.input = is_read_as_it_lies(f) ? f->input : l0_contiguous(f->list, f->input);
    o.weight = l0_contiguous(f->list, f->weight);
    if (f->bias != L0_NONE)
        o.bias = l0_contiguous(f->list, f->bias);
    if (is_row)
        o.input = is_read_as_it_lies(f) ? f->input : l0_contiguous(f->list, f->input);
    return o;
}

static struct operands prepare(const struct forward *f, enum layout layout)
{
    struct l0_list *list = f->list;
    struct operands o = make_dense(f);
    struct image image = conv_layout_image_of(list, f->input);
    struct image weight = conv_layout_image_of(list, f->weight);
    bool is_last = conv_layout_of(&list->tensors[f->weight]) == CHANNELS_LAST;
    o.input = l0_launch_cast(list, o.input, f->type);
    if (layout != AS_GIVEN)
        o.input = conv_launch_trans_data(list, o.input, conv_layout_image_elements(image, f->type));
    o.weight = l0_launch_cast(list, o.weight, f->type);
    if (layout != AS_GIVEN)
        o.weight = conv_launch_weight_in_blocks(list, o.weight, weight, is_last, f->groups, layout);
    if (f->bias != L0_NONE)
        o.bias = l0_launch_cast(list, o.bias, f->bias_type);
    return o;
}

static int launch(const struct forward *f, const struct l0_row *row, struct operands o,
                  enum layout layout)
{
    struct l0_list *list = f->list;
    int inputs[] = {o.input, o.weight, o.bias};
    int result = layout == AS_GIVEN
                     ? l0_new_shaped(list, row->name, f->result, f->out.dims, f->out.rank)
                     : l0_new_tensor(list, row->name, f->result,
                                     conv_layout_image_elements(
                                         conv_layout_image_of(list, f->output), f->type));
    l0_launch_row(list, row, inputs, o.bias == L0_NONE ? 2 : 3, 0, &result, 1, NULL);
    return layout == AS_GIVEN ? result : conv_launch_plain(list, result, f->out.dims, f->out.rank);
}

static int launch_forward(const struct forward *f)
{
    enum layout layout = choose_layout(f);
    bool is_1001 = f->list->architecture == ARCHITECTURE_1001;
    const struct l0_row *row = &l0_Conv2D;
    if (f->out.rank == 5 || layout == IN_BLOCKS_3D)
        row = is_1001 ? &l0_Conv3D : &l0_Conv3DV2;
    else if (f->list->architecture == ARCHITECTURE_3510)
        row = &l0_Conv2DV2;
    return l0_launch_cast(f->list, launch(f, row, prepare(f, layout), layout), f->out.type);
}

/* ---- Transposed convolutions ----------------------------------------------------------------- */

static bool are_at_most(const struct array *array, int64_t largest)
{
    for (uint64_t i = 0; i < array->size; i++)
        if (conv_array_numbers(array)[i] > largest)
            return false;
    return true;
}

/* Whether the cores can share the planes of the output: a divisor of their number divides the
 * planes. */
static bool shares_planes(const struct forward *f, int64_t planes)
{
    int64_t cores = f->list->soc->ai_cores;
    for (int64_t divisor = 2; divisor <= cores; divisor++)
        if (cores % divisor == 0 && planes % divisor == 0)
            return true;
    return false;
}

static bool may_be_v2(const struct forward *f, const int64_t *kernel)
{
    const int64_t *stride = conv_array_numbers(f->stride);
    const int64_t *padding = conv_array_numbers(f->padding);
    if (!are_at_most(f->stride, 2) || !are_at_most(f->padding, 2))
        return false;
    for (int i = 0; i < 3; i++)
        if (kernel[i] > 4 || padding[i] >= kernel[i])
            return false;
    for (int i = 0; i < 2; i++)
        if ((f->out.dims[SPATIAL + i] + 2 * padding[i] - kernel[i]) % stride[i] > padding[i])
            return false;
    return stride[0] <= kernel[0];
}

/* Whether CANN lists this image among those for Conv3DTransposeV2: 256 channels, and windows of 4
 * by 4 by 4. */
static bool is_named_volume(const struct forward *f)
{
    static const int64_t volumes[][4] = {
        {62, 66, 66, 256}, {122, 130, 130, 3}, {6, 62, 62, 256}, {10, 122, 122, 3}};
    const int64_t *input = f->list->tensors[f->input].dims;
    const int64_t *weight = f->list->tensors[f->weight].dims;
    for (int i = SPATIAL; i < 5; i++)
        if (weight[i] != 4)
            return false;
    for (size_t i = 0; i < sizeof volumes / sizeof *volumes; i++)
        if (memcmp(&input[SPATIAL], volumes[i], 3 * sizeof *input) == 0 && input[0] == 1 &&
            input[1] == 256 && weight[1] == volumes[i][3])
            return conv_array_is_all(f->stride, 2) && conv_array_is_all(f->padding, 3) &&
                   conv_array_is_all(f->dilation, 1) && conv_array_is_all(f->more, 0);
    return false;
}

/* Whether CANN uses Conv3DTransposeV2 for a transposed convolution. Products before Ascend950 have
 * Conv3DTranspose as well. */
static bool is_v2(const struct forward *f)
{
    const int64_t *input = f->list->tensors[f->input].dims;
    const int64_t *kernel = &f->list->tensors[f->weight].dims[SPATIAL];
    const int64_t *out = f->out.dims;
    if (f->groups > 1 || f->type == ACL_FLOAT || is_named_volume(f))
        return true;
    if (conv_layout_of(&f->list->tensors[f->input]) == CHANNELS_LAST)
        return false;
    if (!are_at_most(f->dilation, 1))
        return true;
    if (!may_be_v2(f, kernel))
        return false;
    if (strcmp(f->list->soc->family, "Ascend910B") == 0) {
        int64_t height = (input[3] - 1) * conv_array_numbers(f->stride)[1] + 1;
        int64_t window = 1 + kernel[1];
        if (conv_layout_times(conv_layout_times(height < window ? height : window, input[4]),
                              conv_array_numbers(f->stride)[2]) > 4096)
            return false;
    }
    return shares_planes(f, out[2]) || (conv_layout_times(out[3], out[4]) >= 5500 && out[2] <= 85);
}

/* Whether Ascend950 transposes a long batch of short rows, so that the batch becomes the height. */
static bool turns_batch(const struct forward *f, const int64_t *places, const int64_t *kernel)
{
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    int64_t batch = f->list->tensors[f->input].dims[0];
    int64_t wide = places[2];
    int64_t inner = weight->dims[1];
    int32_t last = (int32_t)f->stride->size - 1;
    const int64_t *stride = conv_array_numbers(f->stride);
    for (int32_t i = 0; i < last; i++)
        if (stride[i] != 1)
            return false;
    if (f->list->architecture != ARCHITECTURE_3510 || f->groups != 1 ||
        stride[last] > LARGEST_STRIDE || !conv_array_is_all(f->padding, 0) ||
        !conv_array_is_all(f->dilation, 1) || batch < 1500 || batch > 4096 || places[0] != 1 ||
        places[1] != 1 || kernel[0] != 1 || kernel[1] != 1 || wide > 64 || kernel[2] > 10 ||
        weight->dims[0] > 128 || inner > 128)
        return false;
    if (wide >= 60 &&
        ((wide > inner && wide < 2 * inner) || (wide < inner && 2 * inner < 3 * wide)))
        return false;
    return !(wide >= 40 && wide < 60 && wide > inner &&
             (wide < 2 * inner || 2 * wide >= 7 * inner));
}

/* Whether Ascend950 moves the weight's channels to the end first. */
static bool turns_weight(const struct forward *f, const int64_t *kernel)
{
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    int64_t outer = weight->dims[0];
    int64_t inner = weight->dims[1];
    if (f->list->architecture != ARCHITECTURE_3510 || f->groups > 1 ||
        conv_layout_times(kernel[0], conv_layout_times(kernel[1], kernel[2])) <= 1 ||
        (inner != 16 && inner < 32) || inner <= conv_layout_times(kernel[1], kernel[2]))
        return false;
    return outer > inner ? 2 * outer < 3 * inner : 2 * inner < 3 * outer;
}

static int add_bias(const struct forward *f, int sums, int bias)
{
    if (sums == L0_NONE || bias == L0_NONE)
        return L0_NONE;
    aclDataType type = conv_convolved_joint_type(f->list->tensors[sums].type,
                                                 f->list->tensors[bias].type);
    int result = l0_new_shaped(f->list, "Add", type, f->out.dims, f->out.rank);
    l0_launch_row(f->list, &l0_Add, (int[]){sums, bias}, 2, 0, &result, 1, NULL);
    return result;
}

static void places_of(const struct l0_tensor *tensor, int64_t *places)
{
    int32_t spatial = tensor->rank - SPATIAL;
    for (int32_t i = 0; i < 3; i++)
        places[i] = i < 3 - spatial ? 1 : tensor->dims[SPATIAL + i - (3 - spatial)];
}

static int launch_transposed_950(const struct forward *f)
{
    struct l0_list *list = f->list;
    int64_t places[3];
    int64_t kernel[3];
    struct operands o = prepare(f, AS_GIVEN);
    places_of(&list->tensors[f->input], places);
    places_of(&list->tensors[f->weight], kernel);
    bool is_turned = turns_batch(f, places, kernel);
    const struct l0_tensor input = list->tensors[f->input];
    const struct l0_tensor weight = list->tensors[f->weight];
    if (is_turned)
        o.input = conv_launch_turned(list, o.input, input.dims, input.rank);
    if (turns_weight(f, kernel))
        o.weight = conv_launch_turned(list, o.weight, weight.dims, weight.rank);
    int result = launch(f, &l0_Conv3DTransposeV2, o, AS_GIVEN);
    if (is_turned)
        result = conv_launch_turned(list, result, f->out.dims, f->out.rank);
    return l0_launch_cast(list, result, f->out.type);
}

/* Whether CANN lists this image among those that 910B and 910_93 give to the kernel of three
 * dimensions. */
static bool is_named_transposed(const struct forward *f)
{
    static const int64_t image[] = {4, 320, 80, 80};
    static const int64_t windows[] = {320, 320, 3, 3};
    return f->list->architecture == ARCHITECTURE_2201 && f->bias == L0_NONE &&
           f->padding->size == 2 && f->list->tensors[f->input].type == ACL_FLOAT &&
           f->out.rank == 4 && f->groups == 1 &&
           memcmp(f->list->tensors[f->input].dims, image, sizeof image) == 0 &&
           memcmp(f->list->tensors[f->weight].dims, windows, sizeof windows) == 0 &&
           conv_array_is_all(f->stride, 1) && conv_array_is_all(f->padding, 1) &&
           conv_array_is_all(f->dilation, 1) && conv_array_is_all(f->more, 0);
}

/* Whether the kernel takes the operands; else the list fails. */
static bool is_taken(const struct forward *f)
{
    int32_t spatial = f->out.rank - SPATIAL;
    if (conv_layout_of(&f->list->tensors[f->input]) == CHANNELS_LAST)
        return true;
    struct conv_image_gradient g = {.type = f->type,
                                    .channels = f->list->tensors[f->input].dims[1],
                                    .groups = f->groups,
                                    .stride = {1, 1, 1},
                                    .dilation = {1, 1, 1}};
    places_of(&f->list->tensors[f->input], g.from);
    places_of(&f->list->tensors[f->weight], g.kernel);
    places_of(&f->out, g.to);
    for (int32_t i = 0; i < spatial; i++) {
        int32_t to = 3 - spatial + i;
        g.stride[to] = conv_array_numbers(f->stride)[i];
        g.dilation[to] = conv_array_numbers(f->dilation)[i];
        g.more[to] = conv_array_numbers(f->more)[i];
        conv_sides(f->padding, spatial, i, &g.before[to], &g.behind[to]);
    }
    aclnnStatus status = conv_tiling_image_gradient(f->list->soc, &g);
    if (status != ACLNN_SUCCESS && f->list->status == ACLNN_SUCCESS)
        f->list->status = status;
    return status == ACLNN_SUCCESS;
}

static int launch_transposed(const struct forward *f)
{
    struct l0_list *list = f->list;
    if (list->architecture == ARCHITECTURE_3510)
        return is_taken(f) ? launch_transposed_950(f) : L0_NONE;
    enum layout layout = choose_layout(f);
    struct operands o = prepare(f, layout);
    if (f->out.rank != 5) {
        const struct l0_row *row = is_named_transposed(f) ? &l0_Conv3DTransposeV2
                                                          : &l0_Conv2DTranspose;
        return l0_launch_cast(list, launch(f, row, o, layout), f->out.type);
    }
    int bias = o.bias;
    o.bias = L0_NONE;
    if (is_v2(f) && !is_taken(f))
        return L0_NONE;
    int sums = launch(f, is_v2(f) ? &l0_Conv3DTransposeV2 : &l0_Conv3DTranspose, o, layout);
    if (f->bias != L0_NONE)
        sums = add_bias(f, sums, bias);
    return l0_launch_cast(list, sums, f->out.type);
}

/* ---- Convolutions that are products ---------------------------------------------------------- */

/* Whether there is one window, as large as the image. */
static bool is_one_window(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    bool may_be = f->list->architecture != ARCHITECTURE_1001 && !f->transposed &&
                  input->rank >= 4 && conv_layout_of(input) == CHANNELS_SECOND && f->groups == 1 &&
                  conv_array_is_all(f->padding, 0) && conv_array_is_all(f->dilation, 1);
    for (int32_t i = SPATIAL; may_be && i < input->rank; i++)
        may_be = input->dims[i] == weight->dims[i];
    return may_be;
}

/* Whether the image is one element, which Ascend950 repeats in a transposed convolution. */
static bool is_one_place(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    return f->list->architecture == ARCHITECTURE_3510 && f->transposed && input->rank == 3 &&
           f->groups == 1 && conv_array_numbers(f->padding)[0] == 0 &&
           conv_array_numbers(f->more)[0] == 0 && conv_array_numbers(f->dilation)[0] == 1 &&
           (weight->dims[2] == 1 || f->bias == L0_NONE) && input->dims[2] == 1 &&
           f->out.dims[2] == weight->dims[2];
}

static int product_of(const struct forward *f, int left, int right, bool transpose, int bias,
                      const int64_t *dims, int32_t rank)
{
    const struct product_request request = {.left = left,
                                            .right = right,
                                            .out = f->out.type,
                                            .mode = f->mode,
                                            .transpose_right = transpose,
                                            .has_bias = bias != L0_NONE,
                                            .bias = bias,
                                            .alpha = 1,
                                            .beta = 1,
                                            .for_size = true,
                                            .dims = dims,
                                            .rank = rank};
    return matmul_list_product(f->list, &request);
}

/* Reshapes a tensor to a matrix, before Ascend950 to a batch of one matrix. */
static int matrix_of(const struct forward *f, int tensor, int64_t rows, int64_t columns)
{
    bool is_matrix = f->list->architecture == ARCHITECTURE_3510;
    const int64_t dims[] = {1, rows, columns};
    return l0_reshape(f->list, tensor, is_matrix ? dims + 1 : dims, is_matrix ? 2 : 3);
}

static int launch_product(const struct forward *f)
{
    struct l0_list *list = f->list;
    struct operands o = prepare(f, AS_GIVEN);
    struct image image = conv_layout_image_of(list, f->input);
    struct image weight = conv_layout_image_of(list, f->weight);
    if (o.input == L0_NONE || o.weight == L0_NONE)
        return L0_NONE;
    int64_t depth = f->transposed ? image.channels
                                  : conv_layout_times(image.channels, image.places);
    int left = matrix_of(f, o.input, image.count, depth);
    int right = matrix_of(f, o.weight, weight.count,
                          f->transposed ? conv_layout_times(weight.channels, weight.places)
                                        : depth);
    int product = product_of(f, left, right, !f->transposed, o.bias, f->out.dims, f->out.rank);
    return l0_launch_cast(list, product, f->out.type);
}

/* Whether windows follow each other in a row of one channel. CANN computes that as a product, and
 * forgets the bias. */
static bool is_cut_row(const struct forward *f)
{
    const struct l0_tensor *input = &f->list->tensors[f->input];
    const struct l0_tensor *weight = &f->list->tensors[f->weight];
    int64_t stride = conv_array_numbers(f->stride)[0];
    return !f->transposed && input->rank == 3 && stride > LARGEST_STRIDE &&
           stride == weight->dims[2] && conv_array_is_all(f->padding, 0) &&
           conv_array_is_all(f->dilation, 1) && input->dims[1] == 1 && f->groups == 1 &&
           input->dims[2] % stride == 0;
}

static int launch_cut_row(const struct forward *f)
{
    struct l0_list *list = f->list;
    struct operands o = prepare(f, AS_GIVEN);
    struct image image = conv_layout_image_of(list, f->input);
    struct image weight = conv_layout_image_of(list, f->weight);
    if (o.input == L0_NONE || o.weight == L0_NONE)
        return L0_NONE;
    int64_t windows = image.places / weight.places;
    int left = l0_reshape(list, o.input,
                          (int64_t[]){conv_layout_times(image.count, windows), weight.places}, 2);
    int right = l0_reshape(list, o.weight, (int64_t[]){weight.count, weight.places}, 2);
    struct forward keep = *f;
    keep.mode = 0;
    keep.out.type = f->type;
    const int64_t dims[] = {image.count, windows, weight.count};
    int product = product_of(&keep, left, list_launch_transpose(list, right, (int64_t[]){1, 0}),
                             false, L0_NONE, dims, 3);
    return l0_launch_cast(list, list_launch_transpose(list, product, (int64_t[]){0, 2, 1}),
                          f->out.type);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static int launch_convolution(const struct forward *f, bool may_be_product)
{
    if (may_be_product && (is_one_window(f) || is_one_place(f)))
        return launch_product(f);
    if (is_cut_row(f))
        return launch_cut_row(f);
    return f->transposed ? launch_transposed(f) : launch_forward(f);
}

static void convolve(struct forward *f, bool may_be_product)
{
    struct l0_list *list = f->list;
    if (f->input == L0_NONE || f->weight == L0_NONE || f->output == L0_NONE)
        return;
    f->out = list->tensors[f->output];
    f->type = conv_convolved_type(list, list->tensors[f->input].type, list->tensors[f->weight].type,
                                  f->mode);
    f->result = is_transposed_to_float(f) ? ACL_FLOAT : f->type;
    f->bias_type = f->out.rank == 5 && !f->transposed && is_pointwise_3d(f) ? ACL_FLOAT
                                                                            : bias_type_of(f);
    struct convolution *c = conv_work_of(
        list, f->transposed ? CONVOLUTION_INPUT : CONVOLUTION_FORWARD, f->out.rank - SPATIAL,
        f->stride, f->padding, f->dilation, f->groups);
    if (c == NULL)
        return;
    c->has_bias = f->bias != L0_NONE;
    c->layouts[0] = conv_layout_of(&list->tensors[f->input]);
    c->layouts[1] = conv_layout_of(&list->tensors[f->weight]);
    c->layouts[2] = conv_layout_of(&f->out);
    int result = launch_convolution(f, may_be_product);
    conv_append_work(list, c, (int[]){f->input, f->weight, f->bias}, c->has_bias ? 3 : 2, result);
    l0_view_copy(list, result, f->output);
}

void conv_list_convolution(struct l0_list *list, int input, int weight, int bias,
                           const struct array *stride, const struct array *padding,
                           const struct array *dilation, bool transposed,
                           const struct array *outputPadding, int64_t groups, int output,
                           int8_t cubeMathType)
{
    struct forward f = {.list = list,
                        .input = input,
                        .weight = weight,
                        .bias = bias,
                        .output = output,
                        .stride = stride,
                        .padding = padding,
                        .dilation = dilation,
                        .more = outputPadding,
                        .transposed = transposed,
                        .groups = groups,
                        .mode = cubeMathType};
    convolve(&f, true);
}

void conv_list_depthwise2d(struct l0_list *list, int self, int weight, int bias,
                           const struct array *stride, const struct array *padding,
                           const struct array *dilation, int out, int8_t cubeMathType)
{
    if (self == L0_NONE)
        return;
    int64_t channels = list->tensors[self].dims[1];
    struct forward f = {.list = list,
                        .input = self,
                        .weight = weight,
                        .bias = bias,
                        .output = out,
                        .stride = stride,
                        .padding = padding,
                        .dilation = dilation,
                        .groups = channels > 0 ? channels : 1,
                        .mode = cubeMathType};
    convolve(&f, false);
}

/* Writes the bias alone, when there is nothing to sum. */
static void list_bias_in_time(struct l0_list *list, int bias, int output)
{
    const struct l0_tensor out = list->tensors[output];
    int dense = l0_contiguous(list, bias);
    int spread = l0_broadcast_to(list, dense, out.dims, out.rank);
    l0_view_copy(list, l0_cast(list, spread, out.type), output);
}

static int launch_in_time(struct forward *f, int image, int weight, const struct planar *p)
{
    struct l0_list *list = f->list;
    const int64_t *result = f->out.dims;
    const int64_t dims[] = {result[1], result[2], result[0]};
    struct image windows = {list->tensors[f->weight].dims[2], p->channels, p->kernel[1]};
    struct operands o = {.bias = l0_contiguous(list, f->bias)};
    bool is_plain = list->architecture == ARCHITECTURE_3510;
    enum layout layout = is_plain ? AS_GIVEN : has_few_channels(f, p) ? FEW_CHANNELS : IN_BLOCKS;
    o.input = l0_launch_cast(list, image, f->type);
    if (!is_plain)
        o.input = conv_launch_trans_data(
            list, o.input,
            conv_layout_image_elements((struct image){p->count, p->channels, p->width}, f->type));
    o.weight = l0_launch_cast(list, weight, f->type);
    if (!is_plain)
        o.weight = conv_launch_weight_in_blocks(list, o.weight, windows, false, 1, layout);
    o.bias = l0_launch_cast(list, o.bias, f->bias_type);
    if (o.input == L0_NONE || o.weight == L0_NONE || o.bias == L0_NONE)
        return L0_NONE;
    const struct l0_row *row = is_plain ? &l0_Conv2DV2 : &l0_Conv2D;
    int convolved = is_plain
                        ? l0_new_shaped(list, row->name, f->result, dims, 3)
                        : l0_new_tensor(list, row->name, f->result,
                                        conv_layout_image_elements(
                                            (struct image){dims[0], dims[1], dims[2]}, f->type));
    l0_launch_row(list, row, (int[]){o.input, o.weight, o.bias}, 3, 0, &convolved, 1, NULL);
    if (!is_plain)
        convolved = conv_launch_plain(list, convolved, dims, 3);
    return list_launch_transpose(list, l0_launch_cast(list, convolved, f->out.type),
                                 (int64_t[]){2, 0, 1});
}

void conv_list_tbc(struct l0_list *list, int self, int weight, int bias, int64_t pad, int output,
                   int8_t cubeMathType)
{
    if (self == L0_NONE || weight == L0_NONE || bias == L0_NONE || output == L0_NONE)
        return;
    const int64_t places_last[] = {1, 2, 0};
    struct forward f = {.list = list,
                        .input = self,
                        .weight = weight,
                        .bias = bias,
                        .output = output,
                        .out = list->tensors[output],
                        .groups = 1,
                        .mode = cubeMathType};
    const int64_t *input = list->tensors[self].dims;
    const int64_t *windows = list->tensors[weight].dims;
    f.type = f.result = conv_convolved_type(list, list->tensors[self].type,
                                            list->tensors[weight].type, cubeMathType);
    f.bias_type = bias_type_of(&f);
    /* Here CANN uses the padding of time for both sides of the height, and the channels of the
     * caller's output as its width. */
    const struct planar p = {.count = input[1],
                             .channels = input[2],
                             .height = 1,
                             .width = input[0],
                             .kernel = {1, windows[0]},
                             .stride = {1, 1},
                             .dilation = {1, 1},
                             .sides = {0, pad, pad, pad},
                             .out_width = f.out.dims[2]};
    int image = conv_launch_turned_dense(list, self, places_last);
    conv_launch_turned_dense(list, output, places_last); /* CANN transposes the output too, in order
                                                          * to check it */
    int turned = conv_launch_turned_dense(list, weight, (int64_t[]){2, 1, 0});
    bool is_nothing = list->tensors[self].elements == 0 || list->tensors[weight].elements == 0;
    if (is_nothing && f.out.elements != 0)
        list_bias_in_time(list, bias, output);
    if (is_nothing || f.out.elements == 0)
        return;
    struct convolution *c = conv_work_in_time(list, CONVOLUTION_FORWARD, pad);
    if (c == NULL)
        return;
    c->has_bias = true;
    int result = launch_in_time(&f, image, turned, &p);
    conv_append_work(list, c, (int[]){self, weight, bias}, 3, result);
    l0_view_copy(list, result, output);
}
