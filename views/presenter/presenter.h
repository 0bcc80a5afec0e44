#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <memory>

#include "core/tasks/replay/simplify_replay.h"
#include "views/document/document_controller.h"
#include "views/presenter/presenter_page.h"

namespace partita {

/// Shows the steps of the simplifier, or those of the history, to a room: a window of its own, full
/// screen, with one step at a time, large. It has its own position: the document stays where it is.
class Presenter : public QWidget {
    Q_OBJECT
public:
    enum class Subject : std::uint8_t { rewrites, edits };
    /// `start`: the number of steps to begin with. Simplifies the document where its rewrites are
    /// wanted and there are none.
    Presenter(DocumentController& document, Subject subject, std::size_t start,
              QWidget* parent = nullptr);

    [[nodiscard]] std::size_t state() const { return m_state; }
    [[nodiscard]] std::size_t steps() const { return m_replay ? m_replay->size() : 0; }
    [[nodiscard]] bool isPlaying() const { return m_play.isActive(); }
    [[nodiscard]] int stepsPerSecond() const { return m_pace; }
    [[nodiscard]] bool isBlack() const { return m_isBlack; }
    [[nodiscard]] bool hintsShown() const { return m_hints && !m_isIdle; }
    [[nodiscard]] bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }
    /// What is shown now.
    [[nodiscard]] PresentedPage page() const;
    void goTo(std::size_t state);
    void play(bool on);
    void fail(const Error& error);
    void setMotionWanted(bool wanted) { m_motionWanted = wanted; }
    /// As the window is: then it is neither dark nor light of its own.
    void setHighContrast(bool wanted) { m_isHighContrast = wanted; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool event(QEvent* event) override;

private:
    void takeHistory();
    void followRewrites();
    [[nodiscard]] QString titleOf(const ReplayPass& pass) const;
    [[nodiscard]] QString sentenceOf(const ReplayPass& pass) const;
    void place();
    bool typeGoal(int key);
    bool pressed(int key, bool shift);
    void toPass(int direction);
    void setPace(int direction);
    void wake();
    void tick();
    [[nodiscard]] bool moves() const;
    void preparePicture(std::size_t from);
    [[nodiscard]] const ReplayPass* pass() const;
    void addFigures(PresentedPage& page) const;
    void addVerdict(PresentedPage& page) const;
    void addHints(PresentedPage& page) const;
    [[nodiscard]] QString noteText() const;
    [[nodiscard]] const Theme& theme() const;

    DocumentController& m_document;
    const Subject m_subject;
    bool m_simplifies = false; ///< the rewrites were made for the presentation
    std::vector<std::pair<StepKind, Message>> m_edits; ///< what each step does, if they are edits
    JobRunner m_jobs; ///< places states; the document's own jobs go on beside it
    std::unique_ptr<SimplifyReplay> m_replay;
    StepPainter m_painter;
    StepPicture m_picture;
    PointF m_glide;
    std::size_t m_state = 0, m_from = 0, m_start = 0;
    int m_pace = 4;
    bool m_formula = false, m_isBlack = false, m_hints = true, m_isIdle = false;
    static inline bool s_isLight = false; ///< dark or light, kept for the next presentation
    bool m_motionWanted = true, m_isHighContrast = false;
    QString m_digits, m_error;
    QTimer m_play, m_idle;
    QVariantAnimation m_motion;
};

} // namespace partita
