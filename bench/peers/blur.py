"""Binomial blur of a grey picture in two stages, uint8 by way of uint16."""

import numpy as np
import peer
from peer import kernel, prange

FOUR, SIX, HALF, EIGHT = map(np.uint16, (4, 6, 128, 8))


def setup(inputs, w, h):
    return peer.State(
        a=inputs(np.uint8, w * h).reshape(h, w),
        rows=peer.array(np.uint16, w * h).reshape(h, w),
        out=peer.array(np.uint8, w * h).reshape(h, w),
    )


def binomial(a, b, c, d, e):
    return a + e + FOUR * (b + d) + SIX * c


def numpy(s):
    h, w = s.a.shape
    a = s.a.astype(np.uint16)
    s.rows[:, 2:-2] = binomial(*(a[:, k : w - 4 + k] for k in range(5)))
    t = s.rows[:, 2:-2]
    s.out[2:-2, 2:-2] = (binomial(*(t[k : h - 4 + k] for k in range(5))) + HALF) >> EIGHT


@kernel
def along(a, rows):
    h, w = a.shape
    for y in prange(h):
        for x in range(2, w - 2):
            rows[y, x] = a[y, x - 2] + 4 * a[y, x - 1] + 6 * a[y, x] + 4 * a[y, x + 1] + a[y, x + 2]


@kernel
def across(rows, out):
    h, w = rows.shape
    for y in prange(2, h - 2):
        for x in range(2, w - 2):
            total = rows[y - 2, x] + 4 * rows[y - 1, x] + 6 * rows[y, x] + 4 * rows[y + 1, x] + rows[y + 2, x]
            out[y, x] = np.uint16(total + 128) >> 8


def numba(s):
    along(s.a, s.rows)
    across(s.rows, s.out)


def output(s):
    return [s.out]


peer.main(setup, numpy, numba, output)
