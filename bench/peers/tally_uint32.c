// How often each of many keys occurs.
#include <stdint.h>
#define K uint32_t
#define B uint32_t
#define WEIGHT(i) 1
#include "tally.h"
