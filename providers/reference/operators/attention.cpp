// Scaled dot product attention, written from the operator's text instead of its long function body.

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/reference/catalogue.h"

namespace partita::reference {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// [batch, sequence, heads * head_size] as [batch, heads, sequence, head_size]; 4D inputs stay.
Array inHeads(const Array& x, std::int64_t heads) {
    if (x.rank() == 4)
        return x;
    require(x.rank() == 3 && heads > 0 && x.dims()[2] % heads == 0,
            "Q, K and V must have 4 axes, or 3 with the last a multiple of the number of heads");
    Array result(x.type(), {x.dims()[0], heads, x.dims()[1], x.dims()[2] / heads});
    for (Index at(result.dims()); at; ++at)
        result.copy(at.place(), x,
                    placeOf(x.dims(), {at[0], at[2], at[1] * result.dims()[3] + at[3]}));
    return result;
}

/// [batch, heads, sequence, head_size] as [batch, sequence, heads * head_size].
Array withoutHeads(const Array& x) {
    Array result(x.type(), {x.dims()[0], x.dims()[2], x.dims()[1] * x.dims()[3]});
    for (Index at(x.dims()); at; ++at)
        result.copy(placeOf(result.dims(), {at[0], at[2], at[1] * x.dims()[3] + at[3]}), x,
                    at.place());
    return result;
}

/// Concatenates past_key or past_value and the new keys or values along the sequence axis.
Array appended(const Array& past, const Array& x) {
    require(past.rank() == 4 && past.dims()[0] == x.dims()[0] && past.dims()[1] == x.dims()[1] &&
                past.dims()[3] == x.dims()[3],
            "past_key or past_value does not match K or V");
    Dims dims = x.dims();
    dims[2] += past.dims()[2];
    Array result(x.type(), dims);
    for (Index at(dims); at; ++at) {
        Dims from = at.at();
        const bool old = from[2] < past.dims()[2];
        from[2] -= old ? 0 : past.dims()[2];
        result.copy(at.place(), old ? past : x, placeOf((old ? past : x).dims(), from));
    }
    return result;
}

/// What is added to each score of Q K': 0, minus infinity where the key is masked out, or the
/// element of a floating-point attn_mask.
class Bias {
public:
    /// `scores`: batch size, heads and queries.
    Bias(Call& call, Dims scores, std::int64_t pastLength)
        : m_call(call), m_scores(std::move(scores)), m_past(pastLength),
          m_causal(call.integer("is_causal", 0) != 0), m_left(call.integer("left_window_size", -1)),
          m_right(call.integer("right_window_size", -1)) {
        require(!call.has(6) || call.in(6).dims() == Dims{m_scores[0]},
                "nonpad_kv_seqlen has another length than there are batches");
        if (!call.has(3))
            return;
        const Dims& mask = call.in(3).dims();
        require(mask.size() <= 4, "the mask has more than four dimensions");
        for (std::size_t axis = 0; axis + 1 < mask.size(); ++axis)
            require(mask[axis] == 1 || mask[axis] == m_scores[axis + 4 - mask.size()],
                    "the mask does not match the queries");
    }

    [[nodiscard]] double of(std::int64_t batch, std::int64_t head, std::int64_t query,
                            std::int64_t key) {
        std::int64_t offset = m_past; // position of the first query among the keys
        if (m_call.has(6)) {
            const std::int64_t valid = m_call.in(6).integer(static_cast<std::size_t>(batch));
            if (key >= valid)
                return kNever;
            offset = m_past > 0 ? m_past : valid - m_scores[2];
        }
        const std::int64_t place = offset + query;
        if ((m_causal && key > place) || (m_left >= 0 && place - key > m_left) ||
            (m_right >= 0 && key - place > m_right))
            return kNever;
        return ofMask({batch, head, query, key});
    }

private:
    double ofMask(const Dims& at) {
        if (!m_call.has(3))
            return 0;
        const Array& mask = m_call.in(3);
        Dims place(at.end() - static_cast<std::ptrdiff_t>(mask.rank()), at.end());
        const bool repeats = m_call.version() < 24 && mask.rank() > 0 && mask.dims().back() == 1;
        if (mask.rank() > 0 && !repeats && place.back() >= mask.dims().back())
            return kNever; // keys beyond the end of a shorter mask are masked out
        for (std::size_t axis = 0; axis < place.size(); ++axis)
            place[axis] = mask.dims()[axis] == 1 ? 0 : place[axis];
        for (std::size_t axis = 0; axis < place.size(); ++axis)
            require(place[axis] < mask.dims()[axis], "the mask does not match the scores");
        const std::size_t element = placeOf(mask.dims(), place);
        if (mask.type() == DataType::boolean)
            return mask.isTrue(element) ? 0 : kNever;
        return mask.real(element);
    }

