#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QVBoxLayout;

namespace partita {

/// Shown on the canvas while no document is open: how to open one, and the recent files.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* canvas);
    void refresh(const Theme& theme);

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    void mergeRequested();
    void fileRequested(const QString& path);

private:
    QVBoxLayout* m_layout;
};

} // namespace partita
