#pragma once

#include <QMainWindow>
#include <functional>
#include <memory>

#include "app/window/parts/panel_docks.h"
#include "app/window/preferences/appearance.h"
#include "views/document/journal_keeper.h"
#include "views/graph/find_bar.h"
#include "views/graph/graph_pair.h"

class QAction;

namespace partita {

class Breadcrumb;
class ColouringChoice;
class CommandActions;
class Comparing;
class CompareArrangement;
class EditArrangement;
class Exports;
class FileWatch;
class GraphEditing;
class MergePage;
class MessageBar;
class Overlays;
class RewriteStrip;
class Saving;
class StatusLine;
class SuggestionBar;
class SummaryLine;

/// The main window: one document, the canvas in the middle, panels around it, commands from a
/// table. It makes its parts and connects them; each part has a file of its own. It is a page of a
/// TabbedWindow; alone, it is a window that opens one document in place of another.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ProviderList providers, ProviderList judges = {});
    ~MainWindow() override;

    /// The folder for journals of the windows that are made from now on; empty, as at first: there
    /// are no journals.
    static void setJournals(std::filesystem::path folder) { s_journals = std::move(folder); }

    /// Opens a file as the user asks for it: in its tab, in a new one, or here if this is empty.
    void open(const QString& path) { openPage(path); }
    /// The same, with nodes selected and in view once it is open.
    void openSelected(const QString& path, const std::vector<NodeId>& nodes);
    /// Opens it here, unless the user wants to save the open document first.
    void openHere(const QString& path);
    void reload();
    void closeDocument(); ///< with its tab, unless that is the last one
    /// The whole path of the open document, or of the one that is opening, or of the recipe of a
    /// merge; empty: there is none.
    [[nodiscard]] QString path();
    [[nodiscard]] QString name(); ///< of the document, for its tab; empty: the start page
    [[nodiscard]] bool isStart(); ///< nothing is open here, and nothing is opening
    void becomeStart();           ///< closes what is here, without a question
    /// Shows a merge of models in place of the empty canvas, or one that a recipe describes.
    void startMerge(const QStringList& models, const QString& recipe = {});
    [[nodiscard]] MergePage* merge() const { return m_merge; } ///< null: there is no merge here
    void savePanels(); ///< stores their arrangement; not that of a merge, which has none
    /// Asks what becomes of what is not saved; false: the document is to stay.
    [[nodiscard]] bool mayLeave();
    [[nodiscard]] bool isFileGone() const; ///< no file has the document any more
    [[nodiscard]] Saving& saving() { return *m_saving; }
    [[nodiscard]] JournalKeeper& journal() { return m_journal; }
    void fail(const Error& error); ///< says what went wrong in the bar above the graph
    /// The place of the tabs in this page, under the tool bar; hidden while there are none.
    [[nodiscard]] QWidget& tabPlace() { return *m_tabPlace; }
    void setTabPlace(int height); ///< 0: there are no tabs
    [[nodiscard]] DocumentController& document() { return m_document; }
    [[nodiscard]] GraphView& graph() { return *m_graph; }
    [[nodiscard]] GraphPair& pair() { return *m_pair; }
    [[nodiscard]] FindBar& findBar() { return *m_find; }
    [[nodiscard]] Breadcrumb& breadcrumb() { return *m_breadcrumb; }
    [[nodiscard]] SuggestionBar& suggestion() { return *m_suggestion; }
    [[nodiscard]] StatusLine& status() { return *m_status; }
    [[nodiscard]] Overlays& overlays() { return *m_overlays; }
    [[nodiscard]] Exports& exports() { return *m_exports; }
    [[nodiscard]] ColouringChoice& colouring() { return *m_colouring; }
    [[nodiscard]] Comparing& comparing() { return *m_comparing; }
    [[nodiscard]] PanelDocks& panels() { return *m_panels; }
    [[nodiscard]] CommandActions& actions() { return *m_actions; }
    [[nodiscard]] QDockWidget* dock(const char* id) const { return m_panels->dock(id); }
    [[nodiscard]] Panel* panel(const char* id) const { return m_panels->panel(id); }
    [[nodiscard]] QAction* action(const char* id) const; ///< the action of a command, by its id
    void setThemeKind(Theme::Kind kind);
    void setLanguage(const QString& language); ///< "en" or "zh_CN"

    void showPanel(const char* id) { m_panels->show(id); }
    void note(const QString& text); ///< says something in the bar above the graph
    void setEditing(bool on);       ///< without it, keys and drags change nothing
    void toggleTheme();
    void toggleLanguage() { setLanguage(m_appearance->language().other()); }
    void nextPane();
    void showTimeline();
    /// Opens `after` and compares `before` with it.
    void compareFiles(const QString& before, const QString& after);
    void offerComparison(const QString& before, const QString& after);
    void resetPanels();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    MainWindow& openPage(const QString& path); ///< returns the page that shows the file
    /// Does something once a file that was opened in a page is in view; never if it cannot be read.
    static void whenInView(MainWindow& page, const QString& path,
                           const std::function<void()>& then);
    void buildCentre();
    void connectDocument();
    void connectParts();
    void connectComparison();
    void offerSizes();
    void growTimeline();
    void showHead();
    void documentChanged();
    void showSummaryLine();
    void fileChanged(const QString& path);
    void nameUndo();    ///< Undo and Redo name the steps
    void enableMoves(); ///< what goes on and stops without a change of the document
    void translate();
    void showAppearance(); ///< the theme, and texts in the language
    /// Calls `bring` now, or `showAppearance` when this page comes to the front.
    void updateWhenSeen(void (MainWindow::*bring)());
    void updateHeader();
    void openOfMerge(const QString& file, const QString& note);
    void endMerge();
    void showMergeHeader();

    DocumentController& m_document;
    JournalKeeper m_journal;
    WindowSettings m_settings;
    std::shared_ptr<Appearance> m_appearance = Appearance::shared();
    const Theme* m_theme = &m_appearance->theme();
    QString m_opening; ///< the file that was opened last
    QWidget* m_tabPlace;
    QToolBar* m_head = nullptr; ///< with the tabs and the summary
    MergePage* m_merge = nullptr;
    QWidget* m_canvas = nullptr; ///< the central widget that a merge stands in for
    QByteArray m_stateBeforeMerge;
    SummaryLine* m_summary;
    SuggestionBar* m_suggestion;
    MessageBar* m_message;
    int m_fileMessage = 0; ///< the last one in the bar that spoke of the file on disk
    Breadcrumb* m_breadcrumb;
    GraphView* m_graph;
    GraphEditing* m_editing;
    GraphPair* m_pair;
    RewriteStrip* m_rewrites;
    FindBar* m_find;
    StatusLine* m_status;
    std::unique_ptr<Overlays> m_overlays;
    std::unique_ptr<PanelDocks> m_panels;
    std::unique_ptr<EditArrangement> m_editArrangement;
    std::unique_ptr<CompareArrangement> m_compareArrangement;
    std::unique_ptr<CommandActions> m_actions;
    std::unique_ptr<Comparing> m_comparing;
    std::unique_ptr<ColouringChoice> m_colouring;
    std::unique_ptr<Exports> m_exports;
    std::unique_ptr<FileWatch> m_watch;
    Saving* m_saving;
    QByteArray m_defaultState;
    static inline std::filesystem::path s_journals;
    bool m_isTimelineWanted = false; ///< the user waits for the one of a run
    bool m_wasShown = false;
    bool m_isOutdated = false; ///< theme or language changed behind another page
};

} // namespace partita
