#include "core/epcontext/merge/merge_packing.h"

#include <algorithm>

#include "core/base/atomic_files.h"
#include "core/base/try.h"
#include "core/epcontext/merge/merge_refusal.h"
#include "core/epcontext/merge/merged_file_names.h"
#include "core/ir/extract.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMostPayload = std::uint64_t{1} << 31; ///< limit of a protobuf message

/// Refuses to move a binary if its source's rules do not allow it.
Result<void> checkPacking(const EpContext& context, bool embed) {
    if (context.kind() == ContextSource::unknown)
        return refusal(PARTITA_TEXT("binaries of '{0}' are kept as they are: nobody knows whether "
                                    "it takes them in another place",
                                    context.source),
                       PARTITA_TEXT("keep the binaries as they are"));
    if (context.kind() == ContextSource::openVino && embed)
        return refusal(
            PARTITA_TEXT(
                "OpenVINO's container stays beside the model: embedded, its node loses it"),
            PARTITA_TEXT("keep the binaries as they are, or beside the model"));
    return {};
}

void record(ModelEditor& editor, const std::string& name, const Buffer& content) {
    editor.changeInfo([&](ModelInfo& info) {
        auto annotations = info.annotations ? std::make_shared<Annotations>(*info.annotations)
                                            : std::make_shared<Annotations>();
        std::erase_if(annotations->metadata,
                      [&](const auto& entry) { return entry.first == contentHashKey(name); });
        if (!content.empty())
            annotations->metadata.emplace_back(contentHashKey(name), contentHash(content.bytes()));
        info.annotations = std::move(annotations);
    });
}

Result<void> embedAll(MergePlan& plan) {
    ModelEditor editor(plan.model);
    std::uint64_t total = 0;
    for (const EpContext& context : epContextsOf(plan.model)) {
        PARTITA_TRY(checkPacking(context, true));
        editor.setAttribute(context.node, Attribute::make("embed_mode", std::int64_t{1}));
        if (context.isEmbedded || !context.isMain)
            continue;
        const auto file = std::ranges::find(plan.files, context.path(), &MergePlan::File::name);
        if (file == plan.files.end())
            return Error{
                Errc::internal, PARTITA_TEXT("the plan has no file '{0}'", context.path()), {}, {}};
        total += file->size();
        if (total >= kMostPayload)
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("the binaries are larger than the 2 GiB that a model file may hold"),
                {},
                PARTITA_TEXT("keep them beside the model")};
        editor.setAttribute(context.node,
                            Attribute::make("ep_cache_context", joined(file->pieces)));
        record(editor, file->name, {});
    }
    plan.files.clear();
    plan.model = editor.model();
    return {};
}

Result<void> externalAll(MergePlan& plan, const fs::path& output) {
    ModelEditor editor(plan.model);
    MergedFileNames names(output);
    for (const MergePlan::File& file : plan.files)
        names.take(file.name);
    for (const EpContext& context : epContextsOf(plan.model)) {
        PARTITA_TRY(checkPacking(context, false));
        editor.setAttribute(context.node, Attribute::make("embed_mode", std::int64_t{0}));
        if (!context.isEmbedded || !context.isMain)
            continue;
        const auto model = plan.modelOf.find(context.node);
        MergePlan::File file{{},
                             {},
                             PARTITA_TEXT("was inside the model"),
                             {context.cache},
                             model == plan.modelOf.end() ? 0 : model->second};
        file.name = names.take(names.wishFor(context.source + ".bin"), file);
        const std::string name = file.name;
        plan.files.push_back(std::move(file));
        editor.setAttribute(context.node, Attribute::string("ep_cache_context", name));
        record(editor, name, context.cache);
    }
    plan.model = editor.model();
    return {};
}

} // namespace

Result<void> packBinaries(MergePlan& plan, const MergeOptions& options) {
    if (!options.embed)
        return {};
    return *options.embed ? embedAll(plan) : externalAll(plan, options.output);
}

void orderOutputs(MergePlan& plan, const std::vector<std::string>& first) {
    if (first.empty())
        return;
    const Model& model = plan.model;
    std::vector<ValueId> left = model.graph(model.mainGraph())->outputs, ordered;
    for (const std::string& name : first) {
        const auto at =
            std::ranges::find_if(left, [&](ValueId id) { return model.value(id)->name == name; });
        if (at == left.end()) {
            plan.problems.push_back(
                {MergeProblem::Severity::error,
                 {Errc::usage,
                  PARTITA_TEXT("'{0}' is no output of the merged model, or stands twice", name),
                  {},
                  PARTITA_TEXT("take one of the names that the plan lists")},
                 std::nullopt,
                 std::nullopt,
                 MergeProblem::Fix::keepOutput,
                 name});
            continue;
        }
        ordered.push_back(*at);
        left.erase(at);
    }
    ordered.insert(ordered.end(), left.begin(), left.end());
    ModelEditor editor(model);
    editor.changeGraph(model.mainGraph(), [&](Graph& graph) { graph.outputs = ordered; });
    plan.model = editor.model();
}

Result<MergeInput> onePartition(const MergeInput& input, const std::string& name) {
    const auto contexts = epContextsOf(input.model);
    const auto found = std::ranges::find_if(contexts, [&](const EpContext& context) {
        return context.partition == name || context.name == name;
    });
    if (found == contexts.end())
        return Error{Errc::usage,
                     PARTITA_TEXT("no EPContext node has the partition or the name '{0}'", name),
                     {},
                     PARTITA_TEXT("take one of the EPContext nodes of the model")};
    const Node& node = *input.model.node(found->node);
    std::vector<ValueId> inputs, outputs;
    for (const ValueId id : node.inputs)
        if (id && std::ranges::find(inputs, id) == inputs.end())
            inputs.push_back(id);
    for (const ValueId id : node.outputs)
        if (id)
            outputs.push_back(id);
    auto part =
        PARTITA_TRY(extractSubgraph(input.model, node.graph, {found->node}, inputs, outputs));
    if (!found->isMain) { // a main node's binary holds its graph
        const auto primary = std::ranges::find_if(contexts, [&](const EpContext& context) {
            return context.isMain && context.source == found->source && context.hasCache;
        });
        if (primary == contexts.end())
            return Error{Errc::invalidModel,
                         PARTITA_TEXT("no node of '{0}' with main_context 1 holds its binary",
                                      found->source),
                         {PARTITA_TEXT("EPContext node '{0}'", found->name)},
                         PARTITA_TEXT("generate the model again")};
        ModelEditor editor(part);
        part.nodes().forEach([&](NodeId id, const auto&) {
            editor.setAttribute(id, Attribute::make("main_context", std::int64_t{1}));
            editor.setAttribute(id,
                                Attribute::make("embed_mode", std::int64_t{primary->isEmbedded}));
            editor.setAttribute(id, Attribute::make("ep_cache_context", primary->cache));
        });
        part = editor.model();
    }
    return MergeInput{input.path, std::move(part), input.prefix, name};
}

} // namespace partita
