#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "core/base/appended_file.h"
#include "core/base/message.h"
#include "core/document/delta_archive.h"
#include "core/document/file_stamp.h"

namespace partita {

/// What a journal begins with: the file whose model was edited, as it was then.
struct JournalHead {
    std::string program; ///< the version of Partita that wrote it
    std::string path;
    FileStamp stamp;
};

/// A step of a document, with what a list shows of it.
struct JournalStep {
    std::uint8_t kind = 0; ///< for whoever wrote it
    Message what, where;
    ModelDelta delta;
};

/// The unsaved edits of one open document, in a file after every step, so that they outlast a crash
/// of the program; those before the last `syncing` outlast a loss of power, too. The user's own file is never touched. A journal is locked as long as its program runs.
class Journal {
public:
    /// Makes a journal in a folder, which is made, too.
    static Result<Journal> create(const std::filesystem::path& folder, const JournalHead& head,
                                  JournalBase base);
    /// A step after the ones that are done; those that were undone are dropped.
    Result<void> add(JournalStep step);
    /// From now on, this many steps are done: the later ones are undone.
    Result<void> goTo(std::size_t count);
    /// Brings the steps so far to the disk itself; on any thread.
    [[nodiscard]] std::function<Result<void>()> syncing() const { return m_file.syncing(); }
    void remove() { m_file.remove(); } ///< nothing is unsaved any more

private:
    Journal(AppendedFile file, JournalBase base)
        : m_file(std::move(file)), m_writer(std::move(base)) {}
    Result<void> append(std::string payload);

    AppendedFile m_file;
    DeltaWriter m_writer;
};

/// A journal that was read. What a crash tore off at its end is missing.
struct JournalContent {
    struct Added {
        std::uint8_t kind = 0;
        Message what, where;
        std::string delta;
    };
    using Record = std::variant<Added, std::uint64_t>; ///< a step, or how many are done
    JournalHead head;
    std::vector<Record> records;

    /// The steps that it leaves behind, undone ones included, and how many of them are done.
    [[nodiscard]] std::size_t done() const;
};

/// Reads a journal. Fails for one that is damaged anywhere but at its end, or is of another version.
Result<JournalContent> readJournal(const Buffer& bytes);

/// The steps of a journal as deltas for the model of its file.
struct JournalReplay {
    std::vector<JournalStep> steps;
    std::size_t done = 0; ///< the later ones are undone
};
/// Fails where a step does not apply, because the file holds another model now.
Result<JournalReplay> replay(const JournalContent& content, const Model& file);

/// A journal that a program which has ended left behind. It is locked, so that no other program
/// offers it, too.
struct LeftJournal {
    AppendedFile file;
    JournalContent content;
};
struct LeftJournals {
    std::vector<LeftJournal> whole;
    std::vector<std::filesystem::path> setAside; ///< damaged: renamed, so that they are kept
};
/// The journals in a folder that no running program holds. Ones without steps are removed.
LeftJournals leftJournals(const std::filesystem::path& folder);
/// Renames a journal that is of no use, so that it is not offered again; returns its new name.
std::filesystem::path setAside(AppendedFile& journal);

} // namespace partita
