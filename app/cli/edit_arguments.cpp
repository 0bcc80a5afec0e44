#include "app/cli/edit_arguments.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>

#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/name_patterns.h"

namespace partita::cli {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;
using Step = Result<json>;

Error unreadable(const std::string& text, const char* example) {
    return {Errc::usage,
            PARTITA_TEXT("'{0}' is no such change", text),
            {},
            PARTITA_TEXT("write for example {0}", example)};
}

/// Splits at the last separator, since names may contain it.
std::optional<std::pair<std::string, std::string>> splitLast(const std::string& text,
                                                             char separator) {
    const auto at = text.rfind(separator);
    if (at == std::string::npos || at == 0)
        return std::nullopt;
    return std::pair(text.substr(0, at), text.substr(at + 1));
}

bool isWord(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    });
}

/// A whole number as a number, anything else as a text; "?" as null.
json sizeOf(const std::string& text) {
    if (text == "?")
        return nullptr;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return text;
    return number < 0 ? json(number) : json(static_cast<std::uint64_t>(number));
}

json sizesOf(const std::string& text) {
    json sizes = json::array();
    if (!text.empty())
        for (const std::string& part : splitText(text, ','))
            sizes.push_back(sizeOf(part));
    return sizes;
}

Step pairStep(const std::string& text, const char* op, const char* first, const char* second,
              const char* example) {
    const auto pair = splitPair(text);
    if (!pair)
        return unreadable(text, example);
    return json{{"op", op}, {first, pair->first}, {second, pair->second}};
}

Step rename(const std::string& text, const Model&) {
    return pairStep(text, "rename_tensor", "tensor", "name", "x=image");
}
Step renameNode(const std::string& text, const Model&) {
    return pairStep(text, "rename_node", "node", "name", "Conv_0=stem");
}
Step deleteNodes(const std::string& text, const Model&) {
    return json{{"op", "delete_nodes"}, {"nodes", text}};
}
Step bypass(const std::string& text, const Model&) {
    return json{{"op", "bypass_nodes"}, {"nodes", text}};
}
Step replaceOperator(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "act_1=HardSwish");
    return json{{"op", "replace_operator"}, {"nodes", pair->first}, {"operator", pair->second}};
}

/// NODE.ATTRIBUTE=VALUE: names of nodes may contain points, and values anything.
Step setAttribute(const std::string& text, const Model&) {
    for (auto point = text.find('.'); point != std::string::npos;
         point = text.find('.', point + 1)) {
        const auto equals = text.find('=', point);
        if (equals == std::string::npos || point == 0)
            continue;
        const std::string name = text.substr(point + 1, equals - point - 1);
        if (isWord(name))
            return json{{"op", "set_attribute"},
                        {"nodes", text.substr(0, point)},
                        {"name", name},
                        {"value", text.substr(equals + 1)}};
    }
    return unreadable(text, "Softmax_3.axis=-1");
}
Step resetAttribute(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '.');
    if (!pair)
        return unreadable(text, "Softmax_3.axis");
    return json{{"op", "reset_attribute"}, {"nodes", pair->first}, {"name", pair->second}};
}

/// NODE:2, an input of a node, or OUTPUT.
json placeOf(const std::string& text) {
    if (const auto pair = splitLast(text, ':'))
        if (const json index = sizeOf(pair->second); index.is_number_unsigned())
            return {{"node", pair->first}, {"input", index}};
    return {{"output", text}};
}
/// NODE:2=TENSOR
Step connect(const std::string& text, const Model&) {
    for (auto equals = text.find('='); equals != std::string::npos;
         equals = text.find('=', equals + 1)) {
        json place = placeOf(text.substr(0, equals));
        if (place.contains("node") || text.find('=', equals + 1) == std::string::npos)
            return json{{"op", "connect"}, {"to", place}, {"from", text.substr(equals + 1)}};
    }
    return unreadable(text, "Add_4:1=bias");
}
Step disconnect(const std::string& text, const Model&) {
    return json{{"op", "disconnect"}, {"place", placeOf(text)}};
}

/// TENSOR=Operator(attribute=value;…)
Step insert(const std::string& text, const Model&) {
    constexpr const char* kExample = "image=Cast(to=float32)";
    const auto pair = splitPair(text);
    if (!pair)
        return unreadable(text, kExample);
    std::string op = pair->second;
    json step = {{"op", "insert_node"}, {"on", pair->first}};
    if (const auto open = op.find('('); open != std::string::npos) {
        if (op.back() != ')')
            return unreadable(text, kExample);
        const std::string inside = op.substr(open + 1, op.size() - open - 2);
        op = op.substr(0, open);
        for (const std::string& part : splitText(inside, ';')) {
            const auto attribute = splitPair(part);
            if (!attribute)
                return unreadable(text, kExample);
            step["attributes"][attribute->first] = attribute->second;
        }
    }
    if (op.empty())
        return unreadable(text, kExample);
    step["operator"] = op;
    return step;
}

