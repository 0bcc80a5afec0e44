// Einsum as a chain of products of two tensors.

#include <algorithm>
#include <map>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/prepared_by_shape.h"
#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// Axis labels of one term: letters, and for each axis of an ellipsis "." and its number from the
/// right, so that axes of ellipses of different length broadcast.
using Labels = std::vector<std::string>;

bool has(const Labels& labels, const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

Labels labelsOf(std::string_view term, std::size_t rank) {
    Labels labels;
    const std::size_t dots = term.find("...");
    const std::size_t letters = term.size() - (dots == std::string_view::npos ? 0 : 3);
    for (std::size_t i = 0; i < term.size();) {
        if (i == dots) {
            require(rank >= letters, "an Einsum term has more letters than its input has axes");
            for (std::size_t e = rank - letters; e-- > 0;)
                labels.push_back("." + std::to_string(e));
            i += 3;
        } else {
            labels.emplace_back(1, term[i++]);
        }
    }
    return labels;
}

/// The parsed equation and the size of each label; throws where it does not fit the inputs.
struct Equation {
    std::vector<Labels> terms;
    Labels out;
    std::map<std::string, std::int64_t> sizes;

    explicit Equation(const KernelContext& context) {
        std::string text(context.node().stringAttribute("equation", ""));
        std::erase(text, ' ');
        const std::size_t arrow = text.find("->");
        std::vector<std::string> parts(1);
        for (const char c : text.substr(0, arrow)) {
            if (c == ',')
                parts.emplace_back();
            else
                parts.back() += c;
        }
        require(parts.size() == context.inputCount(),
                "the number of terms in the equation differs from the number of inputs");
        std::map<std::string, int> uses;
        for (std::size_t i = 0; i < parts.size(); ++i)
            addTerm(parts[i], context.input(i), uses);
        std::size_t ellipsis = 0;
        for (const auto& [label, size] : sizes)
            ellipsis += label[0] == '.';
        if (arrow != std::string::npos) {
            const std::string term = text.substr(arrow + 2);
            const bool dots = term.find("...") != std::string::npos;
            out = labelsOf(term, term.size() - (dots ? 3 : 0) + (dots ? ellipsis : 0));
        } else { // the ellipsis, then letters that occur once, by the alphabet
            for (std::size_t e = ellipsis; e-- > 0;)
                out.push_back("." + std::to_string(e));
            for (const auto& [label, count] : uses)
                if (label[0] != '.' && count == 1)
                    out.push_back(label);
        }
        for (const std::string& label : out)
            require(sizes.contains(label), "the output names a letter that no input has");
    }

private:
    void addTerm(const std::string& part, const RuntimeValue& input,
                 std::map<std::string, int>& uses) {
        terms.push_back(labelsOf(part, input.dims.size()));
        require(terms.back().size() == input.dims.size(), "a term does not fit its input");
        for (std::size_t axis = 0; axis < input.dims.size(); ++axis) {
            auto& size = sizes.try_emplace(terms.back()[axis], 1).first->second;
            const std::int64_t given = input.dims[axis];
            require(size == 1 || given == 1 || size == given,
                    "a letter stands for two different sizes");
            size = size == 1 ? given : size;
            ++uses[terms.back()[axis]];
        }
    }
};

/// A strided tensor with labelled axes.
struct Named {
    Labels labels;
    Dims dims, strides;
    RuntimeValue value; ///< owns or shares the elements

    [[nodiscard]] std::size_t axisOf(const std::string& label) const {
        return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) -
                                        labels.begin());
    }
};

/// Labels an input. Axes of size 1 are left out, because they broadcast; a repeated label takes the
/// diagonal.
Named named(const RuntimeValue& x, const Labels& labels) {
    Named made;
    made.value = x;
    const Dims dense = denseStrides(x.dims);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (x.dims[i] == 1)
            continue;
        const std::size_t at = made.axisOf(labels[i]);
        if (at < made.labels.size()) {
            made.strides[at] += dense[i];
        } else {
            made.labels.push_back(labels[i]);
            made.dims.push_back(x.dims[i]);
            made.strides.push_back(dense[i]);
        }
    }
    return made;
}

/// The dense tensor with its axes in the order of `labels`; labels that it does not have are
/// skipped.
Named ordered(const Named& x, const Labels& labels) {
    Named made;
    Dims strides;
    for (const std::string& label : labels)
        if (const std::size_t at = x.axisOf(label); at < x.labels.size()) {
            made.labels.push_back(label);
            made.dims.push_back(x.dims[at]);
            strides.push_back(x.strides[at]);
        }
    made.strides = denseStrides(made.dims);
    if (strides == made.strides) {
        made.value = x.value;
        return made;
    }
    made.value = RuntimeValue::allocate(x.value.type, made.dims);
    copyStrided(x.value.type, x.value.data, strides, made.value.data, made.strides, made.dims);
    return made;
}

