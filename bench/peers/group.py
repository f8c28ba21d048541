"""Sums and counts of groups."""

import numpy as np
import peer
from peer import kernel, prange

total = np.dtype([("sum", np.float64), ("count", np.int64)])


def setup(inputs, n, groups):
    return peer.State(keys=inputs(np.uint32, n), values=inputs(np.float64, n), totals=peer.array(total, groups))


def numpy(s):
    groups = len(s.totals)
    s.totals["sum"] = np.bincount(s.keys, s.values, minlength=groups)
    s.totals["count"] = np.bincount(s.keys, minlength=groups)


@kernel
def group(keys, values, sums, counts, bands):
    n, groups = len(keys), len(sums)
    own_sums = np.zeros((bands, groups))
    own_counts = np.zeros((bands, groups), np.int64)
    for b in prange(bands):
        for i in range(n * b // bands, n * (b + 1) // bands):
            k = keys[i]
            own_sums[b, k] += values[i]
            own_counts[b, k] += 1
    for k in prange(groups):
        s = 0.0
        c = 0
        for b in range(bands):
            s += own_sums[b, k]
            c += own_counts[b, k]
        sums[k] = s
        counts[k] = c


def numba(s):
    group(s.keys, s.values, s.totals["sum"], s.totals["count"], peer.threads())


def output(s):
    return [s.totals]


peer.main(setup, numpy, numba, output)
