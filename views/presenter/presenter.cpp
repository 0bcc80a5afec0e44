#include "views/presenter/presenter.h"

#include <QAccessible>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <cmath>

#include "core/base/try.h"
#include "views/graph/drawing_painter.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/message_text.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kGlide = 250, kIdle = 3000; ///< milliseconds
constexpr double kFade = 150.0 / kGlide;  ///< what goes is an outline by then
constexpr int kFastest = 8;               ///< with motion

/// Where the boxes of the next picture would be on a page of that size if what both show stood still;
/// none: both share nothing.
PointF glideBetween(const StepPicture& from, const StepPicture& to, QSizeF size) {
    if (!from.after.scene || !to.before.scene)
        return {};
    const GraphScene &old = *from.after.scene, &next = *to.before.scene;
    const QPointF here = PresenterPage::viewOf(from, size).middle,
                  there = PresenterPage::viewOf(to, size).middle;
    PointF by;
    int common = 0;
    for (std::size_t i = 0; i < next.boxes.size(); ++i)
        if (const auto at = old.boxOf(next.boxes[i].node)) {
            by.x += old.layout.centers[*at].x - here.x() - next.layout.centers[i].x + there.x();
            by.y += old.layout.centers[*at].y - here.y() - next.layout.centers[i].y + there.y();
            ++common;
        }
    return common ? PointF{by.x / common, by.y / common} : PointF{};
}

QString number(double amount) {
    return QLocale().toString(static_cast<qlonglong>(std::llround(amount)));
}

QString milliseconds(double seconds) {
    const double ms = seconds * 1000;
    return QLocale().toString(ms, 'f', ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

} // namespace

Presenter::Presenter(DocumentController& document, Subject subject, std::size_t start,
                     QWidget* parent)
    : QWidget(parent, Qt::Window), m_document(document), m_subject(subject),
      m_painter(drawingText(font())), m_start(start) {
    setObjectName(QStringLiteral("presenter"));
    setAccessibleName(subject == Subject::edits ? tr("Steps of the history")
                                                : tr("Steps of the simplifier"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(640, 400);
    m_motionWanted = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    m_motion.setDuration(kGlide);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this] { update(); });
    m_play.setSingleShot(true);
    connect(&m_play, &QTimer::timeout, this, &Presenter::tick);
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdle);
    connect(&m_idle, &QTimer::timeout, this, [this] {
        m_isIdle = true;
        setCursor(Qt::BlankCursor);
        update();
    });
    if (subject == Subject::edits)
        connect(&document.history(), &DocumentHistory::changed, this, &Presenter::takeHistory);
    else
        followRewrites();
    connect(&document, &DocumentController::documentChanged, this,
            [this] { m_simplifies = false; });
    takeHistory();
    wake();
}

void Presenter::followRewrites() {
    SimplifyController& simplifier = m_document.simplifier();
    connect(&simplifier, &SimplifyController::historyChanged, this, &Presenter::takeHistory);
    connect(&simplifier, &SimplifyController::failed, this, &Presenter::fail);
    if (simplifier.history() || !m_document.hasDocument())
        return;
    m_simplifies = !simplifier.isActive();
    simplifier.start(simplifier.recipe());
}

/// Rewrites that were made for the presentation go with it, unless the user has gone on with them.
void Presenter::closeEvent(QCloseEvent* event) {
    SimplifyController& simplifier = m_document.simplifier();
    const RewriteHistory* history = simplifier.history();
    if (m_simplifies && !simplifier.hasUnsavedChoices() &&
        (!history || simplifier.position() == history->size()))
        m_document.edits().discardRewrites();
    m_simplifies = false;
    QWidget::closeEvent(event);
}

void Presenter::takeHistory() {
    play(false);
    m_jobs.cancel();
    m_edits.clear();
    m_replay = nullptr;
    if (m_subject == Subject::edits) {
        if (auto story = m_document.edits().story()) {
            m_replay = std::make_unique<SimplifyReplay>(std::move(story->history));
            m_edits = std::move(story->steps);
        }
    } else if (const RewriteHistory* history = m_document.simplifier().history()) {
        m_replay = std::make_unique<SimplifyReplay>(*history);
    }
    m_picture = {};
    m_state = m_from = 0;
    if (m_replay) {
        place();
        goTo(std::min(m_start, steps()));
    }
    update();
}

