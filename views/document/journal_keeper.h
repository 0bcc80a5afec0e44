#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <optional>

#include "core/document/journal.h"
#include "views/document/job_runner.h"

namespace partita {

class DocumentController;

/// Writes the unsaved edits of the open document into a journal, after every step, and brings it to
/// the disk a second later, off this thread: a crash of the program loses nothing, one of the system
/// or a loss of power at most the steps of the last two seconds. There is a journal only while
/// something is unsaved.
class JournalKeeper : public QObject {
    Q_OBJECT
public:
    /// `folder`: of all journals; empty: none is written.
    JournalKeeper(DocumentController& document, std::filesystem::path folder);
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    /// Whether what is unsaved is on the disk.
    [[nodiscard]] bool isKept() const { return m_journal.has_value(); }
    /// Whether all of it outlasts a loss of power.
    [[nodiscard]] bool isSynced() const { return !m_soon.isActive() && !m_syncs.isRunning(); }
    /// What was unsaved is saved, or is not wanted: to be called when the document may go. Otherwise
    /// the journal stays on the disk, however the program ends.
    void forget();
    /// Makes the steps of a journal again in the open document, which then keeps them itself.
    /// `done`: tells that the journal is of no use any more, or why it cannot be used.
    void restore(const JournalContent& content, std::function<void(Result<void>)> done);

Q_SIGNALS:
    void synced();                            ///< what was done until a moment ago is on the disk
    void failed(const partita::Error& error); ///< once for a document: a crash would lose edits

private:
    void begin(); ///< another document, or none
    void savedAs(const Model& written);
    void keep();
    void sync();
    Result<void> follow(const std::vector<std::uint64_t>& steps);
    Result<void> addStep(std::size_t modelStep);
    Result<void> addDetour();
    [[nodiscard]] std::vector<std::uint64_t> steps() const;
    [[nodiscard]] std::vector<std::uint64_t> stepsOfSaved() const;

    DocumentController& m_document;
    const std::filesystem::path m_folder;
    std::optional<Journal> m_journal;
    JournalBase m_base;
    std::vector<std::uint64_t> m_atBase;  ///< the steps that the file holds, by their versions
    std::vector<std::uint64_t> m_written; ///< those of the journal that are done, after them
    bool m_isDetour = false;              ///< the journal leads to a state before the saved one
    bool m_hasFailed = false;
    JobRunner m_jobs; ///< finds out what became of ids in the saved file, and replays
    QTimer m_soon;    ///< until the steps since the last time are brought to the disk
    JobRunner m_syncs;
};

} // namespace partita
