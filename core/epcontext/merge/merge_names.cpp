// The names in a merged model: which stay, which get their model's prefix, and why.

#include <algorithm>

#include "core/epcontext/merge/merge_refusal.h"
#include "core/epcontext/merge/merge_sources.h"

namespace partita {

MergedName NameOwners::unique(const MergeDraft& draft, const std::string& wish, std::size_t owner) {
    const Message prefixed = PARTITA_TEXT("prefix of its model");
    const auto [at, isNew] = owners.emplace(wish, owner);
    if (isNew)
        return {wish, prefixed, false};
    for (int number = 2;; ++number) {
        const std::string end = "_" + std::to_string(number);
        if (!owners.emplace(wish + end, owner).second)
            continue;
        return {wish + end,
                PARTITA_TEXT("'{0}' because '{1}' is taken by {2}", end, wish,
                             draft.ownerName(at->second)),
                true};
    }
}

void nameNodes(MergeDraft& draft) {
    NameOwners names;
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        for (const EpContext& context : draft.sources[i].contexts) {
            const NodeFate& fate = draft.binaries.fates[i].at(context.node);
            if (!fate.nameIsFixed)
                continue;
            if (!names.owners.emplace(fate.name, i).second) {
                draft.report(
                    refusal(PARTITA_TEXT("two EPContext nodes must be called '{0}'", fate.name),
                            PARTITA_TEXT("compile one of the models from a file of "
                                         "another name")),
                    i, MergeProblem::Fix::leaveModelOut);
                continue;
            }
            draft.sources[i].nodeNames[context.node] = {
                fate.name, PARTITA_TEXT("another binary has a graph of that name"), false};
        }
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        MergeSource& source = draft.sources[i];
        source.model.nodes().forEach([&](NodeId id, const auto& node) {
            if (source.nodeNames.contains(id) || (node->name.empty() && !isEpContext(*node)))
                return;
            source.nodeNames[id] = names.unique(draft, source.prefix + node->name, i);
        });
    }
}

namespace {

/// Whether a graph belongs to a model-local function, whose names are a namespace of their own.
bool isOutside(const Model& model, GraphId graph) {
    while (graph) {
        const auto& record = model.graph(graph);
        if (record->function)
            return true;
        const auto& parent = model.node(record->parent);
        graph = parent ? parent->graph : GraphId{};
    }
    return false;
}

/// What has a name that a binary knows: a connected input has that of the output which it reads, or of
/// a copy of it. Several inputs may thus have one name.
MergePort madeBy(const MergeDraft& draft, const MergePort& port) {
    const auto at = draft.connections.find(port);
    return at == draft.connections.end() ? port : at->second;
}

/// Gives the names that binaries know, which are all taken before any other tensor gets one.
class FixedNames {
public:
    FixedNames(MergeDraft& draft, NameOwners& names) : m_draft(draft), m_names(names) {}

    void run() {
        for (std::size_t i = 0; i < m_draft.sources.size(); ++i)
            for (const auto& [id, kind] : m_draft.sources[i].fixed)
                if (!m_draft.shared.contains({i, id}))
                    name({i, id});
        for (const MergePort& port : m_refused) {
            MergeSource& source = m_draft.sources[port.source];
            MergedName& name = source.tensorNames[port.value];
            name = m_names.unique(m_draft, source.prefix + m_draft.nameOf(port), port.source);
            name.isRefused = true;
        }
    }

private:
    void name(const MergePort& port) {
        const std::string& name = m_draft.nameOf(port);
        const MergePort made = madeBy(m_draft, port);
        const auto [owner, isNew] = m_names.owners.emplace(name, port.source);
        if (isNew)
            m_made.emplace(name, made);
        const auto known = m_made.find(name);
        const bool isSame = known != m_made.end() && known->second == made;
        if (!isNew && !isSame && owner->second != port.source)
            return refuse(port, owner->second);
        if (!m_draft.isSameTensor(port))
            m_draft.sources[port.source].tensorNames[port.value] = {name, {}, false};
        else // no other tensor may have the name that the output was to have
            m_draft.sources[made.source].tensorNames.try_emplace(
                made.value, MergedName{name, PARTITA_TEXT("prefix of its model")});
    }

    void refuse(const MergePort& port, std::size_t owner) {
        const MergeSource& source = m_draft.sources[port.source];
        const std::string& name = m_draft.nameOf(port);
        Message what = PARTITA_TEXT("tensor '{0}' is there in {1} and in {2}, and the "
                                    "binaries know it by that name",
                                    name, m_draft.ownerName(owner), source.label);
        m_draft.plan.steps.push_back({MergePlan::Step::Does::keep, PARTITA_TEXT("tensor"),
                                      port.source, name, name, what, true});
        const bool byShared = owner >= m_draft.sources.size();
        m_draft.report(refusal(std::move(what),
                               PARTITA_TEXT("export one of the models with other names of inputs "
                                            "and outputs, or share the input if it is the "
                                            "same")),
                       port.source,
                       byShared ? MergeProblem::Fix::none : MergeProblem::Fix::leaveModelOut);
        const auto known = m_made.find(name);
        if (!byShared && known != m_made.end() && isInput(port) && isInput(known->second))
            m_draft.plan.problems.back().subject = name;
        m_refused.push_back(port);
    }

