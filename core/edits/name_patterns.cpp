#include "core/edits/name_patterns.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/ir/element_type.h"

namespace partita {

namespace {

/// One term: what it is about, and what that must be.
struct Term {
    std::string field; ///< "name", "op" …; of an attribute its name
    bool attribute = false;
    std::string pattern;
    bool literal = false; ///< it was in quotes

    [[nodiscard]] bool matches(std::string_view text) const {
        return literal ? text == pattern : matchesGlob(pattern, text);
    }
};

constexpr std::array<std::string_view, 6> kNodeFields = {"name",  "op",     "domain",
                                                         "input", "output", "graph"};
constexpr std::array<std::string_view, 5> kTensorFields = {"name", "type", "kind", "op", "graph"};
constexpr std::array<std::string_view, 5> kKinds = {"input", "output", "initializer", "constant",
                                                    "computed"};

Error badPattern(std::string_view text, Message what) {
    return {Errc::usage,
            PARTITA_TEXT("the pattern '{0}' {1}", text, what),
            {},
            PARTITA_TEXT("write for example conv_1, /layer?/*, op:Conv or \"a name\"")};
}

bool isIdentifier(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
}

/// Splits a text at spaces outside of quotes.
Result<std::vector<std::string>> words(std::string_view text) {
    std::vector<std::string> found(1);
    bool quoted = false;
    for (const char c : text) {
        if (c == '"')
            quoted = !quoted;
        if (c == ' ' && !quoted)
            found.emplace_back();
        else
            found.back() += c;
    }
    if (quoted)
        return badPattern(text, PARTITA_TEXT("has a quotation mark without its pair"));
    std::erase(found, "");
    if (found.empty())
        return badPattern(text, PARTITA_TEXT("is empty"));
    return found;
}

/// Takes a pair of quotes around a text off; returns whether there was one.
bool unquote(std::string& text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        return false;
    text = text.substr(1, text.size() - 2);
    return true;
}

Result<std::vector<Term>> termsOf(std::string_view text, std::span<const std::string_view> fields,
                                  bool attributes) {
    std::vector<Term> terms;
    for (const std::string& word : PARTITA_TRY(words(text))) {
        Term term{"name", false, word, false};
        const auto colon = word.find(':'), equals = word.find('=');
        const auto known = [&](std::string_view name) {
            return std::ranges::find(fields, name) != fields.end();
        };
        if (word.front() == '"') {
            // the whole word is a name
        } else if (colon != std::string::npos && known(word.substr(0, colon))) {
            term = {word.substr(0, colon), false, word.substr(colon + 1), false};
        } else if (attributes && equals != std::string::npos &&
                   isIdentifier(word.substr(0, equals))) {
            term = {word.substr(0, equals), true, word.substr(equals + 1), false};
        }
        term.literal = unquote(term.pattern);
        if (term.field == "kind" && std::ranges::find(kKinds, term.pattern) == kKinds.end())
            return badPattern(text, PARTITA_TEXT("has an unknown kind '{0}'", term.pattern));
        terms.push_back(std::move(term));
    }
    return terms;
}

bool hasAttribute(const Node& node, const Term& term) {
    const Attribute* attribute = node.attribute(term.field);
    if (!attribute)
        return false;
    std::string text = attributeText(*attribute, 1000);
    unquote(text);
    if (term.matches(text))
        return true;
    // A type may be written by its name.
    return term.field == "to" && node.is("Cast") && term.matches(dataTypeName(castTarget(node)));
}

bool anyNamed(const Model& model, const IdList<ValueId>& list, const Term& term) {
    return std::ranges::any_of(list, [&](ValueId id) {
        const auto& value = model.value(id);
        return value && term.matches(value->name);
    });
}

bool matches(const Model& model, const Node& node, const Term& term) {
    if (term.attribute)
        return hasAttribute(node, term);
    if (term.field == "op")
        return term.matches(node.opType.str()) ||
               (!node.isOnnx() && term.matches(node.domain + "." + node.opType.str()));
    if (term.field == "domain")
        return term.matches(node.isOnnx() ? std::string_view("ai.onnx") : node.domain.str());
    if (term.field == "input" || term.field == "output")
        return anyNamed(model, term.field == "input" ? node.inputs : node.outputs, term);
    return term.matches(term.field == "graph" ? model.graphPath(node.graph) : node.name);
}

std::string_view kindOf(const Model& model, const Value& value) {
    if (value.isConstant())
        return "initializer";
    if (edits::constantNodeOf(model, value.id))
        return "constant";
    return model.isGraphInput(value.id) ? "input" : "computed";
}

bool matches(const Model& model, const Value& value, const Term& term) {
    if (term.field == "type")
        return term.matches(dataTypeName(elementTypeOf(model, value.id)));
    if (term.field == "kind")
        return term.pattern == kindOf(model, value) ||
               (term.pattern == "input" && model.isGraphInput(value.id)) ||
               (term.pattern == "output" && model.isGraphOutput(value.id));
    if (term.field == "op") {
        const auto& producer = model.node(model.producer(value.id));
        return producer && term.matches(producer->opType.str());
    }
    return term.matches(term.field == "graph" ? model.graphPath(value.graph) : value.name);
}

/// The entries of a table with a name, or else those that all terms of the text match.
template <class Id, class Table>
Result<std::vector<Id>> found(const Model& model, const Table& table, std::string_view text,
                              std::span<const std::string_view> fields, bool attributes) {
    std::vector<Id> named;
    table.forEach([&](Id id, const auto& entry) {
        if (entry->name == text && !text.empty())
            named.push_back(id);
    });
    if (!named.empty())
        return named;
    const auto terms = PARTITA_TRY(termsOf(text, fields, attributes));
    table.forEach([&](Id id, const auto& entry) {
        if (std::ranges::all_of(terms,
                                [&](const Term& term) { return matches(model, *entry, term); }))
            named.push_back(id);
    });
    return named;
}

/// A name as a term: in quotes where it would mean something else.
std::string asTerm(std::string_view name) {
    const bool plain = name.find_first_of(" *?\"") == std::string_view::npos && !name.empty();
    return plain ? std::string(name) : "\"" + std::string(name) + "\"";
}

} // namespace

bool matchesGlob(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Result<std::vector<NodeId>> nodesNamed(const Model& model, std::string_view text) {
    return found<NodeId>(model, model.nodes(), text, kNodeFields, true);
}

Result<std::vector<ValueId>> tensorsNamed(const Model& model, std::string_view text) {
    return found<ValueId>(model, model.values(), text, kTensorFields, false);
}

Result<GraphId> graphNamed(const Model& model, std::string_view text) {
    if (text.empty() || text == "main")
        return model.mainGraph();
    std::vector<GraphId> byPath, byName;
    model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (model.graphPath(id) == text)
            byPath.push_back(id);
        if (graph->name == text)
            byName.push_back(id);
    });
    const auto& graphs = byPath.empty() ? byName : byPath;
    if (graphs.size() == 1)
        return graphs.front();
    return Error{Errc::usage,
                 graphs.empty() ? PARTITA_TEXT("there is no graph '{0}'", text)
                                : PARTITA_TEXT("several graphs are '{0}'", text),
                 {},
                 PARTITA_TEXT("write for example main, or main / If_3.then_branch")};
}

std::string nameOf(const Model& model, NodeId id) {
    const Node& node = *model.node(id);
    const auto means = [&](const std::string& text) {
        const auto nodes = nodesNamed(model, text);
        return nodes && nodes->size() == 1 && nodes->front() == id;
    };
    if (!node.name.empty() && means(node.name))
        return node.name;
    for (const ValueId output : node.outputs)
        if (const auto& value = model.value(output)) {
            const std::string text = "output:" + asTerm(value->name);
            const std::string whole = text + " graph:" + asTerm(model.graphPath(node.graph));
            return means(text) ? text : whole;
        }
    return node.name;
}

std::string nameOf(const Model& model, ValueId id) {
    const Value& value = *model.value(id);
    const auto values = tensorsNamed(model, value.name);
    if (values && values->size() == 1)
        return value.name;
    return "name:" + asTerm(value.name) + " graph:" + asTerm(model.graphPath(value.graph));
}

std::string nameOf(const Model& model, GraphId id) {
    return id == model.mainGraph() ? std::string() : model.graphPath(id);
}

} // namespace partita
