#pragma once

#include <QLabel>

namespace partita {

/// Sets the text of a label whose links the keyboard reaches. Without a link the label is left out by
/// Tab, which would stop there with nothing to do.
inline void setLinkText(QLabel& label, const QString& html) {
    label.setText(html);
    label.setFocusPolicy(html.contains(QLatin1String("<a ")) ? Qt::StrongFocus : Qt::ClickFocus);
}

} // namespace partita
