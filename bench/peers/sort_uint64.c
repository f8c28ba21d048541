// Sorts uint64.
#include <stdint.h>
#define K uint64_t
#include "sort.h"
