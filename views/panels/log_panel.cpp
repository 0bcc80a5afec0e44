#include "views/panels/log_panel.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QTime>
#include <QVBoxLayout>

#include "core/base/log.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

LogPanel::LogPanel(const PanelContext& context) : Panel(context) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_text = new QPlainTextEdit;
    m_text->setReadOnly(true);
    m_text->setMaximumBlockCount(10000);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    layout->addWidget(m_text);
    connect(this, &LogPanel::line, m_text, &QPlainTextEdit::appendPlainText, Qt::QueuedConnection);
    connect(&document(), &DocumentController::failed, this, [this](const Error& error) {
        Q_EMIT line(QStringLiteral("error: ") + errorText(error));
    });
    setLogSink([this](LogLevel level, std::string_view text) {
        const char* names[] = {"debug", "info", "warning", "error"};
        Q_EMIT line(QStringLiteral("%1  %2: %3")
                        .arg(QTime::currentTime().toString(QStringLiteral("HH:mm:ss")),
                             QLatin1String(names[static_cast<int>(level)]), toQString(text)));
    });
}

LogPanel::~LogPanel() { setLogSink({}); }

void LogPanel::refresh() {
    m_text->setAccessibleName(tr("Log"));
    m_text->setPlaceholderText(tr("Nothing has happened yet"));
}

} // namespace partita
