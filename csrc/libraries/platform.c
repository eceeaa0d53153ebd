/* SPDX-License-Identifier: Apache-2.0 */
/*
 * libplatform.so: what tilings and memory planners ask about the product (fe::). A PlatFormInfos is
 * a number of cores and a shared_ptr; what that owns is the library's affair: here the product.
 * Every function with a std::string is there in both layouts.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/soc_current.h"
#include "base/soc_figures.h"
#include "base/cxx.h"

#define FAILED 0xffffffffU /* what CANN's functions return beside 0 */

/* fe::LocalMemType. */
enum memory { L0_A, L0_B, L0_C, L1, L2, UNIFIED_BUFFER, DEVICE };

/* fe::PlatFormInfos, as the program's compiler lays it out. */
struct platform {
    uint32_t cores;
    struct cxx_shared product; /* struct soc */
};

/* fe::PlatformInfoManager: nobody outside of CANN sees its members. */
struct manager {
    char unused;
};

static struct manager only_manager;

/* The value of a key in `text`; NULL when there is no such key. */
static const char *value_of(const struct platform *self, const char *label, const char *key,
                            char text[SOC_FIGURE_BYTES])
{
    const struct soc *soc = self->product.object;
    return soc == NULL ? NULL : soc_figure(soc, label, key, text);
}

static uint64_t number_of(const struct platform *self, const char *label, const char *key)
{
    char text[SOC_FIGURE_BYTES];
    const char *value = value_of(self, label, key, text);
    return value == NULL ? 0 : strtoull(value, NULL, 10);
}

/* ---- fe::PlatFormInfos ----------------------------------------------------------------------- */

bool platform_init(struct platform *self) EXPORT_AS("_ZN2fe13PlatFormInfos4InitEv");
bool platform_init(struct platform *self)
{
    struct platform made = {0};
    if (cxx_shared_make(&made.product, sizeof(struct soc)) == NULL)
        return false;
    *(struct soc *)made.product.object = *soc_current();
    cxx_shared_release(&self->product);
    *self = made;
    return true;
}

uint32_t platform_cores(const struct platform *self)
    EXPORT_AS("_ZNK2fe13PlatFormInfos10GetCoreNumEv");
uint32_t platform_cores(const struct platform *self)
{
    return self->cores;
}

uint32_t platform_cores_with_lock(const struct platform *self)
    ALSO_AS("_ZNK2fe13PlatFormInfos18GetCoreNumWithLockEv", "_ZNK2fe13PlatFormInfos10GetCoreNumEv");

void platform_set_cores(struct platform *self, const uint32_t *count)
    EXPORT_AS("_ZN2fe13PlatFormInfos10SetCoreNumERKj");
void platform_set_cores(struct platform *self, const uint32_t *count)
{
    self->cores = *count;
}

static bool is_one_of(const char *type, const char *const *types)
{
    while (*types != NULL && strcmp(type, *types) != 0)
        types++;
    return *types != NULL;
}

static uint32_t cores_of(const struct platform *self, bool of_vector)
{
    const char *key = of_vector ? "vector_core_cnt" : "ai_core_cnt";
    return (uint32_t)number_of(self, "SoCInfo", key);
}

void platform_set_core_type(struct platform *self, const void *type)
    EXPORT_AS("_ZN2fe13PlatFormInfos20SetCoreNumByCoreTypeERKSs");
void platform_set_core_type(struct platform *self, const void *type)
{
    static const char *const of_vector[] = {"VectorCore", "AIV", "MIX_AIV", "MIX_VECTOR_CORE",
                                            NULL};
    self->cores = cores_of(self, is_one_of(cxx_text(type), of_vector));
}

void platform_set_core_type_of_new(struct platform *self, const void *type)
    ALSO_AS("_ZN2fe13PlatFormInfos20SetCoreNumByCoreTypeERKNSt7__cxx1112basic_stringIcSt11char_"
            "traitsIcESaIcEEE",
            "_ZN2fe13PlatFormInfos20SetCoreNumByCoreTypeERKSs");

