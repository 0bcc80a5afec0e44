// The two functions that ONNX Runtime looks for in a provider's library, and the factory of the provider.

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/log.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/onnxruntime_plugin/plugin_ep.h"

namespace partita::plugin {

namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

/// All settings of a session.
Result<Entries> entriesOf(const OrtSessionOptions* options) {
    OrtKeyValuePairs* pairs = nullptr;
    PARTITA_TRY(done(ort().api->GetSessionOptionsConfigEntries(options, &pairs)));
    const char *const *keys = nullptr, *const *values = nullptr;
    std::size_t count = 0;
    ort().api->GetKeyValuePairs(pairs, &keys, &values, &count);
    Entries entries;
    for (std::size_t i = 0; i < count; ++i)
        entries.emplace_back(keys[i], values[i]);
    ort().api->ReleaseKeyValuePairs(pairs);
    return entries;
}

/// "ep.partitanpuexecutionprovider.": how ONNX Runtime prefixes the options of this provider.
std::string optionPrefix() { return "ep." + lowerLetters(providerName()) + "."; }

Result<std::shared_ptr<const NpuProvider>> providerFor(const Entries& entries) {
    static const std::string kPrefix = optionPrefix();
    ProviderPtr provider = PARTITA_TRY(NpuProvider::create("ascend310"));
    for (const bool deviceFirst : {true, false}) // the other options are checked against the device
        for (const auto& [key, value] : entries) {
            if (!key.starts_with(kPrefix))
                continue;
            const std::string name = key.substr(kPrefix.size());
            if ((name == "device") == deviceFirst)
                provider = PARTITA_TRY(provider->withOption(name, value));
        }
    return std::static_pointer_cast<const NpuProvider>(provider);
}

/// What ONNX Runtime is to know of the options of the provider: all their names, and the values that
/// hold unless others are given. A session may be given these, so they change nothing: the least
/// length of a run is that of the device, and to give dump_om_model is to ask for the dump.
struct ToldOptions {
    std::string names;
    Entries defaults;
};
Result<ToldOptions> toldOptions() {
    ToldOptions told;
    for (const ProviderOption& each : PARTITA_TRY(NpuProvider::create("ascend310"))->options()) {
        told.names += (told.names.empty() ? "" : ",") + each.name;
        if (!each.defaultValue.empty() && each.name != "min_run_length" &&
            each.name != "dump_om_model")
            told.defaults.emplace_back(each.name, each.defaultValue);
    }
    return told;
}

/// A copy that is yet to be released.
OrtKeyValuePairs* pairsOf(const Entries& entries) {
    OrtKeyValuePairs* pairs = nullptr;
    ort().api->CreateKeyValuePairs(&pairs);
    for (const auto& [key, value] : entries)
        ort().api->AddKeyValuePair(pairs, key.c_str(), value.c_str());
    return pairs;
}

/// The settings about context models. Others are ONNX Runtime's own, or of other providers.
Result<ContextSessionOptions> contextOptionsOf(const Entries& entries) {
    static constexpr std::array kOwn{"ep.context_enable",
                                     "ep.context_embed_mode",
                                     "ep.context_file_path",
                                     "ep.context_node_name_prefix",
                                     "ep.context_model_external_initializers_file_name",
                                     "ep.share_ep_contexts",
                                     "ep.stop_share_ep_contexts"};
    Entries own;
    for (const auto& entry : entries)
        if (std::ranges::find(kOwn, entry.first) != kOwn.end())
            own.push_back(entry);
    return readSessionOptions(own);
}

OrtLoggingLevel levelOf(LogLevel level) {
    switch (level) {
    case LogLevel::debug: return ORT_LOGGING_LEVEL_VERBOSE;
    case LogLevel::info: return ORT_LOGGING_LEVEL_INFO;
    case LogLevel::warning: return ORT_LOGGING_LEVEL_WARNING;
    case LogLevel::error: return ORT_LOGGING_LEVEL_ERROR;
    }
    return ORT_LOGGING_LEVEL_WARNING;
}

class Factory : public OrtEpFactory {
public:
    explicit Factory(const OrtLogger* logger);

private:
    Result<void> devices(std::span<const OrtHardwareDevice* const> found,
                         std::span<OrtEpDevice*> taken, std::size_t& count);
    Result<void> create(const OrtSessionOptions* options, OrtEp** made);
    static OrtCompiledModelCompatibility judge(std::string_view info);

