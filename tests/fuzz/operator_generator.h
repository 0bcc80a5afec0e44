#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <onnx/defs/schema.h>

#include "tests/fuzz/chance.h"
#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// One version of an operator and the opsets in which it is in force.
struct SchemaRange {
    const onnx::OpSchema* schema;
    int firstOpset, lastOpset;
};

/// All versions of all operators of ai.onnx, ai.onnx.ml and com.microsoft except deprecated ones,
/// sorted.
const std::vector<SchemaRange>& allSchemas();
/// The version in force for `opset`; null when there is none.
const SchemaRange* schemaInForce(const std::string& op, const std::string& domain, int opset);
int newestOpsetOf(const std::string& domain);

/// Makes cases from seeds: half of them from a schema alone, half by changing one of ONNX's own
/// test models.
class OperatorGenerator {
public:
    /// `examples`: a folder with one folder for each test model; empty: none. `only`: the name of
    /// the only operator; empty: all operators.
    OperatorGenerator(const std::filesystem::path& examples, std::string only);
    [[nodiscard]] OperatorCase make(std::uint64_t seed) const;

private:
    [[nodiscard]] OperatorCase fromSchema(Chance& chance) const;
    [[nodiscard]] std::optional<OperatorCase> fromExample(Chance& chance) const;

    std::vector<SchemaRange> m_schemas;
    std::vector<std::filesystem::path> m_examples;
    std::string m_only;
};

/// A case from one schema.
OperatorCase caseOfSchema(const SchemaRange& range, Chance& chance);
/// The case in a folder of ONNX's test data; nothing where the model has more than one node.
std::optional<OperatorCase> caseOfExample(const std::filesystem::path& folder);
/// Changes a case: its sizes, types, attributes, opset or values, or omits inputs.
void mutate(OperatorCase& each, Chance& chance);
/// The same case with another size in place of one of the sizes of the inputs that are fed.
/// Deterministic: the same case gives the same result.
OperatorCase ofOtherSizes(OperatorCase each);
/// Chooses the sources of the inputs, the operators before and after the node, and its body.
void surround(OperatorCase& each, Chance& chance);
/// A random value for an attribute of a schema. `rank`: that of the first input.
onnx::AttributeProto randomAttribute(const onnx::OpSchema::Attribute& attribute, std::size_t rank,
                                     Chance& chance);

} // namespace partita::fuzz
