#pragma once

#include <QTextBrowser>
#include <map>

namespace partita {

/// A page of the manual. Its pictures, which are as large as the window that they show, are never
/// wider than the page, a heading is nearer to what is below it than to what is above, and tables have
/// one line between their cells.
class ManualPage : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualPage(QWidget* parent = nullptr);
    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int room() const; ///< for a picture, in pixels
    [[nodiscard]] QImage fitting(const QImage& picture) const;
    void spaceHeadings();
    void lineTables();

    std::map<QUrl, QImage> m_pictures; // of the page in view
    int m_fitted = 0;                  // the room that they have been fitted to
};

} // namespace partita
