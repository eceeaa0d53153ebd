/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The gradient of a word embedding, on the words of a text file.
 *
 * Every distinct word of the file has a row in the embedding table, and every word of the text
 * looks its row up. The gradient that arrives for the word at position p is the row [1, p], so
 * the gradient of the table can be read: for every word how often it occurs, and the sum of the
 * positions where it does. Scaled by frequency it is [1, mean position]. The program prints both
 * for the most frequent words and compares every row with a loop on the host.
 *
 *     aclnn run examples/embedding_dense_backward.cpp examples/harbour.txt
 *
 * It is written as programs for aclnn are, and nothing in it is special to this project.
 */
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

#define CHECK(call)                                                                              \
    do {                                                                                         \
        const int status_ = (call);                                                              \
        if (status_ != ACL_SUCCESS) {                                                            \
            const char *text_ = aclGetRecentErrMsg();                                            \
            std::fprintf(stderr, "%s: %d\n%s\n", #call, status_, text_ ? text_ : "");            \
            return false;                                                                        \
        }                                                                                        \
    } while (0)

static const int64_t kDim = 2;
static const uint64_t kNoPadding = static_cast<uint64_t>(-1);

struct Text {
    std::vector<int64_t> ids;       /* the word at each position, by number */
    std::vector<std::string> words; /* the words, in the order of their first appearance */
};

static Text ReadText(const std::string &path)
{
    std::ifstream file(path);
    std::string letters((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    Text text;
    std::map<std::string, int64_t> numbers;
    std::string word;
    letters.push_back(' ');
    for (char letter : letters) {
        if (std::isalpha(static_cast<unsigned char>(letter))) {
            word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
        } else if (!word.empty()) {
            auto found = numbers.emplace(word, static_cast<int64_t>(text.words.size()));
            if (found.second) {
                text.words.push_back(word);
            }
            text.ids.push_back(found.first->second);
            word.clear();
        }
    }
    return text;
}

/* Device memory with a copy of host, and the tensor that describes it. */
template <typename T>
static bool CreateTensor(const std::vector<T> &host, const std::vector<int64_t> &shape,
                         aclDataType type, void **device, aclTensor **tensor)
{
    const size_t size = host.size() * sizeof(T);
    CHECK(aclrtMalloc(device, size, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(*device, size, host.data(), size, ACL_MEMCPY_HOST_TO_DEVICE));
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size() - 1; i > 0; i--) {
        strides[i - 1] = shape[i] * strides[i];
    }
    *tensor = aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND,
                              shape.data(), shape.size(), *device);
    return *tensor != nullptr;
}

/* One call of the operator: phase one, workspace, phase two, and the result on the host. */
static bool Backward(const Text &text, bool scale, aclrtStream stream, std::vector<float> &result)
{
    const int64_t positions = static_cast<int64_t>(text.ids.size());
    const int64_t numWeights = static_cast<int64_t>(text.words.size());
    std::vector<float> grad;
    for (int64_t p = 0; p < positions; p++) {
        grad.push_back(1.0f);
        grad.push_back(static_cast<float>(p));
    }
    result.assign(static_cast<size_t>(numWeights * kDim), -1.0f);

    void *gradDevice = nullptr;
    void *indicesDevice = nullptr;
    void *outDevice = nullptr;
    aclTensor *gradTensor = nullptr;
    aclTensor *indicesTensor = nullptr;
    aclTensor *outTensor = nullptr;
    if (!CreateTensor(grad, {positions, kDim}, ACL_FLOAT, &gradDevice, &gradTensor) ||
        !CreateTensor(text.ids, {positions}, ACL_INT64, &indicesDevice, &indicesTensor) ||
        !CreateTensor(result, {numWeights, kDim}, ACL_FLOAT, &outDevice, &outTensor)) {
        return false;
    }

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        gradTensor, indicesTensor, static_cast<uint64_t>(numWeights), kNoPadding, scale, outTensor,
        &workspaceSize, &executor));
    void *workspace = nullptr;
    if (workspaceSize > 0) {
        CHECK(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(aclnnEmbeddingDenseBackward(workspace, workspaceSize, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));

    const size_t size = result.size() * sizeof(float);
    CHECK(aclrtMemcpy(result.data(), size, outDevice, size, ACL_MEMCPY_DEVICE_TO_HOST));

    aclDestroyTensor(gradTensor);
    aclDestroyTensor(indicesTensor);
    aclDestroyTensor(outTensor);
    aclrtFree(gradDevice);
    aclrtFree(indicesDevice);
    aclrtFree(outDevice);
    if (workspace != nullptr) {
        aclrtFree(workspace);
    }
    return true;
}

/* The same sums on the host. The numbers are small whole numbers, so they must agree exactly. */
static size_t CountWrongRows(const Text &text, const std::vector<float> &sums,
                             const std::vector<float> &means)
{
    std::vector<double> count(text.words.size(), 0.0);
    std::vector<double> total(text.words.size(), 0.0);
    for (size_t p = 0; p < text.ids.size(); p++) {
        count[static_cast<size_t>(text.ids[p])] += 1.0;
        total[static_cast<size_t>(text.ids[p])] += static_cast<double>(p);
    }
    size_t wrong = 0;
    for (size_t w = 0; w < text.words.size(); w++) {
        const float mean = static_cast<float>(total[w]) / static_cast<float>(count[w]);
        wrong += sums[2 * w] != static_cast<float>(count[w]) ||
                 sums[2 * w + 1] != static_cast<float>(total[w]) || means[2 * w] != 1.0f ||
                 means[2 * w + 1] != mean;
    }
    return wrong;
}

static void PrintRows(const Text &text, const std::vector<float> &sums,
                      const std::vector<float> &means)
{
    std::vector<size_t> order(text.words.size());
    for (size_t w = 0; w < order.size(); w++) {
        order[w] = w;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return sums[2 * a] > sums[2 * b]; });
    std::printf("%-12s %6s %18s %14s\n", "word", "times", "sum of positions", "mean position");
    for (size_t i = 0; i < order.size() && i < 8; i++) {
        const size_t w = order[i];
        std::printf("%-12s %6.0f %18.0f %14.2f\n", text.words[w].c_str(),
                    static_cast<double>(sums[2 * w]), static_cast<double>(sums[2 * w + 1]),
                    static_cast<double>(means[2 * w + 1]));
    }
}

static bool Run(const Text &text)
{
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));

    std::vector<float> sums;
    std::vector<float> means;
    if (!Backward(text, false, stream, sums) || !Backward(text, true, stream, means)) {
        return false;
    }
    std::printf("aclnnEmbeddingDenseBackward on %s: %zu words, %zu of them different\n\n",
                aclrtGetSocName(), text.ids.size(), text.words.size());
    PrintRows(text, sums, means);
    const size_t wrong = CountWrongRows(text, sums, means);
    std::printf("\n%zu of %zu rows agree with a loop on the host\n", text.words.size() - wrong,
                text.words.size());

    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return wrong == 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s TEXTFILE\n", argv[0]);
        return 2;
    }
    const Text text = ReadText(argv[1]);
    if (text.ids.empty()) {
        std::fprintf(stderr, "%s: no words in it\n", argv[1]);
        return 2;
    }
    return Run(text) ? 0 : 1;
}
