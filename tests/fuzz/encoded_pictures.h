#pragma once

#include "tests/fuzz/chance.h"
#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// Gives most cases of ImageDecoder the file of a small picture in any of its formats, one in three
/// damaged, and an attribute that it knows. Other operators stay as they are and draw nothing.
void fitPicture(OperatorCase& each, Chance& chance);

} // namespace partita::fuzz
