#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

namespace {

struct Box {
    float top, left, bottom, right;
};

Box boxAt(const RuntimeValue& boxes, std::int64_t i, bool centered) {
    const float* b = boxes.as<float>() + 4 * i;
    if (centered) // x, y, width, height
        return {b[1] - b[3] / 2, b[0] - b[2] / 2, b[1] + b[3] / 2, b[0] + b[2] / 2};
    return {std::min(b[0], b[2]), std::min(b[1], b[3]), std::max(b[0], b[2]), std::max(b[1], b[3])};
}

float areaOf(const Box& box) { return (box.bottom - box.top) * (box.right - box.left); }

/// Boxes, one list for each coordinate, so that comparisons vectorize.
struct BoxList {
    std::vector<float> top, left, bottom, right, area;

    void add(const Box& box) {
        top.push_back(box.top);
        left.push_back(box.left);
        bottom.push_back(box.bottom);
        right.push_back(box.right);
        area.push_back(areaOf(box));
    }
    void clear() {
        for (auto* each : {&top, &left, &bottom, &right, &area})
            each->clear();
    }
    [[nodiscard]] std::size_t size() const { return top.size(); }
};

/// How many of the boxes [first, last) have an intersection over union with `box` above
/// `limit`.
PARTITA_FOR_EACH_CPU
int countOverlapping(const BoxList& kept, std::size_t first, std::size_t last, const Box& box,
                     float area, float limit) {
    const float *top = kept.top.data(), *left = kept.left.data(), *bottom = kept.bottom.data(),
                *right = kept.right.data(), *areas = kept.area.data();
    int found = 0;
    for (std::size_t i = first; i < last; ++i) {
        const float height = (bottom[i] < box.bottom ? bottom[i] : box.bottom) -
                             (top[i] > box.top ? top[i] : box.top);
        const float width = (right[i] < box.right ? right[i] : box.right) -
                            (left[i] > box.left ? left[i] : box.left);
        const float both = height * width, either = areas[i] + area - both;
        const bool overlaps = static_cast<bool>(
            static_cast<int>(height > 0) & static_cast<int>(width > 0) &
            static_cast<int>(areas[i] > 0) & static_cast<int>(area > 0) &
            static_cast<int>(either > 0) & static_cast<int>(both / either > limit));
        found += overlaps ? 1 : 0;
    }
    return found;
}

bool overlapsAny(const BoxList& kept, const Box& box, float limit) {
    constexpr std::size_t kPiece = 64;
    const float area = areaOf(box);
    for (std::size_t first = 0; first < kept.size(); first += kPiece)
        if (countOverlapping(kept, first, std::min(kept.size(), first + kPiece), box, area, limit))
            return true;
    return false;
}

/// The kept boxes, in bins by their left edges: a box is only compared with those that begin within
/// the greatest width before it, or in it. Detectors that suppress all classes at once move each
/// class to a place of its own, so that few bins are near.
class KeptBoxes {
public:
    /// Forgets all boxes; left edges will mostly lie in [low, high].
    void start(float low, float high) {
        for (BoxList& bin : m_bins)
            bin.clear();
        m_all.clear();
        m_count = 0;
        m_low = low;
        m_perUnit = high > low ? static_cast<float>(kBins) / (high - low) : 0;
        m_widest = 0;
    }

    [[nodiscard]] std::int64_t count() const { return m_count; }

    void add(const Box& box) {
        ++m_count;
        const float width = box.right - box.left;
        if (!(width > 0)) // it has no area, or NaN: nothing overlaps it
            return;
        m_widest = std::max(m_widest, width);
        m_bins[binOf(box.left)].add(box);
        m_all.add(box);
    }

    [[nodiscard]] bool overlap(const Box& box, float limit) const {
        // Twice the width, so that no rounding loses a neighbour.
        const std::size_t first = binOf(box.left - 2 * m_widest), last = binOf(box.right);
        const std::size_t near = last < first ? 0 : last - first + 1;
        // Comparisons with so many boxes take as long as looking into a bin, even an empty one.
        constexpr std::size_t kForABin = 8;
        if (m_all.size() <= kForABin * near)
            return overlapsAny(m_all, box, limit);
        for (std::size_t bin = first; bin <= last; ++bin)
            if (overlapsAny(m_bins[bin], box, limit))
                return true;
        return false;
    }

private:
    static constexpr std::size_t kBins = 256;

    /// Increasing with x; NaN is in the first bin.
    [[nodiscard]] std::size_t binOf(float x) const {
        const float place = (x - m_low) * m_perUnit;
        return place > 0 ? static_cast<std::size_t>(std::min(place, float{kBins - 1})) : 0;
    }

