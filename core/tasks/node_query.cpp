#include "core/tasks/node_query.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <re2/re2.h>

#include "core/base/byte_size.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/onnx/operator_work.h"
#include "core/session/partitioner.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

namespace {

/// What a term is compared with.
struct Looked {
    const Model& model;
    const Partitioning& placed;
    const Node& node;
};
/// Whether a text matches: a part of it, or in a field of whole words all of it.
struct TestText {
    std::shared_ptr<const RE2> pattern;
    std::string word; ///< as it was written

    bool operator()(std::string_view text) const {
        return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern);
    }
};

bool anyTensor(const Looked& at, const std::function<bool(const Value&)>& test) {
    for (const auto* list : {&at.node.inputs, &at.node.outputs})
        for (const ValueId id : *list)
            if (const auto& value = at.model.value(id); value && test(*value))
                return true;
    return false;
}

bool hasName(const Looked& at, const TestText& test) { return test(at.node.name); }
bool hasOp(const Looked& at, const TestText& test) {
    return test(at.node.opType.str()) || (!at.node.isOnnx() && test(operatorName(at.node)));
}
bool hasDomain(const Looked& at, const TestText& test) {
    return test(at.node.isOnnx() ? std::string_view("ai.onnx") : at.node.domain.str());
}
bool hasTensor(const Looked& at, const TestText& test) {
    return anyTensor(at, [&](const Value& value) { return test(value.name); });
}
bool hasType(const Looked& at, const TestText& test) {
    return anyTensor(at, [&](const Value& value) {
        return value.type && (test(value.type->text()) || test(dataTypeName(value.type->element)));
    });
}
bool hasAttribute(const Looked& at, const TestText& test) {
    return std::any_of(at.node.attributes->begin(), at.node.attributes->end(),
                       [&](const AttributePtr& attribute) {
                           return test(attribute->name + "=" + attributeText(*attribute, 80));
                       });
}
bool hasProvider(const Looked& at, const TestText& test) {
    const auto provider = at.placed.providerOf(at.node.id);
    if (at.placed.isFolded(at.node.id))
        return lowerLetters(test.word) == "folded" ||
               (at.placed.isUnused(at.node.id) && lowerLetters(test.word) == "unused");
    if (at.placed.isSplit(at.node.id) && lowerLetters(test.word) == "split")
        return true;
    return provider ? test(at.placed.providers[*provider]) : lowerLetters(test.word) == "none";
}
bool hasPartition(const Looked& at, const TestText& test) {
    const Partition* partition = at.placed.partition(at.node.id);
    return partition && test(at.placed.badge(*partition));
}
bool hasReason(const Looked& at, const TestText& test) {
    if (test(at.placed.explain(at.node.id).text()))
        return true;
    const auto& verdicts = at.placed.verdicts(at.node.id);
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [&](const Verdict& each) { return test(reasonName(each.code)); });
}
bool hasWord(const Looked& at, const TestText& test) {
    return hasName(at, test) || hasOp(at, test) || hasTensor(at, test);
}

std::optional<double> bytesOf(const Looked& at) {
    std::optional<double> sum;
    for (const ValueId id : at.node.outputs)
        if (const auto& value = at.model.value(id))
            if (const auto bytes = valueBytes(*value))
                sum = sum.value_or(0) + static_cast<double>(*bytes);
    return sum;
}
std::optional<double> weightsOf(const Looked& at) {
    double sum = 0;
    for (const ValueId id : at.node.inputs)
        if (const auto& value = at.model.value(id); value && value->initializer)
            sum += static_cast<double>(value->initializer->byteSize());
    return sum;
}
std::optional<double> flopsOf(const Looked& at) {
    const auto work = operatorWork(at.model, at.node);
    return work ? std::optional(work->flops()) : std::nullopt;
}
std::optional<double> readersOf(const Looked& at) {
    double count = 0;
    for (const ValueId id : at.node.outputs)
        if (at.model.value(id))
            for (const NodeId reader : at.model.consumers(id))
                count += static_cast<bool>(reader);
    return count;
}
std::optional<double> countOf(const Looked&, const IdList<ValueId>& list) {
    double count = 0;
    for (const ValueId id : list)
        count += static_cast<bool>(id);
    return count;
}
std::optional<double> inputsOf(const Looked& at) { return countOf(at, at.node.inputs); }
std::optional<double> outputsOf(const Looked& at) { return countOf(at, at.node.outputs); }
std::optional<double> idOf(const Looked& at) { return at.node.id.value; }

