#include "core/session/run_constants.h"

#include "core/base/mapped_files.h"
#include "core/ir/sourced_tensor.h"

namespace partita {

namespace {

constexpr std::uint64_t kLarge = 1 << 16; ///< bytes; shape rules read smaller ones

/// The elements of a constant while a run value holds them.
class HeldByRun : public ExternalSource {
public:
    explicit HeldByRun(const RuntimeValue& value)
        : m_bytes(value.data, value.byteSize()), m_owner(value.owner) {}
    [[nodiscard]] Result<Buffer> load() const override {
        if (auto owner = m_owner.lock())
            return Buffer(m_bytes, std::move(owner));
        return Error{Errc::internal, PARTITA_TEXT("the run has freed this constant"), {}, {}};
    }
    [[nodiscard]] bool isComputed() const override { return true; }

private:
    Bytes m_bytes;
    std::weak_ptr<const void> m_owner;
};

} // namespace

Model withConstantsIn(RunValues& runValues, const Model& model) {
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        const RuntimeValue& held = runValues.at(id);
        if (!value->initializer || model.isGraphInput(id) || held.byteSize() < kLarge ||
            !held.owner || mappingOf({held.data, held.byteSize()}))
            return;
        editor.changeValue(id, [&](Value& changed) {
            changed.initializer =
                sourcedTensor(*value->initializer, std::make_shared<HeldByRun>(held));
        });
    });
    return editor.model();
}

} // namespace partita
