#include "app/window/parts/colour_box.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <algorithm>

namespace partita {

ColourBox::ColourBox(QList<QAction*> actions)
    : m_label(new QLabel), m_box(new QComboBox), m_actions(std::move(actions)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->addWidget(m_label);
    layout->addWidget(m_box);
    m_label->setBuddy(m_box);
    m_box->setObjectName(QStringLiteral("colourBy"));
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(12); // the tool bar has other texts; the list shows all of them
    m_box->addItem({});
    for (QAction* action : std::as_const(m_actions)) {
        m_box->addItem({});
        connect(action, &QAction::toggled, this, &ColourBox::follow);
        connect(action, &QAction::changed, this, &ColourBox::enable);
    }
    enable();
    connect(m_box, QOverload<int>::of(&QComboBox::activated), this, [this](int row) {
        for (int i = 0; i < m_actions.size(); ++i)
            if (m_actions[i]->isChecked() != (i + 1 == row))
                m_actions[i]->trigger();
    });
    translate();
}

/// Keys go past an entry whose action is not enabled.
void ColourBox::enable() {
    const auto* rows = qobject_cast<QStandardItemModel*>(m_box->model());
    bool any = false;
    for (int i = 0; i < m_actions.size(); ++i) {
        rows->item(i + 1)->setEnabled(m_actions[i]->isEnabled());
        any = any || m_actions[i]->isEnabled();
    }
    m_box->setEnabled(any);
}

void ColourBox::follow() {
    int row = 0;
    for (int i = 0; i < m_actions.size(); ++i)
        if (m_actions[i]->isChecked())
            row = i + 1;
    m_box->setCurrentIndex(row);
}

void ColourBox::translate() {
    m_label->setText(tr("Colour by"));
    m_box->setAccessibleName(m_label->text());
    m_box->setAccessibleDescription(tr("What the colours of the nodes tell"));
    const QStringList names{tr("Provider"),
                            tr("Measured provider"),
                            tr("Predicted against measured"),
                            tr("Change of the times"),
                            tr("Time"),
                            tr("Simulated cycles"),
                            tr("Bottleneck"),
                            tr("Operator"),
                            tr("Element type"),
                            tr("Memory"),
                            tr("Values from a file…")};
    for (int row = 0; row < m_box->count() && row < names.size(); ++row)
        m_box->setItemText(row, names[row]);
    fitList();
}

void ColourBox::fitList() {
    constexpr int kAround = 32; // the scroll bar and the margins of an entry
    int longest = 0;
    for (int row = 0; row < m_box->count(); ++row)
        longest = std::max(longest, m_box->fontMetrics().horizontalAdvance(m_box->itemText(row)));
    m_box->view()->setMinimumWidth(longest + kAround);
}

void ColourBox::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitList();
}

} // namespace partita
