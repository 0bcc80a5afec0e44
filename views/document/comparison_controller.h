#pragma once

#include <QObject>
#include <filesystem>
#include <memory>

#include "core/tasks/compared_files.h"
#include "views/document/document_controller.h"

namespace partita {

/// The comparison of the open document with another file. While there is one, the other model is
/// shown beside the document, and both mark what differs.
class ComparisonController : public QObject {
    Q_OBJECT
public:
    explicit ComparisonController(DocumentController& document, QObject* parent = nullptr);

    /// Reads a file and compares the document in view with it.
    void compareWith(const std::filesystem::path& path);
    /// Ends the comparison; the document stays.
    void clear();
    /// Null: nothing is compared.
    [[nodiscard]] const std::shared_ptr<const FileComparison>& comparison() const {
        return m_comparison;
    }

Q_SIGNALS:
    void changed();

private:
    void forgetOutdated();
    void forget();

    DocumentController& m_document;
    std::shared_ptr<const FileComparison> m_comparison;
};

} // namespace partita
