#pragma once

#include <QTabBar>

namespace partita {

class Theme;

/// The tabs of documents: they can be dragged, closed by their buttons or by a middle click, and
/// scroll where they do not fit.
class DocumentBar : public QTabBar {
    Q_OBJECT
public:
    explicit DocumentBar(QWidget* parent = nullptr);
    /// Adds a tab without a name, with a button that closes it; returns its index.
    int addDocument();
    void setDocument(int tab, const QString& name, const QString& toolTip, const QIcon& mark);
    void translate();
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void menuRequested(int tab, const QPoint& global);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    int m_pressed = -1; ///< the tab that the middle button was pressed on
};

} // namespace partita
