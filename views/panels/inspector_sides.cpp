// A node on both sides of a comparison, and what a rewrite made it of.

#include <QAction>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/compare/node_sides.h"
#include "core/rewrite/node_sources.h"
#include "views/document/change_actions.h"
#include "views/document/links.h"
#include "views/panels/flow_layout.h"
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

/// The actions are those of the menus on the canvas.
void InspectorPanel::showSideActions() {
    if (QWidget* before = std::exchange(m_sideActions, nullptr)) {
        before->hide();
        before->deleteLater(); // one of its buttons may be what leads here
    }
    const bool compares = document().hasDocument() && document().state().beside;
    const NodeId node = compares ? document().currentNode() : NodeId{};
    if (!node || !document().model().node(node))
        return;
    m_sideActions = new QWidget;
    m_sideActions->setObjectName(QStringLiteral("sideActions"));
    auto* column = new QVBoxLayout(m_sideActions);
    column->setContentsMargins(10, 6, 10, 6);
    auto* line = new FlowLayout;
    line->setSpacing(6);
    column->addLayout(line);
    const auto add = [&](QAction* action) {
        auto* button = new QPushButton(action->icon(), action->text());
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        line->addWidget(button);
    };
    auto* match = new QAction(theme().icon("link"), tr("Match by hand…"), m_sideActions);
    match->setToolTip(tr("Then click the same node in the other pane"));
    connect(match, &QAction::triggered, this,
            [this, node] { follow(document(), linkToMatch(node)); });
    add(match);
    const auto last = static_cast<std::uint32_t>(document().chosenProviders().size() - 1);
    const bool isThere = document().partitioning().providerOf(node) == last;
    const auto& selected = document().selection();
    const bool isAmong = std::ranges::find(selected, node) != selected.end();
    add(pinAction(m_sideActions, document(), isAmong ? selected : std::vector{node},
                  isThere ? 0 : last));
    layout()->addWidget(m_sideActions);
}

} // namespace partita
