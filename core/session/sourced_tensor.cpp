#include "core/session/sourced_tensor.h"

namespace partita {

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

} // namespace partita
