#include "core/tasks/runs/runner_message.h"

#include <csignal>
#include <map>

#include "core/base/try.h"
#include "core/onnx/external_data.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"

namespace partita {

Error damagedMessage() {
    return {
        Errc::internal, PARTITA_TEXT("a message to or from a worker process is damaged"), {}, {}};
}

namespace {

/// Without a time, there is no limit but cancelling.
WorkerLimits runnerLimits(std::optional<std::chrono::milliseconds> most) {
    WorkerLimits limits;
    limits.processorTime = most.value_or(std::chrono::hours(24 * 365));
    limits.wallTime = most ? 4 * *most : limits.processorTime;
    limits.addressSpace = limits.replyBytes = std::uint64_t{1} << 62;
    return limits;
}

/// The folders into which providers write dumps, by the option names of ONNX Runtime's CANN
/// provider.
std::vector<std::string> dumpFolders(const ProviderList& providers) {
    std::vector<std::string> folders;
    for (const auto& provider : providers) {
        std::string folder;
        bool dumpsHere = false; // into the working folder
        for (const ProviderOption& option : provider->options()) {
            if (option.name == "dump_dir")
                folder = option.value;
            dumpsHere = dumpsHere || (option.name == "dump_graphs" && option.value == "1");
        }
        if (!folder.empty() || dumpsHere)
            folders.push_back(folder.empty() ? "." : folder);
    }
    return folders;
}

/// Whether these are the keys and the values of a map.
bool isMap(const std::vector<ModelData>& items) {
    return items.size() == 2 && items[0].isTensor() && items[1].isTensor() &&
           items[0].tensor.dims.size() == 1 && items[0].tensor.dims == items[1].tensor.dims;
}

/// Takes the value's tensors from the parts from `next` on, and advances it.
Result<ModelData> unpackValue(const ValueForm& form, WorkerMessage& message, std::size_t& next) {
    if (form.isMap && !form.isSequence)
        return damagedMessage();
    ModelData value;
    value.name = form.name;
    value.isMap = form.isMap;
    value.none = form.none;
    if (form.isSequence) {
        std::vector<ModelData> items;
        for (const ValueForm& each : form.items) {
            auto item = PARTITA_TRY(unpackValue(each, message, next));
            items.push_back(std::move(item));
        }
        if (form.isMap && !isMap(items))
            return damagedMessage();
        value.items = std::make_shared<const std::vector<ModelData>>(std::move(items));
    } else if (!form.none) {
        if (next >= message.size())
            return damagedMessage();
        value.tensor = PARTITA_TRY(readTensorProto(Buffer::own(std::move(message[next++]))));
    }
    return value;
}

} // namespace

Result<WorkerMessage> answerOf(WorkerReply reply) {
    if (reply.end == WorkerReply::End::cancelled)
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (reply.end == WorkerReply::End::outOfTime)
        return Error{Errc::unsupported, PARTITA_TEXT("it takes too long to compute"), {}, {}};
    if (reply.signal == SIGKILL)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the system has ended the process that worked on the model, as "
                                  "it does when memory runs out"),
                     {},
                     PARTITA_TEXT("close other programs or use a smaller model")};
    if (reply.end != WorkerReply::End::replied)
        return Error{Errc::provider,
                     PARTITA_TEXT("the process that worked on the model has crashed"),
                     {},
                     PARTITA_TEXT("use other providers, and report it with the model")};
    WorkerMessage& parts = reply.message;
    Error error;
    if (parts.size() == 2 && parts[0] == "error" && unpackedFrom(error, parts[1]))
        return error;
    if (parts.size() == 1 && parts[0] == "memory")
        return Error{Errc::unsupported,
                     PARTITA_TEXT("there is not enough memory to work on the model"),
                     {},
                     PARTITA_TEXT("close other programs or use a smaller model")};
    if (parts.empty() || parts[0] != "done")
        return damagedMessage();
    parts.erase(parts.begin());
    return std::move(parts);
}

ProviderNames ProviderNames::of(const ProviderList& providers) {
    ProviderNames names;
    for (const auto& provider : providers) {
        const std::string id = provider->info().id;
        names.ids.push_back(id);
        for (const ProviderOption& option : provider->options())
            if (option.value != option.defaultValue)
                names.options.emplace_back(id + "." + option.name, option.value);
    }
    return names;
}

ValueForm packValue(const ModelData& value, WorkerMessage& message) {
    ValueForm form{value.name, value.items != nullptr, value.isMap, value.none, {}};
    if (value.items)
        for (const ModelData& item : *value.items)
            form.items.push_back(packValue(item, message));
    else if (!value.none)
        message.push_back(serializeTensor(value.tensor));
    return form;
}

