"""Place of the largest number."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    inputs(np.float32, 1)
    return peer.State(x=inputs(np.float32, n), at=np.zeros(1, np.int64))


def numpy(s):
    s.at[0] = np.argmax(s.x)


@kernel
def largest(x, bands):
    n = len(x)
    places = np.zeros(bands, np.int64)
    for b in prange(bands):
        lo, hi = n * b // bands, n * (b + 1) // bands
        at = min(lo, n - 1)
        for i in range(lo, hi):
            if x[i] > x[at]:
                at = i
        places[b] = at
    at = places[0]
    for b in range(1, bands):
        if x[places[b]] > x[at]:
            at = places[b]
    return at


def numba(s):
    s.at[0] = largest(s.x, peer.threads())


def output(s):
    return [s.at]


peer.main(setup, numpy, numba, output)
