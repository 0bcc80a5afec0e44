#pragma once

#include <QWidget>

#include "core/base/ids.h"

class QHBoxLayout;

namespace partita {

class DocumentController;

/// The way from the main graph to the body in view, main › If_0.then_branch › …, each part a button;
/// leads out of bodies and into them. Hidden in the main graph.
class Breadcrumb : public QWidget {
    Q_OBJECT
public:
    explicit Breadcrumb(DocumentController& document);
    void refresh();
    void goUp();
    /// Shows the body of a node; of several, those to choose from appear at `at` of the screen.
    void enter(NodeId node, const QPoint& at);

Q_SIGNALS:
    void insideChanged(bool inside); ///< whether there is a way up

private:
    DocumentController& m_document;
    QHBoxLayout* m_layout;
};

} // namespace partita
