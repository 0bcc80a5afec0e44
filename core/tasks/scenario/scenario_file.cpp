// The JSON form of scenarios (docs/command-line.md, "Scenarios").

#include <algorithm>
#include <array>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/tasks/scenario/element_types.h"
#include "core/tasks/scenario/scenario.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr std::array<std::pair<NodesChange::What, const char*>, 3> kNodeKeys = {{
    {NodesChange::What::exclude, "exclude"},
    {NodesChange::What::pin, "pin"},
    {NodesChange::What::takeAnyway, "take_anyway"},
}};
constexpr std::array<std::pair<Grouping, const char*>, 2> kGroupings = {{
    {Grouping::topological, "topological"},
    {Grouping::dependency, "dependency"},
}};
constexpr std::array<const char*, 4> kLevels = {"disabled", "basic", "extended", "all"};

json formOf(const OrderChange& change) { return {{"order", change.providers}}; }
json formOf(const OptionChange& change) {
    return {{"option", change.option}, {"value", change.value}, {"provider", change.provider}};
}
json formOf(const RunLengthChange& change) {
    return {{"run_length", change.least}, {"provider", change.provider}};
}
json formOf(const NodesChange& change) {
    json nodes;
    if (!change.nodes.op.empty()) {
        nodes = {{"operator", change.nodes.op}};
    } else if (change.nodes.more.empty()) {
        nodes = {{"node", change.nodes.node}};
    } else {
        json names = json::array();
        for (const auto& each : change.nodes.named())
            names.push_back(each.name);
        nodes = {{"nodes", names}};
    }
    if (!change.nodes.type.empty())
        nodes["type"] = change.nodes.type;
    json form = {{"provider", change.provider}};
    for (const auto& [what, key] : kNodeKeys)
        if (what == change.what)
            form[key] = nodes;
    return form;
}
json formOf(const RuleOffChange& change) {
    return {{"rule_off", change.place}, {"provider", change.provider}};
}
json formOf(const SizeChange& change) {
    json form = {{"size", change.name}, {"is", change.sizes}};
    if (change.sizes.size() == 1)
        form["is"] = change.sizes.front();
    return form;
}
json formOf(const GroupingChange& change) {
    for (const auto& [grouping, name] : kGroupings)
        if (grouping == change.grouping)
            return {{"grouping", name}};
    return {};
}
json formOf(const OptimizationChange& change) { return {{"optimization", change.level}}; }
json formOf(const OpsetChange& change) { return {{"opset", change.version}}; }
json formOf(const TypeChange& change) {
    return {{"type", dataTypeName(change.from)}, {"is", dataTypeName(change.to)}};
}

/// Reads one change; the first problem is kept.
class ChangeReader {
public:
    ChangeReader(const json& form, std::size_t number) : m_form(form), m_number(number) {}

    Result<ScenarioChange> read() {
        ScenarioChange change;
        if (!m_form.is_object())
            return problem(PARTITA_TEXT("is no JSON object"));
        if (m_form.contains("on") && !m_form["on"].is_boolean())
            return problem(PARTITA_TEXT("needs true or false for \"{0}\"", "on"));
        change.on = m_form.value("on", true);
        readAction(change.action);
        for (const auto& entry : m_form.items())
            if (m_problem.empty() && std::ranges::find(m_known, entry.key()) == m_known.end())
                fail(PARTITA_TEXT("has an unknown key \"{0}\"", entry.key()));
        if (!m_problem.empty())
            return problem(m_problem);
        return change;
    }

private:
    [[nodiscard]] Error problem(const Message& what) const {
        return {Errc::usage,
                PARTITA_TEXT("change {0} of the scenario {1}", m_number, what),
                {},
                PARTITA_TEXT("nothing of the scenario was applied; docs/command-line.md lists the "
                             "changes")};
    }
    void fail(Message what) {
        if (m_problem.empty())
            m_problem = std::move(what);
    }

