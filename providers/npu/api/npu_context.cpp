#include "providers/npu/api/npu_context.h"

#include <fmt/format.h>

#include "core/base/try.h"
#include "core/onnx/read.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// The file that a context names.
fs::path fileOf(const EpContext& context, const BinaryPlaces& places) {
    const auto left = places.elsewhere.find(context.path());
    return left == places.elsewhere.end() ? places.folder / context.path() : left->second;
}

/// A key that changes when the file does; empty for an embedded binary and for a missing file.
std::string keyOf(const EpContext& context, const BinaryPlaces& places, const std::string& device) {
    if (context.isEmbedded)
        return {};
    const fs::path file = fileOf(context, places);
    std::error_code failed;
    const auto size = fs::file_size(file, failed);
    if (failed)
        return {};
    const auto written = fs::last_write_time(file, failed);
    return failed ? std::string()
                  : fmt::format("{}\n{}\n{}\n{}", file.string(), size,
                                written.time_since_epoch().count(), device);
}

} // namespace

Result<ContextLoader::ContainerPtr> ContextLoader::open(const EpContext& context,
                                                        const BinaryPlaces& places,
                                                        const std::string& device) {
    const std::string key = keyOf(context, places, device);
    if (const std::lock_guard lock(m_mutex); m_last && !key.empty() && key == m_key)
        return m_last;
    const auto binary = contextBinary(context, places);
    if (!binary) {
        auto error = binary.error();
        error.what = PARTITA_TEXT("INVALID_GRAPH: {0}", error.what);
        return error;
    }
    auto container = PARTITA_TRY(Container::open(*binary, PARTITA_VERSION, device));
    const auto opened = std::make_shared<const Container>(std::move(container));
    if (!key.empty()) {
        const std::lock_guard lock(m_mutex);
        m_key = key;
        m_last = opened;
    }
    return opened;
}

namespace {

/// The main nodes of a source. Checks the attributes before it reads a node, since this runs for
/// every EPContext node of the model.
std::vector<EpContext> primariesOf(const Model& model, const std::string& source) {
    std::vector<EpContext> primaries;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (isEpContext(*node) && node->intAttribute("main_context", 1) != 0 &&
            node->stringAttribute("source", "") == source)
            primaries.push_back(epContextOf(*node));
    });
    return primaries;
}

/// Sessions of a group share a binary if its file or its embedded bytes are the same.
std::string workspaceKey(const EpContext& context, const BinaryPlaces& places) {
    if (context.isEmbedded)
        return contentHash(context.cache.bytes());
    std::error_code error;
    const fs::path named = fileOf(context, places);
    const fs::path file = fs::weakly_canonical(named, error);
    return error ? named.string() : file.string();
}

} // namespace

Result<DeviceProgram> ContextLoader::programOf(const Model& model, const EpContext& wanted,
                                               const std::string& device) {
    const BinaryPlaces places = sourceFiles(model);
    Result<DeviceProgram> found =
        Error{Errc::invalidModel,
              PARTITA_TEXT("INVALID_GRAPH: no EPContext node with main_context 1 holds a binary"),
              {},
              PARTITA_TEXT("compile the model again")};
    for (const EpContext& context : primariesOf(model, wanted.source)) {
        bool isOpen = true;
        const auto load = [&] {
            auto opened = open(context, places, device);
            isOpen = opened.has_value();
            return opened;
        };
        const auto container =
            m_workspace ? m_workspace->take(workspaceKey(context, places), wanted.partition, load)
                        : load();
        if (!container) {
            if (!isOpen)
                return container.error();
            found = container.error(); // another binary may have the graph
            continue;
        }
        found = programIn(**container, wanted.partition);
        if (found)
            break;
    }
    return found;
}

Result<std::unique_ptr<CompiledPartition>>
ContextLoader::load(const Model& model, const Partition& partition,
                    const std::shared_ptr<const NpuDevice>& device) {
    const Node& node = *model.node(partition.nodes.front());
    auto program = programOf(model, epContextOf(node), device->profile.name);
    if (!program)
        return std::move(program).error().at(PARTITA_TEXT("node '{0}'", node.label()));
    const Model& graph = program->model;
    const Graph& main = *graph.graph(graph.mainGraph());
    if (main.inputs.size() != node.inputs.size() || main.outputs.size() != node.outputs.size())
        return Error{
            Errc::invalidModel,
            PARTITA_TEXT(
                "INVALID_GRAPH: the binary's graph has other inputs or outputs than its node"),
            {PARTITA_TEXT("node '{0}'", node.label())},
            PARTITA_TEXT("compile the model again")};
    auto made = std::make_unique<NpuPartition>(
        *std::move(program), device, std::vector<ValueId>(node.inputs.begin(), node.inputs.end()),
        std::vector<ValueId>(node.outputs.begin(), node.outputs.end()), &node);
    PARTITA_TRY(made->planMemory());
    return std::unique_ptr<CompiledPartition>(std::move(made));
}

} // namespace partita
