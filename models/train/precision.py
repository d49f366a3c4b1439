"""How exactly a processor computes while it trains."""

from __future__ import annotations

import torch


def autocast() -> torch.autocast:
    """Make forward passes run in bfloat16 where the processor has it, and as they are elsewhere.

    Without instructions of its own for it (AMX or AVX-512 BF16) bfloat16 is a hundred times slower
    than float32.
    """
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16())


def has_bfloat16() -> bool:
    """Tell whether the processor computes in bfloat16 itself."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())  # noqa: SLF001
