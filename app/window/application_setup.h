#pragma once

namespace partita {

/// Sets what Qt must know before the QApplication is constructed.
void prepareApplication();

} // namespace partita
