/* SPDX-License-Identifier: Apache-2.0 */
/* Batches of copies between the host and a device: each is a copy like others. */
#include <stdint.h>

#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"

struct batch {
    void **dsts;
    size_t *dest_maxs;
    void **srcs;
    size_t *sizes;
    size_t count;
    const aclrtMemcpyBatchAttr *attrs;
    const size_t *first; /* the copy that each of attrs begins with */
    size_t attr_count;
    size_t failed; /* the copy whose attributes or direction are wrong; SIZE_MAX: none */
};

static aclError check_arrays(const struct batch *batch)
{
    if (batch->dsts == NULL)
        return REPORT_NULL("dsts");
    if (batch->dest_maxs == NULL)
        return REPORT_NULL("destMaxs");
    if (batch->srcs == NULL)
        return REPORT_NULL("srcs");
    if (batch->sizes == NULL)
        return REPORT_NULL("sizes");
    if (batch->attrs == NULL)
        return REPORT_NULL("attrs");
    return batch->first == NULL ? REPORT_NULL("attrsIndexes") : ACL_SUCCESS;
}

static aclError check_indexes(const struct batch *batch)
{
    if (batch->count == 0 || batch->attr_count == 0 || batch->attr_count > batch->count)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "numBatches is %zu and numAttrs %zu; at least 1 of each is required, and no "
                      "more attributes than copies",
                      batch->count, batch->attr_count);
    for (size_t i = 0; i < batch->attr_count; i++) {
        size_t least = i == 0 ? 0 : batch->first[i - 1] + 1;
        bool fits = i == 0 ? batch->first[0] == 0
                           : batch->first[i] >= least && batch->first[i] < batch->count;
        if (!fits)
            return report(ACL_ERROR_RT_PARAM_INVALID,
                          "attrsIndexes[%zu] is %zu; they begin with 0, ascend, and stay below "
                          "numBatches, %zu",
                          i, batch->first[i], batch->count);
    }
    return ACL_SUCCESS;
}

/* The kind of the copies of an attribute. */
static aclError find_kind(const aclrtMemcpyBatchAttr *attr, size_t copy, aclrtMemcpyKind *kind)
{
    aclrtMemLocationType from = attr->srcLoc.type;
    aclrtMemLocationType to = attr->dstLoc.type;
    bool loads = from == ACL_MEM_LOCATION_TYPE_HOST && to == ACL_MEM_LOCATION_TYPE_DEVICE;
    bool stores = from == ACL_MEM_LOCATION_TYPE_DEVICE && to == ACL_MEM_LOCATION_TYPE_HOST;
    if (!loads && !stores)
        return report(ACL_ERROR_RT_PARAM_INVALID,
                      "copy %zu goes from a location of type %d to one of type %d; a batch copies "
                      "from the host (0) to a device (1) or back",
                      copy, (int)from, (int)to);
    *kind = loads ? ACL_MEMCPY_HOST_TO_DEVICE : ACL_MEMCPY_DEVICE_TO_HOST;
    return device_check(loads ? attr->dstLoc.id : attr->srcLoc.id);
}

/* Finds the kind that all copies of the batch have, and which copy is wrong. */
static aclError check_kinds(struct batch *batch, aclrtMemcpyKind *kind)
{
    for (size_t i = 0; i < batch->attr_count; i++) {
        aclrtMemcpyKind other = ACL_MEMCPY_DEFAULT;
        batch->failed = batch->first[i];
        aclError status = find_kind(&batch->attrs[i], batch->failed, &other);
        if (status == ACL_SUCCESS && i > 0 && other != *kind)
            status = report(ACL_ERROR_RT_PARAM_INVALID,
                            "copy %zu goes the other way than those before it; a batch has one "
                            "direction",
                            batch->failed);
        if (status != ACL_SUCCESS)
            return status;
        *kind = other;
    }
    batch->failed = SIZE_MAX;
    return ACL_SUCCESS;
}

static aclError check(struct batch *batch, aclrtMemcpyKind *kind)
{
    batch->failed = SIZE_MAX;
    aclError status = check_arrays(batch);
    if (status == ACL_SUCCESS)
        status = check_indexes(batch);
    return status == ACL_SUCCESS ? check_kinds(batch, kind) : status;
}

static aclError copy_now(struct batch *batch)
{
    aclrtMemcpyKind kind;
    aclError status = check(batch, &kind);
    for (size_t i = 0; status == ACL_SUCCESS && i < batch->count; i++)
        status = aclrtMemcpyImpl(batch->dsts[i], batch->dest_maxs[i], batch->srcs[i],
                                 batch->sizes[i], kind);
    return status;
}

static aclError copy_queued(struct batch *batch, aclrtStream stream)
{
    aclrtMemcpyKind kind;
    aclError status = check(batch, &kind);
    for (size_t i = 0; status == ACL_SUCCESS && i < batch->count; i++)
        status = aclrtMemcpyAsyncImpl(batch->dsts[i], batch->dest_maxs[i], batch->srcs[i],
                                      batch->sizes[i], kind, stream);
    return status;
}

aclError aclrtMemcpyBatchImpl(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes,
                              size_t numBatches, aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes,
                              size_t numAttrs, size_t *failIndex)
{
    struct batch batch = {dsts,  destMaxs,     srcs,     sizes,   numBatches,
                          attrs, attrsIndexes, numAttrs, SIZE_MAX};
    if (failIndex == NULL)
        return REPORT_NULL("failIndex");
    aclError status = copy_now(&batch);
    *failIndex = batch.failed;
    return status;
}

aclError aclrtMemcpyBatchV2Impl(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes,
                                size_t numBatches, aclrtMemcpyBatchAttr *attrs,
                                size_t *attrsIndexes, size_t numAttrs)
{
    struct batch batch = {dsts,  destMaxs,     srcs,     sizes,   numBatches,
                          attrs, attrsIndexes, numAttrs, SIZE_MAX};
    return copy_now(&batch);
}

aclError aclrtMemcpyBatchAsyncImpl(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes,
                                   size_t numBatches, aclrtMemcpyBatchAttr *attrs,
                                   size_t *attrsIndexes, size_t numAttrs, size_t *failIndex,
                                   aclrtStream stream)
{
    struct batch batch = {dsts,  destMaxs,     srcs,     sizes,   numBatches,
                          attrs, attrsIndexes, numAttrs, SIZE_MAX};
    if (failIndex == NULL)
        return REPORT_NULL("failIndex");
    aclError status = copy_queued(&batch, stream);
    *failIndex = batch.failed;
    return status;
}

aclError aclrtMemcpyBatchAsyncV2Impl(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes,
                                     size_t numBatches, aclrtMemcpyBatchAttr *attrs,
                                     size_t *attrsIndexes, size_t numAttrs, aclrtStream stream)
{
    struct batch batch = {dsts,  destMaxs,     srcs,     sizes,   numBatches,
                          attrs, attrsIndexes, numAttrs, SIZE_MAX};
    return copy_queued(&batch, stream);
}
