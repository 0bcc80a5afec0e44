#pragma once

#include <QLayout>
#include <memory>
#include <vector>

namespace partita {

/// Lays widgets out in lines like words: what has no room in a line goes to the next. Widgets that
/// can use more room share what is left of their line.
class FlowLayout : public QLayout {
    Q_OBJECT
public:
    FlowLayout();
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange({0, 0, width, 0}); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    using Line = std::vector<QLayoutItem*>;
    [[nodiscard]] std::vector<Line> linesIn(int width) const;
    /// The height of the lines in a width; puts the items there if `move` says so.
    int arrange(const QRect& rect, bool move = false) const;
    static void place(const Line& line, const QRect& rect, int spacing);

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

} // namespace partita
