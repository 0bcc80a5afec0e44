#pragma once

#include <QStackedWidget>
#include <QWidget>

#include "app/window/preferences/appearance.h"
#include "core/session/partitioner.h"

namespace partita {

class DocumentBar;
class DocumentTab;
class MainWindow;

/// A window of several documents, each a page with its own menus, panels and work. The tabs lie over
/// the place that the page in front keeps for them, under its tool bar; one document has no tab.
///
/// The window keeps size and place, pages keep their panels. A new page begins as the one in front
/// is: panels, providers, what is drawn. What the page in front shows is what is stored.
class TabbedWindow : public QWidget {
    Q_OBJECT
public:
    explicit TabbedWindow(ProviderList providers, ProviderList judges = {});
    ~TabbedWindow() override;
    /// The window around a page; null: the page is a window of its own.
    [[nodiscard]] static TabbedWindow* of(const QWidget& page);
    [[nodiscard]] static QList<TabbedWindow*> all();

    [[nodiscard]] MainWindow& current() const;
    [[nodiscard]] int count() const; ///< of pages: at least one
    [[nodiscard]] MainWindow& page(int tab) const;
    [[nodiscard]] DocumentBar& bar() { return *m_bar; }
    /// Brings the page of a file to the front: the one that has it, the start page, or a new one.
    /// A page whose file cannot be read goes again; the page in front then says why.
    MainWindow& open(const QString& path);
    /// Brings a merge to the front: on the start page, or on a new one.
    MainWindow& openMerge(const QStringList& models, const QString& recipe = {});
    /// Asks what becomes of unsaved work. The last page becomes the start page. Returns false if the
    /// user keeps the page.
    bool closePage(MainWindow& page);
    void step(int direction);   ///< to the next page, or the previous one, and around
    TabbedWindow& openWindow(); ///< another one, which is deleted when it is closed
    void quit();                ///< closes all windows, or none if the user keeps a page

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] DocumentTab& tab(int index) const;
    [[nodiscard]] int tabOf(const MainWindow& page) const;
    [[nodiscard]] QString nameOf(int index) const;
    [[nodiscard]] bool mayClose();
    MainWindow& addPage();
    void adopt(MainWindow& page);
    void connectTab(DocumentTab& tab);
    void release(MainWindow& page); ///< takes the tab of a page away; the page is left alone
    void remove(MainWindow& page);
    void closeOthers(const MainWindow& kept);
    void moveToNewWindow(MainWindow& page);
    void showMenu(int index, const QPoint& global);
    void showCurrent();
    void refresh();
    void placeBar();

    std::shared_ptr<Appearance> m_appearance = Appearance::shared();
    ProviderList m_providers, m_judges;
    QStackedWidget* m_stack;
    DocumentBar* m_bar;
    bool m_isAgreed = false; ///< the user was asked, and closes the window
};

/// Opens files in the window that was used last, and brings it to the front.
void openInFront(const QStringList& files);

} // namespace partita
