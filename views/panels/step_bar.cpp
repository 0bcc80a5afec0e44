#include "views/panels/step_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QToolButton>

#include "views/panels/flow_layout.h"

namespace partita {

namespace {
constexpr int kSpeeds[] = {1, 2, 4, 8, 16}; ///< steps per second
constexpr int kFirstSpeed = 2;
} // namespace

StepBar::StepBar(SimplifyController& simplifier)
    : m_simplifier(simplifier), m_slider(new QSlider(Qt::Horizontal)), m_stride(new QComboBox),
      m_speed(new QComboBox), m_againstStart(new QCheckBox), m_place(new QLabel) {
    auto* player = new QWidget; // its buttons stay together
    auto* buttons = new QHBoxLayout(player);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(0);
    for (QToolButton** button : {&m_first, &m_back, &m_play, &m_next, &m_last}) {
        *button = new QToolButton;
        (*button)->setAutoRepeat(button == &m_back || button == &m_next);
        buttons->addWidget(*button);
    }
    m_play->setCheckable(true);
    m_play->setObjectName(QStringLiteral("playRewrites"));
    m_first->setObjectName(QStringLiteral("firstRewrite"));
    m_last->setObjectName(QStringLiteral("lastRewrite"));
    m_next->setObjectName(QStringLiteral("nextRewrite"));
    m_back->setObjectName(QStringLiteral("previousRewrite"));
    m_slider->setObjectName(QStringLiteral("rewriteSlider"));
    m_stride->setObjectName(QStringLiteral("stride"));
    m_againstStart->setObjectName(QStringLiteral("againstStart"));
    m_stride->addItems({{}, {}, {}});
    for (const int speed : kSpeeds)
        m_speed->addItem({}, speed);
    m_speed->setCurrentIndex(kFirstSpeed);
    m_slider->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* line = new FlowLayout; // where it is narrow, the last parts stand below
    line->setSpacing(6);
    for (QWidget* part : std::initializer_list<QWidget*>{player, m_slider, m_place, m_stride,
                                                         m_speed, m_againstStart})
        line->addWidget(part);
    setLayout(line);
    connect(m_first, &QToolButton::clicked, this, [this] { m_simplifier.goTo(0); });
    connect(m_last, &QToolButton::clicked, this, [this] {
        if (const auto* history = m_simplifier.history())
            m_simplifier.goTo(history->size());
    });
    connect(m_back, &QToolButton::clicked, this, [this] { m_simplifier.step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { m_simplifier.step(1); });
    connect(m_play, &QToolButton::toggled, this, [this](bool on) { m_simplifier.play(on); });
    connect(m_againstStart, &QCheckBox::toggled, this, [this](bool on) {
        if (!on && m_simplifier.history())
            m_simplifier.goTo(m_simplifier.position());
        showStart();
    });
    connect(&m_simplifier, &SimplifyController::positionChanged, this, &StepBar::showStart);
    // The picture follows when the slider is released, not at each pixel.
    connect(m_slider, &QSlider::sliderReleased, this,
            [this] { m_simplifier.goTo(static_cast<std::size_t>(m_slider->value())); });
    connect(m_slider, &QSlider::actionTriggered, this, [this](int action) {
        // A turn of the wheel is a move, too, but of a slider that nobody holds.
        if (action != QSlider::SliderMove || !m_slider->isSliderDown())
            m_simplifier.goTo(static_cast<std::size_t>(m_slider->sliderPosition()));
    });
    connect(m_stride, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this](int index) {
        m_simplifier.setStride(static_cast<SimplifyController::Stride>(std::max(0, index)));
    });
    connect(m_speed, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
            [this](int index) { m_simplifier.setStepsPerSecond(kSpeeds[std::max(0, index)]); });
}

/// Shows the start beside the state in view, where that is wanted and another state stands there.
void StepBar::showStart() {
    if (m_againstStart->isChecked() && m_simplifier.position() > 0 &&
        m_simplifier.comparedWith() != 0)
        m_simplifier.goTo(m_simplifier.position(), 0);
}

void StepBar::refresh(const Theme& theme) {
    const QString strides[] = {tr("Step by rewrite"), tr("Step by pass"), tr("Step by round")};
    for (int i = 0; i < 3; ++i)
        m_stride->setItemText(i, strides[i]);
    for (int i = 0; i < m_speed->count(); ++i)
        m_speed->setItemText(i, tr("%1 per s").arg(kSpeeds[i]));
    m_againstStart->setText(tr("Beside the start"));
    m_againstStart->setToolTip(tr("Shows the model as it was opened beside every state"));
    m_stride->setAccessibleName(tr("Length of a step"));
    m_speed->setAccessibleName(tr("Speed"));
    m_stride->setAccessibleDescription(tr("What one step forward or back goes over"));
    m_speed->setAccessibleDescription(tr("How many steps are shown in a second"));
    m_slider->setAccessibleName(tr("Rewrite"));
    const bool plays = m_simplifier.isPlaying();
    const std::tuple<QToolButton*, QString, const char*, const char*> looks[] = {
        {m_first, tr("As it was opened"), "first", ""},
        {m_back, tr("One step back"), "stepBack", ","},
        {m_play, plays ? tr("Pause") : tr("Play"), plays ? "pause" : "run", "Space"},
        {m_next, tr("One step on"), "stepOn", "."},
        {m_last, tr("All rewrites"), "last", ""}};
    const RewriteHistory* history = m_simplifier.history();
    for (const auto& [button, name, icon, key] : looks) {
        button->setIcon(theme.icon(icon));
        button->setToolTip(*key ? tr("%1 (%2)").arg(name, QLatin1String(key)) : name);
        button->setAccessibleName(name);
    }
    for (QWidget* widget : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        widget->setEnabled(history != nullptr);
    m_play->setChecked(plays);

    const int count = history ? static_cast<int>(history->size()) : 0;
    m_slider->setRange(0, count);
    m_slider->setValue(static_cast<int>(m_simplifier.position()));
    const QLocale locale;
    const auto place = [&](std::size_t position) {
        return tr("%1 of %2")
            .arg(locale.toString(static_cast<qulonglong>(position)), locale.toString(count));
    };
    m_place->setText(history ? place(m_simplifier.position()) : QString());
    // The slider keeps its length while the steps are counted.
    m_place->setMinimumWidth(
        m_place->fontMetrics().horizontalAdvance(place(static_cast<std::size_t>(count))));
}

} // namespace partita
