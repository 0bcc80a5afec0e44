#pragma once

class QComboBox;

namespace partita {

/// Makes a choice whose every change is an edit: a letter opens the list and goes to the first row
/// that begins with what is written, an arrow opens it, and only Enter or a click takes a row. The
/// wheel is for what the choice stands in.
void takeWithCare(QComboBox& choice);

} // namespace partita
