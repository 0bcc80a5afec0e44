#pragma once

#include <QObject>
#include <vector>

#include "core/base/ids.h"

class QAbstractItemView;
class QWidget;

namespace partita {

class DocumentController;

/// Which rows of a table are copied.
enum class Rows { selected, all };
/// Rows as text with tabs between the columns and a line of titles, in the shown order; branches of
/// a tree follow their parents. Empty: there is no such row.
[[nodiscard]] QString tableText(const QAbstractItemView& view, Rows rows);

/// Gives every table, list and tree below a widget, also one in its dialogs, a context menu (copy
/// a cell, rows, all; what can be done with the nodes or the tensor of the row) and Ctrl+C. Those with
/// a menu of their own keep it.
class TableMenu : public QObject {
    Q_OBJECT
public:
    TableMenu(DocumentController& document, QWidget& root);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QAbstractItemView* tableOf(QObject* watched) const;
    void select(std::vector<NodeId> nodes);
    void show(QAbstractItemView& view, const QPoint& at, const QPoint& global);

    DocumentController& m_document;
    QWidget& m_root;
};

} // namespace partita
