#pragma once

#include <unordered_map>

#include "core/base/message_pool.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// Applies the rules of a device profile to nodes, one verdict each. Nodes that meet the same
/// rule with the same values share one text.
class NpuJudge {
public:
    NpuJudge(const DeviceProfile& profile, const NpuOptions& options,
             const CapabilityRequest& request)
        : m_profile(profile),
          m_table(options.graphMode || profile.singleOperator.empty() ? profile.graph
                                                                      : profile.singleOperator),
          m_request(request),
          m_anySizes(profile.dynamicShapes || options.gears.kind != InputGears::Kind::none) {}

    Verdict judge(const Node& node);
    /// A verdict with a text of one's own.
    Verdict verdict(bool claimed, ReasonCode code, Message evidence, SharedText place = nullptr);

private:
    std::optional<Verdict> judgeDomain(const Node& node, const OpVersions::Entry& entry);
    std::optional<Verdict> judgeBodies(const Node& node);
    std::optional<Verdict> judgeShapes(const Node& node);
    std::optional<Verdict> judgeRule(const Node& node, const OpVersions::Entry& entry,
                                     const ProfileRule& rule);
    std::optional<Verdict> judgeConstraint(const Node& node, const OpVersions::Entry& entry,
                                           const ProfileConstraint& constraint);
    [[nodiscard]] std::optional<std::size_t> inputIndex(const OpVersions::Entry& entry,
                                                        const std::string& name) const;
    [[nodiscard]] bool isConstant(ValueId value) const;

    const DeviceProfile& m_profile;
    const OperatorTable& m_table;
    const CapabilityRequest& m_request;
    bool m_anySizes; ///< the device takes them, or programs are prepared for each that is named
    MessagePool m_texts;
    std::unordered_map<const OpVersions::Entry*, Message> m_claimed; ///< why, by operator
};

} // namespace partita
