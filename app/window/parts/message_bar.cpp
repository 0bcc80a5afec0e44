#include "app/window/parts/message_bar.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QUrl>

#include "views/text/message_text.h"

namespace partita {

namespace {

constexpr int kShownMs = 15000;

}

MessageBar::MessageBar()
    : m_theme(&Theme::get(Theme::Kind::light)), m_text(new QLabel), m_act(new QToolButton),
      m_reload(new QToolButton), m_close(new QToolButton) {
    setObjectName(QStringLiteral("messageBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 6, 4);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1); // a long word does not widen the window
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                    Qt::LinksAccessibleByKeyboard);
    m_goes.setSingleShot(true);
    m_goes.setInterval(kShownMs);
    connect(&m_goes, &QTimer::timeout, this, &QWidget::hide);
    connect(m_text, &QLabel::linkActivated, this,
            [](const QString& link) { QDesktopServices::openUrl(QUrl(link)); });
    layout->addWidget(m_text, 1);
    layout->addWidget(m_act);
    layout->addWidget(m_reload);
    layout->addWidget(m_close);
    hide();
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    m_act->setObjectName(QStringLiteral("messageAction"));
    connect(m_act, &QToolButton::clicked, this, [this] {
        hide();
        m_action();
    });
    connect(m_reload, &QToolButton::clicked, this, &MessageBar::reloadRequested);
}

void MessageBar::hideEvent(QHideEvent* event) {
    if (isHidden() && isAncestorOf(window()->focusWidget())) // otherwise the page is hidden
        Q_EMIT focusLeft();
    QWidget::hideEvent(event);
}

void MessageBar::showError(const QString& text) { tell(text, true, false); }
void MessageBar::showNote(const QString& text) { tell(text, false, false); }
void MessageBar::showPassing(const QString& text) {
    showNote(text);
    m_goes.start();
}

void MessageBar::offerReload(const QString& text) { tell(text, false, true); }

void MessageBar::showSaved(const QString& path) {
    tell({}, false, false);
    m_saved = path;
    tellSaved();
    m_goes.start();
}

void MessageBar::tellSaved() {
    const QFileInfo file(m_saved);
    const QString link =
        QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
            .arg(QUrl::fromLocalFile(file.absolutePath()).toString(QUrl::FullyEncoded),
                 m_theme->accent.name(), breakable(file.absoluteFilePath()).toHtmlEscaped());
    m_text->setTextFormat(Qt::RichText);
    m_text->setText(tr("✓ Saved %1").arg(link));
}

void MessageBar::setTheme(const Theme& theme) {
    m_theme = &theme;
    colour();
    if (!m_saved.isEmpty())
        tellSaved();
}

void MessageBar::colour() {
    setStyleSheet(QStringLiteral("#messageBar { background: %1; }")
                      .arg((m_isError ? m_theme->badFill : m_theme->header).name()));
}

void MessageBar::tell(const QString& text, bool isError, bool withReload) {
    m_goes.stop();
    ++m_shown;
    m_text->setTextFormat(Qt::PlainText); // a name may look like HTML
    m_text->setText(breakable(text));
    m_isError = isError;
    m_saved.clear();
    colour();
    m_act->hide();
    m_reload->setVisible(withReload);
    m_close->setText(withReload ? tr("Keep") : tr("Close"));
    show();
}

void MessageBar::offer(const QString& more, const QString& action, std::function<void()> act) {
    m_text->setText(m_text->text() + QStringLiteral(" · ") + more);
    m_act->setText(action);
    m_action = std::move(act);
    m_act->show();
}

void MessageBar::hideError() {
    if (m_isError)
        hide();
}

void MessageBar::hideMessage(int shown) {
    if (shown == m_shown)
        hide();
}

void MessageBar::translate() {
    m_reload->setText(tr("Reload"));
    m_close->setText(m_reload->isHidden() ? tr("Close") : tr("Keep"));
    if (!m_saved.isEmpty())
        tellSaved();
}

} // namespace partita
