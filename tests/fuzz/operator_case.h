#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

#include "core/provider/io_binding.h"

namespace partita::fuzz {

/// One input of the node under test, and its source.
struct CaseInput {
    enum class Source {
        feed,
        initializer,
        constant, ///< a Constant node
        folded,   ///< computed from an initializer
    };
    onnx::TypeProto type; ///< without a shape
    std::vector<onnx::TensorProto>
        tensors; ///< one for a tensor, any number for a sequence, none for
                 ///< an optional without a value
    Source source = Source::feed;
    std::string before; ///< operator between the source and the node; empty: none

    [[nodiscard]] bool isTensor() const { return type.has_tensor_type(); }
};

/// One operator in a small model with the values of its inputs: everything that a run depends on,
/// in a form that can be reduced step by step.
struct OperatorCase {
    enum class Body { none, branch, loop };
    std::uint64_t seed = 0;
    std::string op, domain;
    int opset = 0;                                ///< of `domain`
    int defaultOpset = 0;                         ///< of ai.onnx, for the other nodes
    std::vector<std::optional<CaseInput>> inputs; ///< nothing: omitted
    std::vector<onnx::AttributeProto> attributes;
    std::vector<std::optional<onnx::TypeProto>> outputs; ///< the type where it is known
    std::vector<bool> wanted;                            ///< for each of `outputs`: not omitted
    std::string after;       ///< operator that reads the first output; empty: none
    bool bothOutputs = true; ///< the first output is a model output even where `after` reads it
    Body body = Body::none;
    bool symbolic = false; ///< the model does not state the shapes of its inputs
};

/// A title for lists: "Conv-11 (float16) in a branch".
std::string titleOf(const OperatorCase& each);
onnx::ModelProto modelOf(const OperatorCase& each);
/// The inputs by name, for a session. Fails where a value is damaged, which is no finding.
Result<Feeds> feedsOf(const OperatorCase& each);
/// Writes model.onnx and input_0.pb … as `partita-cli run model.onnx --inputs FOLDER` reads them,
/// and `text` as finding.txt.
void writeCase(const OperatorCase& each, const std::filesystem::path& folder,
               const std::string& text);
/// Whether results may differ from run to run, because the operator draws random numbers.
bool isRandom(const OperatorCase& each);

} // namespace partita::fuzz