Step dimension(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair || pair->second.empty())
        return unreadable(text, "batch=1");
    return json{{"op", "set_dimension"}, {"symbol", pair->first}, {"size", sizeOf(pair->second)}};
}
Step batch(const std::string& text, const Model&) {
    return json{{"op", "set_batch"}, {"size", sizeOf(text)}};
}
Step inputShape(const std::string& text, const Model& model) {
    auto pair = splitLast(text, ':');
    const auto& inputs = model.graph(model.mainGraph())->inputs;
    if (!pair && inputs.size() == 1)
        pair = {model.value(inputs[0])->name, text};
    if (!pair)
        return unreadable(text, "x:1,3,224,224");
    return json{
        {"op", "set_value_type"}, {"tensor", pair->first}, {"shape", sizesOf(pair->second)}};
}
/// The elements of a constant, and the declared type of an input or output.
Step type(const std::string& text, const Model& model) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "image=uint8");
    const auto found = tensorsNamed(model, pair->first);
    const bool constants = found && !found->empty() && std::ranges::all_of(*found, [&](ValueId id) {
                               return edits::constantTensor(model, id).has_value();
                           });
    if (constants)
        return json{
            {"op", "convert_element_type"}, {"tensors", pair->first}, {"type", pair->second}};
    return json{{"op", "set_value_type"}, {"tensor", pair->first}, {"type", pair->second}};
}
Step store(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "kind:initializer=float16");
    return json{{"op", "convert_element_type"},
                {"tensors", pair->first},
                {"type", pair->second},
                {"cast_back", true}};
}
Step tensor(const std::string& text, const Model&) {
    const auto pair = splitPair(text);
    if (!pair)
        return unreadable(text, "weights=w.npy");
    return json{{"op", "set_tensor"}, {"tensor", pair->first}, {"value", {{"file", pair->second}}}};
}
Step form(const std::string& text, const Model&) {
    return pairStep(text, "change_tensor_form", "tensor", "form", "bias=initializer");
}
Step outside(const std::string& text, const Model&) {
    return json{{"op", "place_tensors"}, {"tensors", text}, {"external", true}};
}
Step inside(const std::string& text, const Model&) {
    return json{{"op", "place_tensors"}, {"tensors", text}, {"external", false}};
}
Step share(const std::string&, const Model&) { return json{{"op", "share_equal_tensors"}}; }
/// NAME=TYPE:SIZES
Step addInput(const std::string& text, const Model&) {
    const auto pair = splitPair(text);
    if (!pair)
        return unreadable(text, "mask=float32:1,n");
    json step = {{"op", "add_input"}, {"name", pair->first}, {"type", pair->second}};
    if (const auto typed = splitPair(pair->second, ':')) {
        step["type"] = typed->first;
        step["shape"] = sizesOf(typed->second);
    }
    return step;
}
Step removeInput(const std::string& text, const Model&) {
    return json{{"op", "remove_input"}, {"tensor", text}};
}
Step addOutput(const std::string& text, const Model&) {
    return json{{"op", "add_output"}, {"tensor", text}};
}
Step removeOutput(const std::string& text, const Model&) {
    return json{{"op", "remove_output"}, {"output", text}};
}
Step opset(const std::string& text, const Model&) {
    return json{{"op", "convert_opset"}, {"version", sizeOf(text)}};
}
Step documentation(const std::string& text, const Model&) {
    return json{{"op", "set_documentation"}, {"text", text}};
}
Step metadata(const std::string& text, const Model&) {
    return pairStep(text, "set_metadata", "key", "value", "author=me");
}
Step removeMetadata(const std::string& text, const Model&) {
    return json{{"op", "set_metadata"}, {"key", text}, {"remove", true}};
}
Step producer(const std::string& text, const Model&) {
    return json{{"op", "set_producer"}, {"name", text}};
}

