#include "core/epcontext/merge/merge_connections.h"

#include <algorithm>

namespace partita {

namespace {

/// The values of a model that others can be connected to; none of one that cannot be read.
std::vector<ValueId> openPorts(const MergeInput& input, bool outputs) {
    if (input.unreadable)
        return {};
    const Graph& graph = *input.model.graph(input.model.mainGraph());
    return outputs ? std::vector<ValueId>(graph.outputs.begin(), graph.outputs.end())
                   : std::vector<ValueId>(graph.inputs.begin(), graph.inputs.end());
}

/// Adds connections to the options, at most one for each input.
class Connector {
public:
    Connector(const std::vector<MergeInput>& inputs, MergeOptions& options)
        : m_inputs(inputs), m_options(options) {
        for (const auto& [input, output] : options.connections)
            m_taken.insert(input);
    }
    [[nodiscard]] const Value& value(std::size_t model, ValueId id) const {
        return *m_inputs[model].model.value(id);
    }
    /// Whether the output was connected. Types must be equal in every size: nobody looks at each of
    /// these connections.
    bool connect(std::size_t from, ValueId output, std::size_t to, ValueId input) {
        const Value &source = value(from, output), &target = value(to, input);
        if (!source.type || !target.type || source.type->text() != target.type->text() ||
            !m_taken.insert(portName(to, target.name)).second)
            return false;
        m_options.connections.emplace_back(portName(to, target.name), portName(from, source.name));
        return true;
    }

private:
    const std::vector<MergeInput>& m_inputs;
    MergeOptions& m_options;
    std::set<std::string> m_taken; ///< inputs that are connected
};

/// Whether a wish has a name with that prefix, which then is the user's own.
bool isNamedBy(const MergeOptions& options, const std::string& prefix) {
    const auto has = [&](const std::string& name) { return name.starts_with(prefix); };
    return std::ranges::any_of(options.outputOrder, has) ||
           std::ranges::any_of(options.droppedOutputs, has) ||
           std::ranges::any_of(options.connections, [&](const auto& each) {
               return has(each.first) || has(each.second);
           });
}

/// `wish` for a model, or its name with a number where another model has that prefix.
std::string unusedPrefix(const std::vector<MergeInput>& inputs, std::size_t model,
                         const std::string& wish) {
    std::string prefix = wish;
    const auto isTaken = [&](const MergeInput& each) {
        return &each != &inputs[model] && each.prefix == prefix;
    };
    for (int number = 2; std::ranges::any_of(inputs, isTaken); ++number)
        prefix = contextStem(inputs[model].path) + std::to_string(number) + "_";
    return prefix;
}

} // namespace

std::string portName(std::size_t model, const std::string& name) {
    return std::to_string(model + 1) + "." + name;
}

void connectByName(const std::vector<MergeInput>& inputs, MergeOptions& options) {
    Connector connector(inputs, options);
    for (std::size_t from = 0; from < inputs.size(); ++from)
        for (const ValueId output : openPorts(inputs[from], true))
            for (std::size_t to = from + 1; to < inputs.size(); ++to)
                for (const ValueId input : openPorts(inputs[to], false))
                    if (connector.value(from, output).name == connector.value(to, input).name &&
                        connector.connect(from, output, to, input))
                        break;
}

void connectInOrder(const std::vector<MergeInput>& inputs, MergeOptions& options) {
    Connector connector(inputs, options);
    for (std::size_t to = 1; to < inputs.size(); ++to) {
        const auto sources = openPorts(inputs[to - 1], true),
                   targets = openPorts(inputs[to], false);
        for (std::size_t i = 0; i < std::min(sources.size(), targets.size()); ++i)
            connector.connect(to - 1, sources[i], to, targets[i]);
    }
}

void suggestPrefixes(std::vector<MergeInput>& inputs, std::size_t first,
                     const MergeOptions& options) {
    std::vector<std::filesystem::path> paths;
    for (const MergeInput& input : inputs)
        paths.push_back(input.path);
    const auto suggested = suggestedPrefixes(paths);
    paths.resize(std::min(first, paths.size()));
    const auto before = suggestedPrefixes(paths);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (i >= before.size() ||
            (inputs[i].prefix == before[i] && !isNamedBy(options, inputs[i].prefix)))
            inputs[i].prefix = unusedPrefix(inputs, i, suggested[i]);
}

} // namespace partita
