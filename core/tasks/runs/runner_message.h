#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "core/base/archive.h"
#include "core/base/message_archive.h"
#include "core/session/session.h"
#include "core/worker/worker_process.h"

namespace partita {

// Messages between a program and its `partita-runner`. A request is its kind, the folders that its
// providers write into, and the parts of that kind. An answer is "done" and parts, "error" and the
// error, or "memory" when memory ran out.

/// The error for a request or an answer that is malformed.
Error damagedMessage();

/// Makes providers from their ids and from options as pairs of "id.option" and value.
using ProviderFactory = std::function<Result<ProviderList>(
    std::vector<std::string> ids, std::vector<std::pair<std::string, std::string>> options)>;

/// Providers by id, with the options that differ from their defaults.
struct ProviderNames {
    std::vector<std::string> ids;
    std::vector<std::pair<std::string, std::string>> options;

    static ProviderNames of(const ProviderList& providers);
    [[nodiscard]] Result<ProviderList> make(const ProviderFactory& factory) const {
        return factory(ids, options);
    }
};

template <class Archive> void archive(Archive& a, ProviderNames& p) { a(p.ids, p.options); }

template <class Archive> void archive(Archive& a, Error& e) {
    a(e.code, e.what, e.where, e.remedy);
}

/// A ModelData without its tensors, which are separate parts of the message.
struct ValueForm {
    std::string name;
    bool isSequence = false, isMap = false, none = false;
    std::vector<ValueForm> items;
};

template <class Archive> void archive(Archive& a, ValueForm& v) {
    a(v.name, v.isSequence, v.isMap, v.none, v.items);
}

/// The parts of an answer; an error that it tells, or that ended the process, is the error.
Result<WorkerMessage> answerOf(WorkerReply reply);

/// Appends a value's tensors to the message and returns its form.
ValueForm packValue(const ModelData& value, WorkerMessage& message);
/// The values of the forms, in order; their tensors are the parts from `next` on. Fails for a form
/// that no value has.
Result<std::vector<ModelData>> unpackValues(const std::vector<ValueForm>& forms,
                                            WorkerMessage& message, std::size_t next);

/// The folder of the model's external data files. A model that was extracted from another one has
/// the folder of that model's tensors; empty where there is none.
std::string dataFolder(const Model& model);

/// The bytes of a model for a process that looks for its data files in `dataFolder`. Inside are values
/// that are computed when they are read, and those from files in other folders: after Save as, Undo
/// brings back what is in the first folder. Fails where they cannot be read, and above 2 GiB.
Result<std::string> bytesForRunner(const Model& model);

/// The wishes about a placement, with the nodes of the model that the process reads.
struct WishesForm {
    std::vector<std::pair<NodeId, std::string>> excluded, pinned, takenAnyway;
    std::vector<std::pair<std::string, std::string>> rulesOff;
    Grouping grouping = Grouping::topological;
    OptimizationLevel level = OptimizationLevel::basic;

    /// `read`: the node of the read model for a node of the given one.
    static WishesForm of(const PartitionOptions& wishes, const std::function<NodeId(NodeId)>& read);
    [[nodiscard]] PartitionOptions wishes() const;
};

template <class Archive> void archive(Archive& a, WishesForm& w) {
    a(w.excluded, w.pinned, w.takenAnyway, w.rulesOff, w.grouping, w.level);
}

/// The head of a request to run a model.
struct RunTask {
    ProviderNames providers;
    std::string folder;                                         ///< of the model's data files
    std::vector<std::pair<std::string, std::string>> elsewhere; ///< binaries that are not in it
    WishesForm wishes;
    std::int32_t repeat = 1, warmup = 0;
    bool bind = false, timed = false, peak = true, trace = true;

    static RunTask of(const Model& model, const ProviderList& providers);
};

template <class Archive> void archive(Archive& a, RunTask& t) {
    a(t.providers, t.folder, t.elsewhere, t.wishes, t.repeat, t.warmup, t.bind, t.timed, t.peak,
      t.trace);
}

/// The parts of a request: task, model, forms of the feeds, tensors.
WorkerMessage packRun(RunTask task, std::string model, const Feeds& feeds);

/// What `packRun` packed, with the providers made.
struct UnpackedRun {
    RunTask task;
    Model model;
    ProviderList providers;
    Feeds feeds;
};

/// Reads the parts of a request; fails where they are malformed.
Result<UnpackedRun> unpackRun(WorkerMessage parts, const ProviderFactory& factory);

/// A `partita-runner` process that is started for the first request, and again when it has ended.
class RunnerProcess {
public:
    /// Sends a request and returns the parts of the answer. A crash and running out of memory are
    /// errors; cancelling kills the process. `writers`: providers that may write into their
    /// folders. The process can only write into the folders of its first request.
    /// `most`: the time that the answer may take; nothing: any.
    Result<WorkerMessage> call(const char* kind, const ProviderList& writers,
                               const WorkerMessage& parts, const Progress& progress,
                               std::optional<std::chrono::milliseconds> most = std::nullopt);

private:
    std::unique_ptr<WorkerProcess> m_process;
};

} // namespace partita
