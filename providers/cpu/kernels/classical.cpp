// Operators of ai.onnx.ml: LabelEncoder, Binarizer, ArrayFeatureExtractor, TreeEnsemble.

#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/ml_scores.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

/// A tensor attribute as a value; nothing where it is missing.
std::optional<RuntimeValue> tensorAttribute(const Node& node, std::string_view name) {
    const Attribute* found = node.attribute(name);
    const auto* tensor = found ? std::get_if<TensorPtr>(&found->value) : nullptr;
    if (!tensor)
        return std::nullopt;
    auto value = RuntimeValue::from(**tensor);
    require(value.has_value(), "a tensor attribute cannot be read");
    return value->aligned();
}

/// A list attribute of elements T as a value; nothing where it is missing or of another kind.
template <class T>
std::optional<RuntimeValue> listAttribute(const Node& node, const std::string& name,
                                          DataType type) {
    const Attribute* found = node.attribute(name);
    const auto* list = found ? std::get_if<std::vector<T>>(&found->value) : nullptr;
    if (!list)
        return std::nullopt;
    RuntimeValue value = RuntimeValue::allocate(type, {static_cast<std::int64_t>(list->size())});
    if constexpr (std::is_same_v<T, std::string>)
        *value.strings = *list;
    else
        std::copy(list->begin(), list->end(), value.as<T>());
    return value;
}

/// The keys or values of a LabelEncoder: a tensor, or a list of one of three types.
RuntimeValue column(const Node& node, const std::string& name) {
    if (auto tensor = tensorAttribute(node, name + "_tensor"))
        return *std::move(tensor);
    if (auto texts = listAttribute<std::string>(node, name + "_strings", DataType::string))
        return *std::move(texts);
    if (auto ints = listAttribute<std::int64_t>(node, name + "_int64s", DataType::int64))
        return *std::move(ints);
    if (auto floats = listAttribute<float>(node, name + "_floats", DataType::float32))
        return *std::move(floats);
    throw NodeFailure("keys or values are missing");
}

/// Keys and values of a LabelEncoder. Version 1 maps between classes_strings and their indices; the
/// type of the input tells which of them are the keys.
std::pair<RuntimeValue, RuntimeValue> columnsOf(const Node& node, DataType input, int version) {
    if (version >= 2)
        return {column(node, "keys"), column(node, "values")};
    auto texts = listAttribute<std::string>(node, "classes_strings", DataType::string);
    require(texts.has_value(), "classes_strings is missing");
    RuntimeValue numbers = RuntimeValue::allocate(DataType::int64, texts->dims);
    std::iota(numbers.as<std::int64_t>(), numbers.as<std::int64_t>() + numbers.count(), 0);
    if (input == DataType::string)
        return {*std::move(texts), std::move(numbers)};
    return {std::move(numbers), *std::move(texts)};
}

bool isLabelType(DataType type) {
    return type == DataType::string || type == DataType::int64 || type == DataType::int32 ||
           type == DataType::int16 || type == DataType::float32 || type == DataType::float64;
}

/// A text for look-up: equal numbers have equal texts, integers with all their digits, and every
/// NaN is the same key.
std::string keyOf(const RuntimeValue& value, std::int64_t i) {
    if (value.type == DataType::string)
        return (*value.strings)[static_cast<std::size_t>(i)];
    if (value.type == DataType::int64)
        return std::to_string(value.as<std::int64_t>()[i]);
    const double number = readNumber(value, i);
    if (std::isnan(number))
        return "nan";
    if (std::fabs(number) < 0x1p53 && number == std::trunc(number))
        return std::to_string(static_cast<std::int64_t>(number));
    return "#" + std::to_string(std::bit_cast<std::uint64_t>(number));
}

