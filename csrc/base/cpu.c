/* SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include <inttypes.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* Asked of the processor itself: __builtin_cpu_supports says no to everything where the compiler's
 * own library is linked without what prepares it, as Zig does. */

#define BIT(position) (1u << (position))

/* What code of a level needs of each register, by the x86-64 psABI. */
struct needs {
    const char *level;
    unsigned basic;    /* leaf 1, ECX */
    unsigned extended; /* leaf 7, EBX */
    unsigned added;    /* leaf 0x80000001, ECX */
    unsigned state;    /* XCR0: what the kernel keeps of a thread */
};

#define V2_BASIC (BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23))
#define V3_BASIC (V2_BASIC | BIT(12) | BIT(22) | BIT(27) | BIT(28) | BIT(29))
#define V3_EXTENDED (BIT(3) | BIT(5) | BIT(8))
#define V4_EXTENDED (V3_EXTENDED | BIT(16) | BIT(17) | BIT(28) | BIT(30) | BIT(31))

static const struct needs needs_of_levels[] = {
    {"v2", V2_BASIC, 0, BIT(0), 0},
    {"v3", V3_BASIC, V3_EXTENDED, BIT(0) | BIT(5), 0x6},
    {"v4", V3_BASIC, V4_EXTENDED, BIT(0) | BIT(5), 0xe6},
};

#define HAS_XSAVE BIT(27) /* leaf 1, ECX: XGETBV may be used */

/* A register of a leaf of CPUID, 0 where the processor does not have the leaf. */
static unsigned cpuid_register(unsigned leaf, unsigned part, int which)
{
    unsigned registers[4] = {0};
    if (!__get_cpuid_count(leaf, part, &registers[0], &registers[1], &registers[2], &registers[3]))
        return 0;
    return registers[which];
}

enum { EAX, EBX, ECX };

static unsigned kept_state(void)
{
    unsigned low;
    unsigned high;
    if ((cpuid_register(1, 0, ECX) & HAS_XSAVE) == 0)
        return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool has_all(unsigned bits, unsigned needed)
{
    return (bits & needed) == needed;
}

static bool meets(const struct needs *needs)
{
    return has_all(cpuid_register(1, 0, ECX), needs->basic) &&
           has_all(cpuid_register(7, 0, EBX), needs->extended) &&
           has_all(cpuid_register(0x80000001, 0, ECX), needs->added) &&
           has_all(kept_state(), needs->state);
}

bool cpu_runs(const char *level)
{
    for (size_t i = 0; i < sizeof needs_of_levels / sizeof *needs_of_levels; i++)
        if (strcmp(level, needs_of_levels[i].level) == 0)
            return meets(&needs_of_levels[i]);
    return false;
}

/* CPUID takes tens of microseconds on a virtual machine: what a product asks is kept. */
static bool kept(_Atomic int *answer, unsigned part, int which, unsigned bit)
{
    enum { UNKNOWN, NO, YES };
    int known = atomic_load_explicit(answer, memory_order_relaxed);
    if (known == UNKNOWN) {
        known = cpu_runs("v4") && (cpuid_register(7, part, which) & bit) != 0 ? YES : NO;
        atomic_store_explicit(answer, known, memory_order_relaxed);
    }
    return known == YES;
}

bool cpu_has_bfloat16_products(void)
{
    static _Atomic int answer;
    return kept(&answer, 1, EAX, BIT(5));
}

bool cpu_has_byte_products(void)
{
    static _Atomic int answer;
    return kept(&answer, 0, ECX, BIT(11));
}
#else
#include <sys/auxv.h>

/* Bits of AT_HWCAP and of AT_HWCAP2 on Linux, whose older headers do not name the second one. */
#define ASIMDDP (1ul << 20)
#define BF16 (1ul << 14)

bool cpu_runs(const char *level)
{
    return strcmp(level, "aarch64") == 0;
}

bool cpu_has_bfloat16_products(void)
{
    return (getauxval(AT_HWCAP2) & BF16) != 0;
}

bool cpu_has_byte_products(void)
{
    return (getauxval(AT_HWCAP) & ASIMDDP) != 0;
}
#endif

int64_t cpu_shared_cache(void)
{
    int64_t kibibytes = 0;
    FILE *file = fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "re");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%" SCNd64 "K", &kibibytes) != 1)
        kibibytes = 0;
    fclose(file);
    return kibibytes * 1024;
}

int cpu_count(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return CPU_COUNT(&allowed);
    /* The machine has more CPUs than the set has room for. */
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (int)online;
}
