#pragma once

#include <QDialog>

#include "core/edits/edit.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QTableWidget;

namespace partita {

class DocumentController;

/// The elements of a constant of the document as a table: rows of its last dimension. They are
/// edited, replaced by those of a file or by random ones, or converted to another type; OK makes one
/// edit of all that.
class TensorDialog : public QDialog {
    Q_OBJECT
public:
    TensorDialog(DocumentController& document, ValueId value, TensorPtr tensor, const Theme& theme,
                 QWidget* parent);

    void takeFile(const QString& file); ///< elements of a .npy, .npz or .pb file
    void accept() override;

private:
    void present(TensorPtr tensor);
    void askForFile();
    void makeRandom();
    void convert(DataType type);
    void tell(const QString& rule);
    /// The tensor as the cells have it; null where one of them is wrong, which is marked.
    TensorPtr edited();

    DocumentController& m_document;
    ValueId m_value;
    TensorPtr m_tensor;
    const Theme& m_theme;
    QLabel *m_form, *m_rule;
    QComboBox* m_type;
    QTableWidget* m_table;
};

} // namespace partita
