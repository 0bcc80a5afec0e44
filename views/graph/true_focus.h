#pragma once

namespace partita {

/// Keeps tables and trees from telling screen readers that they have the focus while the keyboard is in
/// the graph or in another table: Qt tells so whenever their current row changes, and they follow the
/// selection. All other events are passed on to the handler that is installed now. Can be called again.
void tellTrueFocusOnly();

} // namespace partita