struct TextField {
    std::string_view key;
    bool (*has)(const Looked&, const TestText&);
    bool whole = false; ///< a part of the text is not enough: And is no part of Expand
};
constexpr TextField kTextFields[] = {
    {"op", hasOp, true},    {"name", hasName},   {"domain", hasDomain},  {"tensor", hasTensor},
    {"attr", hasAttribute}, {"ep", hasProvider}, {"part", hasPartition}, {"type", hasType},
    {"dtype", hasType},     {"shape", hasType},  {"why", hasReason},
};
struct NumberField {
    std::string_view key;
    std::optional<double> (*of)(const Looked&);
    bool isBytes = false;
};
constexpr NumberField kNumberFields[] = {
    {"bytes", bytesOf, true},
    {"weights", weightsOf, true},
    {"flops", flopsOf},
    {"readers", readersOf},
    {"inputs", inputsOf},
    {"outputs", outputsOf},
    {"id", idOf},
};

struct Range {
    double least = -std::numeric_limits<double>::infinity(),
           most = std::numeric_limits<double>::infinity();
    bool openBelow = false, openAbove = false; ///< the end itself is outside

    [[nodiscard]] bool holds(double number) const {
        return (openBelow ? number > least : number >= least) &&
               (openAbove ? number < most : number <= most);
    }
};

/// "1.5", "3M", "2g": a count with an optional power of 1000.
std::optional<double> countIn(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || !std::isfinite(number))
        return std::nullopt;
    const std::string unit = lowerLetters({end, text.data() + text.size()});
    if (unit.empty())
        return number;
    const auto power = std::string_view("kmgtp").find(unit);
    if (unit.size() > 1 || power == std::string_view::npos)
        return std::nullopt;
    return number * std::pow(1000, static_cast<double>(power + 1));
}

/// `numberIn`: reads one number.
std::optional<Range> rangeIn(std::string_view text,
                             std::optional<double> (*numberIn)(std::string_view)) {
    Range range;
    if (const auto dots = text.find(".."); dots != std::string_view::npos) {
        const auto least = numberIn(text.substr(0, dots)), most = numberIn(text.substr(dots + 2));
        if (!least || !most)
            return std::nullopt;
        range.least = *least;
        range.most = *most;
        return range;
    }
    const char sign = text.empty() ? '\0' : text.front();
    const bool compares = sign == '<' || sign == '>', equal = text.size() > 1 && text[1] == '=';
    const auto number = numberIn(text.substr(!compares ? 0 : equal ? 2 : 1));
    if (!number)
        return std::nullopt;
    if (sign != '<') {
        range.least = *number;
        range.openBelow = compares && !equal;
    }
    if (sign != '>') {
        range.most = *number;
        range.openAbove = compares && !equal;
    }
    return range;
}

} // namespace

struct NodeQuery::Part {
    enum class Kind { term, all, any, none } kind = Kind::term;
    std::vector<std::shared_ptr<const Part>> parts; ///< of `none`: one
    std::function<bool(const Looked&)> test;        ///< of a term

    [[nodiscard]] bool matches(const Looked& at) const {
        const auto each = [&](const auto& part) { return part->matches(at); };
        switch (kind) {
        case Kind::term: return test(at);
        case Kind::all: return std::all_of(parts.begin(), parts.end(), each);
        case Kind::any: return std::any_of(parts.begin(), parts.end(), each);
        default: return !parts.front()->matches(at);
        }
    }
};

