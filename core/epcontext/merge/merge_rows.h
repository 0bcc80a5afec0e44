#pragma once

#include "core/epcontext/merge/merge.h"

namespace partita {

/// A line of a merge's plan, as the window and the command line show it: each change, each file,
/// each name that stays, with its reason.
struct MergeRow {
    enum class Does { clash, connect, rename, keep, convert, share, drop, write };
    Does does = Does::rename;
    std::optional<std::size_t> model;
    Message what;
    std::string from, to;
    Message why;
    bool isRefused = false; ///< it cannot be done, and `why` says why
    std::size_t count = 1;  ///< inner tensors and nodes that only get a prefix are one row
};

/// The lines of a plan: clashes first, then connections, renames, names that stay, and files.
/// `fold`: inner tensors and nodes that only get their model's prefix are one line of each model.
std::vector<MergeRow> mergeRows(const MergePlan& plan, bool fold);

/// How many things of a kind the lines are about, those that are refused left out. A rename because
/// of a clash is a clash, and no rename besides.
std::size_t countOf(const std::vector<MergeRow>& rows, MergeRow::Does does);

/// Only what is neither a clash, a rename nor a file.
std::vector<MergeRow> mergeStepRows(const MergePlan& plan);

/// "rename", "clash" … in English.
Message nameOf(MergeRow::Does does);

} // namespace partita
