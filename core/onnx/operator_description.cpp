#include "core/onnx/operator_description.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include <onnx/onnx_pb.h>

#include "core/onnx/schema.h"
#include "core/onnx/schema_lookup.h"

namespace partita {

namespace {

/// ONNX's name of an element type within "tensor(…)".
std::string_view elementText(DataType type) {
    switch (type) {
    case DataType::float32: return "float";
    case DataType::float64: return "double";
    case DataType::boolean: return "bool";
    default: return dataTypeName(type);
    }
}

/// The bits of the element types that have tensors in `types`.
std::uint64_t tensorBits(const std::vector<std::string>& types) {
    std::uint64_t bits = 0;
    constexpr int kTypes = 64;
    for (int i = 1; i < kTypes; ++i) {
        const auto type = static_cast<DataType>(i);
        if (dataTypeBits(type) != 0 || type == DataType::string) {
            const std::string text = "tensor(" + std::string(elementText(type)) + ")";
            if (std::ranges::find(types, text) != types.end())
                bits |= std::uint64_t{1} << i;
        }
    }
    return bits;
}

FormalParameter described(const onnx::OpSchema::FormalParameter& formal) {
    FormalParameter made;
    made.name = formal.GetName();
    made.type = formal.GetTypeStr();
    for (const std::string* type : formal.GetTypes())
        made.types.push_back(*type);
    std::ranges::sort(made.types);
    made.tensors = tensorBits(made.types);
    const auto option = formal.GetOption();
    made.option = option == onnx::OpSchema::Optional   ? FormalParameter::Option::optional
                  : option == onnx::OpSchema::Variadic ? FormalParameter::Option::variadic
                                                       : FormalParameter::Option::required;
    made.mixed = option == onnx::OpSchema::Variadic && !formal.GetIsHomogeneous();
    made.documentation = formal.GetDescription();
    return made;
}

/// A default as an attribute; null where the schema has none, or one of a form that no default has.
AttributePtr defaultOf(const onnx::AttributeProto& proto, const std::string& name) {
    switch (proto.type()) {
    case onnx::AttributeProto::FLOAT: return Attribute::make(name, proto.f());
    case onnx::AttributeProto::INT: return Attribute::make(name, std::int64_t{proto.i()});
    case onnx::AttributeProto::STRING: return Attribute::string(name, proto.s());
    case onnx::AttributeProto::FLOATS:
        return Attribute::make(name,
                               std::vector<float>(proto.floats().begin(), proto.floats().end()));
    case onnx::AttributeProto::INTS:
        return Attribute::make(name,
                               std::vector<std::int64_t>(proto.ints().begin(), proto.ints().end()));
    case onnx::AttributeProto::STRINGS:
        return Attribute::make(
            name, std::vector<std::string>(proto.strings().begin(), proto.strings().end()));
    default: return nullptr;
    }
}

/// The first sentence of a Markdown text, on one line.
std::string firstSentence(std::string_view text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' && !line.empty() && i + 1 < text.size() && text[i + 1] == '\n')
            break; // a paragraph ends
        if (c == '`' || c == '*')
            continue;
        const bool blank = c == '\n' || c == ' ' || c == '\t' || c == '\r';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
        if (c == '.' && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n') &&
            !line.ends_with("e.g.") && !line.ends_with("i.e."))
            break;
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == '.' || line.back() == ':'))
        line.pop_back();
    return line;
}

std::size_t countOf(int number) { return static_cast<std::size_t>(std::max(number, 0)); }

OperatorDescriptionPtr described(const onnx::OpSchema& schema) {
    auto made = std::make_shared<OperatorDescription>();
    made->name = schema.Name();
    made->domain = schema.domain();
    made->sinceVersion = schema.SinceVersion();
    made->deprecated = schema.Deprecated();
    made->hasFunction = schema.HasFunction() || schema.HasContextDependentFunction();
    made->takesAttributes = schema.domain() == "com.microsoft"; // see microsoft_schemas.cpp
    made->documentation = schema.doc() ? schema.doc() : "";
    made->summary = firstSentence(made->documentation);
    for (const auto& input : schema.inputs())
        made->inputs.push_back(described(input));
    for (const auto& output : schema.outputs())
        made->outputs.push_back(described(output));
    made->leastInputs = countOf(schema.min_input());
    made->mostInputs = countOf(schema.max_input());
    made->leastOutputs = countOf(schema.min_output());
    made->mostOutputs = countOf(schema.max_output());
    for (const auto& [name, attribute] : schema.attributes())
        made->attributes.push_back({name, attribute.type, attribute.required,
                                    defaultOf(attribute.default_value, name),
                                    attribute.description});
    std::ranges::sort(made->attributes, {}, &AttributeDescription::name);
    for (const auto& parameter : schema.typeConstraintParams())
        made->typeParameters.push_back(
            {parameter.type_param_str, parameter.allowed_type_strs, parameter.description});
    return made;
}

