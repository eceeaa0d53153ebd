/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acl/acl_op_compiler.h: the compiler of single operators, the interface before aclnn.
 *
 * Its options are kept and given back; nothing is compiled: the operators that there are run at once
 * (acl_op.h). Frameworks set the options whichever interface they use, and ask whether operators are
 * compiled as they come: they are not ("disable"), so that torch_npu takes aclnn where it can.
 */
#ifndef ACL_ACL_OP_COMPILER_H
#define ACL_ACL_OP_COMPILER_H

#include "acl_base.h"
#include "acl_op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which cores an operator is for: makes no difference. */
typedef enum aclopEngineType {
    ACL_ENGINE_SYS,
    ACL_ENGINE_AICORE,
    ACL_ENGINE_VECTOR
} aclopEngineType;

typedef enum aclCompileType {
    ACL_COMPILE_SYS,
    ACL_COMPILE_UNREGISTERED
} aclopCompileType;

typedef enum {
    ACL_PRECISION_MODE,
    ACL_AICORE_NUM,
    ACL_AUTO_TUNE_MODE,
    ACL_OP_SELECT_IMPL_MODE,
    ACL_OPTYPELIST_FOR_IMPLMODE,
    ACL_OP_DEBUG_LEVEL,
    ACL_DEBUG_DIR,
    ACL_OP_COMPILER_CACHE_MODE,
    ACL_OP_COMPILER_CACHE_DIR,
    ACL_OP_PERFORMANCE_MODE,
    ACL_OP_JIT_COMPILE,
    ACL_OP_DETERMINISTIC,
    ACL_CUSTOMIZE_DTYPES,
    ACL_OP_PRECISION_MODE,
    ACL_ALLOW_HF32,
    ACL_PRECISION_MODE_V2,
    ACL_OP_DEBUG_OPTION
} aclCompileOpt;

/*
 * aclSetCompileopt: keeps a value, a text, for an option of this process. Of no effect.
 * aclGetCompileoptSize: the bytes of an option's value with the zero byte behind it.
 * aclGetCompileopt: the value, in length bytes at value. Before it is set it is empty, but for
 * ACL_OP_JIT_COMPILE, which is "disable".
 * Errors: no such option, value NULL, length too small 100000 (a size of 0).
 */
ACL_FUNC_VISIBILITY aclError aclSetCompileopt(aclCompileOpt opt, const char *value);
ACL_FUNC_VISIBILITY size_t aclGetCompileoptSize(aclCompileOpt opt);
ACL_FUNC_VISIBILITY aclError aclGetCompileopt(aclCompileOpt opt, char *value, size_t length);

/*
 * aclopCompileAndExecute: aclopExecute (acl_op.h), which compiles nothing either.
 * aclopCompileAndExecuteV2: aclopExecuteV2.
 * aclopCompile: whether there is such an operator; its inputs lie in device memory.
 * compileFlag  ACL_COMPILE_UNREGISTERED is an operator of the program's own, at opPath: 207000
 * Errors: those of aclopExecuteV2; no such compileFlag, with aclopCompile an operand in host memory
 * 200001; opPath NULL with ACL_COMPILE_UNREGISTERED 100000.
 */
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(
    const char *opType, int numInputs, const aclTensorDesc *const inputDesc[],
    const aclDataBuffer *const inputs[], int numOutputs, const aclTensorDesc *const outputDesc[],
    aclDataBuffer *const outputs[], const aclopAttr *attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char *opPath, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecuteV2(
    const char *opType, int numInputs, aclTensorDesc *inputDesc[], aclDataBuffer *inputs[],
    int numOutputs, aclTensorDesc *outputDesc[], aclDataBuffer *outputs[], aclopAttr *attr,
    aclopEngineType engineType, aclopCompileType compileFlag, const char *opPath,
    aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclopCompile(const char *opType, int numInputs,
                                          const aclTensorDesc *const inputDesc[], int numOutputs,
                                          const aclTensorDesc *const outputDesc[],
                                          const aclopAttr *attr, aclopEngineType engineType,
                                          aclopCompileType compileFlag, const char *opPath);

#ifdef __cplusplus
}
#endif

#endif
