#include "core/session/absent_weights.h"

#include "core/base/try.h"
#include "core/session/sourced_tensor.h"

namespace partita {

namespace {

/// Neither 0, nor 1, nor negative: no rewrite finds the weight neutral, and none fails for it.
constexpr double kStandIn = 1.5;

/// Computed, so no pass takes two of them for equal constants.
class StandIn : public ExternalSource {
public:
    explicit StandIn(const Tensor& tensor) : m_type(tensor.type), m_dims(tensor.dims) {}
    [[nodiscard]] Result<Buffer> load() const override {
        const auto count = static_cast<std::size_t>(countOf(m_dims));
        const auto tensor =
            PARTITA_TRY(Tensor::ofFloats(m_type, m_dims, std::vector<double>(count, kStandIn)));
        return tensor.payload;
    }
    [[nodiscard]] bool isComputed() const override { return true; }

private:
    DataType m_type;
    std::vector<std::int64_t> m_dims;
};

bool isAbsent(const Tensor& tensor) {
    const bool hasStandIn = tensor.type == DataType::float16 || tensor.type == DataType::bfloat16 ||
                            tensor.type == DataType::float32 || tensor.type == DataType::float64;
    return hasStandIn && !tensor.isComputed() && !elements(tensor);
}

} // namespace

Model withWeightsInPlace(const Model& model) {
    std::vector<ValueId> absent;
    model.values().forEach([&](ValueId id, const auto& value) {
        if (value->initializer && isAbsent(*value->initializer))
            absent.push_back(id);
    });
    if (absent.empty())
        return model;
    ModelEditor editor(model);
    for (const ValueId id : absent)
        editor.changeValue(id, [](Value& value) {
            value.initializer =
                sourcedTensor(*value.initializer, std::make_shared<StandIn>(*value.initializer));
        });
    return editor.model();
}

} // namespace partita
