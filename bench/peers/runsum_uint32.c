// Running sums of uint32, exclusive.
#include <stdint.h>
#define T uint32_t
#define WIDE 4
#define EXCLUSIVE
#include "runsum.h"
