#pragma once

#include <memory>
#include <vector>

#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/vector_step.h"

namespace partita::cpu {

/// A convolution within a DepthwisePair: its constants and the activations of its result.
struct ConvConstants {
    const float* weights = nullptr; ///< [filters, numbers of a filter]
    const float* bias = nullptr;    ///< [filters]; null: none
    std::vector<VectorStep> steps;
};

/// The constants of a DepthwisePair, in panels of 16 filters.
class PairConstants {
public:
    /// Of a convolution of single pixels with weights [`count`, `channels`], and of one by filters
    /// [`count`, 1, k1, k2] with `taps` = k1 · k2 numbers.
    PairConstants(const ConvConstants& pixels, std::int64_t channels, const ConvConstants& filters,
                  std::int64_t count, std::int64_t taps);

private:
    friend class DepthwisePair;
    /// Bias in panels, and activations: bounds, which the sums meet in registers, or other steps.
    struct Finish {
        std::vector<float> bias;
        float low = 0, high = 0;
        std::vector<VectorStep> steps; ///< none where the bounds are all
    };
    static Finish finishOf(const ConvConstants& constants, std::int64_t filters);

    std::int64_t m_channels = 0;           ///< of x
    std::shared_ptr<const float> m_pixels; ///< panels [channels, 16]
    std::vector<float>
        m_few; ///< [filters of the last panel, channels], where they are few; or none
    std::shared_ptr<const float> m_filters; ///< panels [taps, 16]
    Finish m_pixelsFinish, m_filtersFinish;
    /// The padding must not be multiplied: times a number that is not finite it would not be 0.
    bool m_skipsPadding = false;
};

/// A convolution of single pixels, and one of its result by filters that see one channel each, of images
/// whose channels lie last; where it halves, also the largest of each 2 × 2 results.
///
/// Channels are summed in panels of 16. The products of pixels fill a ring of as many rows as a filter
/// sees, which stays in the caches, so that the image between the two is never written as a whole.
class DepthwisePair {
public:
    /// Whether the loops take filters of these sizes, [C, 1, k1, k2], with these steps; an axis without
    /// one has steps of 1. What a thread needs for the ring is then at most a few megabytes.
    static bool takes(const Dims& weights, const Dims& strides, const Dims& dilations);
    /// The panels of this many filters.
    static std::int64_t panels(std::int64_t filters);
    /// `in`: dims of what the filters see, the result of the pixels; `out`: of y.
    DepthwisePair(const Window& window, bool halves, const Dims& in, const Dims& out,
                  std::shared_ptr<const PairConstants> constants)
        : m_window(window), m_rate(halves ? 2 : 1), m_in(in), m_out(out),
          m_constants(std::move(constants)) {}

    /// Convolves x, whose images have the size of `in`, to y; both lie with the channels last.
    void run(const float* x, float* y) const;
    [[nodiscard]] const Dims& out() const { return m_out; } ///< dims of y, as in ONNX

private:
    struct Part;
    void runPart(Part part, const float* x, float* y) const;
    void fillRow(const Part& part, const float* x, std::int64_t row, float* ring) const;
    void sumRow(const Part& part, std::int64_t row, const float* ring, float* beside,
                float* y) const;
    void sumPanel(const Part& part, std::int64_t row, std::int64_t panel, const float* ring,
                  float* to, std::int64_t toStep) const;

    Window m_window;
    std::int64_t m_rate; ///< sums of filters along an axis for each number of y
    Dims m_in, m_out;
    std::shared_ptr<const PairConstants> m_constants;
};

/// The kernel of a Conv of single pixels with an `Epilogue::depthwise`.
std::unique_ptr<Kernel> makeDepthwisePair(const KernelInit& init);

} // namespace partita::cpu
