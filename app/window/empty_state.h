#pragma once

#include <QWidget>

#include "views/theme/theme.h"

class QVBoxLayout;

namespace partita {

/// What stands on the canvas while there is no document: how to open one, and the latest ones.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* canvas);
    void refresh(const Theme& theme);

Q_SIGNALS:
    void openRequested();
    void sampleRequested();
    void fileRequested(const QString& path);

private:
    QVBoxLayout* m_layout;
};

} // namespace partita
