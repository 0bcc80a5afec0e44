#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>

#include <onnx/onnx_pb.h>

namespace partita {

/// Which node ONNX's inference is at, told to whoever outlives a crash of it, and the nodes that it
/// is to leave alone. A node is named as ONNX shows it, and by what its attributes hold: one that
/// was corrected is another one.
struct InferenceWatch {
    char* note = nullptr; ///< ends with a zero
    std::size_t noteBytes = 0;
    std::unordered_set<std::string> leftOut;
    bool strict = false; ///< a node that inference refuses is an error
};

InferenceWatch& inferenceWatch();

/// Puts a check before inference and data propagation of all operators that a model has, in all
/// their versions, once for the program: ONNX's data propagation trusts the numbers of a file, makes
/// one entry for each element of a vector however long, and steps of Slice beyond the numbers' range
/// lead it outside its memory; its inference crashes on some nodes and goes on for ever on others.
void watchOperators(const onnx::ModelProto& model);

} // namespace partita
