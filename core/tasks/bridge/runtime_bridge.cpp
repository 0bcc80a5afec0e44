#include "core/tasks/bridge/runtime_bridge.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <unistd.h>

#include "core/base/child_process.h"
#include "core/base/escaped_text.h"
#include "core/base/json.h"
#include "core/base/mapped_files.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"

namespace partita {

namespace {

using nlohmann::json;

/// resources/bridge/bridge.py
constexpr std::string_view kScript =
#include "bridge_script.inc"
    ;

constexpr const char* kScriptFile = "bridge.py";
constexpr const char* kAnswerFile = "answer.json";

/// The processor of a program (ELF); nothing for a script.
std::optional<std::uint16_t> processorOf(const std::filesystem::path& program) {
    const auto bytes = mapFile(program);
    Elf64_Ehdr head{};
    if (!bytes || bytes->size() < sizeof head)
        return std::nullopt;
    std::memcpy(&head, bytes->bytes().data(), sizeof head);
    return std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 ? std::optional(head.e_machine)
                                                           : std::nullopt;
}

/// The memory of the machine, in bytes.
std::uint64_t machineMemory() {
    return static_cast<std::uint64_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L)) *
           static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 0L));
}

/// Whether an error of Python or C++ says that there was no memory.
bool isOutOfMemory(std::string_view text) {
    for (const char* sign :
         {"bad_alloc", "MemoryError", "Cannot allocate memory", "Unable to allocate"})
        if (text.find(sign) != std::string_view::npos)
            return true;
    return false;
}

Message whichPython() {
    return PARTITA_TEXT("name a Python interpreter, such as the bin/python3 of an environment");
}

Error cannotStart(const std::string& python, Error error) {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    const auto its = processorOf(python), ours = processorOf(self);
    if (its && ours && *its != *ours)
        error.what = PARTITA_TEXT("{0} is a program for another processor", python);
    error.remedy = whichPython();
    return error;
}

/// What a program says before it fails.
Message lastWords(std::string_view printed) {
    const std::string text = lastLines(printed);
    return text.empty() ? PARTITA_TEXT("it said nothing") : PARTITA_TEXT("it said: {0}", text);
}

Error failed(Message what, Message remedy = {}) {
    return {Errc::provider, std::move(what), {}, std::move(remedy)};
}

/// The error of a child that gave no answer, or none in time.
Error errorOf(const ChildEnd& end, const RealRuntime& runtime) {
    const Message words = lastWords(end.output);
    switch (end.how) {
    case ChildEnd::How::outOfTime:
        return failed(PARTITA_TEXT("ONNX Runtime took longer than {0} s, and was ended; {1}",
                                   runtime.limit.count() / 1000, words),
                      PARTITA_TEXT("allow it more time"));
    case ChildEnd::How::printedTooMuch:
        return failed(PARTITA_TEXT("ONNX Runtime printed without end, and was ended; {0}", words),
                      PARTITA_TEXT("see what the provider's options say about its log"));
    case ChildEnd::How::signalled:
        return failed(
            PARTITA_TEXT("ONNX Runtime or a provider crashed with the signal {0} ({1}); {2}",
                         end.number, ::strsignal(end.number), words),
            PARTITA_TEXT("try other options, or another version of the provider"));
    default:
        return failed(PARTITA_TEXT("Python ended with status {0} and without an answer; {1}",
                                   end.number, words),
                      PARTITA_TEXT("see whether this environment is whole"));
    }
}

