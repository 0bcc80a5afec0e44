#include "core/data/node_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/number_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"

namespace partita {

namespace {

using nlohmann::json;
using Entry = NamedValues::Entry;

constexpr std::size_t kMostBytes = std::size_t{64} << 20, kMostEntries = 4'000'000;
constexpr std::size_t kMostColumns = 1000, kNamesShown = 3;

Error wrong(Message what) {
    return {Errc::usage,
            std::move(what),
            {},
            PARTITA_TEXT("give JSON {\"node\": value} or CSV with the columns name,value")};
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::string_view(" \t\r").find(text.front()) != std::string_view::npos)
        text.remove_prefix(1);
    while (!text.empty() && std::string_view(" \t\r").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

std::optional<double> numberOf(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    return parseNumber<double>(text);
}

/// A value as a file writes it. What stands for "no value" is none.
Entry entryOf(std::string name, std::string_view written) {
    const std::string_view text = trimmed(written);
    const auto number = numberOf(text);
    if (text.empty() || (number && !std::isfinite(*number)))
        return {std::move(name), std::nullopt, {}};
    return {std::move(name), number, std::string(text)};
}

// ---- CSV

/// The fields of the next line; advances `text` beyond it.
Result<std::vector<std::string>> nextLine(std::string_view& text, char separator) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted) {
            if (c != '"')
                fields.back() += c;
            else if (at + 1 < text.size() && text[at + 1] == '"')
                fields.back() += text[++at];
            else
                quoted = false;
        } else if (c == '"' && trimmed(fields.back()).empty()) {
            fields.back().clear();
            quoted = true;
        } else if (c == separator) {
            if (fields.size() >= kMostColumns)
                return wrong(PARTITA_TEXT("a line has more than {0} columns", kMostColumns));
            fields.emplace_back();
        } else if (c == '\n') {
            break;
        } else if (c != '\r') {
            fields.back() += c;
        }
    }
    if (quoted)
        return wrong(PARTITA_TEXT("a quoted field has no end"));
    text.remove_prefix(std::min(text.size(), at + 1));
    return fields;
}

char separatorOf(std::string_view text) {
    const std::string_view first = text.substr(0, text.find('\n'));
    char best = ',';
    for (const char each : {',', ';', '\t'})
        if (std::ranges::count(first, each) > std::ranges::count(first, best))
            best = each;
    return best;
}

/// The columns of the names and of the values.
struct ColumnChoice {
    std::size_t name = 0, value = 1;
};

bool isNameTitle(const std::string& title) {
    const std::string text = lowerLetters(trimmed(title));
    return text == "name" || text == "node" || text == "node_name";
}

Result<ColumnChoice> chooseColumns(const std::vector<std::string>& heads,
                                   const std::string& column) {
    ColumnChoice choice;
    const auto name = std::ranges::find_if(heads, isNameTitle);
    choice.name = name == heads.end() ? 0 : static_cast<std::size_t>(name - heads.begin());
    const auto find = [&](const std::string& wanted) {
        return std::ranges::find_if(heads, [&](const std::string& head) {
            return lowerLetters(trimmed(head)) == lowerLetters(wanted);
        });
    };
    auto value = find(column.empty() ? "value" : column);
    if (value == heads.end() && !column.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no column '{0}'", column),
                     {},
                     PARTITA_TEXT("use one of: {0}", fmt::format("{}", fmt::join(heads, ", ")))};
    choice.value = value != heads.end() ? static_cast<std::size_t>(value - heads.begin())
                                        : (choice.name == 0 ? 1 : 0);
    return choice;
}

