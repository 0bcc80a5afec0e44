// The inputs and outputs that the wishes about a merge name.

#include <algorithm>

#include "core/epcontext/merge/merge_connections.h"
#include "core/epcontext/merge/merge_sources.h"

namespace partita {

namespace {

using Fix = MergeProblem::Fix;

/// Finds the input or output that "b_x", "stem.x" or "2.x" names.
Result<MergePort> portOf(const MergeDraft& draft, const std::string& text, bool input) {
    std::vector<MergePort> found;
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        const Graph& graph = draft.sources[i].graph();
        for (const ValueId id : input ? graph.inputs : graph.outputs) {
            const MergePort port{i, id};
            const std::string& name = draft.nameOf(port);
            if (draft.wishedName(port) == text || draft.sources[i].stem + "." + name == text ||
                portName(i, name) == text)
                found.push_back(port);
        }
    }
    if (found.size() == 1)
        return found.front();
    return Error{Errc::usage,
                 found.empty()
                     ? (input ? PARTITA_TEXT("no model has the input '{0}'", text)
                              : PARTITA_TEXT("no model has the output '{0}'", text))
                     : (input ? PARTITA_TEXT("several models have the input '{0}'", text)
                              : PARTITA_TEXT("several models have the output '{0}'", text)),
                 {},
                 PARTITA_TEXT("choose it again from the inputs and outputs of the models")};
}

/// The models on the way from `from` along what reads them to `to`, both included; empty: none.
std::vector<std::size_t> wayBetween(const MergeConnections& connections, std::size_t from,
                                    std::size_t to, std::set<std::size_t>& seen) {
    if (from == to)
        return {from};
    if (!seen.insert(from).second)
        return {};
    for (const auto& [input, output] : connections)
        if (output.source == from)
            if (auto rest = wayBetween(connections, input.source, to, seen); !rest.empty()) {
                rest.insert(rest.begin(), from);
                return rest;
            }
    return {};
}

/// Why an input cannot read an output; nothing: it can.
std::optional<Error> objection(const MergeDraft& draft, const std::string& to,
                               const MergePort& input, const std::string& from,
                               const MergePort& output) {
    const auto &target = draft.sources[input.source].model.value(input.value),
               &source = draft.sources[output.source].model.value(output.value);
    if (input.source == output.source)
        return Error{
            Errc::usage, PARTITA_TEXT("'{0}' and '{1}' are of one model", to, from), {}, {}};
    if (!sameType(target->type, source->type))
        return Error{Errc::shapeMismatch,
                     PARTITA_TEXT("'{0}' ({1}) does not fit '{2}' ({3})", from, typeText(*source),
                                  to, typeText(*target)),
                     {},
                     PARTITA_TEXT("connect tensors of one type and shape")};
    if (draft.connections.contains(input))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is connected twice", to),
                     {},
                     PARTITA_TEXT("leave one out")};
    std::set<std::size_t> seen;
    const auto way = wayBetween(draft.connections, input.source, output.source, seen);
    if (way.empty())
        return std::nullopt;
    std::string models;
    for (const std::size_t each : way)
        models += draft.sources[each].label + " → ";
    return Error{Errc::usage,
                 PARTITA_TEXT("the connections form a cycle: '{0}' would read '{1}', and there is "
                              "{2} already",
                              to, from, models + draft.sources[input.source].label),
                 {},
                 PARTITA_TEXT("leave one out")};
}

void connect(MergeDraft& draft, std::size_t number) {
    const auto& [to, from] = draft.options.connections[number];
    const auto input = portOf(draft, to, true), output = portOf(draft, from, false);
    std::optional<Error> wrong;
    if (!input || !output)
        wrong = input ? output.error() : input.error();
    else
        wrong = objection(draft, to, *input, from, *output);
    MergePlan::Step step{
        MergePlan::Step::Does::connect, PARTITA_TEXT("input"), {}, to, from, {}, false};
    if (input)
        step.model = input->source;
    if (wrong) {
        step.isRefused = true;
        step.why = wrong->what;
        draft.report(*std::move(wrong), step.model, Fix::leaveConnectionOut);
        draft.plan.problems.back().connection = number;
    } else {
        draft.connections.emplace(*input, *output);
        draft.portSteps.push_back({draft.plan.steps.size(), *input, *output});
        step.why =
            PARTITA_TEXT("your connection; {0}",
                         typeText(*draft.sources[output->source].model.value(output->value)));
    }
    draft.plan.steps.push_back(std::move(step));
}

