#pragma once

#include "views/theme/theme.h"

class QWidget;

namespace partita {

class DocumentController;

// What the user is asked before an edit of the whole model. Each opens a form over `parent`, whose OK
// makes one step of the history.

/// A size of the selected input or output, or one of the whole model, and its new name or number.
void askForSize(DocumentController& document, const Theme& theme, QWidget* parent);
/// Who made the model, its domain and its version.
void askForProducer(DocumentController& document, const Theme& theme, QWidget* parent);
// Documentation and metadata: of the selected tensor or node, or else of the model; of the model; of
// the graph in view, which may be the body of a function.
void describeSelection(DocumentController& document, const Theme& theme, QWidget* parent);
void describeModel(DocumentController& document, const Theme& theme, QWidget* parent);
void describeGraph(DocumentController& document, const Theme& theme, QWidget* parent);

} // namespace partita