/// Places states on a worker: first the two ends, so that there are figures and colours at once.
void Presenter::place() {
    const DocumentState& shown = m_document.state();
    const auto run = [this, providers = shown.providers, wishes = shown.wishes](bool ends,
                                                                                auto&& then) {
        m_jobs.setSubject(m_document.subject());
        m_jobs.start<SimplifyReplay>(
            {},
            [source = *m_replay, providers, wishes,
             ends](const Progress& progress) -> Result<SimplifyReplay> {
                SimplifyReplay replay = source;
                if (!ends)
                    PARTITA_TRY(replay.place(providers, wishes, progress));
                for (const std::size_t state : {std::size_t{0}, replay.size()})
                    PARTITA_TRY(replay.placeState(state, providers, wishes, progress));
                return replay;
            },
            [this, then](Result<SimplifyReplay> placed) {
                if (!placed) {
                    if (placed.error().code != Errc::cancelled)
                        fail(placed.error());
                    return;
                }
                *m_replay = *std::move(placed);
                preparePicture(m_state); // the picture has colours now
                update();
                then();
            });
    };
    run(true, [run] { run(false, [] {}); });
}

bool Presenter::moves() const { return m_motionWanted && m_pace <= kFastest; }

void Presenter::preparePicture(std::size_t from) {
    m_from = from;
    const QSizeF room = PresenterPage::roomOf(size());
    m_painter.setRoom(room.width(), room.height());
    StepPicture picture = m_state ? m_replay->picture(m_state - 1, m_painter) : StepPicture();
    m_glide = from + 1 == m_state ? glideBetween(m_picture, picture, size()) : PointF{};
    m_picture = std::move(picture);
}

void Presenter::goTo(std::size_t state) {
    if (!m_replay)
        return;
    const std::size_t from = m_state;
    m_state = std::min(state, steps());
    preparePicture(from);
    m_motion.stop();
    if (moves() && isVisible() && from != m_state)
        m_motion.start();
    else
        m_from = m_state;
    const ReplayPass* pass = this->pass();
    setAccessibleDescription(tr("Step %1 of %2").arg(m_state).arg(steps()) +
                             (pass ? QStringLiteral(": ") + titleOf(*pass) : QString()));
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    update();
}

const ReplayPass* Presenter::pass() const {
    return m_replay && m_state ? &m_replay->passes()[m_replay->passOf(m_state - 1)] : nullptr;
}

void Presenter::play(bool on) {
    m_play.stop();
    if (on && steps()) {
        m_error.clear();
        if (m_state >= steps())
            goTo(0);
        m_play.start(1000 / m_pace);
    }
    update();
}

/// Goes one step on. Steps of one pass with the same operators are run through at double pace.
void Presenter::tick() {
    const std::size_t boxes = m_picture.after.scene ? m_picture.after.scene->boxes.size() : 0;
    const ReplayPass* before = pass();
    goTo(m_state + 1);
    if (m_state >= steps()) {
        update();
        return;
    }
    const bool same = before == pass() &&
                      boxes == (m_picture.after.scene ? m_picture.after.scene->boxes.size() : 0) &&
                      m_glide == PointF{};
    m_play.start(1000 / m_pace / (same ? 2 : 1));
}

void Presenter::fail(const Error& error) {
    m_error = messageText(error.what);
    play(false);
}

void Presenter::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        m_painter = StepPainter(drawingText(font()));
    QWidget::changeEvent(event);
}

/// What is done in a pass; edits of one kind are one.
QString Presenter::titleOf(const ReplayPass& pass) const {
    if (m_edits.empty())
        return toQString(pass.name);
    switch (m_edits[pass.first].first) {
    case StepKind::added: return tr("Insert");
    case StepKind::removed: return tr("Remove");
    case StepKind::attribute: return tr("Attributes");
    case StepKind::connection: return tr("Connections");
    case StepKind::tensor: return tr("Tensors");
    case StepKind::name: return tr("Names");
    case StepKind::interface: return tr("Inputs and outputs");
    case StepKind::rewrites: return tr("Simplifier");
    case StepKind::reverted: return tr("Back to the file");
    default: return tr("Edits");
    }
}

/// What the step in view does.
QString Presenter::sentenceOf(const ReplayPass& pass) const {
    if (!m_edits.empty())
        return messageText(m_edits[m_state - 1].second);
    const PassInfo* info = findPass(pass.name);
    return info ? passSummary(*info) : QString();
}

QString Presenter::noteText() const {
    if (m_subject == Subject::edits && !steps())
        return tr("Nothing to show: no edit is done.");
    if (!m_replay)
        return m_document.simplifier().isActive() ? tr("Simplifying…") : tr("Open a model first");
    if (!steps())
        return tr("Nothing to show: no pass changed this model.");
    return m_state ? tr("No node changes in this step.") : tr("The model as it was opened");
}

