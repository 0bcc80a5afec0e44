#include "tests/fuzz/classical_models.h"

#include <functional>
#include <map>

#include "tests/fuzz/case_values.h"

namespace partita::fuzz {

namespace {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string>;

/// Makes the attributes and the first input of one operator.
class ClassicalModel {
public:
    ClassicalModel(OperatorCase& each, Chance& chance) : m_case(each), m_chance(chance) {}

    void trees(const char* labelled);
    void treesByRoots();
    void supportVectors();
    void categories();
    void labelPairs();
    void vocabulary();
    void widths();
    void mapLabels();

private:
    onnx::AttributeProto& add(const std::string& name, onnx::AttributeProto::AttributeType type) {
        onnx::AttributeProto& made = m_case.attributes.emplace_back();
        made.set_name(name);
        made.set_type(type);
        return made;
    }
    void ints(const std::string& name, const Ints& values) {
        onnx::AttributeProto& made = add(name, onnx::AttributeProto::INTS);
        made.mutable_ints()->Add(values.begin(), values.end());
    }
    void floats(const std::string& name, const Floats& values) {
        onnx::AttributeProto& made = add(name, onnx::AttributeProto::FLOATS);
        made.mutable_floats()->Add(values.begin(), values.end());
    }
    void strings(const std::string& name, const Strings& values) {
        onnx::AttributeProto& made = add(name, onnx::AttributeProto::STRINGS);
        for (const std::string& value : values)
            made.add_strings(value);
    }
    void integer(const std::string& name, std::int64_t value) {
        add(name, onnx::AttributeProto::INT).set_i(value);
    }
    void text(const std::string& name, const std::string& value) {
        add(name, onnx::AttributeProto::STRING).set_s(value);
    }
    void tensor(const std::string& name, int type, const Ints& values) {
        *add(name, onnx::AttributeProto::TENSOR).mutable_t() =
            numbersTensor(type, {static_cast<std::int64_t>(values.size())}, values);
    }

    float number() { return static_cast<float>(m_chance.between(-8, 8)) / 4; }
    Floats numbers(std::size_t count) {
        Floats made(count);
        for (float& each : made)
            each = number();
        return made;
    }
    /// Adds a label for each class, either strings or integers.
    void labels(std::size_t classes, const std::string& asInts, const std::string& asStrings) {
        if (m_chance.oneIn(2)) {
            Ints made;
            for (std::size_t i = 0; i < classes; ++i)
                made.push_back(static_cast<std::int64_t>(i * 3) - 1);
            return ints(asInts, made);
        }
        const Strings names = {"no", "yes", "", "cat", "long text"};
        strings(asStrings, {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(classes)});
    }
    int inputType() const { return m_case.inputs[0]->type.tensor_type().elem_type(); }
    /// Sets X to a random matrix [rows, features].
    void setFeatures(std::int64_t features) {
        const std::int64_t rows = m_chance.of({0, 1, 2, 3, 5, 17});
        const ValueRange range{-3, 3, m_chance.oneIn(6), true};
        m_case.inputs[0]->tensors = {randomTensor(m_chance, inputType(), {rows, features}, range)};
    }
    std::string post() {
        return m_chance.of({"NONE", "NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"});
    }

