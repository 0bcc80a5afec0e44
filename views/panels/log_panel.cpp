#include "views/panels/log_panel.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTime>
#include <QUrl>
#include <QVBoxLayout>

#include "core/base/log_file.h"
#include "views/document/links.h"
#include "views/text/fonts.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

QString textOf(const LogLine& line) {
    const QString names[] = {LogPanel::tr("debug"), LogPanel::tr("info"), LogPanel::tr("warning"),
                             LogPanel::tr("error")};
    QString text = QStringLiteral("%1  %2: ")
                       .arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                            names[static_cast<int>(line.level)]);
    if (!line.about.empty())
        text += toQString(line.about) + QStringLiteral(": ");
    return text + messageText(line.text);
}

} // namespace

LogPanel::LogPanel(const PanelContext& context)
    : Panel(context), m_text(new QPlainTextEdit), m_file(new QLabel),
      m_listener([this](const LogLine& heard) { Q_EMIT line(textOf(heard)); }) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_text->setReadOnly(true);
    m_text->setMaximumBlockCount(10000);
    layout->addWidget(m_text);
    m_file->setObjectName(QStringLiteral("logFile"));
    m_file->setContentsMargins(6, 2, 6, 2);
    m_file->setOpenExternalLinks(true);
    m_file->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    // A long path must not widen the panel; its tool tip has all of it.
    m_file->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    layout->addWidget(m_file);
    connect(this, &LogPanel::line, m_text, &QPlainTextEdit::appendPlainText, Qt::QueuedConnection);
    connect(&document(), &DocumentController::failed, this, [this](const Error& error) {
        const LogSubject about(document().subject());
        log(LogLevel::error, error.whole());
    });
}

void LogPanel::refresh() {
    m_text->setFont(fixedFont());
    m_text->setAccessibleName(tr("Log"));
    m_text->setPlaceholderText(tr("Nothing has happened yet"));
    showFile();
}

void LogPanel::showEvent(QShowEvent* event) {
    showFile(); // it may have been switched on or off meanwhile
    Panel::showEvent(event);
}

void LogPanel::showFile() {
    const QString path = toQString(LogFile::current().string());
    m_file->setVisible(!path.isEmpty());
    m_file->setToolTip(path);
    m_file->setText(tr("Also in the file %1")
                        .arg(anchor(QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded), path)));
}

} // namespace partita
