#include "views/dialogs/pass_page_dialog.h"

#include <QDialogButtonBox>
#include <QPainter>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/report/pass_page.h"
#include "core/tasks/runs/runner.h"
#include "views/dialogs/dialog_size.h"
#include "views/graph/drawing_painter.h"
#include "views/tables/rewrite_tree.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

constexpr int kSharpness = 2; ///< pixels for each unit of a picture

/// The fonts and the colours of the pictures.
struct PictureLook {
    const Theme& theme;
    QFont base;
};

/// Adds a picture to the page's resources and returns the HTML element that shows it.
QString pictureOf(QTextDocument& page, const Drawing& drawing, const PictureLook& look,
                  const QString& name) {
    if (drawing.shapes.empty())
        return {};
    const QSizeF size = toQt(drawing.bounds).size();
    QImage image((size * kSharpness).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(look.theme.canvas);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kSharpness, kSharpness);
    painter.translate(-drawing.bounds.left, -drawing.bounds.top);
    paintDrawing(painter, drawing, look.theme, canvasTitleFont(look.base),
                 canvasSmallFont(look.base));
    painter.end();
    page.addResource(QTextDocument::ImageResource, QUrl(name), image);
    return QStringLiteral("<img src='%1' width='%2' height='%3'>")
        .arg(name)
        .arg(size.width())
        .arg(size.height());
}

QString escaped(const std::string& text) { return toQString(text).toHtmlEscaped(); }

/// A label of a pass's documentation block ("Before", "Shapes" …) in the user's language.
QString labelText(const std::string& label) {
    const std::pair<const char*, const char*> labels[] = {
        {"Before", QT_TRANSLATE_NOOP("partita::PassPageDialog", "Before")},
        {"After", QT_TRANSLATE_NOOP("partita::PassPageDialog", "After")},
        {"Shapes", QT_TRANSLATE_NOOP("partita::PassPageDialog", "Shapes")},
        {"Declines", QT_TRANSLATE_NOOP("partita::PassPageDialog", "Declines")},
        {"Source", QT_TRANSLATE_NOOP("partita::PassPageDialog", "Source")}};
    for (const auto& [name, text] : labels)
        if (label == name)
            return PassPageDialog::tr(text);
    return toQString(label);
}

} // namespace

PassPageDialog::PassPageDialog(const PassInfo& pass, const Theme& theme, QWidget* parent)
    : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(toQString(pass.name));
    resizeWithinScreen(*this, {720, 620});
    auto* browser = new QTextBrowser;
    browser->setAccessibleName(tr("About the pass %1").arg(windowTitle()));
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(browser);
    layout->addWidget(buttons);
    RunnerEvaluator evaluator;
    PassOptions options;
    options.evaluator = &evaluator;
    const PictureLook look{theme, font()};
    const auto page = passPage(pass, options, drawingText(look.base));
    if (!page)
        return;
    QString html = QStringLiteral("<h2>%1</h2><p>%2</p><table cellpadding='4'>")
                       .arg(toQString(pass.name), passSummary(pass));
    for (const auto& [label, text] : page->entries)
        html += QStringLiteral("<tr><td><b>%1</b></td><td><pre style='margin:0'>%2</pre></td></tr>")
                    .arg(labelText(label), label == "Before" || label == "After"
                                               ? passFormula(text).toHtmlEscaped()
                                               : escaped(text));
    html += QStringLiteral("</table>");
    if (!page->remarks.empty())
        html += QStringLiteral("<p>%1</p>").arg(escaped(page->remarks));
    int number = 0;
    const auto picture = [&](const Drawing& drawing) {
        return pictureOf(*browser->document(), drawing, look,
                         QStringLiteral("picture%1").arg(number++));
    };
    for (const PassPage::Example& example : page->examples) {
        html += QStringLiteral("<h4>%1</h4>").arg(escaped(example.title));
        if (example.fires)
            html += QStringLiteral("<table cellpadding='6'><tr><td style='color:%1'>%2</td>"
                                   "<td style='color:%1'>%3</td></tr><tr><td>%4</td><td>%5</td>"
                                   "</tr></table>")
                        .arg(theme.second.name(), tr("before"), tr("after"),
                             picture(example.pictures.before), picture(example.pictures.after));
        else
            html += QStringLiteral("<p style='color:%1'>%2</p><p>%3</p>")
                        .arg(theme.second.name(), tr("stays as it is"),
                             picture(example.pictures.before));
    }
    browser->setHtml(html);
}

void showPassPage(const QString& pass, const Theme& theme, QWidget* parent) {
    if (const PassInfo* info = findPass(pass.toStdString()))
        (new PassPageDialog(*info, theme, parent))->show();
}

} // namespace partita