    SharedContexts m_shared;
    LogListener m_log;
};

Factory* self(OrtEpFactory* factory) { return static_cast<Factory*>(factory); }

Factory::Factory(const OrtLogger* logger)
    : OrtEpFactory{}, m_log([logger](const LogLine& line) {
          std::ostringstream text;
          text << line.text;
          ort().api->ReleaseStatus(ort().api->Logger_LogMessage(
              logger, levelOf(line.level), text.str().c_str(), __FILE__, __LINE__, "Partita"));
      }) {
    ort_version_supported = ORT_API_VERSION;
    GetName = [](const OrtEpFactory*) noexcept { return providerName(); };
    GetVendor = [](const OrtEpFactory*) noexcept { return "Partita"; };
    GetVendorId = [](const OrtEpFactory*) noexcept -> std::uint32_t { return 0; };
    GetVersion = [](const OrtEpFactory*) noexcept { return PARTITA_VERSION; };
    GetSupportedDevices = [](OrtEpFactory* factory, const OrtHardwareDevice* const* found,
                             std::size_t number, OrtEpDevice** taken, std::size_t most,
                             std::size_t* count) noexcept {
        return fenced([&] {
            return self(factory)->devices({found, number}, {taken, most}, *count);
        });
    };
    CreateEp = [](OrtEpFactory* factory, const OrtHardwareDevice* const*,
                  const OrtKeyValuePairs* const*, std::size_t, const OrtSessionOptions* options,
                  const OrtLogger*, OrtEp** made) noexcept {
        return fenced([&] { return self(factory)->create(options, made); });
    };
    ReleaseEp = [](OrtEpFactory*, OrtEp* ep) noexcept { delete static_cast<PluginEp*>(ep); };
    ValidateCompiledModelCompatibilityInfo = [](OrtEpFactory*, const OrtHardwareDevice* const*,
                                                std::size_t, const char* info,
                                                OrtCompiledModelCompatibility* answer) noexcept {
        *answer = judge(info);
        return static_cast<OrtStatus*>(nullptr);
    };
    // Host memory is all that the simulator needs. ONNX Runtime calls these without asking whether
    // they are there.
    CreateAllocator = [](OrtEpFactory*, const OrtMemoryInfo*, const OrtKeyValuePairs*,
                         OrtAllocator** made) noexcept {
        *made = nullptr;
        return static_cast<OrtStatus*>(nullptr);
    };
    ReleaseAllocator = [](OrtEpFactory*, OrtAllocator*) noexcept {};
    CreateDataTransfer = [](OrtEpFactory*, OrtDataTransferImpl** made) noexcept {
        *made = nullptr;
        return static_cast<OrtStatus*>(nullptr);
    };
    IsStreamAware = [](const OrtEpFactory*) noexcept { return false; };
}

/// The simulated device stands for the processor that simulates it; which device it simulates is an
/// option, whose values the metadata lists beside the names of all options.
Result<void> Factory::devices(std::span<const OrtHardwareDevice* const> found,
                              std::span<OrtEpDevice*> taken, std::size_t& count) {
    count = 0;
    std::string names;
    for (const std::string& name : deviceNames())
        names += (names.empty() ? "" : ",") + name;
    const auto told = PARTITA_TRY(toldOptions());
    for (const OrtHardwareDevice* each : found) {
        if (count > 0 || taken.empty() ||
            ort().api->HardwareDevice_Type(each) != OrtHardwareDeviceType_CPU)
            continue;
        OrtKeyValuePairs* metadata =
            pairsOf({{"simulated_devices", names}, {"options", told.names}});
        OrtKeyValuePairs* options = pairsOf(told.defaults);
        auto made = done(ort().ep->CreateEpDevice(this, each, metadata, options, &taken[count]));
        ort().api->ReleaseKeyValuePairs(metadata);
        ort().api->ReleaseKeyValuePairs(options);
        PARTITA_TRY(std::move(made));
        ++count;
    }
    return {};
}

Result<void> Factory::create(const OrtSessionOptions* options, OrtEp** made) {
    const Entries entries = PARTITA_TRY(entriesOf(options));
    auto contexts = PARTITA_TRY(contextOptionsOf(entries));
    auto provider = PARTITA_TRY(providerFor(entries));
    if (contexts.share && !contexts.enable)
        provider = provider->withContexts(m_shared.loaded);
    *made = new PluginEp(std::move(provider), std::move(contexts), m_shared);
    return {};
}

/// A binary of another version is refused when it is loaded; of which device it is, the session's
/// options decide.
OrtCompiledModelCompatibility Factory::judge(std::string_view info) {
    return info.starts_with("sdk=" PARTITA_VERSION ";")
               ? OrtCompiledModelCompatibility_EP_SUPPORTED_OPTIMAL
               : OrtCompiledModelCompatibility_EP_UNSUPPORTED;
}

} // namespace

} // namespace partita::plugin

// ONNX Runtime finds them by their names.
extern "C" {
__attribute__((visibility("default"))) OrtStatus*
CreateEpFactories(const char* registeredName, const OrtApiBase* base, const OrtLogger* logger,
                  OrtEpFactory** factories, std::size_t most, std::size_t* count);
__attribute__((visibility("default"))) OrtStatus* ReleaseEpFactory(OrtEpFactory* factory);
}

OrtStatus* CreateEpFactories(const char*, const OrtApiBase* base, const OrtLogger* logger,
                             OrtEpFactory** factories, std::size_t most, std::size_t* count) {
    using namespace partita::plugin;
    *count = 0;
    if (const auto found = useOrt(*base); !found) // an old ONNX Runtime has its own status function
        return base->GetApi(1)->CreateStatus(ORT_NOT_IMPLEMENTED, found.error().message().c_str());
    return fenced([&]() -> partita::Result<void> {
        if (most > 0)
            factories[(*count)++] = new Factory(logger);
        return {};
    });
}

OrtStatus* ReleaseEpFactory(OrtEpFactory* factory) {
    delete static_cast<partita::plugin::Factory*>(factory);
    return nullptr;
}
