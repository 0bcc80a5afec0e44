#include "tests/fuzz/operator_generator.h"

#include <algorithm>
#include <limits>

#include <onnx/defs/data_type_utils.h>

#include "core/onnx/schema.h"
#include "tests/fuzz/case_values.h"
#include "tests/fuzz/classical_models.h"
#include "tests/fuzz/encoded_pictures.h"
#include "tests/fuzz/shape_hints.h"

namespace partita::fuzz {

namespace {

using Formal = onnx::OpSchema::FormalParameter;

onnx::TypeProto typeNamed(const std::string& name) {
    return onnx::Utils::DataTypeUtils::ToTypeProto(onnx::Utils::DataTypeUtils::ToType(name));
}

int elementTypeOf(const onnx::TypeProto& type) {
    if (type.has_tensor_type())
        return type.tensor_type().elem_type();
    if (type.has_sequence_type())
        return elementTypeOf(type.sequence_type().elem_type());
    if (type.has_optional_type())
        return elementTypeOf(type.optional_type().elem_type());
    return 0;
}

/// Takes the next word off a text.
std::string_view nextWord(std::string_view& text) {
    const auto end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

/// Builds one case: types first, then inputs, then attributes, which depend on them.
class CaseBuilder {
public:
    CaseBuilder(const SchemaRange& range, Chance& chance)
        : m_schema(*range.schema), m_chance(chance), m_words(chance),
          m_hint(hintFor(m_schema.Name(), chance)), m_special(chance.oneIn(6)) {
        m_case.op = m_schema.Name();
        m_case.domain = m_schema.domain();
        m_case.opset = static_cast<int>(chance.between(range.firstOpset, range.lastOpset));
        m_case.defaultOpset = m_case.domain.empty() ? m_case.opset : chance.of({15, 18, 21});
    }

    OperatorCase build() {
        for (const auto& parameter : m_schema.typeConstraintParams())
            m_types[parameter.type_param_str] = drawType(parameter.allowed_type_strs);
        addInputs();
        addOutputs();
        std::string_view hints = m_hint.attributes;
        std::map<std::string, std::string_view> hinted;
        while (!hints.empty()) {
            const std::string_view word = nextWord(hints);
            const auto equals = word.find('=');
            hinted.emplace(word.substr(0, equals), word.substr(equals + 1));
        }
        for (const auto& [name, attribute] : m_schema.attributes())
            if (const auto found = hinted.find(name); found != hinted.end())
                m_case.attributes.push_back(hintedAttribute(attribute, found->second));
            else if (attribute.required || m_chance.oneIn(m_hint.attributes.empty() ? 2 : 5))
                addAttribute(attribute);
        return std::move(m_case);
    }

private:
    std::string drawType(const std::vector<std::string>& allowed) {
        // The schemas of com.microsoft allow every type for every parameter.
        const bool vague = m_schema.domain() == "com.microsoft";
        if ((vague ? !m_chance.oneIn(4) : m_chance.oneIn(3)) &&
            std::ranges::count(allowed, "tensor(float)"))
            return "tensor(float)";
        return m_chance.of(allowed);
    }
    std::string typeOf(const Formal& formal) {
        const auto found = m_types.find(formal.GetTypeStr());
        return found == m_types.end() ? formal.GetTypeStr() : found->second;
    }

    void addInputs() {
        std::string_view words = m_hint.inputs;
        const auto& formals = m_schema.inputs();
        for (std::size_t i = 0; i < formals.size(); ++i) {
            std::size_t count = 1;
            if (formals[i].GetOption() == onnx::OpSchema::Variadic)
                count = static_cast<std::size_t>(std::max(0, formals[i].GetMinArity())) +
                        m_chance.pick(3);
            if (formals[i].GetOption() == onnx::OpSchema::Variadic &&
                words.find('@') != std::string_view::npos) // of several kinds: they come in groups
                count = wordsOf(words).size();
            for (; count > 0; --count) {
                const bool named = !words.empty();
                std::string_view word = named ? nextWord(words) : "~";
                if (m_case.inputs.empty() && word == "~")
                    word = "*";
                const bool out = formals[i].GetOption() == onnx::OpSchema::Optional &&
                                 m_chance.oneIn(named ? 4 : 2);
                if (word == "-" || out)
                    m_case.inputs.emplace_back();
                else
                    addInput(formals[i], word);
            }
        }
        while (!m_case.inputs.empty() && !m_case.inputs.back())
            m_case.inputs.pop_back();
    }

    void addInput(const Formal& formal, std::string_view word) {
        CaseInput input;
        const auto at = word.find('@');
        input.type = typeNamed(at == std::string_view::npos || m_chance.oneIn(8)
                                   ? typeOf(formal)
                                   : "tensor(" + std::string(word.substr(at + 1)) + ")");
        word = word.substr(0, at);
        const int element = elementTypeOf(input.type);
        if (element == 0) { // maps: keys and values
            const auto& map = input.type.map_type();
            ValueRange keys{0, 5, false, false};
            input.tensors.push_back(randomTensor(m_chance, map.key_type(), {1}, keys));
            input.tensors.push_back(
                randomTensor(m_chance, elementTypeOf(map.value_type()), {1}, keys));
        } else if (input.type.has_tensor_type()) {
            input.tensors.push_back(m_words.tensor(word, element, m_special));
        } else {
            for (std::size_t i = m_chance.pick(4); i > 0; --i)
                input.tensors.push_back(
                    m_words.tensor(input.tensors.empty() ? "*" : "=", element, false));
            if (input.type.has_optional_type() && input.tensors.size() > 1 &&
                !input.type.optional_type().elem_type().has_sequence_type())
                input.tensors.resize(1);
        }
        m_case.inputs.emplace_back(std::move(input));
    }

    /// The type of an output where the types of the inputs decide it; otherwise nothing.
    std::optional<onnx::TypeProto> knownType(const Formal& formal) {
        if (!formal.GetIsHomogeneous() || typeOf(formal).find('(') == std::string::npos)
            return std::nullopt;
        const auto& formals = m_schema.inputs();
        for (std::size_t i = 0; i < std::min(formals.size(), m_case.inputs.size()); ++i)
            if (m_case.inputs[i] && formals[i].GetTypeStr() == formal.GetTypeStr())
                return typeNamed(typeOf(formal));
        return m_types.contains(formal.GetTypeStr()) ? std::nullopt
                                                     : std::optional(typeNamed(typeOf(formal)));
    }

    void addOutputs() {
        for (const Formal& formal : m_schema.outputs()) {
            std::size_t count = 1;
            if (formal.GetOption() == onnx::OpSchema::Variadic)
                count = 1 + m_chance.pick(3);
            for (; count > 0; --count) {
                m_case.outputs.push_back(knownType(formal));
                m_case.wanted.push_back(formal.GetOption() != onnx::OpSchema::Optional ||
                                        m_chance.oneIn(2));
            }
        }
        while (m_case.wanted.size() > 1 && !m_case.wanted.back()) {
            m_case.wanted.pop_back();
            m_case.outputs.pop_back();
        }
    }

    onnx::AttributeProto hintedAttribute(const onnx::OpSchema::Attribute& attribute,
                                         std::string_view word) {
        onnx::AttributeProto made;
        made.set_name(attribute.name);
        made.set_type(attribute.type);
        if (attribute.type == onnx::AttributeProto::STRING) {
            made.set_s(std::string(word));
        } else if (attribute.type == onnx::AttributeProto::STRINGS) {
            made.add_strings(std::string(word));
        } else {
            const bool isList = word.starts_with('[');
            std::vector<std::int64_t> numbers = m_words.numbers(word);
            if (isList)
                numbers.assign(
                    static_cast<std::size_t>(std::clamp<std::int64_t>(numbers[0], 0, 200)), 0);
            for (std::int64_t& number : numbers)
                number = isList ? m_chance.between(-3, 3) : number;
            if (attribute.type == onnx::AttributeProto::INT)
                made.set_i(numbers.empty() ? 0 : numbers[0]);
            for (const std::int64_t number : numbers)
                if (attribute.type == onnx::AttributeProto::INTS)
                    made.add_ints(number);
                else if (attribute.type == onnx::AttributeProto::FLOATS)
                    made.add_floats(static_cast<float>(number) / 2);
        }
        return made;
    }

    void addAttribute(const onnx::OpSchema::Attribute& attribute) {
        std::size_t rank = m_words.firstShape().size();
        if (m_hint.inputs.find('X') != std::string_view::npos &&
            attribute.type == onnx::AttributeProto::INTS)
            rank = m_words.spatialRank();
        onnx::AttributeProto made = randomAttribute(attribute, rank, m_chance);
        m_case.attributes.push_back(std::move(made));
    }

    const onnx::OpSchema& m_schema;
    Chance& m_chance;
    HintReader m_words;
    ShapeHint m_hint;
    bool m_special;
    std::map<std::string, std::string> m_types;
    OperatorCase m_case;
};

} // namespace

const std::vector<SchemaRange>& allSchemas() {
    static const auto kSchemas = [] {
        registerMicrosoftSchemas();
        return onnx::OpSchemaRegistry::get_all_schemas_with_history();
    }();
    static const std::vector<SchemaRange> kRanges = [] {
        std::vector<SchemaRange> ranges;
        for (const onnx::OpSchema& schema : kSchemas)
            if (schema.domain().empty() || schema.domain() == "ai.onnx.ml" ||
                schema.domain() == "com.microsoft")
                ranges.push_back({&schema, schema.SinceVersion(), newestOpsetOf(schema.domain())});
        std::ranges::sort(ranges, {}, [](const SchemaRange& range) {
            return std::tuple(range.schema->domain(), range.schema->Name(), range.firstOpset);
        });
        for (std::size_t i = 0; i + 1 < ranges.size(); ++i)
            if (ranges[i].schema->Name() == ranges[i + 1].schema->Name())
                ranges[i].lastOpset = ranges[i + 1].firstOpset - 1;
        std::erase_if(ranges, [](const SchemaRange& range) { return range.schema->Deprecated(); });
        return ranges;
    }();
    return kRanges;
}

const SchemaRange* schemaInForce(const std::string& op, const std::string& domain, int opset) {
    for (const SchemaRange& range : allSchemas())
        if (range.schema->Name() == op && range.schema->domain() == domain &&
            range.firstOpset <= opset && opset <= range.lastOpset)
            return &range;
    return nullptr;
}

int newestOpsetOf(const std::string& domain) { return newestOpset(domain).value_or(1); }

OperatorCase caseOfSchema(const SchemaRange& range, Chance& chance) {
    return CaseBuilder(range, chance).build();
}

OperatorGenerator::OperatorGenerator(const std::filesystem::path& examples, std::string only)
    : m_only(std::move(only)) {
    for (const SchemaRange& range : allSchemas())
        if (m_only.empty() || range.schema->Name() == m_only)
            m_schemas.push_back(range);
    if (!examples.empty() && std::filesystem::is_directory(examples))
        for (const auto& entry : std::filesystem::directory_iterator(examples))
            m_examples.push_back(entry.path());
    std::ranges::sort(m_examples);
    if (m_only.empty())
        return;
    std::erase_if(m_examples, [&](const auto& folder) {
        const auto each = caseOfExample(folder);
        return !each || each->op != m_only;
    });
}

OperatorCase OperatorGenerator::make(std::uint64_t seed) const {
    Chance chance(seed);
    std::optional<OperatorCase> made;
    if (!m_examples.empty() && chance.oneIn(2))
        made = fromExample(chance);
    if (!made)
        made = fromSchema(chance);
    made->seed = seed;
    surround(*made, chance);
    return *std::move(made);
}

OperatorCase OperatorGenerator::fromSchema(Chance& chance) const {
    OperatorCase made = caseOfSchema(chance.of(m_schemas), chance);
    if (!chance.oneIn(8))
        fitClassicalModel(made, chance);
    fitPicture(made, chance);
    return made;
}

std::optional<OperatorCase> OperatorGenerator::fromExample(Chance& chance) const {
    for (int tries = 0; tries < 5; ++tries)
        if (auto found = caseOfExample(chance.of(m_examples))) {
            for (std::size_t i = chance.pick(4); i > 0; --i)
                mutate(*found, chance);
            return found;
        }
    return std::nullopt;
}

} // namespace partita::fuzz
