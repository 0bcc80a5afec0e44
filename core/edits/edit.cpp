#include "core/edits/edit.h"

#include "core/edits/edit_rules.h"

namespace partita {

Result<Edited> applyEdit(const Model& model, const Edit& edit) {
    return std::visit([&](const auto& each) { return edits::apply(model, each); }, edit);
}

} // namespace partita
