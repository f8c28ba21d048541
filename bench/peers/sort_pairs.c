// Sorts uint32, each with a uint32 that goes along; what has equal keys stays in order.
#include <stdint.h>
#define K uint32_t
#define PAIRS
#include "sort.h"