/// The tensor summed over the axes that `keep` does not name.
Named summed(const Named& x, const Labels& keep) {
    Labels kept, gone;
    for (const std::string& label : x.labels)
        (has(keep, label) ? kept : gone).push_back(label);
    if (gone.empty())
        return x;
    Labels order = kept;
    order.insert(order.end(), gone.begin(), gone.end());
    const Named all = ordered(x, order);
    Named made;
    made.labels = kept;
    made.dims.assign(all.dims.begin(), all.dims.begin() + static_cast<std::ptrdiff_t>(kept.size()));
    made.strides = denseStrides(made.dims);
    made.value = RuntimeValue::allocate(x.value.type, made.dims);
    const std::int64_t count = product(made.dims), inner = product(all.dims, kept.size());
    forNumericType(x.value.type, [&]<class T>() {
        const T* from = all.value.as<T>();
        T* to = made.value.as<T>();
        parallelFor(count, 1 + 16384 / std::max<std::int64_t>(1, inner),
                    [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            T sum{};
                            for (std::int64_t k = 0; k < inner; ++k)
                                sum = sumOf(sum, from[i * inner + k]);
                            to[i] = sum;
                        }
                    });
    });
    return made;
}

/// A batch of strided matrices.
struct Matrices {
    RuntimeValue value;
    std::int64_t batch = 1, rows = 1, columns = 1, batchStep = 0, rowStep = 0, columnStep = 0;
};

/// The step of the axes of `labels` merged into one; nothing where their strides do not allow it.
std::optional<std::int64_t> stepOf(const Named& x, const Labels& labels) {
    std::int64_t step = 0, size = 1;
    for (std::size_t i = labels.size(); i-- > 0;) {
        const std::size_t at = x.axisOf(labels[i]);
        if (step == 0)
            step = x.strides[at];
        else if (x.strides[at] != step * size)
            return std::nullopt;
        size = times(size, x.dims[at]);
    }
    return step;
}

/// The tensor as a batch of matrices, copied where its axes cannot be merged in place.
Matrices matricesOf(const Named& given, const Labels& batch, const Labels& rows,
                    const Labels& columns) {
    const auto size = [&](const Labels& labels) {
        std::int64_t all = 1;
        for (const std::string& label : labels)
            all = times(all, given.dims[given.axisOf(label)]);
        return all;
    };
    const auto fill = [&](const Named& x) -> std::optional<Matrices> {
        const auto b = stepOf(x, batch), r = stepOf(x, rows), c = stepOf(x, columns);
        if (!b || !r || !c)
            return std::nullopt;
        Matrices made{x.value, size(batch), size(rows), size(columns), *b, *r, *c};
        // The step of an axis of size 1 is free; these are the ones of a dense matrix.
        if (made.columns == 1)
            made.columnStep = 1;
        if (made.rows == 1)
            made.rowStep = made.columnStep == 1 ? made.columns : 1;
        if (made.batch == 1)
            made.batchStep = times(made.rows, made.columns);
        return made;
    };
    if (auto made = fill(given); made && (made->rowStep == 1 || made->columnStep == 1))
        return *std::move(made);
    Labels order = batch;
    order.insert(order.end(), rows.begin(), rows.end());
    order.insert(order.end(), columns.begin(), columns.end());
    return *fill(ordered(given, order));
}

/// y[j] += a · b[j].
template <class T> void addMultiple(T a, const T* b, std::int64_t step, T* y, std::int64_t count) {
    if (step == 1)
        for (std::int64_t j = 0; j < count; ++j)
            y[j] = sumOf(y[j], productOf(a, b[j]));
    else
        for (std::int64_t j = 0; j < count; ++j)
            y[j] = sumOf(y[j], productOf(a, b[j * step]));
}

/// Y [batch, rows of A, columns of B] by plain loops.
template <class T> void multiplyPlainly(const Matrices& a, const Matrices& b, T* y) {
    parallelFor(a.batch * a.rows, 1 + 32768 / std::max<std::int64_t>(1, a.columns * b.columns),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t i = begin; i < end; ++i) {
                        const std::int64_t batch = i / a.rows;
                        const T* row =
                            a.value.as<T>() + batch * a.batchStep + i % a.rows * a.rowStep;
                        const T* matrix = b.value.as<T>() + batch * b.batchStep;
                        T* to = y + i * b.columns;
                        std::fill_n(to, b.columns, T{});
                        for (std::int64_t k = 0; k < a.columns; ++k)
                            addMultiple(row[k * a.columnStep], matrix + k * b.rowStep, b.columnStep,
                                        to, b.columns);
                    }
                });
}

