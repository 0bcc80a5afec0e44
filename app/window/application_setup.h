#pragma once

#include <memory>

#include <QTemporaryDir>

namespace partita {

/// Sets what Qt must know before the QApplication is constructed.
void prepareApplication();

/// Starts as if for the first time: the user's settings are neither read nor changed. What would be
/// stored is forgotten with the folder that is returned.
std::unique_ptr<QTemporaryDir> withoutSettings();

} // namespace partita
