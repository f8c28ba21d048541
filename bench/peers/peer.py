"""peer.py: the frame that every Python peer is put into; it speaks the protocol that peer.h describes.

A peer is a file that ends with

    peer.main(setup, numpy, numba, output)  # and reset=reset if it works in place

    setup(inputs, size...)  reads the inputs, inputs(dtype, count), and returns whatever the others need
    numpy(state)            does the work once with NumPy; None if it has nothing to offer
    numba(state)            does the work once with Numba; None if it has nothing to offer
    output(state)           lists the arrays that are the result
    reset(state)            restores the inputs that runs have changed

and is started as

    python3 peer.py numpy|numba REAL INPUT OUTPUT SIZE...

where REAL is the type of the numbers, peer.real, if the file serves several. Functions for Numba are
decorated with peer.kernel if they hold the parallel loop (over peer.prange), else with peer.helper; numba may
ask peer.threads() how many threads it has.
"""

import ctypes
import mmap
import sys
import time
from types import SimpleNamespace as State

import numpy as np

real = np.dtype(sys.argv[2]).type if len(sys.argv) > 2 and sys.argv[2] else None

if sys.argv[1:2] == ["numba"]:
    from numba import get_num_threads as threads
    from numba import njit, prange, set_num_threads

    # Fused and reordered arithmetic is allowed, and the machine code is kept for the next time.
    kernel = njit(parallel=True, fastmath=True, cache=True)
    helper = njit(fastmath=True, cache=True)
else:
    # NumPy's contender does without Numba, which need not be installed.
    kernel = helper = lambda f: f
    prange = range


def array(dtype, count):
    """An array on a page of its own that may use huge pages, as peer_alloc's in C."""
    dtype = np.dtype(dtype)
    count = int(count)
    huge = 2 << 20
    memory = mmap.mmap(-1, max(count * dtype.itemsize, 1) + huge)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    out = np.frombuffer(memory, dtype, count, offset=-address % huge)
    out.view(np.uint8)[...] = 0
    return out


def _reader(file):
    def inputs(dtype, count):
        out = array(dtype, count)
        rest = memoryview(out).cast("B")
        while rest:
            got = file.readinto(rest)
            if not got:
                raise SystemExit("the input is too short")
            rest = rest[got:]
        return out

    return inputs


def _blas_threads():
    """The function that sets the number of threads of the OpenBLAS that NumPy uses, if it does."""
    try:
        with open("/proc/self/maps") as maps:
            paths = {line.split()[-1] for line in maps if "openblas" in line}
    except OSError:
        paths = set()
    for path in sorted(paths):
        for name in ("openblas_set_num_threads", "openblas_set_num_threads64_"):
            try:
                return getattr(ctypes.CDLL(path), name)
            except (OSError, AttributeError):
                pass
    return lambda n: None


def main(setup, numpy, numba, output, reset=lambda state: None):
    who, _, infile, outfile, *size = sys.argv[1:]
    work = {"numpy": numpy, "numba": numba}[who]
    with open(infile, "rb", buffering=0) as file:
        state = setup(_reader(file), *map(int, size))
    set_threads = set_num_threads if who == "numba" else _blas_threads()
    print("ready", flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[0] == "run":
            set_threads(int(words[1]))
            times = []
            for _ in range(int(words[2])):
                start = time.perf_counter_ns()
                work(state)
                times.append(time.perf_counter_ns() - start)
            print("t", *times, flush=True)
        elif words[0] == "reset":
            reset(state)
            print("ok", flush=True)
        elif words[0] == "save":
            with open(outfile, "wb") as file:
                for part in output(state):
                    file.write(np.ascontiguousarray(part).tobytes())
            print("ok", flush=True)
        else:
            raise SystemExit("unknown command: " + line)
