#include "providers/npu/api/npu_provider.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/epcontext/formats/container.h"
#include "core/ir/ep_context.h"
#include "core/ir/extract.h"
#include "core/onnx/write.h"
#include "providers/common/host_provider.h"
#include "providers/npu/api/npu_context.h"
#include "providers/npu/compiler/npu_judge.h"
#include "providers/npu/compiler/run_finder.h"
#include "providers/npu/simulator/simulator.h"

namespace partita {

namespace {

std::string safeFileName(std::string name) {
    for (char& each : name)
        if (static_cast<unsigned char>(each) < 0x20 || each == '/' || each == '\\')
            each = '_';
    return name.empty() || name == "." || name == ".." ? "graph" : name;
}

/// The constants that only nodes of the partition itself read.
std::vector<ValueId> ownConstants(const Model& model, const Partition& partition) {
    const std::unordered_set<NodeId> nodes(partition.nodes.begin(), partition.nodes.end());
    std::unordered_set<ValueId> seen;
    std::vector<ValueId> own;
    for (const NodeId node : partition.nodes)
        for (const ValueId id : model.node(node)->inputs) {
            if (!id || !seen.insert(id).second || !model.value(id)->initializer ||
                model.isGraphInput(id) || model.isGraphOutput(id))
                continue;
            if (std::ranges::all_of(model.consumers(id),
                                    [&](NodeId reader) { return nodes.contains(reader); }))
                own.push_back(id);
        }
    return own;
}

} // namespace

Result<std::shared_ptr<const NpuProvider>> NpuProvider::create(const std::string& device) {
    auto profile = PARTITA_TRY(loadDeviceProfile(device));
    auto provider = std::make_shared<NpuProvider>(std::move(profile));
    provider->m_profileName = device;
    return std::shared_ptr<const NpuProvider>(std::move(provider));
}

void NpuProvider::useProfile(DeviceProfile profile) {
    auto device = std::make_shared<NpuDevice>();
    if (m_device)
        device->options = m_device->options;
    if (device->options.deviceId >= profile.devices)
        device->options.deviceId = 0;
    device->profile = std::move(profile);
    m_device = std::move(device);
    useOptions(m_device->options);
}

void NpuProvider::useOptions(NpuOptions options) {
    auto device = std::make_shared<NpuDevice>(*m_device);
    device->options = std::move(options);
    const int id = device->options.deviceId;
    device->name = device->profile.name + (id ? " " + std::to_string(id) : "");
    m_device = std::move(device);
}

ProviderInfo NpuProvider::info() const {
    const int id = npuOptions().deviceId;
    const std::string number = id ? std::to_string(id) : "";
    return {"npu" + number,
            id ? "NPU " + number : "NPU",
            profile().name,
            profile().contextSource,
            "",
            profile().learnedFrom};
}

std::vector<ProviderOption> NpuProvider::options() const {
    std::vector<ProviderOption> list{
        {"device", m_profileName, "ascend310",
         PARTITA_TEXT("device profile: a built-in name or a .json file"), deviceNames(), true},
        {"min_run_length",
         std::to_string(minRunLength()),
         std::to_string(profile().minRunLength),
         PARTITA_TEXT(
             "a shorter run of supported nodes is left to the next provider; ONNX Runtime uses 0"),
         {}}};
    std::ranges::move(npuOptionList(npuOptions()), std::back_inserter(list));
    return list;
}

Result<ProviderPtr> NpuProvider::withOption(const std::string& name,
                                            const std::string& value) const {
    auto changed = std::make_shared<NpuProvider>(*this);
    if (name == "device") {
        auto profile = PARTITA_TRY(loadDeviceProfile(value));
        changed->m_profileName = value;
        changed->useProfile(std::move(profile));
        return ProviderPtr(std::move(changed));
    }
    if (name == "min_run_length") {
        const auto number = parseWholeNumber(value);
        if (!number || !std::in_range<std::int64_t>(*number))
            return Error{Errc::usage,
                         PARTITA_TEXT("min_run_length is '{0}'", value),
                         {},
                         PARTITA_TEXT("give a whole number of at least 0")};
        changed->m_chosenRunLength = static_cast<std::int64_t>(*number);
        if (changed->m_chosenRunLength == profile().minRunLength)
            changed->m_chosenRunLength.reset(); // another device has its own, then
        return ProviderPtr(std::move(changed));
    }
    NpuOptions options = npuOptions();
    constexpr std::int64_t kMostDevices = std::numeric_limits<int>::max();
    PARTITA_TRY(setNpuOption(options, name, value,
                             static_cast<int>(std::min(profile().devices, kMostDevices))));
    changed->useOptions(std::move(options));
    return ProviderPtr(std::move(changed));
}

std::shared_ptr<const NpuProvider>
NpuProvider::withContexts(std::shared_ptr<ContextWorkspace> workspace) const {
    auto joined = std::make_shared<NpuProvider>(*this);
    joined->m_contexts = std::make_shared<ContextLoader>(std::move(workspace));
    return joined;
}

Capabilities NpuProvider::getCapability(const CapabilityRequest& request) const {
    if (!profile().sessionShapes)
        return judged(request, request.model);
    const Model seen = m_sessionShapes->of(request.model);
    return judged({seen, request.graph, request.order, request.free, request.versions,
                   request.nodesByGraph, request.wishes, request.regroup},
                  request.model);
}

/// `whole`: the model with all shapes that are known.
Capabilities NpuProvider::judged(const CapabilityRequest& request, const Model& whole) const {
    std::shared_ptr<const QuantizedGroups> groups;
    if (profile().quantized)
        groups = m_groups->of(request.model, [](const Model& model) {
            return std::make_shared<const QuantizedGroups>(model);
        });
    NpuJudge judge(profile(), npuOptions(), request, whole, std::move(groups));
    if (npuOptions().graphMode)
        return findRuns(request, judge, *m_device, minRunLength());
    Capabilities answer;
    answer.followsWishes = true;
    for (std::size_t i = 0; i < request.order.size(); ++i) {
        answer.verdicts.push_back(judge.judge(*request.model.node(request.order[i])));
        if (answer.verdicts.back().claimed && request.free[i])
            answer.claims.push_back({{request.order[i]}, false});
    }
    return answer;
}

bool NpuProvider::hasRule(std::string_view place) const { return hasRuleAt(profile(), place); }

bool NpuProvider::runsAsFunction(const Model& model, const Node& node,
                                 const OpVersions& versions) const {
    static const std::shared_ptr<const ExecutionProvider> kHost = makeHostProvider();
    return kHost->runsAsFunction(model, node, versions);
}

Result<std::unique_ptr<CompiledPartition>> NpuProvider::compile(const Model& model,
                                                                const Partition& partition,
                                                                const OpVersions&,
                                                                std::stop_token stop) const {
    if (partition.nodes.size() == 1 && isEpContext(*model.node(partition.nodes.front())))
        return m_contexts->load(model, partition, m_device);
    auto part = PARTITA_TRY(extractSubgraph(model, partition.graph, partition.nodes,
                                            partition.inputs, partition.outputs));
    DeviceProgram program = compileForDevice(part, profile(), npuOptions());
    PARTITA_TRY(dump(program, partition.index));
    auto made = std::make_unique<NpuPartition>(std::move(program), m_device, partition.inputs,
                                               partition.outputs, nullptr);
    PARTITA_TRY(made->planMemory());
    PARTITA_TRY(made->prepareKernels(std::move(stop)));
    made->takeConstants(ownConstants(model, partition));
    return std::unique_ptr<CompiledPartition>(std::move(made));
}

/// Writes the files that dump_graphs and dump_om_model ask for.
Result<void> NpuProvider::dump(const DeviceProgram& program, std::uint32_t partition) const {
    const NpuOptions& options = npuOptions();
    const std::filesystem::path folder = options.dumpFolder.empty() ? "." : options.dumpFolder;
    const Model& model = program.model;
    const std::string name =
        safeFileName(model.graph(model.mainGraph())->name) + "_" + std::to_string(partition);
    const auto explained = [](Error error) {
        if (error.code == Errc::usage)
            error.remedy =
                seeTyped(PARTITA_TEXT("name another dump_dir, or allow it: dump_overwrite=1"),
                         "`run --force`");
        return error;
    };
    WriteOptions write;
    write.replace = options.replaceDumps ? Replace::yes : Replace::no;
    if (options.dumpGraphs)
        if (auto written = writeModel(model, folder / (name + ".onnx"), write); !written)
            return explained(std::move(written).error());
    if (!options.dumpProgram || (options.dumpFolder.empty() && !options.dumpProgramAsked))
        return {};
    auto binary = PARTITA_TRY(
        writeContainer({{name, model, programText(program)}}, PARTITA_VERSION, profile().name));
    std::vector<Bytes> pieces;
    for (const Buffer& piece : binary.pieces)
        pieces.push_back(piece.bytes());
    if (auto written = writeFile(folder / (name + ".om"), pieces, write.replace); !written)
        return explained(std::move(written).error());
    return {};
}

Result<std::optional<Timeline>> NpuProvider::simulate(const Session& session) const {
    return simulateRun(session);
}

Result<ContextBinary> NpuProvider::compileContext(const std::vector<ContextPart>& parts,
                                                  const Progress& progress) const {
    if (profile().contextSource != kPartitaSource)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("binaries of {0} are written by its own compiler",
                                  profile().contextSource),
                     {},
                     PARTITA_TEXT("choose a device whose profile has the contextSource {0}",
                                  kPartitaSource)};
    std::vector<ContextPart> compiled = parts;
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        ContextPart& part = compiled[i];
        DeviceProgram program = compileForDevice(part.model, profile(), npuOptions());
        part.program = programText(program);
        // Checks that the program can be loaded before it is written.
        NpuPartition tried(std::move(program), m_device, {}, {}, nullptr);
        PARTITA_TRY(tried.planMemory());
        PARTITA_TRY(tried.prepareKernels(progress.stop));
        progress.at(static_cast<double>(i + 1) / static_cast<double>(compiled.size()));
    }
    return writeContainer(compiled, PARTITA_VERSION, profile().name);
}

} // namespace partita