    void readAction(ScenarioChange::Action& action) {
        for (const auto& [what, key] : kNodeKeys)
            if (m_form.contains(key)) {
                m_known.emplace_back(key);
                action = NodesChange{what, choice(m_form[key]), text("provider")};
                return;
            }
        if (m_form.contains("order"))
            action = OrderChange{list<std::string>("order")};
        else if (m_form.contains("option"))
            action = OptionChange{text("provider"), text("option"), text("value")};
        else if (m_form.contains("run_length"))
            action = RunLengthChange{text("provider"), length("run_length")};
        else if (m_form.contains("rule_off"))
            action = RuleOffChange{text("rule_off"), text("provider")};
        else if (m_form.contains("size"))
            action = SizeChange{text("size"), sizes("is")};
        else if (m_form.contains("grouping"))
            action = GroupingChange{grouping(text("grouping"))};
        else if (m_form.contains("optimization"))
            action = OptimizationChange{level(text("optimization"))};
        else if (m_form.contains("opset"))
            action = OpsetChange{length("opset")};
        else if (m_form.contains("type"))
            action = types("type", "is");
        else if (m_form.empty() || (m_form.size() == 1 && m_form.contains("on")))
            fail(PARTITA_TEXT("is empty"));
    }

    const json* entry(const char* key) {
        m_known.emplace_back(key);
        if (m_form.contains(key))
            return &m_form[key];
        fail(PARTITA_TEXT("needs \"{0}\"", key));
        return nullptr;
    }

    std::string textOf(const json* value, const char* key) {
        if (value && value->is_string())
            return value->get<std::string>();
        fail(PARTITA_TEXT("needs a text for \"{0}\"", key));
        return {};
    }
    std::string text(const char* key) { return textOf(entry(key), key); }

    template <class T> std::vector<T> list(const char* key) {
        const json* value = entry(key);
        std::vector<T> items;
        bool sound = value && value->is_array() && !value->empty();
        for (std::size_t i = 0; sound && i < value->size(); ++i) {
            sound = (*value)[i].is_string();
            if (sound)
                items.push_back((*value)[i].get<T>());
        }
        if (!sound)
            fail(PARTITA_TEXT("needs a list of texts for \"{0}\"", key));
        return items;
    }

    static std::optional<std::int64_t> wholeNumber(const json& value) {
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > INT64_MAX)
            return std::nullopt;
        return value.get<std::int64_t>();
    }
    std::int64_t length(const char* key) {
        const json* value = entry(key);
        const auto number = value ? wholeNumber(*value) : std::nullopt;
        if (!number)
            fail(PARTITA_TEXT("needs a whole number of at least 0 for \"{0}\"", key));
        return number.value_or(0);
    }
    /// One size of a symbol, or the list of an input's.
    std::vector<std::int64_t> sizes(const char* key) {
        const json* value = entry(key);
        std::vector<std::int64_t> found;
        bool sound = value != nullptr;
        const auto add = [&](const json& each) {
            const auto number = wholeNumber(each);
            sound = sound && number;
            found.push_back(number.value_or(0));
        };
        if (value && value->is_array())
            for (const json& each : *value)
                add(each);
        else if (value)
            add(*value);
        if (!sound)
            fail(PARTITA_TEXT("needs a size or a list of sizes for \"{0}\"", key));
        return found;
    }

    TypeChange types(const char* from, const char* to) {
        const auto typeAt = [&](const char* key) {
            const auto type = dataTypeFromName(text(key));
            const auto known = convertibleTypes();
            return type && std::ranges::find(known, *type) != known.end() ? *type
                                                                          : DataType::undefined;
        };
        const TypeChange change{typeAt(from), typeAt(to)};
        const bool isWrong = change.from == DataType::undefined || change.to == DataType::undefined;
        if (isWrong || change.from == change.to)
            fail(PARTITA_TEXT("needs two of float16, bfloat16, float32 and float64 for \"{0}\" and "
                              "\"{1}\"",
                              from, to));
        return change;
    }

    Grouping grouping(const std::string& given) {
        for (const auto& [grouping, name] : kGroupings)
            if (given == name)
                return grouping;
        fail(PARTITA_TEXT("has an unknown grouping '{0}'", given));
        return Grouping::topological;
    }
    std::string level(const std::string& given) {
        if (std::ranges::find(kLevels, given) == kLevels.end())
            fail(PARTITA_TEXT("has an unknown level of optimization '{0}'", given));
        return given;
    }

    NodeChoice choice(const json& form) {
        NodeChoice choice;
        if (!form.is_object() ||
            form.contains("node") + form.contains("nodes") + form.contains("operator") != 1) {
            fail(PARTITA_TEXT("needs { \"node\": NAME } or { \"operator\": NAME }"));
            return choice;
        }
        for (const auto& [key, value] : form.items())
            if (key == "node")
                choice.node = textOf(&value, "node");
            else if (key == "nodes")
                choice = NodeChoice::of(namesIn(value));
            else if (key == "operator")
                choice.op = operatorNamed(value);
            else if (key == "type" && form.contains("operator"))
                choice.type = typeNamed(textOf(&value, "type"));
            else
                fail(PARTITA_TEXT("has an unknown key \"{0}\"", key));
        return choice;
    }
    std::vector<NodeChoice::Named> namesIn(const json& list) {
        std::vector<NodeChoice::Named> names;
        std::unordered_set<std::string> known;
        const bool sound =
            list.is_array() && !list.empty() &&
            std::ranges::all_of(list, [](const json& each) { return each.is_string(); });
        if (!sound)
            fail(PARTITA_TEXT("needs a list of texts for \"{0}\"", "nodes"));
        for (std::size_t i = 0; sound && i < list.size(); ++i)
            if (auto name = list[i].get<std::string>(); known.insert(name).second)
                names.push_back({std::move(name), {}});
        return names;
    }
    /// A choice without an operator would be one of the nodes without a name.
    std::string operatorNamed(const json& value) {
        std::string name = textOf(&value, "operator");
        if (name.empty())
            fail(PARTITA_TEXT("needs a text for \"{0}\"", "operator"));
        return name;
    }
    std::string typeNamed(const std::string& name) {
        const auto type = dataTypeFromName(name);
        if (type)
            return std::string(dataTypeName(*type));
        fail(PARTITA_TEXT("has an unknown type '{0}'", name));
        return name;
    }

    const json& m_form;
    std::size_t m_number;
    std::vector<std::string> m_known{"on"};
    Message m_problem;
};

