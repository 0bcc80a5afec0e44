#pragma once

#include <QDialog>
#include <vector>

#include "core/ir/model.h"

class QGridLayout;
class QLabel;
class QSpinBox;

namespace partita {

class DocumentController;

/// A small window at the place of a shape, with a field for each open size of the model's inputs.
/// Applied sizes are fixed in the document; an empty field leaves the size as it is in the file.
class SizeEditor : public QDialog {
    Q_OBJECT
public:
    /// `tensor`: the one whose shape was clicked; the field of its first open size gets the focus.
    SizeEditor(DocumentController& document, ValueId tensor, QWidget* parent);
    /// Shows the window at a point of the screen, moved so that all of it is seen.
    void showAt(const QPoint& place);

private:
    struct Field {
        std::string input;       ///< of a size without a name: its input
        std::size_t axis = 0;    ///< and its place in the shape
        std::string symbol;      ///< the name of the size
        QSpinBox* box = nullptr; ///< 0: open
    };
    void addField(Field field, const QString& title, const QString& usedBy);
    void collect(const Model& model);
    void apply();
    [[nodiscard]] const Field* fieldOf(const Value& value, const Dim& dim, std::size_t axis) const;

    DocumentController& m_document;
    std::vector<Field> m_fields;
    QGridLayout* m_grid; ///< of the fields
    QLabel* m_problem;
};

} // namespace partita
