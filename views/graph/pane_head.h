#pragma once

#include <QWidget>
#include <functional>
#include <initializer_list>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace partita {

/// The line above a pane: which side it is, and what it shows. Where that can be chosen, it is a
/// button with a menu. It is as narrow as the pane wants, its texts are elided.
class PaneHead : public QWidget {
    Q_OBJECT
public:
    explicit PaneHead(QWidget* parent = nullptr);
    /// A title and parts of rich text, without a choice. The last parts give way where it is narrow.
    void setLine(const QString& title, const QStringList& parts);
    /// "Before", what is shown, and figures.
    void setSide(const QString& title, const QString& shown, const QString& figures);
    /// Fills the menu each time that it opens.
    void setMenu(const std::function<void(QMenu&)>& fill);
    void addWidget(QWidget* widget); ///< at the right end
    /// The same for one that gives way to the name of a side, down to its least width.
    void addYielding(QWidget* widget, int least);
    [[nodiscard]] QToolButton& choice() { return *m_choice; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int roomBeside(std::initializer_list<const QWidget*> some) const;
    void elide();
    void showFigures();
    void showLine();

    QHBoxLayout* m_layout;
    QLabel *m_line, *m_figures;
    QToolButton* m_choice;
    QWidget* m_yielding = nullptr;
    QString m_shown, m_allFigures, m_title;
    QStringList m_parts; ///< of the line; empty: a side is shown
};

} // namespace partita
