#include "core/epcontext/merge/merge_sources.h"

#include <algorithm>

#include "core/epcontext/merge/merge_check.h"
#include "core/epcontext/merge/merge_opsets.h"
#include "core/epcontext/merge/merge_refusal.h"
#include "core/ir/constants.h"
#include "core/ir/model_union.h"

namespace partita {

bool sameType(const TypePtr& a, const TypePtr& b) {
    if (!a || !b || !a->isTensor() || !b->isTensor() || a->element != b->element)
        return false;
    if (!a->shape || !b->shape || a->shape->size() != b->shape->size())
        return !a->shape && !b->shape;
    return std::ranges::equal(*a->shape, *b->shape, [](const Dim& x, const Dim& y) {
        return x.value == y.value || !x.value || !y.value;
    });
}

std::string typeText(const Value& value) { return value.type ? value.type->text() : "?"; }

void MergeDraft::report(Error error, std::optional<std::size_t> model, MergeProblem::Fix fix) {
    plan.problems.push_back(
        {MergeProblem::Severity::error, std::move(error), model, std::nullopt, fix, {}});
}

std::string MergeDraft::wishedName(const MergePort& port) const {
    const MergeSource& source = sources[port.source];
    return source.fixed.contains(port.value) ? nameOf(port) : source.prefix + nameOf(port);
}

bool MergeDraft::isSameTensor(const MergePort& port) const {
    const auto at = connections.find(port);
    return at != connections.end() && sources[port.source].fixed.contains(port.value) &&
           wishedName(port) == wishedName(at->second);
}

Message MergeDraft::ownerName(std::size_t owner) const {
    return owner < sources.size() ? Message(sources[owner].label)
                                  : PARTITA_TEXT("the shared inputs");
}

namespace {

void checkOutputs(MergeDraft& draft, std::size_t index, const EpContext& context) {
    const MergeSource& source = draft.sources[index];
    for (const ValueId id : source.model.node(context.node)->outputs)
        if (id && !isTypedOutput(source.model, context, id))
            draft.report(
                refusal(PARTITA_TEXT("output '{0}' of the EPContext node '{1}' of {2} has no type "
                                     "and shape",
                                     source.model.value(id)->name, context.name, source.label),
                        PARTITA_TEXT("generate the model again: ONNX Runtime cannot infer them")),
                index, MergeProblem::Fix::leaveModelOut);
}

void readContexts(MergeDraft& draft, std::size_t index) {
    MergeSource& source = draft.sources[index];
    for (const EpContext& context : source.contexts) {
        if (context.source.empty())
            draft.report(
                refusal(PARTITA_TEXT("the EPContext node '{0}' of {1} names no source, so nobody "
                                     "knows what may be renamed",
                                     context.name, source.label),
                        PARTITA_TEXT("generate it with a provider that says who it is")),
                index, MergeProblem::Fix::leaveModelOut);
        checkOutputs(draft, index, context);
        const ContextSource kind = context.kind();
        const Node& node = *source.model.node(context.node);
        if (kind == ContextSource::openVino || kind == ContextSource::unknown)
            for (const auto* list : {&node.inputs, &node.outputs})
                for (const ValueId id : *list)
                    if (id)
                        source.fixed.emplace(id, kind);
    }
}

void takeCheck(MergeDraft& draft, std::size_t index) {
    const MergeInput& input = draft.inputs[index];
    const auto check =
        input.checked ? input.checked : std::make_shared<const SourceCheck>(checkSource(input));
    if (check->damage)
        draft.report(*check->damage, index, MergeProblem::Fix::leaveModelOut);
    draft.plan.broken.insert(check->broken.begin(), check->broken.end());
}

/// Warns of EPContext nodes of one provider that different releases wrote, or for different devices.
/// Nodes of Partita's NPU for different devices never load together.
void compareReleases(MergeDraft& draft) {
    std::map<std::string, std::pair<std::size_t, const EpContext*>> first;
    std::set<std::pair<std::string, std::size_t>> warned;
    const auto tell = [&](MergeProblem::Severity severity, Message what, std::size_t model,
                          Message remedy) {
        draft.plan.problems.push_back({severity,
                                       {Errc::provider, std::move(what), {}, std::move(remedy)},
                                       model,
                                       std::nullopt,
                                       MergeProblem::Fix::leaveModelOut,
                                       {}});
    };
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        for (const EpContext& context : draft.sources[i].contexts) {
            const auto& [model, other] =
                first.try_emplace(context.source, i, &context).first->second;
            if (model == i || !warned.emplace(context.source, i).second)
                continue;
            if (other->sdkVersion != context.sdkVersion)
                tell(MergeProblem::Severity::warning,
                     PARTITA_TEXT("{0} was written by release '{1}' of {2}, {3} by '{4}'",
                                  draft.sources[i].label, context.sdkVersion, context.source,
                                  draft.sources[model].label, other->sdkVersion),
                     i, PARTITA_TEXT("they may not load together: compile both with one release"));
            if (other->hardware != context.hardware)
                tell(context.kind() == ContextSource::partitaNpu ? MergeProblem::Severity::error
                                                                 : MergeProblem::Severity::warning,
                     PARTITA_TEXT("{0} is for '{1}', {2} for '{3}'", draft.sources[i].label,
                                  context.hardware, draft.sources[model].label, other->hardware),
                     i, PARTITA_TEXT("compile both for one device"));
        }
}

} // namespace

void addSources(MergeDraft& draft) {
    const Model nothing = ModelUnion({}, {}).editor().model();
    for (const std::string& label : sourceLabels(draft.inputs)) {
        const MergeInput& input = draft.inputs[draft.sources.size()];
        draft.sources.push_back({.model = input.unreadable ? nothing : input.model,
                                 .stem = contextStem(input.path),
                                 .label = label,
                                 .prefix = input.prefix,
                                 .contexts = {},
                                 .fixed = {},
                                 .nodeNames = {},
                                 .tensorNames = {}});
    }
}

void readSources(MergeDraft& draft) {
    for (std::size_t i = 0; i < draft.inputs.size(); ++i) {
        const MergeInput& input = draft.inputs[i];
        if (input.unreadable)
            draft.report(*input.unreadable, i, MergeProblem::Fix::leaveModelOut);
        else
            takeCheck(draft, i);
    }
    if (draft.inputs.size() < (draft.options.single ? 1 : 2))
        draft.report({Errc::usage, PARTITA_TEXT("a merge needs two models or more"), {}, {}},
                     std::nullopt);
    addSources(draft);
    agreeOnOpsets(draft); // may make a new model of a source
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        draft.sources[i].contexts = epContextsOf(draft.sources[i].model);
        readContexts(draft, i);
    }
    compareReleases(draft);
}

