#include "core/edits/script_steps.h"

#include <algorithm>
#include <set>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/edits/script_step_reader.h"
#include "core/edits/slots.h"

namespace partita {

using nlohmann::json;

Error wrongValue(Message what) {
    return {Errc::usage,
            std::move(what),
            {},
            PARTITA_TEXT("docs/editing.md lists the edits and their keys")};
}

NewNode operatorOf(const std::string& text) {
    const auto point = text.rfind('.');
    NewNode node;
    node.opType = point == std::string::npos ? text : text.substr(point + 1);
    node.domain = point == std::string::npos ? "" : text.substr(0, point);
    return node;
}

namespace {

const StepKind* kindOf(std::string_view op) {
    for (const auto kinds : {nodeSteps(), modelSteps(), structureSteps()})
        for (const StepKind& kind : kinds)
            if (kind.op == op)
                return &kind;
    return nullptr;
}

} // namespace

Message wrongStep(const std::string& op, const json& form) {
    const StepKind* kind = kindOf(op);
    if (!kind)
        return PARTITA_TEXT("has an unknown edit '{0}'", op);
    std::set<std::string> known = {"op"};
    for (const std::string& key : splitText(kind->required, ' ')) {
        if (!key.empty() && !form.contains(key))
            return PARTITA_TEXT("({0}) lacks the key \"{1}\"", op, key);
        known.insert(key);
    }
    for (const std::string& key : splitText(kind->optional, ' '))
        known.insert(key);
    for (const auto& entry : form.items())
        if (!known.contains(entry.key()))
            return PARTITA_TEXT("({0}) has an unknown key \"{1}\"", op, entry.key());
    return {};
}

Result<StepEdits> editsOf(const Model& model, const std::string& op, const json& form,
                          const std::filesystem::path& folder) {
    if (const Message wrong = wrongStep(op, form); !wrong.empty())
        return wrongValue(PARTITA_TEXT("the step {0}", wrong));
    StepReader reader(model, form, folder);
    auto edits = PARTITA_TRY(kindOf(op)->edits(reader));
    return StepEdits{std::move(edits), reader.matched()};
}

Result<std::string> StepReader::text(const char* key) const {
    const json& value = m_form.at(key);
    if (!value.is_string())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a text", key));
    return value.get<std::string>();
}

Result<std::string> StepReader::textOrNone(const char* key) const {
    return has(key) ? text(key) : Result<std::string>(std::string());
}

Result<bool> StepReader::flag(const char* key) const {
    if (!has(key))
        return false;
    if (!m_form.at(key).is_boolean())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be true or false", key));
    return m_form.at(key).get<bool>();
}

Result<std::int64_t> StepReader::number(const char* key) const {
    if (!m_form.at(key).is_number_integer())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a whole number", key));
    return m_form.at(key).get<std::int64_t>();
}

Result<Dim> StepReader::size(const char* key) const {
    const json& value = m_form.at(key);
    if (value.is_number_integer())
        return Dim{value.get<std::int64_t>(), {}, {}};
    if (value.is_string())
        return Dim{std::nullopt, value.get<std::string>(), {}};
    return wrongValue(PARTITA_TEXT("\"{0}\" must be a size or a name for one", key));
}

Result<GraphId> StepReader::graph() const {
    return graphNamed(m_model, PARTITA_TRY(textOrNone("graph")));
}

template <class Id, class F>
Result<std::vector<Id>> StepReader::all(const json& patterns, F&& find, const Message& what) {
    const json list = patterns.is_array() ? patterns : json::array({patterns});
    std::vector<Id> found;
    for (const json& pattern : list) {
        if (!pattern.is_string())
            return wrongValue(PARTITA_TEXT("{0} must be given by a name or a pattern", what));
        const auto text = pattern.get<std::string>();
        const std::vector<Id> matches = PARTITA_TRY(find(m_model, text));
        if (matches.empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("the model has no {0} '{1}'", what, text),
                         {},
                         PARTITA_TEXT("take the name from the model")};
        for (const Id id : matches)
            if (std::ranges::find(found, id) == found.end())
                found.push_back(id);
    }
    if (found.empty())
        return wrongValue(PARTITA_TEXT("no {0} is named", what));
    m_matched += found.size();
    return found;
}

template <class Id, class F>
Result<Id> StepReader::one(const json& pattern, F&& find, const Message& what) {
    if (pattern.is_array())
        return wrongValue(PARTITA_TEXT("one {0} must be named", what));
    const auto found = PARTITA_TRY(all<Id>(pattern, find, what));
    if (found.size() > 1)
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' matches {1}, and one {2} is meant",
                                  pattern.get<std::string>(), found.size(), what),
                     {},
                     PARTITA_TEXT("name one of them, with graph:… where names are equal")};
    return found.front();
}

