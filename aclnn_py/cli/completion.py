# SPDX-License-Identifier: Apache-2.0
"""Print what makes a shell complete `aclnn` when the tab key is pressed.

    eval "$(aclnn completion bash)"         in ~/.bashrc
    eval "$(aclnn completion zsh)"          in ~/.zshrc, behind compinit
    aclnn completion fish | source          in ~/.config/fish/config.fish

It follows the options of this version: an eval is never out of date.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .. import native
from ._common import CommandError, require_tree

HELP = "print completion for bash, zsh or fish"

SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the shell."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads it")


def run(options: argparse.Namespace) -> int:
    """Run `aclnn completion`."""
    try:
        import shtab
    except ImportError:
        raise CommandError("completion: needs shtab: pip install 'aclnn-py[completion]'") from None

    from . import parsers

    require_tree()
    parser, commands = parsers(operands=True)
    products = [soc.name for soc in native.description().socs]
    for command in commands.values():
        for action in command._actions:
            if action.type is Path or action.metavar in ("FILE", "ARGS"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif "--soc" in action.option_strings:
                action.choices = products
    print(shtab.complete(parser, options.shell))
    return 0
