#pragma once

#include <QWidget>

class QLabel;
class QLayout;
class QLineEdit;
class QStackedLayout;
class QVBoxLayout;

namespace partita {

/// A column without margins and gaps, as the layout of `widget`.
QVBoxLayout* plainColumn(QWidget* widget);

/// The frame of a list in a panel: a line with filter or heads above the view, parts below it, no
/// margins. Where the list is empty, one grey line stands in place of all that and says why.
class ListFrame : public QWidget {
    Q_OBJECT
public:
    /// `emptyName`: the object name of the grey line.
    explicit ListFrame(QWidget* view, const char* emptyName = "");
    void setHead(QLayout* head); ///< above the view
    /// A head that gives its place to rows where there is little, unless `filter` is in use.
    void setHead(QLayout* head, QLineEdit* filter);
    void addFoot(QWidget* foot); ///< below the view
    void addFoot(QLayout* foot);
    void say(const QString& text); ///< why the list is empty; an empty text: the view is shown
    [[nodiscard]] QString said() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QVBoxLayout* m_column;
    QWidget* m_head = nullptr; ///< that may give its place away
    QLineEdit* m_filter = nullptr;
    QLabel* m_empty;
    QStackedLayout* m_stack;
};

} // namespace partita
