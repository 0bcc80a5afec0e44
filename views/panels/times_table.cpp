#include "views/panels/times_table.h"

#include <QHeaderView>
#include <QTableView>

#include "core/report/time_difference_report.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

TimesTable::TimesTable(const PanelContext& context, ComparisonController& comparison)
    : TablePanel(context), m_comparison(comparison) {
    view()->setObjectName(QStringLiteral("times"));
}

/// The node of the document that an entry is about; none: only the other side has nodes.
NodeId TimesTable::shownNodeOf(const TimeDifference& entry) const {
    const auto& own = m_comparison.comparison()->documentIsA ? entry.a : entry.b;
    return own.empty() ? NodeId{} : own.front();
}

Cell TimesTable::timeCell(double microseconds, bool isThere, bool isSigned) const {
    const QString number = QString::number(microseconds / 1000, 'f', 3);
    return isThere ? Cell(isSigned && microseconds > 0 ? QLatin1Char('+') + number : number,
                          microseconds)
                   : Cell(QStringLiteral("–"), -1.0);
}

QString TimesTable::fill(RowTableModel& model) {
    m_times = m_comparison.comparison() ? m_comparison.times() : nullptr;
    if (!m_times) {
        model.clear();
        return tr("Both sides need times of nodes: of a run, or of what a runtime wrote");
    }
    const auto comparison = m_comparison.comparison();
    std::vector<NodeId> rows;
    for (const TimeDifference& entry : m_times->nodes)
        rows.push_back(shownNodeOf(entry));
    Columns<TimeDifference> columns;
    columns.add(tr("Op"), [comparison](auto& entry) {
        const Model& of = entry.b.empty() ? comparison->a.model : comparison->b.model;
        QStringList operators;
        for (const NodeId id : entry.b.empty() ? entry.a : entry.b)
            operators += toQString(of.node(id)->opType);
        operators.removeDuplicates();
        return Cell(operators.join(QStringLiteral(", ")));
    });
    columns.add(tr("Node"), [comparison, times = m_times](auto& entry) {
        return Cell(
            toQString(timedNames({*times, comparison->a.model, comparison->b.model}, entry)));
    });
    columns.addFigures(tr("Before, ms"),
                       [this](auto& entry) { return timeCell(entry.before, !entry.a.empty()); });
    columns.addFigures(tr("After, ms"),
                       [this](auto& entry) { return timeCell(entry.after, !entry.b.empty()); });
    columns.addFigures(tr("Change, ms"),
                       [this](auto& entry) { return timeCell(entry.change(), true, true); });
    model.reset(
        std::move(rows), [times = m_times](std::size_t row) { return &times->nodes[row]; },
        columns);
    const bool documentIsA = comparison->documentIsA;
    model.setNodesOf([times = m_times, documentIsA](std::size_t row) {
        return documentIsA ? times->nodes[row].a : times->nodes[row].b;
    });
    return tr("No node has a time on both sides");
}

/// What only the other side has is pointed at there.
void TimesTable::choose(std::size_t row) {
    if (!m_times || row >= m_times->nodes.size() || !m_comparison.comparison())
        return;
    const TimeDifference& entry = m_times->nodes[row];
    if (shownNodeOf(entry)) {
        TablePanel::choose(row);
        return;
    }
    std::vector<const NodeDifference*> wanted;
    const bool isA = !entry.a.empty();
    for (const NodeDifference& each : m_comparison.comparison()->differences.nodes)
        for (const NodeId id : isA ? entry.a : entry.b)
            if ((isA ? each.a : each.b) == id)
                wanted.push_back(&each);
    m_comparison.point(wanted);
}

QString TimesTable::note(NodeId /*node*/) const {
    if (!m_times)
        return {};
    const auto ms = [](double microseconds) { return QString::number(microseconds / 1e3, 'f', 3); };
    QStringList parts{tr("%1 → %2 ms in all").arg(ms(m_times->before), ms(m_times->after)),
                      tr("before: %1").arg(messageText(m_times->labelA)),
                      tr("after: %1").arg(messageText(m_times->labelB))};
    if (m_times->untold)
        parts += tr("only one side tells the time of %Ln node(s)", nullptr,
                    static_cast<int>(m_times->untold));
    return parts.join(QStringLiteral(" · "));
}

std::optional<std::pair<int, int>> TimesTable::step(int direction) {
    const int count = rows().rowCount();
    if (count == 0)
        return std::nullopt;
    const QModelIndex now = view()->currentIndex();
    const int next = now.isValid() ? now.row() + direction : direction > 0 ? 0 : count - 1;
    const int row = (next + count) % count;
    view()->setCurrentIndex(rows().index(row, 0));
    return std::pair(row, count);
}

} // namespace partita
