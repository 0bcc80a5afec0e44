#include "views/dialogs/script_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "views/dialogs/dialog_size.h"
#include "views/dialogs/file_dialog.h"
#include "views/document/document_controller.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

ScriptDialog::ScriptDialog(DocumentController& document, const QString& file,
                           const EditScript& script, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_file(file), m_theme(theme),
      m_played(playScript(document.edits().inView(), script, true)), m_lines(new QTreeWidget),
      m_partly(new QCheckBox(tr("Leave out what cannot be done"))), m_rule(new QLabel) {
    setObjectName(QStringLiteral("scriptDialog"));
    setWindowTitle(tr("Play %1").arg(QFileInfo(file).fileName()));
    setAttribute(Qt::WA_DeleteOnClose);
    resizeWithinScreen(*this, {760, 420});
    m_lines->setObjectName(QStringLiteral("scriptLines"));
    m_lines->setAccessibleName(tr("Lines of the script"));
    m_lines->setRootIsDecorated(false);
    m_lines->setUniformRowHeights(true);
    m_lines->setHeaderLabels({QString(), tr("Edit"), tr("Matches"), tr("What it does")});
    m_partly->setObjectName(QStringLiteral("partly"));
    m_rule->setObjectName(QStringLiteral("rule"));
    m_rule->setWordWrap(true);
    m_rule->setStyleSheet(QStringLiteral("color: %1;").arg(theme.bad.name()));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_play = buttons->addButton(tr("Play"), QDialogButtonBox::AcceptRole);
    m_play->setObjectName(QStringLiteral("playScript"));
    m_play->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_lines, 1);
    column->addWidget(m_rule);
    column->addWidget(m_partly);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ScriptDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ScriptDialog::reject);
    connect(m_partly, &QCheckBox::toggled, this, &ScriptDialog::offer);
    list();
    offer();
}

void ScriptDialog::list() {
    int failed = 0;
    for (const PlayedStep& step : m_played.steps) {
        failed += step.done ? 0 : 1;
        auto* row = new QTreeWidgetItem(
            m_lines, {step.done ? QStringLiteral("✓") : QStringLiteral("✕"), toQString(step.op),
                      QString::number(step.matched), messageText(step.text)});
        row->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        row->setForeground(0, step.done ? m_theme.good : m_theme.bad);
        for (int column = 0; column < m_lines->columnCount(); ++column)
            row->setToolTip(column, QStringLiteral("%1\n%2").arg(toQString(step.place),
                                                                 messageText(step.text)));
    }
    for (int column = 0; column + 1 < m_lines->columnCount(); ++column)
        m_lines->resizeColumnToContents(column);
    if (m_played.steps.empty())
        m_rule->setText(tr("The script has no lines"));
    else if (failed > 0)
        m_rule->setText(tr("%Ln line(s) cannot be done, and then none is", nullptr, failed));
    m_rule->setVisible(failed > 0 || m_played.steps.empty());
    m_partly->setVisible(failed > 0);
    m_partly->setEnabled(!m_played.made.empty());
}

/// By halves only where the user says so.
void ScriptDialog::offer() {
    m_play->setEnabled(!m_played.made.empty() && (m_played.complete || m_partly->isChecked()));
}

void ScriptDialog::accept() {
    const Message what = PARTITA_TEXT(
        "Play {0}, {1} edits", QFileInfo(m_file).fileName().toStdString(), m_played.made.size());
    if (const auto done = m_document.edits().apply(m_played.made, what, {}, StepKind::other);
        !done) {
        m_rule->setText(errorSentence(done.error()));
        m_rule->show();
        return;
    }
    QDialog::accept();
}

void askForScript(DocumentController& document, const Theme& theme, QWidget* parent) {
    const QString file =
        askWhatToOpen(parent, ScriptDialog::tr("Play a script"),
                      QFileInfo(toQString(document.state().path.string())).absolutePath(),
                      ScriptDialog::tr("Scripts (*.json)"));
    if (file.isEmpty())
        return;
    auto script = readEditScript(file.toStdString());
    if (!script) {
        Q_EMIT document.failed(script.error());
        return;
    }
    (new ScriptDialog(document, file, *script, theme, parent))->open();
}

} // namespace partita
