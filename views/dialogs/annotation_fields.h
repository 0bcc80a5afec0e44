#pragma once

#include <QWidget>
#include <vector>

#include "core/edits/edit.h"

class QPlainTextEdit;
class QTableWidget;

namespace partita {

/// The documentation and the metadata of a part of a model, to be changed.
class AnnotationFields : public QWidget {
    Q_OBJECT
public:
    AnnotationFields(const Annotations& now, QWidget* parent);

    /// What leads from the present state to that of the fields. Fails for a key with two values, of
    /// which one would be lost.
    [[nodiscard]] Result<std::vector<Edit>> edits(const Annotated& part) const;

private:
    void addEntry(const QString& key, const QString& value);
    void removeEntry();

    Annotations m_before;
    QString m_shown; ///< the documentation as the field shows it, with other ends of lines
    QPlainTextEdit* m_text;
    QTableWidget* m_entries;
};

} // namespace partita
