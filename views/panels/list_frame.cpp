#include "views/panels/list_frame.h"

#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace partita {

QVBoxLayout* plainColumn(QWidget* widget) {
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

ListFrame::ListFrame(QWidget* view, const char* emptyName)
    : m_empty(new QLabel), m_stack(new QStackedLayout(this)) {
    auto* page = new QWidget;
    m_column = plainColumn(page);
    m_column->addWidget(view, 1);
    m_empty->setObjectName(QLatin1String(emptyName));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(12);
    m_empty->setAutoFillBackground(true);
    m_empty->setBackgroundRole(QPalette::Base);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(page);
    m_stack->addWidget(m_empty);
}

void ListFrame::setHead(QLayout* head) {
    head->setSpacing(8); // else it is that of the column
    m_column->insertLayout(0, head);
}

void ListFrame::setHead(QLayout* head, QLineEdit* filter) {
    head->setSpacing(8);
    m_head = new QWidget;
    m_head->setLayout(head);
    m_filter = filter;
    m_column->insertWidget(0, m_head);
}

void ListFrame::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_filter)
        return;
    const int rows = 5 * (fontMetrics().height() + 8) / 2; // the titles, and rows to scroll in
    m_head->setVisible(!m_filter->text().isEmpty() || m_filter->hasFocus() ||
                       height() >= m_head->sizeHint().height() + rows);
}

void ListFrame::addFoot(QWidget* foot) { m_column->addWidget(foot); }

void ListFrame::addFoot(QLayout* foot) { m_column->addLayout(foot); }

void ListFrame::say(const QString& text) {
    m_empty->setText(text);
    // A list that is not shown needs no height.
    m_stack->widget(0)->setSizePolicy(
        QSizePolicy::Preferred, text.isEmpty() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    m_stack->setCurrentIndex(text.isEmpty() ? 0 : 1);
}

QString ListFrame::said() const { return m_empty->text(); }

} // namespace partita
