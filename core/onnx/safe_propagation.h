#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>

#include <onnx/onnx_pb.h>

namespace partita {

/// The node that ONNX's inference is working on, noted for the process that survives a crash, and
/// the nodes to leave out. The key of a node is ONNX's display name with a hash of its attributes,
/// so that a corrected node is tried again.
struct InferenceWatch {
    char* note = nullptr; ///< zero-terminated
    std::size_t noteBytes = 0;
    std::unordered_set<std::string> leftOut;
    bool strict = false;    ///< a node that inference refuses is an error
    bool asSession = false; ///< as ONNX Runtime infers before it asks its providers
};

InferenceWatch& inferenceWatch();

/// Guards inference and data propagation of all operators in a model, in all their versions, once
/// in a process. ONNX's data propagation trusts the numbers in a file: it makes one entry for each
/// element of a vector of any length, and steps of Slice that overflow make it access memory out of
/// bounds. Its inference crashes on some nodes and does not end on others.
void watchOperators(const onnx::ModelProto& model);
/// The same for the operators in the body of a function that is made for one call.
void watchOperators(const onnx::FunctionProto& body);

} // namespace partita
