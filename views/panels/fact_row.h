#pragma once

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QWidget>
#include <algorithm>

namespace partita {

/// A name and its value: beside each other where the words of the value have room there, otherwise
/// below each other.
class FactRow : public QWidget {
public:
    FactRow() : m_box(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
        m_box->setContentsMargins(0, 0, 0, 0);
        m_box->setSpacing(kBeside);
    }
    [[nodiscard]] QBoxLayout& box() { return *m_box; }
    /// The label of the name, and the value, whose longest word is to stand in one line.
    void keepWhole(const QWidget& name, const QString& value) {
        constexpr int kMost = 16; // letters; a longer word is broken anyway
        m_name = &name;
        for (const QString& word : value.split(QLatin1Char(' ')))
            m_least = std::max(m_least, fontOf().horizontalAdvance(word.left(kMost)));
    }

protected:
    bool event(QEvent* event) override {
        if (m_name && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) {
            const bool fits = width() - m_name->maximumWidth() - kBeside > m_least;
            const auto direction = fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
            if (m_box->direction() != direction) { // each setting asks for another layout
                m_box->setDirection(direction);
                m_box->setSpacing(fits ? kBeside : 0);
            }
        }
        return QWidget::event(event);
    }

private:
    static constexpr int kBeside = 6; ///< pixels between name and value
    [[nodiscard]] QFontMetrics fontOf() const { return m_name->fontMetrics(); }

    QBoxLayout* m_box;
    const QWidget* m_name = nullptr;
    int m_least = 0; ///< pixels that the value needs
};

} // namespace partita
