#include "views/document/measured_controller.h"

#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "views/document/document_controller.h"

namespace partita {

namespace {

Result<std::shared_ptr<const MeasuredPlacement>>
matched(const Model& model, const RecordedPlacement& record, const std::filesystem::path& file) {
    auto placement = matchPlacement(model, record);
    if (!placement)
        return std::move(placement).error().at(file.string());
    return std::make_shared<const MeasuredPlacement>(*std::move(placement));
}

} // namespace

MeasuredController::MeasuredController(DocumentController& document) : m_document(document) {
    connect(&document, &DocumentController::documentChanged, this,
            &MeasuredController::documentChanged);
    connect(&document, &DocumentController::partitioningChanged, this,
            &MeasuredController::modelChanged);
}

bool MeasuredController::isFree() {
    if (!m_document.hasDocument())
        return false;
    JobRunner& jobs = m_document.jobs()[Lane::work];
    if (jobs.isRunning()) // a job of this lane would replace the one that runs
        Q_EMIT m_document.failed(jobs.stillAtWork());
    return !jobs.isRunning();
}

void MeasuredController::open(const std::filesystem::path& file) {
    if (!isFree())
        return;
    const auto work = [file,
                       model = m_document.edits().savedModel()](const Progress&) -> Result<Read> {
        auto record =
            std::make_shared<const RecordedPlacement>(PARTITA_TRY(readRecordedPlacement(file)));
        auto placement = PARTITA_TRY(matched(model, *record, file));
        return Read{std::move(record), std::move(placement), {}};
    };
    m_document.jobs()[Lane::work].start<Read>(
        tr("Reading %1").arg(QString::fromStdString(file.filename().string())), work,
        [this, file](const Result<Read>& read) { show(read, file); });
}

void MeasuredController::record(const RealRuntime& runtime, RealSession session,
                                const std::optional<FeedSource>& run) {
    if (!isFree())
        return;
    session.model = m_document.state().path;
    const auto work = [runtime, session, run, model = m_document.edits().savedModel()](
                          const Progress& progress) -> Result<Read> {
        std::optional<RealRun> wish;
        if (run)
            wish = RealRun{PARTITA_TRY(feedsOf(*run, model)), false};
        auto told = PARTITA_TRY(recordSession(runtime, session, model, wish, progress));
        auto record = std::make_shared<const RecordedPlacement>(std::move(told.placement));
        auto placement = PARTITA_TRY(matched(model, *record, session.model));
        return Read{std::move(record), std::move(placement), session};
    };
    m_document.jobs()[Lane::work].start<Read>(tr("Asking ONNX Runtime"), work,
                                              [this](const Result<Read>& read) { show(read, {}); });
}

void MeasuredController::show(const Result<Read>& read, const std::filesystem::path& file) {
    if (read) {
        take(*read, file);
        Q_EMIT opened();
    } else if (read.error().code != Errc::cancelled) {
        Q_EMIT m_document.failed(read.error());
    }
}

void MeasuredController::take(const Read& read, const std::filesystem::path& file) {
    m_record = read.record;
    m_placement = read.placement;
    m_session = read.session;
    m_file = file;
    m_model = m_document.state().path;
    modelChanged();
}

void MeasuredController::clear() {
    m_again.cancel();
    m_record.reset();
    if (!std::exchange(m_placement, nullptr))
        return;
    m_check = {};
    m_session.reset();
    m_file.clear();
    Q_EMIT changed();
}

void MeasuredController::save(const QString& path) {
    if (m_record && m_session)
        m_document.tellWritten(path, writeFile(std::filesystem::path(path.toStdString()),
                                               recordText(*m_record, *m_session)));
}

bool MeasuredController::hasTimes() const { return m_placement && m_placement->hasTimes(); }

bool MeasuredController::mayBeRecord(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) // reading a pipe would wait
        return false;
    if (ending == ".log" || ending == ".txt")
        return true;
    if (ending != ".json")
        return false;
    const auto bytes = mapFile(file);
    if (!bytes)
        return false;
    constexpr std::size_t kBeginning = 1U << 16U;
    const std::string_view text = bytes->text().substr(0, kBeginning);
    const auto has = [&](const char* key) { return text.find(key) != std::string_view::npos; };
    return has("\"ep_name\"") || has("\"traceEvents\"") || (has("\"cat\"") && has("\"ph\""));
}

void MeasuredController::documentChanged() {
    if (!m_placement)
        return;
    if (m_document.hasDocument() && m_document.state().path == m_model)
        matchAgain();
    else
        clear();
}

/// The file of the model was read again, and ids have another meaning.
void MeasuredController::matchAgain() {
    const auto record = m_record;
    const auto session = m_session;
    const auto file = m_file;
    clear();
    const auto work = [record, file, model = m_document.edits().savedModel()](const Progress&) {
        return matched(model, *record, file);
    };
    m_again.start<std::shared_ptr<const MeasuredPlacement>>(
        {}, work,
        [this, record, session, file](Result<std::shared_ptr<const MeasuredPlacement>> placement) {
            if (placement)
                take({record, *placement, session}, file);
            else
                Q_EMIT m_document.failed(placement.error());
        });
}

void MeasuredController::modelChanged() {
    if (!m_placement || !m_document.hasDocument())
        return;
    m_check = checkPrediction(m_document.model(), m_document.partitioning(), *m_placement);
    Q_EMIT changed();
}

} // namespace partita
