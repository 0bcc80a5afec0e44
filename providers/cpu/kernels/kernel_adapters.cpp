#include "providers/cpu/kernels/kernel_adapters.h"

#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "providers/cpu/kernels/half_values.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

bool isPacked(DataType type) { return dataTypeBits(type) > 0 && dataTypeBits(type) < 8; }

RuntimeValue unpacked(const RuntimeValue& value, RuntimeValue& kept) {
    RuntimeValue bytes = takeAgain(kept, DataType::uint8, value.dims);
    for (std::int64_t i = 0, n = value.count(); i < n; ++i)
        bytes.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(readBits(value, i));
    return bytes;
}

/// Elements by handle; handle 0, with which kernels fill up, is an empty string or zero.
class Handles {
public:
    explicit Handles(DataType type) : m_elements(RuntimeValue::allocate(type, {1})) {
        if (type != DataType::string)
            std::memset(m_elements.data, 0, m_elements.byteSize());
    }

    /// Stores the elements of a value and returns their handles.
    RuntimeValue of(const RuntimeValue& value) {
        RuntimeValue numbers = RuntimeValue::allocate(DataType::uint64, value.dims);
        const std::int64_t count = value.count(), first = m_elements.count();
        RuntimeValue all = RuntimeValue::allocate(m_elements.type, {first + count});
        copyElements(m_elements, 0, all, 0, first);
        copyElements(value, 0, all, first, count);
        m_elements = std::move(all);
        std::iota(numbers.as<std::uint64_t>(), numbers.as<std::uint64_t>() + count,
                  static_cast<std::uint64_t>(first));
        return numbers;
    }
    /// The elements of the handles; throws for numbers that a kernel computed.
    [[nodiscard]] RuntimeValue elements(const RuntimeValue& numbers) const {
        RuntimeValue value = RuntimeValue::allocate(m_elements.type, numbers.dims);
        for (std::int64_t i = 0, n = numbers.count(); i < n; ++i) {
            const std::uint64_t at = numbers.as<std::uint64_t>()[i];
            require(at < static_cast<std::uint64_t>(m_elements.count()),
                    "this kernel can only move elements of this type, not compute with them");
            copyElements(m_elements, static_cast<std::int64_t>(at), value, i, 1);
        }
        return value;
    }

private:
    RuntimeValue m_elements;
};

/// Puts other values in place of inputs for as long as it lives.
class ReplacedInputs {
public:
    explicit ReplacedInputs(RunValues& values) : m_values(values) {}
    ~ReplacedInputs() {
        for (auto& [id, value] : m_originals)
            m_values.at(id) = std::move(value);
    }
    ReplacedInputs(const ReplacedInputs&) = delete;
    ReplacedInputs& operator=(const ReplacedInputs&) = delete;

    void replace(ValueId id, RuntimeValue by) {
        m_originals.emplace_back(id, std::exchange(m_values.at(id), std::move(by)));
    }

private:
    RunValues& m_values;
    std::vector<std::pair<ValueId, RuntimeValue>> m_originals;
};

class Adapted : public Kernel {
public:
    Adapted(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow,
            const std::vector<DataType>& outputs)
        : m_kernel(std::move(kernel)), m_adapter(adapter), m_narrow(narrow),
          m_outputs(outputs.size()) {
        for (const DataType type : outputs) {
            m_stays.push_back(type == typeInside());
            m_given.push_back(adapter == Adapter::widen && isHalf(type) ? type : narrow);
        }
    }

    void run(KernelContext& context) override {
        const Node& node = context.node();
        auto& runValues = context.runValues();
        std::optional<Handles> handles;
        if (m_adapter == Adapter::handles)
            handles.emplace(m_narrow);
        runInside(context, handles);
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            if (const ValueId id = node.outputs[i];
                id && handles && runValues.at(id).type == DataType::uint64)
                runValues.at(id) = handles->elements(runValues.at(id));
            else if (id && !handles && !m_stays[i])
                convertBack(runValues, id, m_given[i], m_outputs[i]);
    }

private:
    /// Runs the kernel on converted inputs.
    void runInside(KernelContext& context, std::optional<Handles>& handles) {
        const Node& node = context.node();
        auto& runValues = context.runValues();
        ReplacedInputs inputs(runValues);
        m_inputs.resize(node.inputs.size());
        m_constants.resize(node.inputs.size());
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId id = node.inputs[i];
            if (!id || !concerns(runValues.at(id).type))
                continue;
            const RuntimeValue& value = runValues.at(id);
            inputs.replace(id, m_constants[i].present()      ? m_constants[i]
                               : handles                     ? handles->of(value)
                               : m_adapter == Adapter::widen ? widened(value, m_inputs[i])
                                                             : unpacked(value, m_inputs[i]));
        }
        m_kernel->run(context);
        if (m_adapter == Adapter::widen)
            keepConstants(context);
    }

    [[nodiscard]] bool concerns(DataType type) const {
        return m_adapter == Adapter::handles ? type == m_narrow
               : m_adapter == Adapter::widen ? isHalf(type)
                                             : isPacked(type);
    }

    /// The type that the kernel gets in place of `m_narrow`.
    [[nodiscard]] DataType typeInside() const {
        return m_adapter == Adapter::widen ? DataType::float32 : DataType::uint8;
    }

    /// Keeps the converted constants as the kernel left them: it may have dropped the elements of
    /// weights of which it has a packed copy.
    void keepConstants(KernelContext& context) {
        const auto& inputs = context.node().inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (m_inputs[i].present() && !m_constants[i].present() && context.stays(i)) {
                m_constants[i] = context.runValues().at(inputs[i]);
                m_inputs[i] = {};
            }
    }

    void convertBack(RunValues& runValues, ValueId id, DataType given, RuntimeValue& kept) {
        if (runValues.at(id).type != typeInside())
            return;
        const RuntimeValue wide = runValues.at(id);
        if (m_adapter == Adapter::widen) {
            runValues.at(id) = narrowed(given, wide, kept);
            return;
        }
        RuntimeValue result = takeAgain(kept, given, wide.dims);
        for (std::int64_t i = 0, n = wide.count(); i < n; ++i)
            writeBits(result, i, wide.as<std::uint8_t>()[i]);
        runValues.at(id) = std::move(result);
    }

    std::unique_ptr<Kernel> m_kernel;
    Adapter m_adapter;
    DataType m_narrow;
    std::vector<RuntimeValue> m_inputs, m_outputs; ///< converted values of the last run
    std::vector<RuntimeValue> m_constants;         ///< converted for all runs
    std::vector<bool> m_stays;     ///< by output: declared in the type that the kernel makes
    std::vector<DataType> m_given; ///< by output: its type after the run, where it does not stay
};

