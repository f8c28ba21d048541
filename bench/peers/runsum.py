"""Running sums; of uint32 without each one's own."""

import numpy as np
import peer
from peer import kernel, prange


def setup(inputs, n):
    return peer.State(x=inputs(peer.real, n), out=peer.array(peer.real, n), before=peer.real is np.uint32)


def numpy(s):
    if s.before:
        s.out[0] = 0
        np.cumsum(s.x[:-1], out=s.out[1:], dtype=peer.real)
    else:
        np.cumsum(s.x, out=s.out)


@kernel
def runsum(x, out, bands, before):
    n = len(x)
    sums = np.zeros(bands + 1, x.dtype)
    if bands > 1:
        for b in prange(bands):
            total = sums[0]
            for i in range(n * b // bands, n * (b + 1) // bands):
                total += x[i]
            sums[b + 1] = total
    for b in range(bands):
        sums[b + 1] += sums[b]
    for b in prange(bands):
        total = sums[b]
        if before:
            for i in range(n * b // bands, n * (b + 1) // bands):
                out[i] = total
                total += x[i]
        else:
            for i in range(n * b // bands, n * (b + 1) // bands):
                total += x[i]
                out[i] = total


def numba(s):
    runsum(s.x, s.out, peer.threads(), s.before)


def output(s):
    return [s.out]


peer.main(setup, numpy, numba, output)
