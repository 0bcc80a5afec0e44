#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/provider/op_versions.h"

namespace partita {

/// A property of a node that a rule of a device can ask for.
struct TraitKey {
    enum class Kind : std::uint8_t {
        type,   ///< of an input or output: "float32"
        rank,   ///< of an input or output: "4"
        source, ///< of an input: "constant", "computed", "empty" or "omitted"; of an output, too
        shape,  ///< of an input or output: "static", "dynamic" or "unranked"
        count,  ///< of a variadic input: "0", "1", "2" or "more"
        value,  ///< of an attribute or a constant input, by its class (value_classes.h)
        /// Of an input or output of a quantized group: "tensor", where it has one scale; the class of
        /// the axis with a scale for each channel, such as "first"; "blocks last" and the like.
        scales,
        /// Of another input or an output of a quantized group: "same", where it has the type of the first
        /// quantized input, or "other".
        likeFirst,
    };
    enum class Of : std::uint8_t { input, output, attribute };
    Kind kind = Kind::type;
    Of of = Of::input;
    std::string name; ///< formal, such as "X", or of the attribute

    friend auto operator<=>(const TraitKey&, const TraitKey&) = default;
};

/// "rank": the key in profiles.
std::string_view traitKindName(TraitKey::Kind kind);
/// "input": the key in profiles.
std::string_view traitOfName(TraitKey::Of of);

/// The trait of a node; nothing where it has none or it is not known: the rank of an input that is
/// omitted, the value of one that is computed, an attribute that came with a later version.
std::optional<std::string> traitOf(const Model& model, const Node& node,
                                   const OpVersions::Entry& entry, const TraitKey& key);

using Traits = std::map<TraitKey, std::string>;

/// A condition on one trait of a node. A node whose trait is not known meets a list of allowed
/// values, and does not meet any other.
struct TraitCondition {
    TraitKey key;
    std::set<std::string> values;
    bool refuses = false; ///< `values` are those that do not meet it

    [[nodiscard]] bool metBy(const std::optional<std::string>& trait) const {
        return !trait || values.contains(*trait) != refuses;
    }
    friend bool operator==(const TraitCondition&, const TraitCondition&) = default;
};

/// All traits of a node of an operator that ONNX knows.
Traits traitsOf(const Model& model, const Node& node, const OpVersions::Entry& entry);

} // namespace partita
