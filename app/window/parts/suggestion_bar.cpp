#include "app/window/parts/suggestion_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <utility>

#include "views/text/elided_line.h"
#include "views/text/message_text.h"

namespace partita {

SuggestionBar::SuggestionBar()
    : m_icon(new QLabel(QStringLiteral("ⓘ"))), m_lead(new QLabel), m_text(new ElidedLine),
      m_try(new QToolButton), m_close(new QToolButton) {
    setObjectName(QStringLiteral("suggestionBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 2, 6, 2);
    m_text->setObjectName(QStringLiteral("suggestion"));
    m_try->setObjectName(QStringLiteral("trySuggestion"));
    m_close->setObjectName(QStringLiteral("closeSuggestion"));
    layout->addWidget(m_icon);
    m_lead->setTextFormat(Qt::RichText);
    layout->addWidget(m_lead);
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

/// What the bar is about is left out where the change itself would be cut for it.
void SuggestionBar::fitLead() {
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right();
    for (const QWidget* other :
         {static_cast<const QWidget*>(m_icon), static_cast<const QWidget*>(m_lead),
          static_cast<const QWidget*>(m_try), static_cast<const QWidget*>(m_close)})
        if (other == m_lead || !other->isHidden())
            room -= other->sizeHint().width() + layout()->spacing();
    m_lead->setVisible(m_text->fontMetrics().horizontalAdvance(m_text->text()) <= room);
}

void SuggestionBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitLead();
}

void SuggestionBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitLead();
}

void SuggestionBar::setTheme(const Theme& theme) {
    setStyleSheet(QStringLiteral("#suggestionBar { background: %1; border-bottom: 1px solid %2; } "
                                 "#trySuggestion { border-color: %3; }")
                      .arg(theme.tableHead.name(), theme.lineWeak.name(), theme.lineStrong.name()));
    m_close->setIcon(theme.icon("close"));
}

void SuggestionBar::translate() {
    m_lead->setText(QStringLiteral("<b>%1</b>").arg(tr("Would help:")));
    m_text->setText(messageText(m_offered));
    // What is to be done may be a long list; what it is good for is seen whole.
    const auto& parts = m_offered.arguments();
    const auto* what = parts.empty() ? nullptr : std::get_if<Message>(&parts.front());
    m_text->setGivingWay(what ? messageText(*what) : QString());
    m_try->setText(tr("Try"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close"));
    fitLead();
}

} // namespace partita