/// The value that LabelEncoder gives for an unknown key, as a tensor of one element.
RuntimeValue defaultLabel(const Node& node, DataType type) {
    const auto given = tensorAttribute(node, "default_tensor");
    require(!given || (given->count() == 1 &&
                       (given->type == DataType::string) == (type == DataType::string)),
            "the default must be one value of the output's type");
    RuntimeValue label = RuntimeValue::allocate(type, {1});
    if (type == DataType::string)
        (*label.strings)[0] = given
                                  ? given->strings->at(0)
                                  : std::string(node.stringAttribute("default_string", "_Unused"));
    else if (type == DataType::int64 && (!given || given->type == type))
        *label.as<std::int64_t>() =
            given ? *given->as<std::int64_t>() : node.intAttribute("default_int64", -1);
    else
        writeNumber(label, 0,
                    given ? readNumber(scalarOperand(*given), 0)
                    : type == DataType::int16 || type == DataType::int32
                        ? static_cast<double>(node.intAttribute("default_int64", -1))
                        : static_cast<double>(node.floatAttribute("default_float", -0.0F)));
    return label;
}

} // namespace

/// Replaces each element by the value of its key, or by the default where no key equals it.
///
/// Inputs:   X strings or numbers, of any shape
/// Outputs:  Y string, int64, int16, float32 or float64 as the values are, of X's shape
/// Method:   look-up by text; of equal keys the first counts, as in ONNX Runtime
/// Source:   ONNX-ML LabelEncoder-4
void labelEncoderKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const Node& node = context.node();
    const auto [keys, values] = columnsOf(node, x.type, context.version());
    require(keys.count() == values.count(), "the number of values differs from the number of keys");
    require(isLabelType(values.type),
            "values must be texts, int64, int32, int16, float32 or float64");
    std::map<std::string, std::int64_t> places;
    // From version 4 on the last one of a repeated key counts.
    for (std::int64_t i = 0; i < keys.count(); ++i)
        if (context.version() >= 4)
            places.insert_or_assign(keyOf(keys, i), i);
        else
            places.emplace(keyOf(keys, i), i);
    const RuntimeValue unknown = defaultLabel(node, values.type);
    RuntimeValue& y = context.output(0, values.type, x.dims);
    const std::size_t width = dataTypeBits(y.type) / 8;
    for (std::int64_t i = 0, n = x.count(); i < n; ++i) {
        const auto found = places.find(keyOf(x, i));
        const RuntimeValue& from = found != places.end() ? values : unknown;
        const auto at = static_cast<std::size_t>(found != places.end() ? found->second : 0);
        if (y.type == DataType::string)
            (*y.strings)[static_cast<std::size_t>(i)] = (*from.strings)[at];
        else
            std::memcpy(y.data + static_cast<std::size_t>(i) * width, from.data + at * width,
                        width);
    }
}

/// Gives 1 for elements above `threshold` and 0 for all others.
///
/// Inputs:   X any number type
/// Outputs:  Y of X's type and shape
/// Method:   plain loop
/// Source:   ONNX-ML Binarizer-1
void binarizerKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    const double threshold = static_cast<double>(context.node().floatAttribute("threshold", 0));
    RuntimeValue& y = context.output(0, x.type, x.dims);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i)
        writeNumber(y, i, readNumber(x, i) > threshold);
}

/// Selects columns of the last axis.
///
/// Inputs:   X numbers or strings [D1, …, Dn]; Y integers, K indices in all
/// Outputs:  Z [D1, …, Dn-1, K], of X's type; [1, K] where X is a vector
/// Method:   plain loops, numbers by way of float64
/// Fails:    when an index is out of range
/// Source:   ONNX-ML ArrayFeatureExtractor-1
void arrayFeatureExtractorKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &indices = context.input(1);
    require(!x.dims.empty(), "a scalar has no features");
    const std::int64_t size = x.dims.back(), rows = product(x.dims, 0, x.dims.size() - 1),
                       count = indices.count();
    Dims dims(x.dims.begin(), x.dims.end() - 1);
    if (dims.empty())
        dims.push_back(1);
    dims.push_back(count);
    RuntimeValue& y = context.output(0, x.type, dims);
    const auto width = x.type == DataType::string ? 0 : static_cast<std::int64_t>(elementBytes(x));
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t from = row * size + checkedIndex(indexAt(indices, i), size),
                               to = row * count + i;
            if (x.type == DataType::string)
                (*y.strings)[static_cast<std::size_t>(to)] =
                    (*x.strings)[static_cast<std::size_t>(from)];
            else
                std::memcpy(y.data + to * width, x.data + from * width,
                            static_cast<std::size_t>(width));
        }
}

