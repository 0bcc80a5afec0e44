#pragma once

#include <QWidget>

#include "core/edits/edit.h"
#include "core/onnx/operator_description.h"
#include "views/theme/theme.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace partita {

class CommitField;
class DocumentController;

/// The attributes of one or several nodes of the document with an editor each: those that they have,
/// and those that their operators may have. A change is an edit for all of the nodes, made by Enter,
/// Tab or leaving the field; Escape brings the value back. A value that breaks a rule stays in its
/// field with the rule below it, and nothing is edited. What a binary fixes is only shown. Where nothing is known of the operator,
/// attributes of any name are added.
class AttributeEditor : public QWidget {
    Q_OBJECT
public:
    AttributeEditor(DocumentController& document, const Theme& theme, std::vector<NodeId> nodes);

    /// "3 of 9 set"
    [[nodiscard]] QString headText() const;
    [[nodiscard]] bool isEmpty() const { return m_rows.empty() && !m_takesAny; }

Q_SIGNALS:
    void bodyWanted(partita::GraphId body);

private:
    struct Row {
        std::string name;
        std::int32_t type = 0;
        AttributePtr set;       ///< of all nodes; null: the default holds, or they differ
        AttributePtr otherwise; ///< the default; null: none
        bool isSet = false;     ///< at a node at least
        bool differs = false, required = false, isChanged = false;
        QString documentation;
        QString stays; ///< why it may not be changed; empty: it may
        CommitField* field = nullptr;
        QComboBox* choice = nullptr;
        QLabel* rule = nullptr;
    };
    void findRows();
    void addKnown(const std::shared_ptr<const Node>& shared);
    void addRow(QGridLayout& grid, Row& row, int line);
    QWidget* editorOf(Row& row);
    QWidget* fieldOf(Row& row);
    QWidget* choiceOf(Row& row, const QStringList& texts);
    [[nodiscard]] QStringList textsOf(const Row& row) const;
    [[nodiscard]] static QString shown(const Row& row);
    QWidget* tableOf(const Row& row);
    void addNew(QGridLayout& grid, int line);
    void addNamed(const QString& name, std::int32_t type, const QString& text);
    QString commit(const Row& row, const QString& text);
    void reset(const Row& row);
    [[nodiscard]] const Model& model() const;

    DocumentController& m_document;
    const Theme& m_theme;
    std::vector<NodeId> m_nodes;
    std::vector<Row> m_rows;
    bool m_takesAny = false; ///< attributes that no schema lists
    QLabel* m_newRule = nullptr;
};

} // namespace partita