    [[nodiscard]] bool isInput(const MergePort& port) const {
        const Model& model = m_draft.sources[port.source].model;
        const auto& inputs = model.graph(model.mainGraph())->inputs;
        return std::ranges::find(inputs, port.value) != inputs.end();
    }

    MergeDraft& m_draft;
    NameOwners& m_names;
    std::map<std::string, MergePort> m_made;
    std::vector<MergePort> m_refused; ///< they get a name once all others have theirs
};

/// The name that a node will read: for a connected input, that of the connected output.
const std::string& finalName(const MergeDraft& draft, const MergePort& port) {
    const MergePort read = madeBy(draft, port);
    return draft.sources[read.source].tensorNames.at(read.value).text;
}

/// QNN binds tensors by name if the names are those in the binary in any order, else by position.
/// So a tensor must not get the old name of another tensor of its node.
void checkPermutation(MergeDraft& draft, std::size_t index, const IdList<ValueId>& list) {
    for (const ValueId id : list)
        for (const ValueId other : list) {
            if (!id || !other || id == other)
                continue;
            const std::string& now = finalName(draft, {index, id});
            if (now != draft.nameOf({index, other}))
                continue;
            draft.report(
                refusal(PARTITA_TEXT("tensor '{0}' of {1} would be called '{2}', as "
                                     "another one is in its binary: QNN would mix them up",
                                     draft.nameOf({index, id}), draft.sources[index].label, now),
                        PARTITA_TEXT("choose another prefix")),
                index, MergeProblem::Fix::choosePrefix);
            return;
        }
}

} // namespace

void nameTensors(MergeDraft& draft) {
    NameOwners names;
    for (const MergePort& port : draft.shared)
        names.owners.emplace(draft.nameOf(port), draft.sources.size());
    FixedNames(draft, names).run();
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        MergeSource& source = draft.sources[i];
        source.model.values().forEach([&](ValueId id, const auto& value) {
            const MergePort port{i, id};
            if (source.tensorNames.contains(id) || isOutside(source.model, value->graph))
                return;
            if (draft.shared.contains(port) || draft.isSameTensor(port))
                source.tensorNames[id] = {value->name, {}, false};
            else
                source.tensorNames[id] = names.unique(draft, source.prefix + value->name, i);
        });
    }
    for (std::size_t i = 0; i < draft.sources.size(); ++i)
        for (const EpContext& context : draft.sources[i].contexts)
            if (context.kind() == ContextSource::qnn) {
                const Node& node = *draft.sources[i].model.node(context.node);
                checkPermutation(draft, i, node.inputs);
                checkPermutation(draft, i, node.outputs);
            }
}

namespace {

void keep(MergeDraft& draft, std::size_t index, const Message& kind, const std::string& name,
          Message why) {
    draft.plan.steps.push_back(
        {MergePlan::Step::Does::keep, kind, index, name, name, std::move(why), false});
}

void keepNode(MergeDraft& draft, std::size_t index, const EpContext& context) {
    const NodeFate& fate = draft.binaries.fates[index].at(context.node);
    const ContextSource kind = context.kind();
    if (fate.nameIsFixed && fate.name == context.name)
        keep(draft, index, PARTITA_TEXT("EPContext node"), context.name,
             kind == ContextSource::qnn
                 ? PARTITA_TEXT("kept: its binary holds several graphs, and the name is the key")
                 : PARTITA_TEXT("kept: nobody knows what {0} looks up by it", context.source));
    if (fate.partition || context.partition.empty() || kind == ContextSource::qnn)
        return;
    keep(draft, index, PARTITA_TEXT("partition"), context.partition,
         kind == ContextSource::unknown
             ? PARTITA_TEXT("kept: nobody knows what {0} looks up by it", context.source)
             : PARTITA_TEXT("kept: the key into its binary"));
}

} // namespace

void listKept(MergeDraft& draft) {
    for (std::size_t i = 0; i < draft.sources.size(); ++i) {
        const MergeSource& source = draft.sources[i];
        if (source.prefix.empty())
            continue;
        for (const EpContext& context : source.contexts)
            keepNode(draft, i, context);
        for (const auto& [id, kind] : source.fixed)
            if (const auto at = source.tensorNames.find(id);
                at != source.tensorNames.end() && at->second.text == draft.nameOf({i, id}))
                keep(draft, i, PARTITA_TEXT("tensor"), at->second.text,
                     kind == ContextSource::openVino
                         ? PARTITA_TEXT("kept: OpenVINO's blob knows it by this name")
                         : PARTITA_TEXT("kept: its binary may know it by this name"));
    }
}

} // namespace partita
