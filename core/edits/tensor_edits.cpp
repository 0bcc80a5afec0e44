#include "core/edits/edit_rules.h"

namespace partita::edits {

namespace {

Error notAvailable() {
    return {Errc::unsupported, PARTITA_TEXT("this edit is not available"), {}, {}};
}

} // namespace

Result<Edited> apply(const Model&, const SetTensor&) { return notAvailable(); }
Result<Edited> apply(const Model&, const AddInitializer&) { return notAvailable(); }
Result<Edited> apply(const Model&, const ConvertElementType&) { return notAvailable(); }
Result<Edited> apply(const Model&, const ChangeTensorForm&) { return notAvailable(); }
Result<Edited> apply(const Model&, const PlaceTensors&) { return notAvailable(); }
Result<Edited> apply(const Model&, const RenameTensor&) { return notAvailable(); }
Result<Edited> apply(const Model&, const ShareEqualTensors&) { return notAvailable(); }

} // namespace partita::edits
