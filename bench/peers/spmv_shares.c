// Sparse matrix times vector by gathers, where rows are of very different lengths.
#define SHARES
#include "spmv.c"
