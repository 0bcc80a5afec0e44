#pragma once

#include <QAction>
#include <QMainWindow>
#include <map>
#include <memory>

#include "app/window/breadcrumb.h"
#include "app/window/colouring_choice.h"
#include "app/window/exports.h"
#include "app/window/file_watch.h"
#include "app/window/language.h"
#include "app/window/message_bar.h"
#include "app/window/overlays.h"
#include "app/window/panel_docks.h"
#include "app/window/window_settings.h"
#include "views/graph/find_bar.h"
#include "views/graph/graph_pair.h"

class QLabel;
class QMenu;
class QToolBar;

namespace partita {

class RecentMenu;
class StatusLine;
class SummaryLine;

/// The window: one document, the canvas in the middle, panels around it, commands from a table.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ProviderList providers, ProviderList judges = {});
    ~MainWindow() override;

    void open(const QString& path);
    [[nodiscard]] DocumentController& document() { return m_document; }
    [[nodiscard]] GraphView& graph() { return *m_graph; }
    [[nodiscard]] GraphPair& pair() { return *m_pair; }
    [[nodiscard]] FindBar& findBar() { return *m_find; }
    [[nodiscard]] QDockWidget* dock(const char* id) const { return m_panels->dock(id); }
    [[nodiscard]] Panel* panel(const char* id) const { return m_panels->panel(id); }
    [[nodiscard]] QAction* action(const char* id) const; ///< of a command that can be run
    void setThemeKind(Theme::Kind kind);
    void setLanguage(const QString& language); ///< "en" or "zh_CN"
    [[nodiscard]] Exports& exports() { return *m_exports; }

    // Commands.
    void chooseFile();
    void reload() { m_document.reload(); }
    void closeDocument() { m_document.close(); }
    void exportPng() { m_exports->choosePicture(QStringLiteral("png")); }
    void exportSvg() { m_exports->choosePicture(QStringLiteral("svg")); }
    void exportPdf() { m_exports->choosePicture(QStringLiteral("pdf")); }
    void exportReport() { m_exports->chooseReport(); }
    void quit() { close(); }
    void find() { m_find->open(); }
    void findNext() { m_find->step(1); }
    void findPrevious() { m_find->step(-1); }
    void goToNode();
    void showCommands();
    void goBack() { m_graph->goBack(); }
    void goForward() { m_graph->goForward(); }
    void goUp() { m_breadcrumb->goUp(); }
    void fit() { m_graph->fit(); }
    void zoomTo100() { m_graph->zoomTo100(); }
    void zoomIn() { m_graph->zoomIn(); }
    void zoomOut() { m_graph->zoomOut(); }
    void toggleNames();
    void toggleShapes();
    void toggleCollapse() { m_document.setCollapsed(action("collapse")->isChecked()); }
    void toggleGraphviz() { m_document.setGraphviz(action("graphviz")->isChecked()); }
    void toggleTimeColours() { m_colouring->choose(action("colourTime")); }
    void toggleCycleColours() { m_colouring->choose(action("colourCycles")); }
    void toggleBoundColours() { m_colouring->choose(action("colourBound")); }
    void showTimeline();
    void toggleBefore() { m_pair->setBeforeWanted(action("before")->isChecked()); }
    void toggleTheme() { setThemeKind(m_theme->isDark ? Theme::Kind::light : Theme::Kind::dark); }
    void toggleLanguage() { setLanguage(m_language.other()); }
    void toggleFullScreen() { setWindowState(windowState() ^ Qt::WindowFullScreen); }
    void nextPane();
    void runModel();
    void simplify();
    void compileContext();
    void mergeContexts();
    void cancelWork();
    void openSample();
    void resetPanels();
    void about();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildMenus();
    void buildToolBar();
    void connectDocument();
    void translate();
    void updateHeader();
    void fail(const Error& error);
    void restore();

    DocumentController m_document;
    const Theme* m_theme;
    WindowSettings m_settings;
    Language m_language;
    FileWatch m_watch;

    QWidget* m_centre;
    SummaryLine* m_summary;
    MessageBar* m_message;
    Breadcrumb* m_breadcrumb;
    GraphView* m_graph;
    GraphPair* m_pair;
    std::unique_ptr<Overlays> m_overlays;
    std::unique_ptr<PanelDocks> m_panels;
    std::unique_ptr<ColouringChoice> m_colouring;
    std::unique_ptr<Exports> m_exports;
    FindBar* m_find;
    RecentMenu* m_recent = nullptr;
    QMenu* m_panelsMenu = nullptr;
    QToolBar* m_toolBar;
    QLabel* m_zoom = nullptr;
    StatusLine* m_status;
    std::map<std::string, QAction*> m_actions;
    QByteArray m_defaultState;
};

} // namespace partita
