#include "core/edits/edit_rules.h"

namespace partita::edits {

namespace {

Error notAvailable() {
    return {Errc::unsupported, PARTITA_TEXT("this edit is not available"), {}, {}};
}

} // namespace

Result<Edited> apply(const Model&, const AddInput&) { return notAvailable(); }
Result<Edited> apply(const Model&, const RemoveInput&) { return notAvailable(); }
Result<Edited> apply(const Model&, const AddOutput&) { return notAvailable(); }
Result<Edited> apply(const Model&, const RemoveOutput&) { return notAvailable(); }
Result<Edited> apply(const Model&, const ReorderInterface&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetValueType&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetDimension&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetBatch&) { return notAvailable(); }
Result<Edited> apply(const Model&, const ConvertOpset&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetDocumentation&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetMetadata&) { return notAvailable(); }
Result<Edited> apply(const Model&, const SetProducer&) { return notAvailable(); }

} // namespace partita::edits
