#include "core/ir/sourced_tensor.h"

#include "core/base/try.h"

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

} // namespace

TensorPtr sourcedTensor(const Tensor& form, std::shared_ptr<const ExternalSource> source) {
    auto external = std::make_shared<ExternalData>();
    external->source = std::move(source);
    Tensor tensor;
    tensor.name = form.name;
    tensor.type = form.type;
    tensor.dims = form.dims;
    tensor.storage = Tensor::Storage::external;
    tensor.external = std::move(external);
    return std::make_shared<const Tensor>(std::move(tensor));
}

TensorPtr standInFor(const Tensor& form) {
    return sourcedTensor(form, std::make_shared<StandIn>(form));
}

bool isStandIn(const Tensor& tensor) {
    return tensor.external && dynamic_cast<const StandIn*>(tensor.external->source.get());
}

} // namespace partita
