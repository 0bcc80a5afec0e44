#include "core/epcontext/merge/merge.h"

#include <algorithm>
#include <map>

#include "core/base/file_writing.h"
#include "core/epcontext/merge/merge_packing.h"
#include "core/epcontext/merge/merge_sources.h"
#include "core/ir/constants.h"
#include "core/ir/model_union.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// Plans which names of nodes and partitions stay, and which files there will be.
void planBinaries(MergeDraft& draft) {
    std::vector<BinarySource> sources;
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        sources.push_back({draft.sources[i].stem, draft.sources[i].label, draft.sources[i].prefix,
                           draft.inputs[i].path.parent_path(), draft.inputs[i].path,
                           draft.sources[i].contexts, !draft.inputs[i].part.empty()});
    draft.binaries = planMergedBinaries(sources, draft.options);
    std::ranges::move(draft.binaries.clashes, std::back_inserter(draft.plan.clashes));
    std::ranges::move(draft.binaries.renames, std::back_inserter(draft.plan.renames));
    std::ranges::move(draft.binaries.problems, std::back_inserter(draft.plan.problems));
    draft.plan.files = std::move(draft.binaries.files);
}

/// Joins the sources, under their new names, in one model.
class Uniter {
public:
    explicit Uniter(MergeDraft& draft)
        : m_draft(draft),
          m_made(mergedInfo(draft.sources, draft.opsets, draft.plan), nameOf(draft)),
          m_copies(draft.sources.size()) {}

    void run() {
        for (const std::size_t i : addingOrder(m_draft.sources.size(), m_draft.connections))
            addSource(i);
        setPorts();
        m_draft.plan.model = std::move(m_made.editor()).model();
    }

private:
    static std::string nameOf(const MergeDraft& draft) {
        std::string name;
        for (const MergeSource& source : draft.sources)
            name += (name.empty() ? "" : "+") + source.stem;
        return name;
    }

    /// Whether a value is an initializer that may be shared with other models: no input or output
    /// of the graph, and not known to a binary by name.
    [[nodiscard]] bool isPlainWeight(std::size_t source, const Value& value) const {
        const Model& model = m_draft.sources[source].model;
        return value.initializer && value.graph == model.mainGraph() &&
               !model.isGraphInput(value.id) && !model.isGraphOutput(value.id) &&
               !m_draft.sources[source].fixed.contains(value.id);
    }

    struct Weight {
        TensorPtr tensor;
        ValueId value;
        std::size_t source;
    };

    /// Initializers of the source that the merged model already has with the same name and bytes.
    [[nodiscard]] std::unordered_map<ValueId, ValueId> sharedInitializers(std::size_t index) {
        std::unordered_map<ValueId, ValueId> known;
        m_draft.sources[index].model.values().forEach([&](ValueId id, const auto& value) {
            if (!isPlainWeight(index, *value))
                return;
            const auto [first, last] = m_weights.equal_range(value->name);
            const auto same = std::find_if(first, last, [&](const auto& entry) {
                return sameTensor(value->initializer, entry.second.tensor);
            });
            if (same == last)
                return;
            known[id] = same->second.value;
            m_draft.plan.steps.push_back({MergePlan::Step::Does::share, PARTITA_TEXT("initializer"),
                                          index, value->name,
                                          m_made.editor().model().value(same->second.value)->name,
                                          PARTITA_TEXT("equal bytes in {0}, stored once",
                                                       m_draft.sources[same->second.source].label),
                                          false});
        });
        return known;
    }

    /// Inputs of the source that the merged model already has.
    void addKnownInputs(std::size_t index, std::unordered_map<ValueId, ValueId>& known) {
        for (const ValueId id : m_draft.sources[index].graph().inputs) {
            const MergePort port{index, id};
            if (const auto from = m_draft.connections.find(port); from != m_draft.connections.end())
                known[id] =
                    connected(port, m_copies[from->second.source].values.at(from->second.value));
            else if (m_draft.shared.contains(port))
                known[id] = sharedInput(port);
        }
    }