void share(MergeDraft& draft, const std::string& name) {
    const Value* first = nullptr;
    std::size_t owner = 0;
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        for (const ValueId id : draft.sources[i].graph().inputs) {
            const Value& value = *draft.sources[i].model.value(id);
            if (value.name != name || draft.connections.contains({i, id}))
                continue;
            if (first && !sameType(first->type, value.type)) {
                draft.report({Errc::shapeMismatch,
                              PARTITA_TEXT("input '{0}' of {1} has another type or shape than that "
                                           "of the others",
                                           name, draft.sources[i].label),
                              {},
                              PARTITA_TEXT("do not share it")},
                             i, Fix::unshare);
                draft.plan.problems.back().subject = name;
                continue;
            }
            if (first)
                draft.plan.steps.push_back(
                    {MergePlan::Step::Does::share, PARTITA_TEXT("input"), i, name, name,
                     PARTITA_TEXT("one input, with {0}", draft.sources[owner].label), false});
            else
                owner = i;
            first = first ? first : &value;
            draft.shared.insert({i, id});
        }
    if (first)
        return;
    draft.report({Errc::usage,
                  PARTITA_TEXT("no model has the input '{0}'", name),
                  {},
                  PARTITA_TEXT("do not share it")},
                 std::nullopt, Fix::unshare);
    draft.plan.problems.back().subject = name;
}

void drop(MergeDraft& draft, const std::string& text) {
    const auto fail = [&](Error error, std::optional<std::size_t> model) {
        draft.report(std::move(error), model, Fix::keepOutput);
        draft.plan.problems.back().subject = text;
    };
    const auto output = portOf(draft, text, false);
    if (!output)
        return fail(output.error(), std::nullopt);
    const auto reads = [&](const auto& entry) { return entry.second == *output; };
    const auto reader = std::ranges::find_if(draft.connections, reads);
    if (reader == draft.connections.end())
        return fail({Errc::usage,
                     PARTITA_TEXT("no other model reads the output '{0}'", text),
                     {},
                     PARTITA_TEXT("connect it before you drop it")},
                    output->source);
    draft.dropped.insert(*output);
    draft.portSteps.push_back({draft.plan.steps.size(), *output, std::nullopt});
    draft.plan.steps.push_back(
        {MergePlan::Step::Does::drop, PARTITA_TEXT("output"), output->source, text, "",
         PARTITA_TEXT("only {0} reads it", draft.sources[reader->first.source].label), false});
}

} // namespace

std::optional<Error> connectionObjection(const std::vector<MergeInput>& inputs,
                                         const MergeOptions& options, const std::string& input,
                                         const std::string& output) {
    MergeDraft draft{inputs, options, {}, {}, {}, {}, {}, {}, {}, {}};
    addSources(draft);
    for (std::size_t i = 0; i < options.connections.size(); ++i)
        connect(draft, i);
    const auto to = portOf(draft, input, true), from = portOf(draft, output, false);
    if (!to || !from)
        return to ? from.error() : to.error();
    return objection(draft, input, *to, output, *from);
}

void resolvePorts(MergeDraft& draft) {
    for (std::size_t i = 0; i < draft.options.connections.size(); ++i)
        connect(draft, i);
    for (const std::string& name : draft.options.sharedInputs)
        share(draft, name);
    for (const std::string& text : draft.options.droppedOutputs)
        drop(draft, text);
    std::size_t outputs = 0;
    for (const MergeSource& source : draft.sources)
        outputs += source.graph().outputs.size();
    if (outputs > 0 && draft.dropped.size() == outputs)
        draft.report({Errc::usage,
                      PARTITA_TEXT("the merged model would have no output"),
                      {},
                      PARTITA_TEXT("keep one")},
                     std::nullopt);
}

void namePortSteps(MergeDraft& draft) {
    const auto nameOf = [&](const MergePort& port) {
        return draft.sources[port.source].tensorNames.at(port.value).text;
    };
    for (const MergePortStep& each : draft.portSteps) {
        MergePlan::Step& step = draft.plan.steps[each.step];
        step.from = nameOf(each.from);
        if (each.to)
            step.to = nameOf(*each.to);
    }
}

} // namespace partita