uint32_t platform_cores_by_type(const struct platform *self, const void *type)
    EXPORT_AS("_ZN2fe13PlatFormInfos16GetCoreNumByTypeERKSs");
uint32_t platform_cores_by_type(const struct platform *self, const void *type)
{
    static const char *const of_vector[] = {"VectorCore", "AIV", NULL};
    return cores_of(self, is_one_of(cxx_text(type), of_vector));
}

uint32_t platform_cores_by_type_of_new(const struct platform *self, const void *type)
    ALSO_AS("_ZN2fe13PlatFormInfos16GetCoreNumByTypeERKNSt7__cxx1112basic_stringIcSt11char_"
            "traitsIcESaIcEEE",
            "_ZN2fe13PlatFormInfos16GetCoreNumByTypeERKSs");

/* In bytes; 0 for memory that the product does not have. */
void platform_memory_size(const struct platform *self, const int32_t *memory, uint64_t *bytes)
    EXPORT_AS("_ZN2fe13PlatFormInfos15GetLocalMemSizeERKNS_12LocalMemTypeERm");
void platform_memory_size(const struct platform *self, const int32_t *memory, uint64_t *bytes)
{
    static const struct {
        const char *label;
        const char *key;
    } keys[] = {[L0_A] = {"AICoreSpec", "l0_a_size"}, [L0_B] = {"AICoreSpec", "l0_b_size"},
                [L0_C] = {"AICoreSpec", "l0_c_size"}, [L1] = {"AICoreSpec", "l1_size"},
                [L2] = {"SoCInfo", "l2_size"},        [UNIFIED_BUFFER] = {"AICoreSpec", "ub_size"},
                [DEVICE] = {"SoCInfo", "memory_size"}};
    bool is_known = *memory >= 0 && *memory <= DEVICE;
    *bytes = is_known ? number_of(self, keys[*memory].label, keys[*memory].key) : 0;
}

/* In bytes a cycle, of the L2 cache and of device memory; 0 of others, as in CANN. */
void platform_memory_rate(const struct platform *self, const int32_t *memory, uint64_t *rate)
    EXPORT_AS("_ZN2fe13PlatFormInfos13GetLocalMemBwERKNS_12LocalMemTypeERm");
void platform_memory_rate(const struct platform *self, const int32_t *memory, uint64_t *rate)
{
    const char *key = *memory == L2 ? "l2_rate" : *memory == DEVICE ? "ddr_rate" : "";
    *rate = number_of(self, "AICoreMemoryRates", key);
}

static bool write_value(const struct platform *self, const void *label, const void *key,
                        void *value, enum cxx_abi abi)
{
    char text[SOC_FIGURE_BYTES];
    const char *found = value_of(self, cxx_text(label), cxx_text(key), text);
    return found != NULL && cxx_string_assign(value, abi, found);
}

bool platform_value(const struct platform *self, const void *label, const void *key, void *value)
    EXPORT_AS("_ZN2fe13PlatFormInfos14GetPlatformResERKSsS2_RSs");
bool platform_value(const struct platform *self, const void *label, const void *key, void *value)
{
    return write_value(self, label, key, value, CXX_OLD_STRING);
}

bool platform_value_with_lock(const struct platform *self, const void *label, const void *key,
                              void *value)
    ALSO_AS("_ZN2fe13PlatFormInfos22GetPlatformResWithLockERKSsS2_RSs",
            "_ZN2fe13PlatFormInfos14GetPlatformResERKSsS2_RSs");

bool platform_new_value(const struct platform *self, const void *label, const void *key,
                        void *value)
    EXPORT_AS("_ZN2fe13PlatFormInfos14GetPlatformResERKNSt7__cxx1112basic_stringIcSt11char_"
              "traitsIcESaIcEEES8_RS6_");
bool platform_new_value(const struct platform *self, const void *label, const void *key,
                        void *value)
{
    return write_value(self, label, key, value, CXX_NEW_STRING);
}

