#pragma once

#include <QDialog>
#include <map>

#include "core/tasks/compiled_models.h"
#include "views/document/document_controller.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace partita {
class RealProviderBox;
}

namespace partita {

/// Compiles one model to a context model, or several that share their weights in one binary. Shows
/// what the device takes of each model before anything is written.
class CompileDialog : public QDialog {
    Q_OBJECT
public:
    /// Compiles with the document's providers. The first model is the document's, if one is open.
    CompileDialog(DocumentController& document, const Theme& theme, QWidget* parent);
    void addModels(const QStringList& files);
    /// `path`: the file of a single context model, or the folder of several.
    void setOutput(const QString& path);
    void compile();
    void cancel(); ///< cancels the running compilation
    [[nodiscard]] QString verdict() const;

Q_SIGNALS:
    void prepared(); ///< all models are read and placed, or have a problem
    void compiled(const QString& file);

private:
    /// One line of the table. `ready` is set when the model is read and placed.
    struct Entry {
        std::filesystem::path path;
        std::shared_ptr<const Model> model; ///< the document's model; null: read from `path`
        std::shared_ptr<const GenerateInput> ready;
        QString problem;
    };
    void build();
    void chooseModels();
    void removeModel();
    void chooseOutput();
    void prepareNext();
    void compileForReal();
    void showWritten(const Result<Compiled>& written);
    [[nodiscard]] QString textOf(const Compiled& written) const;
    void showModels();
    void showState();
    void suggestOutput();
    void setCompiling(bool on);
    void setVerdict(bool good, const QString& text);
    [[nodiscard]] bool isGroup() const { return m_entries.size() > 1; }
    [[nodiscard]] GenerateOptions options() const;
    [[nodiscard]] std::vector<std::filesystem::path> outputs() const;

    DocumentController& m_document;
    const Theme& m_theme;
    JobRunner m_jobs;
    std::vector<Entry> m_entries;
    bool m_outputChosen = false; ///< the user chose the output; otherwise it follows the models
    QTreeWidget* m_models;
    QLineEdit *m_output, *m_prefix, *m_external;
    QComboBox* m_packing;
    RealProviderBox* m_who;
    QLabel *m_outputLabel, *m_verdict;
    QProgressBar* m_progress;
    QPushButton *m_compile, *m_close;
    bool m_compiling = false;
};

} // namespace partita