/// The description of each schema that was asked for; schemas live as long as the process.
OperatorDescriptionPtr shared(const onnx::OpSchema& schema) {
    static std::mutex mutex;
    static std::unordered_map<const onnx::OpSchema*, OperatorDescriptionPtr> known;
    const std::scoped_lock lock(mutex);
    OperatorDescriptionPtr& entry = known[&schema];
    if (!entry)
        entry = described(schema);
    return entry;
}

/// The names of all operators that the library knows, in any version.
std::map<std::string, std::set<std::string>, std::less<>> namesByDomain() {
    registerMicrosoftSchemas();
    std::map<std::string, std::set<std::string>, std::less<>> names;
    for (const onnx::OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas())
        names[schema.domain()].insert(schema.Name());
    return names;
}

const FormalParameter* parameter(const std::vector<FormalParameter>& formal, std::size_t index) {
    if (index < formal.size())
        return &formal[index];
    const bool repeats =
        !formal.empty() && formal.back().option == FormalParameter::Option::variadic;
    return repeats ? &formal.back() : nullptr;
}

} // namespace

std::string schemaTypeText(const Type& type) {
    const auto nested = [&] { return type.nested ? schemaTypeText(*type.nested) : std::string(); };
    const auto around = [](std::string_view name, const std::string& inner) {
        return inner.empty() ? inner : std::string(name) + "(" + inner + ")";
    };
    const std::string element =
        type.element == DataType::undefined ? "" : std::string(elementText(type.element));
    switch (type.kind) {
    case Type::Kind::tensor: return around("tensor", element);
    case Type::Kind::sparseTensor: return around("sparse_tensor", element);
    case Type::Kind::sequence: return around("seq", nested());
    case Type::Kind::optional: return around("optional", nested());
    case Type::Kind::map: {
        const std::string value = nested();
        return element.empty() || value.empty() ? "" : around("map", element + "," + value);
    }
    default: return {};
    }
}

bool FormalParameter::allows(const Type& given) const {
    if (given.isTensor())
        return given.element == DataType::undefined
                   ? tensors != 0
                   : (tensors >> static_cast<unsigned>(given.element) & 1) != 0;
    const std::string text = schemaTypeText(given);
    return text.empty() || std::ranges::binary_search(types, text) ||
           std::ranges::any_of(types, [&](std::string each) { // "map(string, float)"
               std::erase(each, ' ');
               return each == text;
           });
}

const FormalParameter* OperatorDescription::input(std::size_t index) const {
    return parameter(inputs, index);
}

bool OperatorDescription::needsInput(std::size_t index, std::size_t given) const {
    const FormalParameter* formal = input(index);
    return formal && (formal->option == FormalParameter::Option::required ||
                      (formal->option == FormalParameter::Option::variadic &&
                       index < std::max(leastInputs, given)));
}

const FormalParameter* OperatorDescription::output(std::size_t index) const {
    return parameter(outputs, index);
}

const AttributeDescription* OperatorDescription::attribute(std::string_view wanted) const {
    const auto at = std::ranges::lower_bound(attributes, wanted, {}, &AttributeDescription::name);
    return at != attributes.end() && at->name == wanted ? &*at : nullptr;
}

OperatorDescriptionPtr describeOperator(std::string_view opType, std::string_view domain,
                                        std::int64_t opset) {
    const onnx::OpSchema* schema = lookUpSchema(opType, domain, opset);
    return schema ? shared(*schema) : nullptr;
}

std::vector<OperatorDescriptionPtr> operatorsOf(std::string_view domain, std::int64_t opset) {
    static const auto kNames = namesByDomain();
    std::vector<OperatorDescriptionPtr> found;
    const auto names = kNames.find(domain == "ai.onnx" ? std::string_view() : domain);
    if (names == kNames.end())
        return found;
    for (const std::string& name : names->second)
        if (auto description = describeOperator(name, domain, opset);
            description && !description->deprecated)
            found.push_back(std::move(description));
    return found;
}

} // namespace partita
