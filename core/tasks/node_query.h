#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/provider/partitioning.h"

namespace partita {

/// A search for nodes. Terms stand side by side (all must match), with `or` or `and` between them,
/// `not` before them, and in brackets; `and` binds tighter than `or`. A term is
///   word                 a part of the node's name, its operator or a name of a tensor of it
///   op:                  the whole operator, in which `*` stands for any characters and `?` for
///                        one: `op:And` is not Expand, `op:*Norm*` is every normalization
///   name: domain: tensor: attr: ep: part: type: why:   a part of that one field
///                        (`dtype:` and `shape:` are `type:`; `ep:none`: no provider runs it)
///   /regular expression/ in place of a word, also behind `op:` …, in RE2's syntax
///   bytes: weights:      a size (`byteSizeIn`): `>1MB`, `<=5KiB`, `10..20`
///   flops: readers: inputs: outputs: id:   a number: `>3M` (3,000,000), `<=5`, `10..20`, `7`
/// Text in double quotes is one word. Case is ignored, unless told otherwise. A word with a colon that
/// is none of these fields is a word.
class NodeQuery {
public:
    struct Options {
        bool matchCase = false;
        /// Every word that is not quoted is a regular expression; brackets are then part of it.
        bool regex = false;
    };
    /// Fails for a wrong regular expression, a range that is none and a bracket without its pair.
    static Result<NodeQuery> parse(std::string_view text, Options options = {false, false});

    /// A query without terms, which no node matches.
    NodeQuery() = default;
    [[nodiscard]] bool empty() const { return !m_root; }
    [[nodiscard]] bool matches(const Model& model, const Partitioning& partitioning,
                               const Node& node) const;

    /// One term, or several joined; defined with the parser.
    struct Part;

private:
    std::shared_ptr<const Part> m_root;
};

} // namespace partita
