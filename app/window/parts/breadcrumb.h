#pragma once

#include <QWidget>

#include "core/base/ids.h"

class QHBoxLayout;

namespace partita {

class DocumentController;

/// The path from the main graph to the body in view, main › If_0.then_branch › …, each part a
/// button. Enters and leaves bodies. Hidden while the main graph is in view.
class Breadcrumb : public QWidget {
    Q_OBJECT
public:
    explicit Breadcrumb(DocumentController& document);
    void refresh();
    void goUp();
    /// Shows the body of a node. If it has several, shows a menu of them at `at` (on the screen).
    void enter(NodeId node, const QPoint& at);

Q_SIGNALS:
    void insideChanged(bool inside); ///< whether a body is in view

private:
    DocumentController& m_document;
    QHBoxLayout* m_layout;
};

} // namespace partita
