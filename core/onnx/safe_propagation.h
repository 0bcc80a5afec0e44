#pragma once

namespace partita {

/// ONNX's data propagation trusts the numbers of a file: it makes one entry for each element of a
/// vector however long, and steps of Slice beyond the numbers' range lead it outside its memory.
/// This puts a check before each operator's propagation, once for the program; call it before
/// shapes are inferred with propagation.
void makePropagationSafe();

} // namespace partita
