#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <onnx/onnx_pb.h>

#include "core/provider/io_binding.h"

namespace partita::fuzz {

/// What one input of the node under test is, and where it comes from.
struct CaseInput {
    enum class Source {
        feed,
        initializer,
        constant, ///< a Constant node
        folded,   ///< computed from a constant
    };
    onnx::TypeProto type; ///< without a shape
    std::vector<onnx::TensorProto>
        tensors; ///< one for a tensor, any number for a sequence, none for
                 ///< an optional without a value
    Source source = Source::feed;
    std::string before; ///< operator between the source and the node; empty: none

    [[nodiscard]] bool isTensor() const { return type.has_tensor_type(); }
};

/// One operator in a small model, with its inputs' values: everything that a run depends on, in a
/// form that can be made smaller piece by piece.
struct OperatorCase {
    enum class Body { none, branch, loop };
    std::uint64_t seed = 0;
    std::string op, domain;
    int opset = 0;                                ///< of `domain`
    int defaultOpset = 0;                         ///< of ai.onnx, for the other nodes
    std::vector<std::optional<CaseInput>> inputs; ///< nothing: left out
    std::vector<onnx::AttributeProto> attributes;
    std::vector<std::optional<onnx::TypeProto>> outputs; ///< type as far as it is known
    std::vector<bool> wanted;                            ///< beside `outputs`: not left out
    std::string after; ///< operator behind the first output; empty: none
    bool bothOutputs =
        true; ///< the first output is one of the model, too, where something is behind
    Body body = Body::none;
    bool symbolic = false; ///< shapes of the inputs are not said
};

/// "Conv-11 (float16) in a branch", for lists.
std::string titleOf(const OperatorCase& each);
onnx::ModelProto modelOf(const OperatorCase& each);
/// The inputs by name as a session wants them. Fails where a value is damaged, which is no finding.
Result<Feeds> feedsOf(const OperatorCase& each);
/// model.onnx and input_0.pb …, as `partita-cli run model.onnx --inputs FOLDER` reads them, and
/// `text` as finding.txt.
void writeCase(const OperatorCase& each, const std::filesystem::path& folder,
               const std::string& text);
/// Whether results may differ from run to run: it draws random numbers.
bool isRandom(const OperatorCase& each);

} // namespace partita::fuzz
