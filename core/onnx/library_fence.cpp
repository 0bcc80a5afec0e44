#include "core/onnx/library_fence.h"

#include <mutex>

#include "core/base/log.h"
#include "core/base/try.h"
#include "core/ir/function_calls.h"
#include "core/onnx/library_service.h"
#include "core/onnx/onnx_library.h"
#include "core/onnx/schema.h"
#include "core/onnx/write.h"
#include "core/worker/worker_pool.h"

namespace partita {

namespace {

/// A call gives up after this many nodes on which the library crashed or did not end.
constexpr int kMostCrashes = 3;

/// Operators of com.microsoft are inferred as the nodes that define them: at most about so many.
constexpr std::uint64_t kNodesOfDefinition = 50;

/// The time limit is some ten times what ONNX's library needs, which is about 10 µs for a node; a
/// node has at least 20 bytes.
WorkerLimits limitsOf(const LibraryRequest& request) {
    std::uint64_t bytes = 0;
    for (const auto& part : request.parts)
        bytes += part.size();
    WorkerLimits limits;
    limits.processorTime = std::chrono::milliseconds(600 + bytes / 200 + request.nodes / 10);
    limits.addressSpace = (std::uint64_t{1} << 30) + 64 * bytes;
    limits.replyBytes = (std::uint64_t{64} << 20) + 16 * bytes;
    return limits;
}

/// The nodes on which a worker crashed, one a line.
class NodesLeftOut {
public:
    static NodesLeftOut& instance() {
        static auto* const nodes = new NodesLeftOut; // never freed: threads may use it at exit
        return *nodes;
    }
    void add(const std::string& node) {
        const std::lock_guard lock(m_mutex);
        m_nodes += node + "\n";
    }
    std::string lines() {
        const std::lock_guard lock(m_mutex);
        return m_nodes;
    }

private:
    std::mutex m_mutex;
    std::string m_nodes;
};

WorkerReply answeredHere(const WorkerMessage& request) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    static char note[sizeof(WorkerPage::note)];
    static LibraryService service(note, sizeof note);
    return {WorkerReply::End::replied, service.answer(request), {}};
}

Result<WorkerReply> ask(const std::vector<std::string_view>& message, const LibraryRequest& request,
                        const Progress& progress) {
    if (worksInProcess())
        return answeredHere({message.begin(), message.end()});
    return askWorker(kLibraryService, message, limitsOf(request), progress);
}

/// Turns the worker's note "node Einsum (name) #hash" into the place of an error.
std::vector<Message> placeOf(const std::string& node) {
    const auto open = node.find(" ("), close = node.rfind(") #");
    if (open != std::string::npos && close != std::string::npos && open < close)
        return {PARTITA_TEXT("node '{0}'", node.substr(open + 2, close - open - 2))};
    return {node.substr(0, node.rfind(" #"))};
}

Error ended(const Message& what, const WorkerReply& reply) {
    if (reply.end == WorkerReply::End::cancelled)
        return {Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    const bool crashed = reply.end == WorkerReply::End::crashed;
    Error error{
        Errc::invalidModel,
        crashed ? PARTITA_TEXT("{0}: ONNX's library crashed on this model", what)
                : PARTITA_TEXT("{0}: ONNX's library did not come to an end on this model", what),
        {},
        PARTITA_TEXT("correct what the message names, or take it out of the model")};
    if (!reply.at.empty())
        error.where = placeOf(reply.at);
    return error;
}

Result<std::string> resultOf(const Model& model, const Message& what, const WorkerMessage& reply) {
    if (reply.size() == 2 && reply[0] == "done")
        return reply[1];
    if (reply.size() == 2 && reply[0] == "refused")
        return libraryError(model, what, reply[1].c_str());
    return Error{
        Errc::unsupported,
        PARTITA_TEXT("{0}: ONNX's library needs more memory than this model justifies", what),
        {},
        PARTITA_TEXT("the model is damaged or malicious")};
}

} // namespace

Result<std::string> callLibrary(const Model& model, const Message& what,
                                const LibraryRequest& request, const Progress& progress) {
    for (int crashes = 0;; ++crashes) {
        const std::string leftOut = NodesLeftOut::instance().lines();
        const auto task = static_cast<char>(request.task);
        std::vector<std::string_view> message{leftOut, {&task, 1}};
        message.insert(message.end(), request.parts.begin(), request.parts.end());
        auto reply = PARTITA_TRY(ask(message, request, progress));
        if (reply.end == WorkerReply::End::replied)
            return resultOf(model, what, reply.message);
        Error error = ended(what, reply);
        if (error.code == Errc::cancelled || reply.at.empty())
            return error;
        NodesLeftOut::instance().add(reply.at);
        if (crashes + 1 == kMostCrashes)
            return error;
        log(LogLevel::warning,
            PARTITA_TEXT("{0}; going on without the shapes of that node", error.whole()));
    }
}

Result<LibraryRequest> libraryRequest(LibraryTask task, const Model& model) {
    PARTITA_TRY(checkInlinedSize(model));
    LibraryRequest request{task, {}, 0};
    request.parts.push_back(serializeSkeleton(model, kSkeletonThreshold));
    if (!model.info().functions.empty())
        request.nodes = inlinedSize(model)->nodes;
    model.nodes().forEach([&](NodeId, const auto& node) {
        if (node->domain == "com.microsoft")
            request.nodes += kNodesOfDefinition;
    });
    if (request.parts[0].size() >= (std::size_t{1} << 31))
        return Error{Errc::unsupported,
                     PARTITA_TEXT("ONNX's library cannot take a model this large or this deep"),
                     {},
                     {}};
    return request;
}

} // namespace partita
