#include "providers/onnxruntime_plugin/ort_values.h"

#include <algorithm>
#include <cstring>

#include "core/base/try.h"

namespace partita::plugin {

namespace {

struct ShapeOfValue {
    DataType type = DataType::undefined;
    std::vector<std::int64_t> dims;
};

Result<ShapeOfValue> shapeOf(const OrtValue* value) {
    const OrtApi& api = *ort().api;
    OrtTensorTypeAndShapeInfo* info = nullptr;
    PARTITA_TRY(done(api.GetTensorTypeAndShape(value, &info)));
    const std::unique_ptr<OrtTensorTypeAndShapeInfo, void (*)(OrtTensorTypeAndShapeInfo*)> owner(
        info, api.ReleaseTensorTypeAndShapeInfo);
    ShapeOfValue shape;
    ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    PARTITA_TRY(done(api.GetTensorElementType(info, &type)));
    shape.type = static_cast<DataType>(type); // numbered as in ONNX
    std::size_t rank = 0;
    PARTITA_TRY(done(api.GetDimensionsCount(info, &rank)));
    shape.dims.resize(rank);
    PARTITA_TRY(done(api.GetDimensions(info, shape.dims.data(), rank)));
    return shape;
}

Result<std::vector<std::string>> stringsOf(const OrtValue* value, std::int64_t count) {
    const OrtApi& api = *ort().api;
    std::vector<std::string> strings(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < strings.size(); ++i) {
        std::size_t bytes = 0;
        PARTITA_TRY(done(api.GetStringTensorElementLength(value, i, &bytes)));
        strings[i].resize(bytes);
        if (bytes > 0)
            PARTITA_TRY(done(api.GetStringTensorElement(value, bytes, i, strings[i].data())));
    }
    return strings;
}

Result<Bytes> bytesOf(const OrtValue* value, const ShapeOfValue& shape) {
    const auto bytes = packedBytes(shape.type, countOf(shape.dims));
    if (!bytes)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("a tensor of type {0} cannot be read",
                                  static_cast<std::int32_t>(shape.type)),
                     {},
                     {}};
    const void* data = nullptr;
    PARTITA_TRY(done(ort().api->GetTensorData(value, &data)));
    return Bytes(static_cast<const std::byte*>(data), data ? *bytes : 0);
}

Result<Shape> shapeOf(const OrtTensorTypeAndShapeInfo* info) {
    const OrtApi& api = *ort().api;
    std::size_t rank = 0;
    PARTITA_TRY(done(api.GetDimensionsCount(info, &rank)));
    std::vector<std::int64_t> sizes(rank);
    PARTITA_TRY(done(api.GetDimensions(info, sizes.data(), rank)));
    std::vector<const char*> symbols(rank);
    PARTITA_TRY(done(api.GetSymbolicDimensions(info, symbols.data(), rank)));
    Shape shape(rank);
    for (std::size_t i = 0; i < rank; ++i)
        if (sizes[i] >= 0)
            shape[i].value = sizes[i];
        else if (symbols[i])
            shape[i].param = symbols[i];
    return shape;
}

TypePtr holder(Type::Kind kind, TypePtr nested) {
    Type type;
    type.kind = kind;
    type.nested = std::move(nested);
    return std::make_shared<const Type>(std::move(type));
}

Result<TypePtr> tensorType(const OrtTypeInfo* info, bool rankZero) {
    const OrtTensorTypeAndShapeInfo* tensor = nullptr;
    PARTITA_TRY(done(ort().api->CastTypeInfoToTensorInfo(info, &tensor)));
    if (!tensor)
        return TypePtr();
    ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    PARTITA_TRY(done(ort().api->GetTensorElementType(tensor, &element)));
    auto shape = PARTITA_TRY(shapeOf(tensor));
    std::optional<Shape> known;
    if (rankZero || !shape.empty())
        known = std::move(shape);
    return Type::tensor(static_cast<DataType>(element), std::move(known));
}

Result<TypePtr> sequenceType(const OrtTypeInfo* info) {
    const OrtSequenceTypeInfo* sequence = nullptr;
    PARTITA_TRY(done(ort().api->CastTypeInfoToSequenceTypeInfo(info, &sequence)));
    OrtTypeInfo* inner = nullptr;
    PARTITA_TRY(done(ort().api->GetSequenceElementType(sequence, &inner)));
    auto nested = typeOf(inner, false);
    ort().api->ReleaseTypeInfo(inner);
    return holder(Type::Kind::sequence, PARTITA_TRY(std::move(nested)));
}

Result<TypePtr> optionalType(const OrtTypeInfo* info) {
    const OrtOptionalTypeInfo* optional = nullptr;
    PARTITA_TRY(done(ort().api->CastTypeInfoToOptionalTypeInfo(info, &optional)));
    OrtTypeInfo* inner = nullptr;
    PARTITA_TRY(done(ort().api->GetOptionalContainedTypeInfo(optional, &inner)));
    auto nested = typeOf(inner, false);
    ort().api->ReleaseTypeInfo(inner);
    return holder(Type::Kind::optional, PARTITA_TRY(std::move(nested)));
}

} // namespace

