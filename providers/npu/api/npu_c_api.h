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

/// Whoever gets memory from a function gives it back with the same allocator.
typedef struct PartitaAllocator {
    void* (*Alloc)(struct PartitaAllocator* self, size_t bytes);
    void (*Free)(struct PartitaAllocator* self, void* memory);
} PartitaAllocator;

typedef enum PartitaErrorCode {
    PARTITA_OK = 0,
    PARTITA_FAIL = 1,
    PARTITA_INVALID_ARGUMENT = 2,
} PartitaErrorCode;

PartitaErrorCode PartitaGetErrorCode(const PartitaStatus* status);
/// UTF-8; lives as long as the status.
const char* PartitaGetErrorMessage(const PartitaStatus* status);
void PartitaReleaseStatus(PartitaStatus* status);

PartitaStatus* PartitaGetAllocatorWithDefaultOptions(PartitaAllocator** out);

PartitaStatus* PartitaCreateNPUProviderOptions(PartitaNpuProviderOptions** out);
/// UTF-8, zero-terminated. All are taken or, where one is wrong, none.
PartitaStatus* PartitaUpdateNPUProviderOptions(PartitaNpuProviderOptions* options,
                                               const char* const* keys, const char* const* values,
                                               size_t num_keys);
/// "key=value;key=value"; freed by the caller with the same allocator.
PartitaStatus* PartitaGetNPUProviderOptionsAsString(const PartitaNpuProviderOptions* options,
                                                    PartitaAllocator* allocator, char** out);
/// Null is allowed.
void PartitaReleaseNPUProviderOptions(PartitaNpuProviderOptions* options);

/// Memory of a device with these options, by kind:
///   "NPU"         addresses on the device, which the host must not touch: an arena of
///                 npu_mem_limit that grows by arena_extend_strategy
///   "NPU_PINNED"  memory of the host that the device copies from and to, in whole pages
///   "NPU_CPU"     other memory of the host
/// Alloc gives null where there is no more; Free of what is not its own does nothing. Both may be
/// called from several threads.
PartitaStatus* PartitaCreateNPUAllocator(const PartitaNpuProviderOptions* options, const char* kind,
                                         PartitaAllocator** out);
/// Bytes given out, bytes that the arena has taken for them, and its limit (0: none).
PartitaStatus* PartitaGetNPUAllocatorStats(PartitaAllocator* allocator, size_t* in_use,
                                           size_t* reserved, size_t* limit);
/// Frees what is still in use. Null is allowed; only for what PartitaCreateNPUAllocator made.
void PartitaReleaseNPUAllocator(PartitaAllocator* allocator);

PartitaStatus* PartitaCreateSessionOptions(PartitaSessionOptions** out);
void PartitaReleaseSessionOptions(PartitaSessionOptions* options);
/// Adds the NPU with these options behind the providers that are there.
PartitaStatus*
PartitaSessionOptionsAppendExecutionProvider_NPU(PartitaSessionOptions* options,
                                                 const PartitaNpuProviderOptions* npu_options);
}

namespace partita {

/// What was appended, with the CPU at the end: for `Session::create`.
ProviderList providersOf(const PartitaSessionOptions& options);

} // namespace partita
