#pragma once

#include <QLabel>

namespace partita {

/// A line of plain text that ends in "…" where there is no room for it; the tool tip then has all of
/// it. It needs almost no width, so that a long name does not widen the window.
class ElidedLine : public QLabel {
    Q_OBJECT
public:
    ElidedLine() { setTextFormat(Qt::PlainText); }
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Lets a part of the text lose its end before what follows it does.
    void setGivingWay(const QString& part);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QString shown() const;
    QString m_givingWay; ///< empty: the end of the text
};

} // namespace partita