Result<NamedValues> fromCsv(std::string_view text, const std::string& title,
                            const std::string& column) {
    NamedValues named;
    named.title = title;
    const char separator = separatorOf(text);
    const std::string_view whole = text;
    auto heads = PARTITA_TRY(nextLine(text, separator));
    if (heads.size() < 2)
        return wrong(PARTITA_TEXT("the first line has no second column"));
    ColumnChoice choice;
    if (!column.empty() || !numberOf(trimmed(heads[1])) || isNameTitle(heads[0])) {
        choice = PARTITA_TRY(chooseColumns(heads, column));
        named.title = trimmed(heads[choice.value]);
        heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(choice.name));
        named.columns = std::move(heads);
    } else {
        text = whole; // there are no titles
    }
    while (!text.empty()) {
        auto fields = PARTITA_TRY(nextLine(text, separator));
        if (fields.size() == 1 && trimmed(fields[0]).empty())
            continue;
        if (named.entries.size() >= kMostEntries)
            return wrong(PARTITA_TEXT("there are more than {0} values", kMostEntries));
        if (fields.size() <= choice.name)
            continue;
        const std::string value =
            choice.value < fields.size() ? fields[choice.value] : std::string();
        named.entries.push_back(entryOf(std::move(fields[choice.name]), value));
    }
    return named;
}

// ---- JSON

Entry entryOf(std::string name, const json& value) {
    if (value.is_number()) {
        const auto number = value.get<double>();
        return std::isfinite(number) ? Entry{std::move(name), number, value.dump()}
                                     : Entry{std::move(name), std::nullopt, {}};
    }
    if (value.is_boolean())
        return {std::move(name), std::nullopt, value.get<bool>() ? "true" : "false"};
    if (value.is_string())
        return entryOf(std::move(name), std::string_view(value.get_ref<const std::string&>()));
    return {std::move(name), std::nullopt, {}};
}

/// A value, or the member of an object that has it.
const json& valueIn(const json& each, const std::string& column) {
    static const json kNone;
    if (!each.is_object())
        return each;
    const auto found = each.find(column.empty() ? "value" : column);
    return found == each.end() ? kNone : *found;
}

Result<void> addObject(const json& object, const std::string& column, NamedValues& named) {
    for (const auto& [name, value] : object.items()) {
        if (named.entries.size() >= kMostEntries)
            return wrong(PARTITA_TEXT("there are more than {0} values", kMostEntries));
        named.entries.push_back(entryOf(name, valueIn(value, column)));
    }
    return {};
}

Result<void> addList(const json& list, const std::string& column, NamedValues& named) {
    for (const json& each : list) {
        if (named.entries.size() >= kMostEntries)
            return wrong(PARTITA_TEXT("there are more than {0} values", kMostEntries));
        const json* name = nullptr;
        if (each.is_object())
            for (const char* key : {"name", "node", "node_name"})
                if (const auto at = each.find(key); !name && at != each.end() && at->is_string())
                    name = &*at;
        if (!name)
            return wrong(
                PARTITA_TEXT("entry {0} of the list has no \"name\"", named.entries.size() + 1));
        named.entries.push_back(entryOf(name->get<std::string>(), valueIn(each, column)));
    }
    return {};
}

const json* member(const json& object, const char* key) {
    const auto at = object.is_object() ? object.find(key) : object.end();
    return at == object.end() ? nullptr : &*at;
}

Result<NamedValues> fromJson(std::string_view text, const std::string& title,
                             const std::string& column) {
    const json document = PARTITA_TRY(parseJson(text));
    NamedValues named;
    named.title = column.empty() ? title : column;
    if (member(document, "partita_scenario"))
        return Error{Errc::usage,
                     PARTITA_TEXT("this is a scenario, not values of nodes"),
                     {},
                     seeTyped(PARTITA_TEXT("open it as a scenario"), "--scenario")};
    // Model Explorer: the results of one graph, or of several graphs by name.
    const json* results = member(document, "results");
    if (!results && document.is_object() && document.size() == 1)
        results = member(document.begin().value(), "results");
    const json* nodes = member(document, "nodes");
    if (results && results->is_object())
        PARTITA_TRY(addObject(*results, column, named));
    else if (nodes && nodes->is_array())
        PARTITA_TRY(addList(*nodes, column, named));
    else if (document.is_object())
        PARTITA_TRY(addObject(document, column, named));
    else if (document.is_array())
        PARTITA_TRY(addList(document, column, named));
    else
        return wrong(PARTITA_TEXT("this is neither an object nor a list"));
    return named;
}

