"""MD5 of many messages that fill one block each (RFC 1321)."""

import numpy as np
import peer
from peer import kernel, prange

SINES = np.array([int(abs(np.sin(i + 1)) * 2**32) for i in range(64)], np.uint32)
SHIFTS = np.array([s for row in ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21)) for s in row * 4], np.uint32)
WORDS = np.array([[i, (5 * i + 1) % 16, (3 * i + 5) % 16, 7 * i % 16][i // 16] for i in range(64)])
START = np.array([0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476], np.uint32)


def setup(inputs, n):
    return peer.State(
        blocks=inputs(np.uint32, 16 * n).reshape(n, 16), sums=peer.array(np.uint32, 4 * n).reshape(n, 4)
    )


def numpy(s):
    # A few thousand messages at a time, so that intermediate values stay in the caches.
    for lo in range(0, len(s.blocks), 4096):
        m = np.ascontiguousarray(s.blocks[lo : lo + 4096].T)
        a, b, c, d = (np.full(m.shape[1], x) for x in START)
        for i in range(64):
            if i < 16:
                f = d ^ (b & (c ^ d))
            elif i < 32:
                f = c ^ (d & (b ^ c))
            elif i < 48:
                f = b ^ c ^ d
            else:
                f = c ^ (b | ~d)
            f += a
            f += m[WORDS[i]]
            f += SINES[i]
            a, d, c = d, c, b
            b = b + ((f << SHIFTS[i]) | (f >> (np.uint32(32) - SHIFTS[i])))
        s.sums[lo : lo + 4096] = np.stack([a, b, c, d], axis=1) + START


@kernel
def md5(blocks, sums):
    for k in prange(len(blocks)):
        a, b, c, d = START[0], START[1], START[2], START[3]
        for i in range(64):
            if i < 16:
                f = d ^ (b & (c ^ d))
            elif i < 32:
                f = c ^ (d & (b ^ c))
            elif i < 48:
                f = b ^ c ^ d
            else:
                f = c ^ (b | ~d)
            f = np.uint32(f + a + blocks[k, WORDS[i]] + SINES[i])
            a, d, c = d, c, b
            b = np.uint32(b + ((f << SHIFTS[i]) | (f >> (32 - SHIFTS[i]))))
        sums[k, 0] = a + START[0]
        sums[k, 1] = b + START[1]
        sums[k, 2] = c + START[2]
        sums[k, 3] = d + START[3]


def numba(s):
    md5(s.blocks, s.sums)


def output(s):
    return [s.sums]


peer.main(setup, numpy, numba, output)
