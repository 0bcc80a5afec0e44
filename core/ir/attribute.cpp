#include "core/ir/attribute.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/text_parts.h"

namespace partita {

namespace {

// In the order of Attribute::Value's alternatives.
constexpr std::array<std::int32_t, 15> kTypeNumbers = {0, 1, 2, 3, 4,  5,  11, 13,
                                                       6, 7, 8, 9, 10, 12, 14};

std::string quoted(std::string_view text, std::size_t limit) {
    std::string out = "\"";
    std::size_t kept = std::min(text.size(), limit);
    while (kept > 0 && kept < text.size() && continuesCharacter(text[kept]))
        --kept;
    for (const char c : text.substr(0, kept))
        out += static_cast<unsigned char>(c) < 0x20 ? '.' : c;
    if (text.size() > limit)
        return out + fmt::format("…\" ({} bytes)", text.size());
    return out + "\"";
}

template <class T, class F>
std::string list(const std::vector<T>& items, std::size_t limit, F&& print) {
    std::string out = "[";
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (out.size() > limit)
            return out + fmt::format(", … {} in all]", items.size());
        out += (i ? ", " : "") + print(items[i]);
    }
    return out + "]";
}

std::string tensorText(const TensorPtr& tensor) {
    if (!tensor)
        return "tensor";
    const std::string type = Type::tensor(tensor->type, tensor->shape())->text();
    if (tensor->count() <= 8 && tensor->type != DataType::string)
        if (auto values = elementsAsDoubles(*tensor))
            return fmt::format("[{}] {}", fmt::join(*values, ", "), type);
    return "tensor " + type;
}

struct Printer {
    std::size_t limit;
    std::string operator()(std::monostate) const { return "undefined"; }
    std::string operator()(float value) const { return fmt::format("{}", value); }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(const Buffer& value) const { return quoted(value.text(), limit); }
    std::string operator()(const std::string& value) const { return quoted(value, limit); }
    std::string operator()(const TensorPtr& value) const { return tensorText(value); }
    std::string operator()(GraphId id) const { return fmt::format("graph {}", id.value); }
    std::string operator()(const SparseTensorPtr&) const { return "sparse tensor"; }
    std::string operator()(const TypePtr& value) const { return value ? value->text() : "type"; }
    template <class T> std::string operator()(const std::vector<T>& items) const {
        return list(items, limit, [this](const T& item) { return (*this)(item); });
    }
};

} // namespace

AttributePtr Attribute::make(std::string name, Value value) {
    auto attribute = std::make_shared<Attribute>();
    attribute->name = std::move(name);
    attribute->value = std::move(value);
    attribute->declaredType = attribute->typeNumber();
    return attribute;
}

AttributePtr Attribute::string(std::string name, std::string_view text) {
    return make(std::move(name),
                Buffer::copyOf(std::as_bytes(std::span(text.data(), text.size()))));
}

std::int32_t Attribute::typeNumber() const {
    const std::int32_t number = kTypeNumbers[value.index()];
    return number ? number : declaredType;
}

namespace {

/// Compares the content of attribute values. Sparse tensors and types are equal only if they are
/// one object; graphs are never equal.
struct SameValue {
    template <class T> bool operator()(const T& a, const T& b) const { return a == b; }
    template <class A, class B> bool operator()(const A&, const B&) const { return false; }
    bool operator()(const Buffer& a, const Buffer& b) const { return a.text() == b.text(); }
    bool operator()(const TensorPtr& a, const TensorPtr& b) const { return sameTensor(a, b); }
    bool operator()(const std::vector<TensorPtr>& a, const std::vector<TensorPtr>& b) const {
        return std::ranges::equal(a, b, sameTensor);
    }
    bool operator()(GraphId, GraphId) const { return false; }
    bool operator()(const std::vector<GraphId>&, const std::vector<GraphId>&) const {
        return false;
    }
};

} // namespace

bool sameAttributes(const Attributes& a, const Attributes& b) {
    const auto isIn = [](const AttributePtr& each, const Attributes& others) {
        const auto other = std::ranges::find_if(
            others, [&](const auto& known) { return known->name == each->name; });
        return other != others.end() && (*other)->reference == each->reference &&
               std::visit(SameValue(), each->value, (*other)->value);
    };
    // Both ways: a file may state an attribute twice.
    return a.size() == b.size() &&
           std::ranges::all_of(a, [&](const auto& each) { return isIn(each, b); }) &&
           std::ranges::all_of(b, [&](const auto& each) { return isIn(each, a); });
}

std::string_view attributeTypeName(std::int32_t typeNumber) {
    constexpr std::array<std::string_view, 15> kNames = {
        "undefined",      "float",      "int",        "string",  "tensor", "graph",
        "floats",         "ints",       "strings",    "tensors", "graphs", "sparse_tensor",
        "sparse_tensors", "type_proto", "type_protos"};
    const auto index = static_cast<std::size_t>(typeNumber);
    return index < kNames.size() ? kNames[index] : kNames[0];
}

std::string attributeText(const Attribute& attribute, std::size_t limit) {
    if (!attribute.reference.empty())
        return "@" + attribute.reference;
    return std::visit(Printer{limit}, attribute.value);
}

} // namespace partita
