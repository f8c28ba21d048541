"""Sparse matrix times vector, compressed rows."""

import numpy as np
import peer
from peer import helper, kernel, prange


def setup(inputs, rows):
    start = inputs(np.int32, rows + 1)
    n = start[rows]
    return peer.State(
        start=start,
        column=inputs(np.int32, n),
        value=inputs(np.float64, n),
        x=inputs(np.float64, rows),
        y=peer.array(np.float64, rows),
        t=peer.array(np.float64, n),
    )


def numpy(s):
    np.take(s.x, s.column, out=s.t, mode="clip")
    np.multiply(s.t, s.value, out=s.t)
    np.add.reduceat(s.t, s.start[:-1], out=s.y)  # no row is empty


@helper
def row(value, column, x):
    total = 0.0
    for k in range(len(value)):
        total += value[k] * x[column[k]]
    return total


@kernel
def spmv(start, column, value, x, y):
    for r in prange(len(y)):
        lo, hi = start[r], start[r + 1]
        y[r] = row(value[lo:hi], column[lo:hi], x)


def numba(s):
    spmv(s.start, s.column, s.value, s.x, s.y)


def output(s):
    return [s.y]


peer.main(setup, numpy, numba, output)
