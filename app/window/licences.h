#pragma once

class QWidget;

namespace partita {

/// Shows the licences of Partita and of the libraries that it is built with, as they came with them.
void showLicences(QWidget* parent);

} // namespace partita
