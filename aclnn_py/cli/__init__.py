# SPDX-License-Identifier: Apache-2.0
"""The command `aclnn` (also `python -m aclnn_py`): one module a command.

A command is a module with

    NAME, HELP                         the command and its line in `aclnn --help`
    configure(parser)                  adds its arguments
    run(options) -> int                does the work, returns the exit code

and, where what follows the first operand belongs to another program, VALUE_OPTIONS: those of its
options that take the next argument as their value.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from .._version import __version__
from ..native import LibraryNotFoundError
from ._common import USAGE_ERROR, CommandError

COMMANDS = ("run", "build", "config", "env", "workspace", "ops", "doctor")


def _split(arguments: Sequence[str], value_options: Sequence[str]) -> tuple[list[str], list[str]]:
    """Own options, and from the first operand on the command line of the other program."""
    index = 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == "--":
            return list(arguments[:index]), list(arguments[index + 1 :])
        if not argument.startswith("-"):
            break
        index += 2 if argument in value_options else 1
    return list(arguments[:index]), list(arguments[index:])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="aclnn",
        description="Builds and runs programs written for Huawei Ascend's aclnn, on CPUs.",
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"aclnn_py {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f".{name}", __name__)
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.configure(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; 2 is a mistake of the user's, told in one line."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command_line: list[str] = []
    if arguments and arguments[0] in COMMANDS:
        module = import_module(f".{arguments[0]}", __name__)
        value_options = getattr(module, "VALUE_OPTIONS", None)
        if value_options is not None:
            own, command_line = _split(arguments[1:], value_options)
            arguments = [arguments[0], *own]
    options = _parser().parse_args(arguments)
    options.command_line = command_line
    module = import_module(f".{options.command}", __name__)
    try:
        code: int = module.run(options)
        sys.stdout.flush()
    except (CommandError, LibraryNotFoundError) as error:
        print(f"aclnn: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # `aclnn ops | head`
        sys.stderr.close()
        return 1
    return code