bool platform_new_value_with_lock(const struct platform *self, const void *label, const void *key,
                                  void *value)
    ALSO_AS("_ZN2fe13PlatFormInfos22GetPlatformResWithLockERKNSt7__cxx1112basic_stringIcSt11char_"
            "traitsIcESaIcEEES8_RS6_",
            "_ZN2fe13PlatFormInfos14GetPlatformResERKNSt7__cxx1112basic_stringIcSt11char_"
            "traitsIcESaIcEEES8_RS6_");

/* ---- fe::PlatformInfoManager ----------------------------------------------------------------- */

struct manager *platform_manager(void) EXPORT_AS("_ZN2fe19PlatformInfoManager8InstanceEv");
struct manager *platform_manager(void)
{
    return &only_manager;
}
struct manager *platform_graph_manager(void)
    ALSO_AS("_ZN2fe19PlatformInfoManager10GeInstanceEv", "_ZN2fe19PlatformInfoManager8InstanceEv");

uint32_t platform_start(struct manager *self)
    EXPORT_AS("_ZN2fe19PlatformInfoManager22InitializePlatformInfoEv");
uint32_t platform_start(struct manager *self)
{
    (void)self;
    return 0;
}
uint32_t platform_stop(struct manager *self)
    ALSO_AS("_ZN2fe19PlatformInfoManager8FinalizeEv",
            "_ZN2fe19PlatformInfoManager22InitializePlatformInfoEv");

/* "Ascend910" was the name of Ascend910A. */
static bool find_product(const char *name, struct soc *soc)
{
    return soc_parse(strcasecmp(name, "Ascend910") == 0 ? "Ascend910A" : name, soc);
}

/* The product that the process emulates is there from the start; another name fails. */
uint32_t platform_start_for(struct manager *self, const void *product)
    EXPORT_AS("_ZN2fe19PlatformInfoManager24InitRuntimePlatformInfosERKSs");
uint32_t platform_start_for(struct manager *self, const void *product)
{
    struct soc soc;
    (void)self;
    return find_product(cxx_text(product), &soc) ? 0 : FAILED;
}
uint32_t platform_start_for_new(struct manager *self, const void *product)
    ALSO_AS("_ZN2fe19PlatformInfoManager24InitRuntimePlatformInfosERKNSt7__cxx1112basic_stringIcSt"
            "11char_traitsIcESaIcEEE",
            "_ZN2fe19PlatformInfoManager24InitRuntimePlatformInfosERKSs");

/* All devices are of one product. */
uint32_t platform_of_device(struct manager *self, const uint32_t *device, struct platform *platform,
                            bool is_copy)
    EXPORT_AS("_ZN2fe19PlatformInfoManager31GetRuntimePlatformInfosByDeviceERKjRNS_13PlatFormInfos"
              "Eb");
uint32_t platform_of_device(struct manager *self, const uint32_t *device, struct platform *platform,
                            bool is_copy)
{
    (void)self;
    (void)device;
    (void)is_copy;
    return platform_init(platform) ? 0 : FAILED;
}

/* Optional infos have no members of their own here: they stay empty. */
uint32_t platform_of_product(struct manager *self, const void *product, struct platform *platform,
                             struct cxx_shared *optional)
    EXPORT_AS("_ZN2fe19PlatformInfoManager16GetPlatformInfosESsRNS_13PlatFormInfosERNS_13Optional"
              "InfosE");
uint32_t platform_of_product(struct manager *self, const void *product, struct platform *platform,
                             struct cxx_shared *optional)
{
    struct soc soc;
    (void)self;
    (void)optional;
    if (!find_product(cxx_text(product), &soc) || !platform_init(platform))
        return FAILED;
    *(struct soc *)platform->product.object = soc;
    return 0;
}
uint32_t platform_of_new_product(struct manager *self, const void *product,
                                 struct platform *platform, struct cxx_shared *optional)
    ALSO_AS("_ZN2fe19PlatformInfoManager16GetPlatformInfosENSt7__cxx1112basic_stringIcSt11char_"
            "traitsIcESaIcEEERNS_13PlatFormInfosERNS_13OptionalInfosE",
            "_ZN2fe19PlatformInfoManager16GetPlatformInfosESsRNS_13PlatFormInfosERNS_13Optional"
            "InfosE");
