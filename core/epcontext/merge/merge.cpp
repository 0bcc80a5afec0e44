#include "core/epcontext/merge/merge.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/try.h"
#include "core/epcontext/merge/merge_binaries.h"
#include "core/epcontext/merge/merge_check.h"
#include "core/epcontext/merge/merge_opsets.h"
#include "core/epcontext/merge/merge_packing.h"
#include "core/epcontext/merge/merge_refusal.h"
#include "core/epcontext/merge/merge_sources.h"
#include "core/ir/constants.h"
#include "core/ir/model_union.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

class Merger {
public:
    Merger(const std::vector<MergeInput>& inputs, const MergeOptions& options)
        : m_inputs(inputs), m_options(options) {}

    Result<MergePlan> run() {
        for (auto step : {&Merger::readSources, &Merger::agreeOnOpsets, &Merger::planBinaries,
                          &Merger::resolveConnections, &Merger::nameTensors, &Merger::unite})
            PARTITA_TRY((this->*step)());
        return std::move(m_plan);
    }

private:
    Result<void> readSources() {
        if (m_inputs.size() < (m_options.single ? 1 : 2))
            return Error{Errc::usage, PARTITA_TEXT("a merge needs two models or more"), {}, {}};
        for (const MergeInput& input : m_inputs) {
            MergeSource source{input.model, contextStem(input.path), input.prefix, {}, {}, {}, {}};
            source.contexts = epContextsOf(input.model);
            for (const EpContext& context : source.contexts) {
                if (context.source.empty())
                    return refusal(PARTITA_TEXT("the EPContext node '{0}' of {1} names no source, "
                                                "so nobody knows what may be renamed",
                                                context.name, source.stem),
                                   PARTITA_TEXT("generate it with a provider that says who it is"));
                PARTITA_TRY(checkOutputs(source, context));
                const ContextSource kind = context.kind();
                const Node& node = *input.model.node(context.node);
                if (kind == ContextSource::openVino || kind == ContextSource::unknown)
                    for (const auto* list : {&node.inputs, &node.outputs})
                        for (const ValueId id : *list)
                            if (id)
                                source.fixed.insert(id);
            }
            m_sources.push_back(std::move(source));
        }
        return {};
    }

    static Result<void> checkOutputs(const MergeSource& source, const EpContext& context) {
        for (const ValueId id : source.model.node(context.node)->outputs) {
            const auto& value = source.model.value(id);
            if (id && (!value->type || !value->type->isTensor() ||
                       value->type->element == DataType::undefined || !value->type->shape))
                return refusal(
                    PARTITA_TEXT(
                        "output '{0}' of the EPContext node '{1}' of {2} has no type and shape",
                        value->name, context.name, source.stem),
                    PARTITA_TEXT("generate the model again: ONNX Runtime cannot infer them"));
        }
        return {};
    }

