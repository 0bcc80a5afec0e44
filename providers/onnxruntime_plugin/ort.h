#pragma once

#include <exception>
#include <new>
#include <utility>

#include <onnxruntime_c_api.h>

#include "core/base/result.h"

namespace partita::plugin {

/// The functions of the ONNX Runtime that loaded this library.
struct Ort {
    const OrtApi* api = nullptr;
    const OrtEpApi* ep = nullptr;
    const OrtModelEditorApi* editor = nullptr;
    /// Whether nodes in bodies may be compiled. ONNX Runtime before 1.24.4 gives the compiled nodes of
    /// different graphs one name, and then refuses the session.
    bool compilesInBodies = true;
};

/// They are the same as long as the process lives.
const Ort& ort();

/// Takes the functions of the version that this library was built for; fails for an older ONNX
/// Runtime.
Result<void> useOrt(const OrtApiBase& base);

/// Takes a status: null is success.
Result<void> done(OrtStatus* status);

/// An error as ONNX Runtime passes it on, with the code that its callers test.
OrtStatus* statusOf(const Error& error) noexcept;
OrtStatus* statusOf(const char* unexpected) noexcept;

/// The border to ONNX Runtime: runs `function`, which returns a Result, and returns its error as a
/// status. Nothing that is thrown inside gets out.
template <class F> OrtStatus* fenced(F&& function) noexcept {
    try {
        const Result<void> result = std::forward<F>(function)();
        return result ? nullptr : statusOf(result.error());
    } catch (const std::bad_alloc&) {
        return statusOf("out of memory");
    } catch (const std::exception& thrown) {
        return statusOf(thrown.what());
    } catch (...) {
        return statusOf("an unknown exception");
    }
}

/// The elements that two functions of the C API tell: their number, and then themselves.
template <class T, class Owner, class Count, class List>
Result<std::vector<T>> listOf(const Owner* owner, Count count, List list) {
    std::size_t size = 0;
    if (auto counted = done(count(owner, &size)); !counted)
        return std::move(counted).error();
    std::vector<T> all(size);
    if (size > 0)
        if (auto filled = done(list(owner, all.data(), size)); !filled)
            return std::move(filled).error();
    return all;
}

} // namespace partita::plugin
