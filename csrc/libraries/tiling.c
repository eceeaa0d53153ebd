/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs with kernels of their own call of libregister.so while they load: they register the
 * classes of their tiling data. Nothing here asks for one: tilings run where kernels are launched.
 */
#include "base/cxx.h"

struct factory {
    char unused;
};

struct factory *tiling_factory(void)
    EXPORT_AS("_ZN8optiling23CTilingDataClassFactory11GetInstanceEv");
struct factory *tiling_factory(void)
{
    static struct factory only;
    return &only;
}

void tiling_register(struct factory *self, const char *type, const void *maker)
    EXPORT_AS("_ZN8optiling23CTilingDataClassFactory18RegisterTilingDataEPKcPFSt10shared_ptrINS_"
              "9TilingDefEEvE");
void tiling_register(struct factory *self, const char *type, const void *maker)
{
    (void)self;
    (void)type;
    (void)maker;
}
