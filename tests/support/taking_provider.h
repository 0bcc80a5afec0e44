#pragma once

#include <set>
#include <string>

#include "core/provider/execution_provider.h"

namespace partita::test {

/// A provider for tests of placements: it takes nodes by their operator, and runs nothing.
class TakingProvider : public ExecutionProvider {
public:
    /// What it claims at once: each node by itself, runs of neighbours, or all nodes as one group.
    enum class Claims { nodes, runs, compiledRuns, oneGroup };

    /// `ops` are the operators that it takes; "*" takes any.
    TakingProvider(std::string id, std::set<std::string> ops, Claims claims = Claims::nodes)
        : m_id(std::move(id)), m_ops(std::move(ops)), m_claims(claims) {}
    ProviderInfo info() const override { return {m_id, m_id, "", "", ""}; }
    std::vector<ProviderOption> options() const override { return {}; }
    Result<ProviderPtr> withOption(const std::string&, const std::string&) const override {
        return Error{Errc::usage, PARTITA_TEXT("it has no options"), {}, {}};
    }
    Capabilities getCapability(const CapabilityRequest& request) const override {
        Capabilities answer;
        std::vector<bool> taken;
        for (const NodeId id : request.order) {
            taken.push_back(m_ops.contains("*") ||
                            m_ops.contains(request.model.node(id)->opType.str()));
            answer.verdicts.push_back({0, taken.back(),
                                       taken.back() ? ReasonCode::claimed : ReasonCode::noKernel,
                                       std::string("by the test"), nullptr});
        }
        if (m_claims == Claims::runs || m_claims == Claims::compiledRuns)
            claimRuns(request, std::move(taken), answer);
        else
            claimNodes(request, taken, answer);
        return answer;
    }
    Result<std::unique_ptr<CompiledPartition>>
    compile(const Model&, const Partition&, const OpVersions&, std::stop_token) const override {
        return Error{};
    }

private:
    void claimNodes(const CapabilityRequest& request, const std::vector<bool>& taken,
                    Capabilities& answer) const {
        Claim group;
        group.compiled = true;
        for (std::size_t i = 0; i < request.order.size(); ++i)
            if (taken[i] && m_claims == Claims::oneGroup)
                group.nodes.push_back(request.order[i]);
            else if (taken[i])
                answer.claims.push_back({{request.order[i]}, false});
        if (!group.nodes.empty())
            answer.claims.push_back(std::move(group));
    }

    void claimRuns(const CapabilityRequest& request, std::vector<bool> taken,
                   Capabilities& answer) const {
        const bool compiles = m_claims == Claims::compiledRuns;
        for (std::size_t i = 0; i < taken.size(); ++i)
            taken[i] = taken[i] && request.free[i];
        std::vector<std::size_t> sequence;
        if (request.regroup)
            sequence = request.regroup(taken);
        for (std::size_t i = sequence.size(); i < request.order.size(); ++i)
            sequence.push_back(i);
        bool joins = false;
        for (const std::size_t i : sequence) {
            if (taken[i] && !(joins && compiles))
                answer.claims.push_back({{}, compiles});
            if (taken[i])
                answer.claims.back().nodes.push_back(request.order[i]);
            joins = taken[i];
        }
    }

    std::string m_id;
    std::set<std::string> m_ops;
    Claims m_claims;
};

} // namespace partita::test