Result<std::vector<NodeId>> StepReader::nodes(const char* key) {
    return all<NodeId>(m_form.at(key), nodesNamed, PARTITA_TEXT("node"));
}
Result<std::vector<ValueId>> StepReader::tensors(const char* key) {
    return all<ValueId>(m_form.at(key), tensorsNamed, PARTITA_TEXT("tensor"));
}
Result<NodeId> StepReader::node(const char* key) {
    return one<NodeId>(m_form.at(key), nodesNamed, PARTITA_TEXT("node"));
}
Result<ValueId> StepReader::tensor(const char* key) {
    return one<ValueId>(m_form.at(key), tensorsNamed, PARTITA_TEXT("tensor"));
}

Result<ValueId> StepReader::tensorOf(const json& name) {
    if (name.is_string() && name.get_ref<const std::string&>().empty())
        return ValueId{};
    return one<ValueId>(name, tensorsNamed, PARTITA_TEXT("tensor"));
}

Result<Slot> StepReader::slot(const json& form) {
    const auto wrong = [] {
        return wrongValue(PARTITA_TEXT(
            "a place must be {\"node\": …, \"input\": …} or {\"output\": …, \"graph\": …}"));
    };
    if (!form.is_object())
        return wrong();
    for (const auto& entry : form.items())
        if (entry.key() != "node" && entry.key() != "input" && entry.key() != "output" &&
            entry.key() != "graph")
            return wrong();
    if (form.contains("node") && form.contains("input") && form["input"].is_number_unsigned()) {
        const NodeId node =
            PARTITA_TRY(one<NodeId>(form["node"], nodesNamed, PARTITA_TEXT("node")));
        return Slot{node, {}, form["input"].get<std::size_t>()};
    }
    if (!form.contains("output") || form.contains("node"))
        return wrong();
    const GraphId graph =
        PARTITA_TRY(graphNamed(m_model, form.contains("graph") && form["graph"].is_string()
                                            ? form["graph"].get_ref<const std::string&>()
                                            : std::string()));
    const auto& outputs = m_model.graph(graph)->outputs;
    const json& output = form["output"];
    if (output.is_number_unsigned() && output.get<std::size_t>() < outputs.size()) {
        ++m_matched;
        return Slot{{}, graph, output.get<std::size_t>()};
    }
    for (std::size_t i = 0; i < outputs.size() && output.is_string(); ++i)
        if (const auto& value = m_model.value(outputs[i]);
            value && value->name == output.get_ref<const std::string&>()) {
            ++m_matched;
            return Slot{{}, graph, i};
        }
    return Error{Errc::usage,
                 PARTITA_TEXT("the graph {0} has no output {1}", m_model.graphPath(graph),
                              output.dump(-1, ' ', false, json::error_handler_t::replace)),
                 {},
                 PARTITA_TEXT("take the name from the model")};
}

Result<std::vector<Slot>> StepReader::readers(ValueId of) {
    if (!has("readers"))
        return of ? readersOf(m_model, of) : std::vector<Slot>();
    const json& list = at("readers");
    if (!list.is_array())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a list of places", "readers"));
    std::vector<Slot> found;
    for (const json& form : list)
        found.push_back(PARTITA_TRY(slot(form)));
    return found;
}

Result<TensorPtr> StepReader::tensorData(const char* key, const ExpectedTensor& expected) const {
    return tensorFromJson(m_form.at(key), m_folder, expected);
}

Result<TypePtr> typeFromJson(const json& type, const json& shape) {
    const auto element =
        type.is_string() ? dataTypeFromName(type.get<std::string>()) : std::nullopt;
    if (!element)
        return wrongValue(PARTITA_TEXT("{0} is no element type",
                                       type.dump(-1, ' ', false, json::error_handler_t::replace)));
    if (shape.is_null())
        return Type::tensor(*element, std::nullopt);
    if (!shape.is_array())
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a list of sizes", "shape"));
    Shape sizes;
    for (const json& size : shape) {
        Dim dim;
        if (size.is_number_integer())
            dim.value = size.get<std::int64_t>();
        else if (size.is_string())
            dim.param = size.get<std::string>();
        else if (!size.is_null())
            return wrongValue(PARTITA_TEXT("{0} is no size", size.dump()));
        sizes.push_back(std::move(dim));
    }
    return Type::tensor(*element, std::move(sizes));
}

} // namespace partita