    void addSource(std::size_t index) {
        MergeSource& source = m_draft.sources[index];
        auto known = sharedInitializers(index);
        addKnownInputs(index, known);
        m_copies[index] = m_made.add(source.model, namesOf(index), std::move(known));
        source.model.values().forEach([&](ValueId id, const auto& value) {
            if (value->initializer && value->graph == source.model.mainGraph() &&
                !source.model.isGraphInput(id))
                m_weights.emplace(value->name,
                                  Weight{value->initializer, m_copies[index].values.at(id), index});
        });
        for (const EpContext& context : source.contexts)
            setContext(m_made.editor(), m_copies[index].nodes.at(context.node),
                       m_draft.binaries.fates[index].at(context.node));
    }

    ModelUnion::Names namesOf(std::size_t index) {
        MergeSource& source = m_draft.sources[index];
        ModelUnion::Names names;
        names.value = [this, &source, index](const Value& value) {
            const auto at = source.tensorNames.find(value.id);
            if (at == source.tensorNames.end())
                return value.name;
            rename(PARTITA_TEXT("tensor"), index, value.name, at->second);
            return at->second.text;
        };
        names.node = [this, &source, index](const Node& node) {
            const auto at = source.nodeNames.find(node.id);
            if (at == source.nodeNames.end())
                return node.name;
            rename(PARTITA_TEXT("node"), index, node.name, at->second);
            return at->second.text;
        };
        names.function = [this, index](const Graph& graph) {
            const MergedName name =
                m_functions[graph.function->domain].unique(m_draft, graph.name, index);
            rename(PARTITA_TEXT("function"), index, graph.name, name);
            return name.text;
        };
        return names;
    }

    void rename(const Message& kind, std::size_t index, const std::string& from,
                const MergedName& to) {
        if (from == to.text || to.isRefused)
            return;
        m_draft.plan.renames.push_back({kind, index, from, to.text, to.why, to.clashes});
        if (to.clashes)
            m_draft.plan.clashes.push_back({PARTITA_TEXT("{0} '{1}' of {2} has the name of another "
                                                         "one",
                                                         kind, from, m_draft.sources[index].label),
                                            PARTITA_TEXT("called '{0}'", to.text), index, from,
                                            to.text, true});
    }

    /// The value that a connected input reads: the output itself, or a copy under the name that the
    /// binary knows. The copy is made by a Concat of one tensor, because runtimes remove Identity
    /// nodes.
    ValueId connected(const MergePort& input, ValueId output) {
        MergeSource& source = m_draft.sources[input.source];
        if (!source.fixed.contains(input.value) || m_draft.isSameTensor(input))
            return output;
        Value value = *source.model.value(input.value);
        value.graph = m_made.mainGraph();
        value.name = source.tensorNames.at(input.value).text;
        m_draft.plan.clashes.push_back(
            {PARTITA_TEXT("'{0}' of {1} is connected, and its binary knows it by that name",
                          value.name, source.label),
             PARTITA_TEXT("a Concat of one tensor gives it that name"), input.source,
             m_made.editor().model().value(output)->name, value.name});
        ValueId& copy = m_shims[{output, value.name}];
        if (copy) // the binary of another model knows it by the same name
            return copy;
        copy = m_made.editor().addValue(value);
        Node shim;
        shim.graph = m_made.mainGraph();
        shim.name = value.name + "_shim";
        shim.opType = "Concat";
        shim.inputs = {output};
        shim.outputs = {copy};
        shim.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("axis", std::int64_t{0})});
        m_made.editor().addNode(std::move(shim));
        return copy;
    }

    ValueId sharedInput(const MergePort& port) {
        const auto& value = m_draft.sources[port.source].model.value(port.value);
        const auto [at, isNew] = m_shared.try_emplace(value->name);
        if (isNew) {
            Value copy = *value;
            copy.graph = m_made.mainGraph();
            at->second = m_made.editor().addValue(std::move(copy));
        }
        return at->second;
    }

    void setPorts() {
        std::vector<ValueId> inputs, outputs;
        for (std::size_t i = 0; i < m_draft.sources.size(); ++i) {
            const Graph& graph = m_draft.sources[i].graph();
            for (const ValueId id : graph.inputs) {
                const ValueId now = m_copies[i].values.at(id);
                if (!m_draft.connections.contains({i, id}) &&
                    std::ranges::find(inputs, now) == inputs.end())
                    inputs.push_back(now);
                m_draft.plan.ports.push_back({now, i, m_draft.nameOf({i, id}), false});
            }
            for (const ValueId id : graph.outputs) {
                const ValueId now = m_copies[i].values.at(id);
                if (!m_draft.dropped.contains({i, id}))
                    outputs.push_back(now);
                m_draft.plan.ports.push_back({now, i, m_draft.nameOf({i, id}), true});
            }
            for (const auto& [from, to] : m_copies[i].nodes)
                m_draft.plan.modelOf[to] = i;
        }
        m_made.editor().changeGraph(m_made.mainGraph(), [&](Graph& graph) {
            graph.inputs = inputs;
            graph.outputs = outputs;
        });
    }

    MergeDraft& m_draft;
    ModelUnion m_made;
    std::vector<ModelUnion::Copied> m_copies; ///< by source
    std::map<std::string, ValueId> m_shared;
    std::map<std::pair<ValueId, std::string>, ValueId> m_shims; ///< by the output and the name
    /// Initializers of the merged model, by their names in the sources.
    std::multimap<std::string, Weight> m_weights;
    std::map<std::string, NameOwners> m_functions; ///< by domain
};

} // namespace

