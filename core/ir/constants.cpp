#include "core/ir/constants.h"

#include <cstring>

namespace partita {

namespace {

std::optional<Tensor> dense(const SparseTensor& sparse) {
    if (!sparse.values || !sparse.indices)
        return std::nullopt;
    const auto count = elementCount(sparse.dims);
    const auto bytes = packedBytes(sparse.values->type, count.value_or(-1));
    const auto values = elements(*sparse.values);
    const auto indices = elementsAsInts(*sparse.indices);
    const std::size_t width = dataTypeBits(sparse.values->type) / 8;
    // The dense form may be far larger than the file: a limit keeps hostile shapes out.
    if (!bytes || *bytes > (std::uint64_t{1} << 30) || !values || !indices || width == 0)
        return std::nullopt;
    std::vector<std::byte> out(*bytes);
    const std::size_t rank = sparse.indices->dims.size() == 2 ? sparse.dims.size() : 1;
    for (std::size_t i = 0; i * rank < indices->size() && (i + 1) * width <= values->size(); ++i) {
        std::int64_t at = rank == 1 ? (*indices)[i] : 0;
        for (std::size_t d = 0; rank > 1 && d < rank; ++d)
            if (__builtin_mul_overflow(at, sparse.dims[d], &at) ||
                __builtin_add_overflow(at, (*indices)[i * rank + d], &at))
                return std::nullopt;
        if (at < 0 || at >= *count)
            return std::nullopt;
        std::memcpy(out.data() + static_cast<std::size_t>(at) * width,
                    values->bytes().data() + i * width, width);
    }
    return Tensor::fromBytes(sparse.values->type, sparse.dims, Buffer::own(std::move(out)));
}

} // namespace

std::optional<Tensor> constantValue(const Node& node) {
    for (const auto& attribute : *node.attributes) {
        const auto& value = attribute->value;
        if (const auto* tensor = std::get_if<TensorPtr>(&value); tensor && *tensor)
            return **tensor;
        if (const auto* sparse = std::get_if<SparseTensorPtr>(&value); sparse && *sparse)
            return dense(**sparse);
        if (const auto* number = std::get_if<float>(&value))
            return Tensor::of<float>(DataType::float32, {}, {*number});
        if (const auto* integer = std::get_if<std::int64_t>(&value))
            return Tensor::of<std::int64_t>(DataType::int64, {}, {*integer});
        if (const auto* text = std::get_if<Buffer>(&value))
            return Tensor::ofStrings({}, {std::string(text->text())});
        if (const auto* floats = std::get_if<std::vector<float>>(&value))
            return Tensor::of(DataType::float32, {static_cast<std::int64_t>(floats->size())},
                              *floats);
        if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&value))
            return Tensor::int64s(*ints);
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
            return Tensor::ofStrings({static_cast<std::int64_t>(texts->size())}, *texts);
    }
    return std::nullopt;
}

std::optional<Tensor> initializerOf(const Value& value) {
    if (value.initializer)
        return *value.initializer;
    return value.sparseInitializer ? dense(*value.sparseInitializer) : std::nullopt;
}

std::optional<Tensor> constantOf(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (!value)
        return std::nullopt;
    if (value->isConstant())
        return model.isGraphInput(id) ? std::nullopt : initializerOf(*value);
    const NodeId producer = model.producer(id);
    if (!producer || !model.node(producer)->is("Constant"))
        return std::nullopt;
    return constantValue(*model.node(producer));
}

std::optional<double> scalarConstant(const Model& model, ValueId value) {
    const auto tensor = constantOf(model, value);
    if (!tensor || tensor->type == DataType::string || elementCount(tensor->dims) != 1)
        return std::nullopt;
    const auto numbers = elementsAsDoubles(*tensor);
    return numbers && numbers->size() == 1 ? std::optional((*numbers)[0]) : std::nullopt;
}

} // namespace partita
