// Running sums of int64.
#include <stdint.h>
#define T int64_t
#define WIDE 8
#include "runsum.h"
