#pragma once

class QWidget;

namespace partita {

constexpr int kMergeHead = 24; ///< the least height of a head, in pixels

/// The head of a part of the merge page, without a layout. All are as high as the one that has boxes to
/// tick.
[[nodiscard]] QWidget* mergeHead();

} // namespace partita
