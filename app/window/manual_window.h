#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;
class QToolButton;

namespace partita {

class MainWindow;
class Theme;

/// The pages of the manual, which are inside of the program: contents that a search narrows at the
/// left, the page at the right.
class ManualWindow : public QWidget {
    Q_OBJECT
public:
    explicit ManualWindow(QWidget* parent);
    void open(const QString& page); ///< a file name of docs/
    void setTheme(const Theme& theme);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void connectParts();
    void translate();
    void fill();
    void search(const QString& text);
    void showFound();
    void follow(const QUrl& link);
    void markCurrent();

    QLineEdit* m_search;
    QListWidget* m_contents;
    QTextBrowser* m_page;
    QToolButton *m_back, *m_forward;
    QLabel* m_none;
};

/// Shows the manual, at the page about what has the focus.
void showManual(MainWindow& window);

} // namespace partita
