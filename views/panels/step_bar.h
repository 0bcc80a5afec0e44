#pragma once

#include <QWidget>

#include "views/document/simplify_controller.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace partita {

/// Steps through the states of a simplification by rewrite, pass or round, by hand or by a timer.
/// One line where there is room for it.
class StepBar : public QWidget {
    Q_OBJECT
public:
    explicit StepBar(SimplifyController& simplifier);
    void refresh(const Theme& theme); ///< updates looks, texts and position

private:
    void showStart();
    SimplifyController& m_simplifier;
    QToolButton *m_first, *m_back, *m_play, *m_next, *m_last;
    QSlider* m_slider;
    QComboBox *m_stride, *m_speed;
    QCheckBox* m_againstStart;
    QLabel* m_place;
};

} // namespace partita
