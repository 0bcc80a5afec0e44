#pragma once

#include <QFont>
#include <QString>

namespace partita {

/// The font of columns and logs, whose characters all have one width, in the size of the program's
/// font, which the user may have enlarged.
QFont fixedFont();
/// The same a point smaller, for names and values beside text.
QFont valueFont();
/// A title in HTML, a quarter larger than the text around it.
QString titleHtml(const QString& title);

} // namespace partita
