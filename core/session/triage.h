#pragma once

#include <memory>
#include <unordered_map>

#include "core/session/placement_damage.h"
#include "core/session/root_cause.h"

namespace partita {

/// Whether a node that is not on the first provider does harm.
enum class TriageKind : std::uint8_t {
    costly,
    joins,    ///< its partition is needed for other nodes anyway
    harmless, ///< it would do no harm by itself either
};
/// "costly": the name in reports and JSON.
std::string_view triageName(TriageKind kind);

/// One node that is placed, but not on the first provider.
struct TriagedNode {
    NodeId node; ///< of the model; where calls were placed by their nodes, it may be a call
    NodeId part; ///< what was judged: `node`, or a node that stands for the call (`judgedIn`)
    TriageKind kind = TriageKind::costly;
    Message reason; ///< as one clause: "cuts N1 from N3 and moves 196 KiB per run"
    Damage alone;   ///< if the first provider took this node alone
    /// If it took the whole stretch: this node and those around it that it does not run either.
    Damage together;
    std::size_t stretch = 1;             ///< nodes in the stretch
    std::uint32_t before = 0, after = 0; ///< the first provider's partitions on both sides of the
                                         ///< stretch; 0: none
    RootCause root;                      ///< why the first provider does not run it
    std::size_t group = 0;               ///< index in `Triage::groups`

    /// Whether the node does its damage only with its whole stretch.
    [[nodiscard]] bool onlyTogether() const {
        return kind == TriageKind::costly && alone.partitions <= 0 && alone.bytes <= 0 &&
               stretch > 1;
    }
    /// The damage that the triage puts to this node; nothing for one that is not costly.
    [[nodiscard]] Damage counted() const {
        return kind != TriageKind::costly ? Damage() : onlyTogether() ? together : alone;
    }
};

/// The nodes of one operator that the first provider does not run for the same reason.
struct TriageGroup {
    ReasonCode code = ReasonCode::noKernel;
    std::string opType, domain;
    std::vector<std::size_t> nodes; ///< indices in `Triage::nodes`, the most damaging first
    std::size_t costly = 0, joins = 0, harmless = 0;
    /// If the first provider took `taken`.
    Damage damage{};
    /// All nodes of the group, or the costly ones where that saves more; where these do their damage
    /// only with the nodes around them, with those.
    std::vector<NodeId> taken{};
    std::size_t others = 0; ///< of `taken`: nodes of other groups
};

/// All nodes that are not on the first provider, judged and grouped, the most damaging first.
struct Triage {
    std::vector<TriagedNode> nodes;
    std::vector<TriageGroup> groups;
    std::size_t costly = 0, joins = 0, harmless = 0;

    /// Of a call, what does most damage in it. Null: the first provider runs the node, or the node is
    /// not placed.
    [[nodiscard]] const TriagedNode* find(NodeId node) const;
    std::vector<std::uint32_t> indexOf; ///< by NodeId, from 1; 0: not in the list
};

/// Judges the nodes that were placed: of a call of a function those that stand for it, each by itself.
Triage triage(const Model& model, const Partitioning& partitioning);
/// The placement, and the model, of what was judged (`TriagedNode::part`).
[[nodiscard]] const Partitioning& judgedIn(const Partitioning& partitioning);
[[nodiscard]] const Model& judgedIn(const Model& model, const Partitioning& partitioning);

/// A placed model and its triage.
struct JudgedPlacement {
    Model model;
    std::shared_ptr<const Partitioning> partitioning;
    std::shared_ptr<const Triage> triage;
    static JudgedPlacement of(Model model, std::shared_ptr<const Partitioning> partitioning);
    /// What the triage counts for a node; nothing for one on the first provider.
    [[nodiscard]] Damage damageOf(NodeId node) const;
};

/// The damage of several nodes of one placement together. A stretch that does its damage only as a
/// whole counts once, however many of its nodes are asked for.
class JointDamage {
public:
    explicit JointDamage(const JudgedPlacement& placed);
    Damage of(std::span<const NodeId> nodes);
    /// What taking just these nodes would save, also where it would cost more.
    Damage ofTaking(std::span<const NodeId> nodes);

private:
    [[nodiscard]] std::vector<std::size_t> entriesOf(std::span<const NodeId> nodes) const;
    [[nodiscard]] std::vector<std::size_t> placesOf(std::span<const std::size_t> entries) const;

    const JudgedPlacement& m_placed;
    std::unordered_map<NodeId, std::vector<std::size_t>> m_entries; ///< of the triage, by node
    PlacedOrder m_order;
    DamageMeter m_meter;
};

} // namespace partita
