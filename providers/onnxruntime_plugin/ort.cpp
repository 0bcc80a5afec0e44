#include "providers/onnxruntime_plugin/ort.h"

#include <algorithm>
#include <array>

#include "core/base/number_text.h"

namespace partita::plugin {

namespace {

Ort g_ort;

OrtErrorCode codeOf(Errc code) {
    switch (code) {
    case Errc::invalidModel: return ORT_INVALID_GRAPH;
    case Errc::unsupported: return ORT_NOT_IMPLEMENTED;
    case Errc::shapeMismatch:
    case Errc::nameClash:
    case Errc::usage: return ORT_INVALID_ARGUMENT;
    case Errc::io:
    case Errc::cancelled: return ORT_FAIL;
    case Errc::provider: return ORT_EP_FAIL;
    case Errc::internal: return ORT_RUNTIME_EXCEPTION;
    }
    return ORT_FAIL;
}

Errc errcOf(OrtErrorCode code) {
    switch (code) {
    case ORT_INVALID_ARGUMENT: return Errc::usage;
    case ORT_INVALID_GRAPH:
    case ORT_INVALID_PROTOBUF: return Errc::invalidModel;
    case ORT_NOT_IMPLEMENTED: return Errc::unsupported;
    default: return Errc::provider;
    }
}

/// "1.24.4" as numbers; what is missing or no number is 0.
std::array<std::uint64_t, 3> versionOf(std::string_view text) {
    std::array<std::uint64_t, 3> version{};
    for (auto& number : version) {
        const auto end = std::min(text.find('.'), text.size());
        number = parseWholeNumber(text.substr(0, end)).value_or(0);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return version;
}

} // namespace

const Ort& ort() { return g_ort; }

Result<void> useOrt(const OrtApiBase& base) {
    Ort found;
    found.api = base.GetApi(ORT_API_VERSION);
    if (!found.api)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT("Partita's provider needs ONNX Runtime 1.{0} or later, this is {1}",
                         ORT_API_VERSION, base.GetVersionString()),
            {},
            PARTITA_TEXT("install a newer onnxruntime")};
    found.ep = found.api->GetEpApi();
    found.editor = found.api->GetModelEditorApi();
    if (!found.ep || !found.editor)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("this ONNX Runtime was built without plug-in providers"),
                     {},
                     PARTITA_TEXT("install onnxruntime from PyPI")};
    found.compilesInBodies =
        versionOf(base.GetVersionString()) >= std::array<std::uint64_t, 3>{1, 24, 4};
    g_ort = found;
    return {};
}

Result<void> done(OrtStatus* status) {
    if (!status)
        return {};
    Error error{errcOf(g_ort.api->GetErrorCode(status)),
                PARTITA_TEXT("ONNX Runtime: {0}", g_ort.api->GetErrorMessage(status)),
                {},
                {}};
    g_ort.api->ReleaseStatus(status);
    return error;
}

OrtStatus* statusOf(const Error& error) noexcept {
    try {
        return g_ort.api->CreateStatus(codeOf(error.code), error.message().c_str());
    } catch (...) {
        return g_ort.api->CreateStatus(codeOf(error.code), "out of memory");
    }
}

OrtStatus* statusOf(const char* unexpected) noexcept {
    return g_ort.api->CreateStatus(ORT_RUNTIME_EXCEPTION, unexpected);
}

} // namespace partita::plugin
