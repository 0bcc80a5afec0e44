#pragma once

#include <QObject>
#include <QSettings>

namespace partita {

class DocumentController;

/// Keeps the bookmarks of files in the settings, and sets them again when a file is opened. A node
/// is found by its name, so that a file that was exported again has its bookmarks, too.
class KeptBookmarks : public QObject {
    Q_OBJECT
public:
    explicit KeptBookmarks(DocumentController& document, QObject* parent = nullptr);

private:
    void restore();
    void save();
    [[nodiscard]] QString path() const;
    /// The bookmarks of the open file as they are stored.
    [[nodiscard]] QStringList stored() const;

    DocumentController& m_document;
    QSettings m_store;
};

} // namespace partita
