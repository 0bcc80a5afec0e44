#include "core/epcontext/formats/context_content.h"

#include <algorithm>
#include <map>

#include "core/base/count_text.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"

namespace partita {

namespace {

std::vector<std::string> textsOf(const Model& model, const std::vector<ValueId>& ports) {
    std::vector<std::string> texts;
    for (const ValueId id : ports) {
        const Value& value = *model.value(id);
        texts.push_back(value.name + " " + (value.type ? value.type->text() : "?"));
    }
    return texts;
}

Result<std::vector<ContextGraph>> graphsOfContainer(const EpContext& node, const Buffer& binary) {
    const auto container = PARTITA_TRY(Container::open(binary));
    std::vector<ContextGraph> graphs;
    for (const auto& entry : container.info().graphs) {
        ContextGraph graph;
        graph.name = entry.name;
        graph.bytes = entry.bytes;
        graph.isNodes = entry.name == node.partition;
        const auto model = PARTITA_TRY(container.graph(entry.name));
        const Graph& main = *model.graph(model.mainGraph());
        graph.inputs = textsOf(model, {main.inputs.begin(), main.inputs.end()});
        graph.outputs = textsOf(model, {main.outputs.begin(), main.outputs.end()});
        graph.nodes = model.nodes().count();
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

Result<std::vector<ContextGraph>> blobsOf(const EpContext& node, const Buffer& binary) {
    const auto bin = PARTITA_TRY(readOvepBin(binary));
    std::vector<ContextGraph> graphs;
    for (const OvepBlob& blob : bin.blobs)
        graphs.push_back({blob.name, {}, {}, 0, blob.data.size(), blob.name == node.partition});
    return graphs;
}

/// The node that holds the binary of a node.
std::vector<EpContext>::const_iterator holderOf(const EpContext& node,
                                                const std::vector<EpContext>& all) {
    return node.isMain ? std::ranges::find(all, node.node, &EpContext::node)
                       : std::ranges::find_if(all, [&](const EpContext& each) {
                             return each.isMain && each.source == node.source;
                         });
}

} // namespace

Result<std::vector<ContextGraph>> contextContent(const EpContext& node,
                                                 const std::vector<EpContext>& all,
                                                 const BinaryPlaces& places, std::uint64_t most) {
    const auto holder = holderOf(node, all);
    if (holder == all.end())
        return Error{
            Errc::invalidModel, PARTITA_TEXT("no EPContext node holds the binary"), {}, {}};
    const auto binary = PARTITA_TRY(contextBinary(*holder, places));
    if (binary.size() > most)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("the binary is too large to be read here"),
            {},
            seeTyped(PARTITA_TEXT("open the file of the binary by itself: that lists its graphs"),
                     "`info FILE`")};
    if (isContainer(binary.bytes()))
        return graphsOfContainer(node, binary);
    if (isOvepBin(binary.bytes()))
        return blobsOf(node, binary);
    std::vector<ContextGraph> graphs;
    if (node.kind() == ContextSource::qnn)
        for (const std::string& name : qnnGraphNames(binary.bytes(), {node.name}))
            graphs.push_back({name, {}, {}, 0, 0, name == node.name});
    if (graphs.size() == 1)
        graphs.front().isNodes = true; // a binary of one graph serves one node
    return graphs;
}

Message CompiledNodes::text() const {
    if (!compiled)
        return {};
    const std::string count = grouped(compiled);
    return !inside ? PARTITA_TEXT("{0} compiled", count)
           : *inside == 1
               ? PARTITA_TEXT("{0} compiled (1 node inside)", count)
               : PARTITA_TEXT("{0} compiled ({1} nodes inside)", count, grouped(*inside));
}

CompiledNodes compiledNodesOf(const Model& model, const BinaryPlaces& places, std::uint64_t most) {
    const std::vector<EpContext> all = epContextsOf(model);
    std::map<NodeId, std::vector<ContextGraph>> held;
    CompiledNodes count{all.size(), 0};
    for (const EpContext& each : all) {
        const auto holder = holderOf(each, all);
        if (holder == all.end())
            return {all.size(), std::nullopt};
        const auto [known, fresh] = held.try_emplace(holder->node);
        if (fresh)
            if (auto graphs = contextContent(*holder, all, places, most))
                known->second = *std::move(graphs);
        const auto graph = std::ranges::find(known->second, each.partition, &ContextGraph::name);
        if (graph == known->second.end() || graph->nodes == 0)
            return {all.size(), std::nullopt};
        *count.inside += graph->nodes;
    }
    return count;
}

} // namespace partita
