#pragma once

#include "core/compare/model_differences.h"

namespace partita {

/// The attributes that differ, in the order of their names. Graphs are compared elsewhere; here they
/// only differ in number.
std::vector<PropertyChange> attributeChanges(const Attributes& a, const Attributes& b,
                                             const CompareOptions& options);

/// Documentation and key-value pairs that differ.
std::vector<PropertyChange> annotationChanges(const AnnotationsPtr& a, const AnnotationsPtr& b);

/// Key-value pairs of two lists that differ.
std::vector<PropertyChange> pairChanges(const Metadata& a, const Metadata& b, DifferenceKind kind);

} // namespace partita