namespace {

/// The trees of ai.onnx.ml 5: nodes that test a feature, leaves that add a weight to a target.
class Forest {
public:
    explicit Forest(const Node& node)
        : m_features(node.intsAttribute("nodes_featureids")),
          m_trueNodes(node.intsAttribute("nodes_truenodeids")),
          m_falseNodes(node.intsAttribute("nodes_falsenodeids")),
          m_trueLeaves(node.intsAttribute("nodes_trueleafs")),
          m_falseLeaves(node.intsAttribute("nodes_falseleafs")),
          m_missingTrue(node.intsAttribute("nodes_missing_value_tracks_true")),
          m_targets(node.intsAttribute("leaf_targetids")),
          m_roots(node.intsAttribute("tree_roots")), m_modes(numbers(node, "nodes_modes")),
          m_splits(numbers(node, "nodes_splits")), m_weights(numbers(node, "leaf_weights")),
          m_members(membership(node)), m_aggregate(node.intAttribute("aggregate_function", 1)),
          targets(node.intAttribute("n_targets", 0)) {
        const std::size_t nodes = m_features.size();
        require(m_trueNodes.size() == nodes && m_falseNodes.size() == nodes &&
                    m_trueLeaves.size() == nodes && m_falseLeaves.size() == nodes &&
                    m_modes.size() == nodes && m_splits.size() == nodes &&
                    m_weights.size() == m_targets.size() && targets > 0,
                "the lists of the trees differ in length");
        for (const std::int64_t target : m_targets)
            require(target >= 0 && target < targets,
                    "a leaf refers to a target that does not exist");
        require(m_aggregate >= 0 && m_aggregate <= 3, "this aggregation is not known");
        std::size_t sets = 0;
        for (const double mode : m_modes) {
            require(mode >= 0 && mode <= kMember, "a node has an unknown mode");
            m_set.push_back(sets);
            sets += mode == kMember;
        }
        require(sets <= m_members.size(), "a set of members is missing");
    }

    /// Computes the scores of one row of features, one for each target.
    void score(const RuntimeValue& x, std::int64_t row, std::int64_t width,
               std::vector<double>& scores) const {
        std::vector<bool> met(scores.size());
        std::fill(scores.begin(), scores.end(), 0.0);
        for (const std::int64_t root : m_roots) {
            const std::size_t leaf = leafFrom(root, x, row, width);
            const auto target = static_cast<std::size_t>(m_targets[leaf]);
            const double weight = m_weights[leaf];
            double& out = scores[target];
            if (m_aggregate <= 1)
                out += weight;
            else if (!met[target])
                out = weight;
            else
                out = m_aggregate == 2 ? std::min(out, weight) : std::max(out, weight);
            met[target] = true;
        }
        if (m_aggregate == 0 && !m_roots.empty())
            for (double& each : scores)
                each /= static_cast<double>(m_roots.size());
    }

private:
    static constexpr int kMember = 6;

    static std::vector<double> numbers(const Node& node, const char* name) {
        const auto value = tensorAttribute(node, name);
        require(value.has_value(), "an attribute of the trees is missing");
        std::vector<double> all;
        for (std::int64_t i = 0; i < value->count(); ++i)
            all.push_back(readNumber(*value, i));
        return all;
    }

    /// The sets of the BRANCH_MEMBER nodes in node order; NaN ends each set in membership_values.
    static std::vector<std::vector<double>> membership(const Node& node) {
        std::vector<std::vector<double>> sets;
        const auto values = tensorAttribute(node, "membership_values");
        for (std::int64_t i = 0; values && i < values->count(); ++i) {
            if (i == 0 || std::isnan(readNumber(*values, i - 1)))
                sets.emplace_back();
            if (const double value = readNumber(*values, i); !std::isnan(value))
                sets.back().push_back(value);
        }
        return sets;
    }