struct Row {
    const char* option;
    const char* help;
    Step (*step)(const std::string& text, const Model& model);
};
constexpr Row kChanges[] = {
    {"--rename", "A=B: rename a tensor", rename},
    {"--rename-node", "A=B: rename a node", renameNode},
    {"--delete", "NODES: delete nodes", deleteNodes},
    {"--bypass", "NODES: remove nodes; their readers read what they read", bypass},
    {"--replace-operator", "NODES=OPERATOR: another operator in the place of nodes",
     replaceOperator},
    {"--set", "NODES.ATTRIBUTE=VALUE: set an attribute", setAttribute},
    {"--reset", "NODES.ATTRIBUTE: remove an attribute, so that its default holds", resetAttribute},
    {"--connect", "NODE:INPUT=TENSOR or OUTPUT=TENSOR: let an input or output read a tensor",
     connect},
    {"--disconnect", "NODE:INPUT: let an optional input read nothing", disconnect},
    {"--insert", "TENSOR=OPERATOR(ATTRIBUTE=VALUE;…): a node behind a tensor", insert},
    {"--dim", "SYMBOL=SIZE: give a symbolic size a number or another name", dimension},
    {"--batch", "SIZE: set the batch size, also in constant shapes", batch},
    {"--input-shape", "INPUT:SIZES: set the shape of an input", inputShape},
    {"--type", "TENSORS=TYPE: set the type of an input or output, or convert a constant", type},
    {"--store", "TENSORS=TYPE: convert constants, and let readers read a Cast back", store},
    {"--tensor", "NAME=FILE: replace a constant by a .npy, .npz or .pb file", tensor},
    {"--form", "TENSOR=FORM: make it an input, initializer or constant", form},
    {"--external", "TENSORS: put constants into a data file", outside},
    {"--internal", "TENSORS: put constants into the model file", inside},
    {"--input", "NAME=TYPE:SIZES: add an input", addInput},
    {"--remove-input", "INPUT: remove an input that nothing reads", removeInput},
    {"--output", "TENSOR: make a tensor an output", addOutput},
    {"--remove-output", "OUTPUT: remove an output", removeOutput},
    {"--opset", "VERSION: convert to another opset of ai.onnx", opset},
    {"--doc", "TEXT: set the documentation of the model", documentation},
    {"--metadata", "KEY=VALUE: set metadata of the model", metadata},
    {"--remove-metadata", "KEY: remove metadata of the model", removeMetadata},
    {"--producer", "NAME: set the producer of the model", producer},
};

/// Calls `visit(std::string&)` with every file that a step names.
void forEachFile(json& form, const std::function<void(std::string&)>& visit) {
    if (!form.is_structured())
        return;
    for (auto& entry : form.items())
        if (form.is_object() && entry.key() == "file" && entry.value().is_string())
            visit(entry.value().get_ref<std::string&>());
        else
            forEachFile(entry.value(), visit);
}

} // namespace

void EditArguments::addTo(CLI::App& command) {
    m_command = &command;
    m_script = command
                   .add_option("--script", m_scripts,
                               "Do the edits of a script (JSON) at this place of the order")
                   ->allow_extra_args(false);
    for (const Row& row : kChanges) {
        Change change{nullptr, row.step, std::make_shared<std::vector<std::string>>()};
        change.option =
            command.add_option(row.option, *change.uses, row.help)->allow_extra_args(false);
        m_changes.push_back(std::move(change));
    }
    m_changes.push_back(
        {command.add_flag("--share", m_share, "Share equal initializers"), share, nullptr});
}

bool EditArguments::empty() const {
    return m_script->count() == 0 && std::ranges::all_of(m_changes, [](const Change& each) {
               return each.option->count() == 0;
           });
}

Result<EditScript> EditArguments::steps(const Model& model) const {
    EditScript script;
    std::map<const CLI::Option*, std::size_t> next;
    for (const CLI::Option* option : m_command->parse_order()) {
        const std::size_t use = next[option]++;
        if (option == m_script && use < m_scripts.size()) {
            auto steps = PARTITA_TRY(readEditScript(m_scripts[use]));
            std::ranges::move(steps, std::back_inserter(script));
        }
        const auto change = std::ranges::find_if(
            m_changes, [&](const Change& each) { return each.option == option; });
        if (change == m_changes.end() || (change->uses && use >= change->uses->size()))
            continue;
        auto form = change->step(change->uses ? (*change->uses)[use] : std::string(), model);
        if (!form)
            return std::move(form).error().at(option->get_name());
        auto step = scriptStep(*std::move(form));
        if (!step)
            return std::move(step).error().at(option->get_name());
        script.push_back(*std::move(step));
    }
    return script;
}

std::vector<json> stepsBeside(const EditScript& script, const fs::path& folder) {
    std::vector<json> steps;
    std::error_code error;
    const fs::path home = fs::absolute(folder, error).lexically_normal();
    for (const ScriptStep& step : script) {
        json form = step.form;
        forEachFile(form, [&](std::string& file) {
            if (fs::path(file).is_absolute())
                return;
            const fs::path whole = fs::absolute(step.folder / file, error).lexically_normal();
            file = whole.lexically_proximate(home).string();
        });
        steps.push_back(std::move(form));
    }
    return steps;
}

std::vector<fs::path> filesOf(const EditScript& script) {
    std::vector<fs::path> files;
    for (const ScriptStep& step : script) {
        json form = step.form;
        forEachFile(form, [&](const std::string& file) { files.push_back(step.folder / file); });
    }
    return files;
}

} // namespace partita::cli
