#pragma once

#include <QObject>

#include "core/base/ids.h"

namespace partita {

class MainWindow;

/// Follows the links that lead to parts of the main window (panels, the editor of sizes, bodies) and
/// to other documents.
class LinkTargets : public QObject {
    Q_OBJECT
public:
    explicit LinkTargets(MainWindow& window);

private:
    void follow(const QString& link);
    void openInside(NodeId node);
    void askFor(const QString& what); ///< for an edit of the selection
    void editSizes(ValueId tensor, const QPoint& at);

    MainWindow& m_window;
    NodeId m_inside; ///< the EPContext node to open, when it is known what is inside
};

} // namespace partita
