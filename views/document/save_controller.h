#pragma once

#include <QObject>
#include <functional>

#include "core/document/file_stamp.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/onnx/write.h"
#include "views/document/job_runner.h"

namespace partita {

class DocumentController;

/// Writes the stored model of the open document to its file, to another one, or a copy of it. A
/// worker writes; who edits meanwhile has an unsaved document again, and one that is opened meanwhile
/// stays where it is.
class SaveController : public QObject {
    Q_OBJECT
public:
    /// What a file becomes: that of the document, or one beside it.
    enum class As { document, copy };
    explicit SaveController(DocumentController& document);

    /// `overChanges`: also over a file that is not the one that was read.
    void save(const std::filesystem::path& path, As as, bool overChanges = false);
    /// Writes a part of the document as a model of its own. The file of the document is not one for
    /// it.
    void savePart(const Model& part, const std::filesystem::path& path);
    [[nodiscard]] bool isSaving();
    /// Whether the file of the document was written since it was read, or is another one now. One that
    /// was only touched, or written again as it was, is the same to the document once `lookAtFile`
    /// has looked at it.
    [[nodiscard]] bool hasChangedOnDisk() const;
    /// Compares the file with what was read, off the GUI thread where its content has to be read,
    /// and calls `then`, for which `hasChangedOnDisk` knows the answer: a file that is written again
    /// meanwhile counts as changed. Never, if another document is opened meanwhile.
    void lookAtFile(std::function<void()> then);
    /// Whether the content of the file is known, by which a touched one is told from a changed one.
    [[nodiscard]] bool knowsContent() const { return m_content.has_value(); }
    [[nodiscard]] bool isGone() const; ///< there is no file any more
    /// Whether nobody may write the file of the document.
    [[nodiscard]] bool isReadOnly() const;

Q_SIGNALS:
    /// A job has ended: what was written, or nothing.
    void finished(bool isSaved);
    /// The document is in this file, which was read back as `written`.
    void savedAs(const partita::Model& written, const partita::FileStamp& stamp);

private:
    struct Written {
        WritePlan plan;
        Model model; ///< as it was read back, with the ids of a model that is read
        Model asked; ///< the document, with the paths that its binaries have now and with the sizes
                     ///< that inference gave outputs
        BinaryPaths binaries;
        FileStamp stamp;
    };
    static Result<Written> write(const Model& model, const BinaryPlaces& from,
                                 const std::filesystem::path& path,
                                 std::optional<FileStamp> expected, const Progress& progress);
    /// Tells what became of a job; false: nothing was written.
    bool tell(const Result<Written>& written);
    /// What is saved, of which document.
    struct Saved {
        std::filesystem::path path;
        As as;
        Model model;
        std::uint64_t version, document;
    };
    void done(const Saved& saved, Result<Written> written);
    void becomes(const Written& written, const Model& model, std::uint64_t version);
    void learnContent();
    /// The file now, if only its content tells whether it is the one that was read.
    [[nodiscard]] std::optional<FileStamp> toCompare() const;
    /// What the file with this stamp holds is `content`.
    void compared(const FileStamp& now, std::optional<std::uint64_t> content);
    void compare(const FileStamp& now);

    DocumentController& m_document;
    std::uint64_t m_opened = 0; ///< documents so far: a saving may end when another one is open
    JobRunner m_reading, m_comparing;
    std::vector<std::function<void()>> m_asked; ///< to be called once the file is compared
    FileStamp m_known;                          ///< of the file whose content is known
    std::optional<std::uint64_t> m_content;     ///< its checksum; nothing: not known
    FileStamp m_other;                          ///< of a file that was found to hold something else
};

} // namespace partita
