"""Whether a number is above a threshold."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(above=inputs(np.float32, 1)[0], x=inputs(np.float32, n), found=np.zeros(1, np.int64))


def numpy(s):
    s.found[0] = np.any(s.x > s.above)


@kernel
def found(x, above, bands):
    n = len(x)
    hits = np.zeros(bands, np.int64)
    for b in prange(bands):
        for i in range(n * b // bands, n * (b + 1) // bands):
            if x[i] > above:
                hits[b] = 1
                break
    return hits.max()


def numba(s):
    s.found[0] = found(s.x, s.above, peer.threads())


def output(s):
    return [s.found]


peer.main(setup, numpy, numba, output)
