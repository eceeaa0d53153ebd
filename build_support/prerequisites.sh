# SPDX-License-Identifier: Apache-2.0
# sh prerequisites.sh PYTHON: one line about each program that is missing on this machine.

python=$1
missing=0

lacks() {
    echo "$1" >&2
    missing=1
}

if ! command -v "$python" >/dev/null; then
    lacks "There is no program $python: install Python 3.11 or newer (Debian: python3), or name one with PYTHON=..."
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    lacks "$python is $("$python" -V 2>&1), but 3.11 or newer is needed: name another with PYTHON=..."
else
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        lacks "$python cannot make virtual environments (Debian: python3-venv)"
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
        lacks "Python.h of $python is missing (Debian: python3-dev)"
fi
command -v "${CC:-cc}" >/dev/null || lacks "There is no C compiler ${CC:-cc} (Debian: gcc)"
command -v "${CXX:-c++}" >/dev/null || lacks "There is no C++ compiler ${CXX:-c++} (Debian: g++)"
for program in ld nm ar readelf; do
    command -v $program >/dev/null || lacks "There is no program $program (Debian: binutils)"
done
exit $missing
