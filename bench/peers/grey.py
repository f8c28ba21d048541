"""RGBA pixels to grey, uint8."""

import numpy as np
import peer
from peer import kernel, prange

R, G, B, HALF = map(np.uint32, (19595 * 257, 38470 * 257, 7471 * 257, 1 << 15))


def setup(inputs, n):
    return peer.State(rgba=inputs(np.uint8, 4 * n).reshape(n, 4), out=peer.array(np.uint8, n))


def numpy(s):
    # A few thousand pixels at a time, so that intermediate values stay in the caches.
    for lo in range(0, len(s.out), 16384):
        p = s.rgba[lo : lo + 16384]
        s.out[lo : lo + 16384] = (p[:, 0] * R + p[:, 1] * G + p[:, 2] * B + HALF) >> np.uint32(24)


@kernel
def grey(rgba, out):
    for i in prange(len(out)):
        out[i] = np.uint32(R * rgba[i, 0] + G * rgba[i, 1] + B * rgba[i, 2] + HALF) >> 24


def numba(s):
    grey(s.rgba, s.out)


def output(s):
    return [s.out]


peer.main(setup, numpy, numba, output)
