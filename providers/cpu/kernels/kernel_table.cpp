#include <algorithm>
#include <array>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

using enum DataType;

constexpr TypeSet kBool{boolean};
constexpr TypeSet kInt64{int64};
constexpr TypeSet kFloat32{float32};
constexpr TypeSet kFloat64{float64};
constexpr TypeSet kFloats{float32, float64};
constexpr TypeSet kOtherNumbers{float64, int32, int64, uint32, uint64}; ///< wide but float32
constexpr TypeSet kWideNumbers{float32, float64, int32, int64, uint32, uint64};
constexpr TypeSet kNumbers{float32, float64, int8,   int16,  int32,
                           int64,   uint8,   uint16, uint32, uint64};
constexpr TypeSet kNumbersAndBool = kNumbers | kBool;
constexpr TypeSet kCastable = kNumbersAndBool | TypeSet{float16, bfloat16};
constexpr TypeSet kMovable = kCastable | TypeSet{complex64,  float8e4m3fn,   float8e4m3fnuz,
                                                 float8e5m2, float8e5m2fnuz, float8e8m0};
constexpr TypeSet kAny = kMovable | TypeSet{string, complex128};

constexpr TypeSet kEverything =
    kAny | TypeSet{int4, uint4, int2, uint2, float4e2m1, float6e2m3, float6e3m2};
constexpr TypeSet kString{string};
constexpr TypeSet kStringOrInt64{string, int64};
constexpr TypeSet kStringsToo = kNumbersAndBool | kString;
constexpr TypeSet kComplexToo = kStringsToo | TypeSet{complex64, complex128};
constexpr TypeSet kIntegers{int8, int16, int32, int64, uint8, uint16, uint32, uint64};

constexpr KernelEntry kTable[] = {
#define FUNCTION(domain, op, since, types, function)                                               \
    {domain, #op, since, types, &stateless<&function>},
#define OBJECT(domain, op, since, types, factory) {domain, #op, since, types, &factory},
#include "providers/cpu/kernels/kernels.def"
#undef FUNCTION
#undef OBJECT
};

template <class F>
const KernelEntry* best(std::string_view domain, std::string_view opType, int version, F&& fits) {
    if (domain == "ai.onnx")
        domain = {};
    const auto key = [](const KernelEntry& entry) { return entry.opType; };
    const auto* first = std::ranges::lower_bound(kTable, opType, {}, key);
    const KernelEntry* found = nullptr;
    for (const auto* at = first; at != std::end(kTable) && at->opType == opType; ++at)
        if (const KernelEntry& entry = *at; entry.domain == domain &&
                                            entry.sinceVersion <= version && fits(entry) &&
                                            (!found || entry.sinceVersion > found->sinceVersion))
            found = &entry;
    return found;
}

static_assert(std::ranges::is_sorted(kTable, {}, &KernelEntry::opType),
              "kernels.def is in the order of names");

} // namespace

const KernelEntry* findKernel(std::string_view domain, std::string_view opType, int version,
                              DataType type) {
    return best(domain, opType, version,
                [type](const KernelEntry& entry) { return entry.types.has(type); });
}

const KernelEntry* findKernelAnyType(std::string_view domain, std::string_view opType,
                                     int version) {
    return best(domain, opType, version, [](const KernelEntry&) { return true; });
}

} // namespace partita::cpu
