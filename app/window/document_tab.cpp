#include "app/window/document_tab.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QPainter>

#include "app/window/main_window.h"
#include "views/panels/remedies_panel.h"
#include "views/theme/theme.h"

namespace partita {

namespace {

constexpr int kSteps = 16; ///< the disc is not painted anew for every report of progress
constexpr int kMark = 32;  ///< pixels, for sharp screens too
constexpr int kMargin = 4; ///< around the disc

} // namespace

DocumentTab::DocumentTab(MainWindow& page) : QObject(&page), m_page(page) {
    page.installEventFilter(this);
    DocumentController& document = page.document();
    for (const Lane lane : kLanes)
        follow(document.jobs()[lane]);
    auto& remedies = static_cast<RemediesPanel*>(page.panel("remedies"))->remedies();
    connect(&remedies, &RemediesController::changed, this, [this] {
        m_steps = 0;
        Q_EMIT changed();
    });
    connect(&remedies, &RemediesController::progressed, this, &DocumentTab::setDone);
    connect(&document, &DocumentController::failed, this, [this](const Error& error) {
        if (name().isEmpty())
            Q_EMIT failedToOpen(error);
    });
    // Queued: a job that ends has not yet delivered its document.
    connect(
        &document.jobs()[Lane::picture], &JobRunner::finished, this,
        [this] {
            if (name().isEmpty())
                Q_EMIT gaveUp();
        },
        Qt::QueuedConnection);
}

void DocumentTab::follow(JobRunner& jobs) {
    connect(&jobs, &JobRunner::started, this, [this] {
        m_steps = 0;
        Q_EMIT changed();
    });
    connect(&jobs, &JobRunner::progressed, this, [this, &jobs](double fraction) {
        if (m_page.document().jobs().foremost() == &jobs)
            setDone(fraction);
    });
    connect(&jobs, &JobRunner::finished, this, &DocumentTab::changed);
}

void DocumentTab::setDone(double fraction) {
    const int steps = qBound(0, static_cast<int>(fraction * kSteps), kSteps);
    if (steps == m_steps)
        return;
    m_steps = steps;
    Q_EMIT changed();
}

bool DocumentTab::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowTitleChange || event->type() == QEvent::ModifiedChange)
        Q_EMIT changed();
    return QObject::eventFilter(watched, event);
}

QString DocumentTab::name() const { return m_page.name(); }

QString DocumentTab::folder() const {
    return QFileInfo(QFileInfo(m_page.path()).absolutePath()).fileName();
}

bool DocumentTab::isUnsaved() const { return m_page.isWindowModified(); }

QString DocumentTab::work() const {
    if (const JobRunner* job = m_page.document().jobs().foremost())
        return job->title();
    const auto& remedies = static_cast<RemediesPanel*>(m_page.panel("remedies"))->remedies();
    return remedies.state() == RemediesController::State::searching ? tr("Trying what would help")
                                                                    : QString();
}

QString DocumentTab::toolTip() const {
    const QString path = QDir::toNativeSeparators(m_page.path());
    const QString doing = work();
    return doing.isEmpty()
               ? path
               : path + QLatin1Char('\n') + tr("%1: %2 %").arg(doing).arg(m_steps * 100 / kSteps);
}

QIcon DocumentTab::mark() const {
    if (work().isEmpty())
        return {};
    return sharpPicture({kMark, kMark}, [&](QPainter& painter) {
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF round(kMargin, kMargin, kMark - 2 * kMargin, kMark - 2 * kMargin);
        const QColor colour = m_page.palette().color(QPalette::Link);
        painter.setPen(QPen(colour, 2.5));
        painter.drawEllipse(round);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPie(round, 90 * 16, -360 * 16 * m_steps / kSteps);
    });
}

} // namespace partita
