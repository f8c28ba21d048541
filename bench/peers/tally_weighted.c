// Weights added up for each key.
#include <stdint.h>
#define K uint32_t
#define B double
#define WEIGHT(i) weights[i]
#include "tally.h"
