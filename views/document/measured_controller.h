#pragma once

#include <QObject>
#include <filesystem>
#include <memory>

#include "core/tasks/bridge/real_runtime.h"
#include "core/tasks/records/prediction_check.h"
#include "views/document/job_runner.h"

namespace partita {

class DocumentController;

/// Where a real runtime ran the nodes of the open document, by a file that it wrote, laid over the
/// prediction. The file is matched with the model as it was opened; edits and the simplifier keep
/// it for the nodes that stay.
class MeasuredController : public QObject {
    Q_OBJECT
public:
    explicit MeasuredController(DocumentController& document);

    /// Reads a file of a runtime and matches it with the document, on a worker. What was there
    /// before stays where that fails.
    void open(const std::filesystem::path& file);
    /// Asks the user's ONNX Runtime who runs which node of the document's file, on a worker, and
    /// shows that. `run`: it also runs the model once, on these inputs, and the times are shown.
    void record(const RealRuntime& runtime, RealSession session,
                const std::optional<FeedSource>& run);
    void clear();
    /// Whether the user's ONNX Runtime was asked for the record, which is in no file then.
    [[nodiscard]] bool isAsked() const { return m_session.has_value(); }
    /// Writes the record that was asked for, as the command `record` does.
    void save(const QString& path);
    /// Null: there is none.
    [[nodiscard]] const MeasuredPlacement* placement() const { return m_placement.get(); }
    [[nodiscard]] const std::shared_ptr<const MeasuredPlacement>& shared() const {
        return m_placement;
    }
    /// The placement laid over the prediction in view; empty where there is none.
    [[nodiscard]] const PredictionCheck& check() const { return m_check; }
    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    /// Whether the record has a time of some node.
    [[nodiscard]] bool hasTimes() const;

    /// Whether a file seems to be one of a runtime, by its ending and its beginning. A context model
    /// is not: it is a model to be opened.
    [[nodiscard]] static bool mayBeRecord(const std::filesystem::path& file);

Q_SIGNALS:
    void opened(); ///< the user's file was read
    void changed();

private:
    /// Whether a job may start; tells the user where not.
    bool isFree();
    void documentChanged(); ///< another file, or the same one read again
    void modelChanged();    ///< the model or its prediction
    struct Read {
        std::shared_ptr<const RecordedPlacement> record;
        std::shared_ptr<const MeasuredPlacement> placement;
        std::optional<RealSession> session; ///< that was asked for it; nothing: a file is read
    };
    void take(const Read& read, const std::filesystem::path& file);
    void show(const Result<Read>& read, const std::filesystem::path& file);
    void matchAgain();

    DocumentController& m_document;
    std::filesystem::path m_file, m_model; ///< the record, and the model that it was read for
    std::shared_ptr<const RecordedPlacement> m_record;
    std::shared_ptr<const MeasuredPlacement> m_placement;
    std::optional<RealSession> m_session; ///< that was asked for the record
    PredictionCheck m_check;
    JobRunner m_again; ///< matches a record with a model that was read again
};

} // namespace partita
