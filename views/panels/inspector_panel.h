#pragma once

#include <QScrollArea>

#include "views/panels/panel.h"

class QLabel;
class QVBoxLayout;

namespace partita {

/// Shows the selected node: who runs it and why, inputs, outputs, attributes, weights. Without a
/// selection, shows the model.
class InspectorPanel : public Panel {
    Q_OBJECT
public:
    explicit InspectorPanel(const PanelContext& context);
    void refresh() override;

private:
    void showNode(const Node& node);
    void showModel();
    void addGroup(const Node& node);
    void addVerdicts(const Node& node);
    void addTriage(const Node& node);
    void addValues(const Node& node);
    void addAttributes(const Node& node);
    void addWeights(const Node& node);
    void addStatistics(const QString& name, const TensorPtr& tensor);
    void heading(const QString& text);
    [[nodiscard]] QString stateText(const Verdict& verdict) const;
    [[nodiscard]] static QFont nameFont();
    void valueRow(const QString& formal, const QString& name, const QString& type);
    QWidget* row(const QString& name, const QString& value);
    QLabel* label(const QString& html, bool wrap = true);

    QScrollArea* m_scroll;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace partita
