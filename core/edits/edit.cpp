#include "core/edits/edit.h"

#include "core/base/try.h"
#include "core/edits/context_rules.h"
#include "core/edits/edit_rules.h"

namespace partita {

Result<Edited> applyEdit(const Model& model, const Edit& edit) {
    auto edited =
        PARTITA_TRY(std::visit([&](const auto& each) { return edits::apply(model, each); }, edit));
    PARTITA_TRY(checkContexts(model, edited.delta));
    return edited;
}

} // namespace partita