Result<std::vector<ModelData>> unpackValues(const std::vector<ValueForm>& forms,
                                            WorkerMessage& message, std::size_t next) {
    std::vector<ModelData> values;
    for (const ValueForm& form : forms) {
        auto value = PARTITA_TRY(unpackValue(form, message, next));
        values.push_back(std::move(value));
    }
    return values;
}

std::string dataFolder(const Model& model) {
    std::filesystem::path folder = sourceFolder(model);
    if (folder.empty())
        forEachTensor(model, [&](const TensorPtr& tensor) {
            if (folder.empty())
                folder = externalFolder(*tensor).value_or(std::filesystem::path());
        });
    return folder.string();
}

Result<std::string> bytesForRunner(const Model& model) {
    const std::filesystem::path folder = dataFolder(model);
    std::map<std::filesystem::path, bool> isOther; // folders, by how they are written
    return serializeModel(model, [&](const Tensor& tensor) {
        if (tensor.isComputed())
            return true;
        const auto own = externalFolder(tensor);
        if (!own || *own == folder)
            return false;
        const auto [at, fresh] = isOther.try_emplace(*own);
        std::error_code error;
        if (fresh)
            at->second = !std::filesystem::equivalent(*own, folder, error);
        return at->second;
    });
}

WishesForm WishesForm::of(const PartitionOptions& wishes,
                          const std::function<NodeId(NodeId)>& read) {
    WishesForm form;
    const auto put = [&](const auto& from, auto& into) {
        for (const auto& [node, provider] : from)
            into.emplace_back(read(node), provider);
    };
    put(wishes.excluded, form.excluded);
    put(wishes.pinned, form.pinned);
    put(wishes.takenAnyway, form.takenAnyway);
    form.rulesOff.assign(wishes.rulesOff.begin(), wishes.rulesOff.end());
    form.grouping = wishes.grouping;
    form.level = wishes.level;
    return form;
}

PartitionOptions WishesForm::wishes() const {
    PartitionOptions wishes;
    wishes.excluded.insert(excluded.begin(), excluded.end());
    wishes.pinned.insert(pinned.begin(), pinned.end());
    wishes.takenAnyway.insert(takenAnyway.begin(), takenAnyway.end());
    wishes.rulesOff.insert(rulesOff.begin(), rulesOff.end());
    wishes.grouping = grouping;
    wishes.level = level;
    return wishes;
}

RunTask RunTask::of(const Model& model, const ProviderList& providers) {
    RunTask task;
    task.providers = ProviderNames::of(providers);
    task.folder = dataFolder(model);
    for (const auto& [path, file] : sourceFiles(model).elsewhere)
        task.elsewhere.emplace_back(path, file.string());
    return task;
}

WorkerMessage packRun(RunTask task, std::string model, const Feeds& feeds) {
    WorkerMessage parts{packedInto(task), std::move(model), {}};
    std::vector<ValueForm> forms;
    for (const auto& [name, value] : feeds) {
        forms.push_back(packValue(value, parts));
        forms.back().name = name;
    }
    parts[2] = packedInto(forms);
    return parts;
}

Result<UnpackedRun> unpackRun(WorkerMessage parts, const ProviderFactory& factory) {
    UnpackedRun run;
    std::vector<ValueForm> forms;
    if (parts.size() < 3 || !unpackedFrom(run.task, parts[0]) || !unpackedFrom(forms, parts[2]))
        return damagedMessage();
    auto model = PARTITA_TRY(readModel(Buffer::own(std::move(parts[1])), run.task.folder));
    auto providers = PARTITA_TRY(run.task.providers.make(factory));
    auto values = PARTITA_TRY(unpackValues(forms, parts, 3));
    for (ModelData& value : values) {
        std::string name = value.name;
        run.feeds.emplace(std::move(name), std::move(value));
    }
    BinaryPlaces files = sourceFiles(model);
    files.elsewhere.insert(run.task.elsewhere.begin(), run.task.elsewhere.end());
    run.model = files.elsewhere.empty() ? std::move(model) : withFilesAt(model, std::move(files));
    run.providers = std::move(providers);
    return run;
}

Result<WorkerMessage> RunnerProcess::call(const char* kind, const ProviderList& writers,
                                          const WorkerMessage& parts, const Progress& progress,
                                          std::optional<std::chrono::milliseconds> most) {
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (!m_process || !m_process->isAlive()) {
        auto program = PARTITA_TRY(workerProgram("partita-runner", "PARTITA_RUNNER"));
        m_process = PARTITA_TRY(WorkerProcess::start(program));
    }
    auto folders = dumpFolders(writers);
    const std::string packedFolders = packedInto(folders);
    std::vector<std::string_view> request{kind, packedFolders};
    request.insert(request.end(), parts.begin(), parts.end());
    return answerOf(m_process->call(request, runnerLimits(most), progress));
}

} // namespace partita
