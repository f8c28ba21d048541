"""Breadth-first search."""

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, n):
    at = inputs(np.int32, n + 1)
    to = inputs(np.int32, at[n])
    return peer.State(
        at=at,
        to=to,
        source=inputs(np.int64, 1)[0],
        far=peer.array(np.int32, n),
        owner=np.repeat(np.arange(n, dtype=np.int32), np.diff(at)),
        queue=peer.array(np.int32, n),
        next=peer.array(np.int32, n),
        last=peer.array(np.bool_, n),
    )


def numpy(s):
    s.far[:] = -1
    s.far[s.source] = 0
    d = 0
    while True:
        reached = s.to[s.far[s.owner] == d]
        reached = reached[s.far[reached] < 0]
        if len(reached) == 0:
            return
        d += 1
        s.far[reached] = d


@helper
def push(at, to, far, queue, nxt, count, d):
    k = 0
    for i in range(count):
        v = queue[i]
        for e in range(at[v], at[v + 1]):
            w = to[e]
            if far[w] < 0:
                far[w] = d + 1
                nxt[k] = w
                k += 1
    return k


# One kernel with both loops would make one loop of them.
@kernel
def mark(far, last, d):
    for v in prange(len(far)):
        last[v] = far[v] == d


@kernel
def pull(at, to, far, last, d):
    count = 0
    for v in prange(len(far)):
        if far[v] < 0:
            for e in range(at[v], at[v + 1]):
                if last[to[e]]:
                    far[v] = d + 1
                    count += 1
                    break
    return count


def numba(s):
    n = len(s.far)
    s.far[:] = -1
    s.far[s.source] = 0
    queue, nxt = s.queue, s.next
    queue[0] = s.source
    count, queued, d = 1, True, 0
    while count > 0:
        if count > n // 32:
            mark(s.far, s.last, d)
            count, queued = pull(s.at, s.to, s.far, s.last, d), False
        else:
            if not queued:
                queue[:count] = np.flatnonzero(s.far == d)
            count, queued = push(s.at, s.to, s.far, queue, nxt, count, d), True
            queue, nxt = nxt, queue
        d += 1


def output(s):
    return [s.far]


peer.main(setup, numpy, numba, output)
