#include "core/onnx/write.h"
#include "core/base/file_writing.h"

#include <set>
#include <unordered_map>

#include "core/base/atomic_files.h"
#include "core/base/output_files.h"
#include "core/base/try.h"
#include "core/onnx/emit_messages.h"
#include "core/onnx/external_data.h"
#include "core/onnx/model_emitter.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"
#include "core/onnx/same_model.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

/// Protobuf's own limit for one message, less some room for headers.
constexpr std::uint64_t kMaxModelBytes = (std::uint64_t{1} << 31) - (std::uint64_t{1} << 20);
/// Offsets that memory mapping can use directly.
constexpr std::uint64_t kDataAlignment = 4096;

/// Whether all external data of the model is in the folder of `path`, so that its names still hold.
bool findsItsData(const Model& model, const fs::path& path) {
    const fs::path folder = resolvedPath(path.parent_path());
    bool found = true;
    forEachTensor(model, [&, last = fs::path(), same = true](const TensorPtr& tensor) mutable {
        const auto own = externalFolder(*tensor);
        if (!own || !found)
            return;
        if (last.empty() || *own != last) {
            last = *own;
            same = resolvedPath(*own) == folder;
        }
        found = same;
    });
    return found;
}

/// Decides where each tensor is stored, and collects the bytes of the data file in order.
class Placement {
public:
    Placement(const Model& model, const fs::path& path, const WriteOptions& options)
        : m_model(model), m_path(path), m_options(options) {}

    Result<WritePlan> plan() {
        m_plan.modelFile = m_path;
        DataPlacement data = m_options.data;
        if (data == DataPlacement::keep && !findsItsData(m_model, m_path)) {
            data = DataPlacement::external;
            m_plan.notes.push_back(PARTITA_TEXT(
                "the model's data file is copied along, because the model goes to another folder"));
        }
        PARTITA_TRY(place(data));
        emit();
        if (m_rope.size() > kMaxModelBytes && data != DataPlacement::external) {
            m_plan.notes.push_back(PARTITA_TEXT("an ONNX file cannot be larger than 2 GiB, so the "
                                                "weights go to a data file beside it"));
            PARTITA_TRY(place(DataPlacement::external));
            emit();
        }
        if (m_rope.size() > kMaxModelBytes)
            return Error{Errc::unsupported,
                         PARTITA_TEXT("the model is larger than 2 GiB even without its weights"),
                         {m_path.string()},
                         PARTITA_TEXT("make it smaller")};
        m_plan.modelBytes = m_rope.size();
        m_plan.dataBytes = m_dataSize;
        if (m_dataSize) {
            m_plan.dataFile = m_path.parent_path() / m_location;
            if (!m_options.externalFile.empty() && m_location != m_options.externalFile)
                m_plan.notes.push_back(PARTITA_TEXT(
                    "the data file is '{0}', because a model that is there reads '{1}'", m_location,
                    m_options.externalFile));
        }
        return m_plan;
    }
    [[nodiscard]] std::vector<Bytes> modelPieces() const { return m_rope.pieces(); }
    [[nodiscard]] const std::vector<Bytes>& dataPieces() const { return m_data; }

private:
    Result<void> place(DataPlacement data) {
        m_moved.clear();
        m_data.clear();
        m_keep.clear();
        m_dataSize = 0;
        m_location = m_options.externalFile.empty() ? m_path.filename().string() + ".data"
                                                    : m_options.externalFile;
        if (fs::path(m_location).filename() != fs::path(m_location))
            return Error{
                Errc::usage,
                PARTITA_TEXT("the data file '{0}' must be a name without a folder", m_location),
                {},
                PARTITA_TEXT("it is written beside the model")};
        if (data == DataPlacement::external || wishesDataFile(data)) {
            if (sameName(m_location, m_path.filename().string()))
                return Error{Errc::usage,
                             PARTITA_TEXT("the model and its data file would be one file"),
                             {m_path.string()},
                             PARTITA_TEXT("give the data file another name")};
            std::set<fs::path> taken = filesNamedBeside(m_path);
            taken.merge(filesNamedBy(m_model));
            m_location = freeName(m_path.parent_path(), m_location, taken);
        }
        Result<void> result;
        forEachTensor(m_model, [&](const TensorPtr& tensor) {
            if (result && !m_moved.contains(tensor.get()))
                result = placeOne(tensor, data);
        });
        return result;
    }

    /// Whether a tensor that is in no file yet goes into a data file.
    [[nodiscard]] bool wishesDataFile(DataPlacement data) const {
        bool wishes = false;
        if (data == DataPlacement::keep)
            forEachTensor(m_model, [&](const TensorPtr& tensor) {
                wishes = wishes || isOutsideWhenSaved(*tensor);
            });
        return wishes;
    }

    Result<void> placeOne(const TensorPtr& tensor, DataPlacement data) {
        const bool isExternal = tensor->storage == Tensor::Storage::external;
        const bool wished = data == DataPlacement::keep && isOutsideWhenSaved(*tensor);
        const bool goesOut =
            wished || (data == DataPlacement::external && tensor->type != DataType::string &&
                       (isExternal || tensor->byteSize() >= m_options.threshold));
        if (!goesOut && !(data == DataPlacement::embed && isExternal))
            return {};
        auto bytes = elements(*tensor);
        if (!bytes) {
            // A tensor whose weights were taken out stays as it is.
            if (!isExternal && tensor->payload.empty())
                return {};
            return std::move(bytes).error();
        }
        m_keep.push_back(*bytes);
        if (!goesOut) {
            auto inside = std::make_shared<Tensor>(*tensor);
            inside->storage = Tensor::Storage::raw;
            inside->payload = *bytes;
            inside->external = nullptr;
            m_moved[tensor.get()] = std::move(inside);
            return {};
        }
        static const std::vector<std::byte> kPadding(kDataAlignment);
        if (const std::uint64_t past = m_dataSize % kDataAlignment) {
            m_data.push_back(Bytes(kPadding).first(kDataAlignment - past));
            m_dataSize += kDataAlignment - past;
        }
        m_moved[tensor.get()] = withExternal(*tensor, m_location, m_dataSize, bytes->size());
        m_data.push_back(bytes->bytes());
        m_dataSize += bytes->size();
        return {};
    }