    std::array<BoxList, kBins> m_bins;
    BoxList m_all; ///< for boxes that many bins are near
    std::int64_t m_count = 0;
    float m_low = 0, m_perUnit = 0, m_widest = 0;
};

/// The least and the greatest finite left edge of boxes [first, first + count).
std::pair<float, float> leftEdges(const RuntimeValue& boxes, std::int64_t first, std::int64_t count,
                                  bool centered) {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (std::int64_t i = first; i < first + count; ++i)
        if (const float left = boxAt(boxes, i, centered).left; std::isfinite(left)) {
            low = std::min(low, left);
            high = std::max(high, left);
        }
    return {low, high};
}

/// A number that grows as the score falls; -0 and 0 have the same.
std::uint32_t fallingRank(float score) {
    const auto bits = std::bit_cast<std::uint32_t>(0.0F - score);
    return bits & 0x80000000U ? ~bits : bits | 0x80000000U;
}

/// Sorts by rank, 11 bits at a time; of equal ranks the first stays first.
void sortByRank(std::vector<std::pair<std::uint32_t, std::int64_t>>& boxes) {
    constexpr std::uint32_t kBits = 11, kDigits = 1U << kBits;
    auto sorted = boxes;
    for (std::uint32_t shift = 0; shift < 32; shift += kBits) {
        std::array<std::size_t, kDigits + 1> place{};
        for (const auto& [rank, index] : boxes)
            ++place[((rank >> shift) & (kDigits - 1)) + 1];
        std::partial_sum(place.begin(), place.end(), place.begin());
        for (const auto& each : boxes)
            sorted[place[(each.first >> shift) & (kDigits - 1)]++] = each;
        boxes.swap(sorted);
    }
}

/// Indices of boxes that score above `least`, the best first, equal scores by index; without a
/// threshold all boxes but those with NaN.
std::vector<std::int64_t> byScore(const float* scores, std::int64_t count,
                                  const RuntimeValue* least) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> scored;
    const float threshold = least ? scalarOf<float>(*least) : 0;
    for (std::int64_t i = 0; i < count; ++i)
        if (least ? scores[i] > threshold : scores[i] == scores[i]) // NaN is no score
            scored.emplace_back(fallingRank(scores[i]), i);
    constexpr std::size_t kFew = 1024; // for which counting takes longer
    if (scored.size() <= kFew)
        std::ranges::sort(scored);
    else
        sortByRank(scored);
    std::vector<std::int64_t> order;
    order.reserve(scored.size());
    for (const auto& each : scored)
        order.push_back(each.second);
    return order;
}

} // namespace

/// Selects boxes by score, without those that overlap a better one of their class too much.
///
/// Inputs:   boxes float32 [B, N, 4]; scores float32 [B, C, N]; max_output_boxes_per_class int64,
///           iou_threshold float32, score_threshold float32, one element each and optional
/// Outputs:  selected_indices int64 [selected, 3]: batch, class, box
/// Method:   greedy, for each batch and class; intersection over union in float32 vectors, of boxes
///           in neighbouring bins only, where these are few
/// Fails:    when iou_threshold is not in [0, 1]
/// Source:   ONNX NonMaxSuppression-11
void nonMaxSuppressionKernel(KernelContext& context) {
    const RuntimeValue &boxes = context.input(0), &scores = context.input(1);
    require(boxes.dims.size() == 3 && boxes.dims[2] == 4 && scores.dims.size() == 3 &&
                boxes.dims[0] == scores.dims[0] && boxes.dims[1] == scores.dims[2],
            "boxes must be [batches, boxes, 4] and scores [batches, classes, boxes]");
    require(boxes.type == DataType::float32 && scores.type == DataType::float32,
            "boxes and scores must be float32");
    const auto number = [&](std::size_t index) {
        const RuntimeValue* value = context.optional(index);
        require(!value || (value->type == DataType::float32 && value->count() == 1),
                "each threshold must be one float32");
        return value;
    };
    const bool centered = context.node().intAttribute("center_point_box", 0) != 0;
    const std::int64_t most = context.optional(2) ? integerOf(context, 2) : 0;
    const float limit = number(3) ? scalarOf<float>(*number(3)) : 0;
    require(limit >= 0 && limit <= 1, "the threshold of overlap must be between 0 and 1");
    const RuntimeValue* least = number(4);
    const std::int64_t batches = scores.dims[0], classes = scores.dims[1], count = scores.dims[2];
    std::vector<std::int64_t> selected;
    KeptBoxes kept;
    for (std::int64_t b = 0; b < batches; ++b) {
        const auto [low, high] = leftEdges(boxes, b * count, count, centered);
        for (std::int64_t c = 0; c < classes; ++c) {
            kept.start(low, high);
            for (const std::int64_t i :
                 byScore(scores.as<float>() + (b * classes + c) * count, count, least)) {
                if (kept.count() >= most)
                    break;
                const Box box = boxAt(boxes, b * count + i, centered);
                if (kept.overlap(box, limit))
                    continue;
                kept.add(box);
                selected.insert(selected.end(), {b, c, i});
            }
        }
    }
    RuntimeValue& y =
        context.output(0, DataType::int64, {static_cast<std::int64_t>(selected.size() / 3), 3});
    std::copy(selected.begin(), selected.end(), y.as<std::int64_t>());
}

} // namespace partita::cpu
