// Sparse matrix times vector without gathers, where rows are of very different lengths.
#define SHARES
#include "spmv_scalar.c"
