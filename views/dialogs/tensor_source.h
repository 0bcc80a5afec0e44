#pragma once

#include <QObject>
#include <filesystem>

#include "core/base/json.h"
#include "core/edits/script_tensors.h"

class QComboBox;
class QLineEdit;

namespace partita {

class EditForm;

/// Fields of a form that say where the elements of a tensor come from, as scripts know it: one number,
/// random ones, a list, or a file. Those of the chosen one are shown.
class TensorSource : public QObject {
    Q_OBJECT
public:
    enum class Kind { zeros, ones, number, random, list, file };
    /// `folder`: that a relative name of a file is in.
    TensorSource(EditForm& form, const std::vector<Kind>& kinds, std::filesystem::path folder);

    [[nodiscard]] Kind kind() const;
    /// The elements of the type and shape, if they are said; a file has its own else.
    [[nodiscard]] Result<TensorPtr> tensor(const ExpectedTensor& wanted) const;
    void takeFile(const QString& file);

Q_SIGNALS:
    void fileTaken(); ///< another file was chosen

private:
    void showFields();
    void askForFile();
    [[nodiscard]] nlohmann::json form() const;

    EditForm& m_form;
    std::filesystem::path m_folder;
    QComboBox* m_kind;
    QLineEdit *m_number, *m_seed, *m_low, *m_high, *m_list, *m_file, *m_array;
};

} // namespace partita
