#pragma once

#include <QWidget>
#include <functional>

#include "core/session/arena.h"
#include "views/theme/theme.h"

namespace partita {

/// The bytes in use at each step of a run. Hovering names the node, a click selects it.
class MemoryChart : public QWidget {
    Q_OBJECT
public:
    using Name = std::function<QString(NodeId)>;
    explicit MemoryChart(const Theme& theme);
    /// `arenaBytes`: the size of the arena, at least that of the highest step.
    void setSteps(std::vector<MemoryStep> steps, std::uint64_t arenaBytes, Name name);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override { return {320, 120}; }

Q_SIGNALS:
    void nodeClicked(partita::NodeId node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] int stepAt(int x) const; ///< -1: none
    const Theme* m_theme;
    std::vector<MemoryStep> m_steps;
    std::uint64_t m_peak = 0, m_arena = 0;
    Name m_name;
    int m_hovered = -1;
};

} // namespace partita
