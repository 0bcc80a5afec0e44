#include "app/window/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace partita {

MessageBar::MessageBar()
    : m_theme(&Theme::get(Theme::Kind::light)), m_text(new QLabel), m_act(new QToolButton),
      m_reload(new QToolButton), m_close(new QToolButton) {
    setObjectName(QStringLiteral("messageBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 6, 4);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
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
    connect(m_reload, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT reloadRequested();
    });
}

void MessageBar::showError(const QString& text) { tell(text, true, false); }
void MessageBar::showNote(const QString& text) { tell(text, false, false); }
void MessageBar::offerReload(const QString& text) { tell(text, false, true); }

void MessageBar::tell(const QString& text, bool isError, bool withReload) {
    m_text->setText(text);
    m_isError = isError;
    setStyleSheet(QStringLiteral("#messageBar { background: %1; }")
                      .arg((isError ? m_theme->badFill : m_theme->header).name()));
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

void MessageBar::translate() {
    m_reload->setText(tr("Reload"));
    m_close->setText(tr("Close"));
}

} // namespace partita
