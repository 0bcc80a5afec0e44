#include "views/panels/script_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

ScriptPanel::ScriptPanel(const PanelContext& context)
    : Panel(context), m_summary(new QLabel), m_copy(new QPushButton), m_save(new QPushButton),
      m_text(new QPlainTextEdit) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 0, 8, 0);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setObjectName(QStringLiteral("scriptSummary"));
    m_copy->setObjectName(QStringLiteral("copyScript"));
    m_save->setObjectName(QStringLiteral("saveScriptAs"));
    top->addWidget(m_summary, 1);
    top->addWidget(m_copy);
    top->addWidget(m_save);
    layout->addLayout(top);
    m_text->setObjectName(QStringLiteral("scriptText"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    layout->addWidget(m_text, 1);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(m_save, &QPushButton::clicked, this,
            [this] { Q_EMIT document().linkRequested(QStringLiteral("edit:script")); });
    connect(&document().history(), &DocumentHistory::changed, this, &ScriptPanel::follow);
    connect(&document(), &DocumentController::documentChanged, this, &ScriptPanel::follow);
}

void ScriptPanel::follow() {
    m_isStale = true;
    if (isVisible())
        write();
}

void ScriptPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    if (m_isStale)
        write();
}

void ScriptPanel::refresh() {
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copies the script; the command edit plays it on other models"));
    m_save->setText(tr("Save…"));
    m_save->setToolTip(tr("Saves the script, with the tensors and functions that it needs"));
    m_text->setAccessibleName(tr("Script"));
    m_text->setPlaceholderText(tr("No edits yet. What you change by hand stands here as a script, "
                                  "which can be played on the next export."));
    m_text->setFont(fixedFont());
    follow();
}

/// Steps that a script cannot hold are named, so that nobody misses them later.
void ScriptPanel::write() {
    m_isStale = false;
    HistoryScript script;
    if (document().hasDocument())
        script = document().edits().script({});
    m_text->setPlainText(script.lines.empty() ? QString() : toQString(scriptText(script.lines)));
    QStringList parts;
    if (!script.lines.empty())
        parts += tr("%Ln step(s)", nullptr, static_cast<int>(script.lines.size()));
    QStringList left;
    for (const Message& step : script.leftOut)
        left += messageText(step);
    if (!left.isEmpty())
        parts += tr("%Ln step(s) cannot be in a script: %1", nullptr, left.size())
                     .arg(left.join(QStringLiteral(", ")));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_summary->setToolTip(m_summary->text());
    m_copy->setEnabled(!script.lines.empty());
    m_save->setEnabled(!script.lines.empty());
}

} // namespace partita