std::string contextStem(const fs::path& path) {
    std::string stem = path.stem().string();
    if (stem.ends_with("_ctx"))
        stem.resize(stem.size() - 4);
    return stem;
}

namespace {

/// The stem of each path and `end`; where several have one stem, the folder, `between` and the stem.
std::vector<std::string> distinctNames(const std::vector<fs::path>& paths, const char* between,
                                       const char* end) {
    std::map<std::string, int> stems;
    for (const fs::path& path : paths)
        ++stems[contextStem(path)];
    std::vector<std::string> names;
    for (const fs::path& path : paths) {
        const std::string stem = contextStem(path),
                          folder = resolvedPath(path).parent_path().filename().string();
        std::string name = stem;
        if (stems[stem] > 1 && !folder.empty())
            name.insert(0, between).insert(0, folder);
        name += end;
        for (int number = 2; std::ranges::find(names, name) != names.end(); ++number)
            name = stem + std::to_string(number) + end;
        names.push_back(std::move(name));
    }
    return names;
}

} // namespace

std::vector<std::string> sourceLabels(const std::vector<MergeInput>& inputs) {
    std::vector<fs::path> paths;
    for (const MergeInput& input : inputs)
        paths.push_back(input.path);
    return distinctNames(paths, "/", "");
}

std::vector<std::string> suggestedPrefixes(const std::vector<fs::path>& paths) {
    return distinctNames(paths, "_", "_");
}

MergePlan draftMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options) {
    MergeDraft draft{inputs, options, {}, {}, {}, {}, {}, {}, {}, {}};
    readSources(draft);
    planBinaries(draft);
    resolvePorts(draft);
    nameNodes(draft);
    nameTensors(draft);
    namePortSteps(draft);
    listKept(draft);
    Uniter(draft).run();
    orderOutputs(draft.plan, options.outputOrder);
    if (auto packed = packBinaries(draft.plan, options); !packed)
        draft.report(std::move(packed).error(), std::nullopt, MergeProblem::Fix::keepPacking);
    for (MergePlan::File& file : draft.plan.files)
        if (file.from.empty() && file.model < draft.sources.size()) // it was inside of its model
            file.from = {draft.sources[file.model].label};
    return std::move(draft.plan);
}

Result<MergePlan> planMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options) {
    MergePlan plan = draftMerge(inputs, options);
    if (const Error* error = plan.refusal())
        return *error;
    return plan;
}

} // namespace partita