    Call& m_call;
    Dims m_scores;
    std::int64_t m_past;
    bool m_causal;
    std::int64_t m_left, m_right;
};

/// Softmax of one row of scores; `hidden`, a row whose keys are all masked out, gives zeros.
void softmaxOf(std::vector<double>& scores, bool hidden) {
    double most = kNever, total = 0;
    for (const double score : scores)
        most = std::max(most, score);
    for (double& score : scores) {
        score = hidden ? 0 : std::exp(score - most);
        total += score;
    }
    for (double& score : scores)
        score = hidden ? 0 : score / total;
}

} // namespace

/// Y = softmax(softcap(scale * Q K') + bias) V for each head; with grouped-query attention several
/// heads of Q share one head of K and V. qk_matmul_output is the stage of the scores that
/// qk_matmul_output_mode selects.
void attention(Call& call) {
    const bool flat = call.in(0).rank() == 3;
    const Array q = inHeads(call.in(0), call.integer("q_num_heads", 0));
    Array k = inHeads(call.in(1), call.integer("kv_num_heads", 0)),
          v = inHeads(call.in(2), call.integer("kv_num_heads", 0));
    const std::int64_t past = call.has(4) ? call.in(4).dims().at(2) : 0;
    if (call.has(4) && call.has(5)) {
        k = appended(call.in(4), k);
        v = appended(call.in(5), v);
    }
    const std::int64_t heads = q.dims()[1], queries = q.dims()[2], keys = k.dims()[2];
    require(k.dims()[0] == q.dims()[0] && v.dims()[0] == q.dims()[0] && k.dims()[1] > 0 &&
                k.dims()[1] == v.dims()[1] && heads % k.dims()[1] == 0 && v.dims()[2] == keys &&
                k.dims()[3] == q.dims()[3],
            "Q, K and V do not match");
    const std::int64_t shared = heads / k.dims()[1];
    const double given = call.hasAttribute("scale")
                             ? call.real("scale", 1)
                             : 1 / std::sqrt(static_cast<double>(q.dims()[3]));
    // ONNX multiplies Q and K by sqrt(scale) each, which makes NaN of a negative scale.
    const double scale = given < 0 ? std::sqrt(given) : given;
    const double cap = call.real("softcap", 0);
    const std::int64_t mode = call.integer("qk_matmul_output_mode", 0);
    Bias bias(call, {q.dims()[0], heads, queries}, past);
    Array y(q.type(), {q.dims()[0], heads, queries, v.dims()[3]}),
        shown(q.type(), {q.dims()[0], heads, queries, keys});
    for (Index row({q.dims()[0], heads, queries}); row; ++row) {
        call.checkStop();
        const std::int64_t from = row[1] / shared;
        std::vector<double> scores(static_cast<std::size_t>(keys));
        bool hidden = true;
        for (std::size_t j = 0; j < scores.size(); ++j) {
            const auto key = static_cast<std::int64_t>(j);
            const std::size_t first = row.place() * q.size(3),
                              second = placeOf(k.dims(), {row[0], from, key, 0});
            double score = 0;
            for (std::size_t i = 0; i < q.size(3); ++i)
                score += q.real(first + i) * k.real(second + i);
            score *= scale;
            const double capped = cap != 0 ? cap * std::tanh(score / cap) : score;
            const double added = bias.of(row[0], row[1], row[2], key);
            hidden = hidden && added == kNever;
            scores[j] = capped + added;
            shown.set(row.place() * scores.size() + j, mode == 0   ? score
                                                       : mode == 1 ? capped
                                                                   : scores[j]);
        }
        softmaxOf(scores, hidden);
        for (std::size_t j = 0; j < scores.size(); ++j) {
            if (mode == 3)
                shown.set(row.place() * scores.size() + j, scores[j]);
            for (std::size_t i = 0; i < y.size(3); ++i) {
                const std::size_t at = row.place() * y.size(3) + i;
                const std::size_t value =
                    placeOf(v.dims(), {row[0], from, static_cast<std::int64_t>(j), 0}) + i;
                y.set(at, y.real(at) + scores[j] * v.real(value));
            }
        }
    }
    call.give(0, flat ? withoutHeads(y) : y);
    call.give(1, k);
    call.give(2, v);
    call.give(3, shown);
}

} // namespace partita::reference
