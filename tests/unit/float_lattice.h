/* SPDX-License-Identifier: MIT */
/*
 * Put in front of a file of src/model (gcc -include), it turns the lattice's arithmetic
 * into float and leaves the library's interfaces as they are.
 */
#ifndef HEXFOG_TESTS_FLOAT_LATTICE_H
#define HEXFOG_TESTS_FLOAT_LATTICE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/decimal.h"
#include "base/error.h"
#include "base/text.h"
#include "hexfog.h"

#define double float

#endif
