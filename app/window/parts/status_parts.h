#pragma once

#include <QVector>
#include <QWidget>

class QLabel;

namespace partita {

/// Texts beside each other with lines between them, for the status bar. Where there is not room for
/// all of them, those that say the least go first, and what is left is elided.
class StatusParts : public QWidget {
    Q_OBJECT
public:
    struct Part {
        QString text{}, tip{}; ///< an empty text: it is left out
        int rank = 0;          ///< parts of a higher one go first
        bool isButton = false;
    };
    explicit StatusParts(QWidget* parent = nullptr);
    void setParts(const QVector<Part>& parts);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    void clicked(int part); ///< one that is a button

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] int widthOf(int part) const; ///< 0: it is left out
    void arrange();

    QVector<Part> m_parts;
    QVector<QLabel*> m_labels;
};

} // namespace partita
