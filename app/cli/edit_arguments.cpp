#include "app/cli/edit_arguments.h"

#include <algorithm>
#include <functional>
#include <map>

#include "core/base/number_text.h"
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
    const auto number = parseNumber<std::int64_t>(text);
    if (!number)
        return text;
    return *number < 0 ? json(*number) : json(static_cast<std::uint64_t>(*number));
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

/// NODES=DOMAIN.NAME
Step extractFunction(const std::string& text, const Model&) {
    constexpr const char* kExample = "layer1/*=local.Layer";
    const auto pair = splitLast(text, '=');
    const auto name = pair ? splitLast(pair->second, '.') : std::nullopt;
    if (!name)
        return unreadable(text, kExample);
    return json{{"op", "extract_function"},
                {"nodes", pair->first},
                {"name", name->second},
                {"domain", name->first}};
}

Step inlineFunction(const std::string& text, const Model&) {
    return json{{"op", "inline_function"}, {"function", text}};
}
Step inlineCalls(const std::string& text, const Model&) {
    return json{{"op", "inline_function"}, {"nodes", text}};
}

Step takeBranch(const std::string& text, const Model&) {
    return json{{"op", "take_branch"}, {"nodes", text}};
}

/// TENSORS=TYPE
Step castAndBack(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "features=float16");
    return json{{"op", "insert_cast"}, {"on", pair->first}, {"type", pair->second}, {"back", true}};
}
/// TENSORS=0,2,3,1
Step transposeAndBack(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "features=0,2,3,1");
    return json{
        {"op", "insert_transpose"}, {"on", pair->first}, {"perm", pair->second}, {"back", true}};
}
/// TENSORS=TYPE:SCALE,ZERO_POINT
Step quantize(const std::string& text, const Model&) {
    constexpr const char* kExample = "features=uint8:0.02,128";
    const auto pair = splitLast(text, '=');
    const auto typed = pair ? splitPair(pair->second, ':') : std::nullopt;
    if (!typed)
        return unreadable(text, kExample);
    json step = {{"op", "insert_quantization"}, {"on", pair->first}, {"type", typed->first}};
    const auto numbers = splitPair(typed->second, ',');
    step["scale"] = numbers ? numbers->first : typed->second;
    if (numbers)
        step["zero_point"] = numbers->second;
    return step;
}

Step mark(const std::string& text, const Model&) {
    const auto pair = splitLast(text, '=');
    if (!pair)
        return unreadable(text, "encoder/*=npu");
    return json{{"op", "mark_nodes"}, {"nodes", pair->first}, {"mark", pair->second}};
}
Step unmark(const std::string& text, const Model&) {
    return json{{"op", "mark_nodes"}, {"nodes", text}, {"remove", true}};
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
    {"--rename", "Rename a tensor", rename},
    {"--rename-node", "Rename a node", renameNode},
    {"--delete", "Delete nodes", deleteNodes},
    {"--bypass", "Remove nodes; their readers read what they read", bypass},
    {"--replace-operator", "Put another operator in the place of nodes", replaceOperator},
    {"--set", "Set an attribute", setAttribute},
    {"--reset", "Remove an attribute, so that its default holds", resetAttribute},
    {"--connect", "Let an input of a node (NODE:INPUT) or an output read a tensor", connect},
    {"--disconnect", "Let an optional input read nothing", disconnect},
    {"--insert", "Insert OPERATOR(ATTRIBUTE=VALUE;…) behind a tensor", insert},
    {"--cast-and-back", "Insert a Cast, and one back, before the readers", castAndBack},
    {"--transpose-and-back", "Insert a Transpose and its inverse before the readers",
     transposeAndBack},
    {"--quantize", "Insert QuantizeLinear and DequantizeLinear", quantize},
    {"--extract-function", "Put nodes into a function DOMAIN.NAME, and call it", extractFunction},
    {"--inline-function", "Inline all calls of a function DOMAIN.NAME, which goes", inlineFunction},
    {"--inline-calls", "Inline calls of functions", inlineCalls},
    {"--take-branch", "Put the branch that is taken in the place of an If", takeBranch},
    {"--mark", "Mark nodes for a provider (metadata layer_ann)", mark},
    {"--unmark", "Remove the marks of nodes", unmark},
    {"--dim", "Give a symbolic size a number or another name", dimension},
    {"--batch", "Set the batch size, also in constant shapes", batch},
    {"--input-shape", "Set the shape of an input", inputShape},
    {"--type", "Set the type of an input or output, or convert a constant", type},
    {"--store", "Convert constants, and let readers read a Cast back", store},
    {"--tensor", "Replace a constant by a .npy, .npz or .pb file", tensor},
    {"--form", "Make a tensor an input, initializer or constant", form},
    {"--external", "Put constants into a data file", outside},
    {"--internal", "Put constants into the model file", inside},
    {"--input", "Add an input", addInput},
    {"--remove-input", "Remove an input that nothing reads", removeInput},
    {"--output", "Make a tensor an output", addOutput},
    {"--remove-output", "Remove an output", removeOutput},
    {"--opset", "Convert to another opset of ai.onnx", opset},
    {"--doc", "Set the documentation of the model", documentation},
    {"--metadata", "Set metadata of the model", metadata},
    {"--remove-metadata", "Remove metadata of the model", removeMetadata},
    {"--producer", "Set the producer of the model", producer},
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
