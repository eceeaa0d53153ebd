// SPDX-License-Identifier: Apache-2.0
// The header of libruntime.so, included and used as triton-ascend's module for its driver does.
#include "runtime/runtime/rt.h"

#include <cstdio>
#include <cstring>

static int failures = 0;
#define CHECK(condition)                                  \
  do {                                                    \
    if (!(condition)) {                                   \
      std::printf("line %d: %s\n", __LINE__, #condition); \
      failures++;                                         \
    }                                                     \
  } while (0)

static const rtError_t NO_CONTEXT = 107002, NOT_SUPPORTED = 207000;

// Values of CANN 8.5 and 9.0.
static_assert(RT_DEV_BINARY_MAGIC_ELF == 0x43554245, "");
static_assert(RT_DEV_BINARY_MAGIC_ELF_AIVEC == 0x41415246, "");
static_assert(RT_MEMORY_HBM == 2 && RT_MEMORY_HOST == 0x81, "");
static_assert(RT_LIMIT_TYPE_LOW_POWER_TIMEOUT == 0, "");
static_assert(RT_LIMIT_TYPE_SIMT_WARP_STACK_SIZE == 1 && RT_LIMIT_TYPE_SIMT_STACK_SIZE == 1, "");
static_assert(RT_LIMIT_TYPE_SIMT_DVG_WARP_STACK_SIZE == 2 && RT_LIMIT_TYPE_STACK_SIZE == 3, "");

static void copies() {
  char text[] = "fifteen letters", back[sizeof text] = "";
  void *device = nullptr, *host = nullptr;
  CHECK(rtMallocHost(&host, sizeof text, RT_MEMORY_HOST) == RT_ERROR_NONE);
  CHECK(rtMalloc(&device, sizeof text, RT_MEMORY_HBM, 0) == RT_ERROR_NONE);
  std::memcpy(host, text, sizeof text);
  CHECK(rtMemcpy(device, sizeof text, host, sizeof text, RT_MEMCPY_HOST_TO_DEVICE) == 0);
  CHECK(rtMemcpy(back, sizeof text, device, sizeof text, RT_MEMCPY_DEVICE_TO_HOST) == 0);
  CHECK(std::strcmp(back, text) == 0);
  CHECK(rtFree(device) == RT_ERROR_NONE);
  CHECK(rtFreeHost(host) == RT_ERROR_NONE);
}

static void kernels_are_refused() {
  const char binary[] = "no kernel", name[] = "kernel";
  rtDevBinary_t description = {RT_DEV_BINARY_MAGIC_ELF_AIVEC, 0, binary, sizeof binary};
  void *handle = nullptr;
  CHECK(rtDevBinaryRegister(&description, &handle) == NOT_SUPPORTED);
  CHECK(handle == nullptr);
  CHECK(rtFunctionRegister(handle, name, name, name, 0) == NOT_SUPPORTED);
  CHECK(rtKernelLaunch(name, 1, nullptr, 0, nullptr, nullptr) == NOT_SUPPORTED);
  CHECK(rtDeviceSetLimit(0, RT_LIMIT_TYPE_STACK_SIZE, 32768) == NOT_SUPPORTED);
}

int main() {
  char product[64] = "";
  uint32_t cores = 0;
  rtStream_t stream = nullptr;
  CHECK(rtGetSocVersion(product, sizeof product) == RT_ERROR_NONE);
  CHECK(std::strcmp(product, "Ascend910B2") == 0);
  CHECK(rtGetAiCoreCount(&cores) == RT_ERROR_NONE && cores == 24);
  CHECK(rtStreamCreate(&stream, 0) == NO_CONTEXT);
  CHECK(rtSetDevice(0) == RT_ERROR_NONE);
  CHECK(rtStreamCreate(&stream, 0) == RT_ERROR_NONE && stream != nullptr);
  copies();
  kernels_are_refused();
  CHECK(rtStreamSynchronize(stream) == RT_ERROR_NONE);
  CHECK(rtStreamDestroy(stream) == RT_ERROR_NONE);
  CHECK(rtDeviceReset(0) == RT_ERROR_NONE);
  std::printf("%d failures\n", failures);
  return failures != 0;
}