/// Runs a kernel that is linear in its input on the real and the imaginary parts separately.
class ComplexParts : public Kernel {
public:
    explicit ComplexParts(std::unique_ptr<Kernel> kernel) : m_kernel(std::move(kernel)) {}

    void run(KernelContext& context) override {
        const DataType type = context.input(0).type;
        if (type == DataType::complex64)
            runParts<float>(context, DataType::float32);
        else
            runParts<double>(context, DataType::float64);
    }

private:
    template <class T> void runParts(KernelContext& context, DataType part) {
        const ValueId input = context.node().inputs[0];
        const RuntimeValue x = context.runValues().at(input);
        RuntimeValue y;
        for (const std::int64_t which : {0, 1}) {
            RuntimeValue half = RuntimeValue::allocate(part, x.dims);
            for (std::int64_t i = 0, n = x.count(); i < n; ++i)
                half.as<T>()[i] = x.as<T>()[2 * i + which];
            ReplacedInputs inputs(context.runValues());
            inputs.replace(input, std::move(half));
            m_kernel->run(context);
            const RuntimeValue& made = placeOf(context, 0);
            if (which == 0)
                y = RuntimeValue::allocate(x.type, made.dims);
            for (std::int64_t i = 0, n = made.count(); i < n; ++i)
                y.as<T>()[2 * i + which] = made.as<T>()[i];
        }
        placeOf(context, 0) = std::move(y);
    }

    std::unique_ptr<Kernel> m_kernel;
};

/// Runs a kernel on halves in a program that holds them as float32.
class StoredHalves : public Kernel {
public:
    StoredHalves(std::unique_ptr<Kernel> kernel, std::vector<DataType> inputs,
                 std::vector<DataType> outputs)
        : m_kernel(std::move(kernel)), m_inputTypes(std::move(inputs)),
          m_outputTypes(std::move(outputs)), m_inputs(m_inputTypes.size()),
          m_outputs(m_outputTypes.size()) {}

    void run(KernelContext& context) override {
        const Node& node = context.node();
        RunValues& runValues = context.runValues();
        runInside(context);
        for (std::size_t i = 0; i < m_outputTypes.size(); ++i)
            if (const ValueId id = node.outputs[i]; id && isHalf(runValues.at(id).type))
                runValues.at(id) = widened(runValues.at(id), m_outputs[i]);
    }

private:
    /// Runs the kernel on the halves of its inputs.
    void runInside(KernelContext& context) {
        const Node& node = context.node();
        RunValues& runValues = context.runValues();
        ReplacedInputs inputs(runValues);
        for (std::size_t i = 0; i < m_inputTypes.size(); ++i) {
            const ValueId id = node.inputs[i];
            if (!id || !isHalf(m_inputTypes[i]) || runValues.at(id).type != DataType::float32)
                continue;
            const bool again = context.stays(i) && m_inputs[i].present();
            inputs.replace(id, again ? m_inputs[i]
                                     : narrowed(m_inputTypes[i], runValues.at(id), m_inputs[i]));
        }
        m_kernel->run(context);
    }

    std::unique_ptr<Kernel> m_kernel;
    std::vector<DataType> m_inputTypes, m_outputTypes;
    std::vector<RuntimeValue> m_inputs, m_outputs; ///< converted values of the last run
};

} // namespace

std::unique_ptr<Kernel> withStoredHalves(std::unique_ptr<Kernel> kernel,
                                         std::vector<DataType> inputs,
                                         std::vector<DataType> outputs) {
    return std::make_unique<StoredHalves>(std::move(kernel), std::move(inputs), std::move(outputs));
}

std::unique_ptr<Kernel> adapt(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow,
                              const std::vector<DataType>& outputs) {
    if (adapter == Adapter::none)
        return kernel;
    if (adapter == Adapter::parts)
        return std::make_unique<ComplexParts>(std::move(kernel));
    return std::make_unique<Adapted>(std::move(kernel), adapter, narrow, outputs);
}

} // namespace partita::cpu
