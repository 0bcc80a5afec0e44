// A node on both sides of a comparison, and what a rewrite made it of.

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <algorithm>

#include "core/compare/node_sides.h"
#include "core/rewrite/node_sources.h"
#include "views/panels/inspector_panel.h"
#include "views/panels/wrapped_text.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

using Kind = NodeSidesRow::Kind;

QString nameOf(const NodeSidesRow& row) {
    const auto word = [](const char* text) {
        return QCoreApplication::translate("partita::InspectorPanel", text);
    };
    switch (row.kind) {
    case Kind::provider: return word(QT_TRANSLATE_NOOP("partita::InspectorPanel", "runs on"));
    case Kind::why: return word(QT_TRANSLATE_NOOP("partita::InspectorPanel", "why"));
    case Kind::boundaries: return word(QT_TRANSLATE_NOOP("partita::InspectorPanel", "borders"));
    case Kind::bytes: return word(QT_TRANSLATE_NOOP("partita::InspectorPanel", "moves"));
    case Kind::output: return QStringLiteral("→ ") + toQString(row.name);
    default: return toQString(row.name);
    }
}

} // namespace

void InspectorPanel::addSources(const Node& node) {
    constexpr std::size_t kListed = 12;
    const RewriteHistory* history = document().simplifier().history();
    if (!history)
        return;
    const NodeSources sources = sourcesOf(*history, node.id);
    if (sources.pass.empty() || sources.nodes.empty())
        return;
    heading(tr("Made of"));
    for (std::size_t i = 0; i < std::min(kListed, sources.nodes.size()); ++i) {
        const Node& source = *history->start().node(sources.nodes[i]);
        row(toQString(source.opType), toQString(source.name));
    }
    if (sources.nodes.size() > kListed)
        label(tr("and %1 more").arg(countText(sources.nodes.size() - kListed)));
    row(tr("by"), toQString(sources.pass));
}

void InspectorPanel::addSides(const Node& node) {
    const auto& beside = document().state().beside;
    if (!beside)
        return;
    const ComparedModel own{document().sizedModel(), &document().partitioning()},
        other{beside->model, beside->placement.get()};
    const auto rows = beside->isAfter ? nodeSides(own, node.id, other, node.id)
                                      : nodeSides(other, node.id, own, node.id);
    if (std::ranges::none_of(rows, &NodeSidesRow::differs))
        return;
    heading(tr("Before and after"));
    auto* table = new QWidget;
    table->setObjectName(QStringLiteral("sides"));
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    int line = 0;
    for (const auto& [column, text] : {std::pair(1, tr("Before")), std::pair(2, tr("After"))})
        grid->addWidget(new QLabel(QStringLiteral("<b>%1</b>").arg(text)), line, column);
    for (const NodeSidesRow& row : rows) {
        ++line;
        auto* name = new QLabel((row.differs() ? QStringLiteral("Δ ") : QString()) + nameOf(row));
        name->setFont(valueFont());
        name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(name, line, 0);
        for (const auto& [column, message] :
             {std::pair(1, &row.before), std::pair(2, &row.after)}) {
            const QString value = message->empty() ? QStringLiteral("–") : messageText(*message);
            auto* cell = new WrappedText(value, valueFont());
            cell->setToolTip(value);
            if (row.differs())
                cell->setStyleSheet(QStringLiteral("color: %1;").arg(theme().changed.name()));
            grid->addWidget(cell, line, column, Qt::AlignTop);
        }
    }
    m_layout->addWidget(table);
}

} // namespace partita
