#pragma once

#include <QWidget>
#include <optional>

#include "views/theme/theme.h"

namespace partita {

/// A ring over a pane at the place where the pointer is in the other one. It takes no events.
class PointerRing : public QWidget {
public:
    PointerRing(QWidget& pane, const Theme& theme);
    void setTheme(const Theme& theme) { m_theme = &theme; }
    /// Shows the ring at a point of the pane; nothing: hides it.
    void point(std::optional<QPointF> at);
    [[nodiscard]] const std::optional<QPointF>& place() const { return m_at; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QRect area() const;

    const Theme* m_theme;
    std::optional<QPointF> m_at;
};

} // namespace partita
