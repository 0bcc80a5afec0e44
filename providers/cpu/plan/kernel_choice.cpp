#include "providers/cpu/plan/kernel_choice.h"

#include <algorithm>

#include "core/ir/element_type.h"
#include "core/onnx/operator_facts.h"
#include "core/onnx/schema_rules.h"
#include "providers/cpu/kernels/half_values.h"
#include "providers/cpu/loops/float16_conversion.h"

namespace partita::cpu {

namespace {

/// Inputs that share the type parameter of input `typed`, by the operator's schema.
std::vector<std::size_t> inputsLike(const Node& node, const OperatorSchema& schema,
                                    std::size_t typed) {
    std::vector<std::size_t> same;
    if (typed >= schema.inputTypes.size() || schema.inputTypes[typed].empty())
        return same;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::size_t formal = std::min(i, schema.inputTypes.size() - 1);
        if (i != typed && (formal == i || schema.variadicInputs) &&
            schema.inputTypes[formal] == schema.inputTypes[typed])
            same.push_back(i);
    }
    return same;
}

constexpr std::uint64_t kAnyTensor = ~std::uint64_t{1};

/// The types that each input may have, by the schema. Of the typed input and of `likeTyped`, whose
/// element types the kernel's row decides, the schema only says whether they are tensors.
std::vector<std::uint64_t> allowedBy(const Node& node, const OperatorSchema& schema,
                                     std::size_t typed, const std::vector<std::size_t>& likeTyped) {
    const auto rules = schemaRules(node.opType, node.domain, schema.sinceVersion).inputs;
    std::vector<std::uint64_t> allowed;
    for (std::size_t i = 0; i < node.inputs.size() && !rules.empty(); ++i) {
        const std::size_t formal = std::min(i, rules.size() - 1);
        const std::uint64_t allows = rules[formal].allowed;
        const bool told = i == typed || std::ranges::find(likeTyped, i) != likeTyped.end();
        const std::uint64_t tensors = told && (allows & kAnyTensor) ? kAnyTensor : 0;
        const bool known = formal == i || schema.variadicInputs;
        allowed.push_back(known ? allows | tensors : ~std::uint64_t{0});
    }
    return allowed;
}

/// Whether a kernel only moves elements, whatever their type.
bool onlyMoves(const Node& node, const KernelEntry& entry) {
    if (node.isOneOf({"GridSample", "Resize"})) // but not Upsample, which has had other modes
        return node.stringAttribute("mode", node.is("Resize") ? "nearest" : "linear") ==
                   "nearest" &&
               node.stringAttribute("coordinate_transformation_mode", "") != "tf_crop_and_resize";
    // A kernel that takes integers and 8-bit floats alike only moves elements.
    return entry.types.has(DataType::float8e5m2) && !node.is("Upsample") &&
           node.stringAttribute("reduction", "none") == "none";
}

std::vector<DataType> declaredTypes(const Model& model, const IdList<ValueId>& values) {
    std::vector<DataType> types;
    for (const ValueId id : values)
        types.push_back(elementTypeOf(model, id));
    return types;
}

/// Whether the element type of a value is known, or it is certainly not a tensor.
bool isTypeKnown(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return elementTypeOf(model, id) != DataType::undefined ||
           (value && value->type && value->type->kind != Type::Kind::none &&
            !value->type->isTensor());
}

/// Whether a value is an optional tensor of halves. In a run it is the tensor, whose type in the
/// model does not say that it would be held as float32.
bool isOptionalOfHalves(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    const Type* type = value ? value->type.get() : nullptr;
    return type && type->kind == Type::Kind::optional && type->nested &&
           isHalf(type->nested->element);
}

/// Whether a node looks up rows of a constant table, of which it needs only some in a run.
bool looksUpConstant(const Model& model, const Node& node) {
    return node.is("Gather") && !node.inputs.empty() && constantOf(model, node.inputs[0]);
}

/// Makes a Cast of float32 that are halves by the model, or to such from numbers that float32 holds
/// exactly: the results are those of stored halves. False for any other node.
bool chooseWideCast(ChosenKernel& chosen, const KernelInit& init, const KernelAnswer& answer,
                    DataType from, DataType to) {
    const bool fits = isHalf(to) ? isExactInFloats(from) : isHalf(from);
    if (!init.node.is("Cast") || !fits)
        return false;
    chosen.widens = true;
    chosen.kernel = isHalf(to) ? makeCastToFloats() : answer.kernel->make(init);
    if (isHalf(to))
        chosen.rounded.emplace_back(0, to);
    return true;
}

/// Makes a kernel for a node that reads or makes halves, in a program that holds them as float32.
void chooseForWideHalves(ChosenKernel& chosen, const KernelInit& init, const KernelAnswer& answer,
                         std::vector<DataType> inputs, std::vector<DataType> outputs) {
    if (inputs.size() == 1 && outputs.size() == 1 &&
        chooseWideCast(chosen, init, answer, inputs[0], outputs[0]))
        return;
    auto kernel = answer.kernel->make(init);
    const bool passes = passesElements(init.node);
    const bool isWide = answer.adapter == Adapter::widen;
    if (isWide)
        chosen.types = answer.kernel->types;
    chosen.widens = isWide || (passes && answer.adapter == Adapter::none &&
                               !looksUpConstant(init.model, init.node));
    if (!chosen.widens) {
        chosen.adapted = true;
        chosen.sameType.clear(); // constants stay halves beside values that are held wide
        kernel = adapt(std::move(kernel), answer.adapter, answer.type, outputs);
        chosen.kernel = withStoredHalves(std::move(kernel), std::move(inputs), std::move(outputs));
        return;
    }
    chosen.kernel = std::move(kernel);
    // The opposite of a half is one, too.
    const bool exact = passes || (init.epilogue.empty() && init.node.isOneOf({"Abs", "Neg"}));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (isHalf(outputs[i]) && !exact)
            chosen.rounded.emplace_back(i, outputs[i]);
}

/// Whether the kernel of Attention does all that a call asks for: it makes no scores and has one type.
/// Other calls run as ONNX's function.
bool takesAttention(const Model& model, const Node& node) {
    const auto typeOfInput = [&](std::size_t input) {
        return input < node.inputs.size() ? elementTypeOf(model, node.inputs[input])
                                          : DataType::undefined;
    };
    const DataType type = typeOfInput(0), values = typeOfInput(2), mask = typeOfInput(3);
    const auto isOurs = [&](const AttributePtr& attribute) {
        const std::string_view name = attribute->name;
        if (name == "softmax_precision") {
            const auto precision = static_cast<DataType>(node.intAttribute(name, 0));
            return precision == DataType::float32 || (isHalf(precision) && isHalf(type));
        }
        return name == "left_window_size" || name == "right_window_size" || name == "scale" ||
               name == "is_causal" || name == "softcap" || name == "q_num_heads" ||
               name == "kv_num_heads" || name == "qk_matmul_output_mode" || name == "rows_first";
    };
    const auto isOneOf = [](DataType given, std::initializer_list<DataType> types) {
        return given == DataType::undefined || std::ranges::find(types, given) != types.end();
    };
    const bool wantsScores = node.outputs.size() > 3 && node.outputs[3];
    return !wantsScores && node.inputs.size() <= 7 && isOneOf(values, {type}) &&
           isOneOf(mask, {type, DataType::boolean}) &&
           std::ranges::all_of(*node.attributes, isOurs);
}

} // namespace

KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions) {
    return kernelFor(model, node, versions.inForce(node));
}

KernelAnswer kernelFor(const Model& model, const Node& node, int version) {
    const KernelEntry* any = findKernelAnyType(node.domain, node.opType, version);
    if (!any || (node.is("Attention") && !takesAttention(model, node)))
        return {nullptr, PARTITA_TEXT("no kernel for {0} {1}", node.opType, version)};
    const DataType type = any->typedInput < node.inputs.size()
                              ? elementTypeOf(model, node.inputs[any->typedInput])
                              : DataType::undefined;
    if (type == DataType::undefined)
        return {any, {}};
    const KernelEntry* found = findKernel(node.domain, node.opType, version, type);
    if (const bool half = type == DataType::float16 || type == DataType::bfloat16; !found && half)
        if (const auto* wide = findKernel(node.domain, node.opType, version, DataType::float32))
            return {wide, {}, Adapter::widen, type};
    const bool isComplex = type == DataType::complex64 || type == DataType::complex128;
    if (!found && isComplex && node.isOneOf({"Col2Im", "GridSample", "Resize"}))
        return {any, {}, Adapter::parts, type};
    if (!found && (isComplex || type == DataType::string) && onlyMoves(node, *any))
        return {any, {}, Adapter::handles, type};
    if (!found && dataTypeBits(type) < 8 && any->types.has(DataType::float8e5m2))
        return {any, {}, Adapter::unpack, type};
    if (!found)
        return {nullptr, PARTITA_TEXT("no kernel for {0} {1} with {2}; there is one for {3}",
                                      node.opType, version, dataTypeName(type), any->types.text())};
    return {found, {}};
}

