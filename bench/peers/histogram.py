"""Histogram of bytes."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(values=inputs(np.uint8, n), bins=np.zeros(256, np.uint32))


def numpy(s):
    s.bins[:] = np.bincount(s.values, minlength=256)


@kernel
def histogram(values, bins, bands):
    n = len(values)
    tables = np.zeros((bands, 4, 256), np.uint32)
    for b in prange(bands):
        # Neighbours that are the same count in different tables: no increment waits for the one before.
        lo, hi = n * b // bands, n * (b + 1) // bands
        whole = lo + (hi - lo) // 4 * 4
        for i in range(lo, whole, 4):
            tables[b, 0, values[i]] += 1
            tables[b, 1, values[i + 1]] += 1
            tables[b, 2, values[i + 2]] += 1
            tables[b, 3, values[i + 3]] += 1
        for i in range(whole, hi):
            tables[b, 0, values[i]] += 1
    for v in range(256):
        total = np.uint32(0)
        for b in range(bands):
            for j in range(4):
                total += tables[b, j, v]
        bins[v] = total


def numba(s):
    histogram(s.values, s.bins, 16)


def output(s):
    return [s.bins]


peer.main(setup, numpy, numba, output)
