#pragma once

#include <QFileDialog>
#include <filesystem>
#include <vector>

namespace partita {

/// Asks where to write a file; empty: nowhere. The name has one of the endings of `filters`, that
/// of the chosen filter where the user wrote none of them, and the user agreed to replace a file of
/// exactly that name, unless `options` say that whoever writes it asks.
QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposed,
                       const QString& filters, QFileDialog::Options options = {});

/// Asks whether those of the files that are there may be replaced; true without asking if none is.
[[nodiscard]] bool mayReplace(QWidget* parent, const QString& title,
                              const std::vector<std::filesystem::path>& files);

} // namespace partita
