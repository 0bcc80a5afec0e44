#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/base/temporary_folder.h"

namespace partita {

/// The user's own ONNX Runtime: a Python interpreter that has it.
struct RealRuntime {
    std::string python = "python3"; ///< a path, or a name that is found on the PATH
    std::chrono::milliseconds limit = std::chrono::minutes(10); ///< of one request
    /// Bytes that the process may have for itself; address space that it only reserves does not
    /// count. Nothing: as much as the machine has.
    std::optional<std::uint64_t> memory = {};
    friend bool operator==(const RealRuntime&, const RealRuntime&) = default;
};

/// A provider that a session is to have.
struct RealProvider {
    std::string name; ///< as ONNX Runtime calls it, or without "ExecutionProvider"; in any case
    std::filesystem::path library; ///< of a plug-in; empty: ONNX Runtime has the provider itself
    std::vector<std::pair<std::string, std::string>> options = {};
    friend bool operator==(const RealProvider&, const RealProvider&) = default;
};

/// Reads NAME or NAME:LIBRARY. The library becomes an absolute path: ONNX Runtime would look for
/// another one beside its own library.
Result<RealProvider> realProviderOf(const std::string& text);

/// Asks ONNX Runtime through resources/bridge/bridge.py, in a child process: a provider may crash,
/// hang or print without end, and what it leaves behind is removed with this object.
class RuntimeBridge {
public:
    struct Answer {
        nlohmann::json json; ///< an object
        std::string printed; ///< by ONNX Runtime and its providers, on both outputs
    };

    static Result<RuntimeBridge> make(RealRuntime runtime);
    /// Reads the answer that the child of this interpreter left, which printed `printed`. Fails where
    /// it is no object, and where it tells of an error.
    static Result<Answer> read(std::string_view text, std::string printed,
                               const std::string& python);
    /// The folder of the files that belong to a request and its answer.
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder.path(); }
    /// Fails where the interpreter or its ONNX Runtime cannot answer, and where ONNX Runtime or a
    /// provider refuses, crashes, takes too long or prints too much.
    [[nodiscard]] Result<Answer> ask(const nlohmann::json& request, const Progress& progress) const;

private:
    RuntimeBridge(RealRuntime runtime, std::unique_ptr<FileWriting> writing, TemporaryFolder folder)
        : m_runtime(std::move(runtime)), m_writing(std::move(writing)),
          m_folder(std::move(folder)) {}

    RealRuntime m_runtime;
    std::unique_ptr<FileWriting> m_writing; ///< until the folder is removed
    TemporaryFolder m_folder;
};

/// The error of an answer that is not of the form that it must have.
Error unreadableAnswer(const Message& why);
/// The text of a key of an answer; empty where it is missing or no text.
std::string textOf(const nlohmann::json& object, const char* key);
/// The providers in the form of a request.
nlohmann::json requestOf(const std::vector<RealProvider>& providers);

} // namespace partita
