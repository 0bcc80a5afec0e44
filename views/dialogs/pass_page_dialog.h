#pragma once

#include <QDialog>

#include "core/rewrite/pass.h"
#include "views/theme/theme.h"

namespace partita {

/// The page of one pass: its documentation, with pictures of its examples before and after.
class PassPageDialog : public QDialog {
    Q_OBJECT
public:
    PassPageDialog(const PassInfo& pass, const Theme& theme, QWidget* parent);
};

/// Opens the page of a pass by its name; does nothing if there is no such pass.
void showPassPage(const QString& pass, const Theme& theme, QWidget* parent);

} // namespace partita