void ChosenKernel::run(KernelContext& context) const {
    for (std::size_t i = 0; i < allowed.size(); ++i)
        if (const RuntimeValue* value = context.optional(i);
            value &&
            !(allowed[i] >> (value->isTensor() ? static_cast<unsigned>(value->type) : 0) & 1))
            throw NodeFailure(
                value->isTensor()
                    ? PARTITA_TEXT("input {0} may not be {1}", i, dataTypeName(value->type))
                    : PARTITA_TEXT("input {0} may not be a sequence, map or optional", i));
    const RuntimeValue* typed = context.optional(typedInput);
    if (typed && typed->isTensor()) {
        if (!types.has(typed->type))
            throw NodeFailure(PARTITA_TEXT("no kernel for {0}; there is one for {1}",
                                           dataTypeName(typed->type), types.text()));
        for (const std::size_t i : sameType)
            if (const RuntimeValue* other = context.optional(i);
                other && other->isTensor() && other->type != typed->type)
                throw NodeFailure(PARTITA_TEXT(
                    "input {0} is {1}, but input {2} is {3}: their types must be the same", i,
                    dataTypeName(other->type), typedInput, dataTypeName(typed->type)));
    }
    kernel->run(context);
    for (const auto& [output, half] : rounded)
        if (context.wants(output)) {
            RuntimeValue& value = context.runValues().at(context.node().outputs[output]);
            // One that the kernel does not make is an error of the run; one of another type, of
            // which the file says that it is halves, is left as the kernel made it.
            if (value.present() && value.type == DataType::float32)
                roundToHalves(half, value.as<float>(), value.count());
        }
}

void ChosenKernel::widenConstants(const Node& node, RunValues& runValues) const {
    if (!widens)
        return;
    for (const ValueId id : node.inputs)
        if (id && isHalf(runValues.at(id).type) && runValues.isFixed(id)) {
            RuntimeValue wide;
            runValues.at(id) = widened(runValues.at(id), wide);
        }
}

Result<ChosenKernel> chooseKernel(const KernelInit& init, const OperatorSchema* schema,
                                  Halves halves) {
    const Node& node = init.node;
    const std::string place = "node '" + node.label() + "'";
    const KernelAnswer answer = kernelFor(init.model, node, init.version);
    if (!answer.kernel)
        return Error{Errc::provider,
                     answer.why,
                     {place},
                     PARTITA_TEXT("run this model with a provider that has the operator")};
    ChosenKernel chosen;
    chosen.types = answer.adapter == Adapter::none ? answer.kernel->types : TypeSet{answer.type};
    chosen.typedInput = answer.kernel->typedInput;
    if (schema) {
        chosen.sameType = inputsLike(node, *schema, chosen.typedInput);
        chosen.allowed = allowedBy(node, *schema, chosen.typedInput, chosen.sameType);
    }
    auto inputs = declaredTypes(init.model, node.inputs),
         outputs = declaredTypes(init.model, node.outputs);
    const bool hasHalves =
        std::ranges::any_of(inputs, isHalf) || std::ranges::any_of(outputs, isHalf);
    try {
        if (halves == Halves::wide && hasHalves) {
            chooseForWideHalves(chosen, init, answer, std::move(inputs), std::move(outputs));
            return chosen;
        }
        chosen.adapted = answer.adapter != Adapter::none;
        chosen.kernel = adapt(answer.kernel->make(init), answer.adapter, answer.type, outputs);
    } catch (const std::exception& error) {
        return Error{Errc::provider, messageOf(error), {place}, {}};
    }
    return chosen;
}

bool gainsByWideHalves(const Model& model, const Partition& partition, const OpVersions& versions) {
    bool gains = false;
    const auto known = [&](ValueId value) { return !value || isTypeKnown(model, value); };
    const auto half = [&](ValueId value) { return isHalf(elementTypeOf(model, value)); };
    for (const NodeId id : partition.nodes) {
        const Node& node = *model.node(id);
        if (!node.subgraphs().empty() || !std::ranges::all_of(node.inputs, known) ||
            !std::ranges::all_of(node.outputs, known))
            return false;
        for (const auto* values : {&node.inputs, &node.outputs})
            if (std::ranges::any_of(
                    *values, [&](ValueId value) { return isOptionalOfHalves(model, value); }))
                return false;
        if (std::ranges::none_of(node.inputs, half) && std::ranges::none_of(node.outputs, half))
            continue;
        const KernelAnswer answer = kernelFor(model, node, versions);
        gains = gains || answer.adapter == Adapter::widen;
        // A run sees float32 in place of the declared types, and would not see a wrong mixture.
        const auto& schema = versions.of(node).schema;
        const std::size_t typed = answer.kernel ? answer.kernel->typedInput : node.inputs.size();
        if (schema && typed < node.inputs.size())
            for (const std::size_t i : inputsLike(node, *schema, typed))
                if (node.inputs[i] && elementTypeOf(model, node.inputs[i]) !=
                                          elementTypeOf(model, node.inputs[typed]))
                    return false;
    }
    return gains;
}

} // namespace partita::cpu
