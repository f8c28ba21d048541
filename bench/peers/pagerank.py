"""PageRank."""

import numpy as np
import peer
from peer import kernel, prange

TURNS = 10
DAMPING = 0.85


def setup(inputs, n):
    at = inputs(np.int32, n + 1)
    return peer.State(
        at=at,
        sources=inputs(np.int32, at[n]),
        out=inputs(np.int32, n),
        rank=peer.array(np.float64, n),
        share=peer.array(np.float64, n),
        t=peer.array(np.float64, at[n]),
        full=np.flatnonzero(np.diff(at)),
    )


def numpy(s):
    n = len(s.rank)
    s.rank[:] = 1 / n
    out = np.maximum(s.out, 1)
    none = s.out == 0
    for _ in range(TURNS):
        base = (1 - DAMPING + DAMPING * s.rank[none].sum()) / n
        np.divide(s.rank, out, out=s.share)
        np.take(s.share, s.sources, out=s.t, mode="clip")
        s.rank[:] = base
        s.rank[s.full] += DAMPING * np.add.reduceat(s.t, s.at[s.full])


@kernel
def pagerank(at, sources, out, rank, share):
    n = len(rank)
    for v in prange(n):
        rank[v] = 1 / n
    for _ in range(TURNS):
        lost = 0.0
        for v in prange(n):
            if out[v] == 0:
                lost += rank[v]
            share[v] = rank[v] / max(out[v], 1)
        base = (1 - DAMPING + DAMPING * lost) / n
        for v in prange(n):
            total = 0.0
            for k in range(at[v], at[v + 1]):
                total += share[sources[k]]
            rank[v] = base + DAMPING * total


def numba(s):
    pagerank(s.at, s.sources, s.out, s.rank, s.share)


def output(s):
    return [s.rank]


peer.main(setup, numpy, numba, output)
