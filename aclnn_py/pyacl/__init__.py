# SPDX-License-Identifier: Apache-2.0
"""What Huawei's pyACL consists of here, behind the package `acl` of the tree.

Programs import `acl`, which the build makes from build_support/pyacl/functions.toml and puts into
python/site-packages of the tree, where CANN has its own. Its functions are one line each that calls
what is here: most of them are a C function with other conventions (_calls), the rest is written by
hand, a module a subject.
"""
