#include "core/session/run_constants.h"

#include <functional>

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

/// Whether a constant lies in memory and not in a file, as far as `held`, which may be empty, shows.
bool isInMemory(const Tensor& tensor, const RuntimeValue& held) {
    if (held.owner)
        return !mappingOf({held.data, held.byteSize()});
    const auto bytes = elements(tensor);
    return bytes && !mappingOf(bytes->bytes());
}

/// `held`: the value of the run that holds a constant.
Model heldBy(const Model& model, const std::function<RuntimeValue(ValueId)>& held) {
    ModelEditor editor(model);
    model.values().forEach([&](ValueId id, const auto& value) {
        if (!value->initializer || model.isGraphInput(id))
            return;
        const Tensor& tensor = *value->initializer;
        const RuntimeValue now = held(id);
        if (tensor.byteSize() < kLarge || tensor.type == DataType::string || tensor.isComputed() ||
            !isInMemory(tensor, now))
            return;
        auto source = std::make_shared<HeldByRun>(now);
        editor.changeValue(id, [&](Value& changed) {
            changed.initializer = sourcedTensor(tensor, std::move(source));
        });
    });
    return editor.model();
}

} // namespace

Model withConstantsIn(RunValues& runValues, const Model& model) {
    return heldBy(model, [&](ValueId id) { return runValues.at(id); });
}

Model withoutConstants(const Model& model) {
    return heldBy(model, [](ValueId) { return RuntimeValue(); });
}

} // namespace partita