Error noRuntime(const std::string& kind, const json& answer, const std::string& python) {
    const std::string text = lastLines(textOf(answer, "text")), has = textOf(answer, "has"),
                      needs = textOf(answer, "needs");
    if (kind == "python")
        return {Errc::unsupported,
                PARTITA_TEXT("this is Python {0}, and {1} is the least that is needed", has, needs),
                {},
                whichPython()};
    if (kind == "missing")
        return {Errc::unsupported,
                PARTITA_TEXT("this Python has no onnxruntime"),
                {},
                PARTITA_TEXT("install it: {0} -m pip install onnxruntime", python)};
    if (kind == "broken")
        return {Errc::unsupported,
                PARTITA_TEXT("the onnxruntime of this Python cannot be used: {0}", text),
                {},
                PARTITA_TEXT("install it again: {0} -m pip install --force-reinstall onnxruntime",
                             python)};
    if (kind != "old")
        return unreadableAnswer(PARTITA_TEXT("'{0}' is missing or no text", "error"));
    return {Errc::unsupported,
            PARTITA_TEXT("this is ONNX Runtime {0}; {1} needs {2} or later", has,
                         textOf(answer, "what"), needs),
            {},
            PARTITA_TEXT("update it: {0} -m pip install -U onnxruntime", python)};
}

/// What is wrong with a library; nothing: the error is of another kind.
std::optional<Error> libraryError(const std::string& kind, const nlohmann::json& answer) {
    const std::string library = textOf(answer, "library");
    if (kind == "library")
        return failed(PARTITA_TEXT("ONNX Runtime does not take the library {0}: {1}", library,
                                   lastLines(textOf(answer, "text"))));
    if (kind == "no_library")
        return failed(PARTITA_TEXT("{0} is no shared library", library));
    if (kind == "machine")
        return failed(PARTITA_TEXT("the library {0} is for {1}, this Python for {2}", library,
                                   textOf(answer, "has"), textOf(answer, "needs")),
                      PARTITA_TEXT("take the one for {0}", textOf(answer, "needs")));
    if (kind == "cut_library")
        return failed(PARTITA_TEXT("the library {0} is cut off", library),
                      PARTITA_TEXT("copy or build it again"));
    if (kind == "no_operators")
        return failed(PARTITA_TEXT("the library {0} has no operators: the function {1} is missing",
                                   library, "RegisterCustomOps"),
                      PARTITA_TEXT("see whether it is the library of your operators, and exports "
                                   "this function"));
    return std::nullopt;
}

/// What a session says that could not be made.
Error sessionError(const std::string& text) {
    const bool isUnknown = text.find("is not a registered function/op") != std::string::npos;
    return failed(
        PARTITA_TEXT("ONNX Runtime made no session: {0}", text),
        isUnknown
            ? seeTyped(PARTITA_TEXT("if it is an operator of a library, add that to the session"),
                       "--custom-ops")
            : Message());
}

/// What bridge.py says of a request that it could not do.
Error errorOf(const RuntimeBridge::Answer& answer, const std::string& python) {
    const std::string kind = textOf(answer.json, "error");
    const std::string text = lastLines(textOf(answer.json, "text"));
    const std::string name = lastLines(textOf(answer.json, "name"));
    if (kind == "provider")
        return {Errc::usage,
                PARTITA_TEXT("this ONNX Runtime has no provider '{0}'", name),
                {},
                PARTITA_TEXT("it has: {0}", textOf(answer.json, "known"))};
    if (kind == "mixed")
        return {Errc::usage,
                PARTITA_TEXT("{0} has no device here, so ONNX Runtime cannot take it together with "
                             "a plug-in",
                             name),
                {},
                PARTITA_TEXT("leave it out")};
    if (kind == "left_out")
        return failed(PARTITA_TEXT("ONNX Runtime made the session without {0}; {1}", name,
                                   lastWords(answer.printed)),
                      PARTITA_TEXT("see whether the provider's own libraries are installed"));
    if (auto error = libraryError(kind, answer.json))
        return *std::move(error);
    if (kind == "session")
        return sessionError(text);
    if (kind == "compile")
        return failed(PARTITA_TEXT("ONNX Runtime could not compile the model: {0}", text));
    if (kind == "run")
        return failed(PARTITA_TEXT("ONNX Runtime could not run the model: {0}", text));
    if (kind == "output")
        return failed(PARTITA_TEXT("the output '{0}' cannot be taken over: {1}", name, text));
    if (kind == "value")
        return failed(
            PARTITA_TEXT("this ONNX Runtime cannot be given the input '{0}': {1}", name, text));
    if (kind == "other")
        return failed(PARTITA_TEXT("Python failed: {0}", text));
    return noRuntime(kind, answer.json, python);
}

} // namespace

