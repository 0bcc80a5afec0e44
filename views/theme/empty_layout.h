#pragma once

class QLayout;

namespace partita {

/// Takes everything out of a layout. Its widgets are hidden and deleted once control returns to the event
/// loop: one of them may be what asked for it.
void makeEmpty(QLayout& layout);

} // namespace partita