    void emit() {
        ModelEmitter::TensorRewrite rewrite;
        if (!m_moved.empty())
            rewrite = [this](const TensorPtr& tensor) {
                const auto found = m_moved.find(tensor.get());
                return found == m_moved.end() ? tensor : found->second;
            };
        m_rope = ModelEmitter(m_model, std::move(rewrite)).model();
    }

    const Model& m_model;
    fs::path m_path;
    const WriteOptions& m_options;
    WritePlan m_plan;
    std::string m_location;
    std::unordered_map<const Tensor*, TensorPtr> m_moved;
    std::vector<Buffer> m_keep; // owners of what m_data points to
    std::vector<Bytes> m_data;
    std::uint64_t m_dataSize = 0;
    wire::Rope m_rope;
};

} // namespace

namespace {

/// Reads the staged file back like any model file, and checks that it holds the model to be written
/// and passes the caller's own check.
Result<void> readsBack(const Model& model, const StagedFile& staged, const fs::path& path,
                       const WriteOptions& options) {
    const auto content = PARTITA_TRY(staged.content());
    const auto written = readModel(content, path.parent_path());
    if (!written)
        return Error(written.error())
            .at(PARTITA_TEXT("what would be written to {0}", path.string()));
    if (auto same = checkSameModel(model, *written); !same)
        return std::move(same).error().at(path.string());
    return options.check ? options.check(*written) : Result<void>();
}

} // namespace

Result<WritePlan> planWrite(const Model& model, const fs::path& path, const WriteOptions& options) {
    return Placement(model, path, options).plan();
}

Result<WritePlan> writeModel(const Model& model, const fs::path& path, const WriteOptions& options,
                             const Progress& progress) {
    const auto lock = PARTITA_TRY(FolderLock::of(path.parent_path()));
    Placement placement(model, path, options);
    auto plan = PARTITA_TRY(placement.plan());
    if (progress.cancelled())
        return Error{
            Errc::cancelled, PARTITA_TEXT("cancelled, nothing was written"), {path.string()}, {}};
    const FileWriting writing; // both files are written, or neither
    // The data file first: a model must never point to data that is not there yet.
    FilesTogether files(options.replace);
    if (plan.dataBytes)
        PARTITA_TRY(files.write(plan.dataFile, placement.dataPieces()));
    auto staged = PARTITA_TRY(StagedFile::write(path, placement.modelPieces()));
    PARTITA_TRY(readsBack(model, staged, path, options));
    PARTITA_TRY(staged.commit(options.replace));
    files.keep();
    return plan;
}

namespace {

/// The tensor with its values inside the model; itself where they are not in memory.
TensorPtr withValuesInside(const TensorPtr& tensor) {
    auto bytes = elements(*tensor);
    if (!bytes)
        return tensor;
    auto inside = std::make_shared<Tensor>(*tensor);
    inside->storage = Tensor::Storage::raw;
    inside->payload = *std::move(bytes);
    inside->external = nullptr;
    return inside;
}

} // namespace

Result<std::string> serializeModel(const Model& model,
                                   const std::function<bool(const Tensor&)>& isInside) {
    // What waits for a data file is inside until there is one.
    std::unordered_map<const Tensor*, TensorPtr> waiting;
    Result<void> read;
    forEachTensor(model, [&](const TensorPtr& tensor) {
        const bool isWanted = isInside && isInside(*tensor);
        if (!isWanted && !isOutsideWhenSaved(*tensor))
            return;
        auto inside = withValuesInside(tensor);
        if (isWanted && inside == tensor)
            read = elements(*tensor).error();
        waiting.try_emplace(tensor.get(), std::move(inside));
    });
    PARTITA_TRY(read);
    ModelEmitter::TensorRewrite rewrite;
    if (!waiting.empty())
        rewrite = [&](const TensorPtr& tensor) {
            const auto found = waiting.find(tensor.get());
            return found == waiting.end() ? tensor : found->second;
        };
    const wire::Rope rope = ModelEmitter(model, std::move(rewrite)).model();
    if (rope.size() > kMaxModelBytes)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("the model is larger than 2 GiB"),
                     {},
                     PARTITA_TEXT("save it with external data")};
    return rope.toString();
}

std::string serializeSkeleton(const Model& model, std::uint64_t threshold) {
    static const std::string kNowhere = "weights";
    return ModelEmitter(model,
                        [&](const TensorPtr& tensor) -> TensorPtr {
                            const bool inlineNeeded =
                                tensor->storage == Tensor::Storage::external &&
                                tensor->byteSize() < threshold;
                            if (inlineNeeded) // shape constants must be readable
                                if (auto inside = withValuesInside(tensor); inside != tensor)
                                    return inside;
                            if (tensor->type == DataType::string || tensor->byteSize() < threshold)
                                return tensor;
                            return withExternal(*tensor, kNowhere, 0, tensor->byteSize());
                        })
        .model()
        .toString();
}

std::string serializeTensor(const Tensor& tensor) { return emitTensor(tensor).toString(); }

} // namespace partita
