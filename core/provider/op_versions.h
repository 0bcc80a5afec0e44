#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "core/ir/model.h"
#include "core/onnx/schema.h"

namespace partita {

/// The operator version in force for each node of one model (Softmax in an opset-18 model is
/// Softmax-13), looked up once for each operator.
class OpVersions {
public:
    explicit OpVersions(const Model& model);

    struct Entry {
        std::int64_t opset = 0;     ///< imported; 0: the domain is not imported
        std::optional<int> version; ///< nothing: unknown to ONNX and ONNX Runtime
        std::optional<OperatorSchema> schema;
    };
    [[nodiscard]] const Entry& of(const Node& node) const;
    /// The version that a kernel implements: the schema's, or the imported opset (1 to 1000) if
    /// there is no schema.
    [[nodiscard]] int inForce(const Node& node) const;

private:
    std::unordered_map<std::string, Entry> m_entries; // "domain\nop"
};

} // namespace partita
