#include "app/window/parts/labels.h"

#include "views/theme/menu_mnemonics.h"

namespace partita {

QString wordsOf(const QString& label) {
    return withoutMark(label).remove(QLatin1Char(':')).remove(QChar(u'：'));
}

} // namespace partita