namespace {

using Part = NodeQuery::Part;
using PartPtr = std::shared_ptr<const Part>;

constexpr std::size_t kLongestQuery = 10'000; ///< bytes of a query
constexpr int kDeepest = 100;                 ///< nested brackets and negations

PartPtr joined(Part::Kind kind, std::vector<PartPtr> parts) {
    if (parts.size() == 1 && kind != Part::Kind::none)
        return parts.front();
    return std::make_shared<const Part>(Part{kind, std::move(parts), {}});
}

PartPtr termOf(std::function<bool(const Looked&)> test) {
    return std::make_shared<const Part>(Part{Part::Kind::term, {}, std::move(test)});
}

Error mistake(Message what, Message remedy = {}) {
    return Error{Errc::usage, std::move(what), {}, std::move(remedy)};
}

/// A part of the text that spaces or brackets delimit.
struct Word {
    std::string text;
    bool quoted = false; ///< no operator, and no part of it has a meaning
    bool regex = false;  ///< behind the key it is a regular expression
    std::string key;     ///< before the first quote or slash, with the colon
};

/// A whole text in which `*` stands for any characters and `?` for one.
std::string wholePattern(const Word& word) {
    std::string pattern = "^";
    for (const char& c : word.text)
        pattern += word.quoted || (c != '*' && c != '?') ? RE2::QuoteMeta(re2::StringPiece(&c, 1))
                   : c == '*'                            ? ".*"
                                                         : ".";
    return pattern + "$";
}

Result<std::shared_ptr<const RE2>> patternOf(const Word& word, bool whole, bool matchCase) {
    RE2::Options options;
    options.set_case_sensitive(matchCase);
    options.set_log_errors(false);
    options.set_max_mem(1 << 20);
    auto made = std::make_shared<const RE2>(word.regex ? word.text
                                            : whole    ? wholePattern(word)
                                                       : RE2::QuoteMeta(word.text),
                                            options);
    if (!made->ok())
        return mistake(
            PARTITA_TEXT("'{0}' is no regular expression: {1}", word.text, made->error()));
    return made;
}

class Parser {
public:
    Parser(std::string_view text, NodeQuery::Options options) : m_text(text), m_options(options) {}

    Result<PartPtr> parse() {
        auto whole = PARTITA_TRY(any());
        skipSpaces();
        if (m_at < m_text.size())
            return mistake(PARTITA_TEXT("a closing bracket has no opening one"));
        return whole;
    }

private:
    Result<PartPtr> any() {
        if (++m_depth > kDeepest)
            return mistake(PARTITA_TEXT("the brackets are nested too deeply"));
        std::vector<PartPtr> parts{PARTITA_TRY(all())};
        while (parts.back() && takeOperator("or"))
            parts.push_back(PARTITA_TRY(all()));
        --m_depth;
        if (!parts.back())
            return PartPtr();
        return joined(Part::Kind::any, std::move(parts));
    }

    Result<PartPtr> all() {
        std::vector<PartPtr> parts;
        for (;;) {
            if (!parts.empty() && isOperator("or"))
                break;
            if (!parts.empty())
                takeOperator("and");
            auto part = PARTITA_TRY(one());
            if (!part)
                break;
            parts.push_back(std::move(part));
        }
        return parts.empty() ? PartPtr() : joined(Part::Kind::all, std::move(parts));
    }

    /// One term, or what is in brackets; null at the end and before a closing bracket.
    Result<PartPtr> one() {
        skipSpaces();
        if (m_at >= m_text.size() || isBracket(')'))
            return PartPtr();
        if (takeOperator("not")) {
            if (++m_depth > kDeepest)
                return mistake(PARTITA_TEXT("the brackets are nested too deeply"));
            auto part = PARTITA_TRY(one());
            --m_depth;
            return part ? joined(Part::Kind::none, {std::move(part)}) : part;
        }
        if (isBracket('(')) {
            ++m_at;
            auto part = PARTITA_TRY(any());
            skipSpaces();
            if (m_at >= m_text.size() || m_text[m_at] != ')')
                return mistake(PARTITA_TEXT("an opening bracket has no closing one"));
            ++m_at;
            if (!part)
                return mistake(PARTITA_TEXT("there is nothing between the brackets"));
            return part;
        }
        return term(PARTITA_TRY(word()));
    }

    /// Whether the next character is a bracket that groups.
    [[nodiscard]] bool isBracket(char sign) const {
        return !m_options.regex && m_text[m_at] == sign;
    }

    void skipSpaces() {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }

