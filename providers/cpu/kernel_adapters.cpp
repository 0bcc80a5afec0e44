#include "providers/cpu/kernel_adapters.h"

#include "core/ir/float_formats.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

bool isHalf(DataType type) { return type == DataType::float16 || type == DataType::bfloat16; }
bool isPacked(DataType type) { return dataTypeBits(type) > 0 && dataTypeBits(type) < 8; }

void narrowInto(const RuntimeValue& wide, RuntimeValue& narrow) {
    const std::int64_t count = wide.count();
    auto* out = narrow.as<std::uint16_t>();
    const float* in = wide.as<float>();
    if (narrow.type == DataType::float16)
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = floatToHalf(in[i]);
    else
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = floatToBfloat16(in[i]);
}

RuntimeValue unpacked(const RuntimeValue& value) {
    RuntimeValue bytes = RuntimeValue::allocate(DataType::uint8, value.dims);
    for (std::int64_t i = 0, n = value.count(); i < n; ++i)
        bytes.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(readBits(value, i));
    return bytes;
}

/// float32 elements of a float16 or bfloat16 value.
RuntimeValue widened(const RuntimeValue& value) {
    RuntimeValue wide = RuntimeValue::allocate(DataType::float32, value.dims);
    const auto* in = value.as<std::uint16_t>();
    float* out = wide.as<float>();
    const std::int64_t count = value.count();
    if (value.type == DataType::float16)
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = halfToFloat(in[i]);
    else
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = bfloat16ToFloat(in[i]);
    return wide;
}

class Adapted : public Kernel {
public:
    Adapted(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow)
        : m_kernel(std::move(kernel)), m_adapter(adapter), m_narrow(narrow) {}

    void run(KernelContext& context) override {
        const Node& node = context.node();
        auto& environment = context.environment();
        std::vector<std::pair<ValueId, RuntimeValue>> originals;
        const auto restore = [&] {
            for (auto& [id, value] : originals)
                environment.at(id) = std::move(value);
        };
        for (const ValueId id : node.inputs) {
            if (!id || !concerns(environment.at(id).type))
                continue;
            originals.emplace_back(id, environment.at(id));
            environment.at(id) = m_adapter == Adapter::widen ? widened(environment.at(id))
                                                             : unpacked(environment.at(id));
        }
        try {
            m_kernel->run(context);
        } catch (...) {
            restore();
            throw;
        }
        restore();
        for (const ValueId id : node.outputs)
            if (id)
                convertBack(environment, id);
    }

private:
    [[nodiscard]] bool concerns(DataType type) const {
        return m_adapter == Adapter::widen ? isHalf(type) : isPacked(type);
    }

    void convertBack(Environment& environment, ValueId id) {
        const DataType made = m_adapter == Adapter::widen ? DataType::float32 : DataType::uint8;
        if (environment.at(id).type != made)
            return;
        const RuntimeValue wide = environment.at(id);
        RuntimeValue result = RuntimeValue::allocate(m_narrow, wide.dims);
        if (m_adapter == Adapter::widen)
            narrowInto(wide, result);
        else
            for (std::int64_t i = 0, n = wide.count(); i < n; ++i)
                writeBits(result, i, wide.as<std::uint8_t>()[i]);
        environment.at(id) = std::move(result);
    }

    std::unique_ptr<Kernel> m_kernel;
    Adapter m_adapter;
    DataType m_narrow;
};

} // namespace

std::unique_ptr<Kernel> adapt(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow) {
    if (adapter == Adapter::none)
        return kernel;
    return std::make_unique<Adapted>(std::move(kernel), adapter, narrow);
}

} // namespace partita::cpu