std::vector<std::size_t> addingOrder(std::size_t sources, const MergeConnections& connections) {
    std::vector<std::size_t> made;
    std::vector<bool> done(sources);
    const auto isReady = [&](std::size_t i) {
        return !done[i] && std::ranges::all_of(connections, [&](const auto& entry) {
            return entry.first.source != i || done[entry.second.source];
        });
    };
    while (made.size() < sources)
        for (std::size_t i = 0; i < sources; ++i)
            if (isReady(i)) {
                done[i] = true;
                made.push_back(i);
            }
    return made;
}

ModelInfo mergedInfo(const std::vector<MergeSource>& sources,
                     const std::vector<OpsetImport>& opsets, MergePlan& plan) {
    ModelInfo info;
    info.producerName = "Partita";
    auto annotations = std::make_shared<Annotations>();
    for (const MergeSource& source : sources) {
        const ModelInfo& own = source.model.info();
        info.irVersion = std::max(info.irVersion, own.irVersion);
        if (!own.annotations)
            continue;
        for (const auto& [key, value] : own.annotations->metadata) {
            const auto at = std::ranges::find(annotations->metadata, key,
                                              [](const auto& entry) { return entry.first; });
            if (key.starts_with(contentHashKey("")))
                continue; // these are for binaries under their old names
            if (at == annotations->metadata.end())
                annotations->metadata.emplace_back(key, value);
            else if (at->second != value)
                plan.clashes.push_back(
                    {PARTITA_TEXT("metadata '{0}' differs in {1}", key, source.label),
                     PARTITA_TEXT("that of an earlier model is kept"),
                     static_cast<std::size_t>(&source - sources.data()), value, at->second});
        }
    }
    for (const MergePlan::File& file : plan.files) {
        annotations->metadata.emplace_back(contentHashKey(file.name), contentHash(file.pieces));
    }
    info.annotations = std::move(annotations);
    bool imported = false;
    info.opsets = opsets;
    for (const OpsetImport& import : opsets)
        imported = imported || import.domain == "com.microsoft";
    if (!imported)
        info.opsets.push_back({"com.microsoft", 1});
    return info;
}

void setContext(ModelEditor& editor, NodeId node, const NodeFate& fate) {
    if (fate.partition)
        editor.setAttribute(node, Attribute::string("partition_name", *fate.partition));
    if (fate.path) {
        editor.setAttribute(node, Attribute::string("ep_cache_context", *fate.path));
        editor.setAttribute(node, Attribute::make("embed_mode", std::int64_t{0}));
    } else if (fate.payload) {
        editor.setAttribute(node, Attribute::make("ep_cache_context", *fate.payload));
    }
    // Both attributes are written even if they have their default values.
    const Node& now = *editor.model().node(node);
    const std::int64_t main = fate.makeMain ? 1 : now.intAttribute("main_context", 1),
                       embed = now.intAttribute("embed_mode", 1);
    editor.setAttribute(node, Attribute::make("main_context", main));
    editor.setAttribute(node, Attribute::make("embed_mode", embed));
}

} // namespace partita