    Result<void> agreeOnOpsets() {
        std::vector<Model> models;
        std::vector<std::string> names;
        for (const MergeSource& source : m_sources) {
            models.push_back(source.model);
            names.push_back(source.stem);
        }
        m_opsets = PARTITA_TRY(partita::agreeOnOpsets(models, names, m_plan.clashes));
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            m_sources[i].model = models[i];
            m_sources[i].contexts = epContextsOf(models[i]);
        }
        return {};
    }

    /// Plans which names of nodes and partitions stay, and which files there will be.
    Result<void> planBinaries() {
        std::vector<BinarySource> sources;
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            sources.push_back({m_sources[i].stem, m_sources[i].prefix,
                               m_inputs[i].path.parent_path(), m_sources[i].contexts,
                               !m_inputs[i].part.empty()});
        m_binaries = PARTITA_TRY(planMergedBinaries(sources, m_options));
        for (MergePlan::Clash& clash : m_binaries.clashes)
            m_plan.clashes.push_back(std::move(clash));
        for (MergePlan::Rename& rename : m_binaries.renames)
            m_plan.renames.push_back(std::move(rename));
        m_plan.files = std::move(m_binaries.files);
        return nameNodes();
    }

    Result<void> nameNodes() {
        std::map<std::string, std::size_t> owners;
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            for (const EpContext& context : m_sources[i].contexts)
                if (const auto& fate = m_binaries.fates[i].at(context.node); fate.nameIsFixed) {
                    if (!owners.emplace(fate.name, i).second)
                        return refusal(
                            PARTITA_TEXT("two EPContext nodes must be called '{0}'", fate.name),
                            PARTITA_TEXT("compile one of the models from a file of another name"));
                    m_sources[i].nodeNames[context.node] = fate.name;
                }
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            m_sources[i].model.nodes().forEach([&](NodeId id, const auto& node) {
                if (m_sources[i].nodeNames.contains(id))
                    return;
                std::string name = node->name.empty() && !isEpContext(*node)
                                       ? std::string()
                                       : m_sources[i].prefix + node->name;
                if (name.empty() && !isEpContext(*node))
                    return;
                name = unique(owners, name, i);
                m_sources[i].nodeNames[id] = name;
            });
        return {};
    }

    static std::string unique(std::map<std::string, std::size_t>& owners, const std::string& wish,
                              std::size_t owner) {
        std::string name = wish;
        for (int number = 2; !owners.emplace(name, owner).second; ++number)
            name = wish + "_" + std::to_string(number);
        return name;
    }

    /// Whether a graph belongs to a model-local function, whose names are a namespace of their own.
    static bool isOutside(const Model& model, GraphId graph) {
        while (graph) {
            const auto& record = model.graph(graph);
            if (record->function)
                return true;
            const auto& parent = model.node(record->parent);
            graph = parent ? parent->graph : GraphId{};
        }
        return false;
    }

    /// Gives all tensors their new names. Names that binaries refer to come first, as they must not
    /// change.
    Result<void> nameTensors() {
        std::map<std::string, std::size_t> owners;
        m_tensorNames.resize(m_sources.size());
        for (const std::string& name : m_options.sharedInputs)
            owners.emplace(name, m_sources.size());
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            for (const ValueId id : m_sources[i].fixed) {
                const std::string& name = m_sources[i].model.value(id)->name;
                if (isShared(i, id) || isSameTensor(i, id))
                    continue;
                if (const auto [at, isNew] = owners.emplace(name, i); !isNew && at->second != i)
                    return refusal(
                        PARTITA_TEXT("tensor '{0}' is there in {1} and in {2}, and the binaries "
                                     "know it by that name",
                                     name, nameOf(at->second), m_sources[i].stem),
                        PARTITA_TEXT("export one of the models with other names of inputs and "
                                     "outputs, or share the input if it is the same"));
                m_tensorNames[i][id] = name;
            }
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const MergeSource& source = m_sources[i];
            source.model.values().forEach([&](ValueId id, const auto& value) {
                if (m_tensorNames[i].contains(id) || isOutside(source.model, value->graph))
                    return;
                if (isShared(i, id) || isSameTensor(i, id))
                    m_tensorNames[i][id] = value->name;
                else
                    m_tensorNames[i][id] = unique(owners, source.prefix + value->name, i);
            });
        }
        return checkPermutations();
    }

    [[nodiscard]] Message nameOf(std::size_t source) const {
        return source < m_sources.size() ? Message(m_sources[source].stem)
                                         : PARTITA_TEXT("the shared inputs");
    }

    [[nodiscard]] bool isShared(std::size_t source, ValueId id) const {
        const Model& model = m_sources[source].model;
        return model.isGraphInput(id) && model.value(id)->graph == model.mainGraph() &&
               std::ranges::find(m_options.sharedInputs, model.value(id)->name) !=
                   m_options.sharedInputs.end();
    }

    /// Whether a connected input that a binary knows by name has the same name as the output that
    /// it reads.
    [[nodiscard]] bool isSameTensor(std::size_t source, ValueId id) const {
        const auto at = m_connections.find({source, id});
        return at != m_connections.end() && m_sources[source].fixed.contains(id) &&
               mergedName(source, id) == mergedName(at->second.source, at->second.value);
    }

    /// The name that a tensor gets unless it clashes with another one.
    [[nodiscard]] std::string mergedName(std::size_t source, ValueId id) const {
        const std::string& name = m_sources[source].model.value(id)->name;
        return m_sources[source].fixed.contains(id) ? name : m_sources[source].prefix + name;
    }

    /// The name that a node will read: for a connected input, that of the connected output.
    [[nodiscard]] std::string finalName(std::size_t source, ValueId id) const {
        const auto at = m_connections.find({source, id});
        return at == m_connections.end() ? m_tensorNames[source].at(id)
                                         : m_tensorNames[at->second.source].at(at->second.value);
    }

    /// QNN binds tensors by name if the names are those in the binary in any order, else by
    /// position. So a tensor must not get the old name of another tensor of its node.
    Result<void> checkPermutations() {
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            for (const EpContext& context : m_sources[i].contexts) {
                if (context.kind() != ContextSource::qnn)
                    continue;
                const Node& node = *m_sources[i].model.node(context.node);
                for (const auto* list : {&node.inputs, &node.outputs})
                    for (const ValueId id : *list)
                        for (const ValueId other : *list)
                            if (id && other && id != other &&
                                finalName(i, id) == m_sources[i].model.value(other)->name)
                                return refusal(
                                    PARTITA_TEXT(
                                        "tensor '{0}' of {1} would be called '{2}', as another one "
                                        "is in its binary: QNN would mix them up",
                                        m_sources[i].model.value(id)->name, m_sources[i].stem,
                                        finalName(i, id)),
                                    PARTITA_TEXT("choose another prefix"));
            }
        return {};
    }

    /// Finds the input or output that "b_x", "stem.x" or "2.x" names.
    Result<MergePort> portOf(const std::string& text, bool input) const {
        std::vector<MergePort> found;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const Model& model = m_sources[i].model;
            const Graph& graph = *model.graph(model.mainGraph());
            for (const ValueId id : input ? graph.inputs : graph.outputs) {
                const std::string& name = model.value(id)->name;
                if (mergedName(i, id) == text || m_sources[i].stem + "." + name == text ||
                    std::to_string(i + 1) + "." + name == text)
                    found.push_back({i, id});
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
                     PARTITA_TEXT("write for example 2.x for x of the second model")};
    }

    Result<void> resolveConnections() {
        for (const auto& [to, from] : m_options.connections) {
            const auto input = portOf(to, true), output = portOf(from, false);
            if (!input || !output)
                return input ? output.error() : input.error();
            const auto &target = m_sources[input->source].model.value(input->value),
                       &source = m_sources[output->source].model.value(output->value);
            if (input->source == output->source)
                return Error{Errc::usage,
                             PARTITA_TEXT("'{0}' and '{1}' are of one model", to, from),
                             {},
                             {}};
            if (!sameType(target->type, source->type))
                return Error{Errc::shapeMismatch,
                             PARTITA_TEXT("'{0}' ({1}) does not fit '{2}' ({3})", from,
                                          source->type ? source->type->text() : "?", to,
                                          target->type ? target->type->text() : "?"),
                             {},
                             PARTITA_TEXT("connect tensors of one type and shape")};
            if (!m_connections.emplace(std::pair(input->source, input->value), *output).second)
                return Error{Errc::usage, PARTITA_TEXT("'{0}' is connected twice", to), {}, {}};
        }
        return {};
    }

    Result<void> unite() {
        auto sequence = PARTITA_TRY(addingOrder(m_sources.size(), m_connections));
        std::string name;
        for (const MergeSource& source : m_sources)
            name += (name.empty() ? "" : "+") + source.stem;
        ModelUnion made(mergedInfo(m_sources, m_opsets, m_plan), name);
        std::vector<ModelUnion::Copied> copies(m_sources.size());
        for (const std::size_t i : sequence)
            PARTITA_TRY(addSource(made, i, copies));
        setPorts(made, copies);
        m_plan.model = std::move(made.editor()).model();
        PARTITA_TRY(orderOutputs(m_plan, m_options.outputOrder));
        return packBinaries(m_plan, m_options);
    }

    /// Whether a value is an initializer that may be shared with other models: no input or output
    /// of the graph, and not known to a binary by name.
    [[nodiscard]] bool isPlainWeight(std::size_t source, const Value& value) const {
        const Model& model = m_sources[source].model;
        return value.initializer && value.graph == model.mainGraph() &&
               !model.isGraphInput(value.id) && !model.isGraphOutput(value.id) &&
               !m_sources[source].fixed.contains(value.id);
    }

    /// Initializers of the source that the merged model already has with the same name and bytes.
    [[nodiscard]] std::unordered_map<ValueId, ValueId> sharedInitializers(std::size_t index) const {
        std::unordered_map<ValueId, ValueId> known;
        m_sources[index].model.values().forEach([&](ValueId id, const auto& value) {
            if (!isPlainWeight(index, *value))
                return;
            const auto [first, last] = m_weights.equal_range(value->name);
            const auto same = std::find_if(first, last, [&](const auto& entry) {
                return sameTensor(*value->initializer, *entry.second.first);
            });
            if (same != last)
                known[id] = same->second.second;
        });
        return known;
    }

    Result<void> addSource(ModelUnion& made, std::size_t index,
                           std::vector<ModelUnion::Copied>& copies) {
        MergeSource& source = m_sources[index];
        auto known = sharedInitializers(index);
        for (const ValueId id : source.model.graph(source.model.mainGraph())->inputs) {
            if (const auto from = m_connections.find({index, id}); from != m_connections.end()) {
                known[id] = connected(made, index, id,
                                      copies[from->second.source].values.at(from->second.value));
            } else if (isShared(index, id)) {
                auto shared = PARTITA_TRY(sharedInput(made, index, id));
                known[id] = shared;
            }
        }
        ModelUnion::Names names;
        names.value = [&](const Value& value) {
            const auto at = m_tensorNames[index].find(value.id);
            if (at == m_tensorNames[index].end())
                return value.name;
            rename(PARTITA_TEXT("tensor"), index, value.name, at->second,
                   PARTITA_TEXT("prefix of its model"));
            return at->second;
        };
        names.node = [&](const Node& node) {
            const auto at = source.nodeNames.find(node.id);
            if (at == source.nodeNames.end())
                return node.name;
            rename(PARTITA_TEXT("node"), index, node.name, at->second,
                   PARTITA_TEXT("prefix of its model"));
            return at->second;
        };
        names.function = [&](const Graph& graph) {
            const std::string name = unique(m_functions[graph.function->domain], graph.name, index);
            rename(PARTITA_TEXT("function"), index, graph.name, name,
                   PARTITA_TEXT("another model has one of that name"));
            return name;
        };
        copies[index] = made.add(source.model, names, std::move(known));
        source.model.values().forEach([&](ValueId id, const auto& value) {
            if (value->initializer && value->graph == source.model.mainGraph() &&
                !source.model.isGraphInput(id))
                m_weights.emplace(value->name,
                                  std::pair(value->initializer, copies[index].values.at(id)));
        });
        for (const EpContext& context : source.contexts)
            setContext(made.editor(), copies[index].nodes.at(context.node),
                       m_binaries.fates[index].at(context.node));
        return {};
    }

    void rename(const Message& kind, std::size_t index, const std::string& from,
                const std::string& to, const Message& why) {
        if (from != to)
            m_plan.renames.push_back({kind, index, from, to, why});
    }

    /// The value that a connected input reads: the output itself, or a copy under the name that the
    /// binary knows. The copy is made by a Concat of one tensor, because runtimes remove Identity
    /// nodes.
    ValueId connected(ModelUnion& made, std::size_t index, ValueId input, ValueId output) {
        MergeSource& source = m_sources[index];
        if (!source.fixed.contains(input) || isSameTensor(index, input))
            return output;
        Value value = *source.model.value(input);
        value.graph = made.mainGraph();
        value.name = m_tensorNames[index].at(input);
        const ValueId copy = made.editor().addValue(value);
        Node shim;
        shim.graph = made.mainGraph();
        shim.name = value.name + "_shim";
        shim.opType = "Concat";
        shim.inputs = {output};
        shim.outputs = {copy};
        shim.attributes = std::make_shared<const Attributes>(
            Attributes{Attribute::make("axis", std::int64_t{0})});
        made.editor().addNode(std::move(shim));
        m_plan.clashes.push_back(
            {PARTITA_TEXT("'{0}' of {1} is connected, and its binary knows it by that name",
                          value.name, source.stem),
             PARTITA_TEXT("a Concat of one tensor gives it that name")});
        return copy;
    }

    Result<ValueId> sharedInput(ModelUnion& made, std::size_t index, ValueId id) {
        const auto& value = m_sources[index].model.value(id);
        const auto at = m_shared.find(value->name);
        if (at == m_shared.end()) {
            Value copy = *value;
            copy.graph = made.mainGraph();
            return m_shared[value->name] = made.editor().addValue(std::move(copy));
        }
        if (!sameType(made.editor().model().value(at->second)->type, value->type))
            return Error{
                Errc::shapeMismatch,
                PARTITA_TEXT("input '{0}' of {1} has another type or shape than that of the others",
                             value->name, m_sources[index].stem),
                {},
                PARTITA_TEXT("do not share it")};
        return at->second;
    }

    void setPorts(ModelUnion& made, const std::vector<ModelUnion::Copied>& copies) {
        std::vector<ValueId> inputs, outputs;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const Graph& graph = *m_sources[i].model.graph(m_sources[i].model.mainGraph());
            for (const ValueId id : graph.inputs) {
                const ValueId now = copies[i].values.at(id);
                if (!m_connections.contains({i, id}) &&
                    std::ranges::find(inputs, now) == inputs.end())
                    inputs.push_back(now);
            }
            for (const ValueId id : graph.outputs)
                outputs.push_back(copies[i].values.at(id));
            for (const auto* list : {&graph.inputs, &graph.outputs})
                for (const ValueId id : *list)
                    m_plan.ports.push_back(
                        {copies[i].values.at(id), i, m_sources[i].model.value(id)->name});
            for (const auto& [from, to] : copies[i].nodes)
                m_plan.modelOf[to] = i;
        }
        made.editor().changeGraph(made.mainGraph(), [&](Graph& graph) {
            graph.inputs = inputs;
            graph.outputs = outputs;
        });
    }

    const std::vector<MergeInput>& m_inputs;
    const MergeOptions& m_options;
    std::vector<MergeSource> m_sources;
    std::vector<OpsetImport> m_opsets;
    MergedBinaries m_binaries;
    std::vector<std::map<ValueId, std::string>> m_tensorNames; ///< by source
    MergeConnections m_connections;
    std::map<std::string, ValueId> m_shared;
    /// Initializers of the merged model, by their names in the sources.
    std::multimap<std::string, std::pair<TensorPtr, ValueId>> m_weights;
    std::map<std::string, std::map<std::string, std::size_t>> m_functions; ///< by domain
    MergePlan m_plan;
};

} // namespace

std::string contextStem(const fs::path& path) {
    std::string stem = path.stem().string();
    if (stem.ends_with("_ctx"))
        stem.resize(stem.size() - 4);
    return stem;
}

Result<MergePlan> planMerge(const std::vector<MergeInput>& inputs, const MergeOptions& options) {
    auto broken = PARTITA_TRY(brokenRules(inputs));
    auto plan = Merger(inputs, options).run();
    if (plan)
        plan->broken = std::move(broken);
    return plan;
}

} // namespace partita
