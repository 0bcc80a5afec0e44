#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/ir/model.h"
#include "core/onnx/operator_description.h"

namespace partita {

/// What operators are listed under.
enum class OperatorGroup : std::uint8_t {
    function, ///< of the model
    activation,
    math,
    logic,
    reduction,
    matrix,
    convolution,
    pooling,
    normalization,
    attention,
    recurrent,
    shape,
    conversion,
    generator,
    search,
    control,
    container,
    learning, ///< classical machine learning, ai.onnx.ml
    other,
};

Message operatorGroupName(OperatorGroup group);
/// The group of an operator that is no function of the model.
OperatorGroup operatorGroup(std::string_view opType, std::string_view domain);

/// What can be inserted into a model: an operator or one of its functions.
struct OperatorEntry {
    std::string domain, opType, overload;
    OperatorGroup group = OperatorGroup::other;
    int sinceVersion = 0;   ///< 0: a function
    std::string signature;  ///< "X: T → Y: T · alpha, beta"
    std::string summary;    ///< the first sentence of its documentation
    bool needsBody = false; ///< it holds graphs
    bool getsBody = false;  ///< and a new node gets them; of the others only a copy can be pasted
    GraphId function;
    OperatorDescriptionPtr description; ///< null: a function
};

/// All that can be inserted into a model: the operators of its opsets, those of ONNX Runtime, and
/// its functions.
class OperatorCatalogue {
public:
    explicit OperatorCatalogue(const Model& model);

    /// By group, then by name.
    [[nodiscard]] const std::vector<OperatorEntry>& entries() const { return m_entries; }
    /// The entries that match every word of a text, best first: by name, then by group, then by
    /// documentation. An empty text: all, in their order.
    [[nodiscard]] std::vector<const OperatorEntry*> search(std::string_view text) const;
    /// Operators that match by name and that only later opsets of the model's domains have, each
    /// with the first of these opsets.
    struct Later {
        std::string domain, opType;
        std::int64_t opset = 0;
    };
    [[nodiscard]] std::vector<Later> inLaterOpsets(std::string_view text) const;

private:
    void addOperators(const std::string& domain, std::int64_t opset);
    void addFunction(const Model& model, GraphId id);

    std::vector<OpsetImport> m_opsets;
    std::vector<OperatorEntry> m_entries;
    std::vector<std::string> m_texts; ///< of each entry: its documentation in lower case
};

} // namespace partita
