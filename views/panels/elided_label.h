#pragma once

#include <QLabel>

namespace partita {

/// One line of plain text that loses its middle where it has no room, as long names do; the tool
/// tip has all of it.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text, const QFont& font);

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace partita
