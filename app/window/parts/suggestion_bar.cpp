#include "app/window/parts/suggestion_bar.h"

#include <QHBoxLayout>
#include <QToolButton>
#include <utility>

#include "views/text/elided_line.h"
#include "views/text/message_text.h"

namespace partita {

SuggestionBar::SuggestionBar()
    : m_icon(new QLabel(QStringLiteral("ⓘ"))), m_text(new ElidedLine), m_try(new QToolButton),
      m_close(new QToolButton) {
    setObjectName(QStringLiteral("suggestionBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 2, 6, 2);
    m_text->setObjectName(QStringLiteral("suggestion"));
    m_try->setObjectName(QStringLiteral("trySuggestion"));
    m_close->setObjectName(QStringLiteral("closeSuggestion"));
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_try);
    layout->addWidget(m_close);
    hide();
    connect(m_try, &QToolButton::clicked, this, [this] {
        hide();
        if (const auto attempt = std::exchange(m_attempt, nullptr)) // it may offer something else
            attempt();
    });
    connect(m_close, &QToolButton::clicked, this, [this] {
        withdraw();
        Q_EMIT closed();
    });
}

void SuggestionBar::offer(const Message& text, std::function<void()> attempt) {
    m_offered = text;
    m_attempt = std::move(attempt);
    m_try->setVisible(static_cast<bool>(m_attempt));
    translate();
    show();
}

void SuggestionBar::withdraw() {
    m_attempt = nullptr;
    hide();
}

void SuggestionBar::setTheme(const Theme& theme) {
    setStyleSheet(QStringLiteral("#suggestionBar { background: %1; border-bottom: 1px solid %2; } "
                                 "#trySuggestion { border-color: %3; }")
                      .arg(theme.tableHead.name(), theme.lineWeak.name(), theme.lineStrong.name()));
    m_close->setIcon(theme.icon("close"));
}

void SuggestionBar::translate() {
    m_text->setText(messageText(m_offered));
    // What is to be done may be a long list; what it is good for is seen whole.
    const auto& parts = m_offered.arguments();
    const auto* what = parts.empty() ? nullptr : std::get_if<Message>(&parts.front());
    m_text->setGivingWay(what ? messageText(*what) : QString());
    m_try->setText(tr("Try"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}

} // namespace partita
