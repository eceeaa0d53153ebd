/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A training step with infiniop alone, for two embedding tables.
 *
 * Every position of a text is described by a row for its word and half a row for its place in the
 * line. Their sum is to become a target that is given. What a step does on the device is queued on
 * one stream: the forward (infiniopEmbedding, once a table), the gradient of both tables
 * (infiniopEmbeddingBackward, one call) and all copies. The host computes the loss, its gradient
 * and the update. The loss is printed, and falls.
 *
 *     aclnn run examples/infiniop_training_step.c
 *
 * It is written as programs for InfiniCore are, and nothing in it is special to this project.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <infiniop.h>
#include <infinirt.h>

#define CHECK(call)                                                  \
    do {                                                             \
        infiniStatus_t status_ = (call);                             \
        if (status_ != INFINI_STATUS_SUCCESS) {                      \
            fprintf(stderr, "%s: status %d\n", #call, (int)status_); \
            exit(1);                                                 \
        }                                                            \
    } while (0)

enum { WORDS = 12, PLACES = 8, LINES = 6, DIM = 4, STEPS = 8, POSITIONS = LINES * PLACES };

static const float RATE = 0.05F;
static const float PLACE_WEIGHT = 0.5F; /* alpha2 of the backward */

/* A matrix or a vector on both sides. */
struct tensor {
    infiniopTensorDescriptor_t desc;
    size_t bytes;
    void *host;
    void *device;
};

/* cols 0: a vector. size: bytes of an element. */
static struct tensor MakeTensor(size_t rows, size_t cols, infiniDtype_t dtype, size_t size)
{
    struct tensor tensor = {NULL, rows * (cols > 0 ? cols : 1) * size, NULL, NULL};
    const size_t shape[2] = {rows, cols};
    CHECK(infiniopCreateTensorDescriptor(&tensor.desc, cols > 0 ? 2 : 1, shape, NULL, dtype));
    CHECK(infinirtMallocHost(&tensor.host, tensor.bytes));
    CHECK(infinirtMalloc(&tensor.device, tensor.bytes));
    return tensor;
}

static void FreeTensor(struct tensor *tensor)
{
    CHECK(infinirtFreeHost(tensor->host));
    CHECK(infinirtFree(tensor->device));
}

static void Upload(const struct tensor *tensor, infinirtStream_t stream)
{
    CHECK(infinirtMemcpyAsync(tensor->device, tensor->host, tensor->bytes, INFINIRT_MEMCPY_H2D,
                              stream));
}

static void Download(const struct tensor *tensor, infinirtStream_t stream)
{
    CHECK(infinirtMemcpyAsync(tensor->host, tensor->device, tensor->bytes, INFINIRT_MEMCPY_D2H,
                              stream));
}

/* The same numbers everywhere, from -0.5 to 0.5. */
static float Noise(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return (float)(*state >> 8) / (float)(1U << 24) - 0.5F;
}

static void Fill(const struct tensor *tensor, uint32_t *state)
{
    float *values = tensor->host;
    for (size_t i = 0; i < tensor->bytes / sizeof(float); i++)
        values[i] = Noise(state);
}

/* Half the mean squared error; dy receives its gradient. */
static double Loss(const struct tensor *word, const struct tensor *place, const float *target,
                   const struct tensor *dy)
{
    const float *words = word->host;
    const float *places = place->host;
    float *gradient = dy->host;
    double sum = 0;
    for (size_t i = 0; i < (size_t)POSITIONS * DIM; i++) {
        gradient[i] = words[i] + PLACE_WEIGHT * places[i] - target[i];
        sum += 0.5 * (double)gradient[i] * (double)gradient[i];
    }
    return sum / POSITIONS;
}

static void Update(const struct tensor *table, const struct tensor *gradient)
{
    float *values = table->host;
    const float *slopes = gradient->host;
    for (size_t i = 0; i < table->bytes / sizeof(float); i++)
        values[i] -= RATE * slopes[i];
}

int main(void)
{
    infiniopHandle_t handle = NULL;
    infinirtStream_t stream = NULL;
    CHECK(infinirtInit());
    CHECK(infinirtSetDevice(INFINI_DEVICE_ASCEND, 0));
    CHECK(infiniopCreateHandle(&handle));
    CHECK(infinirtStreamCreate(&stream));

    struct tensor words = MakeTensor(WORDS, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor places = MakeTensor(PLACES, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor dwords = MakeTensor(WORDS, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor dplaces = MakeTensor(PLACES, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor word = MakeTensor(POSITIONS, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor place = MakeTensor(POSITIONS, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor dy = MakeTensor(POSITIONS, DIM, INFINI_DTYPE_F32, sizeof(float));
    struct tensor word_index = MakeTensor(POSITIONS, 0, INFINI_DTYPE_I64, sizeof(int64_t));
    struct tensor place_index = MakeTensor(POSITIONS, 0, INFINI_DTYPE_I64, sizeof(int64_t));
    struct tensor *const all[] = {&words, &places, &dwords,     &dplaces,    &word,
                                  &place, &dy,     &word_index, &place_index};
    const size_t count = sizeof all / sizeof all[0];

    infiniopEmbeddingDescriptor_t word_op = NULL;
    infiniopEmbeddingDescriptor_t place_op = NULL;
    infiniopEmbeddingBackwardDescriptor_t backward_op = NULL;
    CHECK(infiniopCreateEmbeddingDescriptor(handle, &word_op, word.desc, word_index.desc,
                                            words.desc));
    CHECK(infiniopCreateEmbeddingDescriptor(handle, &place_op, place.desc, place_index.desc,
                                            places.desc));
    CHECK(infiniopCreateEmbeddingBackwardDescriptor(handle, &backward_op, dwords.desc, dplaces.desc,
                                                    dy.desc, word_index.desc, place_index.desc,
                                                    1.0F, PLACE_WEIGHT, 0, 0));
    /* The operators have copied what they need. */
    for (size_t i = 0; i < count; i++)
        CHECK(infiniopDestroyTensorDescriptor(all[i]->desc));

    uint32_t state = 7;
    float target[POSITIONS * DIM];
    int64_t *word_numbers = word_index.host;
    int64_t *place_numbers = place_index.host;
    Fill(&words, &state);
    Fill(&places, &state);
    for (int p = 0; p < POSITIONS; p++) {
        word_numbers[p] = (7 * p + p / PLACES) % WORDS;
        place_numbers[p] = p % PLACES;
        /* Can be reached: a part that follows from the word and one from the place. */
        for (int d = 0; d < DIM; d++)
            target[p * DIM + d] = 0.1F * (float)(word_numbers[p] - d * place_numbers[p]);
    }
    Upload(&word_index, stream);
    Upload(&place_index, stream);

    double first = 0;
    double loss = 0;
    printf("step  loss\n");
    for (int step = 0; step < STEPS; step++) {
        double before = loss;
        Upload(&words, stream);
        Upload(&places, stream);
        CHECK(infiniopEmbedding(word_op, word.device, word_index.device, words.device, stream));
        CHECK(infiniopEmbedding(place_op, place.device, place_index.device, places.device, stream));
        Download(&word, stream);
        Download(&place, stream);
        CHECK(infinirtStreamSynchronize(stream));

        loss = Loss(&word, &place, target, &dy);
        printf("%4d  %.4f\n", step, loss);
        if (step == 0)
            first = loss;
        else if (!(loss < before))
            return 1;

        Upload(&dy, stream);
        CHECK(infiniopEmbeddingBackward(backward_op, dwords.device, dplaces.device, dy.device,
                                        word_index.device, place_index.device, stream));
        Download(&dwords, stream);
        Download(&dplaces, stream);
        CHECK(infinirtStreamSynchronize(stream));
        Update(&words, &dwords);
        Update(&places, &dplaces);
    }
    printf("the loss fell to %.0f %% of the first\n", 100 * loss / first);

    CHECK(infiniopDestroyEmbeddingBackwardDescriptor(backward_op));
    CHECK(infiniopDestroyEmbeddingDescriptor(place_op));
    CHECK(infiniopDestroyEmbeddingDescriptor(word_op));
    for (size_t i = 0; i < count; i++)
        FreeTensor(all[i]);
    CHECK(infinirtStreamDestroy(stream));
    CHECK(infiniopDestroyHandle(handle));
    return 0;
}
