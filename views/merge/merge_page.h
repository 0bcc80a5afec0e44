#pragma once

#include <QWidget>

#include "views/merge/merge_controller.h"
#include "views/theme/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QSplitter;
class QToolButton;

namespace partita {

class ElidedLine;
class MergePreview;
class OutputStrip;
class PlanTable;
class ProblemTable;
class SourceTable;

/// A merge as a page: the sources, the plan of every change with its reason, the merged graph, and
/// the problems with what puts them right. Nothing is written before *Merge*.
class MergePage : public QWidget {
    Q_OBJECT
public:
    /// `providers` and `judges`: as those of the controller.
    MergePage(const Theme& theme, ProviderList providers, ProviderList judges = {});
    ~MergePage() override;

    [[nodiscard]] MergeController& merge() { return m_merge; }
    [[nodiscard]] QString title() const; ///< the name of the recipe, or "Merge"
    /// Asks what becomes of a recipe that is not saved; false: the page is to stay.
    [[nodiscard]] bool mayLeave();
    void openRecipe(const QString& file);
    [[nodiscard]] bool saveRecipe(); ///< asks where, unless it has a file; false: it is not saved
    void setOutput(const QString& file);
    void write();                        ///< asks before it replaces a file
    void drop(const QList<QUrl>& files); ///< adds models, opens a recipe
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void titleChanged();
    void closeRequested();
    /// A source, or what was written: `note` says how a run of it went.
    void openRequested(const QString& file, const QString& note = {});

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildBar();
    void fitBar();
    void fitNote();
    QWidget* buildHead();
    QWidget* buildSources();
    QWidget* buildPicture();
    QWidget* buildFooter();
    QToolButton* addButton(class QHBoxLayout* bar, const char* name, void (MergePage::*act)());
    void connectParts();
    void translate();
    void styleAll();
    void refresh();
    void showPlan();
    void showFigures();
    void showResult(const WrittenMerge& result);
    enum class Tone : std::uint8_t { plain, good, caution, bad };
    void say(Tone tone, const QString& text);
    void giveSourcesRoom();
    void sayPlanned();
    void colourNote(); ///< by its tone and the theme
    void fix(const MergeProblem& problem);
    void removeConnection(int connection);
    void fillConnect(QMenu& menu);
    void fillShared(QMenu& menu);
    [[nodiscard]] std::vector<std::string> shareable() const;
    [[nodiscard]] QString figures(const MergePlan& plan) const;

    // What the buttons do.
    void chooseModels();
    void moveUp();
    void moveDown();
    void moveBy(int row, int rows);
    void removeChosen();
    void removeModel(int row);
    void undo() { m_merge.undo(); }
    void redo() { m_merge.redo(); }
    void chooseRecipe();
    void saveClicked();
    void chooseOutput();
    void closeClicked();

    const Theme* m_theme;
    MergeController m_merge;
    QSplitter* m_heights; ///< of the sources, the plan and the problems
    int m_rowsWithRoom = 0;
    SourceTable* m_sources;
    PlanTable* m_plan;
    MergePreview* m_preview;
    ProblemTable* m_problems;
    OutputStrip* m_outputs;
    ElidedLine* m_note;
    Tone m_tone = Tone::plain; ///< of what `m_note` says
    QLabel *m_figures, *m_sourcesTitle, *m_dropHint, *m_pictureTitle, *m_writeTo, *m_outputsTitle;
    QLineEdit* m_output;
    QString m_written; ///< the file of the last merge
    QComboBox* m_packing;
    QCheckBox* m_runs;
    QPushButton *m_browse, *m_close, *m_check, *m_write;
    QToolButton *m_add, *m_up, *m_down, *m_remove, *m_connect, *m_byName, *m_inOrder, *m_shared,
        *m_undo, *m_redo, *m_open, *m_save, *m_fit;
};

} // namespace partita
