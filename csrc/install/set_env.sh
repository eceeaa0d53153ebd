# SPDX-License-Identifier: Apache-2.0
# Sets what aclnn programs and their build files look for. Read it with:
#
#     source set_env.sh      (bash, zsh)         . ./set_env.sh      (any shell)
#
# Reading it again changes nothing. It works under `set -eu`.

if [ -n "${BASH_VERSION-}" ]; then
    _aclnn_file="${BASH_SOURCE-}"
elif [ -n "${ZSH_VERSION-}" ]; then
    eval '_aclnn_file="${(%):-%x}"'
else
    # Other shells do not tell where a file that they read is, but they hold it open.
    _aclnn_file=""
    for _aclnn_open in /proc/$$/fd/*; do
        _aclnn_open="$(readlink "$_aclnn_open" 2>/dev/null || :)"
        case "$_aclnn_open" in
            */set_env.sh) _aclnn_file="$_aclnn_open" ;;
        esac
    done
    unset _aclnn_open
fi

_aclnn_prefix="$(CDPATH= cd -- "$(dirname -- "${_aclnn_file:-./set_env.sh}")" 2>/dev/null && pwd -P || :)"
if [ -e "${_aclnn_prefix:-.}/lib64/libascendcl.so" ]; then
    export ASCEND_HOME_PATH="$_aclnn_prefix"
    export ASCEND_TOOLKIT_HOME="$_aclnn_prefix"
    export ASCEND_OPP_PATH="$_aclnn_prefix/opp"
    export TASK_QUEUE_ENABLE="${TASK_QUEUE_ENABLE:-0}"
    case ":${PATH-}:" in
        *":$_aclnn_prefix/compiler/ccec_compiler/bin:"*) ;;
        *) export PATH="$_aclnn_prefix/compiler/ccec_compiler/bin${PATH:+:$PATH}" ;;
    esac
    case ":${PATH-}:" in
        *":$_aclnn_prefix/tools/profiler/bin:"*) ;;
        *) export PATH="$_aclnn_prefix/tools/profiler/bin${PATH:+:$PATH}" ;;
    esac
    case ":${LD_LIBRARY_PATH-}:" in
        *":$_aclnn_prefix/lib64:"*) ;;
        *) export LD_LIBRARY_PATH="$_aclnn_prefix/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ;;
    esac
    case ":${PKG_CONFIG_PATH-}:" in
        *":$_aclnn_prefix/share/pkgconfig:"*) ;;
        *) export PKG_CONFIG_PATH="$_aclnn_prefix/share/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" ;;
    esac
    case ":${CMAKE_PREFIX_PATH-}:" in
        *":$_aclnn_prefix:"*) ;;
        *) export CMAKE_PREFIX_PATH="$_aclnn_prefix${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}" ;;
    esac
    case ":${PYTHONPATH-}:" in
        *":$_aclnn_prefix/python/site-packages:"*) ;;
        *) export PYTHONPATH="$_aclnn_prefix/python/site-packages${PYTHONPATH:+:$PYTHONPATH}" ;;
    esac
    unset _aclnn_file _aclnn_prefix
else
    echo "set_env.sh: no lib64/libascendcl.so beside it; change to its directory and read it there" >&2
    unset _aclnn_file _aclnn_prefix
    # A file that is read has no other way to fail.
    return 1
fi
