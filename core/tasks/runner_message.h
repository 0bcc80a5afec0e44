#pragma once

#include <functional>
#include <memory>

#include "core/base/archive.h"
#include "core/base/message_archive.h"
#include "core/session/session.h"
#include "core/worker/worker_process.h"

namespace partita {

// What a program and its `partita-runner` tell each other: a request is its kind, the folders that
// its providers write into, and the parts of that kind; the answer is "done" and parts, "error" and
// the error, or "memory".

/// What a request or an answer is refused with that nobody of ours has written.
Error damagedMessage();

/// Makes providers of their ids, and of "id.option" and value.
using ProviderFactory = std::function<Result<ProviderList>(
    std::vector<std::string> ids, std::vector<std::pair<std::string, std::string>> options)>;

/// Providers by name, with those of their options that were changed.
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

/// A DataValue without its elements, which are a part of the message for each tensor.
struct ValueForm {
    std::string name;
    bool isSequence = false, isMap = false, none = false;
    std::vector<ValueForm> items;
};

template <class Archive> void archive(Archive& a, ValueForm& v) {
    a(v.name, v.isSequence, v.isMap, v.none, v.items);
}

/// Adds the tensors of a value to the message.
ValueForm packValue(const DataValue& value, WorkerMessage& message);
/// The values with such forms; their tensors are the parts from `next` on.
Result<std::vector<DataValue>> unpackValues(const std::vector<ValueForm>& forms,
                                            WorkerMessage& message, std::size_t next);

/// The folder in which the data files are that a model names: a model that was cut out of another
/// one has its tensors from there.
std::string dataFolder(const Model& model);

/// A model and its inputs on the way to those who run it.
struct RunTask {
    ProviderNames providers;
    std::string folder; ///< of the model's data files
    std::vector<std::pair<NodeId, std::string>> excluded;
    std::int32_t repeat = 1;
    bool againstCpu = false, bind = false, timed = false;

    static RunTask of(const Model& model, const ProviderList& providers);
};

template <class Archive> void archive(Archive& a, RunTask& t) {
    a(t.providers, t.folder, t.excluded, t.repeat, t.againstCpu, t.bind, t.timed);
}

WorkerMessage packRun(RunTask task, std::string model, const Feeds& feeds);

struct UnpackedRun {
    RunTask task;
    Model model;
    ProviderList providers;
    Feeds feeds;
};

Result<UnpackedRun> unpackRun(WorkerMessage parts, const ProviderFactory& factory);

/// One `partita-runner`: started with the first request, and again after one that has ended it.
class RunnerProcess {
public:
    /// The parts of the answer. A crash is an error, and so is too little memory; cancelling kills
    /// the process. `writers`: providers that may write into their folders. The first request says
    /// into which; they hold for all of the process.
    Result<WorkerMessage> call(const char* kind, const ProviderList& writers, WorkerMessage parts,
                               const Progress& progress);

private:
    std::unique_ptr<WorkerProcess> m_process;
};

} // namespace partita