    [[nodiscard]] bool holds(std::size_t node, double value) const {
        if (std::isnan(value) && node < m_missingTrue.size() && m_missingTrue[node])
            return true;
        const double split = m_splits[node];
        switch (static_cast<int>(m_modes[node])) {
        case 0: return value <= split;
        case 1: return value < split;
        case 2: return value >= split;
        case 3: return value > split;
        case 4: return value == split;
        case 5: return value != split;
        default: {
            const auto& members = m_members[m_set[node]];
            return std::find(members.begin(), members.end(), value) != members.end();
        }
        }
    }

    std::size_t leafFrom(std::int64_t root, const RuntimeValue& x, std::int64_t row,
                         std::int64_t width) const {
        std::int64_t at = root;
        for (std::size_t steps = 0; steps <= m_features.size(); ++steps) {
            require(at >= 0 && at < static_cast<std::int64_t>(m_features.size()),
                    "a tree refers to a node that does not exist");
            const auto node = static_cast<std::size_t>(at);
            require(m_features[node] >= 0 && m_features[node] < width,
                    "a node tests a feature that the input does not have");
            const bool yes = holds(node, readNumber(x, row * width + m_features[node]));
            at = yes ? m_trueNodes[node] : m_falseNodes[node];
            if (yes ? m_trueLeaves[node] : m_falseLeaves[node]) {
                require(at >= 0 && at < static_cast<std::int64_t>(m_targets.size()),
                        "a tree refers to a leaf that does not exist");
                return static_cast<std::size_t>(at);
            }
        }
        throw NodeFailure("a tree contains a cycle");
    }

    std::vector<std::int64_t> m_features, m_trueNodes, m_falseNodes, m_trueLeaves, m_falseLeaves,
        m_missingTrue, m_targets, m_roots;
    std::vector<double> m_modes, m_splits, m_weights;
    std::vector<std::vector<double>> m_members;
    std::vector<std::size_t> m_set; ///< by node: the index of its set in m_members
    std::int64_t m_aggregate;

public:
    const std::int64_t targets;
};

/// The trees of one node and the post_transform of their scores.
class TreeEnsemble : public Kernel {
public:
    explicit TreeEnsemble(const Node& node) : m_forest(node) {
        // ONNX Runtime's numbers; ONNX's text has those of LOGISTIC and SOFTMAX swapped.
        constexpr std::string_view kKinds[] = {"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO",
                                               "PROBIT"};
        const std::int64_t kind = node.intAttribute("post_transform", 0);
        require(kind >= 0 && kind < std::ssize(kKinds), "this post_transform is not known");
        m_post = kKinds[kind];
    }

    void run(KernelContext& context) override {
        const RuntimeValue& x = context.input(0);
        require(x.dims.size() == 2, "the input must be [rows, features]");
        RuntimeValue& y = context.output(0, x.type, {x.dims[0], m_forest.targets});
        std::vector<double> sums(static_cast<std::size_t>(m_forest.targets));
        for (std::int64_t row = 0; row < x.dims[0]; ++row) {
            m_forest.score(x, row, x.dims[1], sums);
            transformScores(sums, m_post);
            for (std::size_t i = 0; i < sums.size(); ++i)
                writeNumber(y, row * m_forest.targets + static_cast<std::int64_t>(i), sums[i]);
        }
    }

private:
    Forest m_forest;
    std::string_view m_post;
};

} // namespace

/// Scores rows of features by an ensemble of decision trees.
///
/// Inputs:   X float32 or float64 [N, F]
/// Outputs:  Y of X's type [N, n_targets]
/// Method:   row by row in float64: one leaf of each tree, then aggregate_function and
///           post_transform, whose numbers are those of ONNX Runtime
/// Fails:    when a row's path leads to a node, leaf or feature that is not there, or never ends
/// Source:   ONNX-ML TreeEnsemble-5
std::unique_ptr<Kernel> makeTreeEnsemble(const KernelInit& init) {
    return std::make_unique<TreeEnsemble>(init.node);
}

} // namespace partita::cpu