void Presenter::addFigures(PresentedPage& page) const {
    const double moved = isMoving() ? m_motion.currentValue().toDouble() : 1;
    const auto add = [&](ReplayFigure which, const QString& name, const QString& unit,
                         QString (*shown)(double), bool percent) {
        const auto was = m_replay->amountAt(m_from, which);
        auto curve = m_replay->curveAt(m_state, which);
        if (!was || !curve)
            return;
        PresentedFigure figure;
        figure.name = name;
        figure.unit = unit;
        figure.now = *was + (curve->now - *was) * moved;
        figure.shown = shown(figure.now);
        const double start = curve->start, change = curve->now - start;
        figure.isGood = change <= 0;
        const QString amount = percent ? number(std::abs(change) / std::max(start, 1e-12) * 100)
                                       : shown(std::abs(change));
        if (amount != QLatin1String("0"))
            figure.change = (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) + amount +
                            (percent ? QStringLiteral(" %") : QString());
        figure.from =
            tr("from %1").arg(shown(start) + (unit.isEmpty() ? unit : QStringLiteral(" ") + unit));
        figure.curve = *std::move(curve);
        page.figures.push_back(std::move(figure));
    };
    add(ReplayFigure::nodes, tr("Nodes"), {}, number, false);
    add(ReplayFigure::partitions, tr("Partitions of %1").arg(toQString(m_replay->device().name)),
        {}, number, false);
    add(ReplayFigure::seconds, tr("Time per run"), QStringLiteral("ms"), milliseconds, true);
    if (page.figures.size() == 3)
        page.tag = tr("time simulated");
}

void Presenter::addVerdict(PresentedPage& page) const {
    if (m_subject == Subject::edits) // they may change what the model computes
        return;
    const auto& differences = m_document.simplifier().differences();
    const auto found = differences.find(m_state);
    if (found == differences.end())
        return;
    page.isAlike = found->second.within;
    page.verdict =
        !page.isAlike ? tr("outputs differ")
        : found->second.maxAbsolute == 0
            ? tr("outputs are equal")
            : tr("outputs agree, max %1").arg(QString::number(found->second.maxAbsolute, 'g', 2));
}

void Presenter::addHints(PresentedPage& page) const {
    if (!hintsShown())
        return;
    page.hints = {{{tr("Space")}, isPlaying() ? tr("pause") : tr("play")},
                  {{QStringLiteral("←"), QStringLiteral("→")}, tr("step")},
                  {{tr("Shift"), QStringLiteral("→")}, tr("next pass")},
                  {{QStringLiteral("−"), QStringLiteral("+")}, tr("%1 per s").arg(m_pace)},
                  {{QStringLiteral("F")}, m_formula ? tr("sentence") : tr("formula")},
                  {{QStringLiteral("B")}, tr("black")},
                  {{QStringLiteral("H")}, tr("hide this")},
                  {{QStringLiteral("Esc")}, tr("leave")}};
    if (!m_isHighContrast)
        page.hints.insert(page.hints.end() - 2,
                          {{QStringLiteral("D")}, s_isLight ? tr("dark") : tr("light")});
}

const Theme& Presenter::theme() const {
    return Theme::get(m_isHighContrast ? Theme::Kind::contrast
                      : s_isLight      ? Theme::Kind::light
                                       : Theme::Kind::dark);
}

PresentedPage Presenter::page() const {
    PresentedPage page;
    page.file = m_document.hasDocument() ? toQString(m_document.state().path.filename().string())
                                         : QString();
    page.note = noteText();
    page.error = m_error;
    page.goal = m_digits;
    addHints(page);
    if (!steps())
        return page;
    page.device = toQString(m_replay->device().full());
    page.state = m_state;
    page.size = steps();
    page.place = countText(m_state);
    page.placeOf = tr("step", "before its number");
    for (const ReplayPass& each : m_replay->passes())
        page.segments.push_back({titleOf(each), each.first, each.count});
    if (const ReplayPass* now = pass()) {
        page.current = m_replay->passOf(m_state - 1);
        page.pass = titleOf(*now);
        const QString anchor = toQString(m_replay->history().rewrite(m_state - 1).anchorName);
        page.which = tr("%1 of %2").arg(m_state - now->first).arg(now->count) +
                     (anchor.isEmpty() ? QString() : QStringLiteral(" · ") + anchor);
        page.sentence = sentenceOf(*now);
        if (m_formula && !now->before.empty())
            page.formula = {{tr("before"), passFormulaLine(now->before)},
                            {tr("after"), passFormulaLine(now->after)}};
    } else {
        page.pass = tr("Start");
        page.sentence = page.note;
    }
    page.picture = &m_picture;
    const double moved = isMoving() ? m_motion.currentValue().toDouble() : 1;
    page.shown = std::min(1.0, moved / kFade);
    page.glide = QPointF(m_glide.x, m_glide.y) * (1 - moved);
    addFigures(page);
    addVerdict(page);
    return page;
}

/// What has room around the step is another part of the graph now.
void Presenter::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_replay)
        preparePicture(m_state);
}

void Presenter::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_isBlack) {
        painter.fillRect(rect(), Qt::black);
        return;
    }
    PresenterPage(painter, size(), theme()).paint(page());
}

} // namespace partita
