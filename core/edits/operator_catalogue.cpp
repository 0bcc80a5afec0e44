#include "core/edits/operator_catalogue.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>

#include "core/base/text_parts.h"
#include "core/edits/minimal_bodies.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

constexpr std::int32_t kGraph = 5, kGraphs = 10; ///< AttributeProto.AttributeType

/// Functions of each element that networks use between their layers; other such functions are math.
bool isActivation(std::string_view opType) {
    static constexpr std::array kNames = {
        "BiasGelu", "BiasSplitGelu",  "Celu",      "Clip",     "Elu",       "FastGelu",
        "Gelu",     "HardSigmoid",    "HardSwish", "Hardmax",  "LeakyRelu", "LogSoftmax",
        "Mish",     "PRelu",          "QuickGelu", "Relu",     "Selu",      "Shrink",
        "Sigmoid",  "Softmax",        "Softplus",  "Softsign", "Swish",     "SwiGLU",
        "Tanh",     "ThresholdedRelu"};
    return std::ranges::find(kNames, opType) != kNames.end();
}

bool isLogic(std::string_view opType) {
    static constexpr std::array kNames = {"And",  "Equal",       "Greater", "GreaterOrEqual",
                                          "Less", "LessOrEqual", "Not",     "Or",
                                          "Xor",  "IsNaN",       "IsInf",   "Where"};
    return std::ranges::find(kNames, opType) != kNames.end() || opType.starts_with("Bitwise") ||
           opType == "BitShift";
}

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : lowerLetters(text) + ' ') {
        if (c != ' ' && c != '\t') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

/// "X: T, W: T, B: T?" — "?": may be omitted, "…": any number.
std::string parametersText(const std::vector<FormalParameter>& parameters) {
    std::string text;
    for (const FormalParameter& each : parameters) {
        text += (text.empty() ? "" : ", ") + each.name + ": " + each.type;
        if (each.option != FormalParameter::Option::required)
            text += each.option == FormalParameter::Option::optional ? "?" : "…";
    }
    return text;
}

template <class List, class Name> std::string joined(const List& list, Name&& name) {
    std::string text;
    for (const auto& each : list)
        text += (text.empty() ? "" : ", ") + name(each);
    return text;
}

std::string signatureText(const std::string& inputs, const std::string& outputs,
                          const std::string& attributes) {
    std::string text = inputs.empty() ? "→ " + outputs : inputs + " → " + outputs;
    return attributes.empty() ? text : text + " · " + attributes;
}

/// How well one word fits an entry; the lower the better, nothing: not at all.
std::optional<int> rankOf(const OperatorEntry& entry, const std::string& documentation,
                          const std::string& word) {
    const std::string name = lowerLetters(entry.opType);
    if (name == word)
        return 0;
    if (name.starts_with(word))
        return 1;
    if (name.find(word) != std::string::npos)
        return 2;
    if (lowerLetters(operatorGroupName(entry.group).text()).find(word) != std::string::npos ||
        lowerLetters(entry.domain).find(word) != std::string::npos)
        return 3;
    if (lowerLetters(entry.summary).find(word) != std::string::npos)
        return 4;
    return documentation.find(word) != std::string::npos ? std::optional(5) : std::nullopt;
}

} // namespace

Message operatorGroupName(OperatorGroup group) {
    switch (group) {
    case OperatorGroup::function: return PARTITA_TEXT("Functions of the model");
    case OperatorGroup::activation: return PARTITA_TEXT("Activation");
    case OperatorGroup::math: return PARTITA_TEXT("Math");
    case OperatorGroup::logic: return PARTITA_TEXT("Logic and comparison");
    case OperatorGroup::reduction: return PARTITA_TEXT("Reduction");
    case OperatorGroup::matrix: return PARTITA_TEXT("Matrix product");
    case OperatorGroup::convolution: return PARTITA_TEXT("Convolution");
    case OperatorGroup::pooling: return PARTITA_TEXT("Pooling and resizing");
    case OperatorGroup::normalization: return PARTITA_TEXT("Normalization");
    case OperatorGroup::attention: return PARTITA_TEXT("Attention");
    case OperatorGroup::recurrent: return PARTITA_TEXT("Recurrent");
    case OperatorGroup::shape: return PARTITA_TEXT("Shape and indexing");
    case OperatorGroup::conversion: return PARTITA_TEXT("Conversion and quantization");
    case OperatorGroup::generator: return PARTITA_TEXT("Constants and random numbers");
    case OperatorGroup::search: return PARTITA_TEXT("Search and sorting");
    case OperatorGroup::control: return PARTITA_TEXT("Control flow");
    case OperatorGroup::container: return PARTITA_TEXT("Sequences, maps and texts");
    case OperatorGroup::learning: return PARTITA_TEXT("Classical machine learning");
    case OperatorGroup::other: return PARTITA_TEXT("Other operators");
    }
    return {};
}

