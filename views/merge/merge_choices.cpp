#include "views/merge/merge_choices.h"

#include <algorithm>

#include "core/base/number_text.h"

namespace partita {

namespace {

/// The number of the model of "2.x"; nothing: the port is written in another way, which names the
/// model.
std::optional<std::size_t> modelNumber(const std::string& port) {
    const std::size_t dot = port.find('.');
    return dot == std::string::npos
               ? std::nullopt
               : parseNumber<std::size_t>(std::string_view(port).substr(0, dot));
}

/// "2.x" with the new number of its model; nothing: the model is gone.
std::optional<std::string> renumbered(const std::string& port,
                                      const std::vector<std::optional<std::size_t>>& places) {
    const auto model = modelNumber(port).value_or(0);
    if (model == 0 || model > places.size())
        return port;
    const auto& place = places[model - 1];
    if (!place)
        return std::nullopt;
    return std::to_string(*place + 1) + port.substr(port.find('.'));
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

bool MergeChoices::writesSame(const MergeChoices& other) const {
    const auto sameInput = [](const MergeInput& a, const MergeInput& b) {
        return a.path == b.path && a.prefix == b.prefix && a.part == b.part;
    };
    const MergeOptions &a = options, &b = other.options;
    return std::ranges::equal(inputs, other.inputs, sameInput) && a.output == b.output &&
           a.connections == b.connections && a.sharedInputs == b.sharedInputs &&
           a.rewriteBinaries == b.rewriteBinaries && a.embed == b.embed &&
           a.outputOrder == b.outputOrder && a.droppedOutputs == b.droppedOutputs;
}

bool MergeChoices::operator==(const MergeChoices& other) const {
    return device == other.device && writesSame(other);
}

namespace {

std::string fileName(const MergeInput& input) { return input.path.filename().string(); }

/// "decoder.x" of "2.x".
std::string portText(const MergeChoices& choices, const std::string& port) {
    const auto model = modelNumber(port).value_or(0);
    return model == 0 || model > choices.inputs.size()
               ? port
               : contextStem(choices.inputs[model - 1].path) + port.substr(port.find('.'));
}

/// The one element that `more` has beyond `fewer`; null: there is none, or there are several.
template <class T> const T* oneMore(const std::vector<T>& fewer, const std::vector<T>& more) {
    if (more.size() != fewer.size() + 1)
        return nullptr;
    const auto found = std::ranges::find_if(
        more, [&](const T& each) { return std::ranges::find(fewer, each) == fewer.end(); });
    return found == more.end() ? nullptr : &*found;
}

Message connectionName(const MergeChoices& before, const MergeChoices& after) {
    const auto &old = before.options.connections, &now = after.options.connections;
    if (const auto* added = oneMore(old, now))
        return PARTITA_TEXT("Connect {0} → {1}", portText(after, added->second),
                            portText(after, added->first));
    if (const auto* gone = oneMore(now, old))
        return PARTITA_TEXT("Disconnect {0} → {1}", portText(before, gone->second),
                            portText(before, gone->first));
    return now.size() > old.size() ? PARTITA_TEXT("Connect {0} outputs", now.size() - old.size())
                                   : PARTITA_TEXT("Change the connections");
}

Message modelsName(const MergeChoices& before, const MergeChoices& after) {
    const std::size_t old = before.inputs.size(), now = after.inputs.size();
    if (now > old)
        return now == old + 1 ? PARTITA_TEXT("Add {0}", fileName(after.inputs.back()))
                              : PARTITA_TEXT("Add {0} models", now - old);
    if (now == old)
        return {};
    for (std::size_t i = 0; i < old; ++i)
        if (i == now || before.inputs[i].path != after.inputs[i].path)
            return PARTITA_TEXT("Remove {0}", fileName(before.inputs[i]));
    return PARTITA_TEXT("Remove {0}", fileName(before.inputs.back()));
}

/// The same number of models.
Message sourceName(const MergeChoices& before, const MergeChoices& after) {
    for (std::size_t i = 0; i < before.inputs.size(); ++i) {
        const MergeInput &old = before.inputs[i], &now = after.inputs[i];
        if (old.path != now.path)
            return PARTITA_TEXT("Change the order of the models");
        if (old.prefix != now.prefix)
            return PARTITA_TEXT("Change the prefix of {0}", fileName(now));
        if (old.part != now.part)
            return PARTITA_TEXT("Take another part of {0}", fileName(now));
    }
    return {};
}

} // namespace

Message changeName(const MergeChoices& before, const MergeChoices& after) {
    if (Message models = modelsName(before, after); !models.empty())
        return models;
    if (Message source = sourceName(before, after); !source.empty())
        return source;
    const MergeOptions &old = before.options, &now = after.options;
    if (old.connections != now.connections)
        return connectionName(before, after);
    if (const auto* dropped = oneMore(old.droppedOutputs, now.droppedOutputs))
        return PARTITA_TEXT("Drop the output {0}", portText(after, *dropped));
    if (const auto* kept = oneMore(now.droppedOutputs, old.droppedOutputs))
        return PARTITA_TEXT("Keep the output {0}", portText(before, *kept));
    if (const auto* shared = oneMore(old.sharedInputs, now.sharedInputs))
        return PARTITA_TEXT("Share the input {0}", *shared);
    if (old.outputOrder != now.outputOrder)
        return PARTITA_TEXT("Change the order of the outputs");
    if (old.output != now.output)
        return PARTITA_TEXT("Change the file to write");
    if (before.device != after.device)
        return PARTITA_TEXT("Run it on {0}", after.device);
    return PARTITA_TEXT("Change the options of the merge");
}

Message MergeHistory::undoName() const {
    return canUndo() ? changeName(m_choices[m_now - 1], m_choices[m_now]) : Message();
}

Message MergeHistory::redoName() const {
    return canRedo() ? changeName(m_choices[m_now], m_choices[m_now + 1]) : Message();
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
