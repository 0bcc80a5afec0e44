#pragma once

#include <QWidget>
#include <map>

#include "core/session/model_comparison.h"
#include "views/theme/theme.h"

namespace partita {

/// The difference of the outputs from those of the unsimplified model, rewrite by rewrite, on a
/// logarithmic scale with the tolerance as a line. A click goes to that rewrite.
class DifferenceChart : public QWidget {
    Q_OBJECT
public:
    explicit DifferenceChart(const Theme& theme);
    void setDifferences(const std::map<std::size_t, ModelDifference>& differences,
                        std::size_t position, std::size_t count);
    void setTheme(const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override { return {260, 74 + 2 * lineHeight()}; }

Q_SIGNALS:
    void positionClicked(std::size_t position);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Point {
        std::size_t position;
        double relative;
        bool good;
    };
    [[nodiscard]] int lineHeight() const; ///< of a line of text
    void giveRoom();
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double xOf(std::size_t position) const;
    [[nodiscard]] double yOf(double relative) const;

    const Theme* m_theme;
    std::vector<Point> m_points;
    std::size_t m_position = 0, m_count = 0;
};

} // namespace partita
