#pragma once

#include <QWidget>

#include "core/report/tensor_statistics.h"
#include "views/theme/theme.h"

namespace partita {

/// A histogram of a tensor's values.
class HistogramWidget : public QWidget {
    Q_OBJECT
public:
    HistogramWidget(const TensorStatistics& statistics, const Theme& theme);
    [[nodiscard]] QSize sizeHint() const override { return {240, 64}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TensorStatistics m_statistics;
    const Theme& m_theme;
};

/// Histogram, mean, standard deviation, zeros and NaNs of one tensor. For a large tensor a worker
/// thread computes them, and they appear later.
class TensorSummary : public QWidget {
    Q_OBJECT
public:
    TensorSummary(std::shared_ptr<const Tensor> tensor, const Theme& theme);

private:
    void show(const Result<TensorStatistics>& statistics);
    const Theme& m_theme;
};

} // namespace partita