Error badScenario(const Message& what) {
    return {Errc::usage,
            PARTITA_TEXT("the scenario {0}", what),
            {},
            PARTITA_TEXT("nothing of it was applied; docs/command-line.md describes the file")};
}

} // namespace

json toJson(const ScenarioChange& change) {
    json form = std::visit([](const auto& action) { return formOf(action); }, change.action);
    if (!change.on)
        form["on"] = false;
    return form;
}

nlohmann::json scenarioJson(const Scenario& scenario, std::size_t applied,
                            const std::vector<NotApplied>& notApplied) {
    json problems = json::array();
    for (const NotApplied& problem : notApplied)
        problems.push_back({{"change", problem.change + 1},
                            {"what", utf8(describe(scenario.changes[problem.change]).text())},
                            {"why", utf8(problem.why.text())},
                            {"partly", problem.partly}});
    const auto off = std::ranges::count(scenario.changes, false, &ScenarioChange::on);
    return {{"changes", scenario.changes.size()},
            {"applied", applied},
            {"off", off},
            {"not_applied", problems}};
}

std::string scenarioText(const Scenario& scenario) {
    json changes = json::array();
    for (const ScenarioChange& change : scenario.changes)
        changes.push_back(toJson(change));
    const json whole = {{"partita_scenario", 1}, {"changes", changes}};
    return whole.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<Scenario> scenarioFromJson(const std::string& text) {
    const auto parsed = parseJson(text);
    if (!parsed)
        return badScenario(PARTITA_TEXT("is {0}", parsed.error().what));
    const json& whole = *parsed;
    if (!whole.is_object())
        return badScenario(PARTITA_TEXT("is no JSON object"));
    if (whole.value("partita_scenario", json()) != json(1))
        return badScenario(PARTITA_TEXT("does not have \"partita_scenario\": 1"));
    for (const auto& entry : whole.items())
        if (entry.key() != "partita_scenario" && entry.key() != "changes")
            return badScenario(PARTITA_TEXT("has an unknown key \"{0}\"", entry.key()));
    if (!whole.contains("changes") || !whole["changes"].is_array())
        return badScenario(PARTITA_TEXT("has no list \"changes\""));
    Scenario scenario;
    for (const json& form : whole["changes"]) {
        auto change = PARTITA_TRY(ChangeReader(form, scenario.changes.size() + 1).read());
        scenario.changes.push_back(std::move(change));
    }
    return scenario;
}

Result<Scenario> readScenario(const std::filesystem::path& path) {
    auto file = PARTITA_TRY(mapFile(path));
    auto scenario = scenarioFromJson(std::string(file.text()));
    if (!scenario)
        return std::move(scenario).error().at(path.string());
    return scenario;
}

} // namespace partita