    /// Whether the next word is this operator: in small letters, and with something behind it. ONNX
    /// has operators of these names, too.
    [[nodiscard]] bool isOperator(std::string_view name) {
        skipSpaces();
        const std::string_view rest = std::string_view(m_text).substr(m_at);
        if (!rest.starts_with(name) || rest.size() == name.size())
            return false;
        const char next = rest[name.size()];
        const auto more = rest.find_first_not_of(' ', name.size());
        return (next == ' ' || next == '(') && more != std::string_view::npos && rest[more] != ')';
    }
    bool takeOperator(std::string_view name) {
        const bool is = isOperator(name);
        if (is)
            m_at += name.size();
        return is;
    }

    /// Reads up to a space or a closing bracket that has no opening one in the word.
    Result<Word> word() {
        Word read;
        int open = 0;
        while (m_at < m_text.size() && m_text[m_at] != ' ') {
            const char c = m_text[m_at];
            const bool begins = read.text.empty() || read.text.back() == ':';
            if ((c == '"' || c == '/') && begins && hasPair(c)) {
                read.key = std::exchange(read.text, {});
                (c == '"' ? read.quoted : read.regex) = true;
                const auto end = pairOf(c);
                read.text = m_text.substr(m_at + 1, end - m_at - 1);
                m_at = end + 1;
                return read;
            }
            open += isBracket('(') ? 1 : isBracket(')') ? -1 : 0;
            if (open < 0)
                break;
            read.text += c;
            ++m_at;
        }
        return read;
    }
    [[nodiscard]] bool hasPair(char sign) const { return pairOf(sign) != std::string::npos; }
    /// The end of a quotation or of an expression. A slash is one only before a space, a closing
    /// bracket or the end, because names have slashes in them: "/block/conv".
    [[nodiscard]] std::size_t pairOf(char sign) const {
        for (auto at = m_text.find(sign, m_at + 1); at != std::string::npos;
             at = m_text.find(sign, at + 1))
            if (sign == '"' || at + 1 == m_text.size() || m_text[at + 1] == ' ' ||
                m_text[at + 1] == ')')
                return at;
        return std::string::npos;
    }

    [[nodiscard]] Result<PartPtr> term(Word word) const {
        if (!word.regex && !word.quoted)
            if (const auto colon = word.text.find(':'); colon != std::string::npos) {
                word.key = word.text.substr(0, colon + 1);
                word.text.erase(0, colon + 1);
            }
        word.regex = word.regex || (m_options.regex && !word.quoted);
        const std::string key = lowerLetters(
            std::string_view(word.key).substr(0, word.key.empty() ? 0 : word.key.size() - 1));
        for (const NumberField& field : kNumberFields)
            if (field.key == key)
                return number(field, word.text);
        for (const TextField& field : kTextFields)
            if (field.key == key)
                return words(field, word);
        word.text = word.key + word.text; // a name with a colon
        return words({"", hasWord}, word);
    }

    static Result<PartPtr> number(const NumberField& field, const std::string& text) {
        const auto range = rangeIn(text, field.isBytes ? byteSizeIn : countIn);
        if (!range)
            return mistake(PARTITA_TEXT("'{0}' is no range of numbers", text),
                           field.isBytes ? PARTITA_TEXT("write for example >1MB or 1KB..2KB")
                                         : PARTITA_TEXT("write for example >3M, <=5 or 10..20"));
        return termOf([of = field.of, range = *range](const Looked& at) {
            const auto value = of(at);
            return value && range.holds(*value);
        });
    }

    [[nodiscard]] Result<PartPtr> words(const TextField& field, const Word& word) const {
        const TestText test{PARTITA_TRY(patternOf(word, field.whole, m_options.matchCase)),
                            word.text};
        return termOf([has = field.has, test](const Looked& at) { return has(at, test); });
    }

    const std::string m_text;
    const NodeQuery::Options m_options;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

Result<NodeQuery> NodeQuery::parse(std::string_view text, Options options) {
    if (text.size() > kLongestQuery)
        return mistake(PARTITA_TEXT("the query is longer than {0} bytes", kLongestQuery));
    NodeQuery query;
    query.m_root = PARTITA_TRY(Parser(text, options).parse());
    return query;
}

bool NodeQuery::matches(const Model& model, const Partitioning& partitioning,
                        const Node& node) const {
    return m_root && m_root->matches({model, partitioning, node});
}

} // namespace partita