    OperatorCase& m_case;
    Chance& m_chance;
};

/// Trees of versions 1 and 3, whose nodes and leaves have a tree number and a node number;
/// `labelled` is "class" or "target".
void ClassicalModel::trees(const char* labelled) {
    const std::int64_t features = m_chance.between(1, 4);
    const bool classifies = std::string(labelled) == "class";
    const auto outcomes = static_cast<std::size_t>(m_chance.between(classifies ? 2 : 1, 3));
    const bool one = m_chance.oneIn(3); // all leaves have the same class or target
    Ints treeIds, ids, featureIds, yes, no, missing, leafTrees, leafIds, leafOutcomes;
    Floats values, weights;
    Strings modes;
    const std::int64_t count = m_chance.between(1, 3);
    for (std::int64_t tree = 0; tree < count; ++tree) {
        std::int64_t next = 0;
        const std::function<std::int64_t(int)> grow = [&](int depth) {
            const std::int64_t id = next++;
            const std::size_t at = ids.size();
            const bool leaf = depth == 0 || m_chance.oneIn(4);
            treeIds.push_back(tree);
            ids.push_back(id);
            modes.push_back(
                leaf ? "LEAF"
                     : m_chance.of({"BRANCH_LEQ", "BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                    "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"}));
            values.push_back(leaf ? 0 : number());
            featureIds.push_back(leaf ? 0 : m_chance.between(0, features - 1));
            missing.push_back(m_chance.between(0, 1));
            yes.push_back(0);
            no.push_back(0);
            if (leaf) {
                for (std::size_t vote = 0; vote <= m_chance.pick(2); ++vote) {
                    leafTrees.push_back(tree);
                    leafIds.push_back(id);
                    leafOutcomes.push_back(
                        one ? 0 : static_cast<std::int64_t>(m_chance.pick(outcomes)));
                    weights.push_back(number());
                }
                return id;
            }
            const std::int64_t first = grow(depth - 1), second = grow(depth - 1);
            yes[at] = first;
            no[at] = second;
            return id;
        };
        grow(static_cast<int>(m_chance.between(0, 4)));
    }
    ints("nodes_treeids", treeIds);
    ints("nodes_nodeids", ids);
    ints("nodes_featureids", featureIds);
    ints("nodes_truenodeids", yes);
    ints("nodes_falsenodeids", no);
    strings("nodes_modes", modes);
    floats("nodes_values", values);
    if (m_chance.oneIn(2))
        ints("nodes_missing_value_tracks_true", missing);
    const std::string prefix = labelled;
    ints(prefix + "_treeids", leafTrees);
    ints(prefix + "_nodeids", leafIds);
    ints(prefix + "_ids", leafOutcomes);
    floats(prefix + "_weights", weights);
    if (m_chance.oneIn(3))
        floats("base_values", numbers(outcomes));
    text("post_transform", post());
    if (classifies) {
        labels(outcomes, "classlabels_int64s", "classlabels_strings");
    } else {
        integer("n_targets", static_cast<std::int64_t>(outcomes));
        text("aggregate_function", m_chance.of({"SUM", "SUM", "AVERAGE", "MIN", "MAX"}));
    }
    setFeatures(features);
}

/// Trees of version 5, given by their roots, with leaves in a separate list.
void ClassicalModel::treesByRoots() {
    const std::int64_t features = m_chance.between(1, 4), targets = m_chance.between(1, 3);
    Ints roots, featureIds, modes, splits, yes, no, yesLeaf, noLeaf, targetIds, weights;
    for (std::int64_t tree = m_chance.between(1, 3); tree > 0; --tree) {
        const std::function<std::int64_t(int)> grow = [&](int depth) {
            const auto id = static_cast<std::int64_t>(featureIds.size());
            const auto at = static_cast<std::size_t>(id);
            featureIds.push_back(m_chance.between(0, features - 1));
            modes.push_back(m_chance.between(0, 5));
            splits.push_back(m_chance.between(-2, 2));
            for (Ints* list : {&yes, &no, &yesLeaf, &noLeaf})
                list->push_back(0);
            for (auto [to, isLeaf] : {std::pair(&yes, &yesLeaf), std::pair(&no, &noLeaf)}) {
                const bool leaf = depth == 0 || m_chance.oneIn(4);
                (*isLeaf)[at] = leaf ? 1 : 0;
                if (leaf) {
                    (*to)[at] = static_cast<std::int64_t>(targetIds.size());
                    targetIds.push_back(m_chance.between(0, targets - 1));
                    weights.push_back(m_chance.between(-5, 5));
                } else {
                    const std::int64_t child = grow(depth - 1);
                    (*to)[at] = child;
                }
            }
            return id;
        };
        roots.push_back(grow(static_cast<int>(m_chance.between(0, 3))));
    }
    ints("tree_roots", roots);
    ints("nodes_featureids", featureIds);
    ints("nodes_truenodeids", yes);
    ints("nodes_falsenodeids", no);
    ints("nodes_trueleafs", yesLeaf);
    ints("nodes_falseleafs", noLeaf);
    ints("leaf_targetids", targetIds);
    tensor("nodes_modes", onnx::TensorProto::UINT8, modes);
    tensor("nodes_splits", inputType(), splits);
    tensor("leaf_weights", inputType(), weights);
    integer("n_targets", targets);
    integer("aggregate_function", m_chance.between(0, 3));
    integer("post_transform", m_chance.of({0, 0, 3}));
    setFeatures(features);
}

/// Support vector machines for each pair of classes, or a linear function for each class.
void ClassicalModel::supportVectors() {
    const std::int64_t features = m_chance.between(1, 4);
    const auto classes = static_cast<std::size_t>(m_chance.between(2, 4)),
               width = static_cast<std::size_t>(features);
    const std::size_t pairs = classes * (classes - 1) / 2;
    if (m_chance.oneIn(4)) {
        floats("coefficients", numbers(classes * width));
        floats("rho", numbers(1));
    } else {
        Ints perClass(classes);
        std::size_t count = 0;
        for (auto& each : perClass) {
            each = m_chance.between(1, 3);
            count += static_cast<std::size_t>(each);
        }
        ints("vectors_per_class", perClass);
        floats("support_vectors", numbers(count * width));
        floats("coefficients", numbers(count * (classes - 1)));
        floats("rho", numbers(pairs));
        if (m_chance.oneIn(2)) {
            floats("prob_a", numbers(pairs));
            floats("prob_b", numbers(pairs));
        }
        text("kernel_type", m_chance.of({"LINEAR", "RBF", "SIGMOID", "POLY"}));
        floats("kernel_params", {0.25F, number(), static_cast<float>(m_chance.between(1, 3))});
    }
    text("post_transform", post());
    labels(classes, "classlabels_ints", "classlabels_strings");
    setFeatures(features);
}

/// The categories of OneHotEncoder, and of CategoryMapper, where they are pairs.
void ClassicalModel::categories() {
    const bool pairs = m_case.op == "CategoryMapper";
    const bool texts = inputType() == onnx::TensorProto::STRING;
    if (texts || pairs)
        strings("cats_strings", {"a", "cat", "3", ""});
    if (!texts || pairs)
        ints("cats_int64s", {0, 2, -1, 4});
    if (!pairs && m_chance.oneIn(2))
        integer("zeros", m_chance.between(0, 1));
}

/// Keys and values of LabelEncoder, lists of one length; in version 1 the classes.
void ClassicalModel::labelPairs() {
    if (m_case.opset < 2)
        return strings("classes_strings", {"a", "b", "cat"});
    const int from = inputType();
    if (from == onnx::TensorProto::STRING)
        strings("keys_strings", {"a", "b", ""});
    else if (from == onnx::TensorProto::INT64)
        ints("keys_int64s", {0, 1, -2});
    else
        floats("keys_floats", {0, 1.5F, -2});
    switch (m_chance.pick(3)) {
    case 0: strings("values_strings", {"x", "", "y"}); break;
    case 1: ints("values_int64s", {5, 6, 7}); break;
    default: floats("values_floats", {0.5F, -1, 2}); break;
    }
}

/// DictVectorizer: the keys in the order of their positions.
void ClassicalModel::vocabulary() {
    if (m_case.inputs[0]->type.map_type().key_type() == onnx::TensorProto::STRING)
        strings("string_vocabulary", {"a", "b", "cat", "3"});
    else
        ints("int64_vocabulary", {0, 3, 1, 5});
}

/// FeatureVectorizer: the number of features of each input.
void ClassicalModel::widths() {
    Ints sizes;
    const std::int64_t rows = m_chance.between(0, 4);
    for (auto& input : m_case.inputs) {
        const std::int64_t width = m_chance.between(1, 4);
        sizes.push_back(width);
        if (input)
            input->tensors = {randomTensor(m_chance, input->type.tensor_type().elem_type(),
                                           {rows, width}, {-3, 3, false, true})};
    }
    ints("inputdimensions", sizes);
}

/// ZipMap: a label for each column.
void ClassicalModel::mapLabels() {
    const std::int64_t columns = m_chance.between(1, 4);
    labels(static_cast<std::size_t>(columns), "classlabels_int64s", "classlabels_strings");
    setFeatures(columns);
}

} // namespace

void fitClassicalModel(OperatorCase& each, Chance& chance) {
    using Fit = std::function<void(ClassicalModel&)>;
    static const std::map<std::string, Fit> kFits = {
        {"TreeEnsembleClassifier", [](auto& model) { model.trees("class"); }},
        {"TreeEnsembleRegressor", [](auto& model) { model.trees("target"); }},
        {"TreeEnsemble", [](auto& model) { model.treesByRoots(); }},
        {"SVMClassifier", [](auto& model) { model.supportVectors(); }},
        {"OneHotEncoder", [](auto& model) { model.categories(); }},
        {"CategoryMapper", [](auto& model) { model.categories(); }},
        {"LabelEncoder", [](auto& model) { model.labelPairs(); }},
        {"DictVectorizer", [](auto& model) { model.vocabulary(); }},
        {"FeatureVectorizer", [](auto& model) { model.widths(); }},
        {"ZipMap", [](auto& model) { model.mapLabels(); }},
    };
    const auto fit = kFits.find(each.op);
    if (fit == kFits.end() || each.domain != "ai.onnx.ml" || each.inputs.empty() || !each.inputs[0])
        return;
    each.attributes.clear();
    ClassicalModel model(each, chance);
    fit->second(model);
    for (auto& output : each.outputs)
        output.reset(); // the labels decide the type
}

} // namespace partita::fuzz
