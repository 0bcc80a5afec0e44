#pragma once

#include "views/theme/theme.h"

class QWidget;

namespace partita {

class DocumentController;

// What the user is asked before an edit of the structure. Each opens a form over `parent`, whose OK
// makes the edit of what is selected then.

/// The name and the domain of the function that the selected nodes become.
void askForFunction(DocumentController& document, const Theme& theme, QWidget* parent);
/// The order of a Transpose on the selected edges.
void askForOrder(DocumentController& document, const Theme& theme, QWidget* parent);
/// Scale, zero point and type of a quantization on the selected edges.
void askForQuantization(DocumentController& document, const Theme& theme, QWidget* parent);
/// The mark of the selected nodes for a provider.
void askForMark(DocumentController& document, const Theme& theme, QWidget* parent);

} // namespace partita
