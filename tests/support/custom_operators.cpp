// A library of custom operators for ONNX Runtime, as users build them: the domain test.partita has
// Scaled (Y = X * factor), which fails at a negative factor.

#define ORT_API_MANUAL_INIT
#include <onnxruntime_cxx_api.h>

namespace {

class ScaledKernel {
public:
    explicit ScaledKernel(const OrtKernelInfo* info)
        : m_factor(Ort::ConstKernelInfo(info).GetAttribute<float>("factor")) {
        if (m_factor < 0)
            throw Ort::Exception("the factor is negative", ORT_INVALID_ARGUMENT);
    }
    void Compute(OrtKernelContext* raw) const {
        const Ort::KernelContext context(raw);
        const Ort::ConstValue input = context.GetInput(0);
        const auto info = input.GetTensorTypeAndShapeInfo();
        const auto* x = input.GetTensorData<float>();
        auto* y = context.GetOutput(0, info.GetShape()).GetTensorMutableData<float>();
        for (std::size_t i = 0; i < info.GetElementCount(); ++i)
            y[i] = x[i] * m_factor;
    }

private:
    float m_factor;
};

struct Scaled : Ort::CustomOpBase<Scaled, ScaledKernel> {
    void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const {
        return new ScaledKernel(info); // ONNX Runtime gives it back to CustomOpBase
    }
    const char* GetName() const { return "Scaled"; }
    std::size_t GetInputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetInputType(std::size_t) const {
        return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
    }
    std::size_t GetOutputTypeCount() const { return 1; }
    ONNXTensorElementDataType GetOutputType(std::size_t) const {
        return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
    }
};

} // namespace

extern "C" __attribute__((visibility("default"))) OrtStatus*
RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base);

OrtStatus* RegisterCustomOps(OrtSessionOptions* options, const OrtApiBase* base) {
    Ort::InitApi(base->GetApi(ORT_API_VERSION));
    static const Scaled scaled;
    static Ort::CustomOpDomain domain = [] {
        Ort::CustomOpDomain made("test.partita");
        made.Add(&scaled);
        return made;
    }();
    Ort::UnownedSessionOptions(options).Add(domain);
    return nullptr;
}
