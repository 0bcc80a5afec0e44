#pragma once

#include <QComboBox>

namespace partita {

class GraphView;

/// The scale of the graph as an editable box: shows it, offers common ones, and takes any number.
class ZoomBox : public QComboBox {
    Q_OBJECT
public:
    explicit ZoomBox(GraphView& graph);
    void translate();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitWidth();
    void showScale(double scale);
    void apply(const QString& text);

    GraphView& m_graph;
};

} // namespace partita
