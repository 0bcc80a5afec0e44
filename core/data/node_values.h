#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Values by the names of nodes, as a file gives them.
struct NamedValues {
    struct Entry {
        std::string name;
        std::optional<double> number; ///< none: not a finite number
        std::string text;             ///< as in the file; empty: no value
    };
    std::string title;                ///< the column, or the name of the file
    std::vector<std::string> columns; ///< that the file has beside the names; may be empty
    std::vector<Entry> entries;       ///< in the order of the file
};

/// Reads values for nodes. JSON: {"name": value}, [{"name": …, "value": …}], the same list as
/// "nodes" of an object, or the node data of Model Explorer ({"results": {"name": {"value": …}}}).
/// CSV with commas, semicolons or tabs: a column of names and columns of values. `column`: which of
/// several is read; empty: "value", or the only or first one. The size of the file and the number
/// of entries have limits.
Result<NamedValues> readNamedValues(const std::filesystem::path& path,
                                    const std::string& column = {});
/// The same from the text of a file with the ending `ending`.
Result<NamedValues> namedValuesFrom(std::string_view text, bool isCsv, const std::string& title,
                                    const std::string& column = {});

/// The values of the nodes of a model: numbers if all values are numbers, otherwise categories.
struct NodeValues {
    std::string title;
    bool areNumbers = true;
    std::vector<double> numbers;                  ///< by NodeId; NaN: none. Empty for categories
    std::vector<std::string> texts;               ///< by NodeId; empty: none
    std::size_t nodes = 0;                        ///< that have a value
    std::vector<std::string> unmatched, repeated; ///< names without a node, and names given again
    std::size_t without = 0; ///< entries that have no value: empty, null, not finite
    std::size_t shared = 0;  ///< names that several nodes have; all of them have the value

    /// "118 nodes have a value", and what did not fit, each as one sentence.
    [[nodiscard]] std::vector<Message> summary() const;
    [[nodiscard]] const std::string& text(NodeId node) const;
};

/// Finds the nodes by name, those without a name by their label. Of a name that is given several
/// times, the first value counts.
NodeValues valuesOf(const Model& model, const NamedValues& named);

} // namespace partita
