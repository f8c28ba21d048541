// Running sums of float64.
#define T double
#define WIDE 8
#include "runsum.h"
