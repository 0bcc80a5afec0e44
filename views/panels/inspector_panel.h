#pragma once

#include <QScrollArea>
#include <optional>
#include <vector>

#include "core/edits/edit.h"
#include "views/panels/editor_key.h"
#include "views/panels/panel.h"

class QLabel;
class QVBoxLayout;

namespace partita {

class ElidedLabel;
class WrappedText;

/// Shows the selected node (who runs it and why, inputs, outputs, attributes, weights) or tensor
/// (who makes and who reads it). Without a selection, shows the model. Names are links.
class InspectorPanel : public Panel {
    Q_OBJECT
public:
    explicit InspectorPanel(const PanelContext& context);
    void refresh() override;

private:
    void showNode(const Node& node);
    void showModel();
    void showTensor(const Value& value);
    void addPlace(const Node& node);
    /// Inputs or outputs of the model; of the inputs, not those with a constant value.
    void addPorts(const std::vector<ValueId>& values, bool inputs);
    void addFixedSizes();
    void addGroup(const Node& node);
    void addVerdicts(const Node& node);
    /// Of a call, where the nodes of its function are; in inspector_calls.cpp.
    void addParts(const Node& node);
    void addTriage(const Node& node);
    void addValues(const Node& node);
    void addAttributes(const Node& node);
    void addCopy(QWidget& row, const Attribute& attribute);
    void addContext(const Node& node); ///< what is inside, if it is compiled
    void addMembers(const Node& node); ///< the nodes of its source model
    /// Before and after side by side, where the document is compared and they differ.
    void addSides(const Node& node);
    /// What can be done with the node in a comparison, as buttons below the page.
    void showSideActions();
    /// The nodes that a rewrite of the simplifier made it of.
    void addSources(const Node& node);
    /// What a file says about a part in words, and while the user edits the way to change it.
    void addAnnotations(const Annotated& part);
    // Editing; in inspector_editing.cpp.
    void showSelection(const std::vector<NodeId>& nodes);
    void addName(const Node& node);
    void addMark(const std::vector<NodeId>& nodes);
    void addAttributeEditor(const std::vector<NodeId>& nodes);
    void addElements(const Value& value);
    // Of a tensor; in inspector_tensor.cpp.
    void addTensorEditing(const Value& value);
    void addForm(const Value& value);
    void addStorage(const Value& value);
    void addStoredType(const Value& value);
    void editorRow(const QString& name, const std::vector<QWidget*>& editors);
    void addOpenInput(const Node& node, std::size_t index, const QString& formal);
    /// What the user is writing, to go on with after the page was made anew.
    struct Writing {
        std::vector<NodeId> nodes;
        ValueId tensor;
        std::optional<EditorKey> editor{}; ///< the one with the focus; nothing: none has it
        QString text{};
        std::vector<EditorKey>
            others{}; ///< that stand for it where it has gone, the best one first
        int cursor = 0, scrolled = 0;
        bool isChanged = false;
    };
    [[nodiscard]] Writing subject() const; ///< what the page is about
    Writing leave();                       ///< before the page is replaced: it edits nothing more
    void goOn(const Writing& writing);
    void addWeights(const Node& node);
    void addStatistics(const QString& name, const TensorPtr& tensor);
    void heading(const QString& text);
    [[nodiscard]] QString stateText(const Verdict& verdict) const;
    QWidget* row(const QString& name, const QString& value);
    QLabel* label(const QString& html, bool wrap = true);
    /// Text with links below each other or in a line, as small as the values of rows.
    WrappedText* links(const QString& html);
    void showMenu(WrappedText& text, const QPoint& at);
    /// A row whose value is HTML with links.
    void linkRow(const QString& name, const QString& html);
    /// A tensor of a node: its name, what makes it or reads it, its type.
    void valueRow(const QString& formal, ValueId id, bool output);
    /// The type, with its shape as a link to the editor of sizes where some are open.
    [[nodiscard]] QString bodyHtml(GraphId body) const;
    [[nodiscard]] QString typeHtml(const Value& value) const;
    /// Links to nodes, at most `kNodesListed`, each with its partition.
    [[nodiscard]] QString nodesHtml(const std::vector<NodeId>& nodes) const;

    QScrollArea* m_scroll;
    QWidget* m_sideActions = nullptr;     ///< below the page
    std::vector<ElidedLabel*> m_rowNames; ///< beside their values, in the page that is shown
    Writing m_shown;                      ///< what the page is about
    QVBoxLayout* m_layout = nullptr;
};

} // namespace partita
