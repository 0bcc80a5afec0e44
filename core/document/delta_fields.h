#pragma once

#include "core/ir/model.h"

namespace partita {

// The fields of the parts of a model, listed once for writing and reading: `a` writes or reads each
// of its arguments.

template <class A> void fields(A& a, Annotations& it) { a(it.docString, it.metadata); }
template <class A> void fields(A& a, Dim& it) { a(it.value, it.param, it.denotation); }
template <class A> void fields(A& a, Type& it) {
    a(it.kind, it.element, it.shape, it.nested, it.denotation, it.opaqueDomain, it.opaqueName);
}
template <class A> void fields(A& a, Tensor& it) {
    a(it.name, it.type, it.dims, it.storage, it.payload, it.strings, it.external, it.annotations);
}
template <class A> void fields(A& a, ExternalData& it) {
    a(it.location, it.offset, it.length, it.entries);
}
template <class A> void fields(A& a, SparseTensor& it) { a(it.values, it.indices, it.dims); }
template <class A> void fields(A& a, Attribute& it) {
    a(it.name, it.value, it.reference, it.declaredType, it.docString);
}
template <class A> void fields(A& a, Origin& it) { a(it.step, it.derivedFrom); }
template <class A> void fields(A& a, Node& it) {
    a(it.graph, it.name, it.opType, it.domain, it.overload, it.inputs, it.outputs, it.attributes,
      it.origin, it.annotations);
}
template <class A> void fields(A& a, Value& it) {
    a(it.graph, it.name, it.type, it.initializer, it.sparseInitializer, it.annotations);
}
template <class A> void fields(A& a, OpsetImport& it) { a(it.domain, it.version); }
template <class A> void fields(A& a, FunctionInfo& it) {
    a(it.domain, it.overload, it.attributes, it.defaults, it.opsets);
}
template <class A> void fields(A& a, QuantizationAnnotation& it) { a(it.tensor, it.parameters); }
template <class A> void fields(A& a, Graph& it) {
    a(it.name, it.parent, it.inputs, it.outputs, it.function, it.quantization, it.annotations);
}
template <class A> void fields(A& a, ModelInfo& it) {
    a(it.irVersion, it.producerName, it.producerVersion, it.domain, it.modelVersion, it.opsets,
      it.mainGraph, it.functions, it.annotations, it.trainingInfos);
}

/// What tells that a part of another model is the same one.
inline const std::string& nameOf(const Node& node) { return node.name; }
inline const std::string& nameOf(const Value& value) { return value.name; }
inline const std::string& nameOf(const Graph& graph) { return graph.name; }

} // namespace partita
