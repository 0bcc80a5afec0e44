#include "views/charts/histogram_widget.h"

#include <QFutureWatcher>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>
#include <QtConcurrent>

#include "views/text/message_text.h"

namespace partita {

namespace {

QString number(double value) { return QString::number(value, 'g', 4); }

} // namespace

HistogramWidget::HistogramWidget(const TensorStatistics& statistics, const Theme& theme)
    : m_statistics(statistics), m_theme(theme) {
    setMinimumHeight(64);
    setAccessibleName(tr("Histogram"));
}

void HistogramWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& bins = m_statistics.histogram;
    const std::uint64_t most =
        std::max<std::uint64_t>(1, *std::max_element(bins.begin(), bins.end()));
    const double step = static_cast<double>(width()) / static_cast<double>(bins.size()),
                 full = height() - 16;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double bar =
            bins[i] ? std::max(1.0, full * static_cast<double>(bins[i]) / static_cast<double>(most))
                    : 0;
        painter.fillRect(QRectF(static_cast<double>(i) * step, full - bar, step - 1, bar),
                         m_theme.second);
    }
    painter.setPen(m_theme.lineStrong);
    painter.drawLine(QPointF(0, full + 0.5), QPointF(width(), full + 0.5));
    painter.setPen(m_theme.second);
    painter.drawText(QRectF(0, full, width(), 16), Qt::AlignLeft | Qt::AlignBottom,
                     number(m_statistics.minimum));
    painter.drawText(QRectF(0, full, width(), 16), Qt::AlignRight | Qt::AlignBottom,
                     number(m_statistics.maximum));
}

TensorSummary::TensorSummary(std::shared_ptr<const Tensor> tensor, const Theme& theme)
    : m_theme(theme) {
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    constexpr std::int64_t kAtOnce = 1 << 16;
    if (tensor->count() <= kAtOnce) {
        show(tensorStatistics(*tensor));
        return;
    }
    auto* watcher = new QFutureWatcher<std::shared_ptr<Result<TensorStatistics>>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this,
            [this, watcher] { show(*watcher->result()); });
    watcher->setFuture(QtConcurrent::run([tensor] {
        return std::make_shared<Result<TensorStatistics>>(tensorStatistics(*tensor));
    }));
}

void TensorSummary::show(const Result<TensorStatistics>& statistics) {
    auto* text = new QLabel;
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    if (!statistics) {
        text->setText(errorText(statistics.error()));
        layout()->addWidget(text);
        return;
    }
    if (statistics->count > 1)
        layout()->addWidget(new HistogramWidget(*statistics, m_theme));
    const auto count = [](std::int64_t n) { return QLocale().toString(static_cast<qlonglong>(n)); };
    QString line = tr("mean %1 · std %2 · zeros %3 · NaN %4")
                       .arg(number(statistics->mean), number(statistics->deviation),
                            count(statistics->zeros), count(statistics->nans));
    if (statistics->infinities)
        line += QStringLiteral(" · ") + tr("infinite %1").arg(count(statistics->infinities));
    text->setText(line);
    layout()->addWidget(text);
}

} // namespace partita
