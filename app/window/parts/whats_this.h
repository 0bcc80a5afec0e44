#pragma once

#include <QObject>

namespace partita {

/// Answers the question what a part of the window is for: by its own text, the description that
/// screen readers tell, or its tool tip. What has none of them answers as the part around it.
class WhatsThis : public QObject {
    Q_OBJECT
public:
    /// Turns the pointer into one that asks, until the next click or Esc.
    static void ask();
    /// What a part of a window says, or the innermost part around it that says something.
    [[nodiscard]] static QString textOf(const QWidget& part);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;
};

} // namespace partita
