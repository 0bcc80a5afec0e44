#include "providers/onnxruntime_plugin/ort_attributes.h"

#include <limits>

#include "core/base/try.h"
#include "providers/onnxruntime_plugin/ort_values.h"

namespace partita::plugin {

namespace {

/// The bytes that reading an attribute needs; asking for them is an error of the C API that counts
/// for nothing.
std::size_t bytesOf(const OrtOpAttr* attribute, OrtOpAttrType type) {
    std::size_t bytes = 0;
    if (OrtStatus* status = ort().api->ReadOpAttr(attribute, type, nullptr, 0, &bytes))
        ort().api->ReleaseStatus(status);
    return bytes;
}

template <class T> Result<T> single(const OrtOpAttr* attribute, OrtOpAttrType type) {
    T value{};
    std::size_t bytes = 0;
    PARTITA_TRY(done(ort().api->ReadOpAttr(attribute, type, &value, sizeof value, &bytes)));
    return value;
}

template <class T> Result<std::vector<T>> several(const OrtOpAttr* attribute, OrtOpAttrType type) {
    std::size_t bytes = bytesOf(attribute, type);
    std::vector<T> values(bytes / sizeof(T));
    if (bytes > 0)
        PARTITA_TRY(done(ort().api->ReadOpAttr(attribute, type, values.data(), bytes, &bytes)));
    return values;
}

/// Strings one after another, each with a zero at its end.
std::vector<std::string> splitAtZeros(const std::vector<char>& bytes) {
    std::vector<std::string> texts;
    for (std::size_t from = 0; from < bytes.size();) {
        const auto end =
            std::find(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), '\0');
        texts.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(from), end);
        from = static_cast<std::size_t>(end - bytes.begin()) + 1;
    }
    return texts;
}

Result<TensorPtr> tensorAttribute(const OrtOpAttr* attribute) {
    OrtValue* value = nullptr;
    PARTITA_TRY(done(ort().api->OpAttr_GetTensorAttributeAsOrtValue(attribute, &value)));
    auto tensor = tensorOf(value, Weights::copied); // the value is a copy that is released here
    ort().api->ReleaseValue(value);
    return std::make_shared<const Tensor>(PARTITA_TRY(std::move(tensor)));
}

Result<Attribute::Value> valueOf(const OrtOpAttr* attribute, OrtOpAttrType type) {
    switch (type) {
    case ORT_OP_ATTR_INT:
        return Attribute::Value(PARTITA_TRY(single<std::int64_t>(attribute, type)));
    case ORT_OP_ATTR_FLOAT: return Attribute::Value(PARTITA_TRY(single<float>(attribute, type)));
    case ORT_OP_ATTR_INTS:
        return Attribute::Value(PARTITA_TRY(several<std::int64_t>(attribute, type)));
    case ORT_OP_ATTR_FLOATS: return Attribute::Value(PARTITA_TRY(several<float>(attribute, type)));
    case ORT_OP_ATTR_STRING: {
        const auto text = PARTITA_TRY(several<char>(attribute, type));
        return Attribute::Value(Buffer::own(std::string(text.begin(), text.end())));
    }
    case ORT_OP_ATTR_STRINGS:
        return Attribute::Value(splitAtZeros(PARTITA_TRY(several<char>(attribute, type))));
    case ORT_OP_ATTR_TENSOR: return Attribute::Value(PARTITA_TRY(tensorAttribute(attribute)));
    default: return Attribute::Value();
    }
}

} // namespace

Result<Attributes> attributesOf(const OrtNode* node) {
    const OrtApi& api = *ort().api;
    const auto all = PARTITA_TRY(
        listOf<const OrtOpAttr*>(node, api.Node_GetNumAttributes, api.Node_GetAttributes));
    Attributes attributes;
    for (const OrtOpAttr* each : all) {
        const char* name = nullptr;
        PARTITA_TRY(done(api.OpAttr_GetName(each, &name)));
        OrtOpAttrType type = ORT_OP_ATTR_UNDEFINED;
        PARTITA_TRY(done(api.OpAttr_GetType(each, &type)));
        if (type != ORT_OP_ATTR_GRAPH) // ONNX Runtime lists bodies apart
            attributes.push_back(Attribute::make(name, PARTITA_TRY(valueOf(each, type))));
    }
    return attributes;
}

Result<OrtOpAttr*> makeAttribute(const char* name, std::int64_t value) {
    OrtOpAttr* made = nullptr;
    PARTITA_TRY(done(ort().api->CreateOpAttr(name, &value, 1, ORT_OP_ATTR_INT, &made)));
    return made;
}

Result<OrtOpAttr*> makeAttribute(const char* name, const std::string& value) {
    OrtOpAttr* made = nullptr;
    if (value.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the binary is larger than the 2 GiB that a model file may hold"),
                     {},
                     PARTITA_TEXT("write it beside the model (embed mode 0)")};
    PARTITA_TRY(done(ort().api->CreateOpAttr(name, value.data(), static_cast<int>(value.size()),
                                             ORT_OP_ATTR_STRING, &made)));
    return made;
}

} // namespace partita::plugin
