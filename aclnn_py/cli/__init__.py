# SPDX-License-Identifier: Apache-2.0
"""The command `aclnn` (also `python -m aclnn_py`): one module a command.

A command is a module with

    NAME, HELP                         the command and its line in `aclnn --help`
    configure(parser)                  adds its arguments
    run(options) -> int                does the work, returns the exit code

and, where what follows the first operand belongs to another program,

    VALUE_OPTIONS                      those of its options that take the next argument as a value
    operands(parser)                   adds the operands, for completion and the man page only
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from .._version import __version__
from ..native import LibraryNotFoundError
from ._common import USAGE_ERROR, CommandError

COMMANDS = (
    "run",
    "trace",
    "build",
    "config",
    "env",
    "workspace",
    "record",
    "replay",
    "ops",
    "doctor",
    "completion",
)


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


def parsers(
    operands: bool = False,
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The parser of `aclnn`, and those of its commands by their names; with all operands or not."""
    parser = argparse.ArgumentParser(
        prog="aclnn",
        description="Builds and runs programs written for Huawei Ascend's aclnn, on CPUs.",
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action="version", version=f"aclnn_py {__version__}")
    added = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", required=True
    )
    commands = {}
    for name in COMMANDS:
        module = import_module(f".{name}", __name__)
        commands[name] = added.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.configure(commands[name])
        if operands and hasattr(module, "operands"):
            module.operands(commands[name])
    return parser, commands


def _open_closed_streams() -> None:
    """Give the standard streams that the caller has closed a place.

    A file that is opened later would take it, and get what belongs to the stream. What is said on
    standard error is lost then; writing to standard output fails as it should.
    """
    for number, flags in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # takes the lowest number that is free
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w")


def _run(argv: Sequence[str] | None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    command_line: list[str] = []
    if arguments and arguments[0] in COMMANDS:
        module = import_module(f".{arguments[0]}", __name__)
        value_options = getattr(module, "VALUE_OPTIONS", None)
        if value_options is not None:
            own, command_line = _split(arguments[1:], value_options)
            arguments = [arguments[0], *own]
    parser, _ = parsers()
    options = parser.parse_args(arguments)
    options.command_line = command_line
    module = import_module(f".{options.command}", __name__)
    code: int = module.run(options)
    return code


def _refuse(text: str) -> int:
    with suppress(OSError):  # standard error may be full too
        print(f"aclnn: {text}", file=sys.stderr)
    return USAGE_ERROR


def _give_up_output() -> None:
    """Drop what standard output did not take; the interpreter would try again when it ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; 2 is a mistake of the user's, told in one line."""
    _open_closed_streams()
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except (CommandError, LibraryNotFoundError) as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # `aclnn ops | head`
        _give_up_output()
        return 1
    except OSError as error:  # modules turn those of files into CommandError
        _give_up_output()
        return _refuse(f"{error.filename or 'standard output'}: {error.strerror}")
    except UnicodeEncodeError as error:
        text = ascii(error.object[error.start : error.end])
        return _refuse(f"standard output: its encoding {error.encoding} has no {text}")
