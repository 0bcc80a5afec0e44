// Attributes in scripts: read by the type that the operator's schema says.

#include <optional>

#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/edits/script_step_reader.h"

namespace partita {

namespace {

using nlohmann::json;

/// AttributeProto.AttributeType.
enum AttributeType : std::int32_t {
    kAny = 0,
    kFloat,
    kInt,
    kString,
    kTensor,
    kFloats = 6,
    kInts,
    kStrings
};

Error notOfType(const std::string& name, std::int32_t type) {
    return wrongValue(PARTITA_TEXT("the value of {0} is no {1}", name, attributeTypeName(type)));
}

/// A text of the command line as what it looks like: numbers, or lists of numbers with commas.
json looksLike(const std::string& text) {
    if (const auto whole = parseNumber<std::int64_t>(text))
        return *whole;
    if (const auto real = parseNumber<double>(text))
        return *real;
    json list = json::array();
    for (const std::string& part : splitText(text, ',')) {
        json each = text.find(',') == std::string::npos ? json(part) : looksLike(part);
        if (!each.is_number())
            return text;
        list.push_back(std::move(each));
    }
    return list;
}

std::int32_t typeOf(const json& value) {
    if (value.is_number_integer() || value.is_boolean())
        return kInt;
    if (value.is_number())
        return kFloat;
    if (value.is_string())
        return kString;
    if (value.is_object())
        return kTensor;
    bool whole = value.is_array(), texts = value.is_array();
    for (const json& each : value) {
        whole = whole && each.is_number_integer();
        texts = texts && each.is_string();
    }
    return whole ? kInts : texts ? kStrings : kFloats;
}

/// A number that an int attribute may have; the type of a Cast may be written by its name.
std::optional<std::int64_t> intOf(const json& value) {
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (value.is_boolean())
        return std::int64_t{value.get<bool>()};
    if (!value.is_string())
        return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    if (const auto type = dataTypeFromName(text))
        return static_cast<std::int64_t>(*type);
    return parseNumber<std::int64_t>(text);
}

std::optional<float> floatOf(const json& value) {
    if (value.is_number())
        return value.get<float>();
    const auto number =
        value.is_string() ? parseNumber<double>(value.get_ref<const std::string&>()) : std::nullopt;
    return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
}

std::optional<std::string> textOf(const json& value) {
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

template <class T, class F>
Result<AttributePtr> list(const std::string& name, std::int32_t type, const json& value, F&& of) {
    std::vector<T> entries;
    json parts = value;
    if (value.is_string())
        parts = splitText(value.get_ref<const std::string&>(), ',');
    if (!parts.is_array())
        parts = json::array({value});
    for (const json& part : parts) {
        const auto entry = of(part);
        if (!entry)
            return notOfType(name, type);
        entries.push_back(*entry);
    }
    return Attribute::make(name, std::move(entries));
}

Result<AttributePtr> ofType(const std::string& name, std::int32_t type, const json& value,
                            const std::filesystem::path& folder) {
    switch (type) {
    case kInt:
        if (const auto number = intOf(value))
            return Attribute::make(name, *number);
        return notOfType(name, type);
    case kFloat:
        if (const auto number = floatOf(value))
            return Attribute::make(name, *number);
        return notOfType(name, type);
    case kString:
        if (value.is_string())
            return Attribute::string(name, value.get_ref<const std::string&>());
        return value.is_primitive() ? Attribute::string(name, value.dump())
                                    : Result<AttributePtr>(notOfType(name, type));
    case kTensor: return Attribute::make(name, PARTITA_TRY(tensorFromJson(value, folder)));
    case kInts: return list<std::int64_t>(name, type, value, intOf);
    case kFloats: return list<float>(name, type, value, floatOf);
    case kStrings: return list<std::string>(name, type, value, textOf);
    default:
        return wrongValue(PARTITA_TEXT("a script cannot give {0}, which is of type {1}", name,
                                       attributeTypeName(type)));
    }
}

std::int32_t typeFromName(const json& name) {
    for (const std::int32_t type : {kFloat, kInt, kString, kTensor, kFloats, kInts, kStrings})
        if (name == json(attributeTypeName(type)))
            return type;
    return kAny;
}

} // namespace

Result<AttributePtr> attributeFromJson(const Model& model, const Node& node,
                                       const std::string& name, const json& form,
                                       const std::filesystem::path& folder) {
    const bool typed = form.is_object() && form.contains("value") && form.contains("type") &&
                       typeFromName(form["type"]) != kAny;
    if (typed) {
        if (form.size() != 2)
            return wrongValue(
                PARTITA_TEXT("{0} has a key other than \"type\" and \"value\"", name));
        return ofType(name, typeFromName(form["type"]), form["value"], folder);
    }
    const auto description = descriptionOf(model, node);
    const auto* known = description ? description->attribute(name) : nullptr;
    const Attribute* present = node.attribute(name);
    const json value = !known && !present && form.is_string()
                           ? looksLike(form.get_ref<const std::string&>())
                           : form;
    const std::int32_t type = known ? known->type : present ? present->typeNumber() : typeOf(value);
    return ofType(name, type, value, folder);
}

} // namespace partita
