#pragma once

#include <cstddef>

#include "core/edits/edit.h"
#include "views/theme/theme.h"

class QWidget;

namespace partita {

class DocumentController;

// What the user is asked before an edit of tensors. Each opens a form over `parent`, whose OK makes
// one step of the history.

/// A new initializer, and an open input of the selected node that is to read it; none at first.
void askForInitializer(DocumentController& document, const Theme& theme, QWidget* parent);
/// The same, where `input` of the node is chosen at first.
void askForInitializerOf(DocumentController& document, const Theme& theme, QWidget* parent,
                         std::size_t input);
/// The elements that the selected input is to have as an initializer or a Constant.
void askForElements(DocumentController& document, const Theme& theme, QWidget* parent,
                    TensorForm form);
/// Constants by a pattern, and the element type that they become.
void askForConversion(DocumentController& document, const Theme& theme, QWidget* parent);
/// Constants by a pattern, and where their elements are to be.
void askForPlace(DocumentController& document, const Theme& theme, QWidget* parent);
/// Says what sharing equal initializers saves.
void askToShare(DocumentController& document, const Theme& theme, QWidget* parent);

} // namespace partita
