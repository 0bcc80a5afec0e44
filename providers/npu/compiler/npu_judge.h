#pragma once

#include <map>
#include <utility>

#include "core/base/message_pool.h"
#include "core/provider/execution_provider.h"
#include "core/provider/quantized_groups.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// Applies the rules of a device profile to nodes and gives a verdict for each. Nodes with the same
/// reason share one text.
class NpuJudge {
public:
    /// `whole`: the model of the request with all shapes that are known, also those that the device
    /// does not see. `groups`: of the model of the request, where the profile has rules for them.
    NpuJudge(const DeviceProfile& profile, const NpuOptions& options,
             const CapabilityRequest& request, const Model& whole,
             std::shared_ptr<const QuantizedGroups> groups)
        : m_profile(profile), m_list(shareText(profile.name)),
          m_table(options.graphMode || profile.singleOperator.empty() ? profile.graph
                                                                      : profile.singleOperator),
          m_request(request), m_whole(whole), m_groups(std::move(groups)),
          m_shapesRule(profile.placeOf("dynamicShapes")),
          m_anySizes(profile.dynamicShapes || options.gears.kind != InputGears::Kind::none) {}

    /// Whether the device supports a node, with the reason. A node that the user assumes to be taken
    /// is supported, and rules that are off decline nothing; the verdict says so.
    Verdict judge(const Node& node);
    /// Makes a verdict with its own text.
    Verdict verdict(bool claimed, ReasonCode code, Message evidence, SharedText place = nullptr);

private:
    Verdict judgeInModel(const Node& node);
    Verdict judgeInGroup(const Node& node, const QuantizedGroup& group);
    [[nodiscard]] const OpVersions::Entry& versionsOf(const Node& node) const;
    [[nodiscard]] const QuantizedGroup* groupOf(const Node& node) const;
    [[nodiscard]] bool isApart(const QuantizedGroup& group) const;
    [[nodiscard]] std::optional<Verdict> judgeBorder(const Node& node);
    Verdict judgeByRules(const Node& node, const OperatorTable& table,
                         std::optional<Verdict> off = {});
    [[nodiscard]] std::optional<Verdict> orOff(std::optional<Verdict> refusal,
                                               std::optional<Verdict>& off) const;
    std::optional<Verdict> judgeDomain(const Node& node, const OpVersions::Entry& entry);
    std::optional<Verdict> judgeWhole(const Node& node, const OpVersions::Entry& entry,
                                      std::optional<Verdict>& off);
    std::optional<Verdict> judgeBodies(const Node& node);
    std::optional<Verdict> judgeShapes(const Node& node);
    std::optional<Verdict> judgeRule(const Node& node, const OpVersions::Entry& entry,
                                     const ProfileRule& rule, std::optional<Verdict>& off);
    std::optional<Verdict> judgeType(const Node& node, const ProfileRule& rule);
    std::optional<Verdict> judgeVersion(const Node& node, const std::vector<ProfileRule>& rules,
                                        int version);
    std::optional<Verdict> judgeConstraint(const Node& node, const OpVersions::Entry& entry,
                                           const ProfileConstraint& constraint);
    [[nodiscard]] std::optional<std::size_t> inputIndex(const OpVersions::Entry& entry,
                                                        const std::string& name) const;
    [[nodiscard]] bool isConstant(ValueId value) const;

    const DeviceProfile& m_profile;
    const SharedText m_list; ///< which list lacks an operator: the profile's name
    const OperatorTable& m_table;
    const CapabilityRequest& m_request;
    const Model& m_whole;
    const std::shared_ptr<const QuantizedGroups> m_groups; ///< null: no rules for them
    const SharedText m_shapesRule; ///< where the profile declines dynamic shapes
    /// Dynamic shapes are supported by the device, or by dynamic_batch_size and its relatives.
    bool m_anySizes;
    MessagePool m_texts;
    /// Texts of claimed nodes, by the rule that takes them and the version of the operator.
    std::map<std::pair<const ProfileRule*, int>, Message> m_claimed;
};

} // namespace partita
