#include "views/merge/merge_choices.h"

#include <algorithm>

namespace partita {

namespace {

/// "2.x" with the new number of its model; nothing: the model is gone.
std::optional<std::string> renumbered(const std::string& port,
                                      const std::vector<std::optional<std::size_t>>& places) {
    const std::size_t dot = port.find('.');
    std::size_t model = 0;
    for (std::size_t i = 0; i < dot && i < port.size(); ++i) {
        if (port[i] < '0' || port[i] > '9')
            return port; // written in another way, which names the model
        model =
            std::min<std::size_t>(model * 10 + static_cast<std::size_t>(port[i] - '0'), 1 << 20);
    }
    if (dot == std::string::npos || model == 0 || model > places.size())
        return port;
    const auto& place = places[model - 1];
    if (!place)
        return std::nullopt;
    return std::to_string(*place + 1) + port.substr(dot);
}

} // namespace

void MergeChoices::renumber(const std::vector<std::optional<std::size_t>>& places) {
    std::vector<std::pair<std::string, std::string>> connections;
    for (const auto& [input, output] : options.connections) {
        auto to = renumbered(input, places), from = renumbered(output, places);
        if (to && from)
            connections.emplace_back(*std::move(to), *std::move(from));
    }
    options.connections = std::move(connections);
    std::vector<std::string> dropped;
    for (const std::string& each : options.droppedOutputs)
        if (auto now = renumbered(each, places))
            dropped.push_back(*std::move(now));
    options.droppedOutputs = std::move(dropped);
}

void MergeChoices::removeModel(std::size_t model) {
    std::vector<std::optional<std::size_t>> places;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        places.push_back(i == model ? std::nullopt : std::optional(i < model ? i : i - 1));
    inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(model));
    renumber(places);
}

void MergeChoices::moveModel(std::size_t from, std::size_t to) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (i != from)
            order.push_back(i);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(to), from);
    std::vector<std::optional<std::size_t>> places(inputs.size());
    std::vector<MergeInput> moved;
    for (const std::size_t each : order) {
        places[each] = moved.size();
        moved.push_back(inputs[each]);
    }
    inputs = std::move(moved);
    renumber(places);
}

bool MergeChoices::operator==(const MergeChoices& other) const {
    const auto sameInput = [](const MergeInput& a, const MergeInput& b) {
        return a.path == b.path && a.prefix == b.prefix && a.part == b.part;
    };
    const MergeOptions &a = options, &b = other.options;
    return std::ranges::equal(inputs, other.inputs, sameInput) && a.output == b.output &&
           a.connections == b.connections && a.sharedInputs == b.sharedInputs &&
           a.rewriteBinaries == b.rewriteBinaries && a.embed == b.embed &&
           a.outputOrder == b.outputOrder && a.droppedOutputs == b.droppedOutputs;
}

void MergeHistory::remember(MergeChoices now) {
    if (!m_choices.empty()) {
        if (m_choices[m_now] == now)
            return;
        m_choices.resize(m_now + 1);
    }
    m_choices.push_back(std::move(now));
    m_now = m_choices.size() - 1;
}

const MergeChoices* MergeHistory::undo() { return canUndo() ? &m_choices[--m_now] : nullptr; }

const MergeChoices* MergeHistory::redo() { return canRedo() ? &m_choices[++m_now] : nullptr; }

} // namespace partita
