#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/document/id_map.h"
#include "core/ir/model.h"

namespace partita {

/// What a document and its journal have in common: the model of the file, with the ids that the
/// document has.
struct JournalBase {
    Model model; ///< as it was opened or saved
    IdMap ids;   ///< of the file, by those of `model`
};

/// Writes deltas of one document one after another. What the file has already is named by its
/// place there, and a tensor that an earlier delta brought is not written again.
class DeltaWriter {
public:
    explicit DeltaWriter(JournalBase base) : m_base(std::move(base)) {}
    /// The bytes of a delta; they hold what comes after it, and by which names what was before is
    /// known again.
    std::string write(const ModelDelta& delta);

private:
    friend class DeltaPacker;
    JournalBase m_base;
    std::unordered_map<const Tensor*, std::uint32_t> m_tensors; ///< by their numbers in the journal
    std::vector<TensorPtr> m_kept;
    std::unordered_map<const Tensor*, ValueId> m_ofBase; ///< initializers of the base, when needed
    bool m_isListed = false;
};

/// Reads the deltas that a DeltaWriter wrote, in the same order.
class DeltaReader {
public:
    explicit DeltaReader(Model file) : m_file(std::move(file)) {}
    /// The delta in `bytes` for `now`, the model that the deltas before it made of the file. Fails
    /// where it does not apply: what it changes is not there, or what would come of it is no model.
    Result<ModelDelta> read(std::string_view bytes, const Model& now);

private:
    friend class DeltaUnpacker;
    Model m_file;
    std::vector<TensorPtr> m_tensors;
};

} // namespace partita
