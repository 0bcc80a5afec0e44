#include "app/window/link_targets.h"

#include <QCursor>
#include <utility>

#include "app/window/edit_commands.h"
#include "app/window/main_window.h"
#include "app/window/parts/breadcrumb.h"
#include "app/window/parts/exports.h"
#include "app/window/parts/overlays.h"
#include "app/window/saving.h"
#include "views/dialogs/model_forms.h"
#include "views/dialogs/size_editor.h"
#include "views/dialogs/structure_forms.h"
#include "views/dialogs/tensor_forms.h"
#include "views/document/links.h"
#include "views/graph/block_beside.h"
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
    } else if (const NodeId own = matchIn(link)) {
        if (!m_window.pair().pickPartner(own))
            m_window.note(tr("Match by hand: there is no room for both panes"));
    } else if (const NodeId first = copyIn(link)) {
        m_window.overlays().block().showFor(first);
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

namespace {

/// What the window asks for before an edit, by the end of its link.
struct AskingLink {
    const char* link;
    void (*follow)(MainWindow& window);
};

template <EditQuestion form> void openForm(MainWindow& window) { askBy(window, form); }
template <TensorForm form> void askForInput(MainWindow& window) {
    askBy(window, [](DocumentController& document, const Theme& theme, QWidget* parent) {
        askForElements(document, theme, parent, form);
    });
}

constexpr AskingLink kAskingLinks[] = {
    {"replace", replaceOperator},
    {"connect", connectFrom},
    {"rename", renameSelection},
    {"reroute", reroute},
    {"script", [](MainWindow& window) { window.exports().chooseScript(); }},
    {"function", openForm<askForFunction>},
    {"order", openForm<askForOrder>},
    {"quantize", openForm<askForQuantization>},
    {"mark", openForm<askForMark>},
    {"initializer", openForm<askForInitializer>},
    {"elements:initializer", askForInput<TensorForm::initializer>},
    {"elements:constant", askForInput<TensorForm::constant>},
    {"symbol", openForm<askForSize>},
    {"about", openForm<describeSelection>},
    {"about:model", openForm<describeModel>},
    {"about:graph", openForm<describeGraph>},
};

} // namespace

void LinkTargets::askFor(const QString& what) {
    if (what.startsWith(QLatin1String("input:"))) {
        connectInput(m_window, what.section(QLatin1Char(':'), 1).toUInt());
        return;
    }
    if (what.startsWith(QLatin1String("initializer:"))) {
        askForInitializerOf(m_window.document(), m_window.graph().theme(), &m_window,
                            what.section(QLatin1Char(':'), 1).toUInt());
        return;
    }
    for (const AskingLink& asking : kAskingLinks)
        if (what == QLatin1String(asking.link))
            asking.follow(m_window);
}

void LinkTargets::editSizes(ValueId tensor, const QPoint& at) {
    auto* editor = new SizeEditor(m_window.document(), tensor, &m_window);
    editor->showAt(at);
}

} // namespace partita