Result<RealProvider> realProviderOf(const std::string& text) {
    const auto parts = splitPair(text, ':');
    RealProvider provider{parts ? parts->first : text, {}};
    if (provider.name.empty() || text.starts_with(':') || (parts && parts->second.empty()))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' is not NAME or NAME:LIBRARY", text),
                     {},
                     PARTITA_TEXT("write for example CPU, or QNN:/path/to/the/library.so")};
    std::error_code error;
    if (parts)
        provider.library = std::filesystem::absolute(parts->second, error);
    return provider;
}

Error unreadableAnswer(const Message& why) {
    return failed(PARTITA_TEXT("the answer of ONNX Runtime cannot be read: {0}", why));
}

std::string textOf(const json& object, const char* key) {
    const auto at = object.is_object() ? object.find(key) : object.end();
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

json requestOf(const std::vector<RealProvider>& providers) {
    json list = json::array();
    for (const RealProvider& provider : providers) {
        json options = json::object();
        for (const auto& [key, value] : provider.options)
            options[key] = value;
        list.push_back({{"name", provider.name},
                        {"library", provider.library.string()},
                        {"options", std::move(options)}});
    }
    return list;
}

Result<RuntimeBridge> RuntimeBridge::make(RealRuntime runtime) {
    auto writing = std::make_unique<FileWriting>();
    RuntimeBridge bridge(std::move(runtime), std::move(writing),
                         PARTITA_TRY(TemporaryFolder::make()));
    const Bytes script = std::as_bytes(std::span(kScript));
    PARTITA_TRY(writeFile(bridge.folder() / kScriptFile, {&script, 1}, Replace::no));
    return bridge;
}

Result<RuntimeBridge::Answer> RuntimeBridge::ask(const json& request,
                                                 const Progress& progress) const {
    const std::string place = folder().string();
    ChildCommand command{
        .words = {m_runtime.python, (folder() / kScriptFile).string(), place},
        .input = request.dump(-1, ' ', false, json::error_handler_t::replace),
        .variables = {"TMPDIR=" + place}, // what a provider leaves behind lies there, too
        .errorsToo = true,
        .mark = "TMPDIR=" + place};
    auto end = runChild(
        command, {.time = m_runtime.limit, .data = m_runtime.memory.value_or(machineMemory())},
        progress);
    if (!end)
        return end.error().code == Errc::cancelled
                   ? std::move(end).error()
                   : cannotStart(m_runtime.python, std::move(end).error());
    const auto file = mapFile(folder() / kAnswerFile);
    if (!file && end->how == ChildEnd::How::exited)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("{0} is no Python interpreter; {1}", m_runtime.python,
                                  lastWords(end->output)),
                     {},
                     whichPython()};
    if (!file || !end->wentWell())
        return errorOf(*end, m_runtime).at(m_runtime.python);
    return read(file->text(), std::move(end->output), m_runtime.python);
}

Result<RuntimeBridge::Answer> RuntimeBridge::read(std::string_view text, std::string printed,
                                                  const std::string& python) {
    auto json = parseJson(text);
    if (!json)
        return unreadableAnswer(json.error().what).at(python);
    Answer answer{*std::move(json), std::move(printed)};
    if (!answer.json.is_object())
        return unreadableAnswer(PARTITA_TEXT("it is no object")).at(python);
    if (answer.json.contains("error")) {
        Error error = errorOf(answer, python);
        if (isOutOfMemory(textOf(answer.json, "text")))
            error.remedy = PARTITA_TEXT("allow it more memory");
        return std::move(error).at(python);
    }
    return answer;
}

} // namespace partita
