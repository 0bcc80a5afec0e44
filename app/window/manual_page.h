#pragma once

#include <QTextBrowser>
#include <map>

namespace partita {

/// A page of the manual. Its pictures, which are as large as the window that they show, are never
/// wider than the page, and a heading is nearer to what is below it than to what is above.
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

    std::map<QUrl, QImage> m_pictures; // of the page in view
    int m_fitted = 0;                  // the room that they have been fitted to
};

} // namespace partita
