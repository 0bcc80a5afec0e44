#pragma once

#include <cstdint>

// Field numbers of onnx.proto (ONNX 1.23), the part of the format that never changes.
namespace partita::field {

namespace model {
enum : std::uint32_t {
    irVersion = 1,
    producerName = 2,
    producerVersion = 3,
    domain = 4,
    modelVersion = 5,
    docString = 6,
    graph = 7,
    opsetImport = 8,
    metadata = 14,
    trainingInfo = 20,
    functions = 25,
    configuration = 26
};
}
namespace graph {
enum : std::uint32_t {
    node = 1,
    name = 2,
    initializer = 5,
    docString = 10,
    input = 11,
    output = 12,
    valueInfo = 13,
    quantization = 14,
    sparseInitializer = 15,
    metadata = 16
};
}
namespace function {
enum : std::uint32_t {
    name = 1,
    input = 4,
    output = 5,
    attribute = 6,
    node = 7,
    docString = 8,
    opsetImport = 9,
    domain = 10,
    attributeProto = 11,
    valueInfo = 12,
    overload = 13,
    metadata = 14
};
}
namespace node {
enum : std::uint32_t {
    input = 1,
    output = 2,
    name = 3,
    opType = 4,
    attribute = 5,
    docString = 6,
    domain = 7,
    overload = 8,
    metadata = 9,
    deviceConfigurations = 10
};
}
namespace attribute {
enum : std::uint32_t {
    name = 1,
    f = 2,
    i = 3,
    s = 4,
    t = 5,
    g = 6,
    floats = 7,
    ints = 8,
    strings = 9,
    tensors = 10,
    graphs = 11,
    docString = 13,
    tp = 14,
    typeProtos = 15,
    type = 20,
    reference = 21,
    sparseTensor = 22,
    sparseTensors = 23
};
}
namespace tensor {
enum : std::uint32_t {
    dims = 1,
    dataType = 2,
    segment = 3,
    floatData = 4,
    int32Data = 5,
    stringData = 6,
    int64Data = 7,
    name = 8,
    rawData = 9,
    doubleData = 10,
    uint64Data = 11,
    docString = 12,
    externalData = 13,
    dataLocation = 14,
    metadata = 16
};
}
namespace sparse {
enum : std::uint32_t { values = 1, indices = 2, dims = 3 };
}
namespace valueInfo {
enum : std::uint32_t { name = 1, type = 2, docString = 3, metadata = 4 };
}
namespace type {
enum : std::uint32_t {
    tensor = 1,
    sequence = 4,
    map = 5,
    denotation = 6,
    opaque = 7,
    sparse = 8,
    optional = 9
};
enum : std::uint32_t {
    tensorElement = 1,
    tensorShape = 2,
    sequenceElement = 1,
    mapKey = 1,
    mapValue = 2,
    opaqueDomain = 1,
    opaqueName = 2
};
} // namespace type
namespace dimension {
enum : std::uint32_t { shapeDim = 1, value = 1, param = 2, denotation = 3 };
}
namespace entry {
enum : std::uint32_t { key = 1, value = 2 };
}
namespace opset {
enum : std::uint32_t { domain = 1, version = 2 };
}
namespace annotation {
enum : std::uint32_t { tensorName = 1, parameter = 2 };
}

} // namespace partita::field
