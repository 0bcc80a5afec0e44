#include "app/window/parts/empty_state.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/preferences/window_settings.h"
#include "views/text/elided_line.h"
#include "views/theme/empty_layout.h"

namespace partita {

namespace {

constexpr int kShown = 5; ///< at most so many recent files
constexpr int kWidestFolder = 360;

} // namespace

EmptyState::EmptyState(QWidget* canvas) : QWidget(canvas), m_layout(new QVBoxLayout(this)) {
    m_layout->setAlignment(Qt::AlignCenter);
}

void EmptyState::showWork(const QString& title, const Theme& theme) {
    makeEmpty(*m_layout);
    auto* label = new QLabel(title);
    label->setTextFormat(Qt::PlainText);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, theme.second);
    label->setPalette(palette);
    m_layout->addWidget(label, 0, Qt::AlignHCenter);
}

void EmptyState::refresh(const Theme& theme) {
    makeEmpty(*m_layout);
    const auto add = [&](const QString& text, auto signal) {
        auto* button = new QPushButton(text);
        button->setMinimumWidth(260);
        connect(button, &QPushButton::clicked, this, signal);
        m_layout->addWidget(button, 0, Qt::AlignHCenter);
    };
    add(tr("Open a model"), &EmptyState::openRequested);
    add(tr("Merge context models"), &EmptyState::mergeRequested);
    add(tr("Open the sample"), &EmptyState::sampleRequested);
    for (const QString& path : WindowSettings().recentFiles().mid(0, kShown))
        if (QFileInfo::exists(path)) {
            auto* link = new QToolButton;
            link->setText(QFileInfo(path).fileName());
            link->setToolTip(path);
            connect(link, &QToolButton::clicked, this,
                    [this, path] { Q_EMIT fileRequested(path); });
            // Models of one name, in several folders, are told apart by these.
            auto* folder = new ElidedLine; // where it is narrow, the name stays whole
            folder->setText(folder->fontMetrics().elidedText(
                QDir::toNativeSeparators(QFileInfo(path).absolutePath()), Qt::ElideMiddle,
                kWidestFolder));
            QPalette palette = folder->palette();
            palette.setColor(QPalette::WindowText, theme.second);
            folder->setPalette(palette);
            auto* row = new QWidget;
            auto* line = new QHBoxLayout(row);
            line->setContentsMargins(0, 0, 0, 0);
            line->addWidget(link);
            line->addWidget(folder);
            m_layout->addWidget(row, 0, Qt::AlignHCenter);
        }
    auto* hint = new QLabel(QStringLiteral("<span style='color:%1'>%2</span>")
                                .arg(theme.hint.name(), tr("or drop an .onnx file here")));
    m_layout->addWidget(hint, 0, Qt::AlignHCenter);
}

} // namespace partita