Result<Tensor> tensorOf(const OrtValue* value, Weights weights) {
    auto shape = PARTITA_TRY(shapeOf(value));
    if (shape.type == DataType::string) {
        auto texts = PARTITA_TRY(stringsOf(value, countOf(shape.dims)));
        return Tensor::ofStrings(std::move(shape.dims), std::move(texts));
    }
    const Bytes bytes = PARTITA_TRY(bytesOf(value, shape));
    return Tensor::fromBytes(shape.type, std::move(shape.dims),
                             weights == Weights::copied ? Buffer::copyOf(bytes)
                                                        : Buffer(bytes, nullptr));
}

Result<TypePtr> typeOf(const OrtTypeInfo* info, bool rankZero) {
    ONNXType kind = ONNX_TYPE_UNKNOWN;
    if (!info)
        return TypePtr();
    PARTITA_TRY(done(ort().api->GetOnnxTypeFromTypeInfo(info, &kind)));
    switch (kind) {
    case ONNX_TYPE_TENSOR: return tensorType(info, rankZero);
    case ONNX_TYPE_SEQUENCE: return sequenceType(info);
    case ONNX_TYPE_OPTIONAL: return optionalType(info);
    case ONNX_TYPE_MAP: return holder(Type::Kind::map, nullptr);
    case ONNX_TYPE_SPARSETENSOR: return holder(Type::Kind::sparseTensor, nullptr);
    case ONNX_TYPE_OPAQUE: return holder(Type::Kind::opaque, nullptr);
    default: return TypePtr();
    }
}

Result<RuntimeValue> inputOf(const OrtValue* value) {
    auto shape = PARTITA_TRY(shapeOf(value));
    RuntimeValue input;
    input.type = shape.type;
    if (shape.type == DataType::string) {
        auto strings = PARTITA_TRY(stringsOf(value, countOf(shape.dims)));
        input.strings = std::make_shared<std::vector<std::string>>(std::move(strings));
    } else {
        static const auto kOrt = std::make_shared<int>(); // the bytes belong to ONNX Runtime
        const Bytes bytes = PARTITA_TRY(bytesOf(value, shape));
        input.data = const_cast<std::byte*>(bytes.data()); // never written: its capacity is 0
        input.owner = kOrt;
    }
    input.dims = std::move(shape.dims);
    return input;
}

Result<void> storeOutput(OrtKernelContext* context, std::size_t index, const RuntimeValue& value) {
    const OrtApi& api = *ort().api;
    if (!value.isTensor())
        return Error{Errc::unsupported,
                     PARTITA_TEXT("output {0} of a compiled part is no tensor", index),
                     {},
                     {}};
    OrtValue* output = nullptr;
    PARTITA_TRY(done(api.KernelContext_GetOutput(context, index, value.dims.data(),
                                                 value.dims.size(), &output)));
    if (value.type == DataType::string) {
        for (std::size_t i = 0; i < value.strings->size(); ++i) {
            const std::string& text = (*value.strings)[i];
            char* place = nullptr;
            PARTITA_TRY(
                done(api.GetResizedStringTensorElementBuffer(output, i, text.size(), &place)));
            std::copy(text.begin(), text.end(), place);
        }
        return {};
    }
    void* data = nullptr;
    PARTITA_TRY(done(api.GetTensorMutableData(output, &data)));
    if (const std::uint64_t bytes = value.byteSize(); bytes > 0)
        std::memcpy(data, value.data, bytes);
    return {};
}

} // namespace partita::plugin
