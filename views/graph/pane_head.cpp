#include "views/graph/pane_head.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

namespace partita {

namespace {

constexpr int kArrow = 40, kLeast = 40;

QString dot() { return QStringLiteral(" · "); }

} // namespace

PaneHead::PaneHead(QWidget* parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_line(new QLabel), m_figures(new QLabel),
      m_choice(new QToolButton) {
    m_layout->setContentsMargins(10, 2, 4, 2);
    m_layout->setSpacing(6);
    setObjectName(QStringLiteral("paneLine")); // by which the window gives it its background
    setAttribute(Qt::WA_StyledBackground);
    m_line->setObjectName(QStringLiteral("paneText"));
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_choice->setObjectName(QStringLiteral("paneChoice"));
    m_choice->setPopupMode(QToolButton::InstantPopup);
    m_choice->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_choice->setFocusPolicy(Qt::TabFocus);
    m_choice->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_choice->setMinimumWidth(kLeast); // a text for a wide pane does not keep it wide
    m_figures->setObjectName(QStringLiteral("paneFigures"));
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_layout->addWidget(m_line, 1);
    m_layout->addWidget(m_choice);
    m_layout->addWidget(m_figures, 1);
    m_choice->hide();
    m_figures->hide();
    setFixedHeight(std::max(26, m_line->fontMetrics().height() + 10));
}

void PaneHead::setLine(const QString& title, const QStringList& parts) {
    m_choice->hide();
    m_figures->hide();
    m_line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_layout->setStretchFactor(m_line, 1);
    m_title = QStringLiteral("<b>%1</b> &nbsp;").arg(title);
    m_parts = parts;
    m_line->setToolTip(m_title + parts.join(dot())); // the full text, if there is no room for it
    showLine();
}

/// The width that all widgets but some leave to these.
int PaneHead::roomBeside(std::initializer_list<const QWidget*> some) const {
    const QMargins margins = m_layout->contentsMargins();
    int room = width() - margins.left() - margins.right();
    for (int i = 0; i < m_layout->count(); ++i)
        if (const QWidget* each = m_layout->itemAt(i)->widget();
            each && !each->isHidden() && std::ranges::find(some, each) == some.end())
            room -= std::min(each->sizeHint().width(), each->maximumWidth()) + m_layout->spacing();
    return room;
}

/// As many parts as have room whole, and the first one anyway.
void PaneHead::showLine() {
    const int room = roomBeside({m_line});
    QStringList parts = m_parts;
    for (m_line->setText(m_title + parts.join(dot()));
         parts.size() > 1 && m_line->sizeHint().width() > room;
         m_line->setText(m_title + parts.join(dot())))
        parts.removeLast();
}

void PaneHead::setSide(const QString& title, const QString& shown, const QString& figures) {
    m_parts.clear();
    m_line->setText(QStringLiteral("<b>%1</b>").arg(title));
    m_line->setToolTip({});
    m_line->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_layout->setStretchFactor(m_line, 0);
    m_shown = shown;
    m_choice->setToolTip(shown);
    m_choice->setAccessibleName(title + QStringLiteral(": ") + shown);
    m_allFigures = figures;
    m_figures->setToolTip(figures);
    m_choice->show();
    m_figures->show();
    elide();
}

void PaneHead::setMenu(const std::function<void(QMenu&)>& fill) {
    auto* menu = new QMenu(m_choice);
    connect(menu, &QMenu::aboutToShow, this, [menu, fill] {
        menu->clear();
        fill(*menu);
    });
    m_choice->setMenu(menu);
}

void PaneHead::addWidget(QWidget* widget) { m_layout->addWidget(widget); }

void PaneHead::addYielding(QWidget* widget, int least) {
    m_yielding = widget;
    m_yielding->setMinimumWidth(least);
    addWidget(widget);
}

/// The button gets what the widgets beside it leave, and of a wide line at most half. The figures
/// give way to it, and what may be narrow.
void PaneHead::elide() {
    constexpr int kNarrow = 120;
    m_choice->setText(m_shown);
    const QFontMetrics metrics = m_choice->fontMetrics();
    const int words = metrics.horizontalAdvance(m_shown), spacing = m_layout->spacing(),
              frame = m_choice->sizeHint().width() - words,
              most = std::max(kNarrow, width() / 2 - kArrow);
    int room = roomBeside({m_choice, m_figures, m_yielding}) - spacing - frame;
    if (m_yielding && !m_yielding->isHidden()) {
        const int least = m_yielding->minimumWidth(),
                  given = std::clamp(room - spacing - std::min(words, most), least,
                                     std::max(least, m_yielding->sizeHint().width()));
        m_yielding->setMaximumWidth(given);
        room -= given + spacing;
    }
    room = std::max(kLeast, std::min(room, most));
    m_choice->setText(metrics.elidedText(m_shown, Qt::ElideMiddle, room));
    showFigures();
}

/// As many of the figures as have room whole: half a number would be another one.
void PaneHead::showFigures() {
    const int room = roomBeside({m_figures});
    QStringList parts = m_allFigures.split(dot());
    while (!parts.isEmpty() && m_figures->fontMetrics().horizontalAdvance(parts.join(dot())) > room)
        parts.removeLast();
    m_figures->setText(parts.join(dot()));
}

void PaneHead::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_parts.isEmpty())
        elide();
    else
        showLine();
}

} // namespace partita
