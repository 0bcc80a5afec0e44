#include "providers/cpu/plan/kernel_choice.h"

#include <algorithm>

#include "core/ir/element_type.h"
#include "core/onnx/schema_rules.h"

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

bool isOneOf(const Node& node, std::initializer_list<std::string_view> operators) {
    return std::ranges::any_of(operators, [&](std::string_view each) { return node.is(each); });
}

/// Whether a kernel only moves elements, whatever their type.
bool onlyMoves(const Node& node, const KernelEntry& entry) {
    if (isOneOf(node, {"GridSample", "Resize"})) // but not Upsample, which has had other modes
        return node.stringAttribute("mode", node.is("Resize") ? "nearest" : "linear") ==
                   "nearest" &&
               node.stringAttribute("coordinate_transformation_mode", "") != "tf_crop_and_resize";
    // A kernel that takes integers and 8-bit floats alike only moves elements.
    return entry.types.has(DataType::float8e5m2) && !node.is("Upsample") &&
           node.stringAttribute("reduction", "none") == "none";
}

} // namespace

KernelAnswer kernelFor(const Model& model, const Node& node, const OpVersions& versions) {
    return kernelFor(model, node, versions.inForce(node));
}

KernelAnswer kernelFor(const Model& model, const Node& node, int version) {
    const KernelEntry* any = findKernelAnyType(node.domain, node.opType, version);
    if (!any)
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
    if (!found && isComplex && isOneOf(node, {"Col2Im", "GridSample", "Resize"}))
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
}

Result<ChosenKernel> chooseKernel(const KernelInit& init, const OperatorSchema* schema) {
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
    std::vector<DataType> outputs;
    for (const ValueId id : node.outputs)
        outputs.push_back(elementTypeOf(init.model, id));
    try {
        chosen.adapted = answer.adapter != Adapter::none;
        chosen.kernel = adapt(answer.kernel->make(init), answer.adapter, answer.type, outputs);
    } catch (const std::exception& error) {
        return Error{Errc::provider, messageOf(error), {place}, {}};
    }
    return chosen;
}

} // namespace partita::cpu
