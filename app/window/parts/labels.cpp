#include "app/window/parts/labels.h"

#include <QRegularExpression>

namespace partita {

QString wordsOf(QString label) {
    static const QRegularExpression kSigns(QStringLiteral("\\(&.\\)|[&:：]"));
    return label.remove(kSigns);
}

} // namespace partita
