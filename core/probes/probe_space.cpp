#include "core/probes/probe_space.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/edits/attribute_rules.h"
#include "core/ir/quantizers.h"
#include "core/onnx/schema.h"
#include "core/probes/probe_model.h"
#include "core/probes/value_classes.h"
#include "core/provider/node_check.h"

namespace partita {

namespace {

using Kind = Factor::Kind;

constexpr const char* kUsual = "usual";
constexpr std::int64_t kQuantized = 21; ///< the opset that quantizes to 4 and 16 bits and in blocks

/// Element types that a parameter allows, those that devices take first; no texts and no complex
/// numbers, which no device computes with.
std::vector<DataType> elementTypesOf(const std::vector<std::string>& allowed) {
    static const std::vector<DataType> kOrder = {
        DataType::float32,    DataType::int64,          DataType::boolean,
        DataType::int32,      DataType::float16,        DataType::uint8,
        DataType::int8,       DataType::uint16,         DataType::int16,
        DataType::float64,    DataType::uint32,         DataType::uint64,
        DataType::bfloat16,   DataType::float8e4m3fn,   DataType::float8e4m3fnuz,
        DataType::float8e5m2, DataType::float8e5m2fnuz, DataType::uint4,
        DataType::int4,       DataType::float4e2m1};
    std::vector<DataType> found;
    for (const DataType type : kOrder)
        if (std::ranges::count(allowed, schemaTypeText(*Type::tensor(type, std::nullopt))))
            found.push_back(type);
    return found;
}

/// Whether a parameter may be real numbers, so that it can be dequantized.
bool isReal(const FormalParameter& formal) {
    return formal.tensors >> static_cast<unsigned>(DataType::float32) & 1U;
}

bool isHinted(const std::vector<ShapeHint>& hints, std::string_view attribute) {
    for (const ShapeHint& hint : hints)
        for (const std::string_view word : wordsOf(hint.attributes))
            if (word.substr(0, word.find('=')) == attribute)
                return true;
    return false;
}

std::string valueText(const AttributePtr& attribute) {
    return attribute ? attributeText(*attribute) : "missing";
}

/// What an input is where the shapes of a row are taken: weights and lists are constants.
std::string usualSource(const ShapeHint& hint, const FormalParameter& formal, std::size_t index) {
    const auto words = wordsOf(hint.inputs);
    const bool isNamed = index < words.size() && words[index] != "-";
    if (!isNamed && formal.option == FormalParameter::Option::optional)
        return "omitted";
    const std::string_view word = wordAt(hint, index);
    return index > 0 && word != "~" && word != "=" && word != "*" ? "constant" : "computed";
}

/// How many outputs a row has, optional ones among them.
std::size_t wantedOutputs(const ShapeHint& hint) {
    for (const std::string_view word : wordsOf(hint.attributes))
        if (word.starts_with("outputs="))
            return static_cast<std::size_t>(word.back() - '0');
    return 0;
}

/// Numbers of an attribute that make a difference; an empty list: missing.
std::vector<AttributePtr> integerValues(const AttributeDescription& attribute) {
    std::vector<std::int64_t> numbers{0, 1, 2, 3, 4};
    if (isFlagAttribute(attribute.name) || attribute.name == "keepdims")
        numbers = {0, 1};
    else if (namesAxes(attribute.name))
        numbers = {-1, 0, 1};
    else if (attribute.name == "to" || attribute.name == "dtype" ||
             attribute.name == "output_dtype")
        numbers = {1, 7, 9, 6, 10, 2, 3, 4, 5, 11, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23};
    std::vector<AttributePtr> values;
    for (const std::int64_t number : numbers)
        values.push_back(Attribute::make(attribute.name, number));
    return values;
}

/// Lists of integers; `length`: of a list with a number for each axis of a picture.
std::vector<AttributePtr> listValues(const std::string& name) {
    std::vector<std::vector<std::int64_t>> lists;
    if (name == "pads")
        lists = {{1, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 0}};
    else if (name == "dilations" || name == "strides")
        lists = {{2, 2}, {1, 1}};
    else if (name == "output_padding")
        lists = {{1, 1}, {0, 0}};
    else if (name == "perm")
        lists = {{0, 1, 2, 3}, {0, 2, 3, 1}, {3, 2, 1, 0}};
    else if (name == "axes")
        lists = {{1}, {0}, {-1}, {1, 2}, {0, 1}};
    else
        return {};
    std::vector<AttributePtr> values;
    for (auto& list : lists)
        values.push_back(Attribute::make(name, std::move(list)));
    return values;
}

Quantization& quantizationAt(ProbeSettings& settings, const Factor& factor) {
    return factor.at == Factor::kOutputs ? settings.quantizedOutputs
                                         : settings.quantized[factor.at];
}

bool isBias(std::string_view input, std::size_t at) {
    return at >= 2 && (input == "B" || input == "C" || input == "bias");
}

} // namespace

ProbeSpace::ProbeSpace(ProbedOperator of) : m_of(std::move(of)), m_hints(shapeHintsOf(m_of.name)) {
    m_operator = describeOperator(m_of.name, "", m_of.opset);
    if (m_hints.size() > 1) {
        Factor hint{Kind::hint, "shapes", 0, {}, {}};
        for (const ShapeHint& each : m_hints)
            hint.values.push_back(std::string(each.inputs) + " " + std::string(each.attributes));
        m_factors.push_back(std::move(hint));
    }
    const auto free = ShapeWords::freeOf(m_hints.front().inputs);
    if (free.most > free.least) {
        Factor rank{Kind::rank, "axes", 0, {std::to_string(free.usual)}, {}};
        for (std::size_t each = free.least; each <= free.most; ++each)
            if (each != free.usual)
                rank.values.push_back(std::to_string(each));
        m_factors.push_back(std::move(rank));
    }
    addTypes();
    addInputs();
    addAttributes();
}

void ProbeSpace::addTypes() {
    for (const TypeParameter& parameter : m_operator->typeParameters) {
        const auto isOf = [&](const FormalParameter& each) { return each.type == parameter.name; };
        const auto of = std::ranges::find_if(m_operator->inputs, isOf);
        if (of == m_operator->inputs.end() || (m_of.quantized && isReal(*of)))
            continue; // what is dequantized is float32
        Factor factor{Kind::type, parameter.name, 0, {}, {}};
        for (const DataType type : elementTypesOf(parameter.types))
            factor.values.emplace_back(dataTypeName(type));
        if (factor.values.empty())
            m_untried = "it takes only texts, sequences or maps";
        else
            m_factors.push_back(std::move(factor));
    }
}

void ProbeSpace::addInputs() {
    for (std::size_t i = 0; i < m_operator->inputs.size(); ++i) {
        const FormalParameter& formal = m_operator->inputs[i];
        if (m_of.quantized && isReal(formal))
            addQuantization(i);
        Factor source{Kind::source, formal.name, i, {kUsual, "computed", "constant"}, {}};
        if (formal.option == FormalParameter::Option::optional)
            source.values.emplace_back("omitted");
        m_factors.push_back(std::move(source));
        if (formal.option == FormalParameter::Option::variadic)
            m_factors.push_back({Kind::count, formal.name, i, {"2", "1", "3"}, {}});
        std::size_t variants = 1;
        for (const ShapeHint& hint : m_hints)
            variants = std::max(variants, ShapeWords::variantsOf(wordAt(hint, i)));
        if (variants > 1) {
            Factor variant{Kind::variant, formal.name, i, {}, {}};
            for (std::size_t each = 0; each < variants; ++each)
                variant.values.push_back(std::to_string(each));
            m_factors.push_back(std::move(variant));
        }
    }
    if (!m_operator->inputs.empty())
        m_factors.push_back({Kind::shapes, "shapes", 0, {kAllStatic, "dynamic", "unranked"}, {}});
    if (m_operator->inputs.size() > 1)
        for (const char* value : {kOthersDynamic, kOthersUnranked, kFirstDynamic})
            m_factors.back().values.emplace_back(value);
    m_factors.push_back({Kind::outputs, "outputs", 0, {"stated", "inferred"}, {}});
    for (std::size_t i = 0; i < m_operator->outputs.size(); ++i)
        if (m_operator->outputs[i].option == FormalParameter::Option::optional)
            m_factors.push_back(
                {Kind::present, m_operator->outputs[i].name, i, {kUsual, "omitted", "wanted"}, {}});
}

/// The first real input and the others that go with it; then the outputs.
void ProbeSpace::addQuantization(std::size_t input) {
    const auto isQuantized = [](const Factor& each) { return each.kind == Kind::quantized; };
    std::vector<std::string> types{"uint8", "int8"};
    if (m_of.opset >= kQuantized)
        types.insert(types.end(), {"uint16", "int16"});
    // What is computed has one scale as a rule, so that one other way is enough to ask there.
    const auto add = [&](const std::string& name, std::size_t at, bool isWeight) {
        const bool isOfBias = isWeight && isBias(name, at);
        m_factors.push_back({Kind::quantized, name, at, types, {}, isOfBias});
        m_factors.push_back({Kind::scales, name, at, {"one", "axis 1"}, {}, isOfBias});
        std::vector<std::string>& scales = m_factors.back().values;
        if (isWeight)
            scales.insert(scales.end(), {"axis 0", "axis -1"});
        if (isWeight && m_of.opset >= kQuantized)
            scales.insert(scales.end(), {"blocks 0", "blocks 1", "blocks -1"});
    };
    const std::string& name = m_operator->inputs[input].name;
    if (std::ranges::none_of(m_factors, isQuantized)) {
        add(name, input, false);
        types.insert(types.begin(), kUsual);
        add("outputs", Factor::kOutputs, false);
        return;
    }
    types.insert(types.begin(), kUsual);
    // Tools that quantize models write a bias as int32, the sum of products that it is added to.
    types.insert(isBias(name, input) ? types.begin() : types.end(), "int32");
    types.emplace_back("float32");
    if (m_of.opset >= kQuantized)
        types.insert(types.end(), {"int4", "uint4"});
    add(name, input, true);
}

void ProbeSpace::addAttributes() {
    for (const AttributeDescription& attribute : m_operator->attributes)
        if (!isHinted(m_hints, attribute.name))
            addAttribute(attribute);
}

void ProbeSpace::addAttribute(const AttributeDescription& attribute) {
    std::vector<AttributePtr> values;
    const std::string_view type = attributeTypeName(attribute.type);
    if (type == "string")
        for (const std::string_view text : allowedTexts(m_of.name, attribute.name))
            values.push_back(Attribute::string(attribute.name, text));
    else if (type == "int")
        values = integerValues(attribute);
    else if (type == "float")
        for (const float number : {0.0F, 1.0F, 0.5F, 2.0F})
            values.push_back(Attribute::make(attribute.name, number));
    else if (type == "ints")
        values = listValues(attribute.name);
    if (values.empty())
        m_left.push_back("attribute " + attribute.name);
    if (values.empty() && !attribute.required)
        return;
    if (values.empty() && m_untried.empty())
        m_untried = "its attribute " + attribute.name + " is required";
    if (!attribute.required)
        values.insert(values.begin(), nullptr);
    Factor factor{Kind::attribute, attribute.name, 0, {}, std::move(values)};
    std::ranges::transform(factor.attributes, std::back_inserter(factor.values), valueText);
    m_factors.push_back(std::move(factor));
}

std::string ProbeSpace::keyOf(const ProbeChoice& choice) const {
    static const std::vector<std::string_view> kKinds = {
        "", "",        "type ",  "source ",    "numbers ",   "",
        "", "output ", "count ", "attribute ", "quantized ", "scales "};
    std::string key =
        (m_of.quantized ? "quantized " : "") + m_of.name + "-" + std::to_string(m_of.version);
    for (std::size_t i = 0; i < m_factors.size(); ++i)
        if (choice[i])
            key += "; " + std::string(kKinds[static_cast<std::size_t>(m_factors[i].kind)]) +
                   m_factors[i].name + "=" + m_factors[i].values[choice[i]];
    return key;
}

std::vector<ProbeChoice> ProbeSpace::withEachRow(const ProbeChoice& base) const {
    std::vector<ProbeChoice> choices(m_hints.size(), base);
    for (std::size_t i = 0; i < m_factors.size(); ++i)
        for (std::size_t row = 0; row < choices.size() && m_factors[i].kind == Kind::hint; ++row)
            choices[row][i] = static_cast<std::uint16_t>(row);
    return choices;
}

std::vector<ProbeChoice> ProbeSpace::withComputedInputs(const ProbeChoice& base) const {
    std::vector<ProbeChoice> choices = withEachRow(base);
    for (std::size_t row = 0; row < choices.size(); ++row)
        for (std::size_t i = 0; i < m_factors.size(); ++i) {
            const Factor& factor = m_factors[i];
            if (factor.kind != Kind::source)
                continue;
            const FormalParameter& formal = m_operator->inputs[factor.at];
            const bool isGiven = usualSource(m_hints[row], formal, factor.at) == "constant";
            choices[row][i] = isGiven ? Factor::kComputed : 0;
        }
    return choices;
}

std::optional<Probe> ProbeSpace::make(const ProbeChoice& choice) const {
    ProbeSettings settings;
    settings.of = m_of;
    settings.description = m_operator.get();
    settings.hint = m_hints.front();
    settings.free = ShapeWords::freeOf(settings.hint.inputs).usual;
    settings.inputs.resize(m_operator->inputs.size());
    settings.wanted.resize(m_operator->outputs.size(), true);
    DataType first = DataType::undefined; // of the first quantized input
    for (std::size_t i = 0; i < m_factors.size(); ++i) {
        const Factor& factor = m_factors[i];
        const std::string& value = factor.values[choice[i]];
        switch (factor.kind) {
        case Kind::hint: settings.hint = m_hints[choice[i]]; break;
        case Kind::rank: settings.free = static_cast<std::size_t>(value[0] - '0'); break;
        case Kind::type: settings.types[factor.name] = *dataTypeFromName(value); break;
        case Kind::source: {
            const auto usual = usualSource(settings.hint, m_operator->inputs[factor.at], factor.at);
            if (value == usual)
                return std::nullopt; // the same probe is the usual one
            settings.inputs[factor.at].source = value == kUsual ? usual : value;
            break;
        }
        case Kind::variant: settings.inputs[factor.at].variant = choice[i]; break;
        case Kind::shapes: settings.shapes = value; break;
        case Kind::outputs: settings.statesOutputs = value == "stated"; break;
        case Kind::present: {
            const bool usual = factor.at < wantedOutputs(settings.hint);
            if (value == (usual ? "wanted" : "omitted"))
                return std::nullopt; // the same probe is the usual one
            settings.wanted[factor.at] = value == kUsual ? usual : value == "wanted";
            break;
        }
        case Kind::count:
            settings.inputs[factor.at].count = static_cast<std::size_t>(value[0] - '0');
            break;
        case Kind::quantized: {
            const DataType type = value == kUsual ? first : *dataTypeFromName(value);
            if (first == DataType::undefined)
                settings.quantized.assign(m_operator->inputs.size(), {first = type, {}, false});
            quantizationAt(settings, factor).type = type;
            break;
        }
        case Kind::scales:
            if (choice[i]) {
                Quantization& how = quantizationAt(settings, factor);
                how.axis = std::stoi(value.substr(value.find(' ')));
                how.isInBlocks = value.starts_with("blocks");
            }
            break;
        case Kind::attribute:
            if (factor.attributes[choice[i]])
                settings.attributes.push_back(factor.attributes[choice[i]]);
            break;
        }
    }
    return makeProbe(settings);
}

std::optional<Model> usualProbe(const std::string& op, std::int64_t opset) {
    const auto version = versionInForce(op, "", opset);
    if (!version)
        return std::nullopt;
    const ProbeSpace space({op, *version, opset});
    auto probe = space.make(ProbeChoice(space.factors().size()));
    return probe ? std::optional(std::move(probe->model)) : std::nullopt;
}

std::vector<ProbedOperator> probedOperators(std::int64_t oldest, std::int64_t newest) {
    std::map<std::string, std::map<int, std::int64_t>> found; // name → version → newest opset
    for (std::int64_t opset = oldest; opset <= newest; ++opset)
        for (const OperatorDescriptionPtr& each : operatorsOf("", opset))
            found[each->name][each->sinceVersion] = opset;
    std::vector<ProbedOperator> list;
    for (const auto& [name, versions] : found)
        for (auto each = versions.rbegin(); each != versions.rend(); ++each)
            list.push_back({name, each->first, each->second});
    return list;
}

std::vector<ProbedOperator> quantizedOperators(const std::vector<ProbedOperator>& operators) {
    std::vector<ProbedOperator> list;
    for (const ProbedOperator& each : operators) {
        const auto known = describeOperator(each.name, "", each.opset);
        if (each.opset < kOldestQuantized || isQuantizerName(each.name) || !known ||
            std::ranges::none_of(known->inputs, isReal))
            continue;
        // Runtimes have kernels of QuantizeLinear for this opset, not for each newer one.
        list.push_back({each.name, each.version,
                        std::max<std::int64_t>(each.version, std::min(each.opset, kQuantized)),
                        true});
    }
    return list;
}

} // namespace partita