/// Contracts the inputs of one node, from the first to the last.
class Einsum : public Kernel {
public:
    void run(KernelContext& context) override {
        const Equation equation(context);
        const DataType type = context.input(0).type;
        std::vector<Named> inputs;
        for (std::size_t i = 0; i < equation.terms.size(); ++i) {
            require(context.input(i).type == type, "all inputs must have the same type");
            inputs.push_back(named(context.input(i), equation.terms[i]));
        }
        const auto needed = [&](std::size_t from) { // by the output and inputs from `from` on
            Labels labels = equation.out;
            for (std::size_t i = from; i < inputs.size(); ++i)
                labels.insert(labels.end(), inputs[i].labels.begin(), inputs[i].labels.end());
            return labels;
        };
        Named result = summed(inputs[0], needed(1));
        for (std::size_t i = 1; i < inputs.size(); ++i)
            result = contract(result, inputs[i], needed(i + 1));
        Dims dims;
        for (const std::string& label : equation.out)
            dims.push_back(equation.sizes.at(label));
        RuntimeValue& y = context.output(0, type, dims);
        // Labels of size-1 axes are missing in the result: their step is 0.
        Dims steps;
        for (const std::string& label : equation.out) {
            const std::size_t at = result.axisOf(label);
            steps.push_back(at < result.labels.size() ? result.strides[at] : 0);
        }
        if (y.count() > 0)
            copyStrided(type, result.value.data, steps, y.data, denseStrides(dims), dims);
    }

private:
    /// Σ left · right over the labels that `needed` does not name.
    Named contract(const Named& left, const Named& right, const Labels& needed) {
        Labels keepLeft = needed, keepRight = needed;
        keepLeft.insert(keepLeft.end(), right.labels.begin(), right.labels.end());
        keepRight.insert(keepRight.end(), left.labels.begin(), left.labels.end());
        const Named a = summed(left, keepLeft), b = summed(right, keepRight);
        Labels batch, rows, inner, columns;
        for (const std::string& label : a.labels)
            (!has(b.labels, label) ? rows : has(needed, label) ? batch : inner).push_back(label);
        for (const std::string& label : b.labels)
            if (!has(a.labels, label))
                columns.push_back(label);
        Named made;
        for (const Labels* part : {&batch, &rows, &columns})
            for (const std::string& label : *part) {
                const Named& owner = part == &columns ? b : a;
                made.labels.push_back(label);
                made.dims.push_back(owner.dims[owner.axisOf(label)]);
            }
        require(elementCount(made.dims).has_value(), "an intermediate product is too large");
        made.strides = denseStrides(made.dims);
        made.value = RuntimeValue::allocate(a.value.type, made.dims);
        if (made.value.count() > 0)
            multiply(matricesOf(a, batch, rows, inner), matricesOf(b, batch, inner, columns),
                     made.value);
        return made;
    }

    void multiply(const Matrices& a, const Matrices& b, RuntimeValue& y) {
        if (y.type != DataType::float32 || a.columns == 0)
            return forNumericType(y.type, [&]<class T>() { multiplyPlainly(a, b, y.as<T>()); });
        const auto desc = [](const Matrices& x) {
            return stridedDesc({x.batch, x.rows, x.columns},
                               {x.batchStep, x.rowStep, x.columnStep});
        };
        const Dims key{a.batch,   a.rows,       a.columns,   b.columns, a.batchStep,
                       a.rowStep, a.columnStep, b.batchStep, b.rowStep, b.columnStep};
        PreparedProduct& product = m_products.of(key, [&] {
            return PreparedProduct(
                {desc(a), desc(b), plainDesc({a.batch, a.rows, b.columns}), TensorDesc()},
                Epilogue(), 1, false, nullptr, PackedWeights());
        });
        product.run(a.value.data, b.value.data, nullptr, y.data);
    }

    PreparedByShape<Dims, PreparedProduct> m_products; ///< by sizes and steps of both operands
};

} // namespace

/// Sums products of the inputs over the labels that the output does not have.
///
/// Inputs:   one or more tensors of one number type, whose axes the equation labels
/// Outputs:  Output of the same type, with the axes that the equation names
/// Method:   contracts two tensors at a time, from the first to the last, as batched matrix
///           products: oneDNN's for float32, plain loops for other types
/// Source:   ONNX Einsum-28
std::unique_ptr<Kernel> makeEinsum(const KernelInit&) { return std::make_unique<Einsum>(); }

} // namespace partita::cpu
