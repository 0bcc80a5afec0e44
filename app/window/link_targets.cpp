#include "app/window/link_targets.h"

#include <QCursor>
#include <utility>

#include "app/window/main_window.h"
#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/exports.h"
#include "app/window/saving.h"
#include "views/dialogs/size_editor.h"
#include "views/dialogs/structure_forms.h"
#include "views/document/links.h"
#include "views/panels/what_if_panel.h"
#include "views/text/qt_text.h"

namespace partita {

LinkTargets::LinkTargets(MainWindow& window) : QObject(&window), m_window(window) {
    connect(&window.document(), &DocumentController::linkRequested, this, &LinkTargets::follow);
    connect(&window.document().contextMembers(), &ContextMembersController::found, this,
            [this](NodeId node) {
                if (std::exchange(m_inside, NodeId{}) == node)
                    openInside(node);
            });
    connect(&window.document(), &DocumentController::documentChanged, this,
            [this] { m_inside = {}; });
    connect(&window.graph(), &GraphView::sizesRequested, this, &LinkTargets::editSizes);
}

void LinkTargets::follow(const QString& link) {
    const auto rest = [&](const char* kind) {
        return link.startsWith(QLatin1String(kind)) ? link.mid(static_cast<int>(qstrlen(kind)))
                                                    : QString();
    };
    if (const QString panel = panelIn(link); !panel.isEmpty())
        m_window.showPanel(panel.toLatin1().constData());
    else if (const auto change = changeIn(link)) {
        m_window.showPanel("whatIf");
        static_cast<WhatIfPanel*>(m_window.panel("whatIf"))->showChange(*change);
    } else if (const NodeId inside = insideOf(link)) {
        m_inside = inside;
        m_window.document().contextMembers().find(inside);
    } else if (const QString body = rest("body:"); !body.isEmpty())
        Q_EMIT m_window.graph().bodyRequested(NodeId{body.toUInt()});
    else if (link.startsWith(QLatin1String("sizes:")))
        editSizes(sizesIn(link), QCursor::pos());
    else if (const QString asked = rest("edit:"); !asked.isEmpty())
        askFor(asked);
    else if (link == QLatin1String("save:selection"))
        m_window.saving().saveSelection();
    else if (link.startsWith(QLatin1String("no-way:")))
        m_window.note(tr("No way leads from one of the two nodes to the other"));
}

void LinkTargets::openInside(NodeId node) {
    const auto* members = m_window.document().contextMembers().of(node);
    if (!members)
        return;
    if (*members)
        m_window.openSelected(toQString((*members)->file.string()), (*members)->nodes);
    else
        m_window.fail(members->error());
}

void LinkTargets::askFor(const QString& what) {
    if (what == QLatin1String("replace"))
        m_window.replaceOperator();
    else if (what == QLatin1String("connect"))
        m_window.connectFrom();
    else if (what == QLatin1String("rename"))
        m_window.renameSelection();
    else if (what == QLatin1String("reroute"))
        m_window.reroute();
    else if (what.startsWith(QLatin1String("input:")))
        m_window.connectInput(what.section(QLatin1Char(':'), 1).toUInt());
    else if (what == QLatin1String("script"))
        m_window.exports().chooseScript();
    else if (what == QLatin1String("function"))
        askForFunction(m_window.document(), m_window.graph().theme(), &m_window);
    else if (what == QLatin1String("order"))
        askForOrder(m_window.document(), m_window.graph().theme(), &m_window);
    else if (what == QLatin1String("quantize"))
        askForQuantization(m_window.document(), m_window.graph().theme(), &m_window);
    else if (what == QLatin1String("mark"))
        askForMark(m_window.document(), m_window.graph().theme(), &m_window);
}

void LinkTargets::editSizes(ValueId tensor, const QPoint& at) {
    auto* editor = new SizeEditor(m_window.document(), tensor, &m_window);
    editor->showAt(at);
}

} // namespace partita
