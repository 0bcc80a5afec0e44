#pragma once

// The NPU's options through functions shaped like ONNX Runtime's C API for CANN: an options object
// is created, updated with arrays of keys and values, read back as text, appended to session
// options and released. A function that can fail returns a status, null where all went well.

#include <cstddef>

#include "core/session/partitioner.h"

extern "C" {

typedef struct PartitaStatus PartitaStatus;
typedef struct PartitaNpuProviderOptions PartitaNpuProviderOptions;
typedef struct PartitaSessionOptions PartitaSessionOptions;

/// Memory from Alloc must be freed by Free of the same allocator.
typedef struct PartitaAllocator {
    void* (*Alloc)(struct PartitaAllocator* self, size_t bytes);
    void (*Free)(struct PartitaAllocator* self, void* memory);
} PartitaAllocator;

typedef enum PartitaErrorCode {
    PARTITA_OK = 0,
    PARTITA_FAIL = 1,
    PARTITA_INVALID_ARGUMENT = 2,
} PartitaErrorCode;

/// PARTITA_OK for a null status.
PartitaErrorCode PartitaGetErrorCode(const PartitaStatus* status);
/// UTF-8, owned by the status; empty for a null status.
const char* PartitaGetErrorMessage(const PartitaStatus* status);
/// Null is allowed.
void PartitaReleaseStatus(PartitaStatus* status);

/// malloc and free; the allocator is never released.
PartitaStatus* PartitaGetAllocatorWithDefaultOptions(PartitaAllocator** out);

/// All options at their defaults; release with PartitaReleaseNPUProviderOptions.
PartitaStatus* PartitaCreateNPUProviderOptions(PartitaNpuProviderOptions** out);
/// Sets options from zero-terminated UTF-8 keys and values. On an error none of them is set.
PartitaStatus* PartitaUpdateNPUProviderOptions(PartitaNpuProviderOptions* options,
                                               const char* const* keys, const char* const* values,
                                               size_t num_keys);
/// The options as "key=value;key=value", zero-terminated; free it with `allocator`.
PartitaStatus* PartitaGetNPUProviderOptionsAsString(const PartitaNpuProviderOptions* options,
                                                    PartitaAllocator* allocator, char** out);
/// Null is allowed.
void PartitaReleaseNPUProviderOptions(PartitaNpuProviderOptions* options);

/// An allocator of a device with these options, by kind:
///   "NPU"         addresses on the device, which the host must not access: an arena of
///                 npu_mem_limit that grows by arena_extend_strategy
///   "NPU_PINNED"  page-aligned host memory that the device copies from and to
///   "NPU_CPU"     other host memory
/// Alloc returns null when out of memory; Free ignores memory of other allocators. Both are
/// thread-safe.
PartitaStatus* PartitaCreateNPUAllocator(const PartitaNpuProviderOptions* options, const char* kind,
                                         PartitaAllocator** out);
/// Bytes in use, bytes that the arena has reserved, and its limit (0: none).
PartitaStatus* PartitaGetNPUAllocatorStats(PartitaAllocator* allocator, size_t* in_use,
                                           size_t* reserved, size_t* limit);
/// Frees memory that is still in use. Null is allowed; other allocators than those of
/// PartitaCreateNPUAllocator are not.
void PartitaReleaseNPUAllocator(PartitaAllocator* allocator);

/// Session options without providers; release with PartitaReleaseSessionOptions.
PartitaStatus* PartitaCreateSessionOptions(PartitaSessionOptions** out);
/// Null is allowed.
void PartitaReleaseSessionOptions(PartitaSessionOptions* options);
/// Appends the NPU with these options after the providers that were appended before.
PartitaStatus*
PartitaSessionOptionsAppendExecutionProvider_NPU(PartitaSessionOptions* options,
                                                 const PartitaNpuProviderOptions* npu_options);
}

namespace partita {

/// The appended providers, followed by the CPU, for `Session::create`.
ProviderList providersOf(const PartitaSessionOptions& options);

} // namespace partita
