# SPDX-License-Identifier: Apache-2.0
"""Images that are blended by masks, and colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

Shapes = Iterator[dict[str, Any]]


def _bytes(values: Any, kind: Any) -> Any:
    return np.clip(np.rint(values), 0, 255) if kind == np.uint8 else values


def _replaced(o: Operands) -> Any:
    bkg, src, mask = (each.astype(np.float64) for each in (o.bkg, o.src, o.mask))
    return _bytes(bkg * (1 - mask) + src * mask, o.bkg.dtype)


def _replaced_size(o: Operands) -> Any:
    bkg, src, mask = (np.abs(each.astype(np.float64)) for each in (o.bkg, o.src, o.mask))
    return bkg * (1 + mask) + src * mask


def _blended(o: Operands) -> Any:
    share = o.alpha.astype(np.float64) / 255
    return _bytes(o.rgb * share + o.frame * (1 - share), np.uint8)


def _scaled(o: Operands) -> Any:
    return o.rgb.astype(np.int64) * o.alpha // 255


_BRIGHTNESS = (0.299, 0.587, 0.114)
_COLOURS = ((-0.16874, -0.33126, 0.5), (0.5, -0.41869, -0.08131))


def _yuv(o: Operands, size: Any = np.asarray) -> Any:
    first = o.dataFormatOptional == "NCHW"
    x = size(np.moveaxis(o.x, -3, -1) if first else o.x).astype(np.float64)
    middle = 128.0 if o.x.dtype == np.uint8 else 0.0
    brightness = x @ size(np.array(_BRIGHTNESS))
    u, v = (x @ size(np.array(each)) + middle for each in _COLOURS)
    colours = u.copy()
    colours[..., 1::2] = v[..., 0 : 2 * (v.shape[-1] // 2) : 2]
    result = _bytes(np.stack([brightness, colours], -1), o.x.dtype)
    return np.moveaxis(result, -1, -3) if first else result


def _images(names: tuple[str, ...], masks: tuple[str, ...], grey: bool = False) -> Any:
    def shapes() -> Shapes:
        for height, width in ((1, 1), (4, 5), (30, 41)):
            for colours in (3, 1) if grey else (3,):
                image = dict.fromkeys(names, (height, width, colours))
                yield image | dict.fromkeys(masks, (height, width, 1))
        yield dict.fromkeys(names, (7, 3)) | dict.fromkeys(masks, (7, 1))
        if grey:
            yield dict.fromkeys((*names, *masks), (4, 2))

    return shapes


def _colours() -> Shapes:
    for shape in ((2, 4, 3), (3, 5, 7, 3), (1, 1, 3)):
        yield {"x": shape, "dataFormatOptional": None}
        yield {"x": (*shape[:-3], 3, *shape[-3:-1]), "dataFormatOptional": "NCHW"}


def _usual(arguments: dict[str, Any], at: int) -> None:
    """Shares of images, and numbers of usual size."""
    rng = np.random.default_rng(at)
    for name, given in arguments.items():
        if isinstance(given, np.ndarray) and given.dtype != np.uint8:
            shares: Any = rng.uniform(0, 1, given.shape)
            arguments[name] = shares.astype(given.dtype)


ORACLES = {
    "aclnnBackgroundReplace": Oracle(
        _replaced,
        _replaced_size,
        given=True,
        types={"mask": lambda kind: "float16"},
        shapes=_images(("bkg", "src"), ("mask",), grey=True),
        adapt=_usual,
    ),
    "aclnnBlendImagesCustom": Oracle(
        _blended, given=True, shapes=_images(("rgb", "frame"), ("alpha",))
    ),
    "aclnnMrgbaCustom": Oracle(_scaled, given=True, shapes=_images(("rgb",), ("alpha",))),
    "aclnnRgb2yuv422": Oracle(
        _yuv, lambda o: _yuv(o, np.abs), given=True, shapes=_colours, adapt=_usual
    ),
}
