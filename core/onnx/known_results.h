#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What inference makes of a node depends on, where numbers are known of constants only.
struct InferenceQuestion {
    std::shared_ptr<const Node> node;
    std::vector<TypePtr> inputs; ///< null: left out
    /// The bytes of the constants among the inputs that inference may read; "" for others.
    std::vector<std::string> constants;
    std::vector<TypePtr> stated; ///< of the outputs, null: nothing is
};

/// What inference made of nodes. A large model has few kinds of nodes: after a new batch size, the
/// nodes of one block tell of all blocks.
class KnownResults {
public:
    [[nodiscard]] bool empty() const { return m_results.empty(); }
    /// The types of the outputs of a node that is asked about with the same words; null: not known.
    [[nodiscard]] const std::vector<TypePtr>* find(const InferenceQuestion& question) const;
    void add(InferenceQuestion question, std::vector<TypePtr> made);

private:
    [[nodiscard]] const std::vector<TypePtr>* find(const InferenceQuestion& question,
                                                   std::size_t hash) const;

    struct Result {
        InferenceQuestion question;
        std::vector<TypePtr> made;
    };
    std::unordered_multimap<std::size_t, Result> m_results; // by a hash of the question
};

/// The bytes of a value as they belong to a question, if it is a constant of this type; nothing: it is
/// none, inference may read more of it than is worth keeping, or it cannot be read.
std::optional<std::string> bytesThatTell(const Model& model, ValueId id, const TypePtr& type);

} // namespace partita
