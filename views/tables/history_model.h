#pragma once

#include <QAbstractTableModel>

#include "views/document/document_controller.h"
#include "views/theme/theme.h"

namespace partita {

/// The steps of a document as rows: the first is the document as opened, the row of the state in
/// view is marked, and steps that were undone are grey. A preview has its row, but no number.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { icon, number, edit, where, nodes, kColumns };
    HistoryModel(DocumentController& document, QObject* parent);
    void setTheme(const Theme& theme);
    void reset(); ///< the history has other rows, or another place in them

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] const char* iconOf(int row) const;

    DocumentController& m_document;
    const Theme* m_theme = nullptr;
};

} // namespace partita
