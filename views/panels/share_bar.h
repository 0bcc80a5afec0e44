#pragma once

#include <QStyledItemDelegate>

#include "views/theme/theme.h"

namespace partita {

/// Draws the numbers in a role as a bar of providers: one number for each of them, then that of all
/// nodes.
class ShareBar : public QStyledItemDelegate {
    Q_OBJECT
public:
    ShareBar(int role, QObject* parent) : QStyledItemDelegate(parent), m_role(role) {}
    void setTheme(const Theme& theme) { m_theme = &theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    int m_role;
    const Theme* m_theme = nullptr;
};

} // namespace partita