OperatorGroup operatorGroup(std::string_view opType, std::string_view domain) {
    if (isActivation(opType))
        return OperatorGroup::activation;
    if (isLogic(opType))
        return OperatorGroup::logic;
    if (domain == "ai.onnx.ml")
        return OperatorGroup::learning;
    switch (operatorFacts(opType, domain).kind) {
    case OperatorKind::view:
    case OperatorKind::movement:
    case OperatorKind::assembly: return OperatorGroup::shape;
    case OperatorKind::conversion: return OperatorGroup::conversion;
    case OperatorKind::unary:
    case OperatorKind::broadcasting: return OperatorGroup::math;
    case OperatorKind::normalization: return OperatorGroup::normalization;
    case OperatorKind::reduction: return OperatorGroup::reduction;
    case OperatorKind::globalPooling:
    case OperatorKind::pooling:
    case OperatorKind::sampling: return OperatorGroup::pooling;
    case OperatorKind::matrixProduct: return OperatorGroup::matrix;
    case OperatorKind::convolution: return OperatorGroup::convolution;
    case OperatorKind::recurrent: return OperatorGroup::recurrent;
    case OperatorKind::attention: return OperatorGroup::attention;
    case OperatorKind::search: return OperatorGroup::search;
    case OperatorKind::generator:
    case OperatorKind::random: return OperatorGroup::generator;
    case OperatorKind::control: return OperatorGroup::control;
    case OperatorKind::container: return OperatorGroup::container;
    default: return OperatorGroup::other;
    }
}

OperatorCatalogue::OperatorCatalogue(const Model& model) : m_opsets(model.info().opsets) {
    if (!model.info().opset("com.microsoft"))
        m_opsets.push_back({"com.microsoft", newestOpset("com.microsoft").value_or(1)});
    std::set<std::string> seen;
    for (OpsetImport& import : m_opsets) {
        if (import.domain == "ai.onnx")
            import.domain.clear();
        if (seen.insert(import.domain).second)
            addOperators(import.domain, import.version);
    }
    for (const GraphId function : model.info().functions)
        addFunction(model, function);
    std::ranges::stable_sort(m_entries, {}, [](const OperatorEntry& entry) {
        return std::tuple(entry.group, entry.opType, entry.domain);
    });
    for (const OperatorEntry& entry : m_entries)
        m_texts.push_back(entry.description ? lowerLetters(entry.description->documentation)
                                            : std::string());
}

void OperatorCatalogue::addOperators(const std::string& domain, std::int64_t opset) {
    for (const OperatorDescriptionPtr& each : operatorsOf(domain, opset)) {
        if (each->name == "EPContext")
            continue; // it is made together with its binary only
        OperatorEntry entry{domain,
                            each->name,
                            {},
                            operatorGroup(each->name, domain),
                            each->sinceVersion,
                            {},
                            each->summary,
                            false,
                            false,
                            {},
                            each};
        entry.signature = signatureText(
            parametersText(each->inputs), parametersText(each->outputs),
            joined(each->attributes, [](const AttributeDescription& a) { return a.name; }));
        entry.needsBody =
            std::ranges::any_of(each->attributes, [](const AttributeDescription& attribute) {
                return attribute.required &&
                       (attribute.type == kGraph || attribute.type == kGraphs);
            });
        entry.getsBody = entry.needsBody && edits::getsBodies(*each);
        m_entries.push_back(std::move(entry));
    }
}

void OperatorCatalogue::addFunction(const Model& model, GraphId id) {
    const Graph& graph = *model.graph(id);
    const auto name = [&](ValueId value) { return model.value(value)->name; };
    std::string attributes =
        joined(graph.function->attributes, [](const std::string& text) { return text; });
    const std::string defaults =
        joined(graph.function->defaults, [](const AttributePtr& each) { return each->name; });
    attributes += (attributes.empty() || defaults.empty() ? "" : ", ") + defaults;
    OperatorEntry entry;
    entry.domain = graph.function->domain;
    entry.opType = graph.name;
    entry.overload = graph.function->overload;
    entry.group = OperatorGroup::function;
    entry.signature =
        signatureText(joined(graph.inputs, name), joined(graph.outputs, name), attributes);
    entry.summary = graph.annotations ? graph.annotations->docString : std::string();
    entry.function = id;
    m_entries.push_back(std::move(entry));
}

std::vector<const OperatorEntry*> OperatorCatalogue::search(std::string_view text) const {
    const auto words = wordsOf(text);
    std::vector<std::pair<int, const OperatorEntry*>> ranked;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        std::optional<int> total = 0;
        for (const std::string& word : words) {
            const auto rank = rankOf(m_entries[i], m_texts[i], word);
            total = total && rank ? std::optional(*total + *rank) : std::nullopt;
        }
        if (total)
            ranked.emplace_back(*total, &m_entries[i]);
    }
    if (!words.empty())
        std::ranges::stable_sort(ranked, {}, [](const auto& each) {
            return std::tuple(each.first, each.second->opType.size(), each.second->opType);
        });
    std::vector<const OperatorEntry*> found;
    for (const auto& [rank, entry] : ranked)
        found.push_back(entry);
    return found;
}

std::vector<OperatorCatalogue::Later>
OperatorCatalogue::inLaterOpsets(std::string_view text) const {
    std::vector<Later> found;
    const auto words = wordsOf(text);
    for (const auto& [domain, opset] : m_opsets) {
        const int newest = newestOpset(domain).value_or(0);
        for (const OperatorDescriptionPtr& each : operatorsOf(domain, newest)) {
            const std::string name = lowerLetters(each->name);
            const bool matches = std::ranges::all_of(words, [&](const std::string& word) {
                return name.find(word) != std::string::npos;
            });
            if (!matches || describeOperator(each->name, domain, opset))
                continue;
            std::int64_t first = opset + 1;
            while (first < newest && !describeOperator(each->name, domain, first))
                ++first;
            found.push_back({domain, each->name, first});
        }
    }
    return found;
}

} // namespace partita
