// How often each uint16 occurs.
#include <stdint.h>
#define K uint16_t
#define B uint32_t
#define WEIGHT(i) 1
#include "tally.h"
