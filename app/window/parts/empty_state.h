#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QVBoxLayout;

namespace partita {

/// Shown on the canvas while no document is open: how to open one, and the recent files; or what is
/// being opened.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* canvas);
    void refresh(const Theme& theme);
    void showWork(const QString& title, const Theme& theme); ///< in place of all else

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    void mergeRequested();
    void fileRequested(const QString& path);

private:
    QVBoxLayout* m_layout;
};

} // namespace partita
