#include "views/document/save_controller.h"

#include <unistd.h>

#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/document/file_content.h"
#include "core/document/id_map.h"
#include "core/edits/output_types.h"
#include "core/onnx/read.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

using Content = std::optional<std::uint64_t>; ///< a checksum; nothing: not known

constexpr std::uint64_t kMostRead = std::uint64_t{1} << 30; ///< bytes; more would take too long

/// The document with its constants where saving has put them: the next saving leaves them there.
Model withMovedData(const Model& document, const Model& written) {
    IdMap ids(document, written);
    ModelDelta moved;
    document.values().forEach([&](ValueId id, const std::shared_ptr<const Value>& value) {
        const auto& now = written.value(ids(id));
        if (!value->initializer || !now || !now->initializer ||
            now->initializer->storage != Tensor::Storage::external)
            return;
        auto own = std::make_shared<Value>(*value);
        own->initializer = now->initializer;
        moved.values.push_back({id, value, std::move(own)});
    });
    return document.with(moved);
}

} // namespace

SaveController::SaveController(DocumentController& document) : m_document(document) {
    connect(&document, &DocumentController::documentChanged, this, [this] { ++m_opened; });
    connect(&document, &DocumentController::documentChanged, this, &SaveController::learnContent);
    connect(this, &SaveController::savedAs, this, &SaveController::learnContent);
}

/// Reads what the file of the document holds, unless it is another one already.
void SaveController::learnContent() {
    m_content.reset();
    m_other = {};
    m_reading.cancel();
    m_comparing.cancel();
    m_asked.clear();
    if (!m_document.hasDocument() || m_document.state().stamp.size > kMostRead)
        return;
    m_known = m_document.state().stamp;
    const auto work = [path = m_document.state().path,
                       stamp = m_known](const Progress& progress) -> Result<Content> {
        const Content content = contentOf(path, progress);
        return stampOf(path) == stamp ? content : std::nullopt;
    };
    m_reading.start<Content>({}, work,
                             [this](const Result<Content>& content) { m_content = *content; });
}

bool SaveController::isSaving() { return m_document.jobs()[Lane::save].isRunning(); }

bool SaveController::hasChangedOnDisk() const {
    const auto now = stampOf(m_document.state().path);
    return now && now != m_document.state().stamp;
}

std::optional<FileStamp> SaveController::toCompare() const {
    const FileStamp& read = m_document.state().stamp;
    const auto now = stampOf(m_document.state().path);
    const bool tells = m_content && m_known == read && now && now != read && now != m_other &&
                       now->size == read.size;
    return tells ? now : std::nullopt;
}

void SaveController::compared(const FileStamp& now, std::optional<std::uint64_t> content) {
    if (content != m_content) {
        m_other = now;
        return;
    }
    takeForUnchanged(m_document.state().path);
    m_document.movedTo(m_document.state().path, now);
    m_known = now;
}

void SaveController::lookAtFile(std::function<void()> then) {
    const auto now = m_document.hasDocument() ? toCompare() : std::nullopt;
    if (!now) {
        then();
        return;
    }
    m_asked.push_back(std::move(then));
    compare(*now);
}

void SaveController::compare(const FileStamp& now) {
    const auto work = [path =
                           m_document.state().path](const Progress& progress) -> Result<Content> {
        return contentOf(path, progress);
    };
    m_comparing.start<Content>({}, work, [this, now](const Result<Content>& content) {
        if (const auto newer = toCompare(); newer && newer != now)
            m_other = *newer; // it is being written: whoever waits for the end may wait for ever
        else if (newer)
            compared(now, *content);
        for (const auto& then : std::exchange(m_asked, {}))
            then();
    });
}

bool SaveController::isGone() const { return !stampOf(m_document.state().path); }

bool SaveController::isReadOnly() const {
    constexpr auto kWritable = std::filesystem::perms::owner_write |
                               std::filesystem::perms::group_write |
                               std::filesystem::perms::others_write;
    const auto& path = m_document.state().path;
    std::error_code failed;
    const auto found = std::filesystem::status(path, failed);
    return !failed && ((found.permissions() & kWritable) == std::filesystem::perms::none ||
                       ::access(path.c_str(), W_OK) != 0);
}

