#include "providers/npu/api/npu_c_api.h"

#include <cstdlib>
#include <cstring>

#include "core/base/try.h"
#include "providers/common/host_provider.h"
#include "providers/npu/api/npu_allocators.h"

struct PartitaStatus {
    PartitaErrorCode code = PARTITA_FAIL;
    std::string message;
};

/// The options that were given, in order, and the provider with them. Includes "device", the
/// profile.
struct PartitaNpuProviderOptions {
    std::shared_ptr<const partita::NpuProvider> provider;
    std::vector<std::pair<std::string, std::string>> given;
};

struct PartitaSessionOptions {
    partita::ProviderList providers;
};

namespace {

using partita::NpuProvider;

PartitaStatus* invalid(std::string message) {
    return new PartitaStatus{PARTITA_INVALID_ARGUMENT, std::move(message)};
}

/// Turns exceptions into a status, as none may cross the C interface.
template <class F> PartitaStatus* guarded(F&& body) {
    try {
        return body();
    } catch (const std::exception& exception) {
        return new PartitaStatus{PARTITA_FAIL, exception.what()};
    }
}

void* allocateDefault(PartitaAllocator*, size_t bytes) { return std::malloc(bytes); }
void freeDefault(PartitaAllocator*, void* memory) { std::free(memory); }

/// A provider with these options on top of the defaults.
partita::Result<std::shared_ptr<const NpuProvider>>
providerWith(const std::vector<std::pair<std::string, std::string>>& given) {
    auto made = PARTITA_TRY(NpuProvider::create("ascend310"));
    partita::ProviderPtr provider = std::move(made);
    for (const auto& [key, value] : given) {
        provider = PARTITA_TRY(provider->withOption(key, value));
    }
    return std::static_pointer_cast<const NpuProvider>(provider);
}

} // namespace

extern "C" {

PartitaErrorCode PartitaGetErrorCode(const PartitaStatus* status) {
    return status ? status->code : PARTITA_OK;
}

const char* PartitaGetErrorMessage(const PartitaStatus* status) {
    return status ? status->message.c_str() : "";
}

void PartitaReleaseStatus(PartitaStatus* status) { delete status; }

PartitaStatus* PartitaGetAllocatorWithDefaultOptions(PartitaAllocator** out) {
    static PartitaAllocator allocator{allocateDefault, freeDefault};
    if (!out)
        return invalid("out is null");
    *out = &allocator;
    return nullptr;
}

PartitaStatus* PartitaCreateNPUProviderOptions(PartitaNpuProviderOptions** out) {
    return guarded([&]() -> PartitaStatus* {
        if (!out)
            return invalid("out is null");
        auto provider = providerWith({});
        if (!provider)
            return invalid(provider.error().message());
        *out = new PartitaNpuProviderOptions{*std::move(provider), {}};
        return nullptr;
    });
}

PartitaStatus* PartitaUpdateNPUProviderOptions(PartitaNpuProviderOptions* options,
                                               const char* const* keys, const char* const* values,
                                               size_t num_keys) {
    return guarded([&]() -> PartitaStatus* {
        if (!options || (num_keys && (!keys || !values)))
            return invalid("options, keys or values is null");
        auto given = options->given;
        for (size_t i = 0; i < num_keys; ++i) {
            if (!keys[i] || !values[i] || !*keys[i])
                return invalid("key " + std::to_string(i) + " or its value is null or empty");
            given.emplace_back(keys[i], values[i]);
        }
        auto provider = providerWith(given);
        if (!provider)
            return invalid(provider.error().message());
        options->provider = *std::move(provider);
        options->given = std::move(given);
        return nullptr;
    });
}

PartitaStatus* PartitaGetNPUProviderOptionsAsString(const PartitaNpuProviderOptions* options,
                                                    PartitaAllocator* allocator, char** out) {
    return guarded([&]() -> PartitaStatus* {
        if (!options || !allocator || !out)
            return invalid("options, allocator or out is null");
        const std::string text = npuOptionsText(options->provider->npuOptions());
        auto* memory = static_cast<char*>(allocator->Alloc(allocator, text.size() + 1));
        if (!memory)
            return new PartitaStatus{PARTITA_FAIL, "the allocator gave no memory"};
        std::memcpy(memory, text.c_str(), text.size() + 1);
        *out = memory;
        return nullptr;
    });
}

void PartitaReleaseNPUProviderOptions(PartitaNpuProviderOptions* options) { delete options; }

PartitaStatus* PartitaCreateNPUAllocator(const PartitaNpuProviderOptions* options, const char* kind,
                                         PartitaAllocator** out) {
    return guarded([&]() -> PartitaStatus* {
        if (!options || !kind || !out)
            return invalid("options, kind or out is null");
        auto made = partita::NpuAllocator::make(kind, *options->provider);
        if (!made)
            return invalid("there is no allocator '" + std::string(kind) +
                           "': NPU, NPU_PINNED and NPU_CPU are");
        *out = made.release();
        return nullptr;
    });
}

PartitaStatus* PartitaGetNPUAllocatorStats(PartitaAllocator* allocator, size_t* in_use,
                                           size_t* reserved, size_t* limit) {
    return guarded([&]() -> PartitaStatus* {
        if (!allocator || !in_use || !reserved || !limit)
            return invalid("allocator or a result is null");
        const auto statistics = static_cast<partita::NpuAllocator*>(allocator)->statistics();
        *in_use = statistics.inUse;
        *reserved = statistics.reserved;
        *limit = statistics.limit;
        return nullptr;
    });
}

void PartitaReleaseNPUAllocator(PartitaAllocator* allocator) {
    delete static_cast<partita::NpuAllocator*>(allocator);
}

PartitaStatus* PartitaCreateSessionOptions(PartitaSessionOptions** out) {
    return guarded([&]() -> PartitaStatus* {
        if (!out)
            return invalid("out is null");
        *out = new PartitaSessionOptions;
        return nullptr;
    });
}

void PartitaReleaseSessionOptions(PartitaSessionOptions* options) { delete options; }

PartitaStatus*
PartitaSessionOptionsAppendExecutionProvider_NPU(PartitaSessionOptions* options,
                                                 const PartitaNpuProviderOptions* npu_options) {
    return guarded([&]() -> PartitaStatus* {
        if (!options || !npu_options)
            return invalid("options is null");
        auto provider = providerWith(npu_options->given);
        if (!provider)
            return invalid(provider.error().message());
        for (const auto& each : options->providers)
            if (each->info().id == (*provider)->info().id)
                return invalid("device " + (*provider)->info().id + " is appended already");
        options->providers.push_back(*std::move(provider));
        return nullptr;
    });
}
}

namespace partita {

ProviderList providersOf(const PartitaSessionOptions& options) {
    ProviderList providers = options.providers;
    providers.push_back(makeHostProvider());
    return providers;
}

} // namespace partita
