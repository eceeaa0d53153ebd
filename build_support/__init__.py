# SPDX-License-Identifier: Apache-2.0
"""What build.py is made of, and what the Makefile runs."""