/// "a, b, c and 12 more"
Message some(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(kNamesShown, names.size()); ++i)
        text += (text.empty() ? "" : ", ") + names[i];
    return names.size() > kNamesShown
               ? PARTITA_TEXT("{0} and {1} more", text, names.size() - kNamesShown)
               : Message(text);
}

} // namespace

Result<NamedValues> namedValuesFrom(std::string_view text, bool isCsv, const std::string& title,
                                    const std::string& column) {
    if (text.size() > kMostBytes)
        return wrong(PARTITA_TEXT("the file is larger than {0} MiB", kMostBytes >> 20));
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    auto named = isCsv ? fromCsv(text, title, column) : fromJson(text, title, column);
    if (named && std::ranges::all_of(named->entries, [](const Entry& e) { return e.text.empty(); }))
        return wrong(PARTITA_TEXT("there is no value in it"));
    return named;
}

Result<NamedValues> readNamedValues(const std::filesystem::path& path, const std::string& column) {
    const Buffer buffer = PARTITA_TRY(mapFile(path));
    const Bytes bytes = buffer.bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string ending = lowerLetters(path.extension().string());
    auto named =
        namedValuesFrom(text, ending == ".csv" || ending == ".tsv", path.stem().string(), column);
    if (!named)
        return std::move(named).error().at(Message(path.string()));
    PARTITA_TRY(checkUnchanged(bytes));
    return named;
}

NodeValues valuesOf(const Model& model, const NamedValues& named) {
    NodeValues values;
    values.title = named.title;
    values.areNumbers = std::ranges::all_of(
        named.entries, [](const Entry& each) { return each.number || each.text.empty(); });
    const std::size_t end = model.nodes().keyEnd();
    values.texts.resize(end);
    if (values.areNumbers)
        values.numbers.assign(end, std::numeric_limits<double>::quiet_NaN());
    std::unordered_map<std::string, std::vector<NodeId>> byName;
    model.nodes().forEach(
        [&](NodeId id, const auto& node) { byName[node->label()].push_back(id); });
    std::unordered_set<std::string> seen;
    for (const Entry& entry : named.entries) {
        auto found = byName.find(entry.name);
        // A report writes an apostrophe before what a spreadsheet would compute.
        if (found == byName.end() && entry.name.starts_with('\''))
            found = byName.find(entry.name.substr(1));
        if (!seen.insert(entry.name).second) {
            values.repeated.push_back(entry.name);
            continue;
        }
        if (found == byName.end()) {
            values.unmatched.push_back(entry.name);
            continue;
        }
        if (entry.text.empty()) {
            ++values.without;
            continue;
        }
        values.shared += found->second.size() > 1;
        values.nodes += found->second.size();
        for (const NodeId node : found->second) {
            values.texts[node.value] = entry.text;
            if (values.areNumbers)
                values.numbers[node.value] = *entry.number;
        }
    }
    return values;
}

std::vector<Message> NodeValues::summary() const {
    std::vector<Message> parts{PARTITA_TEXT("nodes with a value: {0}", nodes)};
    if (!unmatched.empty())
        parts.push_back(
            PARTITA_TEXT("names that no node has: {0} ({1})", unmatched.size(), some(unmatched)));
    if (!repeated.empty())
        parts.push_back(PARTITA_TEXT("names given again, where the first value counts: {0} ({1})",
                                     repeated.size(), some(repeated)));
    if (without)
        parts.push_back(PARTITA_TEXT("nodes whose value is empty or not finite: {0}", without));
    if (shared)
        parts.push_back(
            PARTITA_TEXT("names that several nodes have, each with the value: {0}", shared));
    return parts;
}

const std::string& NodeValues::text(NodeId node) const {
    static const std::string kNone;
    return node.value < texts.size() ? texts[node.value] : kNone;
}

} // namespace partita
