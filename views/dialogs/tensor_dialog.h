#pragma once

#include <QDialog>
#include <functional>

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QTableWidget;

namespace partita {

/// The elements of a tensor as a table: rows of its last dimension. They are edited, replaced by
/// those of a file, by one number or by random ones, or converted to another type; OK makes one edit
/// of all that.
class TensorDialog : public QDialog {
    Q_OBJECT
public:
    /// Makes the edit; what it refuses is told, and the dialog stays.
    using Take = std::function<Result<void>(TensorPtr)>;
    TensorDialog(const QString& title, TensorPtr tensor, Take take, const Theme& theme,
                 QWidget* parent);

    void takeFile(const QString& file); ///< elements of a .npy, .npz or .pb file
    void accept() override;

private:
    void present(TensorPtr tensor);
    void askForFile();
    void askForFill();
    void convert(DataType type);
    void tell(const QString& rule);
    /// The tensor as the cells have it; null where one of them is wrong, which is marked.
    TensorPtr edited();

    Take m_take;
    const Theme& m_theme;
    TensorPtr m_tensor;
    QLabel *m_form, *m_rule;
    QComboBox* m_type;
    QTableWidget* m_table;
};

} // namespace partita
