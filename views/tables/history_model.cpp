#include "views/tables/history_model.h"

#include <QFont>
#include <QLocale>

#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

const char* iconName(StepKind kind) {
    switch (kind) {
    case StepKind::scenario: return "scenario";
    case StepKind::other:
    case StepKind::attribute: return "edit";
    case StepKind::added: return "insert";
    case StepKind::removed: return "delete";
    case StepKind::connection: return "plugs";
    case StepKind::tensor: return "number";
    case StepKind::name: return "tag";
    case StepKind::interface: return "ports";
    case StepKind::rewrites: return "simplify";
    case StepKind::reverted: return "undo";
    }
    return "edit";
}

/// "+2 −5 Δ1"; empty: no node is another one.
QString nodesText(const StepNodes& nodes) {
    QStringList parts;
    const auto add = [&](const char* sign, std::size_t count) {
        if (count)
            parts += QString::fromUtf8(sign) + countText(count);
    };
    add("+", nodes.added);
    add("−", nodes.removed);
    add("Δ", nodes.changed);
    return parts.join(QLatin1Char(' '));
}

} // namespace

HistoryModel::HistoryModel(DocumentController& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {}

void HistoryModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    reset();
}

void HistoryModel::reset() {
    beginResetModel();
    endResetModel();
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_document.hasDocument() ? 0 : m_document.history().rows();
}

int HistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

const char* HistoryModel::iconOf(int row) const {
    const DocumentHistory& history = m_document.history();
    return row == 0
               ? "document"
               : iconName(history.isPreview(row) ? StepKind::rewrites
                                                 : history.step(history.stepsAt(row) - 1).kind);
}

QString HistoryModel::text(int row, int column) const {
    const DocumentHistory& history = m_document.history();
    const bool isPreview = history.isPreview(row);
    if (column == number) {
        const int count = history.stepsAt(row);
        QString mark = row == history.row() ? QStringLiteral("▶") : QString();
        if (isPreview)
            return mark;
        return mark.isEmpty() ? (count > 0 ? QString::number(count) : QString())
                              : QStringLiteral("%1 %2").arg(mark).arg(count);
    }
    if (row == 0)
        return column == edit    ? tr("Opened, %Ln node(s)", nullptr,
                                      static_cast<int>(m_document.edits().openedNodes()))
               : column == where ? toQString(m_document.subject())
                                 : QString();
    if (isPreview)
        return column == edit    ? messageText(history.preview()->what)
               : column == where ? tr("not applied yet")
                                 : QString();
    const DocumentStep& step = history.step(history.stepsAt(row) - 1);
    switch (column) {
    case edit: return messageText(step.what);
    case where: return messageText(step.where);
    case nodes: return nodesText(step.nodes);
    default: return {};
    }
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_theme)
        return {};
    const int row = index.row(), column = index.column();
    const DocumentHistory& history = m_document.history();
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole:
        return !history.isPreview(row) &&
                       history.versionAt(history.stepsAt(row)) == history.savedVersion()
                   ? tr("%1 (as in the file)").arg(text(row, edit))
                   : text(row, column);
    case Qt::DecorationRole:
        return column == icon ? QVariant(m_theme->icon(iconOf(row))) : QVariant();
    case Qt::ForegroundRole: return row > history.row() ? QVariant(m_theme->disabled) : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (column == number || column == nodes ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    default: return {};
    }
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == number || section == nodes ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case number: return QStringLiteral("#");
    case edit: return tr("Edit");
    case where: return tr("Where");
    case nodes: return tr("Nodes");
    default: return {};
    }
}

} // namespace partita
