#pragma once

#include <QDialog>

#include "core/rewrite/recipe.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace partita {

class DocumentController;

/// Edits a recipe: which passes run, in which order, on which nodes, with which options.
class PassChooser : public QDialog {
    Q_OBJECT
public:
    PassChooser(const Recipe& recipe, const DocumentController& document, QWidget* parent);
    [[nodiscard]] Recipe recipe() const;
    void setRecipe(const Recipe& recipe);

private:
    void build();
    void fillList(const Recipe& recipe);
    void filter(const QString& text);
    void modeChanged();
    void openRecipe();
    [[nodiscard]] bool isList() const; ///< the recipe is an explicit list of passes in this order

    std::vector<std::string> m_selection; ///< the nodes that were selected as the dialog opened
    Recipe m_recipe;                      ///< holds the settings that the dialog does not show
    QComboBox* m_mode;
    QLineEdit *m_filter, *m_shapes;
    QListWidget* m_list;
    QSpinBox *m_rounds, *m_opset;
    QCheckBox *m_fold, *m_infer, *m_grow, *m_selected;
    QLabel *m_hint, *m_problem;
};

} // namespace partita
