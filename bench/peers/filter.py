"""Numbers above a threshold."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(
        above=inputs(np.float32, 1)[0],
        x=inputs(np.float32, n),
        out=peer.array(np.float32, n),
        kept=np.zeros(1, np.int64),
    )


def numpy(s):
    found = s.x[s.x > s.above]
    s.kept[0] = len(found)
    s.out[: len(found)] = found


@kernel
def keep(x, out, above, bands):
    n = len(x)
    places = np.zeros(bands + 1, np.int64)
    if bands > 1:
        for b in prange(bands):
            k = 0
            for i in range(n * b // bands, n * (b + 1) // bands):
                k += x[i] > above
            places[b + 1] = k
    for b in range(bands):
        places[b + 1] += places[b]
    ends = np.zeros(bands, np.int64)
    for b in prange(bands):
        k = places[b]
        for i in range(n * b // bands, n * (b + 1) // bands):
            if x[i] > above:
                out[k] = x[i]
                k += 1
        ends[b] = k
    return ends[bands - 1]


def numba(s):
    s.kept[0] = keep(s.x, s.out, s.above, peer.threads())


def output(s):
    return [s.kept, s.out[: max(s.kept[0], 0)]]


peer.main(setup, numpy, numba, output)
