#include "core/tasks/models/context_members.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/compare/node_matching.h"
#include "core/ir/extract.h"
#include "core/onnx/read.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// The last part of a path that may come from another system.
std::string fileNameIn(const std::string& path) {
    return path.substr(path.find_last_of("/\\:") + 1);
}

bool isOtherFile(const fs::path& file, const fs::path& than) {
    std::error_code error;
    return fs::is_regular_file(file, error) && !fs::equivalent(file, than, error);
}

/// The tensors of a source model by their names, those of the main graph before those of bodies.
class SourceTensors {
public:
    explicit SourceTensors(const Model& source) : m_source(source) {
        source.values().forEach([&](ValueId id, const auto& value) {
            if (value->name.empty())
                return;
            const auto [known, isNew] = m_byName.try_emplace(value->name, id);
            if (!isNew && value->graph == source.mainGraph())
                known->second = id;
        });
    }
    [[nodiscard]] ValueId find(std::string_view name) const {
        const auto found = m_byName.find(name);
        return found == m_byName.end() ? ValueId{} : found->second;
    }
    /// How many letters stand before the source's names in the names of `values`; nothing: they are
    /// no names of the source.
    [[nodiscard]] std::optional<std::size_t> prefixOf(const Model& compiled,
                                                      const std::vector<ValueId>& values) const {
        if (values.empty())
            return std::nullopt;
        const std::string& first = compiled.value(values.front())->name;
        const auto fits = [&](std::size_t length) {
            return std::ranges::all_of(values, [&](ValueId id) {
                const std::string_view name = compiled.value(id)->name;
                return name.size() > length && first.compare(0, length, name, 0, length) == 0 &&
                       m_source.producer(find(name.substr(length)));
            });
        };
        const auto mayEndPrefix = [](char c) { return std::string_view("_./-").find(c) < 4; };
        for (std::size_t length = 0; length < first.size(); ++length)
            if ((length == 0 || mayEndPrefix(first[length - 1])) && fits(length))
                return length;
        return std::nullopt;
    }

private:
    const Model& m_source;
    std::unordered_map<std::string_view, ValueId> m_byName;
};

std::vector<ValueId> named(std::span<const ValueId> values, const Model& model) {
    std::vector<ValueId> found;
    for (const ValueId id : values)
        if (const auto& value = model.value(id); value && !value->name.empty())
            found.push_back(id);
    return found;
}

/// Tensors at the boundary of a context as tensors of its source: by their names, otherwise by what
/// else reads or makes them, or by their places among the inputs and outputs of the model.
class Boundary {
public:
    Boundary(const Model& source, const Model& compiled, const Node& context)
        : m_source(source), m_compiled(compiled), m_context(context), m_tensors(source),
          m_outputs(named(context.outputs, compiled)), m_inputs(named(context.inputs, compiled)),
          m_prefix(m_tensors.prefixOf(compiled, m_outputs).value_or(0)) {
        std::erase_if(m_inputs, [&](ValueId id) { return compiled.value(id)->isConstant(); });
    }
    [[nodiscard]] bool isKnownByNames() const {
        return std::ranges::all_of(m_outputs, [&](ValueId id) { return isMade(byName(id)); }) &&
               std::ranges::all_of(m_inputs, [&](ValueId id) { return bool(byName(id)); });
    }
    /// `matching`: where names do not tell all.
    [[nodiscard]] std::vector<NodeId> nodes(const NodeMatching* matching) const {
        const auto isNamed = [&](ValueId id) { return bool(byName(id)); };
        if (matching && matching->pairs.empty() && std::ranges::none_of(m_outputs, isNamed) &&
            std::ranges::none_of(m_inputs, isNamed))
            return {}; // another model, though it may have as many inputs and outputs
        std::vector<ValueId> from, to;
        for (const ValueId id : m_outputs) {
            ValueId found = byName(id);
            if (!isMade(found) && matching)
                found = byNeighbours(id, *matching);
            if (!isMade(found))
                return {};
            to.push_back(found);
        }
        for (const ValueId id : m_inputs) {
            ValueId found = byName(id);
            if (!found && matching)
                found = byNeighbours(id, *matching);
            if (found)
                from.push_back(found);
        }
        if (matching) // what is in the compiled model as it was is not in the context
            for (const NodePair& pair : matching->pairs)
                if (pair.b != m_context.id)
                    std::ranges::copy_if(m_source.node(pair.a)->outputs, std::back_inserter(from),
                                         [](ValueId id) { return bool(id); });
        std::erase_if(from, [&](ValueId id) { return std::ranges::find(to, id) != to.end(); });
        return to.empty() ? std::vector<NodeId>()
                          : nodesBetween(m_source, from, to, m_source.value(to.front())->graph);
    }

private:
    [[nodiscard]] bool isMade(ValueId id) const { return id && m_source.producer(id); }
    [[nodiscard]] ValueId byName(ValueId id) const {
        const std::string_view name = m_compiled.value(id)->name;
        return name.size() > m_prefix ? m_tensors.find(name.substr(m_prefix)) : ValueId{};
    }
    [[nodiscard]] ValueId byNeighbours(ValueId id, const NodeMatching& matching) const {
        const auto slotIn = [&](const auto& list) {
            return static_cast<std::size_t>(std::ranges::find(list, id) - list.begin());
        };
        const auto sameIn = [](const auto& list, std::size_t slot) {
            return slot < list.size() ? list[slot] : ValueId{};
        };
        if (const NodeId producer = m_compiled.producer(id); producer && producer != m_context.id)
            if (const NodeId same = matching.partnerOfB(producer))
                return sameIn(m_source.node(same)->outputs,
                              slotIn(m_compiled.node(producer)->outputs));
        for (const NodeId reader : m_compiled.consumers(id))
            if (reader && reader != m_context.id)
                if (const NodeId same = matching.partnerOfB(reader))
                    return sameIn(m_source.node(same)->inputs,
                                  slotIn(m_compiled.node(reader)->inputs));
        const Graph &ours = *m_compiled.graph(m_compiled.mainGraph()),
                    &theirs = *m_source.graph(m_source.mainGraph());
        for (const auto ports : {&Graph::inputs, &Graph::outputs})
            if ((ours.*ports).size() == (theirs.*ports).size())
                if (const ValueId same = sameIn(theirs.*ports, slotIn(ours.*ports)))
                    return same;
        return {};
    }

