"""How often each key occurs, or what is added up for each."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    bins = inputs(np.int64, 1)[0]
    weighted = peer.real is np.float64
    return peer.State(
        keys=inputs(np.uint32 if weighted else peer.real, n),
        weights=inputs(np.float64, n),
        bins=peer.array(np.float64 if weighted else np.uint32, bins),
        weighted=weighted,
    )


def numpy(s):
    s.bins[:] = np.bincount(s.keys, s.weights if s.weighted else None, minlength=len(s.bins))


@kernel
def tally(keys, weights, bins, weighted, bands):
    n, k = len(keys), len(bins)
    own = np.zeros((bands, k), bins.dtype)
    for b in prange(bands):
        if weighted:
            for i in range(n * b // bands, n * (b + 1) // bands):
                own[b, keys[i]] += weights[i]
        else:
            for i in range(n * b // bands, n * (b + 1) // bands):
                own[b, keys[i]] += 1
    for j in prange(k):
        total = own[0, j]
        for b in range(1, bands):
            total += own[b, j]
        bins[j] = total


def numba(s):
    tally(s.keys, s.weights, s.bins, s.weighted, peer.threads())


def output(s):
    return [s.bins]


peer.main(setup, numpy, numba, output)
