/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of cores, which a driver makes on products of another kind. None of those that are
 * emulated has any. */
#include "base/environment.h"
#include "base/report.h"
#include "impl/acl/acl_rt.h"
#include "runtime/stream/context.h"

static aclError report_none(int status)
{
    return report(status, "%s has no groups of cores; aclrtGetGroupCount gives 0",
                  environment()->soc.name);
}

aclError aclrtGetGroupCountImpl(uint32_t *count)
{
    if (count == NULL)
        return REPORT_NULL("count");
    aclError status = context_require();
    if (status == ACL_SUCCESS)
        *count = 0;
    return status;
}

aclError aclrtSetGroupImpl(int32_t groupId)
{
    (void)groupId;
    aclError status = context_require();
    return status == ACL_SUCCESS ? report_none(ACL_ERROR_RT_GROUP_NOT_CREATE) : status;
}

aclrtGroupInfo *aclrtCreateGroupInfoImpl(void)
{
    (void)report_none(ACL_ERROR_RT_GROUP_NOT_CREATE);
    return NULL;
}

aclError aclrtDestroyGroupInfoImpl(aclrtGroupInfo *groupInfo)
{
    return groupInfo == NULL ? REPORT_NULL("groupInfo") : report_none(ACL_ERROR_INVALID_PARAM);
}

aclError aclrtGetAllGroupInfoImpl(aclrtGroupInfo *groupInfo)
{
    return groupInfo == NULL ? REPORT_NULL("groupInfo")
                             : report_none(ACL_ERROR_RT_GROUP_NOT_CREATE);
}

aclError aclrtGetGroupInfoDetailImpl(const aclrtGroupInfo *groupInfo, int32_t groupIndex,
                                     aclrtGroupAttr attr, void *attrValue, size_t valueLen,
                                     size_t *paramRetSize)
{
    (void)groupIndex;
    (void)attr;
    (void)valueLen;
    if (groupInfo == NULL)
        return REPORT_NULL("groupInfo");
    if (attrValue == NULL)
        return REPORT_NULL("attrValue");
    return paramRetSize == NULL ? REPORT_NULL("paramRetSize")
                                : report_none(ACL_ERROR_INVALID_PARAM);
}