    const Model &m_source, &m_compiled;
    const Node& m_context;
    SourceTensors m_tensors;
    std::vector<ValueId> m_outputs, m_inputs;
    std::size_t m_prefix;
};

std::vector<NodeId> byComparison(const NodeMatching& matching, NodeId context) {
    std::vector<NodeId> found;
    if (const NodeId same = matching.partnerOfB(context))
        found.push_back(same);
    if (const auto parts = matching.cameFromA.find(context); parts != matching.cameFromA.end())
        found.insert(found.end(), parts->second.begin(), parts->second.end());
    return found;
}

constexpr std::string_view kNameIt =
    "`info MODEL --inside NODE --source FILE`, which takes any file";

} // namespace

Result<fs::path> sourceOfContext(const EpContext& context, const fs::path& contextModel) {
    std::vector<std::string> names;
    if (const std::string name = fileNameIn(context.sourceModel); !name.empty())
        names.push_back(name);
    const std::string stem = contextModel.stem().string();
    constexpr std::string_view kEnd = "_ctx";
    if (stem.size() > kEnd.size() && stem.ends_with(kEnd))
        names.push_back(stem.substr(0, stem.size() - kEnd.size()) +
                        contextModel.extension().string());
    for (const std::string& name : names)
        if (fs::path file = contextModel.parent_path() / name; isOtherFile(file, contextModel))
            return file;
    if (names.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("the source model is not at hand: nobody knows its name"),
                     {contextModel.string()},
                     seeTyped(PARTITA_TEXT("put it beside the context model, named like it "
                                           "without _ctx"),
                              kNameIt)};
    return Error{
        Errc::usage,
        PARTITA_TEXT("the source model is not at hand: there is no {0}", names.front()),
        {contextModel.parent_path().string()},
        seeTyped(PARTITA_TEXT("put {0} beside the context model", names.front()), kNameIt)};
}

Result<std::vector<NodeId>> membersIn(const Model& source, const Model& compiled, NodeId node,
                                      const Progress& progress) {
    const Node& context = *compiled.node(node);
    const Boundary boundary(source, compiled, context);
    std::vector<NodeId> found;
    if (boundary.isKnownByNames()) {
        found = boundary.nodes(nullptr);
    } else {
        const auto matching = PARTITA_TRY(matchNodes(source, compiled, false, progress));
        found = boundary.nodes(&matching);
        if (found.empty())
            found = byComparison(matching, node);
    }
    std::erase_if(found, [&](NodeId id) { return source.node(id)->is("Constant"); });
    std::ranges::sort(found);
    if (found.empty())
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("the source model has no nodes between the tensors of the node"),
            {context.label()},
            PARTITA_TEXT("it may be another model, or one that was exported again: compile "
                         "it again")};
    return found;
}

Result<ContextMembers> membersOfContext(const Model& compiled, const fs::path& contextModel,
                                        NodeId node, const fs::path& source,
                                        const Progress& progress) {
    ContextMembers members;
    members.file =
        source.empty()
            ? PARTITA_TRY(sourceOfContext(epContextOf(*compiled.node(node)), contextModel))
            : source;
    const Model model = PARTITA_TRY(readModel(members.file, progress));
    auto found = membersIn(model, compiled, node, progress);
    if (!found)
        return std::move(found).error().at(PARTITA_TEXT("file '{0}'", members.file.string()));
    members.nodes = *std::move(found);
    std::map<std::string, std::size_t> counts;
    for (const NodeId id : members.nodes) {
        const Node& each = *model.node(id);
        members.names.push_back(each.name.empty() ? each.label() : each.name);
        ++counts[each.opType];
    }
    members.operators.assign(counts.begin(), counts.end());
    std::ranges::stable_sort(members.operators, std::ranges::greater(),
                             &std::pair<std::string, std::size_t>::second);
    return members;
}

} // namespace partita
