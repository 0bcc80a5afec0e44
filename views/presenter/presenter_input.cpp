// Keys, clicks and the pointer of the presenter.

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/presenter/presenter.h"

namespace partita {

namespace {
constexpr int kPaces[] = {1, 2, 4, 8, 16, 32}; ///< steps per second
} // namespace

void Presenter::toPass(int direction) {
    if (!m_replay)
        return;
    play(false);
    const auto& passes = m_replay->passes();
    if (direction > 0) {
        for (const ReplayPass& each : passes)
            if (each.first + 1 > m_state)
                return goTo(each.first + 1);
        return goTo(steps());
    }
    for (auto each = passes.rbegin(); each != passes.rend(); ++each)
        if (each->first + 1 < m_state)
            return goTo(each->first + 1);
    goTo(0);
}

void Presenter::setPace(int direction) {
    const auto* at = std::find(std::begin(kPaces), std::end(kPaces), m_pace);
    const auto next =
        std::clamp<std::ptrdiff_t>(at - std::begin(kPaces) + direction, 0, std::ssize(kPaces) - 1);
    m_pace = kPaces[next];
    if (isPlaying())
        m_play.start(1000 / m_pace);
}

/// Digits choose a step, Enter goes there; anything else forgets them.
bool Presenter::typeGoal(int key) {
    if (key >= Qt::Key_0 && key <= Qt::Key_9) {
        if (m_digits.size() < 9)
            m_digits += QChar('0' + key - Qt::Key_0);
        return true;
    }
    if (key == Qt::Key_Backspace && !m_digits.isEmpty()) {
        m_digits.chop(1);
        return true;
    }
    const QString digits = std::exchange(m_digits, {});
    if ((key != Qt::Key_Return && key != Qt::Key_Enter) || digits.isEmpty())
        return false;
    play(false);
    goTo(static_cast<std::size_t>(digits.toULongLong()));
    return true;
}

bool Presenter::pressed(int key, bool shift) {
    const auto step = [this](int by) {
        play(false);
        goTo(by < 0 ? m_state - std::min<std::size_t>(1, m_state) : m_state + 1);
    };
    switch (key) {
    case Qt::Key_Right: shift ? toPass(1) : step(1); return true;
    case Qt::Key_Left: shift ? toPass(-1) : step(-1); return true;
    case Qt::Key_PageDown: step(1); return true;
    case Qt::Key_PageUp: step(-1); return true;
    case Qt::Key_Space: play(!isPlaying()); return true;
    case Qt::Key_Home:
        play(false);
        goTo(0);
        return true;
    case Qt::Key_End:
        play(false);
        goTo(steps());
        return true;
    case Qt::Key_F: m_formula = !m_formula; return true;
    case Qt::Key_B: m_isBlack = !m_isBlack; return true;
    case Qt::Key_H: m_hints = !m_hints; return true;
    case Qt::Key_D:
        if (!m_isHighContrast)
            s_isLight = !s_isLight;
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: setPace(1); return true;
    case Qt::Key_Minus: setPace(-1); return true;
    case Qt::Key_Escape: close(); return true;
    default: return false;
    }
}

void Presenter::keyPressEvent(QKeyEvent* event) {
    const bool plain =
        (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == Qt::NoModifier;
    if (!plain ||
        !(typeGoal(event->key()) || pressed(event->key(), event->modifiers() & Qt::ShiftModifier)))
        return QWidget::keyPressEvent(event);
    if (m_isBlack && event->key() != Qt::Key_B)
        m_isBlack = false;
    update();
}

void Presenter::wake() {
    m_isIdle = false;
    unsetCursor();
    m_idle.start();
    update();
}

void Presenter::mouseMoveEvent(QMouseEvent*) { wake(); }

void Presenter::mousePressEvent(QMouseEvent* event) {
    wake();
    if (!m_replay || event->button() != Qt::LeftButton)
        return;
    const auto places = PresenterPage::segments(page().segments, size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRectF hit = places[i].adjusted(0, -places[i].height() * 2.5, 0, places[i].height());
        if (!hit.contains(event->localPos()))
            continue;
        const ReplayPass& pass = m_replay->passes()[i];
        const double share = (event->localPos().x() - places[i].left()) / places[i].width();
        play(false);
        goTo(pass.first + std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(
                                                      share * static_cast<double>(pass.count))),
                                                  1, pass.count));
        return;
    }
}

bool Presenter::event(QEvent* event) {
    if (event->type() ==
        QEvent::ShortcutOverride) { // every key is the presenter's while it is shown
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip && m_replay) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto shown = page().segments;
        const auto places = PresenterPage::segments(shown, size());
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i].adjusted(0, -8, 0, 8).contains(help->pos())) {
                QToolTip::showText(help->globalPos(),
                                   QStringLiteral("%1 · %2").arg(shown[i].name).arg(shown[i].count),
                                   this);
                return true;
            }
    }
    return QWidget::event(event);
}

} // namespace partita
