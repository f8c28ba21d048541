"""A Julia set, complex128."""

import math

import numpy as np
import peer
from peer import kernel, prange

C = complex(-0.745429, 0.11308)
VIEW = 1.5


def setup(inputs, n, steps):
    return peer.State(pic=peer.array(np.float64, n * n).reshape(n, n), n=n, steps=steps)


def numpy(s):
    axis = np.arange(s.n) * (2 * VIEW / (s.n - 1)) - VIEW
    with np.errstate(all="ignore"):
        # A few rows at a time, so that they stay in the caches.
        for lo in range(0, s.n, 8):
            z = axis[None, :] + 1j * axis[lo : lo + 8, None]
            for _ in range(s.steps):
                np.multiply(z, z, out=z)
                np.add(z, C, out=z)
            s.pic[lo : lo + 8] = np.exp(-np.abs(z))
        darkest = np.nanmin(s.pic)
    s.pic[np.isnan(s.pic)] = darkest - darkest / 10


# Numbers that are none are counted on here, which fastmath in full forbids.
SOME = {"nsz", "arcp", "contract", "afn", "reassoc"}
if peer.prange is not range:
    from numba import njit

    kernel = njit(parallel=True, fastmath=SOME, cache=True)


@kernel
def julia(pic, steps, c):
    n = pic.shape[0]
    step = 2 * VIEW / (n - 1)
    darkest = np.inf
    for y in prange(n):
        for x in range(n):
            z = complex(x * step - VIEW, y * step - VIEW)
            for _ in range(steps):
                z = z * z + c
            v = math.exp(-abs(z))
            pic[y, x] = v
            if v < darkest:
                darkest = min(darkest, v)
    fill = darkest - darkest / 10
    for y in prange(n):
        for x in range(n):
            if math.isnan(pic[y, x]):
                pic[y, x] = fill


def numba(s):
    julia(s.pic, s.steps, C)


def output(s):
    return [s.pic]


peer.main(setup, numpy, numba, output)
