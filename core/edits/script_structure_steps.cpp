// Lines of scripts about the structure of a model: functions and bodies.

#include <algorithm>
#include <array>

#include "core/base/try.h"
#include "core/edits/edit_tools.h"
#include "core/edits/script_step_reader.h"

namespace partita {

namespace {

using Edits = Result<std::vector<Edit>>;

Edits extractFunction(StepReader& step) {
    auto nodes = PARTITA_TRY(step.nodes("nodes"));
    const std::string name = PARTITA_TRY(step.text("name"));
    const std::string domain = PARTITA_TRY(step.text("domain"));
    return std::vector<Edit>{ExtractFunction{std::move(nodes), name, domain}};
}

/// Calls that "nodes" means, or all calls of "function".
Edits inlineFunction(StepReader& step) {
    if (step.has("nodes") == step.has("function"))
        return wrongValue(PARTITA_TEXT("either \"nodes\" or \"function\" is needed"));
    if (step.has("nodes"))
        return std::vector<Edit>{InlineFunction{PARTITA_TRY(step.nodes("nodes")), {}}};
    const std::string text = PARTITA_TRY(step.text("function"));
    const NewNode called = operatorOf(text);
    Node call;
    call.opType = called.opType;
    call.domain = called.domain;
    call.overload = PARTITA_TRY(step.textOrNone("overload"));
    const GraphId function = functionOf(step.model(), call);
    if (!function)
        return Error{Errc::usage,
                     PARTITA_TEXT("the model has no function '{0}'", text),
                     {},
                     PARTITA_TEXT("write its domain and its name, for example local.Layer")};
    return std::vector<Edit>{InlineFunction{{}, function}};
}

Edits takeBranch(StepReader& step) {
    std::vector<Edit> edits;
    for (const NodeId node : PARTITA_TRY(step.nodes("nodes")))
        edits.emplace_back(TakeBranch{node});
    return edits;
}

/// The conversion on the way of each tensor of "on" to its readers.
Edits onEdges(StepReader& step, const decltype(InsertConversion::how)& how) {
    std::vector<Edit> edits;
    for (const ValueId value : PARTITA_TRY(step.tensors("on"))) {
        auto readers = PARTITA_TRY(step.readers(value));
        edits.emplace_back(InsertConversion{value, std::move(readers), how});
    }
    return edits;
}

Result<DataType> typeWanted(StepReader& step) {
    const auto type = dataTypeFromName(PARTITA_TRY(step.text("type")));
    if (!type)
        return wrongValue(PARTITA_TEXT("{0} is no element type", step.at("type").dump()));
    return *type;
}

/// A number, a list of numbers, or a text of either; none where the key is missing.
template <class Number> Result<std::vector<Number>> numbers(StepReader& step, const char* key) {
    using nlohmann::json;
    const auto wrong = [&] {
        return wrongValue(PARTITA_TEXT("\"{0}\" must be a number or a list of numbers", key));
    };
    json form = step.has(key) ? step.at(key) : json::array();
    if (form.is_string()) {
        auto parsed = parseJson("[" + form.get<std::string>() + "]");
        if (!parsed)
            return wrong();
        form = *std::move(parsed);
    } else if (!form.is_array()) {
        form = json::array({std::move(form)});
    }
    const auto isOne = [](const json& each) {
        return std::is_integral_v<Number> ? each.is_number_integer() : each.is_number();
    };
    if (!std::ranges::all_of(form, isOne))
        return wrong();
    return form.get<std::vector<Number>>();
}

Edits insertCast(StepReader& step) {
    const DataType type = PARTITA_TRY(typeWanted(step));
    const bool isBack = PARTITA_TRY(step.flag("back"));
    return onEdges(step, CastOnEdge{type, isBack});
}

Edits insertTranspose(StepReader& step) {
    auto perm = PARTITA_TRY(numbers<std::int64_t>(step, "perm"));
    const bool isBack = PARTITA_TRY(step.flag("back"));
    return onEdges(step, TransposeOnEdge{std::move(perm), isBack});
}

Edits insertQuantization(StepReader& step) {
    QuantizeOnEdge quantize;
    quantize.type = PARTITA_TRY(typeWanted(step));
    quantize.scale = PARTITA_TRY(numbers<double>(step, "scale"));
    quantize.zeroPoint = PARTITA_TRY(numbers<std::int64_t>(step, "zero_point"));
    if (step.has("axis"))
        quantize.axis = PARTITA_TRY(step.number("axis"));
    return onEdges(step, quantize);
}

Edits markNodes(StepReader& step) {
    auto nodes = PARTITA_TRY(step.nodes("nodes"));
    const bool remove = PARTITA_TRY(step.flag("remove"));
    const std::string mark = PARTITA_TRY(step.textOrNone("mark"));
    if (remove != mark.empty())
        return wrongValue(PARTITA_TEXT("either \"mark\" or \"remove\": true is needed"));
    return std::vector<Edit>{MarkNodes{std::move(nodes), mark}};
}

constexpr std::array<StepKind, 7> kStructureSteps = {{
    {"extract_function", "nodes name domain", "", extractFunction},
    {"inline_function", "", "nodes function overload", inlineFunction},
    {"take_branch", "nodes", "", takeBranch},
    {"insert_cast", "on type", "back readers", insertCast},
    {"insert_transpose", "on perm", "back readers", insertTranspose},
    {"insert_quantization", "on type scale", "zero_point axis readers", insertQuantization},
    {"mark_nodes", "nodes", "mark remove", markNodes},
}};

} // namespace

std::span<const StepKind> structureSteps() { return kStructureSteps; }

} // namespace partita