/// Writes the model, unless the file is not `expected` any more when the new one is to take its
/// place.
Result<SaveController::Written> SaveController::write(const Model& model, const BinaryPlaces& from,
                                                      const std::filesystem::path& path,
                                                      std::optional<FileStamp> expected,
                                                      const Progress& progress) {
    Written written;
    WriteOptions options;
    options.check = [&](const Model& readBack) -> Result<void> {
        const auto now = stampOf(path);
        if (expected && now && now != expected)
            return Error{Errc::io,
                         PARTITA_TEXT("the file was changed by another program meanwhile"),
                         {path.string()},
                         PARTITA_TEXT("compare both, or save under another name")};
        written.model = readBack;
        return {};
    };
    auto [plan, asked, paths] = PARTITA_TRY(
        writeWithBinaries(edits::withOutputSizes(model, progress), from, path, options, progress));
    written.plan = std::move(plan);
    written.asked = std::move(asked);
    written.binaries = std::move(paths);
    written.stamp = stampOf(path).value_or(FileStamp());
    return written;
}

void SaveController::save(const std::filesystem::path& path, As as, bool overChanges) {
    if (!m_document.hasDocument() || isSaving())
        return;
    const bool isOwn = path == m_document.state().path;
    const auto expected =
        isOwn && !overChanges ? std::optional(m_document.state().stamp) : std::nullopt;
    const Model model = m_document.storedModel();
    const BinaryPlaces from = m_document.edits().binaries();
    const auto work = [model, from, path, expected](const Progress& progress) {
        return write(model, from, path, expected, progress);
    };
    const Saved saved{path, as, model, m_document.history().version(), m_opened};
    m_document.jobs()[Lane::save].start<Written>(
        tr("Saving %1").arg(QString::fromStdString(path.filename().string())), work,
        [this, saved](Result<Written> written) { done(saved, std::move(written)); });
}

void SaveController::savePart(const Model& part, const std::filesystem::path& path) {
    if (!m_document.hasDocument() || isSaving())
        return;
    if (path == m_document.state().path) {
        Q_EMIT m_document.failed(Error{Errc::usage,
                                       PARTITA_TEXT("a part cannot take the place of its model"),
                                       {path.string()},
                                       PARTITA_TEXT("save it under another name")});
        return;
    }
    const auto work = [part, from = m_document.state().path.parent_path(),
                       path](const Progress& progress) {
        return write(part, from, path, std::nullopt, progress);
    };
    m_document.jobs()[Lane::save].start<Written>(
        tr("Saving %1").arg(QString::fromStdString(path.filename().string())), work,
        [this, path](const Result<Written>& written) {
            if (!tell(written))
                return;
            Q_EMIT m_document.saved(QString::fromStdString(path.string()));
            Q_EMIT finished(true);
        });
}

bool SaveController::tell(const Result<Written>& written) {
    if (!written) {
        if (written.error().code != Errc::cancelled)
            Q_EMIT m_document.failed(written.error());
        Q_EMIT finished(false);
        return false;
    }
    for (const Message& note : written->plan.notes)
        log(LogLevel::info, note);
    return true;
}

void SaveController::done(const Saved& saved, Result<Written> written) {
    if (!tell(written))
        return;
    const bool isOpen = saved.document == m_opened;
    if (isOpen && (saved.as == As::document || saved.path == m_document.state().path)) {
        m_document.movedTo(saved.path, written->stamp);
        becomes(*written, saved.model, saved.version);
    }
    Q_EMIT m_document.saved(QString::fromStdString(saved.path.string()));
    Q_EMIT finished(true);
}

/// The document is what was written: its data and its binaries may be elsewhere now, and outputs may
/// have got sizes.
void SaveController::becomes(const Written& written, const Model& model, std::uint64_t version) {
    const bool hasMoved = written.plan.dataBytes > 0,
               isCompleted = !diff(model, written.asked).empty();
    const Model saved = hasMoved ? withMovedData(written.asked, written.model) : written.asked;
    const std::filesystem::path folder = sourceFolder(model);
    const bool isElsewhere = !folder.empty() && folder != m_document.state().path.parent_path();
    m_document.edits().setSaved(saved, version, written.binaries);
    if ((hasMoved || isCompleted || isElsewhere) && version == m_document.history().version())
        m_document.showStored(m_document.edits().savedModel(), m_document.place());
    Q_EMIT savedAs(written.model, written.stamp);
}

} // namespace partita
