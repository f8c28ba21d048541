// Sorts uint32.
#include <stdint.h>
#define K uint32_t
#include "sort.h"
