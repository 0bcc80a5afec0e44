#include "core/onnx/safe_propagation.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <onnx/defs/schema.h>

#include "core/onnx/session_propagation.h"

namespace partita {

namespace {

constexpr std::int64_t kMostElements = 1 << 12;           ///< of a vector with known values
constexpr std::int64_t kFarthest = std::int64_t{1} << 62; ///< bounds numbers of Slice

/// Whether all vectors among the inputs are short enough for data propagation.
bool isSmall(onnx::DataPropagationContext& context) {
    for (std::size_t i = 0; i < context.getNumInputs(); ++i) {
        const auto* type = context.getInputType(i);
        if (!type || !type->has_tensor_type() || !type->tensor_type().has_shape())
            continue;
        const auto& shape = type->tensor_type().shape();
        if (shape.dim_size() == 1 && shape.dim(0).has_dim_value() &&
            (shape.dim(0).dim_value() > kMostElements || shape.dim(0).dim_value() < 0))
            return false;
    }
    return true;
}

/// Propagation of Slice adds starts, ends and steps to positions; no sum may overflow 64 bits.
bool hasModestSlices(onnx::DataPropagationContext& context) {
    for (std::size_t i = 1; i < context.getNumInputs(); ++i) {
        const auto* numbers = context.getInputData(i);
        if (!numbers)
            continue;
        for (const auto& number : numbers->dim())
            if (number.dim_value() < -kFarthest || (i == 4 && number.dim_value() > kFarthest))
                return false;
    }
    return true;
}

/// Whether the current node is left out; a process runs one inference at a time.
bool leavesNodeOut = false;

/// The key of a node: "node Einsum (name) #hash of its attributes".
std::string keyOf(const onnx::OpSchema& schema, const onnx::InferenceContext& context) {
    std::string attributes;
    for (const auto& [name, unused] : schema.attributes())
        if (const auto* attribute = context.getAttribute(name); attribute && !attribute->has_g())
            attribute->AppendToString(&attributes);
    std::string key =
        fmt::format("{} #{:x}", context.getDisplayName(), std::hash<std::string>()(attributes));
    std::replace(key.begin(), key.end(), '\n', ' '); // a request holds one key a line
    return key;
}

void enterNode(const onnx::OpSchema& schema, const onnx::InferenceContext& context) {
    InferenceWatch& watch = inferenceWatch();
    leavesNodeOut = false;
    if (!watch.note)
        return;
    const std::string key = keyOf(schema, context);
    if (watch.leftOut.contains(key)) {
        leavesNodeOut = true;
        fail_shape_inference("shape inference of ", context.getDisplayName(),
                             " crashed or did not end");
    }
    const std::size_t kept = std::min(key.size(), watch.noteBytes - 1);
    std::memcpy(watch.note, key.data(), kept);
    watch.note[kept] = '\0';
}

/// Where a node has both, ONNX's inference follows `pads` and `output_padding`, and runtimes follow
/// `auto_pad`. The shape is refused, because a wrong one would be folded into the model.
void refuseTwoPaddings(const onnx::OpSchema& schema, const onnx::InferenceContext& context) {
    const auto* automatic = context.getAttribute("auto_pad");
    for (const char* name : {"pads", "output_padding"})
        if (const auto* pads = context.getAttribute(name);
            pads && automatic && automatic->s() != "NOTSET" &&
            (schema.Name() == "ConvTranspose" ||
             std::ranges::any_of(pads->ints(), [](auto pad) { return pad != 0; })))
            fail_shape_inference("auto_pad and ", name, " contradict each other in ",
                                 context.getDisplayName());
}

/// With a negative `batch_dims`, which GatherND does not have, ONNX's inference reads before its lists:
/// it crashes, or gives sizes that stand there by chance.
void refuseNegativeBatch(const onnx::OpSchema& schema, const onnx::InferenceContext& context) {
    const auto* batch = context.getAttribute("batch_dims");
    if (schema.Name() == "GatherND" && batch && batch->i() < 0)
        fail_shape_inference("batch_dims is negative in ", context.getDisplayName());
}

/// Sets the sizes behind a window with `auto_pad` SAME beside pads of 0, which ONNX's inference
/// follows: a last window that does not fit whole would be missing.
void padSame(onnx::InferenceContext& context) {
    const auto* automatic = context.getAttribute("auto_pad");
    const auto* strides = context.getAttribute("strides");
    if (!context.getAttribute("pads") || !automatic || !automatic->s().starts_with("SAME_") ||
        context.getNumInputs() == 0)
        return;
    const auto* x = context.getInputType(0);
    if (!x || !x->tensor_type().has_shape())
        return;
    for (std::size_t output = 0; output < context.getNumOutputs(); ++output) {
        auto* type = context.getOutputType(output)->mutable_tensor_type();
        if (!type->has_shape())
            continue;
        auto* shape = type->mutable_shape();
        const auto& from = x->tensor_type().shape();
        for (int axis = 2; axis < std::min(shape->dim_size(), from.dim_size()); ++axis) {
            const std::int64_t stride =
                strides && axis - 2 < strides->ints_size() ? strides->ints(axis - 2) : 1;
            shape->mutable_dim(axis)->Clear();
            if (from.dim(axis).has_dim_value() && stride > 0)
                shape->mutable_dim(axis)->set_dim_value((from.dim(axis).dim_value() - 1) / stride +
                                                        (from.dim(axis).dim_value() > 0));
        }
    }
}

/// Takes away a last window that `ceil_mode` adds and that would start in the end padding: it is
/// left out by the operator's definition, but ONNX's inference counts it before opset 22.
void dropLateWindows(onnx::InferenceContext& context) {
    const auto* ceil = context.getAttribute("ceil_mode");
    const auto* automatic = context.getAttribute("auto_pad");
    if (!ceil || ceil->i() == 0 || (automatic && automatic->s().starts_with("SAME_")))
        return;
    const auto* strides = context.getAttribute("strides");
    const auto* pads = context.getAttribute("pads");
    const auto at = [](const auto* list, int i, std::int64_t otherwise) {
        return list && i < list->ints_size() ? list->ints(i) : otherwise;
    };
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    const auto* x = context.getInputType(0);
    for (std::size_t output = 0; x && output < context.getNumOutputs(); ++output) {
        auto* type = context.getOutputType(output)->mutable_tensor_type();
        if (!type->has_shape())
            continue;
        const auto& from = x->tensor_type().shape();
        for (int axis = 2; axis < std::min(type->shape().dim_size(), from.dim_size()); ++axis) {
            auto* dim = type->mutable_shape()->mutable_dim(axis);
            const std::int64_t stride = at(strides, axis - 2, 1), begin = at(pads, axis - 2, 0),
                               size = from.dim(axis).dim_value(), places = dim->dim_value();
            const bool isModest =
                stride > 0 && stride < kMost && begin >= 0 && begin < kMost && size < kMost;
            if (isModest && from.dim(axis).has_dim_value() && places > 0 &&
                places - 1 >= (size + begin + stride - 1) / stride)
                dim->set_dim_value(places - 1);
        }
    }
}

/// Takes away the sizes that a Slice gives where its axes or steps are not known: ONNX's inference
/// takes the first axes and steps of 1 where they have no shape either.
void forgetSlices(onnx::InferenceContext& context) {
    const auto unknown = [&](std::size_t input, bool given) {
        return given && !context.getInputData(input);
    };
    const bool axes = unknown(3, context.getNumInputs() > 3 && context.getInputType(3)),
               steps = unknown(4, context.getNumInputs() > 4);
    auto* type = context.getOutputType(0)->mutable_tensor_type();
    if (!(axes || steps) || !type->has_shape())
        return;
    for (auto& dim : *type->mutable_shape()->mutable_dim())
        dim.Clear();
}

/// Corrects errors of ONNX's inference, which folding of Shape would turn into wrong numbers.
/// ConvTranspose gets an incomplete shape where output_shape is smaller than the input, and STFT
/// without `onesided` is taken for two-sided, although the default is 1.
void correctShape(const onnx::OpSchema& schema, onnx::InferenceContext& context) {
    const bool transposes = schema.Name() == "ConvTranspose",
               transforms = schema.Name() == "STFT" && !context.getAttribute("onesided");
    if (schema.domain().empty() && !transposes)
        padSame(context);
    if (schema.domain().empty() && context.getNumInputs() > 0)
        dropLateWindows(context);
    if (schema.domain().empty() && schema.Name() == "Slice")
        forgetSlices(context);
    if (!schema.domain().empty() || (!transposes && !transforms))
        return;
    auto* type = context.getOutputType(0)->mutable_tensor_type();
    const auto* x = context.getInputType(0);
    if (transposes && x && type->has_shape() &&
        x->tensor_type().shape().dim_size() != type->shape().dim_size())
        type->clear_shape();
    if (transforms && type->shape().dim_size() == 4)
        type->mutable_shape()->mutable_dim(2)->Clear();
}

/// Sets the element types of outputs that share a type parameter of the schema with an input.
void inferElementTypes(const onnx::OpSchema& schema, onnx::InferenceContext& context) {
    const auto &inputs = schema.inputs(), &outputs = schema.outputs();
    for (std::size_t o = 0; o < std::min(context.getNumOutputs(), outputs.size()); ++o) {
        onnx::TypeProto* type = context.getOutputType(o);
        type->Clear();
        for (std::size_t i = 0; i < std::min(context.getNumInputs(), inputs.size()); ++i) {
            const auto* input = context.getInputType(i);
            if (input && input->has_tensor_type() &&
                inputs[i].GetTypeStr() == outputs[o].GetTypeStr())
                type->mutable_tensor_type()->set_elem_type(input->tensor_type().elem_type());
        }
    }
}

/// Guards the inference of a schema. A node whose shapes cannot be inferred still gets element
/// types, because its kernel is chosen by them. ONNX throws no InferenceError for an input or output
/// that is not there, which would end the inference of all nodes.
void guardInference(onnx::OpSchema& schema) {
    const auto original = schema.GetTypeAndShapeInferenceFunction();
    schema.TypeAndShapeInferenceFunction([original, &schema](onnx::InferenceContext& context) {
        try {
            enterNode(schema, context);
            refuseTwoPaddings(schema, context);
            refuseNegativeBatch(schema, context);
            if (inferenceWatch().asSession) {
                SessionInference session(context);
                original(session);
                correctShape(schema, session);
            } else {
                original(context);
                correctShape(schema, context);
            }
        } catch (const std::runtime_error&) {
            if (inferenceWatch().strict)
                throw;
            inferElementTypes(schema, context);
        }
    });
}

void guardPropagation(onnx::OpSchema& schema) {
    const bool isWhole = schema.has_data_propagation_function();
    const auto original =
        isWhole ? schema.GetDataPropagationFunction() : onnx::DataPropagationFunction();
    // They read the input's type only.
    const bool isSafe = schema.Name() == "Shape" || schema.Name() == "Size";
    const bool slices = schema.Name() == "Slice";
    schema.PartialDataPropagationFunction(
        [original, isSafe, slices, &schema](onnx::DataPropagationContext& context) {
            if (!isSafe &&
                (leavesNodeOut || !isSmall(context) || (slices && !hasModestSlices(context))))
                return;
            if (inferenceWatch().asSession)
                propagateAsSession(schema, original, context);
            else if (original)
                original(context);
        });
}

/// Guards the schemas of operators, each once.
class Watched {
public:
    void add(const onnx::GraphProto& graph) {
        for (const auto& node : graph.node())
            add(node);
    }
    void add(const onnx::FunctionProto& function) {
        for (const auto& node : function.node())
            add(node);
    }

private:
    void add(const onnx::NodeProto& node) {
        const std::string domain = node.domain() == "ai.onnx" ? "" : node.domain();
        if (m_done.insert(domain + "." + node.op_type()).second)
            addVersions(node.op_type(), domain);
        for (const auto& attribute : node.attribute()) {
            if (attribute.has_g())
                add(attribute.g());
            for (const auto& each : attribute.graphs())
                add(each);
        }
    }
    void addVersions(const std::string& name, const std::string& domain) {
        for (int version = std::numeric_limits<int>::max(); version > 0;) {
            // The registry returns its entries as const, but inference reads the same objects.
            auto* schema =
                const_cast<onnx::OpSchema*>(onnx::OpSchemaRegistry::Schema(name, version, domain));
            if (!schema)
                return;
            if (schema->has_type_and_shape_inference_function())
                guardInference(*schema);
            if (schema->has_data_propagation_function() || hasSessionPropagation(*schema))
                guardPropagation(*schema);
            if (const auto* function = schema->GetFunction())
                add(*function);
            version = schema->SinceVersion() - 1;
        }
    }

    std::unordered_set<std::string> m_done;
};

Watched& allWatched() {
    static Watched watched;
    return watched;
}

} // namespace

InferenceWatch& inferenceWatch() {
    static InferenceWatch watch;
    return watch;
}

void watchOperators(const onnx::ModelProto& model) {
    allWatched().add(model.graph());
    for (const auto& function : model.functions())
        allWatched().add(function);
}

void watchOperators(const onnx::FunctionProto& body) { allWatched().add(body); }

} // namespace partita
