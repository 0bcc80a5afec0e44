#pragma once

#include <QDialog>
#include <map>

#include "core/epcontext/generate.h"
#include "views/document/document_controller.h"
#include "views/theme/theme.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace partita {

/// Writes context models: of one model, or of several that share the weights in one binary. What
/// the device would take of each is there before anything is written.
class CompileDialog : public QDialog {
    Q_OBJECT
public:
    /// Compiles with the document's providers; its model, if there is one, is the first.
    CompileDialog(DocumentController& document, const Theme& theme, QWidget* parent);
    void addModels(const QStringList& files);
    /// The file of one model; the folder of several.
    void setOutput(const QString& path);
    void compile();
    void cancel(); ///< what is being compiled
    [[nodiscard]] QString verdict() const;

Q_SIGNALS:
    void prepared(); ///< or not: what it says has changed
    void compiled(const QString& file);

private:
    /// One line of the table: what is compiled, as soon as it is known.
    struct Entry {
        std::filesystem::path path;
        std::shared_ptr<const Model> model; ///< null: the file is not read yet
        std::shared_ptr<const GenerateInput> ready;
        QString problem;
    };
    struct Written {
        std::vector<std::filesystem::path> outputs;
        std::size_t partitions = 0;
        std::uint64_t binaryBytes = 0, savedBytes = 0;
    };
    void build();
    void chooseModels();
    void removeModel();
    void chooseOutput();
    void prepareNext();
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
    bool m_outputChosen = false; ///< by the user; otherwise it follows the models
    QTreeWidget* m_models;
    QLineEdit *m_output, *m_prefix, *m_external;
    QComboBox* m_packing;
    QLabel *m_outputLabel, *m_verdict;
    QProgressBar* m_progress;
    QPushButton *m_compile, *m_close;
    bool m_compiling = false;
};

} // namespace partita
